"""The group of a drawing, which depends only on edges, turns and holes.

The group is cached so that moving nodes or pieces does not recompute it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ..core.numba_status import retry_without_numba
from ..core.permutation import Images, orbits, restrict
from ..core.sparse_permutations import dense
from ..groups import GroupInfo, describe
from .drawing import Drawing, Node
from .puzzle import rules_of_drawing
from .report import ReportPart

#: Time limit in seconds for proving a group's order. Without a proof, the order is uncertain.
PROOF_SECONDS = 5.0


class GroupStructure(NamedTuple):
    """The generators, the group, its parts and the number of hole placements of a drawing."""

    generators: tuple[Images, ...]
    info: GroupInfo
    parts: tuple[ReportPart, ...]
    places: int


@lru_cache(maxsize=64)
def _compute_structure(bare: Drawing) -> GroupStructure:
    rules = rules_of_drawing(bare)
    group = rules.vertex_group(bare.start)
    generators = tuple(dense(list(group.generators.values())))
    info = describe(generators, seconds=PROOF_SECONDS)
    return GroupStructure(generators, info, tuple(_report_parts(generators, info)), group.frames)


def _report_parts(generators: Sequence[Images], info: GroupInfo) -> Iterator[ReportPart]:
    """Yield the orbits with more than one node, and the group that acts on each orbit."""
    for cells in map(sorted, orbits(generators)):
        if len(cells) > 1:
            own = info
            if len(cells) < info.degree:
                own = describe(restrict(generators, cells), seconds=PROOF_SECONDS)
            yield ReportPart(tuple(cells), own.order, own.name or "")


@retry_without_numba
def find_structure(drawing: Drawing) -> GroupStructure:
    """Return the cached group structure for the holes at the start.

    Raises `LimitReachedError` if the computation takes too long.
    """
    labels = tuple("x" if label else "" for label in drawing.start)
    nodes = tuple(Node(str(cell), (cell, 0)) for cell in range(len(labels)))
    return _compute_structure(Drawing(nodes, drawing.ways, drawing.turns, labels, labels))
