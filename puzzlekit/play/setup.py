"""Setups: rules with an ID and a starting position."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from random import Random
from typing import Any, SupportsIndex

from ..core import game_id
from ..core.errors import NotationError, OptionError, shorten_path
from ..core.game_id import GameID
from ..core.options import options_of, read_options
from ..plugin.discovery import absolute_id, confined_id, plugin_class
from ..plugin.errors import construction_error
from ..rules.base import Puzzle, Rules, State, short_scramble
from ..rules.game_with_history import with_history, without_history
from .positions import parse_position

_UNNAMED = GameID("")


@dataclass(frozen=True)
class Setup:
    """Rules and a starting position: the default, a random or a given position.

    `game` is the full ID; its name is empty for rules created in code.
    """

    rules: Rules
    game: GameID = _UNNAMED
    position: State | None = None

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        """Pickle only the ID if there is one, since not every rules object can be pickled."""
        return (make_setup, (self.id,)) if self.game.name else super().__reduce_ex__(protocol)

    @cached_property
    def id(self) -> str:
        """The game ID as a string, which is empty for rules created in code."""
        return str(self.game)

    @property
    def seed(self) -> int | None:
        """The seed of the random start, or None."""
        return self.game.seed

    @cached_property
    def start(self) -> State:
        """The starting position."""
        if self.position is not None:
            return self.position
        if self.seed is None:
            return self.rules.start()
        if self.game.walk is not None and isinstance(self.rules, Puzzle):
            return short_scramble(self.rules, Random(self.seed), self.game.walk)
        return self.rules.start(Random(self.seed))

    def with_seed(self, seed: int) -> Setup:
        """Return the setup with another random start."""
        return replace(self, game=self.game._replace(seed=seed, position=""), position=None)

    def with_position(self, state: State) -> Setup:
        """Return the setup with another start, or raise `NotationError` if it has no encoding."""
        try:
            text = self.rules.encode(state)
        except NotationError as error:
            raise NotationError(
                f"{self.rules.name} positions have no ID: {error}. Copy the game instead."
            ) from error
        game = self.game._replace(seed=None, walk=None, position=text)
        return replace(self, game=game, position=without_history(state))

    def with_walk(self, seed: int, moves: int) -> Setup:
        """Return the setup of the puzzle scrambled by `moves` random moves."""
        if not isinstance(self.rules, Puzzle):
            raise OptionError(
                f"{self.rules.name} has no goal to scramble from; leave out the number of moves."
            )
        return replace(self.with_seed(seed), game=self.game._replace(seed=seed, walk=moves))

    def load_rules(self) -> Rules:
        """Return a copy of the rules whose `start()` returns the start of the setup."""
        rules = copy.copy(self.rules)
        rules.setup = self
        if self.seed is not None or self.position is not None:
            rules.start = partial(_start_of, self)  # type: ignore[method-assign]
        return rules


def _start_of(setup: Setup, rng: Random | None = None) -> State:
    """Return the setup's starting position, or a random one if `rng` is given."""
    return setup.start if rng is None else setup.rules.start(rng)


def setup_of(rules: Rules) -> Setup:
    """Return the setup that rules were loaded with, or a setup without an ID."""
    return Setup(with_history(rules)) if rules.setup is None else rules.setup


def make_setup(game: GameID | str) -> Setup:
    """Return the setup of a game ID or puzzle file; raise a `PuzzlekitError` if it is invalid."""
    if isinstance(game, str):
        game = game_id.parse(game)
    try:
        values = read_options(options_of(plugin_class(game.name)), game.options)
    except OptionError as error:
        raise OptionError(f"{shorten_path(game.name)}: {error}") from error
    setup = setup_with(game.name, values)
    if game.position and game.seed is not None:
        raise OptionError(
            f"{shorten_path(game.name)}: both a position and a seed set the start; leave one out."
        )
    if game.position:
        return setup.with_position(parse_position(setup.rules, game.position))
    if game.seed is None:
        return setup
    if game.walk is None:
        return setup.with_seed(game.seed)
    return setup.with_walk(game.seed, game.walk)


def parse_setup(text: str, folders: Iterable[Path] = ()) -> Setup:
    """Return the setup for an untrusted ID. Files must be in `folders` or the plugins folder."""
    game = game_id.parse(text)
    return make_setup(game._replace(name=confined_id(game.name, folders)))


def setup_with(name: str, values: Mapping[str, Any]) -> Setup:
    """Return the setup of a plugin with option values and the default start."""
    kind = plugin_class(name)
    if game_id.is_path(name):  # workers and saves may use another working directory
        name = absolute_id(name)
    try:
        rules = kind(**values)
    except (Exception, SystemExit) as error:
        raise construction_error(kind, shorten_path(name), values, error) from error
    setup = Setup(with_history(rules), game_id.normalized(name, options_of(kind), values))
    setup.rules.setup = setup
    return setup


def load(text: str) -> Rules:
    """Return the rules for a game ID or a puzzle file (`x.tws`, `x.tws#7`).

    The start is set as in the ID. Raises a `PuzzlekitError` if the ID is invalid.

    >>> rules = load("permute:4,swap=off")
    >>> len(rules.legal_moves(rules.start()))
    36
    """
    return make_setup(text).load_rules()
