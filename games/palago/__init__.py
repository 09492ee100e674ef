"""Palago, by Cameron Browne (2008)."""

from functools import lru_cache
from itertools import product
from typing import Annotated, Literal, NamedTuple

from puzzlekit import (
    BoardGame,
    Click,
    NotationError,
    Result,
    hexagon_plane,
    ngettext,
    read_plies,
    split_fields,
    translate,
    write_turn,
)
from puzzlekit import gettext as _
from puzzlekit.rules import curved_tiles as curves

from .lessons import EXAMPLES, LESSON

ORIGIN = (0, 0)


class Position(NamedTuple):
    """The tiles as (cell, rotation), the plies, and the colours of the creatures just completed."""

    tiles: frozenset = frozenset()
    ply: int = 0
    complete: tuple[int, ...] = ()


def describe_win(winner, mover, *, both):
    """Return a sentence about the winner; `both` if the mover completed both colours."""
    if winner == mover:
        text = _("{winner} wins with a complete creature")
    elif both:
        text = _("{winner} wins: {loser} completed creatures of both colours")
    elif winner == 0:
        return _("White wins: Blue completed a white creature")
    else:
        return _("Blue wins: White completed a blue creature")
    sides = translate("White"), translate("Blue")
    return text.format(winner=sides[winner], loser=sides[1 - winner])


class Palago(BoardGame):
    """Place hexagonal tiles, and be the first to complete a creature of your colour.

    Palago was invented by Cameron Browne in 2008.
    """

    name = "Palago"
    players = ("White", "Blue")
    presets = {
        "48 tiles": {},
        "24 tiles": {"tiles": 24},
        "Tie-break": {"tiebreak": True},
        "Single placement": {"turn": "single"},
        "Place anywhere": {"turn": "anywhere"},
    }

    examples = EXAMPLES
    lesson = LESSON
    option_notes = {
        "tiles": "The number of tiles in the supply.",
        "turn": "“pair”: the second tile of a turn must touch the first. “single”: you place "
        "only one tile per turn. “anywhere”: the two tiles need not touch each other.",
        "tiebreak": "When the supply is used up, the largest incomplete creature wins. Its size "
        "is the number of tiles that it crosses; tips do not count. If the sizes are equal, the "
        "game is a draw.",
    }
    notation_notes = (
        "`0,0a+0,-1b` places a tile on 0,0 in rotation a and another on the cell above it in "
        "rotation b. The first number of a cell counts to the right, the second downwards. "
        "Openings that differ only by a translation count as the same, so the left (or lower) "
        "tile goes on 0,0."
    )

    def __init__(
        self,
        tiles: Annotated[int, range(5, 97)] = 48,
        turn: Literal["pair", "single", "anywhere"] = "pair",
        tiebreak: Annotated[bool, "tie-break"] = False,
    ):
        self.tiles, self.style, self.tiebreak = tiles, turn, tiebreak
        self.board = hexagon_plane(tiles - 1)
        self.reserve = tiles
        if tiles <= 24:
            self.equal_levels = ("casual", "expert", "master", "champion")  # draws are common
        elif turn != "anywhere" and not tiebreak:
            self.equal_levels = ("champion",)
        # Cached, since several methods need the creatures for the same position.
        self.creatures = lru_cache(1000)(IncrementalCreatures())
        self.first_tiles = lru_cache(100)(self.find_first_tiles)

    def start(self, rng=None):
        return Position()

    def turn(self, state):
        return state.ply % 2

    # -- moves ------------------------------------------------------------------------------------

    def legal_moves(self, state):
        if self.result(state) is not None:
            return []
        tiles, cells, ends = self.first_tiles(state.tiles)
        if self.is_single_tile_turn(state):
            return [curves.spell_tile(*tile) for tile in all_tiles_on(*cells)]
        moves = [curves.spell_tile(*tile) for tile in sorted(ends, key=curves.tile_order)]
        # A tile may be the first if it touches earlier tiles and does not end the game.
        plain = cells.keys() - {cell for cell, _ in ends}
        for a, b in self.pairs(tiles, cells):
            words = moves_on_cell_pair(a, b)
            if a in plain or b in plain:
                moves += words.values()
            else:
                first = {tile for tile in all_tiles_on(a, b) if tile[0] in cells} - ends
                moves += [word for pair, word in words.items() if first.intersection(pair)]
        return moves

    def is_single_tile_turn(self, state):
        """Return whether the next turn has only one tile."""
        return self.style == "single" or self.tiles - len(state.tiles) == 1

    def pairs(self, tiles, cells):
        """Return the pairs of empty cells for one turn, each with at least one cell in `cells`."""
        beside = {b for a in cells for b in curves.neighbours(a) if b not in tiles}
        # The order of two tiles does not matter, except that the opening begins on the left.
        left = sorted(beside | cells.keys() if tiles else cells, key=curves.reading_order)
        pairs = []
        for at, a in enumerate(left):
            near = curves.following_neighbours(a)
            if self.style == "anywhere" and a in cells:
                far = (b for b in left[at + 1 :] if b in cells)
                near = sorted({*near, *far}, key=curves.reading_order)
            pairs += [(a, b) for b in near if b not in tiles and (a in cells or b in cells)]
        return pairs

    def play(self, state, move):
        laid = read_move(move)
        if not laid or curves.spell_tiles(laid) != move or not self.orders(state, laid):
            raise self.illegal_move(state, move)
        tiles = state.tiles | set(laid)
        new = [cell for cell, _ in laid]
        tones = [tone for tone in range(2) if curves.find_complete_creature(dict(tiles), tone, new)]
        return Position(tiles, state.ply + 1, tuple(tones))

    def orders(self, state, laid):
        """Return the legal orders of the tiles of a turn, or none if the turn is illegal."""
        if self.result(state) is not None:
            return []
        orders = [laid, laid[::-1]] if len(laid) == 2 else [laid]
        return [order for order in orders if self.is_legal_order(state, *order)]

    def is_legal_order(self, state, first, second=None):
        """Return whether a turn may consist of one tile, or of two tiles in this order."""
        tiles, cells, ends = self.first_tiles(state.tiles)
        if first[0] not in cells:
            return False
        if self.is_single_tile_turn(state) or first in ends:
            return second is None
        if second is None or second[0] in tiles:
            return False
        if not tiles and curves.reading_order(first[0]) > curves.reading_order(second[0]):
            return False
        if second[0] in curves.neighbours(first[0]):
            return True
        return self.style == "anywhere" and bool(tiles) and second[0] in cells

    def find_first_tiles(self, laid):
        """Return tiles by cell, the cells for a first tile, and first tiles that end the game."""
        tiles = dict(laid)
        cells = dict.fromkeys(curves.border_cells(tiles) or [ORIGIN])
        white, blue = (completing_tiles(self.creatures(laid, tone), tone) for tone in range(2))
        return tiles, cells, white | blue

    def parse_move(self, state, text):
        laid = read_move(text)
        if not laid:
            return text
        if not state.tiles:  # normalize translations of the opening
            q, r = min((cell for cell, _ in laid), key=curves.reading_order)
            laid = [((x - q, y - r), turned) for (x, y), turned in laid]
        return curves.spell_tiles(laid)

    # -- the end ----------------------------------------------------------------------------------

    def result(self, state):
        if state.complete:
            mover = (state.ply - 1) % 2
            winner = 1 - mover if len(state.complete) == 2 else state.complete[0]
            text = describe_win(winner, mover, both=len(state.complete) == 2)
            return Result(winner, text, self.decisive(state))
        if len(state.tiles) < self.tiles:
            return None
        white, blue = self.largest(state)
        if not self.tiebreak or white == blue:
            return Result(None, _("A draw: the supply is used up"))
        best, other = max(white, blue), min(white, blue)
        winner = int(blue > white)
        text = _("{winner} wins: largest creature {best} versus {other}").format(
            winner=translate(self.players[winner]), best=best, other=other
        )
        return Result(winner, text)

    def decisive(self, state):
        """Return the indices of the cells touched by the complete creatures."""
        cells = {
            cell
            for tone in state.complete
            for each in self.creatures(state.tiles, tone).values()
            if each.complete and each.straights
            for cell in curves.creature_cells(each, tone)
        }
        return tuple(sorted(map(self.number, cells)))

    def largest(self, state):
        """Return the number of straights of each colour's largest incomplete creature."""
        by_tone = (self.creatures(state.tiles, tone).values() for tone in range(2))
        return [
            max((each.straights for each in creatures if each.gaps), default=0)
            for creatures in by_tone
        ]

    # -- display ----------------------------------------------------------------------------------

    def pieces(self, state):
        shown = {
            self.number(cell): self.highlighted_tile(state, cell, rotation)
            for cell, rotation in state.tiles
        }
        return [shown.get(cell) for cell in range(len(self.board))]

    def highlighted_tile(self, state, cell, rotation):
        """Return the piece for a tile, with parts of complete creatures highlighted."""
        look = curves.tile(rotation)
        for tone in state.complete:
            creatures = self.creatures(state.tiles, tone)
            parts = [creatures[curves.corner(cell, tone, (rotation + i) % 3)] for i in range(2)]
            tip, straight = (each.complete and each.straights > 0 for each in parts)
            look = curves.highlight(look, tone, tip=tip, straight=straight)
        return look

    def encode(self, state):
        """Return the tiles, the side to move, the plies, and the colours of complete creatures."""
        fields = [curves.spell_tiles(state.tiles), write_turn("WB", self.turn(state), state.ply)]
        return "_".join(
            fields + ["".join("WB"[tone] for tone in state.complete)] * bool(state.complete)
        )

    def decode(self, line):
        word, side, ply, complete = split_fields(line, 4)
        laid = curves.read_tiles(word)
        if len(laid) > self.tiles:
            raise NotationError(f"there can be at most {self.tiles} tiles")
        if not has_room({cell for cell, _ in laid}):
            raise NotationError("the tiles must be connected and include the cell 0,0")
        plies, _ = read_plies(side, ply, self.players)
        if complete not in ("", "W", "B", "WB"):
            raise NotationError(
                f"{complete!r} must be W, B or WB, the colours of complete creatures"
            )
        return Position(frozenset(laid), plies, tuple("WB".index(letter) for letter in complete))

    def number(self, cell):
        """Return the index of a cell on the board."""
        return self.board.index[curves.spell_cell(cell)]

    def status(self, state):
        left = self.tiles - len(state.tiles)
        count = ngettext("{count} tile left", "{count} tiles left", left).format(count=left)
        if not self.tiebreak:
            return [count] * 2
        text = _("largest creature {size}")
        return [f"{text.format(size=size)} · {count}" for size in self.largest(state)]

    def prompt(self, state, clicks=()):
        if clicks and not state.tiles and self.style != "single":
            return "Place the second tile above or to the right"
        if clicks:
            if self.style == "pair":
                return "Place the second tile next to it"
            return "Place the second tile"
        if not state.tiles:
            return "Place the first tile, in the centre"
        return "Place a tile next to the others"

    def explain_refusal(self, state, clicks, cell):
        if any(self.number(each) == cell for each, _ in state.tiles):
            return "That cell is taken"
        if clicks and not state.tiles:
            return "The second tile goes above the first or to its right"
        if clicks and self.style == "pair":
            return "The second tile must touch the first one of this turn"
        if not state.tiles:
            return "The first tile goes in the centre"
        return "The tile must touch another tile"

    def clicks(self, move):
        return [Click((self.number(cell),), turned) for cell, turned in read_move(move)]

    def click_sequences(self, state, move):
        return [
            [Click((self.number(cell),), turned) for cell, turned in order]
            for order in self.orders(state, read_move(move))
        ]

    def cell_permutation(self, state, move):
        supply = len(self.board) + len(state.tiles)
        moved = {}
        for number, (cell, _letter) in enumerate(read_move(move)):
            at = self.number(cell)
            moved |= {at: supply + number, supply + number: at}
        return moved

    def generators(self, state):
        # Each cell where a tile can be placed is swapped with the next tile of the supply.
        size, supply = len(self.board) + self.reserve, len(self.board) + len(state.tiles)
        generators = {}
        for cell in self.first_tiles(state.tiles)[1] if self.result(state) is None else ():
            images = list(range(size))
            at = self.number(cell)
            images[at], images[supply] = supply, at
            generators[curves.spell_cell(cell)] = tuple(images)
        return generators

    def compiled_rules(self):
        from .fast import compiled_rules

        return compiled_rules(self) if has_room({cell for cell, _ in self.start().tiles}) else None

    def evaluate(self, state, seat):
        # The fewer cells a creature needs, the more it counts; the mover's creatures count double.
        worth = [
            sum(4.0 ** -len(each.gaps) for each in set(whole.values()) if each.straights)
            for whole in (self.creatures(state.tiles, tone) for tone in range(2))
        ]
        worth[self.turn(state)] *= 2
        return worth[seat] - worth[1 - seat]


class IncrementalCreatures:
    """A callable that returns the creature at each corner of the tiles; see `curves.creatures`.

    The last result is cached, so that only the creatures at new tiles are computed.

    >>> creatures = IncrementalCreatures()
    >>> two = frozenset({((0, 0), 0), ((1, -1), 1)})
    >>> [len(set(creatures(tiles, 0).values())) for tiles in (frozenset({((0, 0), 0)}), two)]
    [2, 3]
    """

    def __init__(self):
        self.last = [(frozenset(), {})] * 2

    def __call__(self, laid, tone):
        before, known = self.last[tone]
        if not before <= laid:
            before, known = frozenset(), {}
        creatures = curves.creatures(dict(laid), tone, [cell for cell, _ in laid - before], known)
        self.last[tone] = laid, creatures
        return creatures


def has_room(cells):
    """Return whether the board has room for all tiles of a game that starts with these cells."""
    return not cells or (ORIGIN in cells and curves.are_connected(cells))


def all_tiles_on(*cells):
    """Return a tile for each rotation on each of the given cells."""
    return [(cell, turned) for cell in cells for turned in range(3)]


@lru_cache(1 << 13)
def moves_on_cell_pair(a, b):
    """Return the moves for all pairs of tiles on two cells, which are given in reading order."""
    pairs = product(all_tiles_on(a), all_tiles_on(b))
    return {pair: "+".join(curves.spell_tile(*tile) for tile in pair) for pair in pairs}


def completing_tiles(creature_by_corner, tone):
    """Return the tiles that complete a creature of a colour by filling its last gap."""
    gaps = {
        cell for each in creature_by_corner.values() if len(each.gaps) == 1 for cell in each.gaps
    }
    return {tile for tile in all_tiles_on(*gaps) if tile_completes(creature_by_corner, tone, *tile)}


def tile_completes(creature_by_corner, tone, cell, rotation):
    """Return whether a tile's tip or straight completes a creature.

    >>> row = [((0, 0), 0), ((1, -1), 1)]
    >>> tile_completes(curves.creatures(dict(row), 0), 0, (1, 0), 2)  # an eye
    False
    """
    tip, *ends = [
        creature_by_corner.get(curves.corner(cell, tone, (rotation + i) % 3)) for i in range(3)
    ]
    if tip and tip.straights and tip.gaps == {cell} and tip not in ends:
        return True
    return all(ends) and all(end.gaps == {cell} for end in ends)


def read_move(word):
    """Return the one or two tiles of a move, or an empty list if it is invalid.

    >>> read_move("0,0a+0,-1b")
    [((0, 0), 0), ((0, -1), 1)]
    >>> read_move("0,0d")
    []
    """
    tiles = [tile for part in word.split("+") if (tile := curves.read_tile(part))]
    is_valid = len({cell for cell, _ in tiles}) == word.count("+") + 1 <= 2
    return tiles if is_valid else []
