"""Palagem, by Cameron Browne (2010)."""

from collections import Counter
from functools import cache, lru_cache
from itertools import chain, product
from typing import Annotated, NamedTuple

from puzzlekit import (
    BoardGame,
    Click,
    NotationError,
    OptionError,
    Result,
    hexagon_plane,
    ngettext,
    read_number,
    split_fields,
    translate,
)
from puzzlekit import gettext as _
from puzzlekit.rules import curved_tiles as curves

from .lessons import EXAMPLES, LESSON

ORIGIN = (0, 0)

#: The four cells of a palagem as displayed, in the order of the letters of its name.
RHOMBUS = ((0, 0), (1, 0), (1, -1), (2, -1))

#: All palagems, each of which consists of any four tiles. Rotating a palagem by 120 degrees does
#: not change it.
PALAGEMS = ["".join(letters) for letters in product(curves.LETTERS, repeat=4)]


def orientations():
    """Return the three orientations of a palagem, each as its cells and its rotation back."""
    placements, laid = [], [(cell, 0) for cell in RHOMBUS]
    for _turn in range(3):
        placements.append(([cell for cell, _ in laid], -laid[0][1] % 3))
        laid = [curves.rotate_tile(*each) for each in laid]
    return placements


#: All rhombi that contain a given cell: the steps from that cell, and the rotation that turns the
#: tiles back into the displayed orientation.
RHOMBI = [
    ([(q - at[0], r - at[1]) for q, r in cells], back)
    for cells, back in orientations()
    for at in cells
]


#: The letter of each tile after each rotation back; a dot means that there is no tile.
TURNED = [
    {None: ".", **{turned: curves.LETTERS[(turned + back) % 3] for turned in range(3)}}
    for back in range(3)
]


class Position(NamedTuple):
    """The chosen palagems, the placed tiles, and the number of moved tiles.

    For each palagem, `lacking` counts the rhombi without wrong tiles that are missing none, one,
    two or three of its tiles.
    """

    chosen: tuple[str, ...] = ()
    tiles: frozenset = frozenset()
    moved: int = 0
    lacking: tuple[tuple[int, ...], ...] = ()

    @property
    def seats_with_palagem(self):
        """Return the seats whose palagem has appeared."""
        return [seat for seat, (complete, *_) in enumerate(self.lacking) if complete]


def describe_win(winner, mover, name, *, several):
    """Return a sentence about the end of a game: the winner, the last mover and the palagem."""
    text = _("{winner} wins with the palagem {name}")
    if several:
        text = _("{winner} wins: {mover} completed several palagems")
    elif winner != mover:
        text = _("{winner} wins with the palagem {name}, completed by {mover}")
    return text.format(winner=translate(winner), mover=translate(mover), name=name)


def _describe_pattern(name, count):
    # Translators: A pattern, such as abca, and the number of tiles that it lacks.
    return _("{name} · {count} to go").format(name=name, count=count)


def _describe_supply(count):
    return ngettext("{count} tile left", "{count} tiles left", count).format(count=count)


class Palagem(BoardGame):
    """Choose a pattern of four tiles, and win when it appears on the shared board.

    Palagem was invented by Cameron Browne in 2010.
    """

    name = "Palagem"
    players = ("Red", "Yellow", "Green", "Purple", "Orange", "Black")
    presets = {
        "2 players": {"players": 2},
        "3 players": {"players": 3},
        "4 players": {"players": 4},
        "5 players": {"players": 5},
        "6 players": {"players": 6},
        "Inversion": {"inversion": True},
    }

    examples = EXAMPLES
    lesson = LESSON
    option_notes = {
        "players": "The number of players.",
        "tiles": "The number of tiles, including those of the chosen palagems.",
        "inversion": "“on”: a palagem also counts with its two colours exchanged. Only one palagem "
        "of each such pair can be chosen, so there are 45.",
    }
    notation_notes = (
        "`abca` chooses a palagem by the rotations of its tiles as displayed: left, below, "
        "above, right. `0,-1b` places a tile on 0,-1 in rotation b, and `2,-1>0,1c` moves a "
        "tile. The first tile goes on 0,0."
    )

    def __init__(
        self,
        players: Annotated[int, range(2, 7)] = 2,
        tiles: Annotated[int, range(12, 97)] = 48,
        inversion: bool = False,
    ):
        self.players = type(self).players[:players]
        self.supply = tiles - 4 * players
        if self.supply < 4:
            raise OptionError(
                f"{tiles} tiles are too few for {players} players; use {4 * players + 4} or more."
            )
        # Each step outwards takes two placed or moved tiles. Showing all palagems needs 24 steps.
        self.radius = max(24, self.supply)
        self.board = hexagon_plane(self.radius)
        self.reserve = self.supply
        self.inversion = inversion
        # Most games between two strong players are drawn. With many players, the opponents decide
        # who wins.
        if inversion:
            self.equal_levels = ("champion",)
        elif players in (2, 6):
            self.equal_levels = ("club", "expert", "master", "champion")
        else:
            self.equal_levels = ("expert", "master", "champion")
        self.names = [name for name in PALAGEMS if name == min(self.equivalents(name))]
        self.gallery = self.lay_out_gallery()
        # Cached, since several methods need the moves of the same position.
        self.sources = lru_cache(100)(find_tile_moves)
        self.tile_moves = lru_cache(100)(self.spell_tile_moves)

    def equivalents(self, name):
        """Return the palagems equivalent to a given palagem, starting with itself.

        Exchanging the colours and rotating by half a turn preserves the rotation of each tile and
        reverses the order of the four tiles.
        """
        return (name, name[::-1]) if self.inversion else (name,)

    def lay_out_gallery(self):
        """Return the cells that display each palagem while players choose."""
        gallery = {}
        middle = len(self.names) // 18
        for number, name in enumerate(self.names):
            down, across = divmod(number, 9)
            q, r = 4 * across - 17, 3 * (down - middle) - 2 * (across - 4)
            gallery[name] = tuple(self.number((q + dq, r + dr)) for dq, dr in RHOMBUS)
        return gallery

    def number(self, cell):
        """Return the index of a cell on the board."""
        return self.board.index[curves.spell_cell(cell)]

    def start(self, rng=None):
        return Position()

    def turn(self, state):
        return (len(state.chosen) + len(state.tiles) + state.moved) % len(self.players)

    def is_choosing(self, state):
        """Return whether players are still choosing palagems."""
        return len(state.chosen) < len(self.players)

    # -- moves ------------------------------------------------------------------------------------

    def legal_moves(self, state):
        if self.is_choosing(state):
            return [name for name in self.names if name not in state.chosen]
        if self.result(state) is not None:
            return []
        return list(self.tile_moves(state.tiles))

    def spell_tile_moves(self, laid):
        """Return the moves that place a tile or, once the supply is used up, move one."""
        targets = {"": find_target_cells(laid)}
        if len(laid) == self.supply:
            targets = {
                curves.spell_cell(cell) + ">": cells for cell, cells in self.sources(laid).items()
            }
        return [
            source + curves.spell_tile(cell, rotation)
            for source, cells in targets.items()
            for cell in cells
            for rotation in range(3)
        ]

    def apply(self, state, move):
        if self.is_choosing(state):
            lacking = (*state.lacking, (0, 0, 0, 0))
            return state._replace(chosen=(*state.chosen, move), lacking=lacking)
        source, laid = read_move(move)
        tiles = frozenset({*(each for each in state.tiles if each[0] != source), laid})
        changed = rhombi_around(cell for cell in (source, laid[0]) if cell)
        before = self.count(state.chosen, state.tiles, changed)
        after = self.count(state.chosen, tiles, changed)
        lacking = tuple(
            tuple(old - fewer + more for old, fewer, more in zip(*known, strict=True))
            for known in zip(state.lacking, before, after, strict=True)
        )
        return Position(state.chosen, tiles, state.moved + bool(source), lacking)

    def count(self, chosen, laid, among):
        """Return how many rhombi are missing none, one, two or three tiles of each palagem."""
        tiles = dict(laid)
        shown = [pattern_at(tiles, rhombus) for rhombus in among]
        return tuple(tally_missing_tiles(shown, self.equivalents(name)) for name in chosen)

    def parse_move(self, state, text):
        if self.is_choosing(state):
            return min(self.equivalents(text.casefold()))
        laid = curves.read_tile(text)
        if laid and not state.tiles:  # the first tile may go anywhere
            return curves.spell_tile(ORIGIN, laid[1])
        return text

    # -- notation of positions --------------------------------------------------------------------

    def encode(self, state):
        """Return the chosen palagems, the tiles, and the number of moved tiles."""
        chosen = "+".join(state.chosen) or "none"
        return f"{chosen}_{curves.spell_tiles(state.tiles)}_{state.moved}"

    def decode(self, line):
        names, words, number = split_fields(line, 3)
        chosen = () if names in ("", "none") else tuple(names.split("+"))
        laid = curves.read_tiles(words or "empty")
        moved = read_number(number, 0, "moved tiles")
        if not set(chosen) <= set(self.names) or len(set(chosen)) < len(chosen):
            raise NotationError("the palagems must be distinct and written like abca+aaaa")
        if len(chosen) > len(self.players) or (laid and len(chosen) < len(self.players)):
            raise NotationError(f"{len(chosen)} palagems do not fit the number of players")
        tiles = dict(laid)
        if len(tiles) > self.supply or moved > self.supply * (len(tiles) == self.supply):
            raise NotationError(f"all {self.supply} tiles must be placed before any is moved")
        # The board must have room for all remaining tiles.
        distance = max((max(abs(q), abs(r), abs(q + r)) for q, r in tiles), default=0)
        to_come = 2 * self.supply - len(tiles) - moved
        if not curves.are_connected(tiles) or distance + (to_come + 1) // 2 > self.radius:
            raise NotationError("the tiles must be connected and near 0,0")
        return self.counted(chosen, laid, moved)

    def counted(self, chosen, laid, moved):
        """Return the position with the given tiles, including the computed `lacking`."""
        lacking = self.count(chosen, laid, rhombi_around(cell for cell, _ in laid))
        return Position(chosen, frozenset(laid), moved, lacking)

    # -- the end ----------------------------------------------------------------------------------

    def result(self, state):
        if not state.seats_with_palagem:
            over = state.moved == self.supply or (
                len(state.tiles) == self.supply and not self.sources(state.tiles)
            )
            return Result(None, _("A draw: no palagem has appeared")) if over else None
        mover = (self.turn(state) - 1) % len(self.players)
        several = len(state.seats_with_palagem) > 1
        others = [seat for seat in state.seats_with_palagem if seat != mover or not several]
        winner = min(others, key=lambda seat: (seat - mover) % len(self.players))
        sides = self.players[winner], self.players[mover]
        text = describe_win(*sides, state.chosen[winner], several=several)
        return Result(winner, text, self.decisive(state))

    def decisive(self, state):
        """Return the cells of the palagems that have appeared."""
        tiles = dict(state.tiles)
        cells = {
            self.number(cell)
            for seat in state.seats_with_palagem
            for rhombus in rhombi_around(tiles)
            if not missing_tiles(pattern_at(tiles, rhombus), self.equivalents(state.chosen[seat]))
            for cell in rhombus[0]
        }
        return tuple(sorted(cells))

    # -- display ----------------------------------------------------------------------------------

    def pieces(self, state):
        shown = {self.number(cell): curves.tile(rotation) for cell, rotation in state.tiles}
        for name in self.legal_moves(state) if self.is_choosing(state) else ():
            shown |= self.picture(name)
        return [shown.get(cell) for cell in range(len(self.board))]

    def picture(self, name):
        """Return the tiles of a palagem by the cells that display it."""
        return {
            cell: curves.tile(curves.LETTERS.index(letter))
            for cell, letter in zip(self.gallery[name], name, strict=True)
        }

    def goal_icon(self, state, seat):
        return self.picture(state.chosen[seat]) if seat < len(state.chosen) else {}

    def status(self, state):
        if self.is_choosing(state):
            return [*state.chosen, *[_("not chosen yet")] * (len(self.players) - len(state.chosen))]
        to_go = [next((n for n in range(4) if known[n]), 4) for known in state.lacking]
        texts = list(map(_describe_pattern, state.chosen, to_go))
        texts[self.turn(state)] += f" · {_describe_supply(self.supply - len(state.tiles))}"
        return texts

    def prompt(self, state, clicks=()):
        if self.is_choosing(state):
            return "Choose your pattern"
        if len(state.tiles) < self.supply:
            if len(state.tiles) > 1:
                return "Place a tile next to two others"
            return "Place a tile" if state.tiles else "Place the first tile, in the centre"
        if clicks:
            return "Place the tile next to two others"
        return "Pick up a tile with three free edges"

    def explain_refusal(self, state, clicks, cell):
        if self.is_choosing(state):
            return "Click one of the patterns"
        full = any(self.number(each) == cell for each, _ in state.tiles)
        if len(state.tiles) == self.supply and not clicks:
            refusal = "You can't lift that tile: it is enclosed or holds the group together"
            return refusal if full else "There is no tile there"
        if not state.tiles:
            return "The first tile goes in the centre"
        return "That cell is taken" if full else "The tile must touch two others"

    def clicks(self, move):
        if move in self.gallery:
            return [Click(self.gallery[move])]
        source, (cell, rotation) = read_move(move)
        picked = [Click((self.number(source),))] if source else []
        return [*picked, Click((self.number(cell),), rotation)]

    def cell_permutation(self, state, move):
        if self.is_choosing(state):
            return {}
        source, (cell, _) = read_move(move)
        at = self.number(cell)
        other = self.number(source) if source else len(self.board) + len(state.tiles)
        return {at: other, other: at}

    # -- evaluation -------------------------------------------------------------------------------

    def evaluate(self, state, seat):
        # The fewer tiles a palagem needs and the sooner its owner moves, the more it counts.
        turn = self.turn(state)
        worth = [
            sum(known[n] / 16**n for n in range(4)) / 2 ** ((owner - turn) % len(self.players))
            for owner, known in enumerate(state.lacking)
        ]
        return 2 * worth[seat] - sum(worth) if seat < len(worth) else 0.0

    def compiled_rules(self):
        from .fast import compiled_rules

        return compiled_rules(self, RHOMBI)


@lru_cache(1 << 10)
def rhombi_at(cell):
    """Return all rhombi that contain a cell, each as its cells and its rotation back."""
    q, r = cell
    return [(tuple((q + dq, r + dr) for dq, dr in steps), back) for steps, back in RHOMBI]


def rhombi_around(cells):
    """Return all rhombi that contain at least one of the given cells."""
    return {rhombus for cell in cells for rhombus in rhombi_at(cell)}


def pattern_at(tiles, rhombus):
    """Return the letters of a rhombus in the displayed orientation, with a dot for no tile.

    >>> pattern_at({(0, 0): 0, (1, 0): 1}, (RHOMBUS, 0))
    'ab..'
    """
    (a, b, c, d), back = rhombus
    letter, at = TURNED[back], tiles.get
    return letter[at(a)] + letter[at(b)] + letter[at(c)] + letter[at(d)]


@cache
def missing_tiles(letters, palagems):
    """Return how many tiles a pattern needs to match a palagem, or 4 if it cannot match any.

    >>> patterns = (("abca",), ("aaaa",), ("aaaa", "abab"))
    >>> [missing_tiles("ab..", palagems) for palagems in patterns]
    [2, 4, 2]
    """
    fits = any(
        all(there in (".", letter) for there, letter in zip(letters, name, strict=True))
        for name in palagems
    )
    return letters.count(".") if fits else 4


def tally_missing_tiles(patterns, palagems):
    """Return how many patterns are missing none, one, two or three tiles of the palagems."""
    counts = [0] * 5
    for shown in patterns:
        counts[missing_tiles(shown, palagems)] += 1
    return tuple(counts[:4])


def find_tile_moves(laid):
    """Return the cells of movable tiles, with the possible targets of each tile."""
    tiles = dict(laid)
    beside, cells = count_adjacent_tiles(tiles), find_target_cells(laid)
    sources = {}
    for cell in sorted(tiles, key=curves.reading_order):
        near = curves.neighbours(cell)
        filled = [each in tiles for each in near]
        # If the neighbours of a tile are contiguous, they stay connected without it.
        touching = sum(b and not a for a, b in zip(filled[-1:] + filled, filled)) <= 1
        if sum(filled) <= 3 and (touching or curves.are_connected(tiles.keys() - {cell})):
            # A neighbour of the moving tile loses one adjacent tile.
            sources[cell] = [each for each in cells if each not in near or beside[each] > 2]
    return sources


def find_target_cells(laid):
    """Return the empty cells next to at least two tiles, or next to the only tile."""
    tiles = dict(laid)
    minimum = min(2, len(tiles))
    candidates = [cell for cell, number in count_adjacent_tiles(tiles).items() if number >= minimum]
    return sorted((cell for cell in candidates if cell not in tiles), key=curves.reading_order) or [
        ORIGIN
    ]


def count_adjacent_tiles(tiles):
    """Return the number of tiles next to each cell."""
    return Counter(chain.from_iterable(map(curves.neighbours, tiles)))


def read_move(word):
    """Return the source cell of a move (None for the supply) and the tile placed.

    >>> read_move("2,-1>0,1c")
    ((2, -1), ((0, 1), 2))
    >>> read_move("0,1c")
    (None, ((0, 1), 2))
    """
    source, _, rest = word.rpartition(">")
    [tile] = curves.read_tiles(rest)
    return curves.read_cell(source), tile
