"""What is chosen in the launcher: a plugin, its options, and who plays each seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeVar

from ....core.errors import PuzzlekitError
from ....core.game_id import normalized
from ....core.options import Option, options_of
from ....play.clock import TIME_CONTROLS, TimeControl, parse
from ....play.library import Library
from ....play.messages import describe_equal_levels
from ....play.new_game import fresh_seed, new_session
from ....play.session import Session
from ....play.setup import setup_with
from ....play.termination import SEATS
from ....players.player import HUMAN
from ....players.registry import TITLES
from ....plugin.discovery import own_names, plugins, plugins_folder
from ....rules.base import Puzzle, Rules

T = TypeVar("T")

#: Who plays against a person at first.
OPPONENT = "mcts:casual"

CUSTOM = "Custom"

#: The clocks that are offered, in words.
NO_CLOCK = "None"
CLOCKS: dict[str, TimeControl | None] = {
    NO_CLOCK: None,
    **{control.title: control for control in map(parse, TIME_CONTROLS)},
}
#: What the cards are narrowed down to.
UNFINISHED, OWN = "Unfinished", "My own"
SCOPES = ("All", "Games", "Puzzles", UNFINISHED, OWN)

#: How a puzzle can begin, and the moves from the goal.
STARTS = {"As usual": 0} | {f"{moves} moves from the goal": moves for moves in (3, 5, 10, 20, 50)}


class Selection:
    """All plugins, of which one is chosen; settings and players of the others are remembered."""

    def __init__(self, played: Mapping[str, Sequence[str]] = MappingProxyType({})) -> None:
        self.played = played
        self.kinds, self.broken = plugins()
        self.query = ""
        self.scope = SCOPES[0]
        self.chosen = ""
        self.values: dict[str, dict[str, Any]] = {}
        self.players: dict[str, list[str]] = {}
        self.clocks: dict[str, str] = {}
        self.walks: dict[str, int] = {}
        self.pages: dict[str, int] = {}
        #: What there is to be said of the library of games, and whether it was.
        self._news, self._is_told = "", True

    @property
    def kind(self) -> type[Rules]:
        return self.kinds[self.chosen]

    def exclude(self, name: str, error: object) -> None:
        """Offer a plugin no longer, because it fails."""
        del self.kinds[name]
        self.chosen = "" if name == self.chosen else self.chosen
        self.broken.append(PuzzlekitError(f"The plugin {name!r} cannot start: {error}."))  # type: ignore[arg-type]

    def page(self) -> int:
        return self.pages.get(self.chosen, 0)

    def turn_to(self, page: int) -> None:
        self.pages[self.chosen] = page

    def unfinished(self) -> set[str]:
        return self._read(Library.unfinished, set())

    def _read(self, ask: Callable[[Library], T], otherwise: T) -> T:
        """Ask the library something; remember what is wrong with it."""
        try:
            return ask(Library())
        except PuzzlekitError as error:
            self._is_told &= str(error) == self._news
            self._news = str(error)
            return otherwise

    def notification(self) -> str:
        """Return once what is wrong with the library; mostly nothing."""
        is_told, self._is_told = self._is_told, True
        return "" if is_told else self._news

    def _in_scope(self) -> set[str]:
        if self.scope == UNFINISHED:
            return self.unfinished()
        if self.scope == OWN:
            return own_names()
        wanted = {"Games": (True,), "Puzzles": (False,)}.get(self.scope, (True, False))
        return {name for name, kind in self.kinds.items() if (len(kind.players) > 1) in wanted}

    def set_scope(self, scope: str) -> None:
        """Narrow the cards down, and choose one of those that are left."""
        self.scope = scope
        shown = self.shown()
        if self.chosen not in shown:
            self.chosen = next(iter(shown), "")

    def empty_text(self) -> str:
        """Return why no plugin is shown, and what leads to one."""
        if self.scope == OWN and not own_names():
            return (
                "There is no puzzle or game of your own yet: draw a puzzle (the pencil, F9), or "
                f"put the file of a plugin into {plugins_folder()}."
            )
        if self.scope == UNFINISHED and not self.unfinished():
            return "No game is unfinished."
        return "Nothing matches the search."

    def shown(self) -> list[str]:
        """Return the plugins that scope and search leave: best matches first, then games."""
        wanted, scope = self.query.casefold().split(), self._in_scope()

        def rank(name: str) -> tuple[int, int, str]:
            title = self.kinds[name].name.casefold()
            matches = [title.startswith(word) - (word not in title) for word in wanted]
            return -sum(matches), -(len(self.kinds[name].players) > 1), name

        found = [
            name
            for name, kind in self.kinds.items()
            if name in scope
            and all(
                word in f"{name} {kind.name} {kind.family} {kind.rules_text()}".casefold()
                for word in wanted
            )
        ]
        return sorted(found, key=rank)

    def search(self, text: str) -> None:
        """Leave the plugins that match a text, and choose the one that matches best."""
        self.query = text
        if text or not self.chosen:
            shown, last = self.shown(), "" if text else self._read(Library.last_played, "")
            self.chosen = last if last in shown else next(iter(shown), "")

    def options(self) -> dict[str, Option]:
        return options_of(self.kind) if self.chosen else {}

    def current(self) -> dict[str, Any]:
        defaults = {name: option.default for name, option in self.options().items()}
        return defaults | self.values.get(self.chosen, {})

    def set_option(self, name: str, value: object) -> None:
        self.values.setdefault(self.chosen, {})[name] = value

    def preset(self) -> str:
        """Return the preset that the options are, or `CUSTOM`."""
        defaults = {name: option.default for name, option in self.options().items()}
        for title, values in self.kind.presets.items():
            if defaults | dict(values) == self.current():
                return title
        return CUSTOM

    def set_preset(self, title: str) -> None:
        self.values[self.chosen] = dict(self.kind.presets.get(title, {}))

    def sides(self) -> tuple[str, ...]:
        """Return the sides of the chosen plugin, as many as the options give."""
        return self.kind.sides_with(self.current())

    def seats(self) -> list[str]:
        usual = [HUMAN] + [OPPONENT] * (len(self.kind.players) - 1)
        last = list(self.played.get(self.chosen, ()))
        known = len(last) == len(usual) and all(spec in TITLES for spec in last)
        return self.players.setdefault(self.chosen, last if known else usual)[: len(self.sides())]

    def set_player(self, seat: int, title: str) -> None:
        self.seats()
        spec = next(spec for spec, name in TITLES.items() if name == title)
        self.players[self.chosen][seat] = spec

    def has_levels(self) -> str:
        """Return which levels that are chosen are hardly stronger than lower ones; often empty."""
        if not self.chosen or self.kind.equal_levels is Rules.equal_levels:
            return ""
        try:
            return describe_equal_levels(self.rules(), self.seats())
        except PuzzlekitError:  # whoever starts the game is told
            return ""

    def has_clock(self) -> bool:
        return len(self.kind.players) > 1 and len(self.sides()) == SEATS

    def clock(self) -> str:
        """Return how long the players may think, in words."""
        return self.clocks.get(self.chosen, NO_CLOCK)

    def set_clock(self, title: str) -> None:
        self.clocks[self.chosen] = title

    def game_id(self) -> str:
        return str(normalized(self.chosen, self.options(), self.current()))

    def start(self) -> str:
        """Return how the chosen puzzle begins, in words; empty where there is nothing to choose."""
        if not issubclass(self.kind, Puzzle):
            return ""
        walk = self.walks.get(self.chosen, 0)
        return next(text for text, moves in STARTS.items() if moves == walk)

    def set_start(self, text: str) -> None:
        self.walks[self.chosen] = STARTS[text]

    def session(self) -> Session:
        """Start what is chosen; raise a `PuzzlekitError` if that cannot be done."""
        control = CLOCKS[self.clock()] if self.has_clock() else None
        walk = self.walks.get(self.chosen)
        start = f"#{fresh_seed()}:{walk}" if walk else ""
        return new_session(self.game_id() + start, self.seats(), control)

    def rules(self) -> Rules:
        return setup_with(self.chosen, self.current()).rules
