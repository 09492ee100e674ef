"""Tests for probing plugins in a child process first."""

import errno
import io
import json
import re
import sys

import pytest
from race_plugin import with_member
from support import run_python

from puzzlekit import load
from puzzlekit.core.errors import PluginError
from puzzlekit.plugin import discovery, probe

pytestmark = pytest.mark.usefixtures("probes")


@pytest.fixture(autouse=True)
def clear_probes():
    probe._probed.clear()
    yield
    probe._probed.clear()


@pytest.fixture
def probe_runs(monkeypatch):
    """Return a list that records each run in a child process."""
    runs, run = [], probe.run_in_child

    def counted(*arguments, **more):
        runs.append(arguments)
        return run(*arguments, **more)

    monkeypatch.setattr(probe, "run_in_child", counted)
    return runs


def test_changed_plugins_are_probed_again(add_plugin, home, probe_runs):
    text = with_member("player_count(*_)", "return 'few'")
    path = add_plugin("race", text)
    assert discovery.plugin("race").player_count() == "few"
    assert list(json.loads((home / "tried-plugins.json").read_text())) == [str(path)]
    discovery.plugin.cache_clear()
    probe._probed.clear()  # simulate a new process
    assert discovery.plugin("race").player_count() == "few"
    assert len(probe_runs) == 1
    add_plugin("race", text.replace("few", "many"))
    assert discovery.plugin("race").player_count() == "many"
    assert len(probe_runs) == 2


def test_plugin_ends_process(add_plugin):
    add_plugin("race", with_member("legal_moves(self, state)", "__import__('os').abort()"))
    message = r"race\.py, line [0-9]+: legal_moves\(\) ends the process \(SIGABRT\)"
    with pytest.raises(PluginError, match=rf"'race' .*: {message}"):
        load("race")
    assert load("hex")


@pytest.mark.slow
def test_plugin_loops_forever(add_plugin, monkeypatch, probe_runs):
    monkeypatch.setattr(probe, "SECONDS", 0.5)
    add_plugin("race", "while True:\n    pass\n")
    for count in (1, 1, 2):
        if count == 2:  # a new process tries again, since the machine may be less busy
            probe._probed.clear()
        with pytest.raises(PluginError, match=r"loading does not finish within 0\.5 s"):
            load("race")
        assert len(probe_runs) == count


@pytest.mark.parametrize("kind", ["BaseException", "KeyboardInterrupt", "GeneratorExit"])
def test_plugin_raises_base_exception(add_plugin, probe_runs, kind):
    add_plugin("race", f"raise {kind}('oops')\n")
    with pytest.raises(PluginError, match=f"cannot be used: {kind}: oops"):
        load("race")
    assert len(probe_runs) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="there computing has no limit")
def test_plugin_computes_forever(add_plugin, probe_runs):
    deed = "__import__('signal').raise_signal(24)"  # SIGXCPU
    add_plugin("race", with_member("start(self, rng=None)", deed))
    message = r"line 40: start\(\) does not finish within 10 s of CPU"
    for _ in range(2):
        probe._probed.clear()  # simulate a new process
        with pytest.raises(PluginError, match=message):
            load("race")
    assert len(probe_runs) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("member", "body", "words"),
    [
        ("start(self, rng=None)", "return []", "start() returns [], a list; expected an immutable"),
        (
            "legal_moves(self, state)",
            "return None",
            "legal_moves(state) returns None; expected a list of moves",
        ),
        ("pieces(self, state)", "return []", "pieces(state) has 0 pieces for"),
        (
            "__init__(self)",
            "raise KeyError(3)",
            "cannot be created with its defaults: race.py, line",
        ),
    ],
)
def test_plugin_cannot_show_start(add_plugin, home, run, probe_runs, member, body, words):
    add_plugin("race", with_member(member, body))
    for _ in range(2):
        probe._probed.clear()  # a new process tries again, as another file may be the cause
        discovery.plugin.cache_clear()
        code, out, err = run("list")
        assert code == 0
        assert words in err
        assert "race.py, line" in err
        assert "\nrace " not in out
    assert len(probe_runs) == 2
    assert json.loads((home / "tried-plugins.json").read_text()) == {}


def test_child_that_has_closed_its_pipe(monkeypatch):
    class ClosedPipe(io.RawIOBase):
        def write(self, data):
            raise OSError(errno.EINVAL, "Invalid argument")  # on Windows

    def start(*arguments, **more):
        process = real(*arguments, **more)
        process.stdin.close()
        process.stdin = ClosedPipe()
        return process

    real = probe.start_child
    monkeypatch.setattr(probe, "start_child", start)
    with pytest.raises(probe.ChildEnded, match="ends the process"):
        probe.run_in_child(len, seconds=9)


@pytest.mark.slow
def test_files_do_not_have_the_encoding_of_the_system(add_plugin, home):
    add_plugin("race", with_member("extra(self)", "pass"))
    strict = {"PYTHONWARNDEFAULTENCODING": "1", "PYTHONWARNINGS": "error::EncodingWarning"}
    done = run_python("-m", "puzzlekit", "list", env=strict)
    assert "\nrace " in done.stdout


def test_damaged_records(add_plugin, home):
    for text in ("[1]", "{", '{"a": {}}', '{"a": [1]}', "\x00"):
        (home / "tried-plugins.json").write_text(text)
        add_plugin("race", with_member("extra(self)", "pass"))
        probe._probed.clear()
        assert load("race").name == "Race"


RAISING, WRONG, ENDING = "raise ZeroDivisionError", "return 7", "raise SystemExit"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("member", "body"),
    [
        *((name, WRONG) for name in ("player_count", "seats", "summary_line", "rules_text")),
        ("sides_with", WRONG),
        ("player_count", RAISING),
        ("sides_with", ENDING),
    ],
)
def test_errors_in_members_used_by_lists(add_plugin, run, member, body):
    add_plugin("race", with_member(f"{member}(*_)", body))
    code, out, err = run("list")
    assert (code, "hex" in out) == (0, True)
    assert "puzzlekit: The plugin 'race' (" in err
    assert re.search(rf"cannot be used: (Race \()?race.py, line 4[01]\)?: {member}", err)
