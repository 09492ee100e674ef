"""Tests for writing puzzles as Python plugins."""

import ast

import pytest
from drawn_puzzles import LOCK, assert_same_puzzle, definitions
from hypothesis import example, given, settings
from hypothesis import strategies as st
from support import DATA_FOLDER, run_python, sample_size

from puzzlekit import formats, load
from puzzlekit.formats.as_rules import definition_of, plugin_class_from
from puzzlekit.formats.definition import Definition
from puzzlekit.testing.contract import inspect_rules

SHIPPED = ["pinball", "knights", "knights:distinct", "hungarian", "topspin", "twist", "fifteen"]
FILES = DATA_FOLDER / "puzzles"
SAMPLES = [*sorted(FILES.glob("*.toml")), FILES / "topspin.tws"]


def written(rules):
    """Return the rules object of the plugin written from other rules."""
    names = {"__name__": "written"}
    exec(compile(formats.write(definition_of(rules), "python"), "written.py", "exec"), names)
    (kind,) = (each for each in names.values() if getattr(each, "__module__", "") == "written")
    return kind()


@pytest.mark.parametrize("known", [*SHIPPED, *SAMPLES])
def test_bundled_puzzles(known):
    named = isinstance(known, str)
    rules = load(known) if named else plugin_class_from(formats.read(known))()
    assert_same_puzzle(rules, written(rules))


def test_sliding_twisty_puzzle():
    rules = plugin_class_from(formats.parse(LOCK, "toml"))()
    back = written(rules)
    assert_same_puzzle(rules, back)
    assert inspect_rules(back, games=1, plies=12).problems == []
    assert back.rules_text().endswith("Hint: Turn first.\n\nBy A. Smith.")


@settings(deadline=None, max_examples=sample_size(100))
@given(definitions())
def test_random_puzzles(one):
    rules = plugin_class_from(one._replace(name=one.name.strip()))()
    assert_same_puzzle(rules, written(rules))


def test_layout(tmp_path):
    pytest.importorskip("ruff")
    lock = plugin_class_from(formats.parse(LOCK, "toml"))()
    for number, rules in enumerate([lock, *map(load, SHIPPED)]):
        text = formats.write(definition_of(rules), "python")
        (tmp_path / f"written{number}.py").write_text(text, encoding="utf-8")
    done = run_python("-m", "ruff", "format", "--isolated", "--diff", tmp_path)
    assert (done.stdout, done.returncode) == ("", 0)


NASTY_PARTS = ['"""', "'''", "\\", '"', "'", "\n", "\r", "{x}", "__import__('os')"]
NASTY_PARTS += ["\\N{DASH}", "#"]
NASTY = st.text(max_size=30) | st.lists(st.sampled_from(NASTY_PARTS), max_size=6).map("".join)


@settings(deadline=None, max_examples=sample_size(300))
@given(NASTY, NASTY, NASTY, NASTY, NASTY)
@example('"a"', '"a"', "", "", '"a"')
@example("a", '"', "", "", "'")
@example("a", '\\"', "", "", "\\")
@example("a", 'b """ c\\', "", "", '"""')
def test_texts_of_files_do_not_become_code(name, rules, hint, author, label):
    texts = {"name": name, "rules": rules, "hint": hint, "author": author}
    one = Definition(**texts, cells=tuple("abc"), goal=(label, "1", "1"), moves={"T": (1, 2, 0)})
    tree = ast.parse(formats.write(one, "python"))
    calls = {
        each.func.id if isinstance(each.func, ast.Name) else each.func.attr
        for each in ast.walk(tree)
        if isinstance(each, ast.Call)
    }
    assert calls <= {"Board", "split", "__init__", "super", "Piece"}
    kinds = {type(each) for each in tree.body}
    assert kinds == {ast.Expr, ast.ImportFrom, ast.ClassDef}
    (body,) = (each for each in tree.body if isinstance(each, ast.ClassDef))
    (title,) = (each for each in body.body if isinstance(each, ast.Assign))
    assert ast.literal_eval(title.value) == name
    assert label in [each.value for each in ast.walk(tree) if isinstance(each, ast.Constant)]


@pytest.mark.slow
def test_convert_to_plugin(run, add_plugin, tmp_path):
    code, out, _ = run("convert", "pinball", "--to", "python")
    assert code == 0
    add_plugin("mine", out)
    code, out, err = run("order", "mine")
    assert (code, err) == (0, "")
    assert "order 20160" in out
    assert run("check", "mine")[0] == 0
    file = tmp_path / "out.py"
    assert run("convert", "knights", "--output", str(file))[0] == 0
    assert "class Knights(Sliding)" in file.read_text(encoding="utf-8")
