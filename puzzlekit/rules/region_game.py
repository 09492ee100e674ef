"""Games won by the player with the largest group."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest

from ..core.board import Board
from ..core.translation import _, translate
from ..core.values import Result, Summary
from .base import State
from .stone_game import StoneGame, StonesT


class RegionGame(StoneGame[StonesT]):
    """The base class of games won by the largest group of connected stones.

    If the largest groups have equal sizes, the second largest decide, and so on; if all sizes are
    equal, the game is a draw. A game overrides `is_over`, and `counted_players` if not all stones
    count.
    """

    def is_over(self, state: State) -> bool:
        """Return whether the game is over: by default, whether there are no legal moves."""
        return not self.legal_moves(state)

    def counted_players(self, state: State) -> str:
        """Return the initial of the colour that the stone on each cell counts for."""
        return str(state.stones.upper())

    def regions(self, state: State) -> dict[str, list[list[int]]]:
        """Return the groups of each colour, largest first."""
        return regions(self.board, self.counted_players(state), self.initials)

    def sizes(self, state: State) -> dict[str, list[int]]:
        """Return the sizes of the groups of each colour, largest first."""
        return {
            own: [len(group) for group in groups] for own, groups in self.regions(state).items()
        }

    def result(self, state: State) -> Result | None:
        """Return the winner once the game is over, with the decisive groups."""
        if not self.is_over(state):
            return None
        winner, text, cells = winning_regions(self.players, self.regions(state))
        side = winner if winner is None else self.sides(state).index(self.players[winner])
        return Result(side, text, cells)

    def summary(self, state: State) -> Summary | None:
        """Return the group sizes of all seats as a table."""
        sides, sizes = self.sides(state), self.sizes(state)
        return region_table(sides, [sizes[side[0]] for side in sides])

    def evaluate(self, state: State, seat: int) -> float:
        """Return the sum of the squared group sizes, minus the sum for the best opponent."""
        sizes = self.sizes(state)
        values = [sum(n * n for n in sizes[side[0]]) for side in self.sides(state)]
        return values.pop(seat) - max(values)


def regions(board: Board, stones: Sequence[str], initials: str) -> dict[str, list[list[int]]]:
    """Return the groups of each colour, largest first. Other letters are not stones.

    >>> from puzzlekit import grid
    >>> regions(grid(3, 2), "OOYO.Y", "OY")
    {'O': [[0, 1, 3]], 'Y': [[2, 5]]}
    """
    by_colour: dict[str, list[list[int]]] = {initial: [] for initial in initials}
    counted = [stone if stone in by_colour else None for stone in stones]
    for group in board.components(counted.__getitem__):
        by_colour[stones[group[0]]].append(group)
    return by_colour


def region_sizes(board: Board, stones: Sequence[str], initials: str) -> dict[str, list[int]]:
    """Return the sizes of the groups of each colour, largest first.

    >>> from puzzlekit import grid
    >>> region_sizes(grid(3, 2), "OOYOYY", "OY")
    {'O': [3], 'Y': [3]}
    """
    groups = regions(board, stones, initials)
    return {
        initial: [len(group) for group in colour_groups]
        for initial, colour_groups in groups.items()
    }


def compare_regions(
    players: Sequence[str], sizes: Iterable[Sequence[int]]
) -> tuple[int | None, str, int]:
    """Return the seat with the largest list of sizes (None for a tie), the reason and an index.

    The lists are compared lexicographically. The index is where the two best lists first differ.

    >>> compare_regions(("Black", "White"), ([4, 3, 2], [4, 3, 1, 1]))
    (0, 'Black wins: groups of 4, 3, 2 versus 4, 3, 1', 2)
    >>> compare_regions(("Red", "Green", "Blue"), ([5, 1], [2, 2], [5, 2]))
    (2, 'Blue wins: groups of 5, 2 versus 5, 1', 1)
    """
    lists = [list(each) for each in sizes]
    ranking = sorted(range(len(lists)), key=lists.__getitem__, reverse=True)
    best, next_best = (lists[seat] for seat in ranking[:2])
    if best == next_best:
        return None, _describe_tie(players, lists, best), 0
    pairs = enumerate(zip(best, next_best, strict=False))
    place = next((i for i, (a, b) in pairs if a != b), min(len(best), len(next_best)))
    text = _("{winner} wins: groups of {sizes} versus {others}").format(
        winner=translate(players[ranking[0]]),
        sizes=_first_sizes(best, place + 1),
        others=_first_sizes(next_best, place + 1),
    )
    return ranking[0], text, place


def _first_sizes(sizes: list[int], count: int) -> str:
    # Translators: No groups.
    return ", ".join(map(str, sizes[:count])) or _("none")


def _describe_tie(players: Sequence[str], lists: Sequence[list[int]], best: list[int]) -> str:
    equal = [name for name, each in zip(players, lists, strict=True) if each == best]
    if len(equal) == len(players):
        return _("A draw: all players have groups of the same sizes")
    names = ", ".join(map(translate, equal))
    return _("A draw: groups of the same sizes for {players}").format(players=names)


def region_table(titles: Sequence[str], sizes: Iterable[Sequence[int]]) -> Summary:
    """Return the lists of sizes as a table that marks the decisive row.

    >>> table = region_table(("Black", "White"), ([4, 3, 2], [4, 1]))
    >>> table.rows, table.decisive
    ((('4', '4'), ('3', '1'), ('2', '')), 1)
    """
    lists = [list(each) for each in sizes]
    winner, _reason, place = compare_regions(titles, lists)
    rows = tuple(zip_longest(*(map(str, each) for each in lists), fillvalue=""))
    return Summary(_("Groups, largest first"), titles, rows, None if winner is None else place)


def winning_regions(
    players: Sequence[str], groups: Mapping[str, Sequence[Sequence[int]]]
) -> tuple[int | None, str, tuple[int, ...]]:
    """Compare groups with `compare_regions`; return the winner, the reason and the decisive cells.

    >>> from puzzlekit import grid
    >>> winning_regions(("Orange", "Yellow"), regions(grid(3, 1), "OYO", "OY"))
    (0, 'Orange wins: groups of 1, 1 versus 1', (0, 2))
    """
    by_seat = list(groups.values())
    sizes = [[len(group) for group in each] for each in by_seat]
    winner, text, place = compare_regions(players, sizes)
    decided = () if winner is None else by_seat[winner][: place + 1]
    return winner, text, tuple(sorted(cell for group in decided for cell in group))
