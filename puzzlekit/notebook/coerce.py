"""What is meant: a rule book, by itself, by its ID or file, or as generators; and a position."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike
from string import ascii_lowercase
from typing import Any, TypeAlias, cast

from ..core.errors import NotationError, can_be_shown, quoted
from ..core.permutation import Images, apply, inverse
from ..formats.as_rules import plugin_class_from
from ..formats.definition import MAX_CELLS, Definition
from ..groups.parse_generators import is_sympy_group, parse_generators
from ..play.positions import parse_position, read_position
from ..play.setup import load
from ..plugin.errors import plugin_boundary
from ..rules.base import Puzzle, Rules, State
from ..rules.history import StateWithHistory, with_history

#: An ID or a puzzle file, a rule book, or generators in any form, in a dictionary by their names.
PuzzleLike: TypeAlias = "Rules | str | PathLike[str] | Mapping[str, Any] | Iterable[Any]"


def as_rules(given: PuzzleLike) -> Rules:
    """Return the rule book of an ID, of a puzzle file or of generators, or the one that is given.

    Generators may be texts of cycles, lists of images, permutations or a group of sympy, in a
    dictionary by their names; they become a puzzle of numbered pieces on as many cells.
    Raises a `PuzzlekitError` that says what is wrong.

    >>> rule_book("fifteen:3,height=3#7")
    <15-puzzle: fifteen:width=3,height=3#7>
    >>> puzzle = rule_book({"L": "(0 1 2)", "R": "(2 3 4)"})
    >>> puzzle.legal_moves(puzzle.start())
    ['L', "L'", 'R', "R'"]
    """
    return find_rules(given) or _rules_from_generators(as_generators(given))


def find_rules(given: PuzzleLike) -> Rules | None:
    """Return the rule book that is given, or that an ID or a path names; None for generators."""
    if hasattr(given, "legal_moves") and not isinstance(given, type):  # or what is played like one
        return with_history(given) if isinstance(given, Rules) else cast("Rules", given)
    text = given.__fspath__() if isinstance(given, PathLike) else given
    if not isinstance(text, str) or (text is given and text.lstrip().startswith("(")):
        return None
    with plugin_boundary():
        return load(text)


def as_generators(given: PuzzleLike) -> dict[str, Images]:
    """Return generators by name; those without a name are a, b, ..."""
    if isinstance(given, Mapping):
        return dict(zip(map(str, given), parse_generators(given.values()), strict=True))
    found = parse_generators(
        cast("Any", getattr(given, "generators", given))
    )  # those of a group of sympy
    names = ascii_lowercase if len(found) <= 26 else [f"g{i + 1}" for i in range(len(found))]
    return dict(zip(names, found, strict=False))


def _rules_from_generators(found: dict[str, Images]) -> Rules:
    """Return a puzzle in which generators are moves, without repeats and inverses."""
    degree = len(next(iter(found.values()), ()))
    if not 0 < degree <= MAX_CELLS:
        raise NotationError(
            f"Generators of a puzzle permute 1 to {MAX_CELLS:,} points, and these {degree:,}; "
            "give others."
        )
    moves: dict[str, Images] = {}
    for name, images in found.items():
        if name.split() != [name] or not can_be_shown(name):
            raise NotationError(
                f"{quoted(name)} is no name for a generator; take a word without blanks."
            )
        if images not in moves.values() and inverse(images) not in moves.values():
            moves[name] = images
    cells = tuple(map(str, range(degree)))
    return plugin_class_from(
        Definition(name="Generators", cells=cells, goal=cells, moves=moves), "them"
    )()


def as_state(rules: Rules, given: State | None) -> State:
    """Return a position: the start, one that a text describes, or the one that is given.

    A permutation, of sympy or as a list of images, is applied to the start of a puzzle. Raises
    `NotationError` for what is no position of the rule book.
    """
    start = rules.start()
    if given is None:
        return start
    if isinstance(given, str) and not isinstance(start, str):
        return read_position(rules, given)
    if isinstance(rules, Puzzle) and _labels(start) and _is_permutation(given):
        images = parse_generators([given])[0]
        if len(images) > len(start):
            raise NotationError(f"{rules.name} has {len(start):,} cells, not {len(images):,}.")
        return apply((*images, *range(len(images), len(start))), start)
    if not isinstance(rules, Rules):
        return given
    given = tuple(given) if isinstance(given, list) else given
    if isinstance(start, StateWithHistory) and not isinstance(given, StateWithHistory):
        given = StateWithHistory(given)
    if type(given) is not type(start) or (_labels(start) and not _labels(given)):
        raise NotationError(
            f"{repr(given)[:40]} is no position of {rules.name}; its start is {repr(start)[:200]}."
        )
    try:
        line = rules.encode(given)
    except NotationError:  # not every game can write its positions
        return given
    parse_position(rules, line)
    return given


def _is_permutation(given: Any) -> bool:
    if is_sympy_group(given):
        return True
    images = given.tolist() if hasattr(given, "tolist") else given
    return isinstance(images, list | tuple) and bool(images) and set(map(type, images)) == {int}


def _labels(state: State) -> bool:
    return isinstance(state, tuple) and all(isinstance(label, str) for label in state)
