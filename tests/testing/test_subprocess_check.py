"""Tests that plugins that crash, hang or exit do so in a subprocess and are reported."""

import json
import os
import tempfile

import pytest
from race_plugin import fast_race, location, modified_race
from support import sample

from puzzlekit import check, load

from .line import Line

pytestmark = pytest.mark.usefixtures("probes")

MODULES = "import ctypes, os, threading, time\n"

#: The member that holds a statement ("" for module level), the statement and the message.
STATEMENTS = [
    ("legal_moves", "os._exit(7)", "ends the process (exit status 7); a plugin must not end"),
    ("legal_moves", "raise SystemExit(4)", "HERE): legal_moves(state) raises SystemExit"),
    ("status", "raise KeyboardInterrupt", "status(state) raises KeyboardInterrupt"),
    ("status", "os.abort()", "HERE): status() ends the process (SIGABRT)."),
    ("legal_moves", "ctypes.string_at(0)", "HERE): legal_moves() ends the process (SIGSEGV)."),
    ("__init__", "os.abort()", "HERE): __init__() ends the process (SIGABRT)."),
    ("sides", "(lambda: time.sleep(1000))()", "HERE): sides() does not finish within 4 s."),
    ("status", "os.fork()", "raises RuntimeError: a plugin must not fork the process"),
    ("__copy__", "1 / 0", "HERE): __copy__() raises ZeroDivisionError"),
    (
        "",
        "threading.Thread(target=time.sleep, args=(9,)).start()",
        "prevents the program from exiting; use daemon=True",
    ),
    ("", "os._exit(7)", "race: loading ends the process (exit status 7)"),
    ("", "os.fork()", "HERE: RuntimeError: a plugin must not fork the process"),
    ("", "raise KeyboardInterrupt", "KeyboardInterrupt"),
]


@pytest.mark.skipif(os.name != "posix", reason="signals have other names")
@pytest.mark.slow
@pytest.mark.parametrize(("member", "statement", "message"), STATEMENTS)
def test_plugin_ends_or_blocks_process(add_plugin, run, member, statement, message):
    # The calling process must not even import the plugin.
    text = modified_race("MOST = 2", f"{MODULES}{'' if member else statement}\nMOST = 2")
    if member:
        text += f"\n    def {member}(self, *given):\n        {statement}\n"
    add_plugin("race", text)
    code, out, err = run("check", "race", "--seconds", "4", "--json")
    (found,) = json.loads(out)["problems"]
    assert message.replace("HERE", location(text, statement)) in found
    assert (code, "Traceback" in err) == (1, False)


@pytest.mark.slow
def test_slow_moves(add_plugin, run):
    text = modified_race("return [] if", '__import__("time").sleep(0.4); return [] if')
    add_plugin("race", text)
    code, out, _ = run("check", "race", "--seconds", "8")
    assert code == 0
    where = location(text, "def legal_moves")
    assert f"warning: Race ({where}): legal_moves(state) takes 0.4" in out
    assert "There was not enough time" in out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("function", "line", "message"),
    sample(
        [
            ("play", "state[5000] = 1", "): The compiled play() goes beyond an array"),
            ("", "", None),
            (
                "moves",
                "out[len(out) + 20] = 1",
                "): The compiled legal_moves() goes beyond an array",
            ),
            (
                "playout",
                "while state[0] >= 0: state[2] = 1",
                ": the compiled playout() (race.py, line ",
            ),
            ("playout", "trace[len(trace), 0] = 1", "): The compiled playout() goes beyond"),
        ],
        2,
    ),
)
def test_compiled_code_beyond_bounds(add_plugin, function, line, message):
    # `check` must not reuse the code compiled without bounds checks here.
    add_plugin("race", fast_race(function, line))
    rules = load("race")
    assert rules.compiled is not None
    found = check(rules, seconds=15)
    assert found == [] if message is None else message in found[0]


class Crashing(Line):
    """A game created without a plugin, so it has no ID, which crashes on a long board."""

    def turn(self, state):
        if len(state) == 12:
            os._exit(7)
        return super().turn(state)


@pytest.mark.slow
def test_rules_without_id():
    assert check(Crashing()) == check(Crashing(4)) == []
    (message,) = check(Crashing(9))
    assert "ends the process (exit status 7)" in message


def test_rules_of_local_class():
    class Here(Crashing):
        """A local class, which no other process can import."""

        asked_in = []

        def legal_moves(self, state):
            self.asked_in.append(os.getpid())
            return super().legal_moves(state)

    assert check(Here()) == []
    assert set(Here.asked_in) == {os.getpid()}

    class Fast(Here):
        """A local class with a fast path, which must not run in this process."""

        def compiled_rules(self):
            os._exit(7)

    assert "no other process can create them" in check(Fast())[0]


@pytest.mark.slow
def test_temporary_files_are_removed(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert check(load("pinball")) == []
    assert list(tmp_path.iterdir()) == []
