"""Small transitive and primitive groups and subgroups of S10, compared with GAP."""

import gzip
import math
import re
from collections import Counter
from random import Random
from typing import NamedTuple
from unittest.mock import patch

import pytest
from group_builders import compiled_result, plain_result
from support import DATA_FOLDER, sample_size

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
        found = compiled_result(entry.generators)
        assert (found.order, found.certain) == (entry.order, True), entry
    with patch.object(schreier_sims, "MAX_LEVELS", 0):  # makes every chain too long
        for entry in SAMPLE[::4]:
            found = compiled_result(entry.generators)
            assert (found.order, found.certain) == (entry.order, True), entry
    for entry in SAMPLE:
        if entry.degree <= 24:
            found = plain_result(entry.generators)
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
    """Return the order of the group that a factor names."""
    if factor in OTHERS:
        return OTHERS[factor]
    if factor.startswith("index"):
        index, factors = parsed(factor)
        return math.prod(map(size_of, factors)) // index
    if " wr " in factor:
        local, outer = factor.split(" wr ")
        return size_of(local) ** degree_of(outer) * size_of(outer)
    if factor[:4] in ("PSL(", "PGL("):
        q = int(factor[6:-1])
        return (q + 1) * q * (q - 1) // (2 if factor[1] == "S" and q % 2 else 1)
    if split := re.fullmatch(r"C(\d+):C(\d+)", factor):
        return int(split[1]) * int(split[2])
    if factor[:6] == "AGL(1,":
        return int(factor[6:-1]) * (int(factor[6:-1]) - 1)
    n = int(factor[1:])
    mathieu = {11: 7920, 12: 95040, 22: 443520, 23: 10200960, 24: 244823040}
    sizes = {"C": n, "D": 2 * n, "S": math.factorial(n), "A": math.factorial(n) // 2}
    return mathieu[n] if factor[0] == "M" else sizes[factor[0]]


def degree_of(factor):
    """Return the degree of the natural action of the second group in a wreath product."""
    return int(re.search(r"(\d+)\W*$", factor)[1]) + (factor[:2] in ("PS", "PG"))


def test_names():
    checked = 0
    for entry in SAMPLE:
        name = describe(entry.generators).name
        if name is None:
            continue
        index, factors = parsed(name)
        assert math.prod(map(size_of, factors)) == index * entry.order, entry
        if known := NAMED.get(name.replace(" ", "")):
            assert known == (entry.order, entry.number or known[1]), (name, entry)
            checked += 1
    assert checked > len(SAMPLE) / 7


def test_name_of_simple_group_of_large_degree():
    entry = next(entry for entry in ENTRIES if entry.name == "J_1")
    assert describe(entry.generators).name == "J1"
