"""Theorems about the reachable positions of sliding puzzles.

The orders and names of groups are computed without these theorems, which only explain the results.
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
    """A theorem that applies to a puzzle: its name, a statement about the puzzle, and a source."""

    name: str
    statement: str
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

#: The proof uses the fact that a closed walk of the hole is a permutation of finite order.
WU = (
    "Z. Wu and S. Grumbach, Feasibility of motion planning on acyclic and strongly connected "
    "directed graphs, Discrete Applied Mathematics 158 (2010), arXiv:0904.1920"
)


def theorems(rules: Rules, state: State) -> tuple[Theorem, ...]:
    """Return the theorems about the group that acts on the pieces of a position.

    >>> from puzzlekit import load
    >>> rules = load("fifteen")
    >>> for theorem in theorems(rules, rules.start()):
    ...     print(f"{theorem.name}: {theorem.statement}")
    Wilson's theorem: the board is 2-connected and bipartite, so exactly the even permutations occur
    >>> rules = load("pinball")
    >>> [theorem.name for theorem in theorems(rules, rules.start())]
    ['One-way edges', "Wilson's theorem"]
    """
    if not is_standard(rules, Sliding):
        return ()
    if not rules.board.arcs:
        return _two_connected(rules.board, state)
    import networkx

    edges = networkx.DiGraph(dict(enumerate(rules.board.neighbours)))
    if not networkx.is_strongly_connected(edges):
        return ()
    strong = Theorem(
        "One-way edges",
        "the board is strongly connected, so every move can be undone by further moves, and the "
        "reachable positions are the same as with two-way edges",
        WU,
    )
    return (strong, *_two_connected(rules.board, state))


def _two_connected(board: CellGraph, state: State) -> tuple[Theorem, ...]:
    """Return the theorems about a 2-connected board, in which all edges count as two-way."""
    import networkx

    edges = [(a, b) for a, ends in enumerate(board.neighbours) for b in ends if a != b]
    graph = networkx.Graph(edges)
    holes = state.count("")
    if not 0 < holes <= len(board) - 2 or len(graph) < max(3, len(board)):
        return ()
    if not networkx.is_biconnected(graph):
        return ()
    cycle = all(degree == 2 for _, degree in graph.degree)
    if holes > 1:
        several = Theorem(
            "Theorem of Kornhauser and others",
            "the board is 2-connected, is not a cycle and has several holes, so all permutations "
            "occur",
            KORNHAUSER,
        )
        return () if cycle else (several,)
    if cycle:
        return (
            Theorem(
                "Wilson's theorem, the cycle",
                "the board is a single cycle, so the pieces keep their cyclic order",
                WILSON,
            ),
        )
    if _is_theta_0(graph):
        return (
            Theorem(
                "Wilson's theorem, theta_0",
                "the board is theta_0, a hexagon with a cell between two opposite corners; in this "
                "exceptional case, the group is PGL(2,5) of order 120",
                WILSON,
            ),
        )
    bipartite = networkx.is_bipartite(graph)
    return (
        Theorem(
            "Wilson's theorem",
            "the board is 2-connected and bipartite, so exactly the even permutations occur"
            if bipartite
            else "the board is 2-connected and not bipartite, so all permutations occur",
            WILSON,
        ),
    )


def _is_theta_0(graph: networkx.Graph) -> bool:
    import networkx

    theta = networkx.Graph([(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 6), (6, 3)])
    return len(graph) == 7 and bool(networkx.is_isomorphic(graph, theta))
