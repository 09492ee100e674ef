"""The example notebook: all cells run in order."""

import ast
import json

import pytest
from support import ROOT

NOTEBOOK = ROOT / "examples" / "notebook.ipynb"


@pytest.fixture(scope="module")
def cells():
    found = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    assert (found["nbformat"], found["metadata"]["kernelspec"]["language"]) == (4, "python")
    return found["cells"]


def run_cell(source, names):
    """Run a cell in a namespace and return the value of its last expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, NOTEBOOK.name, "exec"), names)
    return last and eval(compile(ast.Expression(last.value), NOTEBOOK.name, "eval"), names)


def test_notebook_is_linked_and_short_without_results(cells):
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert len(code) == 20
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)
    assert len({cell["id"] for cell in cells}) == len(cells)
    assert "examples/notebook.ipynb" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_all_cells_run(cells, capsys):
    names, shown = {"__name__": "__main__"}, []
    for cell in cells:
        if cell["cell_type"] == "code":
            shown.append(run_cell("".join(cell["source"]), names))
    pictures = [each._repr_svg_() for each in shown if hasattr(each, "_repr_svg_")]
    assert len(pictures) == 5
    assert all(picture.startswith("<svg") for picture in pictures)
    assert 20160 in shown  # the order of A8
    assert ("PGL(2,5)", 120) in [each[:2] for each in shown if isinstance(each, tuple)]
    printed = capsys.readouterr().out
    assert "Wilson's theorem" in printed
    # Wilson's theorem for theta graphs: with an odd cycle, all permutations are possible.
    assert "(1, 2, 2) PGL(2,5)" in printed
    assert "(2, 2, 2) A7" in printed
    assert "(1, 2, 3) S7" in printed
