"""A match reports invalid return values as `check` does."""

import pytest

GAME = '''"""A game."""

from puzzlekit import BoardGame, Result, ring


class Race(BoardGame):
    """Add one or two in turn; who reaches seven wins."""

    name, asked = "Race", 0

    def __init__(self):
        self.board = ring(7)

    def start(self, rng=None):
        return 0, 0

    def turn(self, state):
        return state[1]

    def moves(self, state):
        return [f"{state[0] + step}" for step in (1, 2) if state[0] + step <= 7]

    def after(self, state, move):
        return int(move), 1 - state[1]

    def result(self, state):
        return Result(1 - state[1], "The end is reached") if state[0] >= 7 else None

    def look(self, state):
        return [None] * 7
'''

REACHED = 'Result(1 - state[1], "The end is reached")'
LISTED = '[f"{state[0] + step}" for step in (1, 2) if state[0] + step <= 7]'
OTHERS = """
        self.asked += 1
        return [str(state[0] + 1 + self.asked % 2)]"""

SLIPS = {
    "no seat wins": (REACHED, "Result(5, 'Over')", "line 26): result(state) is won by 5; expected"),
    "a text wins": (REACHED, "'Black'", "line 26): result(state) is 'Black'; expected None"),
    "a number wins": (REACHED, "0", "line 26): result(state) is 0; expected None while the"),
    "nobody wins": (REACHED, "None", "moves where the result is None"),
    "other moves": (f"return {LISTED}", OTHERS.strip(), "line 20): moves(state) returns ['"),
}


@pytest.mark.parametrize("players", ["random", "greedy"])
@pytest.mark.parametrize("slip", SLIPS)
def test_a_match_says_what_check_says(slip, players, add_plugin, run):
    sound, wrong, words = SLIPS[slip]
    assert sound in GAME
    add_plugin("race", GAME.replace(sound, wrong))
    code, out, err = run("match", "race", players, players, "--games", "2", "--jobs", "1")
    assert (code, out) == (2, "")
    assert words in err
