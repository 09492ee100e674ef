"""Proved names of permutation groups.

A group is named only if its order and orbits prove the name. The name of a subgroup of a product of
wreath products, such as the group of a twisty puzzle, includes its index.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import repeat
from typing import NamedTuple

from ..core.permutation import Images, multiply, order, restrict
from ..core.sparse_permutations import Sparse, dense
from .abstract_names import abstract_name, metacyclic_name
from .giants import is_prime
from .order_proof import prove_order
from .plain.blocks import block_systems
from .plain.piece_orbits import piece_orbits, representative_orbits
from .proved_order import ProvedOrder

#: A name may contain an index in a wreath product only if the index is smaller than this.
MAX_DEGREE = 50

#: Maximum degree for the search for block systems, which tries many pairs of points in groups with
#: long stabilizer chains.
MAX_WREATH = 300

#: Primitive groups that are determined by their degree and order. Sources: C. Sims, Computational
#: methods in the study of permutation groups, 1970 (up to degree 20); J. Dixon and B. Mortimer, The
#: primitive permutation groups of degree less than 1000, 1988.
SPORADIC = {
    (6, 120): "PGL(2,5)",
    (6, 60): "PSL(2,5)",
    (8, 1_344): "AGL(3,2)",
    (11, 7_920): "M11",
    (12, 7_920): "M11",
    (12, 95_040): "M12",
    (22, 443_520): "M22",
    (23, 10_200_960): "M23",
    (24, 244_823_040): "M24",
}


class Overgroup(NamedTuple):
    """A named group that contains a given group, and the order of the named group.

    `natural` tells whether the name determines the action, as needed for wreath products.
    """

    name: str
    order: int
    natural: bool = True


#: The generators of a direct factor, and its order.
ProvedFactor = tuple[Sequence[Images] | Sequence[Sparse], ProvedOrder]


def group_name(parts: Sequence[ProvedFactor]) -> str | None:
    """Return the proved name of a direct product of groups without fixed points, or None.

    >>> gens = [(1, 0, 2, 3, 4), (0, 1, 3, 4, 2)]
    >>> group_name([([(1, 2, 3, 0), (1, 0, 2, 3)], prove_order([(1, 2, 3, 0), (1, 0, 2, 3)]))])
    'S4'
    """
    names: list[str] = []
    for generators, proved in parts:
        factors = _factor_names(generators, proved)
        if factors is None:
            return None
        names += factors
    if len(names) > 1:
        names = [f"({name})" if name.startswith("index") else name for name in names]
    return product_name(names)


def product_name(names: Sequence[str]) -> str:
    """Join the names of factors; write equal factors as a power.

    >>> product_name(["S4", "C4", "C3 wr S8", "S4"])
    'C3 wr S8 x C4 x S4^2'
    """
    ordered = sorted(names, key=lambda name: (name[0], " " not in name, len(name), name))
    counts = {name: ordered.count(name) for name in ordered}
    powers = [
        (f"({name})" if n > 1 and " " in name and name[0] != "(" else name)
        + (f"^{n}" if n > 1 else "")
        for name, n in counts.items()
    ]
    return " x ".join(powers) or "1"


def _factor_names(
    given: Sequence[Images] | Sequence[Sparse], proved: ProvedOrder
) -> list[str] | None:
    """Return the names of the direct factors of a group, or None if no name is proved."""
    if not proved.certain:
        return None
    degree = len(given[0])
    if [(degree, 1)] == list(proved.kinds) and (giant := _giant_name(degree, proved.order)):
        return [giant]
    generators = dense(given)
    if len(generators) == 1 or _is_abelian(generators):
        return _cyclic_factors(generators, proved.order)
    orbits = representative_orbits(generators)
    overgroups = []
    for points in orbits:
        action = restrict(generators, points)
        of_action = proved if len(orbits) == 1 else prove_order(action)
        overgroup = _overgroup(action, of_action)
        if overgroup is None:
            break
        if overgroup.order == of_action.order == proved.order:  # the action is faithful
            return [overgroup.name]
        overgroups.append(overgroup)
    names = [each.name for each in overgroups]
    index = math.prod(each.order for each in overgroups) // proved.order
    if len(names) == len(orbits) and index == 1:
        return names
    if len(orbits) > 1 and (name := metacyclic_name(generators, proved.order)):
        return [name]
    return [f"index {index} in {product_name(names)}"] if len(names) == len(orbits) else None


def _is_abelian(generators: list[Images]) -> bool:
    return all(
        multiply(g, h) == multiply(h, g) for i, g in enumerate(generators) for h in generators[:i]
    )


def _cyclic_factors(generators: list[Images], size: int) -> list[str] | None:
    """Return the cyclic factors of an abelian group.

    For each n, the number of elements whose order divides n equals the index of the group of n-th
    powers.
    """
    if order(generators[0]) == size:
        return [f"C{size}"]
    exponent = math.lcm(*map(order, generators))
    neutral = tuple(range(len(generators[0])))
    factors: dict[int, list[int]] = {}
    for p in (p for p in range(2, len(neutral) + 1) if exponent % p == 0 and is_prime(p)):
        ranks: list[int] = []
        number = p
        while exponent % number == 0:
            powers = {reduce(multiply, repeat(g, number)) for g in generators} - {neutral}
            proved = prove_order(sorted(powers)) if powers else None
            if proved is not None and not proved.certain:
                return None
            dividing, rank = size // (proved.order if proved else 1), 0
            while dividing % p == 0:
                dividing, rank = dividing // p, rank + 1
            ranks.append(rank - sum(ranks))
            number *= p
        factors[p] = [p ** sum(rank > i for rank in ranks) for i in range(ranks[0])]
    invariants = [
        math.prod(powers[i] for powers in factors.values() if i < len(powers))
        for i in range(max(map(len, factors.values())))
    ]
    return [f"C{n}" for n in sorted(invariants)]


def _overgroup(generators: list[Images], proved: ProvedOrder) -> Overgroup | None:
    """Return the smallest named group found that contains a transitive group, or None."""
    degree, size = len(generators[0]), proved.order
    if proved.kinds and not proved.wreaths:
        blocks, twists = proved.kinds[0]
        if twists > 1:
            whole = math.factorial(blocks) * twists**blocks
            return Overgroup(f"C{twists} wr S{blocks}", whole)
    name = _giant_name(degree, size) or _primitive(generators, proved)
    if name is not None:
        return Overgroup(name, size)
    factors = _cyclic_factors(generators, size) if _is_abelian(generators) else None
    name = product_name(factors) if factors else abstract_name(generators, size)
    if name is not None:
        natural = name in (f"C{degree}", f"D{degree}") or (is_prime(degree) and size < degree**2)
        return Overgroup(name, size, natural)
    if degree > MAX_WREATH and "blocks" in proved.methods:
        return None
    wreaths = [
        _wreath_overgroup(generators, *system, size) for system in _block_systems(generators)
    ]
    return min((each for each in wreaths if each), key=lambda each: each.order, default=None)


def _block_systems(generators: list[Images]) -> Iterator[tuple[str, int, list[int]]]:
    """Yield block systems as (name of a block's group, its order, block of each point)."""
    points = list(range(len(generators[0])))
    kind = next(piece_orbits(generators, [points]))
    if kind.size > 1:
        yield f"C{kind.size}", kind.size, [kind.place[point][0] for point in points]
    for system in block_systems(generators):
        m = system.count(system[0])
        yield _symmetric(m), math.factorial(m), system


def _wreath_overgroup(
    generators: list[Images], local: str, local_order: int, system: list[int], size: int
) -> Overgroup | None:
    """Return the wreath product with the action on the blocks if that action has a name."""
    heads = {block: point for point, block in enumerate(system)}
    action = [tuple([system[g[heads[block]]] for block in range(len(heads))]) for g in generators]
    proved = prove_order(action)
    if local_order ** len(heads) * proved.order >= MAX_DEGREE * size:
        return None
    outer = _overgroup(action, proved)
    if outer is None or not outer.natural or " " in outer.name:
        return None
    whole = local_order ** len(heads) * outer.order
    return Overgroup(f"{local} wr {outer.name}", whole) if whole < MAX_DEGREE * size else None


def _symmetric(degree: int) -> str:
    return "C2" if degree == 2 else f"S{degree}"


def _giant_name(degree: int, size: int) -> str | None:
    """Return the name of a transitive group that is symmetric or alternating."""
    if size == math.factorial(degree):
        return _symmetric(degree)
    if 2 * size == math.factorial(degree):
        return f"A{degree}" if degree > 3 else "C3"
    return None


def _primitive(generators: list[Images], proved: ProvedOrder) -> str | None:
    degree, size = len(generators[0]), proved.order
    doubly_transitive = proved.remaining_degree == degree and tuple(proved.sizes[:2]) == (
        degree,
        degree - 1,
    )
    if not doubly_transitive:
        return None
    if (degree, size) in SPORADIC:
        return SPORADIC[degree, size]
    return _linear_name(generators, proved.sizes, degree - 1, size)


def _linear_name(generators: list[Images], sizes: Sequence[int], q: int, size: int) -> str | None:
    """Return "PSL(2,q)" or "PGL(2,q)" if proved for a 2-transitive group on q + 1 points, or None.

    A sharply 3-transitive group is PGL(2,q) unless q is an odd square (H. Zassenhaus, 1936). A
    group of half that order with a base of three points is PSL(2,q) if q is odd, by the
    classification of 2-transitive groups (P. Cameron, Finite permutation groups and finite simple
    groups, 1981), or AGammaL(1,8), which has the order of PSL(2,7) but is not simple.
    """
    if len(sizes) != 3 or q < 4 or not _is_prime_power(q):
        return None
    if sizes[2] == q - 1 and (q % 2 == 0 or math.isqrt(q) ** 2 != q):
        return f"P{'G' if q % 2 else 'S'}L(2,{q})"
    if q % 2 and 2 * sizes[2] == q - 1:
        return f"PSL(2,{q})" if q != 7 else abstract_name(generators, size)
    return None


def _is_prime_power(number: int) -> bool:
    p = next(p for p in range(2, number + 1) if number % p == 0)
    return bool(p ** round(math.log(number, p)) == number)
