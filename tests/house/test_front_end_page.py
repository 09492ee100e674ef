"""What people expect: each row of the table names a test that there is."""

import ast
import re

import pytest
from support import ROOT

PAGE = (ROOT / "docs" / "front-end.md").read_text(encoding="utf-8")
TABLE = PAGE.partition("# Other languages")[0]
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in TABLE.splitlines()
    if line.startswith("| ") and not line.startswith("| expected ")
]


def in_file(path):
    """Return the names of the tests in a file, which is not run."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {each.name for each in tree.body if isinstance(each, ast.FunctionDef)}


def test_what_people_expect_has_25_rows():
    assert len(ROWS) >= 25
    assert len({row[0] for row in ROWS}) == len(ROWS)


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_a_row_is_whole_and_its_test_is_there(row):
    expected, window, terminal, test = row
    assert all([expected, window, terminal])
    path, name = re.fullmatch(r"`(tests/[\w/]+\.py)::(test_\w+)`", test).groups()
    assert name in in_file(path)
