"""Conversion of IDs, puzzle files, generators and positions to rules objects and states."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from os import PathLike
from string import ascii_lowercase
from typing import Any, TypeAlias, cast, overload

from ..core.errors import NotationError, can_be_shown, quoted, short_repr
from ..core.permutation import Images, apply, inverse
from ..core.words import clean
from ..plugin.errors import plugin_boundary
from ..rules.base import Puzzle, Rules, State, is_label_tuple
from ..rules.game_with_history import StateWithHistory, with_history, without_history
from ..rules.position_notation import read_labels
from ..rules.toggle import Toggle
from ..rules.twisty import Twisty
from ..solving.goal_patterns import ANY, Target, pattern_targets, relabelled_target, rotated_goals
from .positions import parse_position, read_position
from .setup import load as load_id

#: An ID, a puzzle file, a rules object, or generators in any form, optionally named by a dict.
PuzzleLike: TypeAlias = "Rules | str | PathLike[str] | Mapping[str, Any] | Iterable[Any]"

#: The name of the goal of a solid in any orientation of the whole solid.
ANY_ROTATION = "any-rotation"


#: Matches the beginning of GAP code after comments: a group, a list of cycles or an assignment.
_GAP = re.compile(r"(?:\s|#[^\n]*\n)*(\w*(?:Group|Product)\w*\s*\(|\[\s*\(|\w+\s*:=)")


@overload
def load(given: Mapping[str, Any]) -> Puzzle: ...
@overload
def load(given: PuzzleLike) -> Rules: ...
def load(given: PuzzleLike) -> Rules:
    """Return the rules for an ID, a puzzle file or generators. A rules object is returned as is.

    Generators may be strings in cycle notation, lists of images, permutations, a SymPy group, a
    dict that maps names to these, or a group in GAP's language. They become a puzzle with numbered
    pieces. Raises a `PuzzlekitError` for invalid input.

    >>> load("fifteen:3,height=3#7")
    <15-puzzle: fifteen:width=3,height=3#7>
    >>> puzzle = load({"L": "(0 1 2)", "R": "(2 3 4)"})
    >>> puzzle.legal_moves(puzzle.start())
    ['L', "L'", 'R', "R'"]
    >>> len(load("Group((1,2,3)(4,5), (1,2))").board)
    5
    """
    return find_rules(given) or _rules_from_generators(as_generators(given))


def find_rules(given: PuzzleLike) -> Rules | None:
    """Return the given rules object, the rules for an ID or a path, or None for generators."""
    if isinstance(given, Rules):
        return with_history(given)
    if isinstance(given, type) and issubclass(given, Rules):
        name = given.__name__
        raise NotationError(f"{name} is a class, not a rules object; use `{name}()`.")
    text = given.__fspath__() if isinstance(given, PathLike) else given
    if not isinstance(text, str) or (text is given and text.lstrip().startswith("(")):
        return None
    if _GAP.match(text):
        return _rules_from_gap(text)
    with plugin_boundary():
        return load_id(text)


def _rules_from_gap(text: str) -> Rules:
    """Return a puzzle whose moves are the generators of a group in GAP's language."""
    from .. import formats  # IDs do not need it
    from ..formats.as_rules import plugin_class_from

    definition = formats.parse(text, "gap")._replace(name="Generators")
    return plugin_class_from(definition)()


def as_generators(given: PuzzleLike) -> dict[str, Images]:
    """Return generators by name. Unnamed generators are named a, b, ...."""
    from ..groups.parse_generators import (  # IDs do not need it
        is_sympy_permutation,
        parse_generators,
    )

    if isinstance(given, Mapping) and not is_sympy_permutation(given):
        named: dict[str, Images] = {}
        for name, images in zip(map(str, given), parse_generators(given), strict=True):
            if name in named:
                raise NotationError(f"Two generators are named {quoted(name)}; rename one of them.")
            named[name] = images
        return named
    generators = parse_generators(cast("Any", getattr(given, "generators", given)))  # SymPy group
    names = (
        ascii_lowercase if len(generators) <= 26 else [f"g{i + 1}" for i in range(len(generators))]
    )
    return dict(zip(names, generators, strict=False))


def _rules_from_generators(generators: dict[str, Images]) -> Rules:
    """Return a puzzle whose moves are the generators, without repeats and inverses.

    Without generators, the only move is the identity on one point.
    """
    from ..formats.as_rules import plugin_class_from  # IDs do not need it
    from ..formats.definition import MAX_CELLS, Definition

    if not any(generators.values()):
        generators = dict.fromkeys(generators or "a", (0,))
    degree = len(next(iter(generators.values())))
    if degree > MAX_CELLS:
        raise NotationError(
            f"Generators can permute up to {MAX_CELLS:,} points, but these permute {degree:,}."
        )
    moves: dict[str, Images] = {}
    for name, images in generators.items():
        is_word = name.split() == [name] and can_be_shown(name)
        if not is_word or " " in clean(name) or "'" in name[:-1]:  # `clean` blanks out comments
            raise NotationError(
                f"{quoted(name)} is not a valid generator name; use a word without spaces, "
                "comment marks and quotation marks."
            )
        if images not in moves.values() and inverse(images) not in moves.values():
            moves[name] = images
    cells = tuple(map(str, range(degree)))
    return plugin_class_from(Definition(name="Generators", cells=cells, goal=cells, moves=moves))()


def as_state(rules: Rules, given: State | None) -> State:
    """Return a position: the start, the position that a string describes, or the given state.

    A SymPy permutation or a list of images is applied to the start of a puzzle. Raises
    `NotationError` if the result is not a position of the rules.
    """
    from ..groups.parse_generators import parse_generators

    start = rules.start()
    if given is None:
        return start
    if isinstance(given, str) and not isinstance(start, str):
        return read_position(rules, given)
    if isinstance(rules, Puzzle) and is_label_tuple(start) and _is_permutation(given):
        images = parse_generators([given])[0]
        if len(images) > len(start):
            raise NotationError(f"{rules.name} has {len(start):,} cells, not {len(images):,}.")
        return apply((*images, *range(len(images), len(start))), start)
    given = given.tolist() if hasattr(given, "tolist") else given  # a NumPy array of labels
    given = tuple(given) if isinstance(given, list) else given
    if isinstance(start, StateWithHistory) and not isinstance(given, StateWithHistory):
        given = StateWithHistory(given)
    has_labels = is_label_tuple(given) or not is_label_tuple(start)
    if fits := has_labels and type(given) is type(start):
        try:
            line = rules.encode(given)
        except NotationError:  # games without an encoding
            return given
        # Some rules ignore the surplus cells of a position of a larger board.
        fits = parse_position(rules, line) == without_history(given)
    if not fits:
        raise NotationError(
            f"{short_repr(given)} is not a position of {rules.name}, such as {repr(start)[:200]}."
        )
    return given


def as_targets(rules: Rules, state: State, given: State | None) -> list[Target]:
    """Return puzzles to solve so that one of the goals is reached; see `api.solve`."""
    if isinstance(given, set | frozenset):
        each_in_order = sorted(given, key=str)
        return [target for each in each_in_order for target in as_targets(rules, state, each)]
    if given is None and isinstance(rules, Puzzle) and rules.outcome(state) is not None:
        return [Target(rules, state, state)]  # already solved, such as a rotated solid
    if given is None or not isinstance(rules, Puzzle):
        return [Target(rules, state, None if given is None else as_state(rules, given))]
    if isinstance(given, str) and given == ANY_ROTATION:
        return [Target(rules, state, each) for each in rotated_goals(rules)]
    has_pieces = not isinstance(rules, Toggle)
    if isinstance(given, str) and has_pieces and ANY in given and ANY not in rules.goal:
        line = rules.arrange_labels(given) if isinstance(rules, Twisty) else given
        return pattern_targets(rules, state, read_labels(line, rules.goal, ANY))
    if isinstance(given, str) and given.lower().endswith(".json"):
        from ..formats.scramble_file import read_goal  # other targets do not need it

        goal = read_goal(given, getattr(rules, "definition", None))
        if goal is not None:
            return [relabelled_target(rules, state, goal)]
    return [Target(rules, state, as_state(rules, given))]


def _is_permutation(given: Any) -> bool:
    from ..groups.parse_generators import is_sympy_permutation

    if is_sympy_permutation(given):
        return True
    images = given.tolist() if hasattr(given, "tolist") else given
    return isinstance(images, list | tuple) and bool(images) and set(map(type, images)) == {int}
