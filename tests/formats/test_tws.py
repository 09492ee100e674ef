"""Files of ksolve: titles, comments in Latin-1, blocks, and pieces to ignore."""

import pytest

from puzzlekit import convert, distances, load
from puzzlekit.core.errors import FormatError
from puzzlekit.solving.group_facts import count_positions
from puzzlekit.solving.search import bfs_layers

ROW = """Name Three in a row
# a comment by someone called Ren\xe9
Set A 3 1
Set CENTRE 1 1

Solved
A
1 2 3
CENTRE
1
End

Move L
A
2 3 1
CENTRE
1
1
End

Move S
A
2 1 3
End
"""

BLOCK = """
Block
A
1
CENTRE
1
End
"""


@pytest.fixture
def load_text(tmp_path):
    def load_text(text):
        path = tmp_path / "row.def"
        path.write_text(text, encoding="latin-1")
        return load(str(path))

    return load_text


def test_rotating_centre_belongs_to_block(load_text):
    rules = load_text(ROW + BLOCK)
    states = [state for level in bfs_layers(rules) for state in level]
    assert count_positions(rules, rules.goal) == len(states) == 6
    for state in states:
        # S takes the pieces on the first two slots, but not the centre; L takes all.
        legal = state.index(rules.goal[0]) == 2
        assert rules.legal_moves(state) == ["L", "L'", *(["S"] if legal else [])]


@pytest.mark.slow
def test_glued_corners_of_pocket_cube(load_text):
    text = convert("cube:2", "tws")
    name = text.split("Set ")[1].split()[0]
    free, glued = (load_text(text + block) for block in ("", f"Block\n{name}\n1 2\nEnd\n"))
    assert count_positions(free, free.goal) == 3_674_160
    assert count_positions(glued, glued.goal) == sum(distances(glued)) < 1_000_000
    with pytest.raises(FormatError, match="glued together"):
        convert(glued, "tws")


def test_comments_and_missing_end(load_text):
    text = ROW.replace("Set A 3 1", "  # pieces\nSet A 3 1 # in a row").replace("a row", "a row #1")
    assert load_text(text).name == "Three in a row #1"
    assert load_text(ROW.rstrip().removesuffix("End")).twists.keys() == {"L", "L'", "S"}
    rules = load_text(ROW)
    assert rules.name == "Three in a row"
    assert count_positions(rules, rules.goal) == 6
    rules = load_text(ROW + "Ignore\nA\n0 1 1\nEnd\n")
    assert rules.free == {1, 2}
    assert rules.result(rules.goal) is not None
    restrictions = "ForbiddenPairs\nL S\nS L\nEnd\nParallelMoves\nL S\nEnd\n"
    rules = load_text(ROW.replace("Move S", restrictions + "Move S"))
    assert rules.twists.keys() == {"L", "L'", "S"}


@pytest.mark.parametrize(
    ("block", "message"),
    [
        ("Block\nA\n4\nEnd\n", "a piece is '4'"),
        ("Block\n1 2\nEnd\n", "name of a set is missing"),
        ("Block\nA\n1 2\n", "no End"),
        ("ForbiddenGroups\nL S\n", "no End"),
    ],
)
def test_invalid_blocks(load_text, block, message):
    with pytest.raises(FormatError, match=message):
        load_text(ROW + block)
