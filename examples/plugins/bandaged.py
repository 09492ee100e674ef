"""A bandaged pocket cube: two neighbouring pieces are glued together."""

from puzzlekit import Piece, TwistySolid, even_cube


class Bandaged(TwistySolid):
    """Turn the faces until each has its colours back.

    The pieces with purple stickers are glued together, so a turn must move both or neither.
    """

    name = "Bandaged cube"

    def __init__(self) -> None:
        pieces = {label: Piece("sticker", "purple", label) for label in "12"}
        super().__init__(even_cube(2), labels={"U1": "1", "U2": "2"}, pieces=pieces)

    def frame(self, state: tuple[str, ...]) -> tuple[int, int]:
        return state.index("1"), state.index("2")

    def legal_moves(self, state: tuple[str, ...]) -> list[str]:
        glued = set(self.frame(state))
        return [
            move for move in self.twists if len(glued & {*self.cell_permutation(state, move)}) != 1
        ]
