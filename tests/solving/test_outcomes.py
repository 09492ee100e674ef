"""Outcomes under best play, compared with plain minimax over the rules and with a theorem."""

from functools import cache
from random import Random

import pytest
from support import Circle, Clock, Count, sample, sample_size, stop_at

from puzzlekit import Connection, LimitReachedError, OptionError, grid, load, outcome
from puzzlekit.rules.symmetry import symmetries
from puzzlekit.solving import outcomes
from puzzlekit.solving.outcomes import MEMORY, OutcomeSearch
from puzzlekit.testing.fast_path import check_canonical, check_claims

pytestmark = pytest.mark.slow

TINY = [
    *("hex:2", "hex:2,swap=off", "hex:3", "permute:2", "permute:3", "permute:3,swap=positions"),
    *("shifty:2", "shifty:2,board=hex", "slither:2", "crossway:3", "catchup:2"),
    *("catchup:2,third=record", "slyde:2", "slyde:3"),
]


#: The sides of a square board that each player connects.
RIMS = {"first": ("bottom", "top"), "second": ("left", "right")}


@pytest.fixture(autouse=True)
def no_quick_search(monkeypatch):
    """Use compiled rules for small games, too."""
    monkeypatch.setattr(outcomes, "QUICK_SECONDS", 0)


def load_plain(game):
    """Return rules without their compiled form."""
    rules = load(game)
    rules.checked_compiled_rules = None
    return rules


def minimax(rules):
    """Return a function that gives the value of a state for the side to move."""

    @cache
    def value(state):
        result = rules.result(state)
        if result is not None:
            return 0 if result.winner is None else 1 if result.winner == rules.turn(state) else -1
        return max(worth(state, move) for move in rules.legal_moves(state))

    def worth(state, move):
        after = rules.play(state, move)
        return value(after) if rules.turn(after) == rules.turn(state) else -value(after)

    value.worth = worth
    return value


def assert_correct(value, rules, state, found):
    """Compare a proved outcome with minimax and replay its line."""
    assert found.value == value(state)
    assert found.openings == {move: value.worth(state, move) for move in rules.legal_moves(state)}
    for move in found.line:
        best = value(state)
        assert value.worth(state, move) == best
        state = rules.play(state, move)
    winner = rules.result(state).winner
    ends = 0 if winner is None else 1 if winner == found.seat else -1
    assert ends == found.value


@pytest.mark.parametrize("game", sample(TINY, 7))
def test_small_games_and_minimax(game):
    rules, plain = load(game), load_plain(game)
    assert rules.compiled is not None
    value = minimax(plain)
    for each in (rules, plain):
        assert_correct(value, plain, plain.start(), outcome(each, every=True))


@pytest.mark.parametrize(
    ("game", "plies"),
    [
        *(("hex:4", 10), ("permute:4", 2), ("shifty:3", 3), ("slither:3", 6), ("catchup:3", 16)),
        *(("pentago", 67), ("slyde:4", 12), ("palago:8", 3), ("shifty:3,landing=fewer", 5)),
    ],
)
def test_late_positions_and_minimax(game, plies):
    rules, rng = load(game), Random(3)
    for _ in range(sample_size(2, 1)):
        state = rules.start()
        for _ in range(plies):  # stay in the position if every move ends the game
            after = [rules.play(state, move) for move in rules.legal_moves(state)]
            state = rng.choice([each for each in after if rules.result(each) is None] or [state])
        assert_correct(minimax(rules), rules, state, outcome(rules, state, every=True))


@pytest.mark.parametrize("size", [2, 3, 4])
def test_first_player_wins_hex(size):
    """J. Nash's strategy stealing proves it; with the swap rule the second player wins."""
    assert outcome(f"hex:{size},swap=off").value == 1
    assert outcome(f"hex:{size}").value == -1


def test_symmetric_hex_openings():
    """Rotation by 180 degrees preserves the colours. The short diagonal wins."""
    rules = load("hex:4,swap=off")
    found = outcome(rules, every=True)
    values = [found.openings[name] for name in rules.board.cells]
    assert values == values[::-1]
    assert [found.openings[name] for name in ("d1", "c2", "b3", "a4")] == [1] * 4


@pytest.mark.parametrize("text", ["hex:4", "hex:4,swap=off", "hex:5,swap=off"])
def test_claims_do_not_change_outcomes(text):
    """Compare with a search without claims: all moves of every third position of a random game."""
    rules, rng = load(text), Random(3)
    other = load(text)
    other.checked_compiled_rules = other.compiled._replace(claims=0)
    for _ in range(sample_size(3, 1)):
        state = rules.start()
        for ply in range(14):
            if ply >= (6 if "5" in text else 0) and ply % 3 == 0:
                found, wanted = (
                    outcome(each, state, every=True, memory=1 << 24) for each in (rules, other)
                )
                assert found.openings == wanted.openings
            state = rules.play(state, rng.choice(rules.legal_moves(state)))
            if rules.result(state) is not None:
                break


@pytest.mark.parametrize(
    ("text", "claims", "message"),
    [
        ("crossway:4,swap=off", 16, "are not the unclaimed cells"),
        ("hex:4", 1 << 20, "are not the unclaimed cells"),
        ("catchup:3", 19, "the same seat is to move"),
    ],
)
def test_wrong_claims_are_detected(text, claims, message):
    rules = load(text)
    rules.checked_compiled_rules = rules.compiled._replace(claims=claims)
    assert any(message in fault for fault in check_claims(rules, Random(1)))


def test_undecided_claims_are_detected():
    """If the first of two chains that can cross wins, the order of the cells matters."""
    links = grid(4, 4, diagonals=True)
    rules = Connection(grid(4, 4, shape="point", rims=RIMS), links=links, swap=False)
    rules.checked_compiled_rules = rules.compiled._replace(claims=16)
    assert any("do not win" in fault for fault in check_claims(rules, Random(1)))
    assert list(check_claims(load("hex:4"), Random(1))) == []


@pytest.mark.parametrize("memory", [1, 4800])
def test_outcome_does_not_depend_on_memory(memory):
    for rules in (load("hex:3,swap=off"), load_plain("hex:2")):
        found, usual = (outcome(rules, every=True, memory=each) for each in (memory, MEMORY))
        assert found.openings == usual.openings
        assert found.positions > usual.positions or memory > 1
        assert found.memory <= max(memory, 64) < usual.memory


def test_interrupted_search_resumes():
    rules = load("hex:3,swap=off")
    proving = OutcomeSearch(rules, rules.start(), every=True)
    with pytest.raises(KeyboardInterrupt):
        proving.run(progress=stop_at("move 5 of"))
    values = list(proving.openings.values())
    assert values.count(None) == 5
    known = {move: value for move, value in proving.openings.items() if value is not None}
    assert known.items() <= outcome(rules, every=True).openings.items()
    proving.run()
    assert proving.openings == outcome(rules, every=True).openings


def test_no_time(monkeypatch):
    for rules in (load("hex:3,swap=off"), load_plain("hex:3,swap=off")):
        found = outcome(rules, seconds=0)
        assert (found.value, str(found), found.line) == (None, "open", [])
        assert set(found.openings.values()) == {None}
    monkeypatch.setattr("puzzlekit.solving.outcomes.time", Clock(1))
    assert outcome("hex:3,swap=off", seconds=9).seconds > 0


@pytest.mark.parametrize("plies", [0, 4])
def test_small_games_need_no_compiled_code(monkeypatch, plies):
    rules, plain = load("hex:3"), load_plain("hex:3")
    state = rules.start()
    for _ in range(plies):
        state = rules.play(state, rules.legal_moves(state)[-1])
    expected = outcome(rules, state, every=True)
    monkeypatch.setattr(outcomes, "QUICK_SECONDS", 3600)
    monkeypatch.setattr(type(rules), "compiled", property(lambda self: pytest.fail("compiled")))
    found = outcome(load("hex:3"), state, every=True)
    assert found.openings == expected.openings
    assert_correct(minimax(plain), plain, state, found)


def test_proof_stops_at_first_win():
    found = outcome("hex:3,swap=off")
    assert found.value == 1
    assert 1 in found.openings.values()
    assert None in found.openings.values()


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (load("pinball"), "is not a game"),
        (Count(), "Outcomes need two players; Count has 3[.]$"),
        (load("palagem:players=3"), "Palagem has 3. Use the option players=2[.]$"),
    ],
)
def test_other_games_have_no_outcome(rules, message):
    with pytest.raises(OptionError, match=message):
        outcome(rules)


def test_endless_game(monkeypatch):
    with pytest.raises(LimitReachedError, match="more than 512 plies"):
        outcome(Circle(6, goal=3))
    monkeypatch.setattr("puzzlekit.solving.outcome_compiled.MAX_PLIES", 2)
    with pytest.raises(LimitReachedError, match="plies"):
        outcome("hex:3")


def test_wrong_symmetry_is_detected():
    """Hex is symmetric under rotation by 180 degrees; reflections exchange the colours."""
    rules = load("hex:3,swap=off")
    assert list(check_canonical(rules, Random(1))) == []
    table = rules.compiled.table.copy()
    mirrored = next(
        image
        for image in symmetries(rules.board)
        if [image[cell] for cell in (0, 1, 3)] == [0, 3, 1]
    )
    start = int(table[-1])
    contents, cells = int(table[start]), len(rules.board)
    second = start + 3 + contents + cells
    table[second : second + cells] = mirrored
    rules.checked_compiled_rules = rules.compiled._replace(table=table)
    assert any("which are not equivalent" in text for text in check_canonical(rules, Random(1)))


def test_command(run, data):
    code, out, _ = run("prove", "hex:3,swap=off", "--openings")
    lines = out.splitlines()
    assert (code, lines[0]) == (0, "Red to move wins with best play.")
    assert lines[-5:-1] == ["win, 5 moves:", "  c1 a2 b2 c2 a3", "loss, 4 moves:", "  a1 b1 b3 c3"]
    assert lines[-1].endswith("256 MB of memory")
    found = data("prove", "hex:3", "--outcome", "--moves", "b2", "--memory", "1MB")
    assert (found["side"], found["outcome"], found["complete"]) == ("Blue", "win", True)
    assert found["openings"]["swap"] == "win"
    assert run("prove", "hex:3", "--openings", "--seconds", "0")[0] == 3


def test_interrupted_command(run_interrupted):
    argv = ["prove", "hex:4,swap=off", "--openings"]
    code, out, _ = run_interrupted(argv, "positions, move 3 of")
    assert (code, "open, 14 moves:" in out) == (130, True)
