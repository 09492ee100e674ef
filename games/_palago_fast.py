"""Palago as compiled code: the fast path of `palago.py`, for all its options.

A position is the numbers of its tiles in ascending order. Tiles are numbered in the order of the
rule book, three for each cell from left to right and upwards, so that sorted tiles and sorted
words are the same. A turn of one tile has its number; a turn of two has a number behind those, by
their place in the triangle of all pairs.

Work is done on a *plane*, which is built from the tiles when a function begins. A cell has the
code `q * width + r`; its place on the plane is that code modulo a power of two. The plane is
rolled up like a screw: tiles hang together, and the width is chosen so that no two cells as near
as tiles of one game can be share a place. For each tone the plane knows the creatures:
which corner stands for the creature of a corner, the next corner of it, and at the standing
corner how many cells are missing round the creature's corners (a cell that is missing at two
corners counts twice) and how many straights it has. When two creatures join, the corners of
the smaller one are told.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from puzzlekit import Fast, Kernel
from puzzlekit.creatures import neighbours, read_tile, spell_tile
from puzzlekit.fast_kernel import (
    EVALUATE,
    MOVES,
    PLAY,
    PLAYOUT,
    RATE,
    WINNING,
    compiled,
    draw,
    helper,
)

# The numbers of a state; tiles follow.
SEAT, OUTCOME, PLY, COMPLETE, COUNT, TILES = range(6)
DRAW, GOING_ON = -1, -2

# The numbers of a table: options, the shape of the plane, how many numbers turns of one tile
# have; then for each column of cells the number of its cell r = 0, then the code of each cell.
SUPPLY, STYLE, TIEBREAK, WIDTH, MASK, SINGLES, COLUMNS = range(7)
PAIR, SINGLE, ANYWHERE = range(3)
STYLES = ("pair", "single", "anywhere")

WIN = 1000.0  # what a turn is worth that wins
UNANSWERED = 10.0  # what it costs to leave the opponent a win
TRIES = 8  # turns that a rollout compares

# The layers of a plane; those from STANDS on are there for each tone. They start as 0: no
# rotation, no place on the border, a corner that stands for itself, is next to itself, and
# misses 3 cells more than OPEN says.
ROTATION, BORDER, ENDS, STANDS, NEXT, OPEN, STRAIGHTS, LAYERS = 0, 1, 2, 3, 4, 5, 6, 11
TONE = 4


# -- tiles and their numbers ----------------------------------------------------------------------


@helper
def cell_number(table, code):
    """Return the number of a cell, from left to right and upwards."""
    reach, width = table[SUPPLY] - 1, table[WIDTH]
    q = (code + reach) // width
    return table[COLUMNS + reach + q] - (code - q * width)


@helper
def cell_code(table, number):
    """Return the code of a cell."""
    return table[COLUMNS + 2 * table[SUPPLY] - 1 + number]


@helper
def turn_number(table, code, turned, code2, turned2):
    """Return the number of a turn; a turn of one tile has -1 as its second rotation."""
    low = cell_number(table, code) * 3 + turned
    if turned2 < 0:
        return low
    high = cell_number(table, code2) * 3 + turned2
    if low > high:
        low, high = high, low
    number = table[SINGLES] + high * (high - 1) // 2 + low
    return number if number < 1 << 31 else number - (1 << 32)  # moves have 32 bits


@helper
def tiles_of(table, move):
    """Return the numbers of the tiles of a turn; the second is -1 if there is none."""
    number = np.int64(move) & 0xFFFFFFFF
    if number < table[SINGLES]:
        return number, np.int64(-1)
    number -= table[SINGLES]
    high = np.int64((1 + np.sqrt(1.0 + 8.0 * number)) / 2)
    if high * (high - 1) // 2 > number:
        high -= 1
    return number - high * (high - 1) // 2, high


# -- the plane ------------------------------------------------------------------------------------


@helper
def corner(table, code, tone, number):
    """Return the place of a corner (0, 1, 2); see `puzzlekit.creatures`."""
    step = 0
    if number == 1:
        step = 1 - table[WIDTH]
    elif number == 2:
        step = -table[WIDTH]
    return (code - step if tone else code + step) & table[MASK]


@helper
def stander(table, plane, code, tone, number):
    """Return the corner that stands for the creature at a corner of a cell."""
    at = corner(table, code, tone, number)
    return at + plane[STANDS + TONE * tone, at]


@helper
def missing(plane, tone, stands):
    """Return how often a creature misses a cell."""
    return plane[OPEN + TONE * tone, stands] + 3


@helper
def step(table, number):
    """Return how the code changes by a step; the last three lead to later cells, in order."""
    width = table[WIDTH]
    if number == 0:
        return 1
    if number == 1:
        return -width
    if number == 2:
        return 1 - width
    if number == 3:
        return -1
    if number == 4:
        return width
    return width - 1


@helper
def join(plane, tone, a, b):
    """Join the creatures of two corners by a straight; return the corner that stands for it."""
    stands, after = STANDS + TONE * tone, NEXT + TONE * tone
    left, straights = OPEN + TONE * tone, STRAIGHTS + TONE * tone
    big, small = a + plane[stands, a], b + plane[stands, b]
    if big != small:
        if plane[straights, big] < plane[straights, small]:
            big, small = small, big
        at = small
        while True:
            plane[stands, at] = big - at
            at += plane[after, at]
            if at == small:
                break
        next_a, next_b = a + plane[after, a], b + plane[after, b]
        plane[after, a], plane[after, b] = next_b - a, next_a - b
        plane[left, big] += plane[left, small] + 3
        plane[straights, big] += plane[straights, small]
    plane[straights, big] += 1
    return big


@helper
def lay(table, plane, border, code, turned):
    """Lay a tile; return the tones, as bits, of which that completes a creature."""
    mask = table[MASK]
    at = code & mask
    plane[ROTATION, at] = turned + 1
    place = plane[BORDER, at]
    if place:  # the last one of the border comes here
        last = border[border[0]]
        border[place] = last
        plane[BORDER, last & mask] = place
        plane[BORDER, at] = 0
        border[0] -= 1
    for number in range(6):
        beside = code + step(table, number)
        to = beside & mask
        if plane[ROTATION, to] == 0 and plane[BORDER, to] == 0:
            border[0] += 1
            border[border[0]] = beside
            plane[BORDER, to] = border[0]
    done = 0
    for tone in range(2):
        left = OPEN + TONE * tone
        for number in range(3):
            plane[left, stander(table, plane, code, tone, number)] -= 1
        a = corner(table, code, tone, (turned + 1) % 3)
        b = corner(table, code, tone, (turned + 2) % 3)
        if missing(plane, tone, join(plane, tone, a, b)) == 0:
            done |= 1 << tone
        tip = stander(table, plane, code, tone, turned)
        if missing(plane, tone, tip) == 0 and plane[STRAIGHTS + TONE * tone, tip]:
            done |= 1 << tone
    return done


@helper
def new_plane(table, state):
    """Return the plane of a position, and its border: how many cells, then their codes."""
    plane = np.zeros((LAYERS, table[MASK] + 1), np.int16)
    border = np.empty(6 * table[SUPPLY] + 8, np.int32)
    border[0] = 0
    if state[COUNT] == 0:  # the first tile lies on 0,0
        border[0], border[1] = 1, 0
        plane[BORDER, 0] = 1
    for number in state[TILES : TILES + state[COUNT]]:
        lay(table, plane, border, cell_code(table, number // 3), number % 3)
    return plane, border


# -- what a tile or two would complete ------------------------------------------------------------


@helper
def tile_completes(table, plane, code, turned, tone):
    """Tell whether one more tile completes a creature of a tone: what it joins, or at its tip."""
    a = stander(table, plane, code, tone, (turned + 1) % 3)
    b = stander(table, plane, code, tone, (turned + 2) % 3)
    tip = stander(table, plane, code, tone, turned)
    at_tip = tip in (a, b)
    if missing(plane, tone, a) == 1 + (a == b) + (a == tip) and missing(plane, tone, b) == (
        1 + (a == b) + (b == tip)
    ):
        return True
    return not at_tip and missing(plane, tone, tip) == 1 and plane[STRAIGHTS + TONE * tone, tip] > 0


@helper
def tile_ends(table, plane, code, turned):
    """Tell whether one more tile ends the game."""
    return tile_completes(table, plane, code, turned, 0) or tile_completes(
        table, plane, code, turned, 1
    )


@helper
def pair_completes(table, plane, code, turned, code2, turned2, tone):
    """Tell whether two more tiles complete a creature of a tone."""
    a = stander(table, plane, code, tone, (turned + 1) % 3)
    b = stander(table, plane, code, tone, (turned + 2) % 3)
    tip = stander(table, plane, code, tone, turned)
    c = stander(table, plane, code2, tone, (turned2 + 1) % 3)
    d = stander(table, plane, code2, tone, (turned2 + 2) % 3)
    tip2 = stander(table, plane, code2, tone, turned2)
    here = filled_by(plane, tone, a, a, b, tip, c, d, tip2) and filled_by(
        plane, tone, b, a, b, tip, c, d, tip2
    )
    there = filled_by(plane, tone, c, a, b, tip, c, d, tip2) and filled_by(
        plane, tone, d, a, b, tip, c, d, tip2
    )
    if a in (c, d) or b in (c, d):  # the straights join
        here = there = here and there
    if here or there:
        return True
    for each in (tip, tip2):
        apart = each not in (a, b, c, d) and plane[STRAIGHTS + TONE * tone, each] > 0
        if apart and filled_by(plane, tone, each, a, b, tip, c, d, tip2):
            return True
    return False


@helper
def filled_by(plane, tone, stands, a, b, c, d, e, f):
    """Tell whether a creature misses nothing but two tiles that have these creatures."""
    by = (stands == a) + (stands == b) + (stands == c) + (stands == d) + (stands == e)
    return missing(plane, tone, stands) == by + (stands == f)


# -- the end of a turn ----------------------------------------------------------------------------


@helper
def largest(table, plane, state, tone):
    """Return how many straights the largest incomplete creature of a tone has."""
    most = 0
    for number in state[TILES : TILES + state[COUNT]]:
        code = cell_code(table, number // 3)
        for each in range(3):
            stands = stander(table, plane, code, tone, each)
            if missing(plane, tone, stands):
                most = max(most, plane[STRAIGHTS + TONE * tone, stands])
    return most


@helper
def add_tile(table, state, code, turned):
    """Put a tile into the sorted list."""
    number = cell_number(table, code) * 3 + turned
    at = TILES + state[COUNT]
    while at > TILES and state[at - 1] > number:
        state[at] = state[at - 1]
        at -= 1
    state[at] = number
    state[COUNT] += 1


@helper
def end_turn(table, plane, state, done):
    """Hand the turn over, and say who has won if tones have been completed (bits)."""
    mover = state[SEAT]
    state[PLY] += 1
    state[SEAT] = 1 - mover
    state[COMPLETE] = done
    if done:
        state[OUTCOME] = done - 1 if done < 3 else 1 - mover
    elif state[COUNT] == table[SUPPLY]:
        state[OUTCOME] = DRAW
        if table[TIEBREAK]:
            white, blue = largest(table, plane, state, 0), largest(table, plane, state, 1)
            if white != blue:
                state[OUTCOME] = int(blue > white)


@helper
def alone(table, state):
    """Tell whether every turn here is one tile."""
    return table[STYLE] == SINGLE or table[SUPPLY] - state[COUNT] == 1


# -- moves ----------------------------------------------------------------------------------------


@helper
def cells_of_turns(table, plane, border, count):
    """Return the numbers of the cells that turns can use, sorted: the border and beside it."""
    mask = table[MASK]
    found = np.empty(7 * border[0], np.int32)
    size = 0
    for place in range(1, border[0] + 1):
        found[size] = cell_number(table, border[place])
        size += 1
    if count and table[SUPPLY] - count > 1:
        for place in range(1, border[0] + 1):
            for number in range(6):
                beside = border[place] + step(table, number)
                if plane[ROTATION, beside & mask] == 0 and plane[BORDER, beside & mask] == 0:
                    found[size] = cell_number(table, beside)
                    size += 1
    found = np.sort(found[:size])
    size = 0
    for number in found:
        if size == 0 or number != found[size - 1]:
            found[size] = number
            size += 1
    return found[:size]


@helper
def add_pairs(table, plane, code, beside, out, count):
    """Write the turns on two empty cells, each of which may be first if it is on the border."""
    at, to = code & table[MASK], beside & table[MASK]
    for turned in range(3):
        for turned2 in range(3):
            if (plane[BORDER, at] and not plane[ENDS, at] >> turned & 1) or (
                plane[BORDER, to] and not plane[ENDS, to] >> turned2 & 1
            ):
                out[count] = turn_number(table, code, turned, beside, turned2)
                count += 1
    return count


@compiled(MOVES)
def moves(table, state, out):
    """Write the legal turns in the order of the rule book."""
    if state[OUTCOME] != GOING_ON:
        return 0
    plane, border = new_plane(table, state)
    cells = cells_of_turns(table, plane, border, state[COUNT])
    by_one, mask = alone(table, state), table[MASK]
    count = 0
    for number in cells:
        code = cell_code(table, number)
        if plane[BORDER, code & mask]:
            for turned in range(3):
                ends = tile_ends(table, plane, code, turned)
                plane[ENDS, code & mask] |= ends << turned
                if by_one or ends:
                    out[count] = number * 3 + turned
                    count += 1
    if by_one:
        return count
    anywhere = table[STYLE] == ANYWHERE and state[COUNT] > 0
    for first in range(len(cells)):
        code = cell_code(table, cells[first])
        if anywhere:
            for second in range(first + 1, len(cells)):
                beside = cell_code(table, cells[second])
                near = beside - code in (step(table, 3), step(table, 4), step(table, 5))
                may = plane[BORDER, code & mask] > 0, plane[BORDER, beside & mask] > 0
                if (near and (may[0] or may[1])) or (may[0] and may[1]):
                    count = add_pairs(table, plane, code, beside, out, count)
        else:
            for number in range(3, 6):
                beside = code + step(table, number)
                if plane[ROTATION, beside & mask] == 0:
                    count = add_pairs(table, plane, code, beside, out, count)
    return count


@helper
def lay_turn(table, plane, border, state, low, high):
    """Lay the tiles of a turn and return what they complete; `high` is -1 for one tile."""
    done = 0
    for number in (low, high):
        if number >= 0:
            code = cell_code(table, number // 3)
            done |= lay(table, plane, border, code, number % 3)
            add_tile(table, state, code, number % 3)
    return done


@compiled(PLAY)
def play(table, state, move):
    """Make a turn."""
    plane, border = new_plane(table, state)
    low, high = tiles_of(table, move)
    done = lay_turn(table, plane, border, state, low, high)
    end_turn(table, plane, state, done)


@helper
def any_turn(table, plane, border, state, draws):
    """Return a random turn (two tiles; the second rotation may be -1), all equally likely.

    A turn of two tiles is drawn in each order in which it can be laid, so that one that can be
    laid in both is taken every second time; a tile that ends the game is taken alone, for
    one of all seconds.
    """
    mask, count = table[MASK], np.int64(border[0])
    if state[COUNT] == 0 and table[STYLE] != SINGLE:
        some = draw(draws, 27)
        return np.int64(0), some % 3, np.int64(step(table, 3 + some // 9)), some // 3 % 3
    if alone(table, state):
        some = draw(draws, 3 * count)
        return np.int64(border[1 + some // 3]), some % 3, np.int64(0), np.int64(-1)
    seconds = 6 + (count if table[STYLE] == ANYWHERE else 0)
    while True:
        some = draw(draws, count * seconds * 18)
        coin, some = some & 1, some >> 1
        turned, some = some % 3, some // 3
        turned2, some = some % 3, some // 3
        second, first = some % seconds, some // seconds
        code = np.int64(border[1 + first])
        if second < 6:
            code2 = code + step(table, second)
            to = code2 & mask
            useless = plane[ROTATION, to] > 0 or (seconds > 6 and plane[BORDER, to] > 0)
        else:
            code2 = np.int64(border[second - 5])
            to = code2 & mask
            useless = code2 == code
        sole = second == 0 and turned2 == 0
        if useless and not sole:
            continue
        if tile_ends(table, plane, code, turned):
            if sole:
                return code, turned, np.int64(0), np.int64(-1)
            continue
        if useless:
            continue
        if coin and plane[BORDER, to] and not tile_ends(table, plane, code2, turned2):
            continue
        return code, turned, code2, turned2


@compiled(PLAYOUT)
def playout(table, state, draws, trace):
    """Play random turns to the end."""
    if state[OUTCOME] != GOING_ON:
        return 0
    plane, border = new_plane(table, state)
    plies = 0
    while state[OUTCOME] == GOING_ON and plies < len(trace):
        code, turned, code2, turned2 = any_turn(table, plane, border, state, draws)
        trace[plies, 0] = state[SEAT]
        trace[plies, 1] = turn_number(table, code, turned, code2, turned2)
        plies += 1
        done = lay(table, plane, border, code, turned)
        add_tile(table, state, code, turned)
        if turned2 >= 0:
            done |= lay(table, plane, border, code2, turned2)
            add_tile(table, state, code2, turned2)
        end_turn(table, plane, state, done)
    return plies


# -- evaluation -----------------------------------------------------------------------------------


@compiled(EVALUATE)
def evaluate(table, state, seat):
    """Return how good a position is for a seat, by the cells that creatures miss."""
    plane, border = new_plane(table, state)
    mask = table[MASK]
    worth = np.zeros(2)
    for tone in range(2):
        gaps = np.zeros(mask + 1, np.int16)
        for place in range(1, border[0] + 1):
            a = stander(table, plane, border[place], tone, 0)
            b = stander(table, plane, border[place], tone, 1)
            c = stander(table, plane, border[place], tone, 2)
            gaps[a] += 1
            gaps[b] += b != a
            gaps[c] += c not in (a, b)
        for number in state[TILES : TILES + state[COUNT]]:
            for each in range(3):
                stands = stander(table, plane, cell_code(table, number // 3), tone, each)
                if gaps[stands] >= 0 and plane[STRAIGHTS + TONE * tone, stands]:
                    worth[tone] += 0.25 ** gaps[stands]
                    gaps[stands] = -1  # counted
    worth[state[SEAT]] *= 2
    return worth[seat] - worth[1 - seat]


# -- a win at once --------------------------------------------------------------------------------


@helper
def wins_alone(table, plane, code, turned, seat):
    """Tell whether one tile completes what is the seat's, and nothing of the opponent's."""
    return tile_completes(table, plane, code, turned, seat) and not tile_completes(
        table, plane, code, turned, 1 - seat
    )


@helper
def wins_by_two(table, plane, code, turned, code2, turned2, seat):
    """Tell whether two tiles on the border are a turn that wins."""
    return (
        pair_completes(table, plane, code, turned, code2, turned2, seat)
        and not pair_completes(table, plane, code, turned, code2, turned2, 1 - seat)
        and not (tile_ends(table, plane, code, turned) and tile_ends(table, plane, code2, turned2))
    )


@helper
def times_at(table, plane, code, tone, stands):
    """Return at how many corners a cell touches a creature."""
    times = 0
    for number in range(3):
        times += stander(table, plane, code, tone, number) == stands
    return times


@helper
def winning_turn(table, plane, border, seat, by_one):
    """Return a turn with which a seat completes a creature of its own alone, or -1.

    It fills all cells that some creature of before misses, so that a turn of one tile lies on
    the only one, and two tiles lie on the only two.
    """
    mask, count = table[MASK], border[0]
    for place in range(1, count + 1):
        code = border[place]
        for number in range(3):
            stands = stander(table, plane, code, seat, number)
            left = missing(plane, seat, stands)
            if left > 6:
                continue
            left -= times_at(table, plane, code, seat, stands)
            if left == 0:
                for turned in range(3):
                    if wins_alone(table, plane, code, turned, seat):
                        return turn_number(table, code, turned, 0, -1)
            if left == 0 or left > 3 or by_one:
                continue
            far = table[STYLE] == ANYWHERE
            for other in range(count if far else 6):
                beside = border[1 + other] if far else code + step(table, other)
                to = plane[BORDER, beside & mask]
                if to > place and times_at(table, plane, beside, seat, stands) == left:
                    for turns in range(9):
                        turned, turned2 = turns // 3, turns % 3
                        if wins_by_two(table, plane, code, turned, beside, turned2, seat):
                            return turn_number(table, code, turned, beside, turned2)
    return -1


@helper
def most_moves(table):
    """Return a bound for the number of turns of a position.

    A tile beside others brings at most two cells more to the border than it takes from it.
    """
    border = 2 * table[SUPPLY] + 4
    pairs = 5 * border
    if table[STYLE] == ANYWHERE:
        pairs += border * border // 2
    return 3 * border if table[STYLE] == SINGLE else 3 * border + 9 * pairs


@compiled(WINNING)
def winning(table, state):
    """Return a turn that wins at once, or -1."""
    if state[OUTCOME] != GOING_ON:
        return -1
    plane, border = new_plane(table, state)
    by_one = alone(table, state)
    found = winning_turn(table, plane, border, state[SEAT], by_one)
    if found != -1 or not table[TIEBREAK] or table[SUPPLY] - state[COUNT] > (1 if by_one else 2):
        return found
    # The supply will be used up: any turn may leave the largest creature.
    out = np.empty(most_moves(table), np.int32)
    for number in range(moves(table, state, out)):
        after = state.copy()
        play(table, after, out[number])
        if after[OUTCOME] == state[SEAT]:
            return out[number]
    return -1


# -- answers to a threat --------------------------------------------------------------------------


@helper
def after_turn(table, plane, border, low, high):
    """Return plane and border after a turn, and what it completes."""
    plane, border = plane.copy(), border.copy()
    done = 0
    for number in (low, high):
        if number >= 0:
            done |= lay(table, plane, border, cell_code(table, number // 3), number % 3)
    return plane, border, done


@helper
def mark_gaps(table, plane, border, stands, tone, marked, most):
    """Mark the cells that a creature misses, unless there are more than `most` not yet marked."""
    mask, count = table[MASK], 0
    for again in range(2):
        for place in range(1, border[0] + 1):
            at = border[place] & mask
            if not marked[at] and times_at(table, plane, border[place], tone, stands):
                count += 1
                if again:
                    marked[at] = True
        if count > most:
            return


@helper
def threat_now(table, plane, border, state):
    """Return a turn with which the opponent would win now, or -1; near the end always -1."""
    by_one = table[STYLE] == SINGLE
    if table[SUPPLY] - state[COUNT] < (2 if by_one else 4):
        return -1
    return winning_turn(table, plane, border, 1 - state[SEAT], by_one)


@helper
def cells_of_answers(table, plane, border, threat, seat):
    """Mark cells so that every answer of a seat to a threat W has a tile on one of them.

    What W completes misses no cells but those of W, so that tiles on other cells leave it as it
    is. An answer therefore lies on a cell of W, or W afterwards completes a creature Y of who
    answers as well. In this case some creature in Y misses both a cell of W and a cell of the
    answer: else the tiles of the answer would not hang together with those of W in Y, and W
    would complete Y without them, and not win. Whatever that creature misses beside the cells of W,
    one or two cells, the answer fills; and of these one is on the border, since the
    first tile of a turn is. So the cells of W are marked, and those.
    """
    mask = table[MASK]
    marked = np.zeros(mask + 1, np.bool_)
    if threat == -1:
        return marked
    tiles = tiles_of(table, threat)
    for tile in tiles:
        if tile >= 0:
            marked[cell_code(table, tile // 3) & mask] = True
    found = marked.copy()
    for tile in tiles:
        if tile >= 0:
            for number in range(3):
                stands = stander(table, plane, cell_code(table, tile // 3), seat, number)
                beside = marked.copy()
                mark_gaps(table, plane, border, stands, seat, beside, 2)
                found |= beside
    return found


@helper
def lies_on(table, marked, low, high):
    """Tell whether a tile of a turn lies on a marked cell."""
    return marked[cell_code(table, low // 3) & table[MASK]] or (
        high >= 0 and marked[cell_code(table, high // 3) & table[MASK]]
    )


@helper
def is_answer(table, plane, border, marked, move, seat, by_one):
    """Tell whether a turn completes nothing and leaves the opponent no win at once."""
    low, high = tiles_of(table, move)
    if not lies_on(table, marked, low, high):
        return False
    then, edge, done = after_turn(table, plane, border, low, high)
    return done == 0 and winning_turn(table, then, edge, 1 - seat, by_one) == -1


# -- how promising a turn looks -------------------------------------------------------------------


@helper
def gather(table, plane, code, turned, code2, turned2, tone, some):
    """Find the creatures of a tone that a turn touches; return at how many corners.

    The corners are, for each tile, the ends of its straight and then its tip. `some` takes what
    stands for the creature at each, and from 6 on a number that is the same for those that the
    turn joins.
    """
    size = 3 if turned2 < 0 else 6
    for each in range(size):
        if each < 3:
            stands = stander(table, plane, code, tone, (turned + 1 + each) % 3)
        else:
            stands = stander(table, plane, code2, tone, (turned2 + 1 + each) % 3)
        group = each
        for other in range(each):
            if some[other] == stands:
                group = some[6 + other]
                break
        some[each], some[6 + each] = stands, group
        if each in (1, 4):
            old, new = some[6 + each], some[5 + each]
            for other in range(each + 1):
                if some[6 + other] == old:
                    some[6 + other] = new
    return size


@helper
def joined(plane, tone, some, size, group):
    """Return how often a creature will miss a cell, whether it will have a straight, and change.

    The change is that of the worth of all that will be this creature; see `promise`.
    """
    left, straights, members, change = 0, 0, 0, 0.0
    for each in range(size):
        if some[6 + each] != group:
            continue
        members += 1
        left -= 1
        straights += each not in (2, 5)
        stands = some[each]
        first = True
        for other in range(each):
            first = first and some[other] != stands
        if first:
            before = missing(plane, tone, stands)
            left += before
            if plane[STRAIGHTS + TONE * tone, stands]:
                straights += 1
                change -= 0.5**before
    if straights:
        change += 0.5**left
    return left, straights > 0, change


@helper
def promise(table, plane, code, turned, code2, turned2, seat, some):
    """Return how much better a turn makes the position for its seat; `some` is scratch.

    A creature is worth 1/2 to the power of how often it misses a cell.
    """
    worth, done = 0.0, 0
    for tone in range(2):
        size = gather(table, plane, code, turned, code2, turned2, tone, some)
        change = 0.0
        for group in range(size):
            left, straight, by = joined(plane, tone, some, size, group)
            change += by
            done |= (straight and left == 0) << tone
        worth += change if tone == seat else -2 * change
    if done:
        return WIN if done == 1 << seat else -WIN
    return worth


@helper
def best_of_some(table, plane, border, state, draws, some):
    """Return the most promising of some random turns."""
    best = any_turn(table, plane, border, state, draws)
    most = promise(table, plane, best[0], best[1], best[2], best[3], state[SEAT], some)
    for _ in range(TRIES - 1):
        each = any_turn(table, plane, border, state, draws)
        worth = promise(table, plane, each[0], each[1], each[2], each[3], state[SEAT], some)
        if worth > most:
            best, most = each, worth
    return best


@compiled(PLAYOUT)
def rollout(table, state, draws, trace):
    """Play promising turns, and wins at once, to the end."""
    if state[OUTCOME] != GOING_ON:
        return 0
    plane, border = new_plane(table, state)
    some = np.empty(12, np.int64)
    plies = 0
    while state[OUTCOME] == GOING_ON and plies < len(trace):
        seat = state[SEAT]
        move = winning_turn(table, plane, border, seat, alone(table, state))
        if move == -1:
            turn = best_of_some(table, plane, border, state, draws, some)
            move = turn_number(table, turn[0], turn[1], turn[2], turn[3])
        trace[plies, 0], trace[plies, 1] = seat, move
        plies += 1
        low, high = tiles_of(table, move)
        end_turn(table, plane, state, lay_turn(table, plane, border, state, low, high))
    return plies


@helper
def promise_of(table, plane, seat, move, some):
    """Return how promising a turn looks."""
    low, high = tiles_of(table, move)
    code, code2, turned2 = cell_code(table, low // 3), 0, -1
    if high >= 0:
        code2, turned2 = cell_code(table, high // 3), high % 3
    return promise(table, plane, code, low % 3, code2, turned2, seat, some)


@compiled(RATE)
def rate(table, state, moves, count, rates):
    """Write how promising turns look, less much for those that cannot answer a threat."""
    plane, border = new_plane(table, state)
    some = np.empty(12, np.int64)
    seat = state[SEAT]
    threat = threat_now(table, plane, border, state)
    marked = cells_of_answers(table, plane, border, threat, seat)
    for number in range(count):
        rates[number] = promise_of(table, plane, seat, moves[number], some)
        low, high = tiles_of(table, moves[number])
        if threat != -1 and abs(rates[number]) < WIN and not lies_on(table, marked, low, high):
            rates[number] -= UNANSWERED
    return 1


# -- threats and answers --------------------------------------------------------------------------


@compiled(MOVES)
def threats(table, state, out):
    """Write a turn that wins at once, or those after which the next one would.

    They complete nothing and give the opponent no win. What the next turn would complete lies at
    a tile of this one, and misses two cells at most, each at three corners at most.
    """
    win = winning(table, state)
    if win != -1:
        out[0] = win
        return 1
    found = np.empty(most_moves(table), np.int32)
    total = moves(table, state, found)
    if table[SUPPLY] - state[COUNT] < (3 if table[STYLE] == SINGLE else 6):
        return 0
    plane, border = new_plane(table, state)
    some, count = np.empty(12, np.int64), 0
    seat, by_one = state[SEAT], table[STYLE] == SINGLE
    for move in found[:total]:
        low, high = tiles_of(table, move)
        if (high < 0) != by_one:  # it completes something
            continue
        code2 = cell_code(table, high // 3) if high >= 0 else 0
        turned2 = high % 3 if high >= 0 else -1
        size = gather(table, plane, cell_code(table, low // 3), low % 3, code2, turned2, seat, some)
        near = False
        for group in range(size):
            left, straight, _ = joined(plane, seat, some, size, group)
            near = near or (straight and left <= 6) or (0 < left <= 2)
        if not near:
            continue
        then, edge, done = after_turn(table, plane, border, low, high)
        if (
            done == 0
            and winning_turn(table, then, edge, seat, by_one) != -1
            and winning_turn(table, then, edge, 1 - seat, by_one) == -1
        ):
            out[count] = move
            count += 1
    return count


@compiled(MOVES)
def answers(table, state, out):
    """Write a turn that wins at once, or all after which the opponent has no win at once."""
    win = winning(table, state)
    if win != -1:
        out[0] = win
        return 1
    found = np.empty(most_moves(table), np.int32)
    total = moves(table, state, found)
    plane, border = new_plane(table, state)
    seat, by_one = state[SEAT], table[STYLE] == SINGLE
    threat = threat_now(table, plane, border, state)
    marked = cells_of_answers(table, plane, border, threat, seat)
    count = 0
    for move in found[:total]:
        if threat != -1:
            safe = is_answer(table, plane, border, marked, move, seat, by_one)
        else:
            after = state.copy()
            play(table, after, move)
            over = after[OUTCOME] != GOING_ON
            safe = after[OUTCOME] != 1 - seat and (over or winning(table, after) == -1)
        if safe:
            out[count] = move
            count += 1
    return count


# -- the way in and out ---------------------------------------------------------------------------


@lru_cache(8)
def rolled(reach):
    """Return the width and the size of a plane on which cells up to `reach` apart differ.

    >>> rolled(49)
    (355, 2048)
    """
    dq = np.arange(reach + 1)
    size = 64
    while True:
        width = np.arange(2 * reach + 1, max(size, 2 * reach + 1))[:, None]
        # The steps (dq, dr) of columns dq >= 0 that lead to the same place.
        apart = [(-dq * width) % size - around * size for around in (0, 1)]
        far = [np.maximum(np.maximum(dq, abs(dr)), abs(dq + dr)) for dr in apart]
        nearest = np.minimum(np.where(far[0] == 0, size, far[0]), far[1]).min(axis=1)
        if (nearest > reach).any():
            return int(width[(nearest > reach).argmax(), 0]), size
        size *= 2


def hang_together(cells):
    """Tell whether cells are connected and 0,0 is one of them, or there are none.

    >>> hang_together([(0, 0), (0, 1)]), hang_together([(0, 0), (0, 2)])
    (True, False)
    """
    left, reached = set(cells), [(0, 0)]
    for cell in reached:
        if cell in left:
            left.remove(cell)
            reached += neighbours(cell)
    return not left


def fast(rules):
    """Return the fast path of a rule book; None if it begins with tiles strewn about."""
    start = rules.start()
    if not hang_together(cell for cell, _ in start.tiles):
        return None
    reach = range(1 - rules.tiles, rules.tiles)
    cells = [(q, r) for q in reach for r in reach[::-1] if q + r in reach]
    width, size = rolled(rules.tiles + 1)
    number_of = {cell: number for number, cell in enumerate(cells)}
    head = [rules.tiles, STYLES.index(rules.style), rules.tiebreak, width, size - 1]
    starts = [number_of[q, 0] for q in reach]
    codes = [q * width + r for q, r in cells]
    table = np.array([*head, 3 * len(cells), *starts, *codes], np.int32)

    def encode(state):
        tiles = sorted(number_of[cell] * 3 + turned for cell, turned in state.tiles)
        result = rules.result(state)
        outcome = GOING_ON if result is None else DRAW
        if result is not None and result.winner is not None:
            outcome = result.winner
        complete = sum(1 << tone for tone in state.complete)
        head = [rules.turn(state), outcome, state.ply, complete, len(tiles)]
        spare = [0] * (rules.tiles - len(tiles))
        return np.array([*head, *tiles, *spare], np.int32)

    def decode(array):
        tiles = array[TILES : TILES + array[COUNT]].tolist()
        laid = frozenset((cells[number // 3], number % 3) for number in tiles)
        complete = tuple(tone for tone in range(2) if array[COMPLETE] >> tone & 1)
        return start._replace(tiles=laid, ply=int(array[PLY]), complete=complete)

    def number(word):
        laid = [read_tile(part) for part in word.split("+")]
        codes = [q * width + r for (q, r), _ in laid] + [0]
        turned2 = laid[1][1] if len(laid) > 1 else -1
        return int(turn_number(table, codes[0], laid[0][1], codes[1], turned2))

    def word(number):
        tiles = [int(tile) for tile in tiles_of(table, number) if tile >= 0]
        return "+".join(spell_tile(cells[tile // 3], tile % 3) for tile in tiles)

    kernel = Kernel(moves, play, playout, evaluate, rate, winning, rollout, threats, answers)
    return Fast(
        kernel,
        table,
        TILES + rules.tiles,
        TILES + rules.tiles,
        int(most_moves(table)),
        rules.tiles,
        encode,
        decode,
        number,
        word,
    )
