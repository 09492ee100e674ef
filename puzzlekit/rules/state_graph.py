"""Graphs of states, with edges labelled by moves."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING, TypeVar

from ..core.errors import LimitReachedError

if TYPE_CHECKING:
    import networkx

#: Default maximum number of nodes in a graph (about 100 MB).
MAX_NODES = 50_000

Node = TypeVar("Node", bound=Hashable)


def reachable_graph(
    start: Node,
    steps: Callable[[Node], Iterable[tuple[str, Node]]],
    limit: int,
) -> networkx.MultiDiGraph:
    """Return the graph reachable from a start; raise `LimitReachedError` beyond `limit` nodes."""
    import networkx

    graph = networkx.MultiDiGraph()
    graph.add_node(start)
    queue = [start]
    for node in queue:
        for move, reached in steps(node):
            if reached not in graph:
                if len(graph) >= limit:
                    raise LimitReachedError(
                        f"The graph has more than {limit:,} nodes; raise `limit` if you have "
                        "enough memory."
                    )
                queue.append(reached)
            graph.add_edge(node, reached, move=move)
    return graph
