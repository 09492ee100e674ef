"""Ctrl-C where it may come: it is heard, and spoils nothing."""

import signal
import time

import pytest

from puzzlekit.core.interrupts import noticing

CALLBACK = """
def {name}(press, wait):
    press(), wait()
    return "done"
"""


def press():
    signal.raise_signal(signal.SIGINT)


def heard(act):
    """Return what an act gives, and whether the main thread was interrupted in it or soon after."""
    answer = None
    with noticing():
        try:
            answer = act()
            until = time.monotonic() + 60
            while time.monotonic() < until:
                time.sleep(0.001)
        except KeyboardInterrupt:
            return answer, True
    return answer, False


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("/x/site-packages/llvmlite/binding/executionengine.py", "_raw_object_cache_notify"),
        ("C:\\x\\numba\\core\\codegen.py", "finalize"),
        ("/x/numba/core/serialize.py", "_numba_unpickle"),
        ("/x/numba/core/dispatcher.py", "_numba_type_"),
    ],
)
def test_it_waits_until_a_compiler_has_what_it_asked_for(file, name):
    """An exception in a callback from C would be dropped there."""
    made = {}
    exec(compile(CALLBACK.format(name=name), file, "exec"), made)
    assert heard(lambda: made[name](press, lambda: time.sleep(0.1))) == ("done", True)


def test_elsewhere_it_is_heard_at_once():
    after = []
    assert heard(lambda: (press(), after.append("late"))) == (None, True)
    assert after == []
