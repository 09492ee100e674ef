"""Tests that old files load with the same meaning, and those of 0.1 are written unchanged.

In `data/0.1`, each game has a save, a record and an ID followed by moves. `reached` holds what 0.1
displayed at the current move, and at the last move if moves had been undone. PUZZLES stands for the
folder of the puzzle files. In `data/saves`, there are saves of earlier versions, each with what it
displayed (`.reached`). Add files for later versions next to these; never change one.
"""

import json
from zlib import crc32

import pytest
from support import DATA_FOLDER

from puzzlekit import NotationError, Session, load
from puzzlekit.core.game_id import GameID
from puzzlekit.play import records, saves
from puzzlekit.plugin import discovery
from puzzlekit.rules.merged_moves import may_merge

FOLDER = DATA_FOLDER / "0.1"
EARLIER = sorted((DATA_FOLDER / "saves").glob("*.json"))
PUZZLES = str(DATA_FOLDER / "puzzles")
PUZZLES_IN_ID = str(GameID(PUZZLES))

#: Puzzle files that 0.1 drew flat and later versions draw as solids. Moves and IDs are unchanged.
IN_SPACE = {"file_pocket_tws", "file_pocket_tws_from", "file_pyraminx_tws"}

#: Result texts whose wording has changed since 0.1; results are displayed but never saved.
REWORDED = {"Blue wins: largest creatures of 8 versus 6": "Blue wins: largest creature 8 versus 6"}

NAMES = sorted(path.stem for path in (FOLDER / "reached").iterdir())


def expected_positions(name):
    """Return what 0.1 displayed at the current move and at the last move."""
    path = FOLDER / "reached" / f"{name}.json"
    text = path.read_text(encoding="utf-8").replace("PUZZLES", PUZZLES_IN_ID)
    data = json.loads(text)
    for each in data.values():
        if each["result"] is not None:
            winner, words = each["result"]
            words = words.replace(" against ", " versus ")
            each["result"] = [winner, REWORDED.get(words, words)]
    shown, last = data["shown"], data.get("last", data["shown"])
    if name in IN_SPACE:
        shown, last = ({**each, "looks": IN_COLOURS} for each in (shown, last))
    return shown, last


class _InColours:
    """An object that equals any `looks` consisting only of stickers."""

    def __eq__(self, looks):
        return all(piece.startswith("sticker,") for piece in looks)


IN_COLOURS = _InColours()


@pytest.fixture
def copy_file(tmp_path, monkeypatch):
    """Return a function that copies a file with PUZZLES replaced, and returns the copy's path."""
    monkeypatch.setattr(discovery, "plugins_folder", lambda: DATA_FOLDER / "puzzles")

    def copy_file(form, name, puzzles):
        (path,) = (FOLDER / form).glob(f"{name}.*")
        copy = tmp_path / path.name
        text = path.read_text(encoding="utf-8").replace("PUZZLES", puzzles)
        copy.write_text(text, encoding="utf-8")
        return copy

    return copy_file


def piece_text(piece):
    """Return a piece as a string, which is empty for an empty cell."""
    if piece is None:
        return ""
    areas = [f"{area.first}-{area.last} {area.colour}" for area in piece.areas]
    return ",".join([*piece[:4], *areas])


def cells_by_piece(rules, state):
    """Return a dictionary from each kind of piece to its cells."""
    found = {}
    for cell, piece in zip(rules.board.cells, map(piece_text, rules.pieces(state)), strict=True):
        found.setdefault(piece, []).append(cell)
    return {piece: " ".join(cells) for piece, cells in found.items() if piece}


def describe_position(session):
    rules, state, result = session.rules, session.state, session.result
    legal = rules.legal_moves(state)
    try:
        position = session.setup.with_position(state).id
    except NotationError:
        position = None
    return {
        "id": session.setup.id,
        "moves": session.moves,
        "position": position,
        "turn": rules.turn(state),
        "legal": [len(legal), crc32(" ".join(legal).encode())],
        "result": None if result is None else [result.winner, result.text],
        "looks": cells_by_piece(rules, state),
    }


@pytest.mark.parametrize("path", EARLIER, ids=lambda path: path.stem)
def test_save_of_earlier_version(path):
    session, data = saves.read(path), json.loads(path.read_text())
    assert (session.all_moves, session.ply) == (data["moves"], data["at"])
    assert session.players == data["players"]
    assert session.setup.seed == data["seed"]
    facts = describe_position(session)
    looks = [piece_text(piece) for piece in session.rules.pieces(session.state)]
    shown = {"looks": looks, "turn": facts["turn"], "result": facts["result"]}
    assert shown == json.loads(path.with_suffix(".reached").read_text())


@pytest.mark.parametrize("name", NAMES)
def test_save(name, copy_file):
    path = copy_file("saves", name, json.dumps(PUZZLES)[1:-1])
    session = saves.read(path)
    assert describe_position(session) == expected_positions(name)[0]
    assert saves.dump(session) == path.read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("form", "write"), [("records", records.write), ("moves", records.write_moves)]
)
def test_record_and_moves_after_id(name, copy_file, form, write):
    path = copy_file(form, name, PUZZLES_IN_ID)
    session = records.read_file(path)
    assert describe_position(session) == expected_positions(name)[1]
    text = write(session)
    if not may_merge(session.rules):  # version 0.1 wrote R R for R2
        assert text == path.read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8")
    assert describe_position(records.read_file(path)) == expected_positions(name)[1]


@pytest.mark.parametrize("name", NAMES)
def test_position(name):
    shown = expected_positions(name)[0]
    assert shown["position"]
    session = Session(load(shown["position"]))
    assert describe_position(session) == shown | {"id": shown["position"], "moves": []}
