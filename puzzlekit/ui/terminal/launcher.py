"""The terminal launcher, which lists plugins and starts games."""

from __future__ import annotations

from collections.abc import Callable
from typing import TextIO

from ...core.errors import OptionError, SaveError, shorten_path
from ...core.translation import _, translate
from ...play import background_compile
from ...play.autosave import SaveTarget
from ...play.clock import parse
from ...play.game_database import Library, LibraryTarget, open_entry
from ...play.new_game import new_session
from ...play.session import Session
from ...players.player import HUMAN
from ...plugin import discovery
from ...plugin.errors import error_message, plugin_boundary
from .game import DONE, INTERRUPTED, TerminalGame
from .terminal import Terminal

StartedGame = tuple[Session, SaveTarget]

#: Maximum number of games in the list; a search finds all others.
MAX_LISTED = 20

PREPARING = _(
    "Preparing the computer players in the background. This happens once and takes a minute or "
    "two. Set PUZZLEKIT_PREPARE=off to turn it off."
)


def launch(stdin: TextIO | None = None, stdout: TextIO | None = None) -> int:
    """List all plugins, start the selected one, and return the exit code."""
    terminal = Terminal(stdin, stdout)
    menu = True
    if background_compile.request_all():
        terminal.write_wrapped(PREPARING)
    try:
        while True:
            if menu:
                _menu(terminal)
            line = terminal.ask("puzzlekit> ")
            if line is None or line in ("q", "quit"):
                return DONE
            menu = line in ("", "help", "?")
            if not menu and (started := _execute(line, terminal)):
                session, place = started
                if TerminalGame(session, terminal, place).run() == INTERRUPTED:
                    return INTERRUPTED
                menu = True
    except KeyboardInterrupt:
        terminal.write()
        return INTERRUPTED


def _menu(terminal: Terminal) -> None:
    available, broken = discovery.plugins()
    size = max(map(len, available), default=0)
    unfinished = _saved_games(terminal)
    terminal.write()
    for number, (name, kind) in enumerate(available.items(), 1):
        mark = "*" if name in unfinished else " "
        summary = translate(kind.summary_line())
        terminal.write_wrapped(
            f"{number:3}{mark} {name:{size}}  {kind.name}: {summary}", " " * (size + 7)
        )
    for error in broken:
        terminal.write_wrapped(str(error))
    sentences = [
        _(
            "Type a number, a name or a game ID to play. `ID greedy` plays against the computer, "
            "and `ID greedy 15+10` adds a clock."
        )
    ]
    if unfinished:
        sentences.append(_("`r NAME` resumes a game marked *; `games` lists saved games."))
    sentences.append(_("`help` shows this list again, and `q` quits."))
    terminal.write()
    terminal.write_wrapped(" ".join(sentences))


def _saved_games(terminal: Terminal) -> set[str]:
    """Return the plugins with unfinished games."""
    try:
        return Library().unfinished()
    except SaveError as error:
        terminal.write_wrapped(str(error))
        return set()


def _execute(line: str, terminal: Terminal) -> StartedGame | None:
    """Execute a line; return the game to open, if any."""
    first, _, second = line.partition(" ")
    try:
        with plugin_boundary():
            if first in _COMMANDS:
                return _COMMANDS[first](second.strip(), terminal)
            return _start_game(_name(first), second.split()), LibraryTarget()
    except Exception as error:
        terminal.write_wrapped(error_message(error))
    return None


def _name(text: str) -> str:
    """Return the plugin name for a number in the list, or any other text unchanged."""
    names = list(discovery.plugins()[0])
    if text.isascii() and text.isdecimal() and text not in names:
        if not 1 <= int(text[:9]) <= len(names):
            raise OptionError(f"There is no number {text[:9]} in the list. Use 1 to {len(names)}.")
        return names[int(text) - 1]
    return text


def _start_game(text: str, more: list[str]) -> Session:
    """Start a game against the opponents in a line, which may end with a time control."""
    clocks = [word for word in more[-1:] if word[0].isdecimal()]
    opponents, control = more[: len(more) - len(clocks)], parse(clocks[0]) if clocks else None
    session = new_session(text, control=control)
    if not opponents:
        return session
    if len(opponents) != len(session.players) - 1:
        wanted = len(session.players) - 1
        raise OptionError(
            f"Wrong number of opponents for {session.rules.name}: "
            f"{len(opponents)} instead of {wanted}."
        )
    return Session(session.setup, [HUMAN, *opponents], control)


def _resume(text: str, terminal: Terminal) -> StartedGame | None:
    """Resume the latest unfinished game of a plugin."""
    if not text:
        raise OptionError("Missing name. Type r NAME.")
    name = _name(text)
    discovery.plugin_class(name)  # report a broken plugin before looking for saves
    number = Library().latest_unfinished(name)
    if number is None:
        terminal.write(
            _("No saved game of {name}. Type {name} to start one.").format(name=shorten_path(name))
        )
        return None
    return open_entry(number)


def _list_games(text: str, terminal: Terminal) -> None:
    library = Library()
    entries = library.entries(text)
    for entry in entries[:MAX_LISTED]:
        terminal.write_wrapped(f"{entry.number:5}  {entry}", " " * 7)
    if len(entries) > MAX_LISTED:
        more = _("... and {count} more. Type `games TEXT` to search.")
        terminal.write(more.format(count=len(entries) - MAX_LISTED))
    note = _("Type `game N` to open a game, or `delete N` to delete it.")
    terminal.write(note if entries else _("No matching games."))
    if damage := library.damage_notice():
        terminal.write_wrapped(damage)


def _delete(text: str, terminal: Terminal) -> None:
    number = _parse_game_number(text)
    Library().delete(number)
    deleted = _("Game {number} deleted. Type `restore {number}` to restore it.")
    terminal.write(deleted.format(number=number))


def _restore(text: str, terminal: Terminal) -> None:
    number = _parse_game_number(text)
    Library().restore(number)
    terminal.write(_("Game {number} restored.").format(number=number))


def _parse_game_number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 19):
        raise OptionError(f"{text[:40]!r} is not a game number; see `games`.")
    return int(text)


_COMMANDS: dict[str, Callable[[str, Terminal], StartedGame | None]] = {
    "r": _resume,
    "games": _list_games,
    "game": lambda text, _: open_entry(_parse_game_number(text)),
    "delete": _delete,
    "restore": _restore,
}
