"""Names of abelian groups, compared with the invariants that SymPy computes."""

import math
import re
from random import Random

import pytest
from sympy.combinatorics import Permutation, PermutationGroup
from sympy.combinatorics.named_groups import AbelianGroup

from puzzlekit import group


def prime_powers(name):
    """Return the orders of the factors of prime power order in a name such as `C4 x C6^2`."""
    found = []
    for size, exponent in re.findall(r"C(\d+)(?:\^(\d+))?", name):
        left = int(size)
        for p in range(2, left + 1):
            power = 1
            while left % p == 0:
                left, power = left // p, power * p
            found += [power] * int(exponent or 1) if power > 1 else []
    return sorted(found)


@pytest.mark.parametrize("seed", range(12))
def test_invariants(seed):
    rng = Random(seed)
    whole = AbelianGroup(*(rng.choice([2, 3, 4, 6, 8, 9]) for _ in range(rng.randint(2, 4))))
    elements = [
        math.prod((g ** rng.randrange(9) for g in whole.generators), start=whole.identity)
        for _ in range(3)
    ]
    known = PermutationGroup([each for each in elements if each] or [Permutation(1)])
    name = group([tuple(each.array_form) for each in known.generators]).name
    assert prime_powers(name) == sorted(known.abelian_invariants())
