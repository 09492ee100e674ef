"""Generators of an author are held against the moves."""

import pytest

from puzzlekit import Twisty, check, ring
from puzzlekit.testing.acting_group import check_group


class Carousel(Twisty):
    """Bring four horses into order."""

    name = "Carousel"
    named = ()

    def __init__(self):
        super().__init__(ring(4), "abcd", {"L": [range(4)], "D": [(0, 2)]})

    def generators(self, state):
        return dict(self.named)


def carousel(*named):
    return type("Named", (Carousel,), {"__doc__": "A carousel.", "named": named})()


TURN, FLIP, OTHER = ("L", (1, 2, 3, 0)), ("D", (2, 1, 0, 3)), ("S", (1, 0, 2, 3))


@pytest.mark.parametrize("named", [(TURN, FLIP), (("D", (0, 3, 2, 1)), TURN)])
def test_generators_of_the_group_of_the_moves(named):
    assert list(check_group(carousel(*named))) == []


@pytest.mark.parametrize(
    ("named", "words"),
    [
        ((TURN, FLIP, OTHER), "names S, which no word of moves does; leave it out."),
        ((TURN,), "makes a group of order 4, and the moves one of 8; name all moves"),
        ((), "makes a group of order 1, and the moves one of 8"),
    ],
)
def test_generators_of_another_group(named, words):
    [fault] = check_group(carousel(*named))
    assert words in fault.text


def test_the_contract_asks_for_it():
    [said] = check(carousel(OTHER))
    assert said.startswith("Carousel (test_acting_group.py, line 18): generators(state) names S")
