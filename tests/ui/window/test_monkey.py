"""Random input to the window; `python -m tests.monkey` runs longer."""

import pytest
from monkey import run
from support import sample_size


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 1 + sample_size(2, 1)))
def test_random_events(home, seed):
    assert run(250, seed, say=lambda line: None) == []
