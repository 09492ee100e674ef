"""Computer players by name. All of them can play any game.

The names are `random`, `greedy` (one ply), `greedy:2` (two plies), `alphabeta:4` (plies),
`alphabeta:1.5s` (seconds per move), `defence:3` (delays forced wins in up to three turns),
`mcts:club` (a level), `mcts:deep` (several seconds on all cores), `mcts:1000` (playouts per move),
`mcts:0.5s`, and `uct:1000` (classical UCT without RAVE).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ..core.errors import OptionError, did_you_mean, short_repr
from ..core.translation import _
from ..core.values import LEVELS
from .mcts_player import DEEP, DEEP_SECONDS, DEFAULT_LEVEL, DeepPlayer, MctsPlayer
from .player import DEFENCE, HUMAN, Player
from .simple_players import GreedyPlayer, RandomPlayer

#: Players listed in menus, with their titles.
OFFERED_PLAYERS = {
    "random": _("Random"),
    # Translators: Computer players. "Beginner" to "Champion" are levels.
    "greedy": _("Greedy"),
    "greedy:2": _("Greedy, two plies"),
    "mcts:beginner": _("Beginner"),
    "mcts:casual": _("Casual"),
    "mcts:club": _("Club"),
    "mcts:expert": _("Expert"),
    "mcts:master": _("Master"),
    "mcts:champion": _("Champion"),
    f"mcts:{DEEP}": _("Deep"),
}

#: Titles of all players, human or computer.
TITLES = {HUMAN: _("Human"), **OFFERED_PLAYERS}


def player_titles(specs: Iterable[str]) -> list[str]:
    """Return the titles of players."""
    return [TITLES.get(spec, spec) for spec in specs]


#: Examples of player names that are not in menus.
EXAMPLES = ("alphabeta:3", "alphabeta:1.5s", "defence:3", "mcts:2000", "mcts:0.5s", "uct:1000")


def make_player(spec: str, cores: int = 1, *, blocking: bool = True, game: str = "") -> Player:
    """Return a new computer player for one seat of one game, using up to `cores` cores.

    Unless `blocking`, the player thinks briefly in plain Python until compiled code is ready.
    `game` is the ID of the game, if the rules object was not loaded by an ID. Raises `OptionError`
    for an unknown player.
    """
    if not isinstance(spec, str):
        raise OptionError(f"{short_repr(spec)} is not the name of a player, such as 'mcts:club'.")
    name, _, budget = spec.partition(":")
    count, seconds = _parse_budget(budget)
    if spec == "random":
        return RandomPlayer()
    if spec == "greedy":
        return GreedyPlayer()
    if name == DEFENCE and count:
        from .defence_player import DefencePlayer

        return DefencePlayer(count)
    level = DEFAULT_LEVEL if spec == "mcts" else budget
    if name == "mcts" and level in LEVELS:
        return MctsPlayer(level=level, blocking=blocking)
    if spec == f"mcts:{DEEP}":
        return DeepPlayer(cores=cores, blocking=blocking, game=game)
    if (name == "alphabeta" and (count or seconds)) or spec == "greedy:2":
        from .alphabeta import AlphaBetaPlayer

        return AlphaBetaPlayer(count, seconds, blocking=blocking)
    if name in ("mcts", "uct") and (count or seconds):
        return MctsPlayer(count, seconds, rave=name == "mcts", cores=cores, blocking=blocking)
    near = did_you_mean(spec, [*OFFERED_PLAYERS, *EXAMPLES])
    raise OptionError(
        f"Unknown player {spec[:40]!r}. Players: {HUMAN}, {', '.join(OFFERED_PLAYERS)}, or with a "
        f"number or time such as {', '.join(EXAMPLES)}.{near}"
    )


def equal_level_below(spec: str, equal_levels: Sequence[str]) -> str:
    """Return the next lower level not in `equal_levels`, or "" if the level itself is not.

    >>> equal_level_below("mcts:expert", ("club", "expert"))
    'mcts:casual'
    >>> equal_level_below("mcts:master", ("expert",))
    ''
    >>> equal_level_below("mcts:casual", ("beginner", "casual"))
    'mcts:beginner'
    """
    level = spec.removeprefix("mcts:")
    if level not in equal_levels or level not in LEVELS[1:]:
        return ""
    lower = reversed(LEVELS[: LEVELS.index(level)])
    return next((f"mcts:{each}" for each in lower if each not in equal_levels), f"mcts:{LEVELS[0]}")


def is_player(spec: str) -> bool:
    """Return whether a string names a computer player."""
    try:
        make_player(spec)
    except OptionError:
        return False
    return True


def thinking_seconds(spec: str) -> float:
    """Return the seconds per move of a player, or 0 if the player's name does not set a time.

    >>> [thinking_seconds(spec) for spec in ("mcts:0.5s", "mcts:deep", "mcts:club")]
    [0.5, 10.0, 0.0]
    """
    if spec == f"mcts:{DEEP}":
        return DEEP_SECONDS
    return _parse_budget(spec.partition(":")[2])[1] or 0.0


def is_searching_player(spec: str) -> bool:
    """Return whether a player searches and therefore uses compiled rules.

    >>> [is_searching_player(spec) for spec in ("uct:100", "greedy:2", "greedy")]
    [True, True, False]
    """
    names = ("mcts", "uct", "alphabeta", DEFENCE)
    return spec == "greedy:2" or spec.partition(":")[0] in names


def _parse_budget(text: str) -> tuple[int | None, float | None]:
    """Parse a number or a time ("1.5s"); return a (number, seconds) pair, one of them None."""
    if re.fullmatch(r"[0-9]{1,9}", text):
        return int(text), None
    if re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,3})?s", text):
        return None, float(text[:-1])
    return None, None
