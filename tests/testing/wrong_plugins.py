"""Plugins that a stranger could plausibly write, each with one mistake.

Each is a change of a sound plugin: a name, the plugin, what is replaced, and by what.
"""

CAROUSEL = '''
"""A ring of balls."""

from typing import Annotated

from puzzlekit import Twisty, ring


class Carousel(Twisty):
    """Turn the ring, or swap two neighbours, until the letters are in order."""

    name = "Carousel"
    presets = {"Five": {}, "Seven": {"size": 7}}

    def __init__(self, size: Annotated[int, range(4, 27)] = 5):
        goal = [chr(97 + i) for i in range(size)]
        moves = {"L": [tuple(range(size))], "T": [(0, 1)]}
        super().__init__(ring(size), goal, moves)
'''

CORNER = '''
"""A board game on a small board."""

from puzzlekit import BoardGame, Piece, Result, grid


class Corner(BoardGame):
    """Move your stone up or to the right; who reaches the last corner wins."""

    name = "Corner"
    players = ("Black", "White")

    def __init__(self):
        self.board = grid(4, 4)

    def start(self, rng=None):
        return "B..............W", 0

    def turn(self, state):
        return state[1]

    def moves(self, state):
        if self.result(state):
            return []
        here = state[0].index("BW"[state[1]])
        ahead = [cell for cell in self.board.neighbours[here] if state[0][cell] == "."]
        cells = self.board.cells
        return [f"{cells[here]}-{cells[cell]}" for cell in ahead]

    def play(self, state, move):
        if move not in self.moves(state):
            raise self.illegal(state, move)
        a, b = self.board.named_in(move)
        stones = list(state[0])
        stones[a], stones[b] = ".", stones[a]
        return "".join(stones), 1 - state[1]

    def result(self, state):
        if state[0][3] == "B" or state[0][12] == "W":
            return Result(1 - state[1], "The corner is reached")
        return None

    def look(self, state):
        stones = {"B": Piece("stone", "black"), "W": Piece("stone", "white")}
        return [stones.get(stone) for stone in state[0]]

    def status(self, state):
        return ["", ""]

    def evaluate(self, state, seat):
        return 0.0
'''

SLIDE = '''
"""A sliding puzzle."""

from puzzlekit import Sliding, grid


class Slide(Sliding):
    """Slide the tiles into order."""

    name = "Slide"

    def __init__(self):
        super().__init__(grid(2, 2), ["1", "2", "3", ""])
'''

DROP = '''
"""A game of stones."""

from puzzlekit import StoneGame, grid
from puzzlekit.rules.stones import Stones, put


class Drop(StoneGame):
    """Put a stone on an empty cell in turn; who cannot loses."""

    name = "Drop"

    def __init__(self):
        super().__init__(grid(3, 2))

    def moves(self, state):
        pairs = zip(self.board.cells, state.stones)
        return [cell for cell, stone in pairs if stone == "."]

    def play(self, state, move):
        if move not in self.moves(state):
            raise self.illegal(state, move)
        cell = self.board.index[move]
        return Stones(put(state.stones, cell, self.own(state)), state.ply + 1)
'''
BASES = {"carousel": CAROUSEL, "corner": CORNER, "slide": SLIDE, "drop": DROP}

NAMED = 'return [f"{cells[here]}-{cells[cell]}" for cell in ahead]'
LOOKS = "return [stones.get(stone) for stone in state[0]]"
CHECK = """        if move not in self.moves(state):
            raise self.illegal(state, move)
"""
RESULT = 'return Result(1 - state[1], "The corner is reached")'

#: Name of the mistake: the plugin, what is replaced, by what.
WRONG = {
    # -- the file -----------------------------------------------------------------------------
    "no colon": ("carousel", "class Carousel(Twisty):", "class Carousel(Twisty)"),
    "bad indent": ("carousel", "    name = ", "   name = "),
    "misspelt import": ("carousel", "import Twisty, ring", "import Twistty, ring"),
    "missing module": ("carousel", "from typing import", "import numpie\nfrom typing import"),
    "forgotten import": ("carousel", "import Twisty, ring", "import Twisty"),
    "misspelt base": ("carousel", "Carousel(Twisty)", "Carousel(Twsty)"),
    "no base": ("carousel", "Carousel(Twisty)", "Carousel"),
    "two classes": (
        "carousel",
        "class Carousel",
        "class Wheel(Twisty):\n    pass\n\n\nclass Carousel",
    ),
    "exits": ("carousel", "class Carousel", "raise SystemExit(3)\n\n\nclass Carousel"),
    # -- the class ----------------------------------------------------------------------------
    "name is a number": ("carousel", 'name = "Carousel"', "name = 5"),
    "no name": ("carousel", '    name = "Carousel"\n', ""),
    "no docstring": (
        "carousel",
        '    """Turn the ring, or swap two neighbours, until the letters are in order."""\n',
        "",
    ),
    "one player is a text": ("corner", 'players = ("Black", "White")', 'players = ("Black")'),
    "players are a list": ("corner", '("Black", "White")', '["Black", "White"]'),
    "one player with a comma": ("corner", '("Black", "White")', '"Black",'),
    "misspelt required": ("corner", "def moves(self, state)", "def move(self, state)"),
    "misspelt optional": ("corner", "def status", "def statuss"),
    "misspelt evaluate": ("corner", "def evaluate", "def evalute"),
    "misspelt presets": ("carousel", "presets = ", "preset = "),
    "unknown motion": (
        "carousel",
        'name = "Carousel"',
        'name = "Carousel"\n    motion = "truning"',
    ),
    "presets are a list": ("carousel", '{"Five": {}, "Seven": {"size": 7}}', "[5, 7]"),
    "preset of no option": ("carousel", '{"size": 7}', '{"sise": 7}'),
    "preset out of bounds": ("carousel", '{"size": 7}', '{"size": 70}'),
    "equal presets": ("carousel", '{"size": 7}', '{"size": 5}'),
    # -- options ------------------------------------------------------------------------------
    "no default": ("carousel", " = 5):", "):"),
    "default is a fraction": ("carousel", "Annotated[int, range(4, 27)] = 5", "float = 2.5"),
    "default out of bounds": ("carousel", " = 5):", " = 3):"),
    "no bounds": ("carousel", "Annotated[int, range(4, 27)]", "int"),
    # -- __init__ -----------------------------------------------------------------------------
    "one cycle for a list": ("carousel", '"L": [tuple(range(size))]', '"L": (0, 1, 2)'),
    "a range for a list": ("carousel", '"L": [tuple(range(size))]', '"L": range(size)'),
    "cycles as text": ("carousel", '"L": [tuple(range(size))]', '"L": "(0 1 2)"'),
    "cells from 1": ("carousel", "tuple(range(size))", "tuple(range(1, size + 1))"),
    "point twice": ("carousel", "(0, 1)", "(0, 1, 0)"),
    "unknown cell": ("carousel", "(0, 1)", '("1", "9")'),
    "moves are a list": ("carousel", '{"L": [tuple(range(size))], "T": [(0, 1)]}', "[[(0, 1)]]"),
    "short goal": ("carousel", "in range(size)]", "in range(size - 1)]"),
    "goal of numbers": ("carousel", "chr(97 + i)", "i"),
    "no super": ("carousel", "super().__init__(ring(size), goal, moves)", "self.moves_of = moves"),
    "no super in a game": ("drop", "super().__init__(grid(3, 2))", "self.size = 3, 2"),
    "wrong arguments of super": ("carousel", "(ring(size), goal, moves)", "(goal, moves)"),
    "short sliding goal": ("slide", '"3", ""]', '"3"]'),
    "no hole": ("slide", '"3", ""]', '"3", None]'),
    "start of other pieces": ("slide", '"3", ""])', '"3", ""], start=["1", "1", "3", ""])'),
    "fails in init": ("carousel", "range(size)]\n", "range(sise)]\n"),
    # -- members ------------------------------------------------------------------------------
    "moves give None": ("corner", NAMED, NAMED.replace("return ", "found = ")),
    "moves are a generator": (
        "corner",
        NAMED,
        'return (f"{cells[here]}-{cells[cell]}" for cell in ahead)',
    ),
    "moves are pairs": ("corner", NAMED, "return [(here, cell) for cell in ahead]"),
    "moves have blanks": ("corner", "{cells[here]}-{", "{cells[here]} {"),
    "moves are a set": ("corner", NAMED, NAMED.replace("[f", "{f").replace("ahead]", "ahead}")),
    "moves are a property": (
        "corner",
        "    def moves(self, state):",
        "    @property\n    def moves(self):",
    ),
    "moves take no state": ("corner", "def moves(self, state):", "def moves(self):"),
    "no self": ("corner", "def result(self, state):", "def result(state):"),
    "state is a list": ("corner", 'return "B..............W", 0', 'return ["B..............W", 0]'),
    "state holds a list": (
        "corner",
        'return "B..............W", 0',
        'return list("B..............W"), 0',
    ),
    "play returns nothing": (
        "corner",
        'return "".join(stones), 1 - state[1]',
        'state = "".join(stones), 1 - state[1]',
    ),
    "play without a check": ("corner", CHECK, ""),
    "play raises KeyError": ("drop", CHECK, ""),
    "look shows texts": (
        "corner",
        LOOKS,
        'return [None if s == "." else "stone" for s in state[0]]',
    ),
    "look shows one less": ("corner", LOOKS, LOOKS.replace("state[0]]", "state[0][1:]]")),
    "look gives None": ("corner", LOOKS, LOOKS.replace("return ", "shown = ")),
    "unknown form": ("corner", 'Piece("stone", "black")', 'Piece("ston", "black")'),
    "unknown colour": ("corner", 'Piece("stone", "white")', 'Piece("stone", "gray")'),
    "unknown mark": ("corner", 'Piece("stone", "white")', 'Piece("stone", "white", mark="pinn")'),
    "text is a number": ("corner", 'Piece("stone", "white")', 'Piece("stone", "white", 7)'),
    "result is a text": ("corner", RESULT, 'return "won"'),
    "result is True": (
        "corner",
        "            " + RESULT + "\n        return None",
        "            return True\n        return False",
    ),
    "result of no seat": ("corner", RESULT, RESULT.replace("1 - state[1]", "2")),
    "turn gives None": (
        "corner",
        "        return state[1]\n\n    def moves",
        "        state[1]\n\n    def moves",
    ),
    "turn never passes": (
        "corner",
        "        return state[1]\n\n    def moves",
        "        return 0\n\n    def moves",
    ),
    "status is one text": ("corner", 'return ["", ""]', 'return "ahead"'),
    "evaluate takes no seat": (
        "corner",
        "def evaluate(self, state, seat)",
        "def evaluate(self, state)",
    ),
    "fails in a helper": (
        "corner",
        "        here = state[0]",
        "        here = self._here(state)\n        state[0]",
    ),
    "index out of range": ("corner", "state[0][3] ==", "state[0][33] =="),
    "recursion": (
        "corner",
        "        if state[0][3] ==",
        "        if not self.moves(state):\n            return Result(0, 'No moves')\n        if state[0][3] ==",
    ),
    "moves the other's": ("corner", '"BW"[state[1]]', '"WB"[state[1]]'),
    "start by chance": (
        "corner",
        'return "B..............W", 0',
        'import random\n\n        return "".join(random.sample("B..............W", 16)), 0',
    ),
}


def text_of(mistake):
    """Return the name and the text of a plugin with a mistake."""
    name, sound, wrong = WRONG[mistake]
    assert BASES[name].count(sound) == 1, mistake
    return name, BASES[name].replace(sound, wrong)
