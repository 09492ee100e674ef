"""The front end in the terminal: the launcher, which opens games."""

from __future__ import annotations

from contextlib import suppress
from typing import TextIO

from ...core.errors import OptionError, PuzzlekitError, fault, shown
from ...play import plugins, saves
from ...play.autosave import place_of, resume
from ...play.new_game import new_session
from ...play.session import Session
from ...players.player import HUMAN
from .game import DONE, INTERRUPTED, play, play_in
from .terminal import Terminal

__all__ = ["launch", "play"]


def launch(stdin: TextIO | None = None, stdout: TextIO | None = None) -> int:
    """Show all plugins, open what is chosen, and return the exit code."""
    terminal = Terminal(stdin, stdout)
    menu = True
    try:
        while True:
            if menu:
                _menu(terminal)
            line = terminal.ask("puzzlekit> ")
            if line is None or line in ("q", "quit"):
                return DONE
            menu = not line
            if line and (session := _chosen(line, terminal)):
                if play_in(terminal, session, place_of(session)) == INTERRUPTED:
                    return INTERRUPTED
                menu = True
    except KeyboardInterrupt:
        terminal.say()
        return INTERRUPTED


def _menu(terminal: Terminal) -> None:
    found, broken = plugins.plugins()
    size = max(map(len, found), default=0)
    kept = False
    terminal.say()
    for number, (name, kind) in enumerate(found.items(), 1):
        mark = "*" if _is_kept(name) else " "
        kept = kept or mark == "*"
        blurb = kind.blurb()
        terminal.tell(f"{number:3}{mark} {name:{size}}  {kind.name}: {blurb}", " " * (size + 7))
    for error in broken:
        terminal.tell(str(error))
    resume = " `r NAME` resumes a game marked *," if kept else ""
    terminal.say()
    terminal.tell(
        "Type a number, a name or a game ID to play; `ID greedy` plays against the computer,"
        f"{resume} `q` quits."
    )


def _is_kept(name: str) -> bool:
    with suppress(PuzzlekitError):  # a file name may be no name for an ID
        return saves.automatic(name).exists()
    return False


def _chosen(line: str, terminal: Terminal) -> Session | None:
    """Return the session that a line asks for, or say why there is none."""
    try:
        first, _, second = line.partition(" ")
        if first == "r" and second:
            return _resumed(_name(second.strip()), terminal)
        return _new(_name(first), second.split())
    except PuzzlekitError as error:
        terminal.tell(str(error))
    except Exception as error:  # a stranger's plugin may raise anything
        terminal.tell(f"{shown(line)} cannot be started: {fault(error)}")
    return None


def _name(text: str) -> str:
    """Return the name for a number of the list; other texts stay."""
    names = list(plugins.plugins()[0])
    if text.isascii() and text.isdecimal() and text not in names:
        if not 1 <= int(text[:9]) <= len(names):
            raise OptionError(f"There is no number {text[:9]}; the last one is {len(names)}.")
        return names[int(text) - 1]
    return text


def _new(text: str, opponents: list[str]) -> Session:
    session = new_session(text)
    if not opponents:
        return session
    if len(opponents) != len(session.players) - 1:
        wanted = len(session.players) - 1
        raise OptionError(
            f"{session.rules.name} takes {wanted} other players, not {len(opponents)}."
        )
    return Session(session.setup, [HUMAN, *opponents])


def _resumed(name: str, terminal: Terminal) -> Session | None:
    plugins.kind_of(name)  # a plugin that cannot be loaded is no fault of the save
    path = saves.automatic(name)
    if not path.exists():
        terminal.say(f"No game of {shown(name)} has been kept; type {shown(name)} to start one.")
        return None
    return resume(path)
