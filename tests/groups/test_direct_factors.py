"""Generators with many direct factors and repeats: every query ends quickly."""

import math
from random import Random

import pytest
from group_builders import array, check_chain
from support import nightly, run_python, sample_size

from puzzlekit.core.permutation import Images, from_cycles, multiply
from puzzlekit.groups import describe, prepare, sympy_group
from puzzlekit.groups.arrangements import count_arrangements, reachability_obstacle
from puzzlekit.groups.direct_factors import direct_factors
from puzzlekit.groups.stabilizer_chains import stabilizer_chain

#: CPU seconds for all queries on this number of puzzles: about ten times the usual time.
ENOUGH, PUZZLES = sample_size(60), sample_size(120)

LIMITED = """
import resource, runpy, sys
resource.setrlimit(resource.RLIMIT_CPU, ({seconds}, {seconds}))
sys.argv = ["graph_puzzles.py", "{puzzles}"]
sys.path.insert(0, "benchmarks")
runpy.run_path("benchmarks/graph_puzzles.py", run_name="__main__")
"""


def disjoint_swaps(count: int, degree: int) -> list[Images]:
    return [from_cycles([(2 * i, 2 * i + 1)], degree) for i in range(count)]


def test_factors_without_repeats_and_identities():
    spin = from_cycles([(3, 5, 7)], 8)
    parts = direct_factors(
        [spin, (*range(8),), *disjoint_swaps(1, 8), spin, from_cycles([(1, 2)], 8)]
    )
    assert [(part.points, part.generators) for part in parts] == [
        ([3, 5, 7], [(1, 2, 0)]),
        ([0, 1, 2], [(1, 0, 2), (0, 2, 1)]),
    ]
    assert direct_factors([(0, 1), (0, 1)]) == direct_factors([]) == []


def test_chain_of_factors():
    generators = [from_cycles([(0, 4)], 7), from_cycles([(2, 3, 6)], 7), from_cycles([(2, 3)], 7)]
    chain = stabilizer_chain(generators, 12)
    assert math.prod(map(len, chain.orbits)) == 12
    check_chain(chain)
    assert sympy_group(chain.strong_generators()).equals(sympy_group(generators))


def test_arrangements_multiply():
    generators = disjoint_swaps(12, 40) + [from_cycles([range(30, 34)], 40)] * 3
    labels = [str(point // 4) for point in range(40)]
    labels[0], labels[30] = "a", "b"
    # Only the first pair has two labels; in the ring one piece differs from the others.
    assert count_arrangements(generators, labels) == 2 * 4
    assert count_arrangements(generators, [str(point) for point in range(40)]) == 2**12 * 4
    state = list(labels)
    state[0], state[1] = state[1], state[0]
    assert reachability_obstacle(generators, labels, state) is None
    state[8], state[30] = state[30], state[8]
    assert reachability_obstacle(generators, labels, state) == "No moves take these pieces there."


@pytest.mark.slow
@pytest.mark.parametrize("linked", [False, True])
def test_rank_beyond_random_elements(linked):
    """Ten random elements never generate twenty swaps. The search for a chain once never ended."""
    from puzzlekit.groups.compiled import schreier_sims

    generators = disjoint_swaps(20, 40)
    if linked:
        generators = [multiply(*Random(i).sample(generators, 3)) for i in range(60)]
    order = describe(generators).order
    chain = schreier_sims.random_chain(array(generators), order)
    assert chain.order == order > 2**15


@pytest.mark.slow
def test_excessive_order_ends_search():
    from puzzlekit.groups.compiled import schreier_sims

    generators = array([(1, 2, 0, 3), (0, 1, 3, 2)])
    assert schreier_sims.random_chain(generators, 48).order == 24


@nightly
def test_benchmark_queries():
    """Run the queries of the benchmark under the operating system's CPU limit."""
    pytest.importorskip("resource", reason="CPU seconds are limited on POSIX only")
    prepare()  # compile before the limit applies
    code = LIMITED.format(seconds=ENOUGH, puzzles=PUZZLES)
    done = run_python("-c", code)
    assert done.returncode == 0, done.stderr
    assert f"{PUZZLES} puzzles" in done.stdout
