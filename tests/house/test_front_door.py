"""The facade: type checkers and Python see the same names."""

import ast
import inspect
from importlib import import_module

import pytest
from support import python

import puzzlekit


def seen_by_type_checkers():
    tree = ast.parse(inspect.getsource(puzzlekit))
    guard = next(node for node in tree.body if isinstance(node, ast.If))
    return {
        alias.name: node.module
        for node in guard.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def test_both_lists_of_names_agree():
    assert seen_by_type_checkers() == puzzlekit._MODULE_OF


@pytest.mark.parametrize("name", [name for name in puzzlekit.__all__ if name != "__version__"])
def test_every_name_leads_to_its_module(name):
    module = import_module(f"puzzlekit.{puzzlekit._MODULE_OF[name]}")
    assert getattr(puzzlekit, name) is getattr(module, name)


@pytest.mark.parametrize(
    "first",
    [
        "",
        "import puzzlekit.groups.names",
        "from puzzlekit.groups import describe",
        "load('cube:3')",
    ],
)
def test_group_is_a_function_whatever_is_imported_first(first):
    code = f"""
from puzzlekit import load
{first}
import puzzlekit
print(puzzlekit.group("pinball").name, puzzlekit.groups.describe("(0 1 2)").order)
from puzzlekit import group
print(group("pinball") == puzzlekit.group(load("pinball")))
"""
    assert python(code).split() == ["A8", "3", "True"]


def test_a_rule_book_has_a_picture_wherever_it_comes_from():
    code = """
from puzzlekit.rules.twisty import Twisty
from puzzlekit.core.boards import ring

class Turn(Twisty):
    def __init__(self):
        super().__init__(ring(4), "abcd", {"L": [range(4)]})

print(Turn()._repr_svg_()[:4])
"""
    assert python(code).strip() == "<svg"


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'grids'"):
        _ = puzzlekit.grids
