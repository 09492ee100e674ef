"""Twist only: an unfinished game based on an experiment by Eric Silverman."""

from random import Random
from typing import Annotated, NamedTuple

from puzzlekit import Click, Piece, RegionGame, grid, grid_faces, permuted, regions

NEUTRAL = "N"

#: The number of neutral pieces that a group must touch to be solved.
ENOUGH = 3


class Position(NamedTuple):
    """Pieces and marks of solved pieces (#), ply, turns without progress, and previous pieces."""

    pieces: str
    solved: str
    ply: int = 0
    quiet: int = 0
    before: str = ""


class TwistOnly(RegionGame[Position]):
    """Twist 2 × 2 faces until your groups reach the edge (an unfinished game).

    The game is not finished. Eric Silverman, the author of Permute, described an experiment without
    final rules: the board is square, twists add no bandages, and a piece becomes fixed, or
    "solved", once its group touches three or more neutral pieces at the edge. All other rules are
    only suggestions; try them out and change them.

    The pieces of Orange and Yellow fill a square like a chequerboard, surrounded by a frame of
    neutral pieces that never move. Orange begins. Each turn, twist one 2 × 2 face inside the frame
    by 90 degrees in either direction. A face with a solved piece, or with pieces of one colour
    only, cannot be twisted, and a twist must not restore the position before the opponent's twist.
    Then all groups of either player that touch three or more neutral pieces become solved.

    The game ends when no twist is possible, or after as many turns in a row without a newly solved
    piece as there are pieces. The player with the largest group of solved pieces wins; if the
    largest groups are equal, compare the second largest, and so on. If all groups are equal, the
    game is a draw.

    `Cd3` twists the face with d3 at its bottom left clockwise, `Ad3` anticlockwise.
    """

    name = "Twist only"
    players = ("Orange", "Yellow")
    motion = "turn"
    reserve = 0
    presets = {"8 x 8": {}, "6 x 6": {"size": 6}, "11 x 11": {"size": 11}}

    def __init__(self, size: Annotated[int, range(2, 21)] = 8) -> None:
        board, inside = grid(size + 2, size + 2), range(1, size + 1)
        pieces = (
            "YO"[int(x + y) % 2] if x in inside and y in inside else NEUTRAL
            for x, y in board.points
        )
        super().__init__(board, pieces)
        self.words = {
            f"{turn}{board.cells[face[0]]}": (face, turn)
            for face in grid_faces(size + 2, size + 2)
            if all(self.first[cell] != NEUTRAL for cell in face)
            for turn in "CA"
        }

    def start(self, rng: Random | None = None) -> Position:
        return Position(self.first, self.solve(self.first, "." * len(self.first)))

    def solve(self, pieces: str, solved: str) -> str:
        """Return the solved pieces: earlier ones, and groups with enough neutral neighbours."""
        found = list(solved)
        for groups in regions(self.board, pieces, "OY").values():
            for group in groups:
                near = {
                    cell
                    for each in group
                    for cell in self.board.neighbours[each]
                    if pieces[cell] == NEUTRAL
                }
                if len(near) >= ENOUGH:
                    for cell in group:
                        found[cell] = "#"
        return "".join(found)

    def twisted(self, state: Position, move: str) -> str:
        """Return the pieces after a twist."""
        return permuted(state.pieces, self.cell_permutation(state, move))

    def legal_moves(self, state: Position) -> list[str]:
        if state.quiet >= len(self.first) - self.first.count(NEUTRAL):
            return []
        return [
            move
            for move, (face, _) in self.words.items()
            if len({state.pieces[cell] for cell in face}) == 2
            and all(state.solved[cell] == "." for cell in face)
            and self.twisted(state, move) != state.before
        ]

    def apply(self, state: Position, move: str) -> Position:
        pieces = self.twisted(state, move)
        solved = self.solve(pieces, state.solved)
        quiet = state.quiet + 1 if solved == state.solved else 0
        return Position(pieces, solved, state.ply + 1, quiet, state.pieces)

    def counted_players(self, state: Position) -> str:
        return "".join(
            p if s == "#" else "." for p, s in zip(state.pieces, state.solved, strict=True)
        )

    def pieces(self, state: Position) -> list[Piece]:
        colours = {"O": "orange", "Y": "yellow", NEUTRAL: "grey"}
        return [
            Piece(
                "tile" if piece == NEUTRAL else "stone",
                colours[piece],
                mark="pin" if solved == "#" else "",
            )
            for piece, solved in zip(state.pieces, state.solved, strict=True)
        ]

    def clicks(self, move: str) -> list[Click]:
        face, turn = self.words[move]
        return [Click(face, "CA".index(turn))]

    def cell_permutation(self, state: Position, move: str) -> dict[int, int]:
        face, turn = self.words[move]
        onward = face[1:] + face[:1]
        pairs = (face, onward) if turn == "C" else (onward, face)
        return dict(zip(*pairs, strict=True))

    def status(self, state: Position) -> list[str]:
        sizes = self.sizes(state)
        return [f"largest solved group {max(sizes[own], default=0)}" for own in "OY"]
