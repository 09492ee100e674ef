"""Tests for the plugin templates of the command `new` and for their tests."""

import json
import os
import subprocess
import sys

import pytest
from support import HUNG, ROOT, forget_plugins, needs_numba

from puzzlekit import load
from puzzlekit.cli.new import KINDS


@needs_numba  # without it, a notice is printed
@pytest.mark.parametrize("kind", KINDS)
def test_a_new_plugin_keeps_the_contract(kind, run, home):
    code, out, err = run("new", "my-own", "--kind", kind)
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == f"Created:    {home / 'plugins' / 'my-own.py'}"
    forget_plugins()
    assert run("check", "my-own") == (0, "my-own passes the contract test.\n", "")
    code, out, _ = run("rules", "my-own")
    assert out.startswith("My own\n")


@pytest.mark.slow
def test_the_tests_of_new_plugins_pass(run, home):
    for kind in KINDS:
        run("new", f"my_{kind}", "--kind", kind)
    files = sorted((home / "plugins").glob("_test_*.py"))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *files],
        cwd=home,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=HUNG,
    )
    assert done.returncode == 0, done.stdout
    assert f"{2 * len(KINDS)} passed" in done.stdout


@needs_numba
def test_a_new_connection_game_is_compiled(run):
    run("new", "crossing", "--kind", "connection")
    forget_plugins()
    assert load("crossing").compiled is not None


@pytest.mark.slow
def test_a_new_package_can_be_built_and_is_found(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, _ = run("new", "crossing", "--kind", "connection", "--package")
    assert code == 0
    assert "python -m pip install -e ./puzzlekit-crossing\n" in out
    folder = tmp_path / "puzzlekit-crossing"
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel"]
    subprocess.run(build, cwd=folder, check=True, capture_output=True, timeout=HUNG)
    (wheel,) = (folder / "dist").glob("*.whl")
    env = os.environ | {"PYTHONPATH": os.pathsep.join([str(wheel), str(ROOT)])}
    for argv in (["list", "--json"], ["check", "crossing"]):
        done = subprocess.run(
            [sys.executable, "-m", "puzzlekit", *argv],
            cwd=tmp_path,
            env=env,
            capture_output=True,
            text=True,
            timeout=HUNG,
        )
        assert done.returncode == 0, done.stderr
        if "--json" in argv:
            assert "crossing" in {each["id"] for each in json.loads(done.stdout)}


def test_nothing_is_overwritten(refused, home):
    kept = home / "plugins" / "_test_mine.py"
    kept.parent.mkdir()
    kept.write_text("mine")
    assert "_test_mine.py already exists; choose another name" in refused("new", "mine")
    assert kept.read_text() == "mine"
    assert not (home / "plugins" / "mine.py").exists()
