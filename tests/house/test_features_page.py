"""The table of features: each row names an existing test."""

import ast
import re

import pytest
from support import ROOT

PAGE = (ROOT / "docs" / "reference" / "features.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in PAGE.splitlines()
    if line.startswith("| ") and not line.startswith("| Feature ")
]


def in_file(path):
    """Return the names of the tests in a file."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {each.name for each in tree.body if isinstance(each, ast.FunctionDef)}


def test_the_table_has_25_features():
    assert len(ROWS) >= 25
    assert len({row[0] for row in ROWS}) == len(ROWS)


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_a_row_is_whole_and_its_test_is_there(row):
    feature, window, terminal, test = row
    assert all([feature, window, terminal])
    path, name = re.fullmatch(r"`(tests/[\w/]+\.py)::(test_\w+)`", test).groups()
    assert name in in_file(path)
