"""The front door: what type checkers see of it is what Python gives."""

import ast
import inspect
from importlib import import_module

import pytest

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
    assert seen_by_type_checkers() == puzzlekit._MODULE


@pytest.mark.parametrize("name", [name for name in puzzlekit.__all__ if name != "__version__"])
def test_every_name_leads_to_its_module(name):
    module = import_module(f"puzzlekit.{puzzlekit._MODULE[name]}")
    assert getattr(puzzlekit, name) is getattr(module, name)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'grids'"):
        _ = puzzlekit.grids
