"""Tests that saves of earlier versions load and lead to the same positions.

Next to each `NAME.json`, `NAME.reached` holds the pieces on the cells, the side to move and the
result. Add files when the format grows; never change one.
"""

import json

import pytest
from support import DATA_FOLDER

from puzzlekit.play import saves

FOLDER = DATA_FOLDER / "saves"
PATHS = sorted(FOLDER.glob("*.json"))


def written(piece):
    areas = [f"{area.first}-{area.last} {area.colour}" for area in piece.areas]
    return ",".join([*piece[:4], *areas])


def reached(session):
    rules, state, result = session.rules, session.state, session.result
    return {
        "looks": ["" if piece is None else written(piece) for piece in rules.pieces(state)],
        "turn": rules.turn(state),
        "result": None if result is None else [result.winner, result.text],
    }


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_old_save(path):
    session = saves.read(path)
    data = json.loads(path.read_text())
    assert (session.all_moves, session.ply) == (data["moves"], data["at"])
    assert session.players == data["players"]
    assert session.setup.seed == data["seed"]
    assert reached(session) == json.loads(path.with_suffix(".reached").read_text())
