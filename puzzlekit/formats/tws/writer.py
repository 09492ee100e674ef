"""Writer for twsearch's `.tws` files, for puzzles with moves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from ...core.errors import FormatError
from ...core.permutation import Images
from ..definition import Definition, PiecePattern, PieceSet, is_rotation, refuse_rotations
from ..piece_sets import MAX_TWISTS, pattern_of, rows_of, sets_of, split_into_stickers
from .lines import MAX_ILLEGAL, MAX_NUMBER

#: The names of rotations in twsearch; any other name is that of a move.
_ROTATION = re.compile(r"[xyz][2']?|[A-Z_]+v")


def dump(definition: Definition) -> str:
    """Return a puzzle with moves as a `.tws` string; raise `FormatError` if that is impossible."""
    refuse_rotations(definition, ".tws")
    for name in definition.moves:
        if name.startswith("#"):
            raise FormatError(
                f"{definition.name}: the move {name!r} would be read as a comment; rename it, or "
                "use a format other than .tws."
            )
    sets = [_representable_set(definition, each) for each in sets_of(definition)]
    names = dict(zip(sets, _distinct_set_names(each.name for each in sets), strict=True))
    patterns = {each: pattern_of(each, definition.goal) for each in sets}
    parts = [
        f"Name {_token(definition.name)}",
        "\n".join(f"Set {names[each]} {len(each.slots)} {each.twists}" for each in sets),
        _join_block(
            "StartState",
            [line for each in sets for line in _goal_lines(names[each], each, patterns[each])],
        ),
    ]
    bans = [
        line
        for each in sets
        for line in _forbidden_lines(definition, names[each], each, patterns[each])
    ]
    if bans:
        parts.append("\n".join(bans))
    for name, images in {**definition.moves, **_named_rotations(definition)}.items():
        lines = []
        for each in sets:
            if (rows := rows_of(each, images)) is not None:
                lines += [names[each], _row(rows[0]), *([_row(rows[1])] if any(rows[1]) else [])]
        parts.append(_join_block(f"MoveTransformation {name}", lines))
    if aliases := plain_aliases(definition):
        parts.append("\n".join(f"MoveAlias {name} {word}" for name, word in aliases.items()))
    return "\n\n".join(parts) + "\n"


def _named_rotations(definition: Definition) -> Mapping[str, Images]:
    """Return the distinct rotations, with names that twsearch reads as rotations."""
    named = {name: each for name, each in definition.rotations.items() if _ROTATION.fullmatch(name)}
    for name, images in definition.rotations.items():
        if is_rotation(name) and images not in named.values():
            named[f"{name.upper()}v"] = images  # UVv for uv
    return named


def plain_aliases(definition: Definition) -> dict[str, str]:
    """Return the aliases that the format supports, without brackets, comments and empty words."""
    return {
        name: word
        for name, word in definition.aliases.items()
        if word and "(" not in word and not name.startswith("#")
    }


def _join_block(first: str, lines: Iterable[str]) -> str:
    return "\n".join([first, *lines, "End"])


def _row(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def _goal_lines(name: str, each: PieceSet, pattern: PiecePattern) -> list[str]:
    """Return the lines for a set in the goal, or [] if its pieces are distinct and in order."""
    twists = [
        "?" if differ < each.twists else str(by)
        for by, differ in zip(pattern.twists, pattern.differ, strict=True)
    ]
    plain = set(twists) == {"0"}
    if plain and pattern.values == tuple(range(len(each.slots))):
        return []
    return [name, _row(pattern.values), *([] if plain else [" ".join(twists)])]


def _representable_set(definition: Definition, each: PieceSet) -> PieceSet:
    """Return the set, or a set of single cells if the format cannot describe the pieces."""
    pattern = pattern_of(each, definition.goal)
    partly = any(1 < differ < each.twists for differ in pattern.differ)
    bans = _forbidden_values(definition, each, pattern)
    if partly or any(values is None for values in bans.values()):
        each = split_into_stickers(each)
    if len(each.slots) > MAX_NUMBER or each.twists > MAX_TWISTS:
        raise FormatError(
            f"{definition.name}: a set in a .tws file can have at most {MAX_NUMBER} pieces, but "
            f"{len(each.slots)} are needed; use another format."
        )
    return each


def _forbidden_values(
    definition: Definition, each: PieceSet, pattern: PiecePattern
) -> dict[int, list[int] | None]:
    """Return the values forbidden in each slot, or None if only parts of a piece are forbidden."""
    shown: dict[int, set[str]] = {}
    for cells, value in zip(each.slots, pattern.values, strict=True):
        shown[value] = {definition.goal[cell] for cell in cells}
    showing: dict[str, list[int]] = {}
    for value, parts in shown.items():
        for part in parts:
            showing.setdefault(part, []).append(value)
    rank = {value: i for i, value in enumerate(shown)}
    values_of: dict[int, list[int] | None] = {}
    for slot, cells in enumerate(each.slots):
        for cell in cells:
            banned = definition.forbidden.get(cell, frozenset())
            values = {value for part in banned for value in showing.get(part, ())}
            meant = sorted(values, key=rank.__getitem__)
            if meant and all(shown[value] <= banned for value in meant) and slot not in values_of:
                values_of[slot] = meant
            elif meant:
                values_of[slot] = None
    return values_of


def _forbidden_lines(
    definition: Definition, name: str, each: PieceSet, pattern: PiecePattern
) -> list[str]:
    lines = []
    for slot, values in _forbidden_values(definition, each, pattern).items():
        assert values is not None  # such sets have been split
        if max(values) >= MAX_ILLEGAL:
            raise FormatError(
                f"{definition.name}: an Illegal line in a .tws file can only name pieces up to "
                f"{MAX_ILLEGAL}; use TOML."
            )
        lines.append(f"Illegal {name} {slot + 1} {_row(value + 1 for value in values)}")
    return lines


def _distinct_set_names(names: Iterable[str]) -> list[str]:
    """Return distinct valid names for sets."""
    tokens: dict[str, None] = {}
    for number, name in enumerate(map(_token, names), 1):
        if name == "End" or name[0] in "0123456789?#":
            name = f"S{name}"
        while name in tokens:
            name += f"_{number}"
        tokens[name] = None
    return list(tokens)


def _token(name: str) -> str:
    return "_".join(name.split()) or "Unnamed"
