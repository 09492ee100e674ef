"""Fixtures for subgroup chains."""

import pytest

CHAINS = "puzzlekit.solving.chains"


@pytest.fixture
def new_chains(table_folder, monkeypatch):
    """Return an unused table folder, and clear the chains in memory."""
    monkeypatch.setattr(f"{CHAINS}.api._chains", {})
    return table_folder


@pytest.fixture
def small_tables(new_chains, monkeypatch):
    """Limit tables so much that chains have several stages."""
    monkeypatch.setattr(f"{CHAINS}.stage.MAX_TABLE_BYTES", 20_000)
    monkeypatch.setattr(f"{CHAINS}.chain.MAX_TABLE_BYTES", 20_000)
    monkeypatch.setattr(f"{CHAINS}.stage_choice.QUICK_RATIO", 0.1)


@pytest.fixture
def max_places(monkeypatch):
    """Return a function that limits the places of a stage."""

    def set_limits(places):
        for limit in ("MAX_PLACES", "MAX_QUICK_PLACES"):
            monkeypatch.setattr(f"{CHAINS}.stage.{limit}", places)
        monkeypatch.setattr(f"{CHAINS}.coordinate_choice.MAX_PLACES", places)

    return set_limits
