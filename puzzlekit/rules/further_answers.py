"""What a plugin gets wrong in what memory, solvers and groups ask of a position."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from ..core.sparse import Sparse
from .faults import Fault, is_written
from .rule_book import Puzzle, Rules, State
from .wording import article, brief, unlike

#: Places of a position of which sparse permutations are held against all images.
MAX_PLACES = 2_000


def faults_of_key(rules: Rules, state: State) -> Iterator[Fault]:
    """Say that what repeated positions are known by can be changed."""
    key = rules.position(state)
    try:
        hash(key)
    except TypeError:
        text = f"position(state) is {brief(key)}, {article(type(key).__name__)}, which can be "
        text += "changed; take a text, or a tuple of texts and numbers."
        yield Fault("position", text, "changeable")


def faults_of_end(rules: Rules, state: State) -> Iterator[Fault]:
    """Say of a game that it has moves after its end, or none before."""
    if not rules.is_game():
        return
    moves, result = rules.moves(state), rules.outcome(state)
    if (result is None) != bool(moves):
        text = "A game must have moves as long as it has no result, and none afterwards; "
        text += f"here there are {len(moves)} and the result is {brief(result)}."
        yield Fault("moves" if result else "result", text, "moves and result")


def faults_of_before(rules: Rules, state: State) -> Iterator[Fault]:
    """Say that the moves that lead to a position are no moves with states."""
    if not isinstance(rules, Puzzle) or not is_written(type(rules), "before"):
        return
    before: Any = rules.before(state)
    wanted = "a list of moves, each with the state that it comes from, (move, state)"
    if not isinstance(before, list | tuple):
        yield unlike("before(state)", before, wanted, "list(...)")
        return
    for pair in before:
        if not isinstance(pair, tuple) or len(pair) != 2 or not isinstance(pair[0], str):
            text = f"before(state) has {brief(pair)}; it must be {wanted}."
            yield Fault("before", text, "no pair")
            return


def faults_of_words(rules: Rules, state: State) -> Iterator[Fault]:
    """Say that the moves that there are do not name those of a position."""
    if not isinstance(rules, Puzzle) or not is_written(type(rules), "words"):
        return
    words: Any = rules.words()
    if not isinstance(words, Collection) or isinstance(words, str):
        yield unlike("words()", words, "a list of all moves", "list(...)")
    elif odd := [word for word in words if not isinstance(word, str)]:
        yield Fault("words", f"words() has {brief(odd[0])}, which is no text.", "no text")
    elif words and (left := [move for move in rules.moves(state) if move not in words]):
        text = f"words() leaves out {brief(left[0])}, which moves(state) names; it must have all "
        yield Fault("words", f"{text}moves, legal now or not, or be empty.", "left out")


def faults_of_generators(rules: Rules, state: State) -> Iterator[Fault]:
    """Say that generators are no permutations by name, or not the same as the sparse ones."""
    places = range(len(rules.board) + rules.reserve)
    if is_written(type(rules), "generators"):
        yield from _generators(rules.generators(state), places)
    if is_written(type(rules), "sparse_generators"):
        sparse: Any = rules.sparse_generators(state)
        wrong = list(_sparse_generators(sparse))
        yield from wrong
        if not wrong and len(places) <= MAX_PLACES:
            dense = {name: Sparse.of(images) for name, images in rules.generators(state).items()}
            if dense != dict(sparse):
                text = "sparse_generators(state) does not say the same as generators(state); leave "
                yield Fault("sparse_generators", f"{text}it out, or make it from them.", "others")


def _generators(found: Any, places: range) -> Iterator[Fault]:
    answer, whole = "generators(state)", [*places]
    if not isinstance(found, Mapping):
        yield unlike(answer, found, "a dictionary of permutations by name", "dict(...)")
        return
    for name, images in found.items():
        is_row = isinstance(images, Sequence) and all(isinstance(each, int) for each in images)
        if not (isinstance(name, str) and is_row and sorted(images) == whole):
            text = f"{answer} names {brief(name)} as {brief(images)}, which is no permutation of "
            text += f"cells and reserve; write the {len(whole)} places to which what lies on "
            yield Fault("generators", f"{text}0, 1, ... goes, as a tuple.", "no permutation")
            return


def _sparse_generators(found: Any) -> Iterator[Fault]:
    answer = "sparse_generators(state)"
    if not isinstance(found, Mapping):
        yield unlike(answer, found, "a dictionary of Sparse by name", "dict(...)")
    elif odd := [each for each in found.values() if not isinstance(each, Sparse)]:
        text = f"{answer} has {brief(odd[0])}, which is no Sparse; write Sparse.of(images)."
        yield Fault("sparse_generators", text, "no Sparse")
