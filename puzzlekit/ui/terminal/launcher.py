"""The front end in the terminal: the launcher, which opens games."""

from __future__ import annotations

from collections.abc import Callable
from typing import TextIO

from ...core.errors import OptionError, SaveError, shorten_path
from ...play import background_compile
from ...play.autosave import SaveTarget
from ...play.clock import parse
from ...play.library import Library
from ...play.library_entry import LibraryTarget, open_entry
from ...play.new_game import new_session
from ...play.session import Session
from ...players.player import HUMAN
from ...plugin import discovery
from ...plugin.errors import error_message, plugin_boundary
from .game import DONE, INTERRUPTED, play, play_session
from .terminal import Terminal

__all__ = ["launch", "play"]

StartedGame = tuple[Session, SaveTarget]

#: Games that are listed at most; a search finds the others.
MAX_LISTED = 20

PREPARING = (
    "The computer players are being prepared, once and behind the scenes, for a minute or two; "
    "set PUZZLEKIT_PREPARE=off to do without."
)


def launch(stdin: TextIO | None = None, stdout: TextIO | None = None) -> int:
    """Show all plugins, open what is chosen, and return the exit code."""
    terminal = Terminal(stdin, stdout)
    menu = True
    if background_compile.request_all():
        terminal.tell(PREPARING)
    try:
        while True:
            if menu:
                _menu(terminal)
            line = terminal.ask("puzzlekit> ")
            if line is None or line in ("q", "quit"):
                return DONE
            menu = not line
            if line and (begun := _selected(line, terminal)):
                if play_session(terminal, *begun) == INTERRUPTED:
                    return INTERRUPTED
                menu = True
    except KeyboardInterrupt:
        terminal.say()
        return INTERRUPTED


def _menu(terminal: Terminal) -> None:
    found, broken = discovery.plugins()
    size = max(map(len, found), default=0)
    kept = _saved_games(terminal)
    terminal.say()
    for number, (name, kind) in enumerate(found.items(), 1):
        mark = "*" if name in kept else " "
        blurb = kind.summary_line()
        terminal.tell(f"{number:3}{mark} {name:{size}}  {kind.name}: {blurb}", " " * (size + 7))
    for error in broken:
        terminal.tell(str(error))
    resume = " `r NAME` goes on with one marked *, `games` lists what was played," if kept else ""
    terminal.say()
    terminal.tell(
        "Type a number, a name or a game ID to play; `ID greedy` plays against the computer, "
        "`ID greedy 15+10` by the clock,"
        f"{resume} `q` quits."
    )


def _saved_games(terminal: Terminal) -> set[str]:
    """Return the plugins of which there are unfinished games."""
    try:
        return Library().unfinished()
    except SaveError as error:
        terminal.tell(str(error))
        return set()


def _selected(line: str, terminal: Terminal) -> StartedGame | None:
    """Do what a line says, and return the game that it asks for, if it does."""
    first, _, second = line.partition(" ")
    try:
        with plugin_boundary():
            if first in _COMMANDS:
                return _COMMANDS[first](second.strip(), terminal)
            return _new(_name(first), second.split()), LibraryTarget()
    except Exception as error:
        terminal.tell(error_message(error))
    return None


def _name(text: str) -> str:
    """Return the name for a number of the list; other texts stay."""
    names = list(discovery.plugins()[0])
    if text.isascii() and text.isdecimal() and text not in names:
        if not 1 <= int(text[:9]) <= len(names):
            raise OptionError(f"There is no number {text[:9]}; the last one is {len(names)}.")
        return names[int(text) - 1]
    return text


def _new(text: str, more: list[str]) -> Session:
    """Begin a game against others, with a clock if one follows them."""
    clocks = [word for word in more[-1:] if word[0].isdecimal()]
    opponents, control = more[: len(more) - len(clocks)], parse(clocks[0]) if clocks else None
    session = new_session(text, control=control)
    if not opponents:
        return session
    if len(opponents) != len(session.players) - 1:
        wanted = len(session.players) - 1
        raise OptionError(
            f"{session.rules.name} takes {wanted} other players, not {len(opponents)}."
        )
    return Session(session.setup, [HUMAN, *opponents], control)


def _resume(text: str, terminal: Terminal) -> StartedGame | None:
    """Go on with the game of a plugin that was left last."""
    name = _name(text)
    discovery.plugin_class(name)  # a plugin that cannot be loaded is no fault of the save
    number = Library().latest(name)
    if number is None:
        terminal.say(
            f"No game of {shorten_path(name)} has been kept; type {shorten_path(name)} to start one."
        )
        return None
    return open_entry(number)


def _games(text: str, terminal: Terminal) -> None:
    library = Library()
    found = library.entries(text)
    for entry in found[:MAX_LISTED]:
        terminal.tell(f"{entry.number:5}  {entry}", " " * 7)
    if len(found) > MAX_LISTED:
        terminal.say(f"... and {len(found) - MAX_LISTED} more; `games TEXT` searches.")
    said = "`game N` opens one, `delete N` deletes it." if found else "There is no such game."
    terminal.say(said)
    if damage := library.damage():
        terminal.tell(damage)


def _delete(text: str, terminal: Terminal) -> None:
    number = _number(text)
    Library().delete(number)
    terminal.say(f"Game {number} is deleted; `restore {number}` brings it back.")


def _restore(text: str, terminal: Terminal) -> None:
    number = _number(text)
    Library().restore(number)
    terminal.say(f"Game {number} is back.")


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 19):
        raise OptionError(f"{text[:40]!r} is no number of a game; `games` lists them.")
    return int(text)


_COMMANDS: dict[str, Callable[[str, Terminal], StartedGame | None]] = {
    "r": _resume,
    "games": _games,
    "game": lambda text, _: open_entry(_number(text)),
    "delete": _delete,
    "restore": _restore,
}
