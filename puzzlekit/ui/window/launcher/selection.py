"""The selection in the launcher: a plugin, its options and its players."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeVar

from ....core.errors import PuzzlekitError
from ....core.formatting import searchable
from ....core.game_id import normalized
from ....core.options import Option, options_of
from ....core.translation import _, ngettext, translate
from ....core.values import Level
from ....play import guide
from ....play.clock import TIME_CONTROLS, TimeControl, parse
from ....play.game_database import Library
from ....play.headers import set_names
from ....play.messages import describe_equal_levels
from ....play.new_game import OPPONENT, fresh_seed, new_session
from ....play.session import Session
from ....play.setup import make_setup, setup_with
from ....play.termination import SEATS
from ....players.player import HUMAN
from ....players.registry import TITLES
from ....plugin.discovery import plugins, plugins_folder, user_plugin_names
from ....plugin.errors import plugin_boundary
from ....rules.base import Puzzle, Rules
from ...settings import Settings
from ..drawing.widgets import Pager

T = TypeVar("T")

CUSTOM = _("Custom")

#: Time controls by title.
CLOCKS: dict[str, TimeControl | None] = {
    _("None"): None,
    **{control.title: control for control in map(parse, TIME_CONTROLS)},
}
#: Filters of the cards.
ALL, FAVOURITES = _("All"), _("Favourites")
GAMES, PUZZLES = _("Games"), _("Puzzles")
UNFINISHED, OWN = _("Unfinished"), _("My own")
SCOPES = (ALL, FAVOURITES, GAMES, PUZZLES, UNFINISHED, OWN)

#: Random starts of a puzzle: the number of moves from the goal, or 0 for a full scramble.
STARTS: dict[str, int | None] = {
    _("Random scramble"): 0,
    **{
        ngettext("{count} move from the goal", "{count} moves from the goal", each).format(
            count=each
        ): each
        for each in (3, 5, 10, 20, 50)
    },
}

#: The start of the rules, if it is not solved.
STANDARD: dict[str, int | None] = {_("Standard start"): None}


@lru_cache(maxsize=64)
def has_standard_start(game: str) -> bool:
    """Return whether the start of a puzzle without a seed is not solved."""
    setup = make_setup(game)
    with plugin_boundary(setup.rules):
        return setup.rules.outcome(setup.start) is None


@lru_cache(maxsize=64)
def equal_levels(game: str) -> tuple[Level, ...]:
    """Return the levels that are hardly stronger than the next lower level in a game."""
    return make_setup(game).rules.equal_levels


@dataclass
class Choices:
    """The choices for a plugin, by default the players of its last game and its own start."""

    options: dict[str, Any] = field(default_factory=dict)
    players: list[str] = field(default_factory=list)
    clock: TimeControl | None = None
    start: int | None = None
    pager: Pager = field(default_factory=Pager)


class Selection:
    """All plugins with what is chosen for each of them, one of which is selected."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.kinds, self.broken = plugins()
        self.guide = {name: guide.guide_entry(name) for name in self.kinds}
        #: Number of plugins suggested at the first start: a row of cards.
        self.row = 3
        self.query = ""
        self.scope = SCOPES[0]
        self.chosen = ""
        self._choices: defaultdict[str, Choices] = defaultdict(Choices)
        #: Maps seats to the names of people, in games of several people.
        self.names: dict[int, str] = {}
        #: The latest error from the library, and whether the error has been shown.
        self._library_error, self._is_reported = "", True

    @property
    def kind(self) -> type[Rules]:
        return self.kinds[self.chosen]

    @property
    def choices(self) -> Choices:
        return self._choices[self.chosen]

    def exclude(self, name: str, error: object) -> None:
        """Remove a plugin that has failed."""
        del self.kinds[name]
        self.chosen = "" if name == self.chosen else self.chosen
        self.broken.append(PuzzlekitError(f"The plugin {name!r} cannot start: {error}."))  # type: ignore[arg-type]

    def broken_text(self) -> str:
        """Return how many plugins could not be loaded, or an empty string if there are none."""
        count = len(self.broken)
        text = ngettext(
            "{count} plugin could not be loaded", "{count} plugins could not be loaded", count
        )
        return text.format(count=count) if count else ""

    def unfinished(self) -> set[str]:
        return self._query(Library.unfinished, set())

    def _query(self, ask: Callable[[Library], T], otherwise: T) -> T:
        """Return the result of a library query, recording any error."""
        try:
            return ask(Library())
        except PuzzlekitError as error:
            self._is_reported &= str(error) == self._library_error
            self._library_error = str(error)
            return otherwise

    def notification(self) -> str:
        """Return a new error from the library, but only once; otherwise an empty string."""
        is_reported, self._is_reported = self._is_reported, True
        return "" if is_reported else self._library_error

    def _in_scope(self) -> set[str]:
        if self.scope == UNFINISHED:
            return self.unfinished()
        if self.scope == OWN:
            return user_plugin_names()
        if self.scope == FAVOURITES:
            return set(self.settings.favourites)
        wanted = {GAMES: (True,), PUZZLES: (False,)}.get(self.scope, (True, False))
        return {name for name, kind in self.kinds.items() if (len(kind.players) > 1) in wanted}

    def set_scope(self, scope: str) -> None:
        """Filter the cards, and make sure that a visible card is selected."""
        self.scope = scope
        shown = self.shown()
        if self.chosen not in shown:
            self.chosen = next(iter(shown), "")

    def empty_text(self) -> str:
        """Return the text to show if no plugin passes the filters."""
        if self.scope == OWN and not user_plugin_names():
            return _(
                "You have no puzzles or games of your own yet. Draw a puzzle (pencil icon, F9) or "
                "put a plugin file into {folder}."
            ).format(folder=plugins_folder())
        if self.scope == FAVOURITES and not self.settings.favourites:
            return _("No favourites yet. The star adds the selected game or puzzle.")
        if self.scope == UNFINISHED and not self.unfinished():
            return _("No unfinished games")
        return _("No matches")

    def shown(self) -> list[str]:
        """Return the plugins that match the filter and the search, best matches first.

        Suggestions precede all others, and games precede puzzles that match equally well. A word
        such as #easy matches a tag, or a later word of it; other words match any text.
        """
        words, scope = searchable(self.query).split(), self._in_scope()
        wanted = [word for word in words if word[0] != "#"]
        tags = [word[1:] for word in words if word[0] == "#"]
        first = self.suggested_to_new_players()

        def rank(name: str) -> tuple[int, int, int, str]:
            title = searchable(self.kinds[name].name)
            matches = [title.startswith(word) - (word not in title) for word in wanted]
            place = first.index(name) if name in first else len(first)
            return place, -sum(matches), -(len(self.kinds[name].players) > 1), name

        names = [
            name
            for name in self.kinds
            if name in scope
            and all(word in self._search_text(name) for word in wanted)
            and all(f"-{tag}" in self._search_tags(name) for tag in tags)
        ]
        return sorted(names, key=rank)

    def _search_text(self, name: str) -> str:
        """Return the text of a plugin to search."""
        kind = self.kinds[name]
        texts = (kind.family, *kind.presets)
        return searchable(
            " ".join([name, kind.name, *map(translate, texts), kind.rules_text(translate)])
        )

    def _search_tags(self, name: str) -> str:
        """Return the tags of a plugin to search, with a hyphen before each of their words."""
        return searchable("".join(f"-{tag} " for tag in self.tags(name)))

    def suggested_to_new_players(self) -> list[str]:
        """Return the plugins to suggest to a user who has not played yet.

        These are the easiest games and the easiest puzzles that have their own lesson.
        """
        if self.query or self.scope != ALL or self._query(Library.last_played_plugin, ""):
            return []
        taught = [name for name, kind in self.kinds.items() if kind.lesson]
        measured = [name for name in taught if self.guide[name].size is not None]
        measured.sort(key=lambda name: self.guide[name].size or 0)
        games = [name for name in measured if len(self.kinds[name].players) > 1]
        puzzles = [name for name in measured if name not in games]
        pairs = [name for pair in zip(games, puzzles, strict=False) for name in pair]
        return pairs[: self.row] if len(pairs) >= self.row else []

    def tags(self, name: str) -> list[str]:
        """Return the tags of a plugin."""
        return guide.all_tags(self.kinds[name], self.guide[name])

    def note(self) -> str:
        """Return a note on the length of the selected game, and the tags."""
        if not self.chosen:
            return ""
        tags = " ".join(f"#{tag}" for tag in self.tags(self.chosen))
        return f"{guide.describe_length(self.kind, self.guide[self.chosen])} {tags}".strip()

    def search(self, text: str) -> None:
        """Filter the plugins by a search text, and select the best match."""
        self.query = text
        if text or not self.chosen:
            shown, last = self.shown(), "" if text else self._query(Library.last_played_plugin, "")
            self.chosen = last if last in shown else next(iter(shown), "")

    def options(self) -> Mapping[str, Option]:
        return options_of(self.kind) if self.chosen else {}

    def current(self) -> dict[str, Any]:
        defaults = {name: option.default for name, option in self.options().items()}
        return defaults | self.choices.options

    def set_option(self, name: str, value: object) -> None:
        self.choices.options[name] = value

    def preset(self) -> str:
        """Return the preset that matches the current options, or `CUSTOM` if there is none."""
        defaults = {name: option.default for name, option in self.options().items()}
        for title, values in self.kind.presets.items():
            if defaults | dict(values) == self.current():
                return title
        return CUSTOM

    def set_preset(self, title: str) -> None:
        """Use the options of a preset; `CUSTOM` keeps the current ones."""
        self.choices.options = dict(self.kind.presets.get(title, self.choices.options))

    def sides(self) -> tuple[str, ...]:
        """Return the sides of the selected plugin, given its current options."""
        return self.kind.sides_with(self.current())

    def seats(self) -> list[str]:
        usual = [HUMAN] + [OPPONENT] * (len(self.kind.players) - 1)
        last = list(self.settings.players.get(self.chosen, ()))
        known = len(last) == len(usual) and all(spec in TITLES for spec in last)
        self.choices.players = self.choices.players or (last if known else usual)
        return self.choices.players[: len(self.sides())]

    def set_player(self, seat: int, spec: str) -> None:
        self.seats()
        self.choices.players[seat] = spec

    def named_seats(self) -> list[int]:
        """Return the seats of people in a game of several people, who can have names."""
        seats = [seat for seat, spec in enumerate(self.seats()) if spec == HUMAN]
        return seats if len(seats) > 1 else []

    def set_name(self, seat: int, name: str) -> None:
        self.names[seat] = name

    def level_note(self) -> str:
        """Return a note on selected levels that are hardly stronger than a lower level, if any."""
        if not self.chosen or len(self.kind.players) == 1:
            return ""
        try:
            return describe_equal_levels(equal_levels(self.game_id()), self.seats())
        except PuzzlekitError:  # reported when the game is started
            return ""

    def has_clock(self) -> bool:
        return len(self.kind.players) > 1 and len(self.sides()) == SEATS

    def game_id(self) -> str:
        return str(normalized(self.chosen, self.options(), self.current()))

    def starts(self) -> dict[str, int | None]:
        """Return all starts of a puzzle by title, beginning with the default; none for games."""
        if not issubclass(self.kind, Puzzle):
            return {}
        try:
            return STANDARD | STARTS if has_standard_start(self.game_id()) else STARTS
        except PuzzlekitError:  # reported when the puzzle is started
            return STARTS

    def session(self) -> Session:
        """Start the selected game or puzzle; raise a `PuzzlekitError` if it cannot start."""
        control = self.choices.clock if self.has_clock() else None
        walk, start = self.choices.start, ""
        if walk is not None:
            start = f"#{fresh_seed()}" + (f":{walk}" if walk else "")
        session = new_session(self.game_id() + start, self.seats(), control)
        named = self.named_seats()
        seats = range(len(session.players))
        names = [self.names.get(seat, "").strip() if seat in named else "" for seat in seats]
        set_names(session, names)
        return session

    def rules(self) -> Rules:
        return setup_with(self.chosen, self.current()).rules
