"""The order of a permutation group, and why it is certain.

Most groups are done in plain Python, at once. The same steps in compiled code are loaded where
plain Python would take longer than loading does, or by `prepare`, and are used for all groups
from then on: loading takes half a second, and the first time ever, when they are compiled, a
quarter of a minute.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ..core.numba_status import has_numba
from ..core.permutation import Images, order
from ..core.sparse import Sparse, as_sparse, dense
from .giants import giant_order
from .plain import structure
from .plain.schreier_sims import SchreierSims, WorkLimitReached
from .proved_order import ProvedOrder

#: Points times generators from which on plain Python takes longer than loading compiled code
#: (`benchmarks/group_code.py` measures it).
LARGE_DEGREE = 500_000

#: A group on many points that has few generators is seldom that of a board: no witness of its
#: structure turns up early, and plain Python would look for one in vain.
WIDE, FEW = 300, 10

#: Products of points that plain Python calculates, in less than a second, before it gives up.
MAX_PRODUCTS = 5_000_000


_ready = False


def prepare() -> None:
    """Load the compiled code, compiling it where that was never done; there must be numba."""
    global _ready
    if not _ready:
        from .compiled.engine import warm_up

        warm_up()
        _ready = True


def is_prepared() -> bool:
    """Return whether the compiled code is loaded."""
    return _ready


def prove_order(
    generators: Sequence[Images] | Sequence[Sparse], deadline: float = math.inf
) -> ProvedOrder:
    """Return the order of the group that image lists, or sparse permutations, generate.

    Past the deadline (of `time.monotonic`) nothing is proved any more, and it is not certain.
    Raises `LimitReachedError` where the images of sparse generators take too much room.

    >>> prove_order([(1, 2, 3, 4, 0), (1, 0, 2, 3, 4)]).order
    120
    """
    count, degree = len(generators), len(generators[0])
    if count == 1 and degree > WIDE:
        return ProvedOrder(order(dense(generators)[0]), True, "one generator")
    if count * degree > LARGE_DEGREE and (giant := giant_order(as_sparse(generators))) is not None:
        return giant
    images = dense(generators)
    large = count * degree > LARGE_DEGREE or (degree > WIDE and count < FEW)
    if _ready or (large and has_numba()):
        return _find_fast(images, deadline)
    current = images
    factor, kinds, wreaths = 1, [], []
    while (found := structure.reduce_structure(current)) is not None:
        factor *= found.factor
        kinds += [(kind.blocks, kind.size) for kind in found.kinds]
        wreaths += [found.wreath] if found.wreath else []
        current = _cleaned(found.generators)
        if not current:
            return ProvedOrder.of(factor, kinds, wreaths)
    chain = fast_chain(current)
    if chain is None:
        inner = _find_fast(current, deadline)
        return inner._replace(
            order=factor * inner.order,
            proof=inner.proof if factor == 1 else _with_structure(inner.proof),
            kinds=(*kinds, *inner.kinds),
            wreaths=(*wreaths, *inner.wreaths),
        )
    sizes = [len(transversal) for transversal in chain.transversals]
    return ProvedOrder.of(factor, kinds, wreaths, len(current[0]), sizes, "Schreier generators")


def fast_chain(generators: Sequence[Images]) -> SchreierSims | None:
    """Return a chain from plain Python; None if compiled code is quicker."""
    try:
        return SchreierSims(generators, patience=MAX_PRODUCTS)
    except WorkLimitReached:
        return None if has_numba() else SchreierSims(generators)


def _with_structure(proof: str) -> str:
    return proof if proof.startswith("structure") else f"structure, {proof}"


def _find_fast(generators: Sequence[Images], deadline: float) -> ProvedOrder:
    import numpy

    from .compiled.engine import prove_order

    global _ready
    found = prove_order(numpy.array(generators, dtype=numpy.int32), deadline)
    _ready = True
    return found


def _cleaned(generators: list[Images]) -> list[Images]:
    """Renumber to the points that are moved; drop generators that move none, and repeats."""
    points = [p for p in range(len(generators[0])) if any(g[p] != p for g in generators)]
    place = {point: i for i, point in enumerate(points)}
    identity: Images = tuple(range(len(points)))
    found: dict[Images, Any] = dict.fromkeys(
        tuple([place[g[p]] for p in points]) for g in generators
    )
    return [g for g in found if g != identity]
