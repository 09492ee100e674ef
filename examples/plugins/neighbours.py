"""Neighbours, a game for two or three players in one file."""

from typing import Annotated

from puzzlekit import EMPTY, RegionGame, Stones, hexhex, place_stone


class Neighbours(RegionGame):
    """Build the largest group, always next to another player's stones.

    The board is a hexagon of hexagons. Players take turns placing a stone of their colour on an
    empty cell: the first one anywhere, all later ones next to a stone of another player. The game
    ends when the next player cannot place a stone. The player with the largest group wins; if the
    largest groups are equal, compare the second largest, and so on.
    """

    name = "Neighbours"
    players: tuple[str, ...] = ("Red", "Green", "Blue")
    presets = {"Three players": {}, "Two players": {"players": 2}, "Large": {"size": 6}}

    def __init__(
        self, size: Annotated[int, range(2, 10)] = 4, players: Annotated[int, range(2, 4)] = 3
    ) -> None:
        self.players = type(self).players[:players]
        super().__init__(hexhex(size))

    def legal_moves(self, state: Stones) -> list[str]:
        stones, own = state.stones, self.own_stone(state)
        others = set(self.initials) - {own}
        anywhere = own not in stones
        return [
            self.board.cells[cell]
            for cell, stone in enumerate(stones)
            if stone == EMPTY
            and (anywhere or any(stones[near] in others for near in self.board.neighbours[cell]))
        ]

    def apply(self, state: Stones, move: str) -> Stones:
        stones = place_stone(state.stones, self.board.index[move], self.own_stone(state))
        return Stones(stones, state.ply + 1)

    def status(self, state: Stones) -> list[str]:
        return [
            f"groups of {', '.join(map(str, each[:3])) or 0}" for each in self.sizes(state).values()
        ]
