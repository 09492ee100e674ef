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
    read_plies,
    split_fields,
    write_turn,
)
from puzzlekit.rules import curved_tiles as curves

ORIGIN = (0, 0)


class Position(NamedTuple):
    """Tiles, each a cell with a rotation; plies; whose creatures the last one has completed."""

    tiles: frozenset = frozenset()
    ply: int = 0
    complete: tuple[int, ...] = ()


class Palago(BoardGame):
    """Lay hexagonal tiles, and be the first to complete a creature of your colour.

    The 48 tiles are all alike: curves part white from blue, and however a tile is turned, its
    curves meet those of its neighbours. There is no board. White opens with two tiles side by
    side. A turn is two tiles: the first touches what lies there, the second touches the first.

    A creature is an area of one colour that is closed all round. A round eye, which is made of
    three tips, does not count. Who completes a creature of his own wins, and who completes one of
    the opponent's, alone or besides his own, loses. The first tile of a turn that completes a
    creature of either colour ends the game; only then, or as the last one, may a tile come alone.
    When the supply is used up, it is a draw; with tiebreak=on the largest creature that is not
    complete wins.

    `0,0a+0,-1b` lays a tile on 0,0 in rotation a and one on the cell above it in rotation b. The
    opening counts up to translation: its left, lower tile lies on 0,0.

    turn=single has turns of one tile. With turn=anywhere the two tiles need not touch each other.
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

    def __init__(
        self,
        tiles: Annotated[int, range(5, 97)] = 48,
        turn: Literal["pair", "single", "anywhere"] = "pair",
        tiebreak: bool = False,
    ):
        self.tiles, self.style, self.tiebreak = tiles, turn, tiebreak
        self.board = hexagon_plane(tiles - 1)
        self.reserve = tiles
        # What is asked again and again about one position is remembered for a while.
        self.groups = lru_cache(1000)(Groups())
        self.table = lru_cache(100)(self.find_table)

    def start(self, rng=None):
        return Position()

    def turn(self, state):
        return state.ply % 2

    # -- moves ------------------------------------------------------------------------------------

    def legal_moves(self, state):
        if self.result(state) is not None:
            return []
        tiles, cells, ends = self.table(state.tiles)
        if self.alone(state):
            return [spell(tile) for tile in every(*cells)]
        found = [spell(tile) for tile in sorted(ends, key=curves.tile_order)]
        # Either tile may be the first if it touches the others and does not end the turn.
        plain = cells.keys() - {cell for cell, _ in ends}
        for a, b in self.pairs(tiles, cells):
            words = spell_pairs(a, b)
            if a in plain or b in plain:
                found += words.values()
            else:
                first = {tile for tile in every(a, b) if tile[0] in cells} - ends
                found += [word for pair, word in words.items() if first.intersection(pair)]
        return found

    def alone(self, state):
        """Tell whether every turn here is one tile."""
        return self.style == "single" or self.tiles - len(state.tiles) == 1

    def pairs(self, tiles, cells):
        """Return the pairs of empty cells for one turn, of which one at least is in `cells`."""
        beside = {b for a in cells for b in curves.neighbours(a) if b not in tiles}
        # The tiles of a turn are a set, whichever is the first; but at the start the left one is.
        left = sorted(beside | cells.keys() if tiles else cells, key=curves.reading_order)
        found = []
        for at, a in enumerate(left):
            near = curves.onward(a)
            if self.style == "anywhere" and a in cells:
                far = (b for b in left[at + 1 :] if b in cells)
                near = sorted({*near, *far}, key=curves.reading_order)
            found += [(a, b) for b in near if b not in tiles and (a in cells or b in cells)]
        return found

    def play(self, state, move):
        laid = read_tiles(move)
        if not laid or spell(*laid) != move or not self.orders(state, laid):
            raise self.illegal_move(state, move)
        tiles = state.tiles | set(laid)
        new = [cell for cell, _ in laid]
        tones = [tone for tone in range(2) if curves.completed(dict(tiles), tone, new)]
        return Position(tiles, state.ply + 1, tuple(tones))

    def orders(self, state, laid):
        """Return the orders in which some tiles can be laid in one turn; none if it is illegal."""
        tiles, cells, ends = self.table(state.tiles)
        if self.result(state) is not None or any(cell in tiles for cell, _ in laid):
            return []
        if self.alone(state) or len(laid) == 1:
            may = len(laid) == 1 and laid[0][0] in cells
            return [laid] if may and (self.alone(state) or laid[0] in ends) else []
        return [
            [first, second]
            for first, second in (laid, laid[::-1])
            if first[0] in cells and first not in ends
            if second[0] in curves.neighbours(first[0])
            or (self.style == "anywhere" and tiles and second[0] in cells)
            if tiles or curves.reading_order(first[0]) < curves.reading_order(second[0])
        ]

    def find_table(self, laid):
        """Return the tiles by cell, the cells for a first tile, and the first tiles that end it."""
        tiles = dict(laid)
        cells = dict.fromkeys(curves.border(tiles) or [ORIGIN])
        white, blue = (closing(self.groups(laid, tone), tone) for tone in range(2))
        return tiles, cells, white | blue

    def parse_move(self, state, text):
        laid = read_tiles(text)
        if not laid:
            return text
        if not state.tiles:  # the opening counts up to translation
            q, r = min((cell for cell, _ in laid), key=curves.reading_order)
            laid = [((x - q, y - r), turned) for (x, y), turned in laid]
        return spell(*laid)

    # -- the end ----------------------------------------------------------------------------------

    def result(self, state):
        if state.complete:
            mover = (state.ply - 1) % 2
            winner = 1 - mover if len(state.complete) == 2 else state.complete[0]
            side, loser = self.players[winner], self.players[1 - winner]
            if winner == mover:
                text = f"{side} wins with a complete creature"
            elif len(state.complete) == 2:
                text = f"{side} wins: {loser} has completed both colours"
            else:
                text = f"{side} wins: {loser} has completed a creature of {side}"
            return Result(winner, text, self.decisive(state))
        if len(state.tiles) < self.tiles:
            return None
        white, blue = self.largest(state)
        if not self.tiebreak or white == blue:
            return Result(None, "A draw: the supply is used up")
        best, other = max(white, blue), min(white, blue)
        winner = int(blue > white)
        text = f"{self.players[winner]} wins: largest creatures of {best} against {other}"
        return Result(winner, text)

    def decisive(self, state):
        """Return the numbers of the cells that touch the complete creatures."""
        cells = {
            cell
            for tone in state.complete
            for each in self.groups(state.tiles, tone).values()
            if each.complete and each.straights
            for cell in curves.body(each, tone)
        }
        return tuple(sorted(map(self.number, cells)))

    def largest(self, state):
        """Return how many straights the largest incomplete creature of each colour has."""
        return [
            max(
                (each.straights for each in self.groups(state.tiles, tone).values() if each.gaps),
                default=0,
            )
            for tone in range(2)
        ]

    # -- what is shown ----------------------------------------------------------------------------

    def pieces(self, state):
        shown = [None] * len(self.board)
        for cell, turned in state.tiles:
            shown[self.number(cell)] = self.lit(state, cell, turned)
        return shown

    def lit(self, state, cell, turned):
        """Return the look of a tile, with what belongs to a complete creature painted brightly."""
        look = curves.tile(turned)
        for tone in state.complete:
            whole = self.groups(state.tiles, tone)
            parts = [whole[curves.corner(cell, tone, (turned + i) % 3)] for i in range(2)]
            tip, straight = (each.complete and each.straights > 0 for each in parts)
            look = curves.lit(look, tone, tip=tip, straight=straight)
        return look

    def encode(self, state):
        """Return the tiles, the side to move, the plies, and whose creatures are complete."""
        tiles = spell(*state.tiles) if state.tiles else "empty"
        fields = [tiles, write_turn("WB", self.turn(state), state.ply)]
        return "_".join(
            fields + ["".join("WB"[tone] for tone in state.complete)] * bool(state.complete)
        )

    def decode(self, line):
        word, side, ply, complete = split_fields(line, 4)
        parts = [] if word == "empty" else word.split("+")
        laid = [tile for part in parts for tile in read_tiles(part) or [None]]
        if None in laid or any(f"{q},{r}" not in self.board.index for (q, r), _ in laid):
            raise NotationError("its tiles are to be written as 0,0a+0,-1b")
        if len({cell for cell, _ in laid}) < len(laid) or len(laid) > self.tiles:
            raise NotationError(f"at most {self.tiles} tiles can lie, each on a cell of its own")
        reached = [(0, 0)] if laid else []
        left = {cell for cell, _ in laid}
        for cell in reached:  # the plane is as large as tiles that hang together can need
            if cell in left:
                left.discard(cell)
                reached += [near for near in curves.neighbours(cell) if near in left]
        if left:
            raise NotationError("its tiles are to hang together, and with the cell 0,0")
        plies, _ = read_plies(side, ply, self.players)
        if complete not in ("", "W", "B", "WB"):
            raise NotationError(f"{complete!r} says not whose creatures are complete")
        return Position(frozenset(laid), plies, tuple("WB".index(letter) for letter in complete))

    def number(self, cell):
        """Return the number of a cell of the board."""
        return self.board.index[f"{cell[0]},{cell[1]}"]

    def status(self, state):
        left = self.tiles - len(state.tiles)
        return [f"largest creature {size}; {left} tiles left" for size in self.largest(state)]

    def prompt(self, state, touches=()):
        if touches and not state.tiles and self.style != "single":
            return "Lay a second tile above it, or at its right"
        if touches:
            near = "that touches it" if self.style == "pair" else "too"
            return f"Lay a second tile {near}"
        if not state.tiles:
            return "Lay the first tile, in the middle"
        return "Lay a tile beside the others"

    def explain_refusal(self, state, touches, cell):
        if any(self.number(each) == cell for each, _ in state.tiles):
            return "A tile lies there already"
        if touches and not state.tiles:
            return "The second tile goes above the first one, or at its right"
        if touches and self.style == "pair":
            return "The second tile must touch the first one of this turn"
        if not state.tiles:
            return "The first tile lies in the middle"
        return "A tile must touch those that lie there"

    def clicks(self, move):
        return [Click((self.number(cell),), turned) for cell, turned in read_tiles(move)]

    def click_sequences(self, state, move):
        return [
            [Click((self.number(cell),), turned) for cell, turned in order]
            for order in self.orders(state, read_tiles(move))
        ]

    def cell_permutation(self, state, move):
        supply = len(self.board) + len(state.tiles)
        moved = {}
        for number, (cell, _) in enumerate(read_tiles(move)):
            at = self.number(cell)
            moved |= {at: supply + number, supply + number: at}
        return moved

    def generators(self, state):
        # One exchange of each cell that a tile can be laid on with the next tile of the supply.
        size, supply = len(self.board) + self.reserve, len(self.board) + len(state.tiles)
        found = {}
        for cell in self.table(state.tiles)[1] if self.result(state) is None else ():
            images = list(range(size))
            at = self.number(cell)
            images[at], images[supply] = supply, at
            found[f"{cell[0]},{cell[1]}"] = tuple(images)
        return found

    @property
    def equal_levels(self):
        few = "casual", "expert", "master", "champion"  # draws are many
        is_decided = self.tiebreak or self.style == "anywhere"
        return few if self.tiles <= 24 else ("champion",) * (not is_decided)

    def compiled_rules(self):
        from .fast import fast

        return fast(self)

    def evaluate(self, state, seat):
        # A creature is worth the more, the fewer cells it still needs, above all to the mover.
        worth = [
            sum(4.0 ** -len(each.gaps) for each in set(whole.values()) if each.straights)
            for whole in (self.groups(state.tiles, tone) for tone in range(2))
        ]
        worth[self.turn(state)] *= 2
        return worth[seat] - worth[1 - seat]


class Groups:
    """Finds the creature of each corner that tiles touch; see `curves.creatures`.

    Of the tiles asked for last the creatures are known, so that only those of more tiles are new.

    >>> groups = Groups()
    >>> two = frozenset({((0, 0), 0), ((1, -1), 1)})
    >>> [len(set(groups(tiles, 0).values())) for tiles in (frozenset({((0, 0), 0)}), two)]
    [2, 3]
    """

    def __init__(self):
        self.last = [(frozenset(), {})] * 2

    def __call__(self, laid, tone):
        before, known = self.last[tone]
        if not before <= laid:
            before, known = frozenset(), {}
        found = curves.creatures(dict(laid), tone, [cell for cell, _ in laid - before], known)
        self.last[tone] = laid, found
        return found


def every(*cells):
    """Return the tiles that can be laid on some cells."""
    return [(cell, turned) for cell in cells for turned in range(3)]


@lru_cache(1 << 13)
def spell_pairs(a, b):
    """Return the words of all pairs of tiles on two cells, of which the first is read first."""
    pairs = product(every(a), every(b))
    return {pair: "+".join(curves.spell_tile(*tile) for tile in pair) for pair in pairs}


def closing(whole, tone):
    """Return the tiles that complete a creature of a tone: each lies on the last gap of one."""
    gaps = {cell for each in whole.values() if len(each.gaps) == 1 for cell in each.gaps}
    return {tile for tile in every(*gaps) if closes(whole, tone, *tile)}


def closes(whole, tone, cell, turned):
    """Tell whether a tile more completes a creature: its tip, or what its straight joins.

    >>> row = [((0, 0), 0), ((1, -1), 1)]
    >>> closes(curves.creatures(dict(row), 0), 0, (1, 0), 2)  # an eye
    False
    """
    tip, *ends = [whole.get(curves.corner(cell, tone, (turned + i) % 3)) for i in range(3)]
    if tip and tip.straights and tip.gaps == {cell} and tip not in ends:
        return True
    return all(ends) and all(end.gaps == {cell} for end in ends)


def spell(*tiles):
    """Return the word of some tiles, from left to right and upwards.

    >>> spell(((0, -1), 1), ((0, 0), 0))
    '0,0a+0,-1b'
    """
    return "+".join(curves.spell_tile(*tile) for tile in sorted(tiles, key=curves.tile_order))


def read_tiles(word):
    """Return the one or two different tiles of a word, or nothing if it is no such word.

    >>> read_tiles("0,0a+0,-1b")
    [((0, 0), 0), ((0, -1), 1)]
    >>> read_tiles("0,0d")
    []
    """
    found = [tile for part in word.split("+") if (tile := curves.read_tile(part))]
    whole = len({cell for cell, _ in found}) == word.count("+") + 1 <= 2
    return found if whole else []
