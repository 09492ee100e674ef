"""Tests for the top-level functions for notebooks and their rich display."""

import pickle
from copy import copy, deepcopy
from xml.etree import ElementTree

import pytest
from support import Noughts, state_after

import puzzlekit
from puzzlekit import IllegalMoveError, LimitReachedError, NotationError, OptionError, formats
from puzzlekit.core.errors import FormatError
from puzzlekit.core.words import expand, parse
from puzzlekit.formats.as_rules import plugin_class_from
from puzzlekit.solving import search

S4 = {"a": "(0 1 2 3)", "b": "(0 1)"}


def test_group_of_position_or_generators():
    group = puzzlekit.group(S4)
    assert (group.name, group.order(), group.puzzle.name) == ("S4", 24, "Generators")
    assert puzzlekit.order(S4) == puzzlekit.groups.permutation_group(S4.values()).order() == 24
    assert (group.facts.generators, group.facts.arrangements) == (("a", "b"), 24)
    assert group.derived_subgroup().order() == 12
    start, later = (puzzlekit.group("permute:4,swap=off", state) for state in (None, "start"))
    assert start == later
    assert start.facts == later.facts


def test_groups_can_be_pickled_and_copied():
    group = puzzlekit.group(S4)
    for other in (pickle.loads(pickle.dumps(group)), copy(group), deepcopy(group)):
        assert other == group
        assert (other.order(), other.name, other.facts) == (24, "S4", group.facts)
    alone = pickle.loads(pickle.dumps(puzzlekit.groups.permutation_group(S4)))
    assert (alone.order(), alone.name, alone.proof) == (24, "S4", group.proof)


@pytest.mark.parametrize("given", [["()(2)"], [[0, 1, 2], [0, 1, 2]]])
def test_trivial_group_acts_on_all_cells(given):
    trivial = puzzlekit.group(given)
    assert (trivial.degree, trivial.order(), trivial.name) == (3, 1, "1")
    assert trivial.contains(trivial.identity)


def test_distances_to_goal():
    puzzle = puzzlekit.load("fifteen:3,height=2#4")
    expected = [len(layer) for layer in search.bfs_layers(puzzle, puzzle.goal, backward=True)]
    assert list(puzzlekit.distances(puzzle, to_goal=True)) == expected
    assert expected != list(puzzlekit.distances(puzzle))
    for rules, start, message in [
        ("hex:3", None, "Hex has no goal"),
        (["(0 1 2)"], "1 2 0", "cannot be combined"),
    ]:
        with pytest.raises(OptionError, match=message):
            puzzlekit.distances(rules, start, to_goal=True)


def test_distances_by_id_and_by_generators():
    assert sum(puzzlekit.distances("knights")) == 1260
    assert sum(puzzlekit.distances(S4)) == 24
    assert list(puzzlekit.distances("fifteen:2,height=2", "1 2 . 3"))[-1] == 1
    with pytest.raises(OptionError, match="Unknown metric 'hops'"):
        puzzlekit.distances("knights", metric="hops")
    with pytest.raises(LimitReachedError, match=r"[Rr]aise the `limit`"):
        sum(puzzlekit.distances("knights", limit=100))


def test_solve():
    rules = puzzlekit.load("fifteen:3,height=2#1")
    best = puzzlekit.solve("fifteen:3,height=2#1", optimal=True)
    assert best.moves == search.solve(rules).moves
    assert puzzlekit.solve(rules, "goal").moves == []
    there, back = (
        puzzlekit.solve(rules, state, to=to, optimal=True)
        for state, to in (("goal", "start"), ("start", "goal"))
    )
    assert (there.length, there.count) == (back.length, back.count)
    assert puzzlekit.solve(S4, ("1", "0", "2", "3"), count=True).shortest == [["b"]]


def test_solve_rejects_games_and_respects_limit():
    with pytest.raises(OptionError, match="is a game"):
        puzzlekit.solve("hex:2")
    with pytest.raises(LimitReachedError, match=r"more than 10 states\. .* raise the `limit`"):
        puzzlekit.solve("pinball", optimal=True, limit=10)
    for options in ({"seconds": 1}, {"tables": True}):
        with pytest.raises(OptionError, match="are for short solutions"):
            puzzlekit.solve("pinball", optimal=True, **options)


@pytest.mark.slow
def test_short_solutions_reach_target():
    rules = puzzlekit.load(S4)
    for to in ("(0 2)", "(1 2 3)", "(0 1)(2 3)"):
        solution = puzzlekit.solve(rules, to=to)
        state = state_after(rules, solution.moves)
        assert puzzlekit.show(rules, to).state == state
        assert solution.length == len(solution.moves)
        word = parse(str(solution))
        assert state_after(rules, expand(word, rules.inverse_move)) == state
    assert puzzlekit.solve(S4, ("1", "0", "2", "3")).length == 1
    assert puzzlekit.solve(["(0 1 2)", "(1 2 3)"], to="(0 1)") is None  # the generators are even
    assert puzzlekit.solve("fifteen", to="(a4 b4)") is None


@pytest.mark.slow
def test_short_solutions_proved_shortest():
    solution = puzzlekit.solve("pinball")
    assert (solution.length, solution.proved_optimal, solution.count) == (18, True, None)
    assert puzzlekit.solve("pinball", "goal").moves == []
    assert not puzzlekit.solve("fifteen:6,height=6#1").proved_optimal


def test_convert():
    text = puzzlekit.convert(S4, "tws")
    again = plugin_class_from(formats.parse(text, "tws"))()
    assert puzzlekit.order(again) == 24
    with pytest.warns(UserWarning, match="gap cannot represent the start; left out"):
        puzzlekit.convert("topspin#1", "gap")
    for rules, form, message in (
        (S4, "gp", "'gp' cannot be written; use one of gap"),
        (S4, None, "None cannot be written"),
        ("hex:2", "gap", "neither a twisty nor a sliding puzzle"),
    ):
        with pytest.raises(FormatError, match=message):
            puzzlekit.convert(rules, form)
    with pytest.raises(FormatError, match=r"'tvs' cannot be read; use one of .* mean 'tws'"):
        formats.parse("", "tvs")


def test_display_of_rules():
    rules = puzzlekit.load("fifteen:3,height=3#7")
    assert repr(rules) == "<15-puzzle: fifteen:width=3,height=3#7>"
    assert repr(puzzlekit.load(S4)) == "<Generators: 4 cells>"
    assert rules._repr_svg_() == puzzlekit.show(rules).svg
    cube = puzzlekit.load("cube:7")
    assert len(repr(puzzlekit.load(f"cube:7@{cube.encode(cube.goal)}"))) < 120

    class Early(puzzlekit.Twisty):
        """A puzzle that calls `repr` on itself before it is initialized."""

        name = "Early"

        def __init__(self):
            self.text = repr(self)
            super().__init__(puzzlekit.ring(3), "abc", {"L": [range(3)]})

    assert Early().text == "<Early: 0 cells>"
    assert repr(Early()) == "<Early: 3 cells>"


def test_display_of_positions():
    shown = puzzlekit.show("fifteen:2,height=2", "1 2 . 3")
    assert repr(shown) == "<15-puzzle: 12_3>"
    assert shown.state == ("1", "2", "", "3")
    assert shown._repr_svg_() == shown.svg
    image = ElementTree.fromstring(shown.svg)
    assert image.find("{http://www.w3.org/2000/svg}title").text == "15-puzzle"
    assert puzzlekit.show("hex:2", theme="dark").svg != puzzlekit.show("hex:2").svg
    assert len(repr(puzzlekit.show("cube:7"))) < 120

    class NoNotation(Noughts):
        """A game without a position notation."""

        def encode(self, state):
            raise puzzlekit.NotationError("no line")

    rules = NoNotation()
    assert repr(puzzlekit.show(rules, rules.start())).endswith(": a position>")


def test_play_list_of_moves():
    assert puzzlekit.play_moves(S4, ["a", "b", "a'"]) == puzzlekit.play_moves(S4, "a b a'")
    assert puzzlekit.play_moves("hex:2", ["a1", "b2"]).ply == 2
    for moves, wrong in (["a", "c"], "'c'"), ([0], "0"):
        with pytest.raises(IllegalMoveError, match=f"{wrong} is not a legal move here"):
            puzzlekit.play_moves(S4, moves)


@pytest.mark.parametrize("seat", [2, -1, "Red"])
def test_prove_rejects_unknown_seats(seat):
    with pytest.raises(OptionError, match=rf"no seat {seat!r}\. Seats: 0 \(Red\), 1 \(Blue\)"):
        puzzlekit.prove("hex:2", seat=seat)


def test_powers_of_moves_with_similar_names():
    moves = {"R": "(0 1 2 3 4)", "R2": "(0 1)", "R22": "(2 3 4)"}
    for target in ("(0 2 4 1 3)", "(0 3)(1 4)", "(0 1 2 4 3)"):
        solution = puzzlekit.solve(moves, to=target)
        after = puzzlekit.play_moves(moves, solution.moves)
        assert puzzlekit.play_moves(moves, str(solution)) == after
    assert str(puzzlekit.solve(moves, to="(0 2 4 1 3)", optimal=True)) == "(R)2"


def test_unsuitable_moves_and_players():
    with pytest.raises(NotationError, match="5 is not a sequence of moves"):
        puzzlekit.play_moves(S4, 5)
    with pytest.raises(OptionError, match="None is not the name of a player"):
        puzzlekit.make_player(None)


def test_session_from_id():
    session = puzzlekit.Session("hex:2")
    session.play("a1")
    assert repr(session) == "<Session: Hex, ply 1>"


@pytest.mark.parametrize("cores", [0, -1])
def test_invalid_number_of_cores(cores):
    with pytest.raises(OptionError, match=f"Invalid number of cores {cores}"):
        next(puzzlekit.distances(S4, cores=cores))
