"""Permute, by Eric Silverman (2020)."""

from typing import Annotated, Literal, NamedTuple

from puzzlekit import (
    BoardGame,
    NotationError,
    OptionError,
    Piece,
    Question,
    Result,
    Touch,
    compare_groups,
    grid,
    group_sizes,
    group_table,
    groups_of,
    read_cells,
    read_turn,
    split_fields,
    write_cells,
    write_turn,
)

ORANGE, YELLOW = "O", "Y"
SWAP = "swap"


class Position(NamedTuple):
    """Stones and bandages of all squares as texts, plies made, and whether the seats swapped."""

    stones: str
    bandages: str
    ply: int = 0
    swapped: bool = False


class Permute(BoardGame):
    """Twist a 2 x 2 face, bandage a stone of yours in it, and grow the largest group.

    The square board is full of stones from the start. Orange moves first. A turn has two
    halves, both compulsory: twist one 2 x 2 face by 90 degrees either way, then bandage one
    of your own stones in that face. A face that holds a bandaged stone, or stones of one
    colour only, cannot be twisted.

    The game ends when no face can be twisted. A group is a set of stones of one colour that
    hang together along rows and columns. The player with the largest group wins; if these
    are equal, the second largest decides, and so on; if all are equal, it is a draw.

    After the first turn the second player may swap. With swap=colours the players exchange
    colours and the opener, now Yellow, goes on; with swap=positions every stone changes its
    colour instead. `Cd3-e4` twists the face with d3 at its bottom left clockwise (A:
    anticlockwise) and bandages the stone that then stands on e4.

    start=blocks begins from a chequerboard of 2 x 1 blocks; corner names the colour on a1.
    """

    name = "Permute"
    players = ("Orange", "Yellow")
    motion = "turn"
    reserve = 0
    editing = "oyOY", "OY"
    presets = {
        "12 x 12": {},
        "9 x 9": {"size": 9},
        "10 x 10": {"size": 10},
        "13 x 13": {"size": 13},
        "16 x 16": {"size": 16},
        "12 x 12 blocks": {"start": "blocks"},
        "9 x 9, swap positions": {"size": 9, "swap": "positions"},
        "9 x 9, handicap": {"size": 9, "corner": "orange", "swap": "off"},
    }

    def __init__(
        self,
        size: Annotated[int, range(2, 27)] = 12,
        start: Literal["chequerboard", "blocks"] = "chequerboard",
        corner: Literal["yellow", "orange"] = "yellow",
        swap: Literal["colours", "positions", "off"] = "colours",
    ):
        if start == "blocks" and size % 2:
            raise OptionError(f"start=blocks needs an even size, not {size}; try {size + 1}.")
        self.size, self.swap = size, swap
        self.board = grid(size, size)
        width = 2 if start == "blocks" else 1
        a1, other = (YELLOW, ORANGE) if corner == "yellow" else (ORANGE, YELLOW)
        self.stones = "".join(
            a1 if (x // width + y) % 2 == 0 else other
            for y in reversed(range(size))
            for x in range(size)
        )
        # A face is listed clockwise from its bottom left, so that each stone goes to the next.
        self.faces = [
            (low, low - size, low - size + 1, low + 1)
            for y in range(size - 1)
            for x in range(size - 1)
            for low in [(size - 1 - y) * size + x]
        ]
        names = self.board.cells
        self.words = {
            f"{turn}{names[face[0]]}-{names[cell]}": (face, turn, place)
            for face in self.faces
            for turn in "CA"
            for place, cell in enumerate(face)
        }
        self.of_face = {}
        for word, (face, turn, _) in self.words.items():
            self.of_face.setdefault((face, turn), []).append(word)

    def start(self, rng=None):
        return Position(self.stones, "." * len(self.stones))

    def turn(self, state):
        # A swap takes one ply, after which the opener moves again.
        return state.ply % 2

    def sides(self, state):
        return self.players[::-1] if state.swapped else self.players

    def colour(self, state):
        """Return the colour of the stones that the mover plays."""
        return (ORANGE, YELLOW)[self.turn(state) ^ state.swapped]

    def can_twist(self, state, face):
        """Tell whether a face may be twisted: two colours and no bandage."""
        a, b, c, d = face
        stones, bandages = state.stones, state.bandages
        mixed = not stones[a] == stones[b] == stones[c] == stones[d]
        return mixed and bandages[a] == bandages[b] == bandages[c] == bandages[d] == "."

    def can_swap(self, state):
        """Tell whether the second player, at the first turn, may swap."""
        return self.swap != "off" and state.ply == 1 and self.result(state) is None

    def moves(self, state):
        colour, found = self.colour(state), []
        for face in self.faces:
            if self.can_twist(state, face):
                for turn, step in (("C", -1), ("A", 1)):
                    words = self.of_face[face, turn]
                    for place in range(4):
                        if state.stones[face[(place + step) % 4]] == colour:
                            found.append(words[place])
        return [*found, SWAP] if self.can_swap(state) else found

    def play(self, state, move):
        if move == SWAP and self.can_swap(state):
            if self.swap == "colours":
                return state._replace(ply=2, swapped=True)
            exchanged = state.stones.translate(str.maketrans("OY", "YO"))
            return state._replace(stones=exchanged, ply=2)
        face, turn, place = self.words.get(move, (None, None, None))
        if face is None or not self.can_twist(state, face):
            raise self.illegal(state, move)
        step = -1 if turn == "C" else 1
        if state.stones[face[(place + step) % 4]] != self.colour(state):
            raise self.illegal(state, move)
        stones, bandages = list(state.stones), list(state.bandages)
        for to in range(4):
            stones[face[to]] = state.stones[face[(to + step) % 4]]
        bandages[face[place]] = "#"
        return Position("".join(stones), "".join(bandages), state.ply + 1, state.swapped)

    def result(self, state):
        if any(self.can_twist(state, face) for face in self.faces):
            return None
        sizes = self.sizes(state)
        winner, text, place = compare_groups(self.players, (sizes[ORANGE], sizes[YELLOW]))
        if winner is None:
            return Result(None, text)
        largest = groups_of(self.board, state.stones, ORANGE + YELLOW)[(ORANGE, YELLOW)[winner]]
        cells = tuple(sorted(cell for group in largest[: place + 1] for cell in group))
        return Result(winner ^ state.swapped, text, cells)

    def sizes(self, state):
        """Return the sizes of the groups of each colour, largest first."""
        return group_sizes(self.board, state.stones, ORANGE + YELLOW)

    def question(self, state):
        if not self.can_swap(state):
            return None
        if self.swap == "colours":
            text = "Swap colours? You would play Orange, and Yellow moves next. No stone changes."
        else:
            text = "Swap positions? Every stone changes its colour. You stay Yellow; Orange moves."
        return Question(text, {"Swap": SWAP}, "Play on as Yellow")

    def summary(self, state):
        sizes = self.sizes(state)
        return group_table(self.sides(state), [sizes[side[0]] for side in self.sides(state)])

    def look(self, state):
        colours = {ORANGE: "orange", YELLOW: "yellow"}
        return [
            Piece("stone", colours[stone], mark="bandage" if bandage == "#" else "")
            for stone, bandage in zip(state.stones, state.bandages)
        ]

    def status(self, state):
        sizes = self.sizes(state)
        lines = {"Orange": sizes[ORANGE], "Yellow": sizes[YELLOW]}
        return [f"largest group {max(lines[side], default=0)}" for side in self.sides(state)]

    def line_of(self, state):
        """Return the stones in rows, bandaged ones in capitals, who moves and the plies."""
        cells = [
            stone if bandage == "#" else stone.lower()
            for stone, bandage in zip(state.stones, state.bandages)
        ]
        side = self.turn(state) ^ state.swapped
        return f"{write_cells(self.board, cells)}_{write_turn(ORANGE + YELLOW, side, state.ply)}"

    def state_of(self, line):
        cells, side, ply = split_fields(line, 3)
        letters = read_cells(self.board, cells, "oyOY")
        if "." in letters:
            raise NotationError("every square needs a stone")
        mover, plies = read_turn(side, ply, ORANGE + YELLOW)
        swapped = mover != plies % 2
        if swapped and (plies < 2 or self.swap != "colours"):
            raise NotationError(f"{self.players[mover]} cannot be to move after {plies} plies")
        bandages = "".join("#" if letter.isupper() else "." for letter in letters)
        return Position(letters.upper(), bandages, plies, swapped)

    def touches(self, move):
        if move == SWAP:
            return []
        face, turn, place = self.words[move]
        return [Touch(face, "CA".index(turn)), Touch((face[place],))]

    def carry(self, state, move):
        if move == SWAP:
            return {}
        face, turn, _ = self.words[move]
        onward = face[1:] + face[:1]
        return dict(zip(face, onward) if turn == "C" else zip(onward, face))

    def evaluate(self, state, seat):
        sizes = self.sizes(state)
        squares = [sum(n * n for n in sizes[colour]) for colour in (ORANGE, YELLOW)]
        own = seat ^ state.swapped
        return squares[own] - squares[1 - own]

    def fast(self):
        from .fast import fast

        return fast(self)
