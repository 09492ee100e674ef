"""The table `perft.txt`, which must list every bundled plugin."""

from collections import Counter

import pytest
from support import PERFT, SHIPPED, has_fast_path, sample, slow_if, stop_at

from puzzlekit import OptionError, load, perft
from puzzlekit.core.game_id import parse


def lines(text):
    """Return (ID, distinct, counts) for each line that is not a comment."""
    found = []
    for line in text.splitlines():
        words = line.partition("#")[0].split() if not line.startswith("#") else []
        if words:
            distinct = words[1] == "distinct"
            found.append((words[0], distinct, [int(word) for word in words[1 + distinct :]]))
    return found


LINES = lines(PERFT.read_text())


def is_slow(line):
    text, _, counts = line
    return sum(counts) > 20_000 or (len(counts) > 2 and has_fast_path(load(text)))


@pytest.mark.parametrize(
    "line",
    sample((slow_if(is_slow(line), line) for line in LINES), 48),
    ids=lambda line: f"{line[0]}{' distinct' * line[1]}",
)
def test_line(line):
    text, distinct, counts = line
    assert counts
    assert list(perft(load(text), len(counts), distinct=distinct)) == counts


def test_all_plugins_are_listed():
    assert len(SHIPPED) >= 8
    assert set(SHIPPED) <= {parse(text).name for text, _, _ in LINES}
    assert lines("# twist 8\ntopspin 3\n") == [("topspin", False, [3])]


@pytest.mark.slow
@pytest.mark.parametrize("text", ["permute:3", "knights", "fifteen:3,height=2", "pinball", "twist"])
def test_perft_equals_enumeration(text):
    rules = load(text)
    level = Counter([rules.start()])
    counted, distinct = [], []
    for _ in range(4):
        onward = Counter()
        for state, ways in level.items():
            for move in rules.legal_moves(state):
                onward[rules.play(state, move)] += ways
        level = onward
        counted.append(sum(level.values()))
        distinct.append(len(level))
    assert list(perft(rules, 4)) == counted
    assert list(perft(rules, 4, distinct=True)) == distinct


@pytest.mark.parametrize("depth", [0, -1])
def test_invalid_depth(depth):
    with pytest.raises(OptionError, match="1 or more"):
        list(perft(load("pinball"), depth))


def test_interruption():
    with pytest.raises(KeyboardInterrupt):
        list(perft(load("permute:4"), 2, progress=stop_at()))
