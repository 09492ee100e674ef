"""Source of a test plugin: a race, with and without compiled rules."""

from textwrap import indent

RULES = '''"""A game."""

from typing import Annotated

from puzzlekit import BoardGame, Result, ring

MOST = 2


class Race(BoardGame):
    """Add one or two in turn; who reaches the end wins."""

    name = "Race"

    def __init__(self, end: Annotated[int, range(3, 30)] = 7):
        self.end = end
        self.board = ring(end)

    def start(self, rng=None):
        return 0, 0

    def turn(self, state):
        return state[1]

    def legal_moves(self, state):
        return [] if self.result(state) else [f"add{i + 1}" for i in range(MOST)]

    def play(self, state, move):
        if move not in self.legal_moves(state):
            raise self.illegal_move(state, move)
        return state[0] + int(move[3:]), 1 - state[1]

    def result(self, state):
        return Result(1 - state[1], "The end is reached") if state[0] >= self.end else None

    def pieces(self, state):
        return [None] * self.end
'''

IMPORTS = """
import numpy

from puzzlekit import ONGOING, CompiledRules, Kernel, outcome_of
from puzzlekit.rules.kernel_signatures import MOVES, PLAY, PLAYOUT, compiled, helper, random_below
"""

STEP = """
@helper
def step(table, state, move):
    state[2] += move + 1
    if state[2] >= table[0]:
        state[1] = state[0]
    state[0] = 1 - state[0]
"""

KERNEL = """
@compiled(MOVES)
def moves(table, state, out):
    if state[1] != ONGOING:
        return 0
    for i in range(MOST):
        out[i] = i
    return MOST


@compiled(PLAY)
def play(table, state, move):
    step(table, state, move)


@compiled(PLAYOUT)
def playout(table, state, draws, trace):
    plies = 0
    while state[1] == ONGOING and plies < len(trace):
        move = random_below(draws, MOST)
        trace[plies, 0], trace[plies, 1] = state[0], move
        step(table, state, move)
        plies += 1
    return plies
"""

FACE = """
return CompiledRules(
    kernel=Kernel(moves, play, playout),
    table=numpy.array([rules.end], numpy.int32),
    size=3,
    key_size=3,
    max_moves=MOST,
    max_plies=rules.end,
    encode=lambda state: numpy.array(
        [state[1], outcome_of(rules.result(state)), state[0]], numpy.int32
    ),
    decode=lambda array: (int(array[2]), int(array[0])),
    number=lambda word: int(word[3:]) - 1,
    word=lambda number: f"add{number + 1}",
)
"""


def fast_race(function="", line=""):
    """Return the plugin with compiled rules, optionally with an extra line in a function."""
    kernel = KERNEL
    if function:
        begin = kernel.index("\n", kernel.index(f"def {function}("))
        kernel = f"{kernel[:begin]}\n    {line}{kernel[begin:]}"
    inside = indent(f"{IMPORTS}\n{STEP}\n{kernel}\nrules = self\n{FACE}", " " * 8)
    return f"{RULES}\n    def compiled_rules(self):\n{inside}"


def with_member(head, body):
    """Return the plugin with an extra method; without `self` it is a class method."""
    wrap = "" if "self" in head else "@classmethod\n    "
    return f"{RULES}\n    {wrap}def {head}:\n        {body}\n"


def modified_race(sound, wrong, text=RULES):
    """Return the plugin with one replacement."""
    assert text.count(sound) == 1
    return text.replace(sound, wrong)


def location(text, code):
    """Return the location of a piece of code in the format of messages."""
    return f"race.py, line {text[: text.index(code)].count(chr(10)) + 1}"
