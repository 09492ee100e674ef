"""Biconnected components of graphs, by depth-first search (Hopcroft and Tarjan, 1973).

networkx has them too, but solvers also run where it is not installed.
"""

from __future__ import annotations

from collections.abc import Iterator

#: The neighbours of each node of an undirected graph.
Edges = dict[int, set[int]]


def subgraph(edges: Edges, nodes: set[int]) -> Edges:
    """Return the part of a graph with the given nodes."""
    return {node: edges[node] & nodes for node in nodes}


def biconnected_components(edges: Edges) -> Iterator[set[int]]:
    """Yield the nodes of each biconnected component. A single edge counts as one.

    >>> sorted(map(sorted, biconnected_components({0: {1, 2}, 1: {0, 2}, 2: {0, 1, 3}, 3: {2}})))
    [[0, 1, 2], [2, 3]]
    """
    number: dict[int, int] = {}
    lowest: dict[int, int] = {}
    for root in edges:
        if root in number:
            continue
        number[root] = lowest[root] = len(number)
        stack, path = [root], [(root, iter(edges[root]))]
        while path:
            node, rest = path[-1]
            child = next(rest, None)
            if child is None:
                path.pop()
                if not path:
                    break
                parent = path[-1][0]
                lowest[parent] = min(lowest[parent], lowest[node])
                if lowest[node] >= number[parent]:
                    at = stack.index(node)
                    yield {parent, *stack[at:]}
                    del stack[at:]
            elif child not in number:
                number[child] = lowest[child] = len(number)
                stack.append(child)
                path.append((child, iter(edges[child])))
            else:
                lowest[node] = min(lowest[node], number[child])


def is_biconnected(edges: Edges) -> bool:
    """Return whether a graph stays connected after the removal of any single node.

    >>> is_biconnected({0: {1, 2}, 1: {0, 2}, 2: {0, 1}})
    True
    >>> is_biconnected({0: {1}, 1: {0}, 2: set()})
    False
    """
    return next(biconnected_components(edges), set()) == set(edges)
