"""What a plugin raises, in its author's words: plugin, line, member, what was given, a way out."""

from __future__ import annotations

import builtins
import inspect
import re
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from random import Random
from types import FrameType, TracebackType
from typing import Any

from ..core.errors import PluginError, did_you_mean, fault, printable, quoted
from ..core.interrupts import let_through
from . import faults
from .answers import faults_of_position
from .history import unwrap
from .members import faults_of_class, faults_of_facts
from .rule_book import Rules, State

#: What the bases of plugins set when they are made.
_SET_BY_BASES = ("board", "goal", "first", "pieces", "twists", "initials", "forbidden")

#: Frames that are looked at, where a recursion has thousands.
_FRAMES = 2000

#: Plies of a random game that is looked at for answers that will not do.
_PLIES = 30

#: Stands for a position that no frame knows.
_UNKNOWN = object()

_Frames = Sequence[tuple[FrameType, int]]

#: How a move that is not legal is refused.
REFUSE = (
    "Let play raise self.illegal(state, move) for it, or write `after` instead of `play`, which is "
    "checked for you."
)


def told(error: BaseException, rules: Rules | type[Rules] | None = None) -> str:
    """Return what is wrong with a plugin that has raised something, or made others raise it.

    The line is the last one of the traceback in the author's files. If there is none, an answer of
    the plugin was taken that will not do: it is asked again for all that is wrong in the position.
    Without rules, those that the traceback leads through are meant, if there is a line of theirs.

    >>> from puzzlekit import load
    >>> rules = load("pinball")
    >>> try:
    ...     rules.carry(rules.start(), "nowhere")
    ... except KeyError as error:
    ...     print(told(error, rules))
    Pinball: KeyError: 'nowhere'.
    """
    if isinstance(error, PluginError):
        return str(error)
    frames = list(islice(_frames(error.__traceback__), _FRAMES))
    asked, state = _asked(frames, rules)
    if asked is None:
        return what_is_raised(error, None)
    if isinstance(asked, Rules):
        asked, state = asked.unwrapped, unwrap(state)
    kind = asked if isinstance(asked, type) else type(asked)
    if isinstance(error, TypeError | NameError | AttributeError):
        for wrong in faults_of_class(kind):
            return faults.say(kind, wrong)
    is_authors = bool(frames) and faults.is_in(frames[-1][0].f_code, faults.homes(kind))
    is_sure = is_authors and state is not None and state is not _UNKNOWN
    if isinstance(error, AttributeError) and error.obj is state:  # is it a state at all?
        is_sure = False
    found = _wrong(asked, state) if isinstance(asked, Rules) and not is_sure else None
    if not found and not last_line(error, faults.homes(kind)):
        found = _wrong_later(asked, state) if isinstance(asked, Rules) else None
        if not found and rules is None:
            return what_is_raised(error, None)
    return found or _plainly(error, kind, frames)


def _plainly(error: BaseException, kind: type[Rules], frames: _Frames) -> str:
    """Return what a member raises, with the last line of a traceback in the author's files."""
    own = faults.homes(kind)
    written = [(frame, line) for frame, line in frames if faults.is_in(frame.f_code, own)]
    if not written:
        return faults.sentence(kind, "", what_is_raised(error, None))
    frame, line = written[-1]
    where = faults.place(frame.f_code.co_filename, line)
    call, member = _call([each for each, _ in written], kind)
    if member is not None and member.f_code.co_name == "play" and _is_refused(member):
        move = member.f_locals["move"]
        return faults.sentence(kind, where, refusal(move, what_is_raised(error, None)))
    return faults.sentence(kind, where, f"{call} raises {what_is_raised(error, frame)}")


def refusal(move: str, raised: str) -> str:
    """Return what is said of a `play` that raises something else for a move that is illegal."""
    return (
        f"play(state, {quoted(move, 40)}) raises {raised.rstrip('.')}, not IllegalMove, for an "
        f"illegal move. {REFUSE}"
    )


def _is_refused(member: FrameType) -> bool:
    """Tell whether a call of `play` was given a move that is not legal."""
    known = member.f_locals
    try:
        return known["move"] not in known["self"].moves(known["state"])
    except BaseException as error:  # what was raised first is told of
        let_through(error)
        return False


def told_of_file(error: BaseException, path: Path) -> str:
    """Return what a file or a folder raises that is imported, with the line.

    >>> try:
    ...     compile("x = (", "maze.py", "exec")
    ... except SyntaxError as error:
    ...     print(told_of_file(error, Path("maze.py")))
    maze.py, line 1: SyntaxError: '(' was never closed in `x = (`
    """
    if isinstance(error, SyntaxError) and error.filename:
        text = printable((error.text or "").strip())[:80]
        where = faults.place(error.filename, error.lineno)
        return f"{where}: {type(error).__name__}: {error.msg}{f' in `{text}`' if text else ''}"
    own = [str(path)] if path.suffix == ".py" else [f"{path}/"]
    raised = last_line(error, own)
    if raised is None:
        return fault(error)
    frame, where = raised
    return f"{where}: {what_is_raised(error, frame)}".rstrip(".")


def last_line(error: BaseException, own: list[str]) -> tuple[FrameType, str] | None:
    """Return the last frame of a traceback in some files and folders, and its line."""
    found = None
    for frame, line in _frames(error.__traceback__):
        if faults.is_in(frame.f_code, own):
            found = frame, faults.place(frame.f_code.co_filename, line)
    return found


def is_raised_by(error: BaseException, kind: type) -> bool:
    """Tell whether it was the author's own code that raised something, and none that it called."""
    frames = list(_frames(error.__traceback__))
    return bool(frames) and faults.is_in(frames[-1][0].f_code, faults.homes(kind))


def _frames(trace: TracebackType | None) -> Iterator[tuple[FrameType, int]]:
    return traceback.walk_tb(trace)


def _asked(
    frames: _Frames, rules: Rules | type[Rules] | None
) -> tuple[Rules | type[Rules] | None, State]:
    """Return the rule book that frames deal with, and the position that they look at."""
    state: State = _UNKNOWN
    for frame, _ in frames:
        known = frame.f_locals
        for name in ("self", "session", "rules", "cls", "kind"):
            found = known.get(name)
            if not isinstance(found, Rules | type):
                found = getattr(found, "__dict__", {}).get("rules")
            if isinstance(found, Rules) and not isinstance(rules, Rules):
                rules = found
            if isinstance(found, type) and issubclass(found, Rules):
                rules = rules or found
        state = known.get("state", state)
    return rules, state


def _wrong(rules: Rules, state: State) -> str | None:
    """Return the first thing that is wrong with what a rule book answers in a position."""
    kind = type(rules)
    try:
        found = next(faults_of_facts(rules), None)
        if found is None:
            start = rules.start()
            found = next(faults_of_position(rules, start if state is _UNKNOWN else state), None)
    except BaseException as error:  # what was wrong at first is told of, if this has no line
        let_through(error)
        frames = list(islice(_frames(error.__traceback__), _FRAMES))
        return _plainly(error, kind, frames) if last_line(error, faults.homes(kind)) else None
    return found and faults.say(kind, found)


def _wrong_later(rules: Rules, state: State) -> str | None:
    """Return the first answer that will not do in a random game."""
    rng = Random(0)
    with suppress(Exception):  # what was raised first is told of
        state = rules.start() if state is _UNKNOWN else state
        for _ in range(_PLIES):
            state = rules.onward(state, rng.choice(rules.moves(state)))
            for found in faults_of_position(rules, state):
                return faults.say(type(rules), found)
    return None


def _call(frames: list[FrameType], kind: type) -> tuple[str, FrameType | None]:
    """Return the innermost call of a member that the author wrote: `play(state, 'U')`."""
    for frame in reversed(frames):
        code = frame.f_code
        if hasattr(Rules, code.co_name) or hasattr(kind, code.co_name):
            if code.co_name == "<module>" or not code.co_argcount:
                continue
            return f"{code.co_name}({', '.join(_given(frame))})", frame
    name = frames[0].f_code.co_name
    return ("it" if name[0] == "<" else f"{name}()"), None


def _given(frame: FrameType) -> Iterator[str]:
    """Return the arguments of a call: short values as they are, others by name."""
    code = frame.f_code
    is_new = code.co_name == "__init__"
    for name in code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount]:
        value = frame.f_locals.get(name)
        is_short = isinstance(value, (str, int)) and name != "state"
        text = quoted(value, 40) if isinstance(value, str) else str(value)
        yield (f"{name}={text}" if is_new else text) if is_short else name


def what_is_raised(error: BaseException, frame: FrameType | None) -> str:
    """Return the kind and the words of an exception, with what may help."""
    text = re.sub(r" \((?:[^()]*/)?[^()/]*\.py\)", "", fault(error)).rstrip(".")
    return f"{text}.{_advice(error, frame)}"


def _advice(error: BaseException, frame: FrameType | None) -> str:
    if isinstance(error, AttributeError) and error.name:
        if isinstance(error.obj, Rules) and error.name in _SET_BY_BASES:
            return f" Let __init__ call super().__init__(...), or set self.{error.name} there."
        return did_you_mean(error.name, _public(error.obj))
    if isinstance(error, TypeError) and frame is not None:
        return _near_argument(str(error), frame)
    if isinstance(error, NameError) and error.name and frame is not None:
        if hasattr(sys.modules.get("puzzlekit"), error.name):
            return f" Write `from puzzlekit import {error.name}` at the top."
        known = {**vars(builtins), **frame.f_globals, **frame.f_locals}
        return did_you_mean(error.name, known)
    if isinstance(error, ModuleNotFoundError):
        return " Is it installed where puzzlekit is?"
    if isinstance(error, ImportError) and (found := re.search("name '([^']+)'", str(error))):
        return did_you_mean(found[1], _public(sys.modules.get(error.name or "")))
    if isinstance(error, RecursionError):
        return " Its members call one another without end."
    if isinstance(error, SystemExit | KeyboardInterrupt | GeneratorExit) and frame is not None:
        return " A plugin must not end the program."
    return ""


def _near_argument(text: str, frame: FrameType) -> str:
    """Return which argument may be meant by one that a function does not take."""
    found = re.match(r"([\w.]+)\(\) got an unexpected keyword argument '([^']+)'", text)
    if not found or "Did you mean" in text:
        return ""
    first, *rest = found[1].split(".")
    asked: Any = frame.f_globals.get(first)
    for name in rest:
        asked = getattr(asked, name, None)
    try:
        return did_you_mean(found[2], inspect.signature(asked).parameters)
    except (TypeError, ValueError):  # it is known by another name there
        return ""


def _public(thing: Any) -> list[str]:
    return [name for name in dir(thing) if not name.startswith("_")]
