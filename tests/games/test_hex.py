"""Hex: small solved boards, full boards, numbers of lines, goals."""

from itertools import product
from random import Random

import networkx
import pytest
from support import cell_name

from puzzlekit import PuzzlekitError, load
from puzzlekit.play import records


@pytest.mark.slow
@pytest.mark.parametrize("size", [4, 7, 11])
def test_games_end_when_sides_are_connected(size):
    rules = load(f"hex:{size},swap=off")
    graph = networkx.Graph()
    for x, y in product(range(size), repeat=2):
        for a, b in ((x + 1, y), (x, y + 1), (x + 1, y - 1)):
            if 0 <= a < size and 0 <= b < size:
                graph.add_edge(cell_name(x, y), cell_name(a, b))
    line, last = range(size), size - 1
    ends = {
        "R": [[cell_name(i, end) for i in line] for end in (0, last)],
        "B": [[cell_name(end, i) for i in line] for end in (0, last)],
    }
    for seed in range(3):
        rng, state = Random(seed), rules.start()
        stones = {"R": [], "B": []}
        while moves := rules.legal_moves(state):
            own, move = rules.own_stone(state), rng.choice(moves)
            stones[own].append(move)
            state = rules.play(state, move)
            part = graph.subgraph(stones[own])
            pairs = [(a, b) for a, b in product(*ends[own]) if a in part and b in part]
            joined = any(networkx.has_path(part, a, b) for a, b in pairs)
            assert joined == (rules.result(state) is not None)
        result = rules.result(state)
        chain = [rules.board.cells[cell] for cell in result.cells]
        assert networkx.is_path(graph, chain)
        assert set(chain) <= set(stones[own])
        assert (chain[0] in ends[own][0], chain[-1] in ends[own][1]) == (True, True)


@pytest.mark.parametrize(
    ("text", "game", "moves"),
    [
        ("https://hexworld.org/board/#13nr5c1,c2:sd5e6,k10", "hex:size=13", "c2 swap e4 f5 j11"),
        ("https://hexworld.org/board/#13c1,c2:Sd5e6", "hex:size=13", "c2 swap d5 e6"),
        ("#11,a1", "hex", "a1"),
        ("https://trmph.com/hex/board#7,d4e3", "hex:size=7", "d4 e3"),
        ("(;FF[4]GM[11]SZ[5](;B[c3];W[swap-sides];B[d2])(;B[a1]))", "hex:size=5", "c3 swap d2"),
        ("(;GM[11]SZ[5]PB[x)(y];B[a1](;W[b2])(;W[c3]))", "hex:size=5", "a1 b2"),
        ("(;GM[11]SZ[4]AB[a1][d4]AW[b2]PL[W])", "hex:size=4@R3,1B2,4,3R_B_3", ""),
    ],
)
def test_import_games_of_other_programs(text, game, moves):
    session = records.read(text)
    assert (session.setup.id, " ".join(session.moves)) == (game, moves)


def test_import_resigned_game():
    text = r"(;SZ[9]PB[a\b]PW[x\]]SO[http://www.littlegolem.net];W[bc];B[swap];W[ba];B[resign])"
    session = records.read(text)
    assert session.moves == ["b3", "swap", "a2"]
    assert (session.tags["Red"], session.tags["Blue"]) == ("x]", r"a\b")
    assert session.final.seat == 0


def test_import_skipped_turn():
    with pytest.raises(PuzzlekitError, match="'pass' is not a move of Hex"):
        records.read("(;GM[11]SZ[5];B[c3];B[b2])")
    session = records.read("(;GM[11]SZ[5];B[c3];W[b2](;B[c4])(;W[d1]))")
    assert session.tree.size == 3


def test_import_variations_and_comments():
    text = (
        r"(;GM[11]SZ[5]C[a {club\] game];B[c3]C[centre];W[swap-pieces]TE[1]"
        "(;B[d2]BM[1];W[a1](;B[b2];W[resign])(;B[pass])(;B[e5];W[resign]))"
        "(;C[quiet]B[d4];W[b1](;B[b3])(;B[b4])))(;GM[11];B[a1])"
    )
    session = records.read(text)
    line = (
        "{a (club] game} 1. c3 {centre} 1... swap $1 2. b4 $2 (2. d4 {quiet} 2... a2 3. c2 (3. d2))"
    )
    assert " ".join(records.write(session).split()).endswith(f"{line} 2... a1 3. b2 (3. e5) 1-0")


@pytest.mark.parametrize(
    "text",
    [
        "#11,a1:p",
        "#11,zz",
        "#11,a9999999999",
        "(;GM[11]SZ[x]AB[a1])",
        "(;GM[1]SZ[9];B[aa])",
        "https://x.org/#1",
    ],
)
def test_invalid_records(text):
    with pytest.raises(PuzzlekitError):
        records.read(text)


@pytest.mark.parametrize("text", ["(;GM[11]" + "A" * 200_000, "(;GM[11]B[a1]" + "C[" * 200_000])
def test_damaged_files_take_linear_time(text):  # they took hours
    assert len(records.read(text).moves) == text.count("B[")


@pytest.mark.parametrize("start", ["(;", "\ufeff \n(;", "( \n; FF[4]"])
def test_import_file_with_any_suffix(tmp_path, start):
    path = tmp_path / "game.txt"
    path.write_text(f"{start}GM[11]SZ[5];B[aa])", encoding="utf-8")
    assert records.is_record(path)
    path.write_text("(; a)(b c)\n(a b)")
    assert not records.is_record(path)
