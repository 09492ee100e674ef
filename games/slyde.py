"""Slyde, by Mike Zapawa (2020)."""

from typing import Annotated, Literal, NamedTuple

from puzzlekit import (
    BoardGame,
    NotationError,
    Piece,
    Result,
    Touch,
    compare_groups,
    grid,
    group_sizes,
    group_table,
    groups_of,
    put,
    read_cells,
    read_turn,
    split_fields,
    winning_groups,
    write_cells,
    write_turn,
)

FLIP = "flip:"


class Position(NamedTuple):
    """Stones and which of them are fixed (#), as texts, and plies made."""

    stones: str
    fixed: str
    ply: int = 0


class Slyde(BoardGame):
    """Swap a stone of yours with a neighbour of the other colour; it stays there for good.

    The square board is full of black and white stones, like a chessboard with a black corner a1;
    all are mobile. White begins. A turn exchanges a mobile stone of one's own with an orthogonally
    adjacent mobile stone of the opponent. One's own stone is fixed from then on, the other one
    stays mobile.

    The game ends when nothing can be exchanged. A group is a set of stones of one colour that
    hang together along rows and columns. The player with the largest group wins; if these are
    equal, the second largest decides, and so on; if all are equal, it is a draw.

    Against mirroring: if a symmetric position arises, the next player may, instead of a turn, fix
    any one mobile stone or make any one fixed stone mobile, of either colour. The published rules
    do not say what is symmetric. Here a position is if some rotation or reflection of the board
    takes every stone to one of the other colour, fixed ones to fixed ones; and this does not keep
    a game going in which nothing can be exchanged. symmetry=off plays without.

    `c3-c4` exchanges your stone on c3 with that on c4; `flip:c3` changes the state of c3 (the
    right button, or the wheel and a click).
    """

    name = "Slyde"
    family = "territory game"
    players = ("White", "Black")
    reserve = 0
    editing = "wbWB", "WB"
    presets = {
        "12 x 12": {},
        "8 x 8": {"size": 8},
        "10 x 10": {"size": 10},
        "8 x 8, no flips": {"size": 8, "symmetry": "off"},
    }

    def __init__(
        self,
        size: Annotated[int, range(2, 27)] = 12,
        symmetry: Literal["on", "off"] = "on",
    ):
        self.board = grid(size, size)
        self.symmetry = symmetry
        rows = [tuple(range(y * size, (y + 1) * size)) for y in range(size)]
        self.images = []  # of all cells in their order, under all symmetries but the identity
        for _ in range(4):
            for each in (rows, rows[::-1]):
                self.images.append(tuple(cell for row in each for cell in row))
            rows = list(zip(*rows[::-1]))
        del self.images[0]

    def start(self, rng=None):
        stones = "".join("BW"[int(x + y) % 2] for x, y in self.board.points)
        return Position(stones, "." * len(stones))

    def turn(self, state):
        return state.ply % 2

    def symmetric(self, state):
        """Tell whether a symmetry exchanges the colours and keeps what is fixed."""
        exchanged = state.stones.translate(str.maketrans("WB", "BW"))
        return any(
            all(exchanged[a] == state.stones[b] for a, b in enumerate(image))
            and all(state.fixed[a] == state.fixed[b] for a, b in enumerate(image))
            for image in self.images
        )

    def can_flip(self, state):
        """Tell whether the mover may change the state of a stone."""
        return self.symmetry == "on" and state.ply > 0 and self.symmetric(state)

    def swaps(self, state):
        """Return the exchanges, as pairs of a cell of the mover and a neighbour."""
        stones, fixed = state.stones, state.fixed
        own, other = ("WB", "BW")[self.turn(state)]
        return [
            (a, b)
            for a, stone in enumerate(stones)
            if stone == own and fixed[a] == "."
            for b in self.board.neighbours[a]
            if stones[b] == other and fixed[b] == "."
        ]

    def moves(self, state):
        names = self.board.cells
        found = [f"{names[a]}-{names[b]}" for a, b in self.swaps(state)]
        if found and self.can_flip(state):
            found += [FLIP + name for name in names]
        return found

    def play(self, state, move):
        stones, fixed, ply = state
        if move not in self.moves(state):
            raise self.illegal(state, move)
        a, *rest = self.board.named_in(move)
        if not rest:
            return Position(stones, put(fixed, a, "#" if fixed[a] == "." else "."), ply + 1)
        (b,) = rest
        exchanged = put(put(stones, a, stones[b]), b, stones[a])
        return Position(exchanged, put(fixed, b, "#"), ply + 1)

    def result(self, state):
        if self.swaps(state):
            return None
        groups = groups_of(self.board, state.stones, "WB")
        return Result(*winning_groups(self.players, groups))

    def summary(self, state):
        sizes = group_sizes(self.board, state.stones, "WB")
        return group_table(self.players, sizes.values())

    def look(self, state):
        colours = {"W": "white", "B": "black"}
        return [
            Piece("stone", colours[stone], mark="pin" if fixed == "#" else "")
            for stone, fixed in zip(state.stones, state.fixed)
        ]

    def line_of(self, state):
        """Return the stones in rows, fixed ones in capitals, the colour to move and the plies."""
        cells = [
            stone if fixed == "#" else stone.lower()
            for stone, fixed in zip(state.stones, state.fixed)
        ]
        return f"{write_cells(self.board, cells)}_{write_turn('WB', self.turn(state), state.ply)}"

    def state_of(self, line):
        cells, side, ply = split_fields(line, 3)
        letters = read_cells(self.board, cells, "wbWB")
        if "." in letters:
            raise NotationError("every square needs a stone")
        mover, plies = read_turn(side, ply, "WB")
        if mover != plies % 2:
            raise NotationError(f"{self.players[mover]} cannot be to move after {plies} plies")
        fixed = "".join("#" if letter.isupper() else "." for letter in letters)
        return Position(letters.upper(), fixed, plies)

    def touches(self, move):
        if move.startswith(FLIP):
            return [Touch((cell,), 1) for cell in self.board.named_in(move)]
        return super().touches(move)

    def carry(self, state, move):
        a, *rest = self.board.named_in(move)
        return {a: rest[0], rest[0]: a} if rest else {}

    def status(self, state):
        sizes = group_sizes(self.board, state.stones, "WB")
        leader = compare_groups(self.players, sizes.values())[0]
        texts = [", ".join(map(str, sizes[own][:3])) for own in "WB"]
        return [f"groups {text}{', ahead' * (leader == seat)}" for seat, text in enumerate(texts)]

    def evaluate(self, state, seat):
        sizes = group_sizes(self.board, state.stones, "WB")
        values = [sum(n * n for n in sizes[own]) for own in "WB"]
        return values[seat] - values[1 - seat]
