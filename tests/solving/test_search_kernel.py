"""The choice of a beam by compiled code, compared with a choice in plain Python."""

import random

import pytest

numpy = pytest.importorskip("numpy")
pytest.importorskip("numba")
pytestmark = pytest.mark.slow

WIDTH = 20


def reference_beam(scores, costs, keys, known):
    """Return the nodes with the lowest scores and new keys, the cheapest for each key."""
    nodes = {}
    for node in sorted(range(len(scores)), key=scores.__getitem__):
        if len(nodes) == WIDTH:
            break
        if keys[node] not in known and costs[node] < costs[nodes.get(keys[node], -1)]:
            nodes[keys[node]] = node
    return list(nodes.values())


@pytest.mark.parametrize("seed", range(5))
def test_beam_selection(seed):
    """Three beams exclude the keys of earlier beams; most keys are equal, as are most scores."""
    from puzzlekit.solving.search_kernel import choose_beam

    rng = random.Random(seed)
    seen, index = numpy.zeros(3 * WIDTH, numpy.uint64), numpy.full(256, -1, numpy.int32)
    known = 0
    for _ in range(3):
        keys = [rng.randrange(60) << 40 | 5 for _ in range(rng.randrange(400))]
        scores, costs = ([rng.randrange(most) for _ in keys] for most in (30, 10))
        expected = reference_beam(scores, [*costs, 10], keys, set(seen[:known].tolist()))
        picks = numpy.zeros(WIDTH, numpy.int64)
        count = choose_beam(
            numpy.array(scores, numpy.int32),
            numpy.array(costs, numpy.int32),
            numpy.array(keys, numpy.uint64),
            *(len(keys), picks, seen, known, index),
        )
        assert picks[:count].tolist() == expected
        known += count
