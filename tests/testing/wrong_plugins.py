"""Plugins that a stranger could plausibly write, each with one mistake."""

from typing import NamedTuple


class Wrong(NamedTuple):
    """A sound plugin with a text that is replaced, and what is said of the outcome.

    All sentences name one of the lines of its file; `words` is a part of them, and `doors` are the
    ways of meeting the plugin on which they are said.
    """

    plugin: str
    sound: str
    text: str
    lines: tuple[int, ...]
    words: str
    doors: str


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

    name, longest = "Corner", 60
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

#: A move at the start of each with the seed 1.
FIRST = {"carousel": "L", "corner": "a4-b4", "slide": "b2-b1", "drop": "a1"}

#: Members that are put before `status`.
NAMES = """def MEMBER:
        return self.board.named_in(move)

    def status(self, state):"""
HALF = """def prompt(self, state, touches):
        if not touches:
            return "Choose a stone"

    def status(self, state):"""
STORY = """def prompt(self, state, touches):
        return "Go up. " * 20

    def status(self, state):"""
NUMBER = """def why_not(self, state, touches, cell):
        return cell

    def status(self, state):"""
ONE_WAY = """def carry(self, state, move):
        a, b = self.board.named_in(move)
        return {a: b}

    def status(self, state):"""

#: What is wrong, and what is said of it.
WRONG = {
    # -- the file -------------------------------------------------------------------------------
    "sweeps of one move": Wrong(
        "slide",
        "        super().__init__(grid(",
        "        self.sweeps = lambda state: {0: 'a1-b1'}\n        super().__init__(grid(",
        (12,),
        "sweeps(state)[cell] gives 'a1-b1', not a list",
        "check",
    ),
    "sweeps that cannot be made": Wrong(
        "slide",
        "        super().__init__(grid(",
        "        self.sweeps = lambda state: {0: ['a1-b1'] * 2}\n        super().__init__(grid(",
        (12,),
        "which is not legal when it is made",
        "check",
    ),
    "no colon": Wrong(
        "carousel",
        "class Carousel(Twisty):",
        "class Carousel(Twisty)",
        (9,),
        "SyntaxError: expected ':' in `class Carousel(Twisty)`; mend the file.",
        "check list play window",
    ),
    "bad indent": Wrong(
        "carousel",
        "    name = ",
        "   name = ",
        (12,),
        "IndentationError: unindent does not match any outer indentation level",
        "check list play window",
    ),
    "misspelt import": Wrong(
        "carousel",
        "import Twisty, ring",
        "import Twistty, ring",
        (6,),
        "ImportError: cannot import name 'Twistty' from 'puzzlekit'. Did you",
        "check list play window",
    ),
    "missing module": Wrong(
        "carousel",
        "from typing import",
        "import numpie\nfrom typing import",
        (4,),
        "ModuleNotFoundError: No module named 'numpie'. Is it installed where",
        "check list play window",
    ),
    "forgotten import": Wrong(
        "carousel",
        "import Twisty, ring",
        "import Twisty",
        (18,),
        "NameError: name 'ring' is not defined. Write `from puzzlekit import",
        "check play window",
    ),
    "misspelt base": Wrong(
        "carousel",
        "Carousel(Twisty)",
        "Carousel(Twsty)",
        (9,),
        "NameError: name 'Twsty' is not defined. Did you mean 'Twisty'? Mend the",
        "check list play window",
    ),
    "no base": Wrong(
        "carousel",
        "Carousel(Twisty)",
        "Carousel",
        (9,),
        "it defines 0 plugins (no class derived from Rules; Carousel in",
        "check list play window",
    ),
    "two classes": Wrong(
        "carousel",
        "class Carousel",
        "class Wheel(Twisty):\n    pass\n\n\nclass Carousel",
        (9, 13),
        "it defines 2 plugins (Wheel in carousel.py, line 9, Carousel in",
        "check list play window",
    ),
    "exits": Wrong(
        "carousel",
        "class Carousel",
        "raise SystemExit(3)\n\n\nclass Carousel",
        (9,),
        "SystemExit: 3. A plugin must not end the program; mend the file.",
        "check list play window",
    ),
    # -- the class ------------------------------------------------------------------------------
    "name is a number": Wrong(
        "carousel",
        'name = "Carousel"',
        "name = 5",
        (12,),
        'its name is 5, which is no text; write name = "...".',
        "check list play window",
    ),
    "no name": Wrong(
        "carousel",
        '    name = "Carousel"\n',
        "",
        (9,),
        'The plugin has no name; write name = "...".',
        "check",
    ),
    "no docstring": Wrong(
        "carousel",
        '    """Turn the ring, or swap two neighbours, until the letters are in order."""\n',
        "",
        (9,),
        "The plugin has no docstring, which is its page of rules.",
        "check",
    ),
    "one player is a text": Wrong(
        "corner",
        'players = ("Black", "White")',
        'players = ("Black")',
        (11,),
        "its players are 'Black', which is no tuple of texts; write ('Black',),",
        "check list play window",
    ),
    "players are a list": Wrong(
        "corner",
        '("Black", "White")',
        '["Black", "White"]',
        (11,),
        "its players are ['Black', 'White'], which is no tuple of texts; write",
        "check list play window",
    ),
    "one player with a comma": Wrong(
        "corner",
        '("Black", "White")',
        '"Black",',
        (11,),
        "players is ('Black',), one alone; a board game has two or more.",
        "check play window",
    ),
    "two players of one name": Wrong(
        "corner",
        '("Black", "White")',
        '("Black", "Black")',
        (11,),
        "players is ('Black', 'Black'); sides are told apart by their names, so no two may have",
        "check",
    ),
    "turn is a fraction": Wrong(
        "corner",
        "        return state[1]\n",
        "        return float(state[1])\n",
        (19,),
        "turn(state) is 0.0, which is no seat; it must be 0 or 1.",
        "check play window",
    ),
    "draws is a text": Wrong(
        "corner",
        'name, longest = "Corner", 60',
        'name, draws = "Corner", "never"',
        (10,),
        "draws is 'never'; it must be True, or False where no game can be drawn.",
        "check",
    ),
    "close levels are a text": Wrong(
        "corner",
        'name, longest = "Corner", 60',
        'name, longest, close_levels = "Corner", 60, "expert"',
        (10,),
        "close_levels is 'expert'; it must be a tuple of texts, such as ('expert', 'master').",
        "check",
    ),
    "close levels that are none": Wrong(
        "corner",
        'name, longest = "Corner", 60',
        'name, longest, close_levels = "Corner", 60, ("expret",)',
        (10,),
        "close_levels has 'expret'; levels above another are casual, club, expert, master, "
        "champion. Did you mean 'expert'?",
        "check",
    ),
    "no draws but a longest game": Wrong(
        "corner",
        'name, longest = "Corner", 60',
        'name, longest, draws = "Corner", 60, False',
        (10,),
        "draws is False, but longest makes some games draws; leave one of them out.",
        "check",
    ),
    "misspelt required": Wrong(
        "corner",
        "def moves(self, state)",
        "def move(self, state)",
        (7,),
        "Corner does not define moves; it has move, which is near moves: rename",
        "check list play window",
    ),
    "misspelt optional": Wrong(
        "corner",
        "def status",
        "def statuss",
        (47,),
        "statuss is near status; nobody asks for statuss. Is status meant?",
        "check",
    ),
    "misspelt evaluate": Wrong(
        "corner",
        "def evaluate",
        "def evalute",
        (50,),
        "evalute is near evaluate; nobody asks for evalute. Is evaluate meant?",
        "check",
    ),
    "misspelt presets": Wrong(
        "carousel",
        "presets = ",
        "preset = ",
        (13,),
        "preset is near presets; nobody asks for preset. Is presets meant?",
        "check",
    ),
    "unknown motion": Wrong(
        "carousel",
        'name = "Carousel"',
        'name = "Carousel"\n    motion = "truning"',
        (13,),
        "motion is 'truning', not one of turn, slide, fly, hop.",
        "check",
    ),
    "presets are a list": Wrong(
        "carousel",
        '{"Five": {}, "Seven": {"size": 7}}',
        "[5, 7]",
        (13,),
        "its presets are not options by title, but [5, 7]; write them as",
        "check list play window",
    ),
    "preset of no option": Wrong(
        "carousel",
        '{"size": 7}',
        '{"sise": 7}',
        (13,),
        "The preset 'Seven' sets 'sise', which is no option; the options are",
        "check",
    ),
    "preset out of bounds": Wrong(
        "carousel",
        '{"size": 7}',
        '{"size": 70}',
        (13,),
        "The preset 'Seven' cannot be chosen: size=70 will not do: it must be a",
        "check",
    ),
    "equal presets": Wrong(
        "carousel",
        '{"size": 7}',
        '{"size": 5}',
        (13,),
        "The presets 'Five' and 'Seven' are the same game; leave one out.",
        "check",
    ),
    # -- options --------------------------------------------------------------------------------
    "no default": Wrong(
        "carousel",
        " = 5):",
        "):",
        (15,),
        "The option 'size' of Carousel needs a default: a number, a text, True",
        "check list play window",
    ),
    "default is a fraction": Wrong(
        "carousel",
        "Annotated[int, range(4, 27)] = 5",
        "float = 2.5",
        (15,),
        "The option 'size' of Carousel needs a default: a number, a text, True",
        "check list play window",
    ),
    "default out of bounds": Wrong(
        "carousel",
        " = 5):",
        " = 3):",
        (15,),
        "The option 'size' of Carousel has the default 3, but must be a whole",
        "check list play window",
    ),
    "no bounds": Wrong(
        "carousel",
        "Annotated[int, range(4, 27)]",
        "int",
        (15,),
        "The option size has no bounds, and size=0 fails (OptionError: The move",
        "check",
    ),
    # -- __init__ -------------------------------------------------------------------------------
    "one cycle for a list": Wrong(
        "carousel",
        '"L": [tuple(range(size))]',
        '"L": (0, 1, 2)',
        (18,),
        "The move L of Carousel is (0, 1, 2), where a list of cycles is wanted;",
        "check play window",
    ),
    "a range for a list": Wrong(
        "carousel",
        '"L": [tuple(range(size))]',
        '"L": range(size)',
        (18,),
        "The move L of Carousel is range(0, 5), where a list of cycles is",
        "check play window",
    ),
    "cycles as text": Wrong(
        "carousel",
        '"L": [tuple(range(size))]',
        '"L": "(0 1 2)"',
        (18,),
        "The move L of Carousel is '(0 1 2)', where a list of cycles is wanted;",
        "check play window",
    ),
    "cells from 1": Wrong(
        "carousel",
        "tuple(range(size))",
        "tuple(range(1, size + 1))",
        (18,),
        "The move L of Carousel: (1, 2, 3, 4, 5) is no cycle of the points 0 to",
        "check play window",
    ),
    "point twice": Wrong(
        "carousel",
        "(0, 1)",
        "(0, 1, 0)",
        (18,),
        "The move T of Carousel: (0, 1, 0) is no cycle of the points 0 to 4: the",
        "check play window",
    ),
    "unknown cell": Wrong(
        "carousel",
        "(0, 1)",
        '("1", "9")',
        (18,),
        "The move T names '9', which is no cell of the board; the cells are 1,",
        "check play window",
    ),
    "moves are a list": Wrong(
        "carousel",
        '{"L": [tuple(range(size))], "T": [(0, 1)]}',
        "[[(0, 1)]]",
        (18,),
        "The moves of Carousel are [[(0, 1)]]; they must be a dictionary of",
        "check play window",
    ),
    "short goal": Wrong(
        "carousel",
        "in range(size)]",
        "in range(size - 1)]",
        (18,),
        "Carousel has 5 cells, but its goal names 4 pieces.",
        "check play window",
    ),
    "goal of numbers": Wrong(
        "carousel",
        "chr(97 + i)",
        "i",
        (18,),
        "Carousel has the label 0, which is no text; write '0'.",
        "check play window",
    ),
    "no super": Wrong(
        "carousel",
        "super().__init__(ring(size), goal, moves)",
        "self.moves_of = moves",
        (15,),
        "there is no board; let __init__ call super().__init__(...), or set",
        "check play window",
    ),
    "a solid that is none": Wrong(
        "carousel",
        "super().__init__(ring(size), goal, moves)",
        "super().__init__(ring(size), goal, moves); self.solid = 'ring'",
        (15,),
        "solid is 'ring'; set self.solid to a Solid, such as what solid(...) gives",
        "check",
    ),
    "a solid with other stickers": Wrong(
        "carousel",
        "super().__init__(ring(size), goal, moves)",
        "super().__init__(ring(size), goal, moves)\n"
        "        from puzzlekit import solid as s; self.solid = s('cube')",
        (15,),
        "solid has 6 stickers, and the board 5 cells; each cell is a sticker",
        "check",
    ),
    "no super in a game": Wrong(
        "drop",
        "super().__init__(grid(3, 2))",
        "self.size = 3, 2",
        (13,),
        "there is no board; let __init__ call super().__init__(...), or set",
        "check play window",
    ),
    "wrong arguments of super": Wrong(
        "carousel",
        "(ring(size), goal, moves)",
        "(goal, moves)",
        (18,),
        "TypeError: Twisty.__init__() missing 1 required positional argument:",
        "check play window",
    ),
    "short sliding goal": Wrong(
        "slide",
        '"3", ""]',
        '"3"]',
        (13,),
        "Slide needs one label for each of its 4 cells, but its goal has 3; the",
        "check play window",
    ),
    "no hole": Wrong(
        "slide",
        '"3", ""]',
        '"3", None]',
        (13,),
        "Slide has the label None, which is no text; write ''.",
        "check play window",
    ),
    "start of other pieces": Wrong(
        "slide",
        '"3", ""])',
        '"3", ""], start=["1", "1", "3", ""])',
        (13,),
        "Slide needs one label for each of its 4 cells, the same ones at the",
        "check play window",
    ),
    "fails in init": Wrong(
        "carousel",
        "range(size)]\n",
        "range(sise)]\n",
        (16,),
        "NameError: name 'sise' is not defined. Did you mean 'size'?",
        "check play window",
    ),
    # -- members --------------------------------------------------------------------------------
    "moves give None": Wrong(
        "corner",
        'return [f"{cells[here]}-{cells[cell]}" for cell in ahead]',
        'found = [f"{cells[here]}-{cells[cell]}" for cell in ahead]',
        (22,),
        "moves(state) gives None, not a list of words; does every way through it",
        "check play window",
    ),
    "moves are a generator": Wrong(
        "corner",
        'return [f"{cells[here]}-{cells[cell]}" for cell in ahead]',
        'return (f"{cells[here]}-{cells[cell]}" for cell in ahead)',
        (22,),
        "moves(state) gives a generator, not a list of words; return list(...).",
        "check play",
    ),
    "moves are pairs": Wrong(
        "corner",
        'return [f"{cells[here]}-{cells[cell]}" for cell in ahead]',
        "return [(here, cell) for cell in ahead]",
        (22,),
        "moves(state) names (0, 1), which is a tuple; a move is a word: a text",
        "check play window",
    ),
    "moves have blanks": Wrong(
        "corner",
        "{cells[here]}-{",
        "{cells[here]} {",
        (22,),
        "moves(state) names the move 'a4 b4'; a move must be a word: a text",
        "check window",
    ),
    "moves are a set": Wrong(
        "corner",
        'return [f"{cells[here]}-{cells[cell]}" for cell in ahead]',
        'return {f"{cells[here]}-{cells[cell]}" for cell in ahead}',
        (22,),
        "moves(state) gives a set, which has no order, not a list of words;",
        "check play",
    ),
    "moves are a property": Wrong(
        "corner",
        "    def moves(self, state):",
        "    @property\n    def moves(self):",
        (23,),
        "moves is a property, not a method; leave the decorator out.",
        "check play window",
    ),
    "moves take no state": Wrong(
        "corner",
        "def moves(self, state):",
        "def moves(self):",
        (22,),
        "moves is asked as moves(state), but is `def moves(self)`; write `def",
        "check play window",
    ),
    "no self": Wrong(
        "corner",
        "def result(self, state):",
        "def result(state):",
        (38,),
        "result is asked as result(state), but is `def result(state)`; write",
        "check play window",
    ),
    "state is a list": Wrong(
        "corner",
        'return "B..............W", 0',
        'return ["B..............W", 0]',
        (16,),
        "a state is ['B..............W', 0], a list; states must never change:",
        "check play",
    ),
    "state holds a list": Wrong(
        "corner",
        'return "B..............W", 0',
        'return list("B..............W"), 0',
        (16,),
        "a tuple with something in it that can be changed; states must never",
        "check play",
    ),
    "play returns nothing": Wrong(
        "corner",
        'return "".join(stones), 1 - state[1]',
        'state = "".join(stones), 1 - state[1]',
        (30,),
        "play(state, move) gives None, not the next state; does every way",
        "check play window",
    ),
    "play checks too little": Wrong(
        "drop",
        "if move not in self.moves(state):",
        "if move not in self.board.index:",
        (20,),
        "which moves(state) does not name.",
        "check",
    ),
    "play raises KeyError": Wrong(
        "drop",
        "        if move not in self.moves(state):\n            raise self.illegal(state, move)\n",
        "",
        (21,),
        "not IllegalMove, for an illegal move. Let play raise self.illegal(state,",
        "check play",
    ),
    "look shows texts": Wrong(
        "corner",
        "return [stones.get(stone) for stone in state[0]]",
        'return [None if s == "." else "stone" for s in state[0]]',
        (43,),
        "look(state) shows 'stone', which is no Piece, on cell a4; write",
        "check play window",
    ),
    "look shows one less": Wrong(
        "corner",
        "return [stones.get(stone) for stone in state[0]]",
        "return [stones.get(stone) for stone in state[0][1:]]",
        (43,),
        "look(state) shows 15 cells of 16; it needs an entry, a Piece or None,",
        "check play window",
    ),
    "look gives None": Wrong(
        "corner",
        "return [stones.get(stone) for stone in state[0]]",
        "shown = [stones.get(stone) for stone in state[0]]",
        (43,),
        "look(state) gives None, not a list with a Piece or None for each cell;",
        "check play window",
    ),
    "unknown form": Wrong(
        "corner",
        'Piece("stone", "black")',
        'Piece("ston", "black")',
        (43,),
        "look(state) shows the form 'ston' on cell a4; the forms are stone,",
        "check play window",
    ),
    "unknown colour": Wrong(
        "corner",
        'Piece("stone", "white")',
        'Piece("stone", "gray")',
        (43,),
        "look(state) shows the colour 'gray' on cell d1; the colours are plain,",
        "check play window",
    ),
    "unknown mark": Wrong(
        "corner",
        'Piece("stone", "white")',
        'Piece("stone", "white", mark="pinn")',
        (43,),
        "look(state) shows the mark 'pinn' on cell d1; the marks are bandage,",
        "check play window",
    ),
    "text is a number": Wrong(
        "corner",
        'Piece("stone", "white")',
        'Piece("stone", "white", 7)',
        (43,),
        "look(state) shows the text 7 on cell d1; write '7'.",
        "check play window",
    ),
    "result is a text": Wrong(
        "corner",
        'return Result(1 - state[1], "The corner is reached")',
        'return "won"',
        (38,),
        "result(state) is 'won'; it must be None while the game goes on, and",
        "check play",
    ),
    "result is True": Wrong(
        "corner",
        '            return Result(1 - state[1], "The corner is reached")\n        return None',
        "            return True\n        return False",
        (38,),
        "result(state) is False; it must be None while the game goes on, and",
        "check play window",
    ),
    "result of no seat": Wrong(
        "corner",
        'return Result(1 - state[1], "The corner is reached")',
        'return Result(2, "The corner is reached")',
        (38,),
        "result(state) is won by 2; the winner must be None for a draw or a seat",
        "check",
    ),
    "turn gives None": Wrong(
        "corner",
        "        return state[1]\n\n    def moves",
        "        state[1]\n\n    def moves",
        (19,),
        "turn(state) is None, which is no seat; it must be 0 or 1. Does every",
        "check play window",
    ),
    "turn never passes": Wrong(
        "corner",
        "        return state[1]\n\n    def moves",
        "        return 0\n\n    def moves",
        (19,),
        "The turn never passes: turn(state) is 0 for all of",
        "check",
    ),
    "status is one text": Wrong(
        "corner",
        'return ["", ""]',
        'return "ahead"',
        (47,),
        "status(state) is 'ahead'; it needs one text a seat, in a list of 2.",
        "check play window",
    ),
    "evaluate takes no seat": Wrong(
        "corner",
        "def evaluate(self, state, seat)",
        "def evaluate(self, state)",
        (50,),
        "evaluate is asked as evaluate(state, seat), but is `def evaluate(self,",
        "check play",
    ),
    "fails in a helper": Wrong(
        "corner",
        "        here = state[0]",
        "        here = self._here(state)\n        state[0]",
        (25,),
        "moves(state) raises AttributeError: 'Corner' object has no attribute",
        "check play window",
    ),
    "index out of range": Wrong(
        "corner",
        "state[0][3] ==",
        "state[0][33] ==",
        (39,),
        "result(state) raises IndexError: string index out of range.",
        "check play window",
    ),
    "recursion": Wrong(
        "corner",
        "        if state[0][3] ==",
        "        if not self.moves(state):\n            return None\n        if state[0][3] ==",
        (23, 39),
        "raises RecursionError: maximum recursion depth exceeded. Its members",
        "check play window",
    ),
    "moves the other's": Wrong(
        "corner",
        '"BW"[state[1]]',
        '"WB"[state[1]]',
        (22,),
        "moves only the stones of White; does moves(state) look whose stones",
        "check",
    ),
    "start by chance": Wrong(
        "corner",
        'return "B..............W", 0',
        'import random\n\n        return "".join(random.sample("B..............W", 16)), 0',
        (16,),
        "start() gives two different states; without rng it must always be the",
        "check",
    ),
    "exits in a member": Wrong(
        "corner",
        "        here = state[0]",
        "        raise SystemExit(2)\n        here = state[0]",
        (25,),
        "moves(state) raises SystemExit: 2. A plugin must not end the program",
        "check play window",
    ),
    "divides by zero": Wrong(
        "corner",
        "return 0.0",
        "return 1 / state[1]",
        (51,),
        "evaluate(state, 0) raises ZeroDivisionError: division by zero.",
        "check play",
    ),
    "question is a text": Wrong(
        "corner",
        "def status(self, state):",
        "def question(self, state):\n        return 'Swap?'\n\n    def status(self, state):",
        (47,),
        "question(state) is 'Swap?'; it must be None or a Question.",
        "check play window",
    ),
    "prompt gives nothing back": Wrong(
        "corner",
        "def status(self, state):",
        "def prompt(self, state, touches):\n        'Move up'\n\n    def status(self, state):",
        (47,),
        "prompt(state, ()) is None; it must be a short sentence on one line",
        "check",
    ),
    "prompt forgets the second half": Wrong(
        "corner",
        "def status(self, state):",
        HALF,
        (47,),
        'is None; it must be a short sentence on one line, or "". Does every way',
        "check",
    ),
    "prompt is a story": Wrong(
        "corner",
        "def status(self, state):",
        STORY,
        (47,),
        "prompt(state, ()) has 140 characters; there is room for 70.",
        "check",
    ),
    "prompt knows no touches": Wrong(
        "corner",
        "def status(self, state):",
        "def prompt(self, state):\n        return 'Move up'\n\n    def status(self, state):",
        (47,),
        "prompt is asked as prompt(state, touches), but is `def prompt(self, state)`",
        "check",
    ),
    "why_not is a number": Wrong(
        "corner",
        "def status(self, state):",
        NUMBER,
        (47,),
        "why_not(state, (), 0) is 0; it must be a short sentence on one line",
        "check",
    ),
    "touches are numbers": Wrong(
        "corner",
        "def status(self, state):",
        NAMES.replace("MEMBER", "touches(self, move)"),
        (47,),
        "has 0, which is no touch; write Touch((0,)).",
        "check window",
    ),
    "carry is a list": Wrong(
        "corner",
        "def status(self, state):",
        NAMES.replace("MEMBER", "carry(self, state, move)"),
        (47,),
        "not a dictionary of cells by cell",
        "check window",
    ),
    "carry forgets the way back": Wrong(
        "corner",
        "def status(self, state):",
        ONE_WAY,
        (47,),
        "carry says that a4-b4 takes two pieces to one place, or a piece to",
        "check",
    ),
    "players of no colour": Wrong(
        "drop",
        'name = "Drop"',
        'name = "Drop"\n    players = ("Cross", "Nought")',
        (14,),
        "shows the colour 'cross' on cell",
        "check play window",
    ),
    "players with one initial": Wrong(
        "drop",
        'name = "Drop"',
        'name = "Drop"\n    players = ("Black", "Blue")',
        (12,),
        "stones are told apart by the initials of their players",
        "check",
    ),
    "play changes the ply only": Wrong(
        "drop",
        "self.own(state)), state.ply + 1)",
        "self.own(state)))",
        (20,),
        "The turn never passes: turn(state) is 0 for all of",
        "check",
    ),
    "no move at the end": Wrong(
        "corner",
        "        if self.result(state):\n            return []\n",
        "",
        (22,),
        "A game must have moves as long as it has no result",
        "check",
    ),
    "stones of a board too small": Wrong(
        "drop",
        "super().__init__(grid(3, 2))",
        'super().__init__(grid(3, 2), "B....")',
        (13,),
        "look(state) shows 5 cells of 6; it needs an entry",
        "check play window",
    ),
    "grid of a text": Wrong(
        "drop",
        "grid(3, 2)",
        'grid("3 x 2")',
        (14,),
        "TypeError: grid() missing 1 required positional argument: 'height'.",
        "check play window",
    ),
}


def text_of(mistake):
    """Return the text of a plugin with a mistake."""
    wrong = WRONG[mistake]
    assert BASES[wrong.plugin].count(wrong.sound) == 1, mistake
    return BASES[wrong.plugin].replace(wrong.sound, wrong.text)
