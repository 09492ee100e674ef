"""Plugins with one mistake each and the expected messages of `check`."""

from pathlib import Path
from typing import NamedTuple

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

    name, max_plies = "Corner", 60
    players = ("Black", "White")

    def __init__(self):
        self.board = grid(4, 4)

    def start(self, rng=None):
        return "B..............W", 0

    def turn(self, state):
        return state[1]

    def legal_moves(self, state):
        if self.result(state):
            return []
        here = state[0].index("BW"[state[1]])
        ahead = [cell for cell in self.board.neighbours[here] if state[0][cell] == "."]
        cells = self.board.cells
        return [f"{cells[here]}-{cells[cell]}" for cell in ahead]

    def play(self, state, move):
        if move not in self.legal_moves(state):
            raise self.illegal_move(state, move)
        a, b = self.board.cells_named_in(move)
        stones = list(state[0])
        stones[a], stones[b] = ".", stones[a]
        return "".join(stones), 1 - state[1]

    def result(self, state):
        if state[0][3] == "B" or state[0][12] == "W":
            return Result(1 - state[1], "The corner is reached")
        return None

    def pieces(self, state):
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
from puzzlekit.rules.stone_game import Stones, place_stone


class Drop(StoneGame):
    """Put a stone on an empty cell in turn; who cannot loses."""

    name = "Drop"

    def __init__(self):
        super().__init__(grid(3, 2))

    def legal_moves(self, state):
        pairs = zip(self.board.cells, state.stones)
        return [cell for cell, stone in pairs if stone == "."]

    def play(self, state, move):
        if move not in self.legal_moves(state):
            raise self.illegal_move(state, move)
        cell = self.board.index[move]
        return Stones(place_stone(state.stones, cell, self.own_stone(state)), state.ply + 1)
'''

HOP = '''"""A game."""

from typing import Annotated

from puzzlekit import EMPTY, StoneGame, Stones, grid, place_stone


class Hop(StoneGame):
    """Put a stone on an empty cell; who cannot loses."""

    name = "Hop"
    players = ("Black", "White", "Red")

    def __init__(self, players: Annotated[int, range(2, 4)] = 2):
        self.players = type(self).players[:players]
        super().__init__(grid(3, 1), "B..")

    def legal_moves(self, state):
        ply = state.ply
        return [c for c, s in zip(self.board.cells, state.stones) if s == EMPTY and ply < 9]

    def apply(self, state, move):
        stones = place_stone(state.stones, self.board.index[move], self.own_stone(state))
        return Stones(stones, state.ply + 1)
'''

RIM = '''
from puzzlekit import SWAP, PieRule, Result, hexhex, place_stone


class Rim(PieRule):
    """Occupy more cells of the rim than the other side when the board is full.

    The centre cell counts as well, so there are no draws.
    """

    name = "Rim"
    players = ("Red", "Blue")

    def __init__(self, size: int = 3):
        super().__init__(hexhex(size))

    def legal_moves(self, state):
        pairs = zip(self.board.cells, state.stones, strict=True)
        free = [cell for cell, stone in pairs if stone == "."]
        return free + [SWAP] * self.can_swap(state)

    def apply(self, state, move):
        if move == SWAP:
            return self.after_swap(state)
        stones = place_stone(state.stones, self.board.index[move], self.own_stone(state))
        return state._replace(stones=stones, ply=state.ply + 1)

    def result(self, state):
        if "." in state.stones:
            return None
        cells = [cell for cell, others in enumerate(self.board.neighbours) if len(others) < 6]
        stones = [state.stones[cell] for cell in [*cells, len(self.board) // 2]]
        side = max(self.players, key=lambda side: stones.count(side[0]))
        return Result(side, f"{side} wins")
'''

BASES = {"carousel": CAROUSEL, "corner": CORNER, "slide": SLIDE, "drop": DROP, "hop": HOP}
BASES["rim"] = RIM

#: A legal first move for each plugin with seed 1.
FIRST = {"carousel": "L", "corner": "a4-b4", "slide": "b2-b1", "drop": "a1"}


class Mistake(NamedTuple):
    """A replacement in the source of a plugin, with the line and message expected from `check`."""

    plugin: str
    line: int
    is_warning: bool
    sound: str
    wrong: str
    words: str

    @property
    def text(self):
        """The source of the plugin with the mistake."""
        assert BASES[self.plugin].count(self.sound) == 1
        return BASES[self.plugin].replace(self.sound, self.wrong)


def read_mistakes():
    """Return the mistakes in `mistakes.txt` by name."""
    found = {}
    lines = Path(__file__).with_name("mistakes.txt").read_text(encoding="utf-8").splitlines()
    for head, sound, wrong, words in zip(*[iter(lines)] * 4, strict=True):
        name, _, rest = head.removeprefix("# ").rpartition(": ")
        plugin, line, *more = rest.replace(", line", "").split()
        sound, wrong = (each[1:].replace("\\n", "\n") for each in (sound, wrong))
        found[name] = Mistake(plugin, int(line), bool(more), sound, wrong, words[1:])
    return found


MISTAKES = read_mistakes()
