"""The examples in the table of puzzle families can be loaded and solved."""

import re
from random import Random

import pytest
from support import ROOT

from puzzlekit import load, solve

PAGE = (ROOT / "docs" / "reference" / "families.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"`([^`]*)` \|$", PAGE, re.MULTILINE)


def test_table_has_examples():
    assert len(EXAMPLES) == PAGE.count("\n|") - 2


@pytest.mark.parametrize("text", EXAMPLES)
def test_example_is_solved(text, add_plugin):
    path = ROOT / "examples" / "plugins" / f"{text}.py"
    if path.exists():
        add_plugin(text, path.read_text(encoding="utf-8"))
    rules = load(text)
    state = rules.start()
    if rules.goal_defines_solved:  # a scramble of three moves is solved without compiled tables
        *_, (_, state) = rules.random_walk(rules.goal, 3, Random(1))
    for move in solve(rules, state).moves:
        state = rules.play(state, move)
    assert rules.result(state)
