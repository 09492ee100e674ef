"""Words by kinds of pieces: the method for large groups, tested on small ones."""

from functools import cache
from random import Random
from unittest.mock import patch

import pytest
from group_builders import shuffled
from support import evaluate, nightly, stop_at

from puzzlekit import LimitReachedError, load
from puzzlekit.core import disk_cache
from puzzlekit.core.permutation import apply, from_cycles, inverse, is_even, multiply
from puzzlekit.groups import describe
from puzzlekit.solving.factorization.words import Factorization, OrbitWordTable

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def treat_groups_as_large(tmp_path_factory, monkeypatch):
    """Treat groups with several orbits as large, with fewer words and powers; use new tables."""
    monkeypatch.setattr(disk_cache, "cache_path", lambda: tmp_path_factory.getbasetemp() / "kinds")
    monkeypatch.setattr("puzzlekit.solving.factorization.words.LARGE_SIZE", 600)
    monkeypatch.setattr("puzzlekit.solving.factorization.cycles_compiled.ELEMENTS", 400)
    for name, limit in (("MAX_POWERS", 1_000), ("COMMUTATORS", 1_000_000)):
        monkeypatch.setattr(f"puzzlekit.solving.factorization.support_compiled.{name}", limit)


def renumbered(moves, seed=1):
    """Return the moves on randomly renumbered cells, and the numbering."""
    size = len(next(iter(moves.values())))
    number = Random(seed).sample(range(size), size)
    cell_of = inverse(number)
    return {
        name: tuple(number[images[cell]] for cell in cell_of) for name, images in moves.items()
    }, number


@cache
def three_rings():
    """Return moves that couple rings of 7, 9 and 11 pieces; one more piece never moves."""
    rings = [range(7), range(7, 16), range(16, 27)]
    moves = {
        f"{name}{k}": [ring[first : first + 4], *extra]
        for k, ring in enumerate(rings)
        for name, first, extra in (("A", 0, []), ("B", 3, [rings[k - 1][:3]]))
    }
    moves |= {f"C{k}": [ring[4:], rings[k - 1][-3:]] for k, ring in enumerate(rings)}
    return renumbered({name: from_cycles(cycles, 28) for name, cycles in moves.items()})


@cache
def cube():
    rules = load("cube:3")
    return rules.generators(rules.goal)


@pytest.mark.parametrize("group", [pytest.param(lambda: three_rings()[0], marks=nightly), cube])
def test_every_element_has_a_word(group):
    moves = group()
    words = Factorization(moves)
    assert isinstance(words.table, OrbitWordTable)
    elements = [shuffled(moves, seed) for seed in range(2)]
    assert [evaluate(words.word(each), moves) for each in elements] == elements
    assert words.word(range(len(elements[0]))) == ()
    assert words.order == describe(list(moves.values())).order


def test_progress_object_that_is_not_hashable():
    class Reports(list):
        def __call__(self, *report):
            self.append(report)

    element, reports = cube()["U"], Reports()
    word = Factorization(cube()).find_word(element, range(len(element)), progress=reports)
    assert evaluate(word, cube()) == element
    assert ("piece types, beam width 10", 0, 2) in reports


def test_odd_permutations_in_product_of_alternating_groups():
    moves = {"A": [range(9)], "B": [(0, 1, 2)], "C": [range(9, 18)], "D": [(9, 10, 11)]}
    words = Factorization({name: from_cycles(cycles, 18) for name, cycles in moves.items()})
    assert words.table.rest is None
    assert words.word(from_cycles([(0, 1)], 18)) is None


def test_three_cycles():
    table = Factorization(cube()).table
    pulls = table.cycles.letters.pulls
    for k, kind in enumerate(table.cycles.kinds):
        points, n = table.cycles.points[k], len(kind.place)
        costs = table.cycles.costs(k)
        for cycle in Random(k).sample([t for t in range(n**3) if costs[t] < 1000], 20):
            word = table.cycles.word(k, cycle)
            pull = tuple(range(len(pulls[0])))
            for letter in word:
                pull = tuple(pull[i] for i in pulls[letter])
            a, b, c = points[cycle // n**2], points[cycle // n % n], points[cycle % n]
            assert (pull[b], pull[c], pull[a]) == (a, b, c)
            assert sum(i != cell for i, cell in enumerate(pull)) == 3 * kind.size
            assert len(word) <= costs[cycle]


def test_impossible_cube_positions():
    words, index = Factorization(cube()), load("cube:3").board.index
    spots = [("U8", "F2"), ("U8", "U6"), ("U9", "F3")]
    for one, other in spots:  # a flipped edge, two edges torn apart, a corner torn apart
        images = list(range(54))
        images[index[one]], images[index[other]] = index[other], index[one]
        assert words.word(images) is None
    turned = from_cycles([[index[cell] for cell in ("U9", "R1", "F3")]], 54)
    assert words.word(turned) is None
    assert evaluate(words.word(multiply(turned, turned, turned)), cube()) == tuple(range(54))


def test_fixed_piece_must_be_in_place():
    moves, number = three_rings()
    words = Factorization(moves)
    element = shuffled(moves, 3)
    swapped = from_cycles([(number[27], number[0])], 28)
    assert words.word(multiply(element, swapped)) is None


def test_equal_pieces_fix_parities():
    moves, number = three_rings()
    plain = "aabcdef" + "ghijklmno" + "pqrstuvwxyz" + "!"
    goal = [""] * 28
    for cell, label in zip(number, plain, strict=True):
        goal[cell] = label
    words = Factorization(moves, goal=goal)
    for pair in ((2, 3), (7, 8), (16, 17)):  # odd in one ring only
        images = from_cycles([[number[cell] for cell in pair]], 28)
        way = words.find_word(apply(images, goal), goal)
        if way is not None:
            assert apply(evaluate(way, moves), apply(images, goal)) == tuple(goal)
        assert (way is None) == (pair[0] >= 7 and Factorization(moves).word(images) is None)
    other = list(goal)
    other[number[2]] = "a"  # there are only two pieces "a"
    assert words.find_word(other, goal) is None


def test_tied_cells_and_small_groups():
    """Two orbits that move together, and an orbit on which a group of order 21 acts."""
    moves = {
        "A": from_cycles([range(8), range(8, 16), (16, 17, 18, 19, 20, 21, 22)], 23),
        "B": from_cycles([(0, 1, 2), (8, 9, 10), (17, 18, 20), (19, 22, 21)], 23),
    }
    words = Factorization(moves)
    assert [kind.blocks for kind in words.table.cycles.kinds] == [8]
    assert words.table.rest.order == 2 * 21
    elements = [shuffled(moves, seed) for seed in range(3)]
    assert [evaluate(words.word(each), moves) for each in elements] == elements
    assert words.word(from_cycles([(0, 1, 2)], 23)) is None  # the coupled orbit has to move too
    assert words.word(from_cycles([(0, 1, 2), (8, 9, 10)], 23)) is not None
    assert words.word(from_cycles([(16, 17, 18)], 23)) is None


def test_cycles_are_computed_once(monkeypatch):
    from puzzlekit.solving.factorization import cycles_compiled

    element = shuffled(cube(), 7)
    word = Factorization(cube()).word(element)
    monkeypatch.setattr(cycles_compiled, "find_cycles", None)
    assert Factorization(cube()).word(element) == word


def test_words_depend_on_costs():
    element = shuffled(cube(), 1)
    costs = {"U": (1000, 1000)}
    words = [Factorization(cube(), costs=each).word(element) for each in ({}, costs)]
    spent = [sum(abs(k) for name, k in word if name == "U") for word in words]
    assert spent[1] < spent[0]


def test_fallback_for_incomplete_table(monkeypatch):
    from puzzlekit.solving.factorization import fill_compiled

    monkeypatch.setattr("puzzlekit.solving.factorization.words.LARGE_SIZE", 10**9)
    monkeypatch.setattr(fill_compiled, "fill_table", lambda *_: {})
    for _ in range(2):
        assert isinstance(Factorization(cube()).table, OrbitWordTable)
    turns = {"A": from_cycles([range(200)], 400), "B": from_cycles([range(200, 399)], 400)}
    with pytest.raises(LimitReachedError, match="too large"):
        Factorization(turns)


def test_cycles_need_commutators_of_commutators(monkeypatch):
    """Each move turns four rows or columns of a torus; few words share a single piece."""
    from puzzlekit.solving.factorization.support_compiled import WordPool

    monkeypatch.setattr("puzzlekit.solving.factorization.words.MAX_SIZE", 0)
    size, lines = 12, [[(first + k) % 12 for k in range(4)] for first in range(12)]
    cell = [[row * size + column for column in range(size)] for row in range(size)]
    rows = [from_cycles([cell[k] for k in some], size**2) for some in lines]
    columns = [from_cycles([[row[k] for row in cell] for k in some], size**2) for some in lines]
    moves = {str(number): images for number, images in enumerate(rows + columns)}
    with patch.object(WordPool, "grow", autospec=True, side_effect=WordPool.grow) as grow:
        words = Factorization(moves)
    grow.assert_called_once()
    element = shuffled(moves, 1)
    assert evaluate(words.word(element), moves) == element


def test_progress(table_folder):
    with pytest.raises(KeyboardInterrupt):
        Factorization(cube(), progress=stop_at("cycles, round 1"))


def test_even_generators_leave_no_parity():
    """Generators that are even in every ring leave no parity to correct."""
    moves = {f"{k}": from_cycles([(k, k + 1, k + 2)], 16) for k in (0, 2, 4, 8, 10, 12)}
    words = Factorization(moves)
    element = shuffled(moves, 2)
    assert evaluate(words.word(element), moves) == element
    odd = from_cycles([(0, 1)], 16)
    assert not is_even(odd)
    assert words.word(odd) is None


def test_cycles_of_later_rounds(table_folder, monkeypatch):
    """The first words have no commutator of the required kind; later rounds find one."""
    from puzzlekit.solving.factorization import cycles_compiled, support_compiled

    monkeypatch.setattr(support_compiled, "MAX_BALL", 0)  # the minimum is a hundred
    monkeypatch.setattr(support_compiled, "MAX_POWERS", 1)
    monkeypatch.setattr(cycles_compiled, "CONJUGATES", 1)
    reports = []
    words = Factorization(cube(), progress=lambda *report: reports.append(report))
    assert reports[0][0] == "cycles, round 1"
    assert {"cycles, round 2", "conjugates"} <= {what for what, *_ in reports}
    assert all(done <= total for _, done, total in reports)
    elements = [shuffled(cube(), seed) for seed in range(3)]
    assert [evaluate(words.word(each), cube()) for each in elements] == elements
