"""The table of features: each row names an existing test."""

import re

import pytest
from support import ROOT

PAGE = (ROOT / "docs" / "reference" / "features.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in PAGE.splitlines()
    if line.startswith("| ") and not line.startswith("| Feature ")
]


def test_table_has_25_features():
    assert len(ROWS) >= 25
    assert len({row[0] for row in ROWS}) == len(ROWS)


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_row_is_complete_and_its_test_exists(row):
    feature, window, terminal, test = row
    assert all([feature, window, terminal])
    path, name = re.fullmatch(r"`(tests/[\w/]+\.py)::(test_\w+)`", test).groups()
    assert re.search(rf"^def {name}\(", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE)
