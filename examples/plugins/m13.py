"""Conway's M13: sliding counters on the projective plane of order 3, with the group M12."""

from puzzlekit import Puzzle, ring

#: Points 0 to 12. Line i contains the points i + d (mod 13) for each d in this difference set.
DIFFERENCES = (0, 1, 3, 9)
LINES = [{(i + d) % 13 for d in DIFFERENCES} for i in range(13)]


class M13(Puzzle):
    """Return the counters to their points.

    Twelve counters are on the thirteen points of a projective plane (J. H. Conway, 1997). A move
    takes a counter to the hole; the two other counters on their line swap places.
    """

    name = "M13"

    def __init__(self) -> None:
        super().__init__(ring(13), ["", *map(str, range(1, 13))])

    def legal_moves(self, state: tuple[str, ...]) -> list[str]:
        hole = state.index("")
        return [self.board.cells[point] for point in range(13) if point != hole]

    def cell_permutation(self, state: tuple[str, ...], move: str) -> dict[int, int]:
        hole, point = state.index(""), self.board.index[move]
        line = next(line for line in LINES if {hole, point} <= line)
        a, b = line - {hole, point}
        return {hole: point, point: hole, a: b, b: a}
