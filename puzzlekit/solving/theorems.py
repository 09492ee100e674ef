"""Theorems that say which positions of a sliding puzzle can be reached, and who proved them.

The orders and names of groups are worked out without them; they tell why the answer is what it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..core.cell_graph import CellGraph
from ..rules.rule_book import Rules, State
from ..rules.sliding import Sliding

if TYPE_CHECKING:
    import networkx


class Theorem(NamedTuple):
    """A theorem that holds for a puzzle: its name, what it says of the puzzle, and its source."""

    name: str
    says: str
    source: str


WILSON = (
    "R. M. Wilson, Graph puzzles, homotopy, and the alternating group, Journal of Combinatorial "
    "Theory B 16 (1974), 86-96"
)

#: By the same argument: a closed walk of the hole is a permutation of finite order.
WU = (
    "Z. Wu and S. Grumbach, Feasibility of motion planning on acyclic and strongly connected "
    "directed graphs, Discrete Applied Mathematics 158 (2010), arXiv:0904.1920"
)


def theorems(rules: Rules, state: State) -> tuple[Theorem, ...]:
    """Return the theorems that tell which group moves the pieces of a position.

    >>> from puzzlekit import load
    >>> rules = load("fifteen")
    >>> for found in theorems(rules, rules.start()):
    ...     print(f"{found.name}: {found.says}")
    Wilson's theorem: the board is 2-connected and bipartite, so exactly the even permutations occur
    >>> rules = load("pinball")
    >>> [found.name for found in theorems(rules, rules.start())]
    ['One-way streets', "Wilson's theorem"]
    """
    if not isinstance(rules, Sliding) or type(rules).generators is not Sliding.generators:
        return ()
    if not rules.board.arcs:
        return _wilsons(rules.board, state)
    if not _is_strong(rules.board):
        return ()
    strong = Theorem(
        "One-way streets",
        "each cell can be reached from each other, so going on undoes any move, and the positions "
        "are those of two-way streets",
        WU,
    )
    return (strong, *_wilsons(rules.board, state))


def _is_strong(board: CellGraph) -> bool:
    """Tell whether there is a way from each cell to each other."""
    return all(len(_reached(ways)) == len(ways) for ways in (board.neighbours, board.sources))


def _reached(ways: tuple[tuple[int, ...], ...]) -> set[int]:
    """Return the cells that can be reached from the first one."""
    found, queue = {0}, [0]
    for cell in queue:
        new = [each for each in ways[cell] if each not in found]
        found.update(new)
        queue += new
    return found


def _wilsons(board: CellGraph, state: State) -> tuple[Theorem, ...]:
    """Return what Wilson's theorem says of a single hole, streets being taken as two-way."""
    import networkx

    streets = [(a, b) for a, ends in enumerate(board.neighbours) for b in ends if a != b]
    graph = networkx.Graph(streets)
    if state.count("") != 1 or len(graph) < max(3, len(board)):
        return ()
    if not networkx.is_biconnected(graph):
        return ()
    if all(degree == 2 for _, degree in graph.degree):
        return (
            Theorem(
                "Wilson's theorem, the cycle",
                "the board is one cycle, so the pieces keep their cyclic order",
                WILSON,
            ),
        )
    if _is_theta_0(graph):
        return (
            Theorem(
                "Wilson's theorem, theta_0",
                "the board is theta_0, the hexagon with a cell between two opposite corners, the "
                "one exception: the group is PGL(2,5), of order 120",
                WILSON,
            ),
        )
    if networkx.is_bipartite(graph):
        says = "the board is 2-connected and bipartite, so exactly the even permutations occur"
    else:
        says = "the board is 2-connected and not bipartite, so all permutations occur"
    return (Theorem("Wilson's theorem", says, WILSON),)


def _is_theta_0(graph: networkx.Graph) -> bool:
    import networkx

    theta = networkx.Graph([(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 6), (6, 3)])
    return len(graph) == 7 and bool(networkx.is_isomorphic(graph, theta))
