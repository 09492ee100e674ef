"""Small transitive and primitive groups and subgroups of S10, compared with GAP."""

import gzip
import math
import re
from collections import Counter
from random import Random
from typing import NamedTuple
from unittest.mock import patch

import pytest
from group_builders import closure, fast, plain
from support import DATA_FOLDER, reachable, sample_size
from sympy.combinatorics import Permutation, PermutationGroup

from puzzlekit.core.permutation import cycle_type, is_even, multiply, restrict
from puzzlekit.groups import describe
from puzzlekit.groups.compiled import schreier_sims

pytestmark = pytest.mark.slow

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-"


class Entry(NamedTuple):
    kind: str
    degree: int
    order: int
    number: int
    name: str
    generators: list[tuple[int, ...]]


def images(text, degree):
    values = [DIGITS.index(digit) for digit in text]
    if degree > 64:
        values = [64 * a + b for a, b in zip(values[::2], values[1::2], strict=True)]
    return tuple(values)


def entries():
    """Return the groups, and the order and number of each named group in GAP's library."""
    found, named = [], {}
    path = DATA_FOLDER / "gap_groups.txt.gz"
    for line in gzip.decompress(path.read_bytes()).decode().splitlines():
        if line.startswith("named"):
            _, _, order, number, name = line.split()
            named[name] = int(order), int(number)
        elif not line.startswith("#"):
            kind, degree, order, number, name, texts = line.split()
            generators = [images(text, int(degree)) for text in texts.split(",")]
            found.append(Entry(kind, int(degree), int(order), int(number), name, generators))
    return found, named


ENTRIES, NAMED = entries()
SAMPLE = Random(7).sample(ENTRIES, sample_size(len(ENTRIES), share=30))


def test_libraries_are_complete():
    counts = Counter((entry.kind, entry.degree) for entry in ENTRIES)
    transitive = [counts["transitive", n] for n in range(2, 13)]
    assert transitive == [1, 2, 5, 5, 16, 7, 50, 34, 45, 8, 301]
    primitive = [counts["primitive", n] for n in range(13, 33)]
    assert primitive == [9, 4, 6, 22, 10, 4, 8, 4, 9, 4, 7, 5, 28, 7, 15, 14, 8, 4, 12, 7]


def test_orders_by_all_methods():
    for entry in SAMPLE:
        found = fast(entry.generators)
        assert (found.order, found.certain) == (entry.order, True), entry
    with patch.object(schreier_sims, "MAX_LEVELS", 0):  # makes every chain too long
        for entry in SAMPLE[::4]:
            found = fast(entry.generators)
            assert (found.order, found.certain) == (entry.order, True), entry
    for entry in SAMPLE:
        if entry.degree <= 24:
            found = plain(entry.generators)
            assert (found.order, found.certain) == (entry.order, True), entry


# -- names ----------------------------------------------------------------------------------------


def parsed(name):
    """Return the index and the factors in a group name."""
    if name.startswith("index "):
        _, index, _, whole = name.split(" ", 3)
        return int(index), parsed(whole)[1]
    factors = []
    depth, start = 0, 0
    for at, letter in enumerate(name):
        depth += (letter == "(") - (letter == ")")
        if depth == 0 and name.startswith(" x ", at):
            factors.append(name[start:at])
            start = at + 3
    factors.append(name[start:])
    found = []
    for factor in factors:
        base, power = re.fullmatch(r"(.*?)(?:\^(\d+))?", factor).groups(default="1")
        if base[0] == "(":
            base = base[1:-1]
        found += [base] * int(power)
    return 1, found


#: Orders of groups whose names are checked as a whole, as they do not determine an action.
OTHERS = {f"Dic{n}": 4 * n for n in range(3, 13)} | {
    "Q8": 8,
    "Q16": 16,
    "SD16": 16,
    "SL(2,3)": 24,
    "GL(2,3)": 48,
    "SL(2,5)": 120,
    "M10": 720,
    "AGL(3,2)": 1344,
    "PSL(3,3)": 5616,
    "PSU(3,3)": 6048,
    "J1": 175560,
}


def size_of(factor):
    """Return the order and the degree of the group that a factor names."""
    if factor in OTHERS:
        return OTHERS[factor], 0
    if factor.startswith("index"):
        index, factors = parsed(factor)
        sizes = [size_of(each) for each in factors]
        return math.prod(s for s, _ in sizes) // index, sum(n for _, n in sizes)
    if " wr " in factor:
        (local, m), (outer, k) = map(size_of, factor.split(" wr "))
        return local**k * outer, m * k
    if factor[:4] in ("PSL(", "PGL("):
        q = int(factor[6:-1])
        half = factor[1] == "S" and q % 2
        return (q + 1) * q * (q - 1) // (2 if half else 1), q + 1
    if split := re.fullmatch(r"C(\d+):C(\d+)", factor):
        return int(split[1]) * int(split[2]), int(split[1])
    if factor[:6] == "AGL(1,":
        p = int(factor[6:-1])
        return p * (p - 1), p
    if factor[0] == "M":
        orders = {11: 7920, 12: 95040, 22: 443520, 23: 10200960, 24: 244823040}
        return orders[int(factor[1:])], int(factor[1:])
    n = int(factor[1:])
    sizes = {"C": n, "D": 2 * n, "S": math.factorial(n), "A": math.factorial(n) // 2}
    return sizes[factor[0]], n


def group_of(generators):
    return PermutationGroup([Permutation(list(g)) for g in generators])


def orbits_of(generators):
    return [sorted(orbit) for orbit in group_of(generators).orbits() if len(orbit) > 1]


def true_order(generators):
    return group_of(generators).order()


def block_systems(generators, size):
    """Return all systems of blocks of a size, as the block of each point, by joining finer ones."""
    group, points = group_of(generators), range(len(generators[0]))

    def finest(block):
        """Return the finest system with a block that contains some points."""
        names = {}
        found = group.minimal_block(sorted(block))
        return tuple(names.setdefault(each, len(names)) for each in found)

    def joins(system):
        for other in minimal:
            yield finest({p for p in points if system[p] == system[0] or other[p] == other[0]})

    minimal = {finest({0, p}) for p in points[1:]}
    systems = set().union(*(reachable(system, joins) for system in minimal))
    return [system for system in systems if system.count(system[0]) == size]


def centralizers(generators, system):
    """Yield permutations that centralize a transitive group and rotate each of its blocks."""
    degree, size = len(generators[0]), system.count(0)
    for image in range(degree):
        found = {0: image}
        queue = [0]
        for p in queue:
            for g in generators:
                if g[p] not in found:
                    found[g[p]] = g[found[p]]
                    queue.append(g[p])
        c = tuple(found[p] for p in range(degree))
        if sorted(c) == list(range(degree)) and all(
            multiply(c, g) == multiply(g, c) for g in generators
        ):
            cycle, p = [0], c[0]
            while p:
                cycle.append(p)
                p = c[p]
            if len(cycle) == size and {system[p] for p in cycle} == {system[0]}:
                yield c


def lies_in(generators, factor):
    """Return whether a transitive group is conjugate to a subgroup of the named one."""
    degree = len(generators[0])
    size, n = size_of(factor)
    if (factor, degree) == ("M11", 12):
        return is_called(generators, factor)
    if n != degree:  # the names of transitive groups are checked as a whole
        return " wr " not in factor and describe(generators).name == factor
    if " wr " in factor:
        local, outer = factor.split(" wr ")
        for system in block_systems(generators, size_of(local)[1]):
            if local[0] == "C" and local != "C2" and not any(centralizers(generators, system)):
                continue
            heads = [system.index(block) for block in range(len(set(system)))]
            action = [tuple(system[g[p]] for p in heads) for g in generators]
            if lies_in(action, outer):
                return True
        return False
    if factor[0] == "S" or factor == "C2":
        return True
    if re.fullmatch(r"A\d+", factor):
        return all(map(is_even, generators))
    return true_order(generators) == size and is_called(generators, factor)


def is_called(generators, factor):
    """Return whether GAP gives this name to a group of the right order and degree."""
    degree, size = len(generators[0]), true_order(generators)
    if factor[0] in "CD" and ":" not in factor:
        turn = next(p for p in closure(generators) if cycle_type(p) == (degree,))
        return factor[0] == "C" or any(multiply(g, turn) != multiply(turn, g) for g in generators)
    if not is_twice(generators):
        return ":" in factor
    if factor[:6] == "AGL(1,":
        return True
    same = [e for e in ENTRIES if (e.degree, e.order) == (degree, size) and is_twice(e.generators)]
    return factor in set.intersection(*(aliases(e.name) for e in same))


def aliases(name):
    """Return the possible names here of a GAP name such as L(2,2^3) = A_5(6)."""
    name = name.replace("M_11(12)", "M11").replace("A_6(10)", "PSL(2,9)")
    found = set()
    for part in re.split(r"[=|]", name):
        part = re.sub(r"(\d+)\^(\d+)", lambda power: str(int(power[1]) ** int(power[2])), part)
        part = re.sub(r"^M\((\d+)\)$", r"M\1", part)
        found |= {part, re.sub("^L", "PSL", part)}
    return found


def is_twice(generators):
    """Return whether a group is 2-transitive."""
    degree = len(generators[0])
    pairs = reachable((0, 1), lambda pair: [(g[pair[0]], g[pair[1]]) for g in generators])
    return len(pairs) == degree * (degree - 1)


def is_inside(generators, factors):
    """Return whether the group acts faithfully on some orbits, each inside one of the factors."""
    if any(factor.startswith("index") for factor in factors):
        factors = [each for factor in factors for each in parsed(factor)[1]]
    orbits = orbits_of(generators)

    def chosen(left, used):
        if not left and len(used) == len(orbits):
            return True
        if not left:
            points = [p for orbit in used for p in orbit]
            return true_order(restrict(generators, points)) == true_order(generators)
        for orbit in orbits:
            action = restrict(generators, orbit)
            if orbit not in used:
                if lies_in(action, left[0]) and chosen(left[1:], [*used, orbit]):
                    return True
                four = left[:2] == ["C2", "C2"] and len(orbit) == true_order(action) == 4
                if four and chosen(left[2:], [*used, orbit]):
                    return True
        return False

    return chosen(sorted(factors), [])


def test_names():
    checked = Counter()
    for entry in SAMPLE:
        name = describe(entry.generators).name
        if name is None:
            continue
        index, factors = parsed(name)
        assert math.prod(size_of(factor)[0] for factor in factors) == index * entry.order, entry
        if "index" not in name and entry.number:
            assert NAMED[name.replace(" ", "")] == (entry.order, entry.number), (name, entry)
            checked["as a whole"] += 1
        else:
            assert is_inside(entry.generators, factors), (name, entry)
            checked["as a subgroup"] += 1
    assert min(checked.values()) > len(SAMPLE) / 7


def test_name_of_a_simple_group_of_large_degree():
    entry = next(entry for entry in ENTRIES if entry.name == "J_1")
    assert describe(entry.generators).name == "J1"
