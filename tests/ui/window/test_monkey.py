"""Random input to the window; `python -m tests.monkey` runs longer."""

import pytest
from monkey import run


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_random_events_do_no_harm(home, seed):
    assert run(250, seed, say=lambda line: None) == []
