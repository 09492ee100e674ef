"""Tests for files with flipped bits."""

import flips
import pytest
from support import sample_size

pytest.importorskip("numba")


@pytest.mark.parametrize("kind", flips.KINDS)
def test_flipped_bits_are_found_or_harmless(home, monkeypatch, kind):
    monkeypatch.setenv("PUZZLEKIT_CACHE", str(home))
    assert flips.run(kind, sample_size(25), home)[0] == []
