"""Whether generators that a plugin names itself make the group of its moves."""

from __future__ import annotations

from collections.abc import Iterator

from ..core.permutation import Images
from ..group.orders import describe
from ..rules.faults import Fault, is_written
from ..rules.rule_book import Rules
from ..rules.twisty import Twisty

#: Places up to which groups are compared.
MAX_PLACES = 2_000


def check_group(rules: Rules) -> Iterator[Fault]:
    """Say which generators of a `Twisty` do not belong to its moves, or that some are missing.

    >>> from puzzlekit import load
    >>> list(check_group(load("cube:2")))
    []
    """
    if not isinstance(rules, Twisty) or not is_written(type(rules), "generators"):
        return
    if len(rules.board) + rules.reserve > MAX_PLACES:
        return
    state = rules.start()
    moves = list(Twisty.generators(rules, state).values())
    own = rules.generators(state)
    whole = _order(moves)
    for name, images in own.items():
        if _order([*moves, images]) != whole:
            text = f"generators(state) names {name}, which no word of moves does; leave it out."
            yield Fault("generators", text, "no word")
            return
    if (made := _order([*own.values()])) != whole:
        text = f"generators(state) makes a group of order {made:,}, and the moves one of "
        yield Fault("generators", f"{text}{whole:,}; name all moves that are needed.", "smaller")


def _order(generators: list[Images]) -> int:
    return describe(generators).order if generators else 1
