"""Theorems that say which positions of a sliding puzzle can be reached, and who proved them.

The orders and names of groups are worked out without them; they tell why the answer is what it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..core.cell_graph import CellGraph
from ..rules.base import Rules, State
from ..rules.frames import is_standard
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

KORNHAUSER = (
    "D. Kornhauser, G. Miller and P. Spirakis, Coordinating pebble motion on graphs, the diameter "
    "of permutation groups, and applications, 25th Symposium on Foundations of Computer Science "
    "(1984), 241-250"
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
    if not is_standard(rules, Sliding):
        return ()
    if not rules.board.arcs:
        return _two_connected(rules.board, state)
    import networkx

    streets = networkx.DiGraph(dict(enumerate(rules.board.neighbours)))
    if not networkx.is_strongly_connected(streets):
        return ()
    strong = Theorem(
        "One-way streets",
        "each cell can be reached from each other, so going on undoes any move, and the positions "
        "are those of two-way streets",
        WU,
    )
    return (strong, *_two_connected(rules.board, state))


def _two_connected(board: CellGraph, state: State) -> tuple[Theorem, ...]:
    """Return what is known of holes on a 2-connected board, streets being taken as two-way."""
    import networkx

    streets = [(a, b) for a, ends in enumerate(board.neighbours) for b in ends if a != b]
    graph = networkx.Graph(streets)
    holes = state.count("")
    if not 0 < holes <= len(board) - 2 or len(graph) < max(3, len(board)):
        return ()
    if not networkx.is_biconnected(graph):
        return ()
    cycle = all(degree == 2 for _, degree in graph.degree)
    if holes > 1:
        says = (
            "the board is 2-connected and no cycle, with several holes, so all permutations occur"
        )
        return () if cycle else (Theorem("Theorem of Kornhauser and others", says, KORNHAUSER),)
    if cycle:
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
