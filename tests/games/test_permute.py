"""Permute: published rules, notation, and facts that follow from the rules."""

from random import Random

import pytest
from support import cell_name, cell_point

from puzzlekit import IllegalMoveError, load


class Oracle:
    """An independent implementation on a dict from (file, rank) to [colour, bandaged]."""

    def __init__(self, size, stones):
        self.size = size
        self.board = {
            (x, size - 1 - row): [stones[row * size + x], False]
            for row in range(size)
            for x in range(size)
        }

    def faces(self):
        for x in range(self.size - 1):
            for y in range(self.size - 1):
                # bottom left, top left, top right, bottom right: clockwise
                face = [(x, y), (x, y + 1), (x + 1, y + 1), (x + 1, y)]
                stones = [self.board[square] for square in face]
                if len({s[0] for s in stones}) == 2 and not any(s[1] for s in stones):
                    yield face

    def moves(self, colour):
        found = set()
        for face in self.faces():
            for turn, step in (("C", 1), ("A", -1)):
                for place, square in enumerate(face):
                    if self.board[square][0] == colour:
                        target = face[(place + step) % 4]
                        found.add(f"{turn}{cell_name(*face[0])}-{cell_name(*target)}")
        return found

    def play(self, move):
        turn, low, stone = move[0], *move[1:].split("-")
        x, y = cell_point(low)
        face = [(x, y), (x, y + 1), (x + 1, y + 1), (x + 1, y)]
        old = [self.board[square] for square in face]
        step = 1 if turn == "C" else -1
        for place, content in enumerate(old):
            self.board[face[(place + step) % 4]] = content
        self.board[cell_point(stone)][1] = True

    def regions(self, colour):
        left = {square for square, stone in self.board.items() if stone[0] == colour}
        sizes = []
        while left:
            stack, size = [left.pop()], 0
            while stack:
                x, y = stack.pop()
                size += 1
                for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                    if near in left:
                        left.discard(near)
                        stack.append(near)
            sizes.append(size)
        return sorted(sizes, reverse=True)


@pytest.mark.parametrize("start", ["chequerboard", "blocks"])
@pytest.mark.parametrize("corner", ["yellow", "orange"])
@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 10])
def test_equal_to_plain_implementation(size, start, corner):
    if start == "blocks" and size % 2:
        return
    rules = load(f"permute:{size},start={start},corner={corner},swap=off")
    for seed in range(4):
        rng, state = Random(seed), rules.start()
        oracle = Oracle(size, state.stones.upper())
        while rules.result(state) is None:
            moves = rules.legal_moves(state)
            assert len(moves) == len(set(moves))
            assert set(moves) == oracle.moves("OY"[rules.turn(state)])
            move = rng.choice(moves)
            oracle.play(move)
            state = rules.play(state, move)
            assert rules.sizes(state) == {"O": oracle.regions("O"), "Y": oracle.regions("Y")}
        assert not oracle.moves("O")
        assert not oracle.moves("Y")
        winner = rules.result(state).winner
        ours = oracle.regions("O"), oracle.regions("Y")
        assert winner == (None if ours[0] == ours[1] else 0 if ours[0] > ours[1] else 1)


def test_start():
    rules = load("permute:4")
    assert rules.turn(rules.start()) == 0
    assert rules.sides(rules.start()) == ("Orange", "Yellow")
    for options, stones in (
        ("4", "oyoyyoyooyoyyoyo"),
        ("4,corner=orange", "yoyooyoyyoyooyoy"),
        ("4,start=blocks", "ooyyyyooooyyyyoo"),
        ("5", "yoyoyoyoyoyoyoyoyoyoyoyoy"),
        ("5,corner=orange", "oyoyoyoyoyoyoyoyoyoyoyoyo"),
    ):
        assert load(f"permute:{options}").start().stones == stones


@pytest.mark.parametrize(
    "move", ["", "Cd3", "Ca1-a2", "Ca1-c3", "Xa1-a1", "Ca1-b1 ", "swap", "Cd4-d4", "ca1-a1", "?!"]
)
def test_illegal_moves(move):
    rules = load("permute:4")
    with pytest.raises(IllegalMoveError, match="not a legal move"):
        rules.play(rules.start(), move)


def swap_colours(state):
    return state._replace(stones=state.stones.translate(str.maketrans("oyOY", "yoYO")))


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_both_swap_options_are_equivalent(size):
    """After the swap, renaming the colours maps one variant to the other, move by move."""
    colours, positions = load(f"permute:{size}"), load(f"permute:{size},swap=positions")
    for seed in range(5):
        rng = Random(seed)
        openings = colours.legal_moves(colours.start())
        goes_on = [m for m in openings if not colours.result(colours.play(colours.start(), m))]
        first = rng.choice(goes_on)
        one = colours.play(colours.play(colours.start(), first), "swap")
        two = positions.play(positions.play(positions.start(), first), "swap")
        assert colours.sides(one) == ("Yellow", "Orange")
        assert positions.sides(two) == ("Orange", "Yellow")
        assert one.stones == colours.play(colours.start(), first).stones
        while True:
            assert swap_colours(one)._replace(swapped=False) == two
            assert colours.turn(one) == positions.turn(two)
            assert colours.legal_moves(one) == positions.legal_moves(two)
            results = colours.result(one), positions.result(two)
            assert (results[0] is None) == (results[1] is None)
            if results[0] is not None:
                assert results[0].winner == results[1].winner
                break
            move = rng.choice(colours.legal_moves(one))
            one, two = colours.play(one, move), positions.play(two, move)
