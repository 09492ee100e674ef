"""Runs of fast kernel tests with bounds checks and with a checking allocator.

`make kernels` runs all tests of compiled code in this way.
"""

from pathlib import Path

import pytest
from support import nightly, run_python, sample_size

pytestmark = pytest.mark.slow

#: Tests of kernels that take no longer than their compilation.
CHAINS = "tests/groups/test_direct_factors.py::test_rank_beyond_random_elements"
SMALL = [
    CHAINS,
    "tests/groups/test_order_proofs.py::test_complete_chains_are_kept",
    "tests/players/test_playouts.py",
]

MALLOC = "libc_malloc_debug.so.0"


def run(*words, **environment):
    done = run_python("-m", "pytest", "-q", "-p", "no:cacheprovider", *words, env=environment)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]


@pytest.mark.skipif(not sample_size(1, 0), reason="it compiles for long")
def test_with_bounds_checks(tmp_path):
    # A separate cache folder keeps code without bounds checks from being reused.
    run(CHAINS, NUMBA_BOUNDSCHECK="1", NUMBA_CACHE_DIR=str(tmp_path))


@nightly
@pytest.mark.skipif(not any(Path("/usr/lib").glob(f"*/{MALLOC}")), reason=f"no {MALLOC} here")
def test_with_debugging_allocator():
    run(*SMALL, LD_PRELOAD=MALLOC, MALLOC_CHECK_="3", MALLOC_PERTURB_="165")
