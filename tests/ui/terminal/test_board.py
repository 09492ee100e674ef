"""Boards and pieces as text."""

import networkx
import pytest
from support import play_moves, sample

from puzzlekit import (
    Board,
    Connection,
    Piece,
    Sliding,
    from_graph,
    grid,
    hexagons,
    load,
    ring,
    triangles,
)
from puzzlekit.plugin.discovery import plugins
from puzzlekit.ui.piece_descriptions import describe_pieces
from puzzlekit.ui.terminal import board
from puzzlekit.ui.terminal.board import draw


def picture(text):
    """Return an expected picture without the indentation of the source code."""
    return "\n".join(line[4:] for line in text.strip("\n").splitlines()).rstrip()


def slide(board, labels="", pieces=None):
    """Return a sliding puzzle on any board."""
    goal = [*labels] or [chr(ord("A") + i) for i in range(len(board) - 1)] + [""]
    return Sliding(board, goal, pieces=pieces)


def draw_start(rules):
    return draw(rules, rules.start())


PICTURES = {
    "fifteen": """
    4   1  2  3  4
    3   5  6  7  8
    2   9 10 11 12
    1  13 14 15  .

        a  b  c  d
    """,
    "permute:4 Ca1-a1": """
    4  O  Y  O  Y
    3  Y  O  Y  O
    2  Y  O  O  Y
    1  O# Y  Y  O

       a  b  c  d

    O orange, Y yellow, # bandage
    """,
    "pinball": """
    1[4] 2[1] 3[8]
    4[6] 5[ ] 6[2]
    7[9] 8[7] 9[3]

    1 -> 2, 4  2 -> 1, 5  3 -> 2, 6  4 -> 5, 7  5 -> 2, 8  6 -> 3, 5  7 -> 4, 8
    8 -> 7, 9  9 -> 6, 8
    """,
    "knights": """
     1[b]  2[ ]  3[b]  4[ ]
           5[ ]  6[w]  7[ ]
           8[ ]  9[ ]
          10[w]

    b black, w white
    1 - 6, 8     2 - 7, 9     3 - 8        4 - 5, 9     5 - 4        6 - 1, 10
    7 - 2, 8     8 - 1, 3, 7  9 - 2, 4     10 - 6
    """,
    "cube:2": """
         U U
         U U

    L L  F F  R R  B B
    L L  F F  R R  B B

         D D
         D D
    """,
    "topspin:10": """
      10  1  2
     9         3

     8         4
       7  6  5
    """,
}


@pytest.mark.parametrize("game", PICTURES)
def test_drawing_of_game(game):
    name, *moves = game.split()
    rules = load(name)
    assert draw(rules, play_moves(rules, rules.start(), moves)) == picture(PICTURES[game])


def test_gap_between_quarters():
    lines = draw_start(load("pentago")).splitlines()
    assert lines[2:5] == ["4  .  .  .     .  .  .", "", "3  .  .  .     .  .  ."]


def test_crossing_rings_and_ambiguous_initials():
    text = draw_start(load("hungarian"))
    assert text.endswith("b black, l blue, r red, y yellow")
    letters = text.rpartition("\n\n")[0].replace("\n", "").replace(" ", "")
    assert [letters.count(letter) for letter in "blry"] == [9, 9, 10, 10]


KNIGHTS = {each[0]: Piece("knight", each, "N") for each in ("white", "black")}
TRIANGLES = triangles((x, y) for y in range(2) for x in range(y, 3 - y))
BOARDS = {
    """
        1,-1[B]
     0,0[A]
         1,0[ ]
     0,1[C]
    """: slide(hexagons([(0, 0), (1, -1), (0, 1), (1, 0)])),
    """
       b2[ ]

       b1[B]
    a1[A] c1[C]
    """: slide(TRIANGLES),
    """
    2  Nw Nb
    1  Nw  .

        a  b

    b black, w white
    """: slide(load("fifteen:2,height=2").board, ["w", "b", "w", ""], KNIGHTS),
    """
    2  馬  b
    1  兵  .

        a  b
    """: slide(grid(2, 2), ["馬", "b", "兵", ""]),
}


@pytest.mark.parametrize("text", BOARDS, ids=["hexagons", "triangles", "colours", "wide letters"])
def test_drawing_of_board(text):
    assert draw_start(BOARDS[text]) == picture(text)


@pytest.mark.parametrize(
    "board",
    [
        from_graph(networkx.petersen_graph()),
        from_graph(networkx.DiGraph([(1, 2), (2, 3), (3, 1)])),
        Board(["x", "y"], [(0, 0), (0, 0)], edges=[(0, 1)]),
        Board(["x", "y", "z"], [(0, 0), (0.01, 0), (5, 0.003)], edges=[(0, 1), (1, 2)]),
        Board(["x", "y"], [(-3, -3), (-4, -3)], edges=[(0, 1)]),
    ],
)
def test_every_cell_is_shown_once(board):
    text = draw_start(slide(board))
    assert [text.count(f"{cell}[") for cell in board.cells] == [1] * len(board)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(plugins()[0]))
def test_colours_do_not_change_layout(name):
    kind = plugins()[0][name]
    for values in sample([{}, *kind.presets.values()], 2):
        rules = kind(**values)
        plain, coloured = draw(rules, rules.start()), draw(rules, rules.start(), colour=True)
        from rich.text import Text

        assert "\x1b" not in plain
        lines = Text.from_ansi(coloured).plain.splitlines()
        assert [line.rstrip() for line in lines] == plain.splitlines()


def test_legend_of_tiles_in_another_language(monkeypatch):
    monkeypatch.setattr(board, "COLOUR_NAMES", {"white": "blanc", "blue": "bleu"})
    rules = load("palago")
    assert ". blanc, # bleu" in draw(rules, rules.play(rules.start(), "0,0a+0,-1b"))


@pytest.mark.parametrize(
    ("game", "moves", "lines"),
    [
        ("klotski", "", ["blue: a5+a4 d5+d4 a3+a2 d3+d2", "red: b5+c5+b4+c4", "empty: b1 c1"]),
        ("knights", "", ["black: 1 3", "empty: 2 4 5 7 8 9"]),
        ("cube:2", "", ["U white: U1 U2 U3 U4"]),
        ("permute:4", "Ca1-a1", ["orange bandage: a1"]),
        ("palago", "0,0c+1,-1a", ["a white: 1,-1"]),
        (
            "hex:2,swap=off",
            "a1 b1 a2",
            ["red: a1 a2", "blue: b1", "empty: b2", "decides the game: a1 a2"],
        ),
    ],
)
def test_list_of_pieces(game, moves, lines):
    rules = load(game)
    listed = describe_pieces(rules, play_moves(rules, rules.start(), moves.split()))
    assert [line for line in lines if line not in listed] == []


def test_rows_and_rings_fit_width():
    points = [(i % 4, i // 4) for i in range(12)]
    for near in ((1.0001, 1), (1, 1)):
        lines = draw_start(slide(Board("abcdefghijklm", [*points, near]))).splitlines()
        assert max(map(len, lines)) <= 240
    lines = draw_start(slide(ring(400), [str(i) for i in range(399)] + [""])).splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0].split()[:2] == ["1[", "0]"]


@pytest.mark.parametrize(
    ("names", "last"),
    [(["a2", "b2", "a1", "b1"], "b"), (["north", "east", "west", "south"], "east")],
)
def test_width_of_cells_without_stones(names, last):
    board = grid(2, 2)
    sides = {"bottom": [2, 3], "top": [0, 1], "left": [0, 2], "right": [1, 3]}
    rims = {"black": ("bottom", "top"), "white": ("left", "right")}
    rules = Connection(Board(names, board.points, board.edges, sides=sides, rims=rims))
    states = rules.start(), rules.play(rules.start(), names[0])
    lines = [next(x for x in draw(rules, each).splitlines() if last in x) for each in states]
    assert lines[0].index(last) == lines[1].index(last)
    assert len(lines[0]) == len(lines[1])
