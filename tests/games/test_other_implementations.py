"""Random games, compared with the results of AbstractPlay's games library.

`turns` is the number of turns that the library allows before each turn of a game. For Catchup,
where it lists none, it is the maximum number of stones. The data is from commit b8c3115.
"""

import json

import pytest
from support import DATA_FOLDER, sample

from puzzlekit import load

GAMES = json.loads((DATA_FOLDER / "games_elsewhere.json").read_text())
CASES = [(text, number) for text, games in GAMES.items() for number in range(len(games))]


def count_turns(rules, state):
    """Return the number of legal turns; a turn of Slither may take two plies."""
    found, seat = 0, rules.turn(state)
    for move in rules.legal_moves(state):
        after = rules.play(state, move)
        is_half = rules.result(after) is None and rules.turn(after) == seat
        found += count_turns(rules, after) if is_half else 1
    return found


def max_stones(rules, state):
    """Return the maximum number of stones that a turn may place."""
    placed, seat = 0, rules.turn(state)
    while rules.result(state) is None and rules.turn(state) == seat:
        state, placed = rules.play(state, rules.legal_moves(state)[0]), placed + 1
    return placed


@pytest.mark.slow
@pytest.mark.parametrize(("text", "number"), sample(CASES))
def test_equal_to_other_implementations(text, number):
    rules, game = load(text), GAMES[text][number]
    allowed = max_stones if text.startswith("catchup") else count_turns
    state, seat, found = rules.start(), None, []
    for move in game["moves"].split():
        if rules.turn(state) != seat:
            found.append(allowed(rules, state))
            seat = rules.turn(state)
        state = rules.play(state, move)
    assert found == game["turns"]
    assert [rules.result(state).winner + 1] == game["winners"]
