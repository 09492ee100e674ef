"""Public names: of the facade and its modules, and those that the benchmarks import."""

import ast
from importlib import import_module

import pytest
from support import ROOT, nodes_of, python, source_of

import puzzlekit


def test_names_come_from_their_modules():
    for name in set(puzzlekit.__all__) - {"__version__"}:
        module = import_module(f"puzzlekit{puzzlekit._MODULE_OF[name]}")
        assert getattr(puzzlekit, name) is getattr(module, name)


@pytest.mark.slow
@pytest.mark.parametrize("first", ["", "import puzzlekit.groups.names"])
def test_group_is_a_function(first):
    code = f"""
from puzzlekit import load
{first}
import puzzlekit
print(puzzlekit.group("pinball").name, puzzlekit.groups.describe("(0 1 2)").order)
from puzzlekit import group
print(group("pinball") == puzzlekit.group(load("pinball")))
"""
    assert python(code).split() == ["A8", "3", "True"]


def test_notebook_picture_without_facade():
    code = """
from puzzlekit.rules.twisty import Twisty
from puzzlekit.core.boards import ring
print(Twisty(ring(4), "abcd", {"L": [range(4)]})._repr_svg_()[:4])
"""
    assert python(code).strip() == "<svg"


def test_unknown_name():
    with pytest.raises(AttributeError, match="no attribute 'grids'"):
        _ = puzzlekit.grids


@pytest.mark.parametrize("path", sorted((ROOT / "benchmarks").glob("*.py")), ids=lambda p: p.stem)
def test_names_imported_by_benchmarks_exist(path):
    for node in nodes_of(source_of(path)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("puzzlekit"):
            module = import_module(node.module)
            for name in node.names:
                if not hasattr(module, name.name):
                    import_module(f"{node.module}.{name.name}")
