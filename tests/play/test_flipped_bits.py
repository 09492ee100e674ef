"""Tests for files with flipped bits."""

import flips
import pytest
from support import sample_size, slow_if

pytest.importorskip("numba")


@pytest.mark.slow
@pytest.mark.parametrize("kind", [slow_if(kind is flips.SpaceFile, kind) for kind in flips.KINDS])
def test_flipped_bits_are_found_or_harmless(home, monkeypatch, kind):
    monkeypatch.setenv("PUZZLEKIT_CACHE", str(home))
    assert flips.run(kind, sample_size(25), home)[0] == []
