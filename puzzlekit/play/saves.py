"""Saved games: the data needed to replay a game, as JSON.

Loading replays the moves by the rules; it never executes anything from the file. A puzzle file is
identified by its path and a digest.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ..core.errors import (
    IllegalMoveError,
    OptionError,
    PuzzlekitError,
    SaveError,
    UnknownPluginError,
    shorten_path,
)
from ..core.files import read_text, write_output
from ..core.game_id import FILE_SUFFIXES, MAX_LENGTH, MAX_SEED, GameID
from ..plugin import discovery
from ..plugin.errors import plugin_boundary
from .clock import parse
from .session import MAX_MOVES, Session, max_saved_moves
from .setup import make_setup
from .termination import SEATS, TERMINATIONS, Termination
from .variations import MARKS, GameNode, VariationLine, all_lines

FORMAT = 1

#: Limits for untrusted input: bytes in a file and digits in a number.
MAX_BYTES = 8_000_000
MAX_DIGITS = 18

#: Advice for games that do not fit the rules.
_IF_CHANGED = " If the rules have changed, undo the change to open the game."


def dump(session: Session) -> str:
    """Return a session in the save format; raise `SaveError` if it is too long."""
    game = session.setup.game
    tree = session.tree
    main, *variations = all_lines(tree.root)
    data: dict[str, Any] = {
        "format": FORMAT,
        "plugin": game.name,
        "options": dict(game.options),
        "seed": game.seed,
        "players": session.players,
        "moves": [],
        "at": min(tree.at, tree.fork),
    }
    if (undone := len(main.nodes) - 1 - tree.tip.ply) > 0:
        data["undone"] = undone
    if variations:
        data["variations"] = [
            {"line": line.parent, "ply": line.ply, **_line_fields(line)} for line in variations
        ]
    if tree.in_variation:
        number = next(at for at, line in enumerate(variations, 1) if tree.node in line.nodes)
        data["viewed"] = [number, tree.at]
    if game.walk is not None:
        data["walk"] = game.walk
    if game.position:
        data["position"] = game.position
    if session.rules.fingerprint:
        data["fingerprint"] = session.rules.fingerprint
    data |= _line_fields(main)
    if session.tags:
        data["tags"] = session.tags
    if session.ending is not None:
        data["ending"] = list(session.ending)
    if (clock := session.clock) is not None:
        left = [[round(seconds, 2) for seconds in node.times] for node in main.nodes]
        data["clock"] = {"control": str(clock.control), "at": clock.node.ply, "left": left}
    text = json.dumps(data, indent=1) + "\n"
    if len(text) > MAX_BYTES:
        raise SaveError(
            f"The game takes {len(text):,} bytes; the limit for saves is {MAX_BYTES:,}."
        )
    return text


def _line_fields(line: VariationLine) -> dict[str, Any]:
    """Return the moves of a line, and its comments and marks by ply."""
    fields: dict[str, Any] = {"moves": [node.move for node in line.nodes if node.ply]}
    if comments := {str(node.ply): node.comment for node in line.nodes if node.comment}:
        fields["comments"] = comments
    if marks := {str(node.ply): node.mark for node in line.nodes if node.mark}:
        fields["marks"] = marks
    return fields


def restore(text: str, source: str = "The save", folders: Iterable[Path] | None = None) -> Session:
    """Return the session in a save. Puzzle files must be in `folders` or the plugins folder."""
    data = read_fields(text, source)
    name, start = data["plugin"], (data.get("seed"), data.get("position", ""), data.get("walk"))
    kind = setup = None
    try:
        if folders is not None:
            name = discovery.confined_id(name, folders)
        kind = discovery.plugin_class(name)
        if data.get("fingerprint", kind.fingerprint) != kind.fingerprint:
            raise SaveError(
                f"the puzzle {shorten_path(name)} has changed. Restore the old file, or start "
                "a new game"
            )
        setup = make_setup(GameID(name, tuple(data["options"].items()), *start))
        clock = data.get("clock")
        control = parse(clock["control"]) if clock else None
        session = Session(setup, data["players"], control)
    except PuzzlekitError as error:
        text = f"{source} cannot be loaded: {error}"
        if isinstance(error, UnknownPluginError):
            text += " Install it again to open the game."
        elif kind is not None and setup is None and isinstance(error, OptionError):
            text += _IF_CHANGED
        raise SaveError(text) from error
    if len(data["moves"]) > (limit := max_saved_moves(session.rules)):
        raise SaveError(f"{source} has more than {limit:,} moves, too many to replay.")
    for number, move in enumerate(data["moves"], 1):
        try:
            with plugin_boundary(session.rules):
                session.play(move)
        except PuzzlekitError as error:
            text = f"{source} cannot be loaded: move {number}: {error}"
            if isinstance(error, IllegalMoveError):
                text += _IF_CHANGED
            raise SaveError(text) from error
    _annotate(session.tree.main_line(), data)
    session.tags = data.get("tags", {})
    if clock:
        assert session.clock is not None
        main, left = session.tree.main_line(), clock["left"]
        for node, times in zip(main, left + left[-1:] * len(main), strict=False):
            node.times = list(times)
        session.clock.go_to(main[clock["at"]])
    if (ending := data.get("ending")) and session.final is None and len(session.players) == SEATS:
        session.end(Termination(*ending))
    found = [session.tree.main_line()]
    for number, fields in enumerate(data.get("variations", []), 1):
        try:
            with plugin_boundary(session.rules):
                found.append(_add_variation(session, found, fields))
        except PuzzlekitError as error:
            raise SaveError(f"{source} cannot be loaded: variation {number}: {error}") from error
    session.tree.tip = session.tree.main_line()[len(data["moves"]) - data.get("undone", 0)]
    session.go_to_ply(data["at"])
    if "viewed" in data:
        line, ply = data["viewed"]
        nodes = {node.ply: node for node in found[line]} if line < len(found) else {}
        if ply in nodes:
            session.go_to(nodes[ply])
    return session


def _add_variation(
    session: Session, found: list[list[GameNode]], fields: dict[str, Any]
) -> list[GameNode]:
    """Add a variation to one of the lines restored so far; return its nodes."""
    number, ply = fields["line"], fields["ply"]
    nodes = found[number] if number < len(found) else []
    at = ply - nodes[0].ply if nodes else -1
    if not 0 <= at < len(nodes):
        raise SaveError(f"it leaves line {number} after ply {ply}, which does not exist")
    node, added = nodes[at], []
    for move in fields["moves"]:
        node = session.tree.add(node, move, session.rules.play(node.state, move))
        added.append(node)
    _annotate(added, fields)
    return added


def _annotate(nodes: list[GameNode], fields: dict[str, Any]) -> None:
    for node in nodes:
        node.comment = fields.get("comments", {}).get(str(node.ply), "")
        node.mark = fields.get("marks", {}).get(str(node.ply), "")


def read_fields(text: str, source: str = "The save") -> dict[str, Any]:
    """Return the fields of a save, each of the right form; raise `SaveError` if one is not."""
    advice = "choose another file, or start a new game with `puzzlekit play ID`"
    try:
        data = json.loads(text, parse_int=_parse_integer)
    except (ValueError, RecursionError) as error:
        raise SaveError(f"{source} is damaged or not a puzzlekit save; {advice}.") from error
    if not isinstance(data, dict) or "format" not in data:
        raise SaveError(f"{source} is not a puzzlekit save; {advice}.")
    number = data["format"]
    if type(number) is not int or number != FORMAT:
        shown = repr(number)[:20] if isinstance(number, int | str) else type(number).__name__
        raise SaveError(
            f"{source} has format {shown}, but this puzzlekit reads format {FORMAT}; "
            "install a newer puzzlekit."
        )
    if not (_fits(data, _SAVE) and _is_consistent(data)):
        raise SaveError(f"{source} has missing or invalid fields; {advice}.")
    if len(data["moves"]) > MAX_MOVES:
        raise SaveError(f"{source} has more than {MAX_MOVES:,} moves, too many to replay.")
    return data


def _parse_integer(digits: str) -> int:
    """Parse an integer of limited length, because huge integers would take minutes."""
    if len(digits) > MAX_DIGITS:
        raise ValueError("number too long")
    return int(digits)


def _is_count(value: object) -> bool:
    return type(value) is int and value >= 0


def _is_time(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value < math.inf


#: The form of a line of moves with notes by ply, and of a save; see `_fits`.
_PLY = re.compile("[0-9]{1,9}").fullmatch
_LINE = {"moves": [str], "comments?": (_PLY, str), "marks?": (_PLY, MARKS.__contains__)}
_SAVE = _LINE | {
    "plugin": str,
    "options": (len, str),
    "players": [str],
    "at": _is_count,
    "undone?": _is_count,
    "position?": str,
    "seed?": lambda value: value is None or (_is_count(value) and value < MAX_SEED),
    "walk?": lambda value: value is None or (_is_count(value) and 0 < value <= MAX_LENGTH),
    "variations?": [_LINE | {"line": _is_count, "ply": _is_count}],
    "viewed?": [_is_count, _is_count],
    "tags?": (re.compile(r"\w+").fullmatch, str),
    "clock?": {"control": str, "at": _is_count, "left": [[_is_time] * SEATS]},
    "ending?": [TERMINATIONS.__contains__, lambda value: _is_count(value) and value < SEATS],
}


def _fits(value: Any, form: Any) -> bool:
    """Return whether a value has a form.

    A form is a class, a check, `[form]` for a list, several forms in a list for its items, a pair
    of forms for the keys and the values of a table, or the forms of the fields of a table. A field
    whose name ends in `?` may be missing.
    """
    if isinstance(form, type):
        return isinstance(value, form)
    if isinstance(form, list):
        is_list = isinstance(value, list) and (len(form) == 1 or len(form) == len(value))
        return is_list and all(map(_fits, value, form * len(value) if len(form) == 1 else form))
    if isinstance(form, tuple):
        keys, values = form
        is_table = isinstance(value, dict) and all(map(keys, value))
        return is_table and all(_fits(each, values) for each in value.values())
    if isinstance(form, dict):
        return isinstance(value, dict) and all(
            _fits(value[name], each) if (name := key.rstrip("?")) in value else name != key
            for key, each in form.items()
        )
    return bool(form(value))


def _is_consistent(data: Mapping[str, Any]) -> bool:
    """Return whether plies are in the main line, and neither clocks nor variations are empty."""
    plies, clock = len(data["moves"]), data.get("clock", {"at": 0, "left": [()]})
    has_moves = all(variation["moves"] for variation in data.get("variations", ()))
    # Earlier versions also saved the times of moves that had been undone and dropped.
    has_plies = max(data["at"], data.get("undone", 0), clock["at"]) <= plies
    return has_moves and has_plies and clock["left"] != []


def write(session: Session, path: Path) -> None:
    """Write a save atomically."""
    write_output(path, dump(session))


def read(path: Path) -> Session:
    """Return the session in a save file; raise `SaveError` if it cannot be read."""
    return restore(read_save_text(path), shorten_path(path), (path.absolute().parent,))


def is_save(path: Path) -> bool:
    """Return whether to read a file as a save rather than as a puzzle in a JSON format."""
    suffix = path.suffix.lower()
    has_puzzle_suffix = suffix in FILE_SUFFIXES and suffix != ".json"
    try:
        text = read_save_text(path)
    except SaveError:
        return not has_puzzle_suffix and (suffix == ".json" or not path.is_file())
    if is_save_text(text) or has_puzzle_suffix:
        return is_save_text(text)
    is_puzzle = re.search(r'"(?:orbits|defaultPattern|derivedMoves)"\s*:', text)
    return (suffix == ".json" or text.lstrip().startswith("{")) and not is_puzzle


def begins_like_save(path: Path) -> bool:
    """Return whether a file of any name begins like a save of any version."""
    try:
        return is_save_text(read_save_text(path))
    except SaveError:
        return False


def is_save_text(text: str) -> bool:
    """Return whether a string begins like a save of any version."""
    return re.match(r'\s*\{\s*"format"\s*:', text) is not None


def read_save_text(path: Path) -> str:
    """Return the text of a file; raise `SaveError` if the file is not text or is too large."""
    return read_text(path, "a saved game", MAX_BYTES, SaveError)
