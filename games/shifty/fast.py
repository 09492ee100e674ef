"""The compiled fast path of Shifty.

A state is: seat, outcome, turns made, whether the seats have swapped, passes in a row; the stone of
each cell, and NOTHING behind them for whatever is beyond the border; then, as bookkeeping, how
many orthogonal friends a stone of either colour would have on each cell, and how many stones
there are. The moves are numbered: placements by their cell, then source and target, swap, pass.
"""

import math

import numpy
from numba import int64

from puzzlekit import DRAW, GOING_ON, Fast, Kernel, outcome_of
from puzzlekit.rules.fast_forms import (
    CANONICAL,
    EVALUATE,
    MOVES,
    PLAY,
    PLAYOUT,
    RATE,
    WINNING,
    compiled,
    draw,
    helper,
    light,
)
from puzzlekit.rules.images import images, joining, symmetries
from puzzlekit.rules.images_kernel import first_image

SEAT, OUTCOME, PLY, SWAPPED, PASSES, STONES = range(6)
EMPTY, BLACK, WHITE, NOTHING = range(4)

# The table: these numbers; for each direction of a move whether it begins with an orthogonal step;
# into how many chains each set of friends around a cell falls; a record for each cell; the rays;
# the images. Directions stand in the order of the rule book. A record holds the orthogonal
# neighbours, those that continue a chain, three cells for each block of four, a bit for each side
# that the cell belongs to, and where its ray in each direction begins, and the last ends.
CELLS, SIZE, SINGLETONS, FEWER, MAY_SWAP, STEPS, MOST, STRAIGHT = range(8)
DIRECTIONS = 12
CHAINS = STRAIGHT + DIRECTIONS
RECORDS = CHAINS + 256
NEAR, RING, BLOCKS, SIDES, RAYS = 0, 6, 14, 26, 27
RECORD = RAYS + DIRECTIONS + 1

#: Attempts to draw a legal move before all are listed.
ATTEMPTS = 60


@light
def friends_at(table, colour):
    """Return where in a state the numbers of friends of a colour begin."""
    return STONES + (table[CELLS] + 1) * colour


@light
def count_at(table, colour):
    """Return where in a state the number of stones of a colour is."""
    return STONES + 3 * (table[CELLS] + 1) + colour - BLACK


@compiled(_nrt=False)
def put(table, state, cell, colour, change):
    """Put a stone on a cell (change 1) or lift it (change -1)."""
    state[STONES + cell] = colour if change > 0 else EMPTY
    state[count_at(table, colour)] += change
    friends = friends_at(table, colour)
    near = RECORDS + RECORD * cell + NEAR
    for k in range(near, near + 6):
        state[friends + table[k]] += change


@helper
def joins(table, state, cell, colour):
    """Tell whether the chain of a stone that has just been put joins both sides of its colour.

    If its friends are in one chain without it, it joins nothing new but the border.
    """
    cells = table[CELLS]
    if state[count_at(table, colour)] < table[SIZE]:
        return False
    record = RECORDS + RECORD * cell
    around = 0
    for k in range(8):
        around |= (state[STONES + table[record + RING + k]] == colour) << k
    shift = 2 * (colour - BLACK)
    sides = (table[record + SIDES] >> shift) & 3
    if table[CHAINS + around] < 2 and sides == 0:
        return False
    seen = numpy.zeros(cells + 1, dtype=numpy.uint8)
    todo = numpy.empty(cells, dtype=numpy.int32)
    todo[0], left = cell, 1
    seen[cell] = 1
    while left:
        left -= 1
        record = RECORDS + RECORD * todo[left]
        sides |= (table[record + SIDES] >> shift) & 3
        if sides == 3:
            return True
        for k in range(record + RING, record + RING + 8):
            near = table[k]
            if state[STONES + near] == colour and not seen[near]:
                seen[near] = 1
                todo[left] = near
                left += 1
    return False


@light
def cuts(table, state, cell, colour, lifted):
    """Tell whether a stone on a cell would complete a crosscut, one stone being lifted."""
    blocks = RECORDS + RECORD * cell + BLOCKS
    other = BLACK + WHITE - colour
    for k in range(blocks, blocks + 12, 3):
        opposite = table[k]
        if (
            state[STONES + opposite] == colour
            and opposite != lifted
            and state[STONES + table[k + 1]] == other
            and state[STONES + table[k + 2]] == other
        ):
            return True
    return False


@light
def mover(state):
    """Return the colour that moves."""
    return BLACK + (state[SEAT] ^ state[SWAPPED])


@light
def opens(table, state, colour):
    """Tell whether a colour still places stones that need no friend."""
    return state[count_at(table, colour)] < table[SINGLETONS]


@light
def can_place(table, state, cell, colour):
    """Tell whether a stone may be placed on an empty cell."""
    if state[friends_at(table, colour) + cell] == 0 and not opens(table, state, colour):
        return False
    return not cuts(table, state, cell, colour, -1)


@light
def can_leave(table, state, source, colour):
    """Tell whether a stone may move."""
    return state[friends_at(table, colour) + source] > 0 and not opens(table, state, colour)


@light
def can_land(table, state, source, target, beside, colour):
    """Tell whether a stone that may move may land on a cell, beside which it perhaps stood."""
    friends = friends_at(table, colour)
    most = state[friends + source] - 1 if table[FEWER] else 0
    if state[friends + target] - beside > most:
        return False
    return not cuts(table, state, target, colour, source)


@compiled(MOVES)
def moves(table, state, out):
    """Write the legal moves."""
    if state[OUTCOME] != GOING_ON:
        return 0
    cells, colour = table[CELLS], mover(state)
    count = 0
    for cell in range(cells):
        if state[STONES + cell] == EMPTY and can_place(table, state, cell, colour):
            out[count] = cell
            count += 1
    for source in range(cells):
        if state[STONES + source] == colour and can_leave(table, state, source, colour):
            rays = RECORDS + RECORD * source + RAYS
            for k in range(table[STEPS]):
                beside = table[STRAIGHT + k]
                for at in range(table[rays + k], table[rays + k + 1]):
                    target = table[at]
                    if state[STONES + target] != EMPTY:
                        break
                    if can_land(table, state, source, target, beside, colour):
                        out[count] = cells * (1 + source) + target
                        count += 1
                    beside = 0
    if table[MAY_SWAP] and state[PLY] == 1:
        out[count] = cells * (cells + 1)
        count += 1
    if count == 0:
        out[0] = cells * (cells + 1) + 1
        count = 1
    return count


@compiled(PLAY)
def play(table, state, move):
    """Make a move."""
    cells, seat, colour = table[CELLS], state[SEAT], mover(state)
    state[PLY] += 1
    state[SEAT] = 1 - seat
    if move >= cells * (cells + 1):
        if move == cells * (cells + 1):
            state[SWAPPED] = 1
        else:
            state[PASSES] += 1
            if state[PASSES] == 2:
                state[OUTCOME] = DRAW
        return
    state[PASSES] = 0
    cell = move % cells
    if move >= cells:
        put(table, state, move // cells - 1, colour, -1)
    put(table, state, cell, colour, 1)
    if joins(table, state, cell, colour):
        state[OUTCOME] = seat


@light
def attempt(table, state, draws, spots, count, colour):
    """Draw an empty cell and what arrives there; return -1 if that is not a legal move.

    Every move is as likely as any other: a new stone arrives, or the first one in a direction.
    """
    target = spots[draw(draws, count)]
    if opens(table, state, colour):
        return target if can_place(table, state, target, colour) else -1
    k = draw(draws, table[STEPS] + 1)
    if k == table[STEPS]:
        return target if can_place(table, state, target, colour) else -1
    if state[friends_at(table, colour) + target] > 1 and not table[FEWER]:
        return -1
    rays = RECORDS + RECORD * target + RAYS
    beside = table[STRAIGHT + k]
    for at in range(table[rays + k], table[rays + k + 1]):
        source = table[at]
        stone = state[STONES + source]
        if stone != EMPTY:
            if (
                stone == colour
                and can_leave(table, state, source, colour)
                and can_land(table, state, source, target, beside, colour)
            ):
                return table[CELLS] * (1 + source) + target
            return -1
        beside = 0
    return -1


@compiled(PLAYOUT)
def playout(table, state, draws, trace):
    """Play at random to the end: draw what may be a move until it is one."""
    cells = table[CELLS]
    spots = numpy.empty(cells, dtype=numpy.int32)  # the empty cells
    places = numpy.empty(cells, dtype=numpy.int32)  # where each stands among them
    count = 0
    for cell in range(cells):
        if state[STONES + cell] == EMPTY:
            spots[count], places[cell] = cell, count
            count += 1
    found = numpy.empty(table[MOST], dtype=numpy.int32)
    ply = 0
    while state[OUTCOME] == GOING_ON and ply < len(trace):
        colour, move = mover(state), -1
        if state[PLY] != 1 and count:
            for _ in range(ATTEMPTS):
                move = attempt(table, state, draws, spots, count, colour)
                if move >= 0:
                    break
        if move < 0:
            move = found[draw(draws, moves(table, state, found))]
        trace[ply, 0], trace[ply, 1] = state[SEAT], move
        play(table, state, move)
        if move < cells * (cells + 1):
            place = places[move % cells]
            if move >= cells:
                spots[place] = move // cells - 1
            else:
                count -= 1
                spots[place] = spots[count]
            places[spots[place]] = place
        ply += 1
    return ply


@helper
def distances(table, state, colour, side):
    """Return how many stones a row from a side (0, 1) of a colour to each cell takes.

    The cell is counted if it is empty; as many as there are cells stand for no way.
    """
    cells = table[CELLS]
    found = numpy.full(cells + 1, cells, dtype=numpy.int32)
    here, further = numpy.empty((2, cells), dtype=numpy.int32)
    left = waiting = 0
    bit = 1 << (2 * (colour - BLACK) + side)
    for cell in range(cells):
        if table[RECORDS + RECORD * cell + SIDES] & bit:
            if state[STONES + cell] == colour:
                found[cell] = 0
                here[left] = cell
                left += 1
            elif state[STONES + cell] == EMPTY:
                found[cell] = 1
                further[waiting] = cell
                waiting += 1
    reached = 0
    while left or waiting:
        if left == 0:
            here, further = further, here
            left, waiting = waiting, 0
            reached += 1
        left -= 1
        ring = RECORDS + RECORD * here[left] + RING
        for k in range(ring, ring + 8):
            near = table[k]
            if found[near] == cells:
                if state[STONES + near] == colour:
                    found[near] = reached
                    here[left] = near
                    left += 1
                elif state[STONES + near] == EMPTY:
                    found[near] = reached + 1
                    further[waiting] = near
                    waiting += 1
    return found


@helper
def missing(table, state, colour):
    """Return how many stones would join the sides of a colour, or the number of cells."""
    found = distances(table, state, colour, 0)
    least = table[CELLS]
    bit = 2 << (2 * (colour - BLACK))
    for cell in range(table[CELLS]):
        if table[RECORDS + RECORD * cell + SIDES] & bit:
            least = min(least, found[cell])
    return least


@compiled(EVALUATE)
def evaluate(table, state, seat):
    """Return how many stones more the opponent needs."""
    colour = BLACK + (seat ^ state[SWAPPED])
    other = BLACK + WHITE - colour
    return float(missing(table, state, other) - missing(table, state, colour))


@helper
def through(table, state, colour):
    """Return for each cell how many stones a row through it takes that joins both sides."""
    found = distances(table, state, colour, 0) + distances(table, state, colour, 1)
    for cell in range(table[CELLS]):
        if state[STONES + cell] == EMPTY:
            found[cell] -= 1
    return found


@compiled(WINNING)
def winning(table, state):
    """Return a move that wins at once, or -1: a stone that moves may leave a gap behind."""
    cells, colour = table[CELLS], mover(state)
    if state[OUTCOME] != GOING_ON or missing(table, state, colour) > 1:
        return -1
    rows = through(table, state, colour)
    found = numpy.empty(table[MOST], dtype=numpy.int32)
    for move in found[: moves(table, state, found)]:
        target, source = move % cells, move // cells - 1
        if move >= cells * (cells + 1) or rows[target] > 1:
            continue
        if source < 0:
            return int64(move)
        put(table, state, source, colour, -1)
        put(table, state, target, colour, 1)
        won = joins(table, state, target, colour)
        put(table, state, target, colour, -1)
        put(table, state, source, colour, 1)
        if won:
            return int64(move)
    return -1


@compiled(RATE)
def rate(table, state, found, count, rates):
    """Prefer cells in the shortest rows of both; a stone in such a row stays where it is."""
    cells, colour = table[CELLS], mover(state)
    ours = through(table, state, colour)
    theirs = through(table, state, BLACK + WHITE - colour)
    least, their_least = ours[:cells].min(), theirs[:cells].min()
    for i in range(count):
        if found[i] >= cells * (cells + 1):
            rates[i] = 0.0
            continue
        cell = found[i] % cells
        rates[i] = 2.0 * (least + their_least) - ours[cell] - theirs[cell]
        if ours[cell] == least:
            rates[i] += 100.0 if least == 1 else 0.5
        if theirs[cell] == their_least:
            rates[i] += 50.0 if their_least == 1 else 0.5
        if found[i] >= cells:
            source = found[i] // cells - 1
            rates[i] -= 1.5 if ours[source] == least else 0.5
    return 1


@compiled(CANONICAL)
def canonical(table, state, out):
    """Write the passes, whether a swap is possible, and the first of the images of the stones."""
    cells = table[CELLS]
    out[0] = 2 * (table[MAY_SWAP] and state[PLY] == 1) + 4 * state[PASSES]
    out[0] += first_image(table, state, STONES, cells, state[SEAT] ^ state[SWAPPED], out, 1)
    return 1 + cells


def fast(rules):
    """Return the fast path of a rule book of Shifty."""
    board, links, lines = rules.board, rules.links, rules.lines
    names, cells, size = board.cells, len(board), len(board.sides["top"])
    steps, around, straight = steps_of(lines), steps_of(links), steps_of(board)
    goals = [board.sides[side] for goal in rules.goals for side in goal]
    records, targets = [], []
    for cell in range(cells):
        ring = {step(links, cell, near): near for near in links.neighbours[cell]}
        rays = {step(lines, cell, ray[0]): ray for ray in lines.rays[cell]}
        blocks = [] if rules.hex else [each for block in board.blocks[cell] for each in block]
        records += padded(board.neighbours[cell], 6, cells)
        records += padded([ring.get(each, cells) for each in around], 8, cells)
        records += padded(blocks, 12, cells)
        records.append(sum(1 << k for k, side in enumerate(goals) if cell in side))
        for each in padded(steps, DIRECTIONS, None):
            records.append(RECORDS + RECORD * cells + len(targets))
            targets += rays.get(each, ())
        records.append(RECORDS + RECORD * cells + len(targets))
    max_moves = cells + len(targets) + 1
    table = [cells, size, rules.singletons, rules.landing == "fewer", rules.may_swap]
    table += [len(steps), max_moves, *padded([each in straight for each in steps], DIRECTIONS, 0)]
    table += [chains(around, friends) for friends in range(256)]
    table += records + targets
    found = symmetries(board, links)
    sides = [[board.sides[side] for side in goal] for goal in rules.goals]
    table += images((EMPTY, WHITE, BLACK), *joining(found, sides), len(table))
    table = numpy.array(table, dtype=numpy.int32)

    letters = "." + rules.initials
    swap = cells * (cells + 1)
    key_size = STONES + cells + 1

    def encode(state):
        array = numpy.zeros(STONES + 3 * (cells + 1) + 2, dtype=numpy.int32)
        outcome = outcome_of(rules.result(state))
        array[:STONES] = rules.turn(state), outcome, state.ply, state.swapped, state.passes
        array[key_size - 1] = NOTHING
        for cell, stone in enumerate(state.stones):
            if stone != ".":
                put(table, array, cell, letters.index(stone), 1)
        return array

    def decode(array):
        stones = "".join(letters[stone] for stone in array[STONES : STONES + cells])
        return rules.start()._replace(
            stones=stones,
            ply=int(array[PLY]),
            swapped=bool(array[SWAPPED]),
            passes=int(array[PASSES]),
        )

    def number(word):
        if word in ("swap", "pass"):
            return swap + (word == "pass")
        *source, target = (board.index[name] for name in word.split("-"))
        return cells * (1 + source[0]) + target if source else target

    def word(move):
        if move >= swap:
            return ("swap", "pass")[move - swap]
        place = names[move % cells]
        return f"{names[move // cells - 1]}-{place}" if move >= cells else place

    # A turn places a stone, or lowers the number of pairs of friends, of which a stone brings
    # at most six; and between two turns there is at most one pass.
    return Fast(
        kernel=Kernel(
            *(moves, play, playout),
            evaluate=evaluate,
            rate=rate,
            winning=winning,
            canonical=canonical,
        ),
        table=table,
        size=STONES + 3 * (cells + 1) + 2,
        key_size=key_size,
        max_moves=max_moves,
        max_plies=14 * cells + 3,
        encode=encode,
        decode=decode,
        number=number,
        word=word,
        prior=100,
    )


def steps_of(board):
    """Return how far neighbours are from each other, in the order in which cells have them."""
    found = {step(board, a, b) for a in range(len(board)) for b in board.neighbours[a]}
    return sorted(found, key=lambda step: (-step[1], step[0]))


def step(board, a, b):
    """Return how far it is from a cell to another one, to the right and up."""
    (x, y), (to_x, to_y) = board.points[a], board.points[b]
    return round(to_x - x, 2), round(to_y - y, 2)


def padded(numbers, length, filler):
    """Return the numbers, and as many fillers as are missing."""
    return [*numbers, *[filler] * (length - len(numbers))]


def chains(steps, around):
    """Return into how many chains the cells after some steps fall; bit k stands for step k."""
    left = {step for k, step in enumerate(steps) if around >> k & 1}
    count = 0
    while left:
        count += 1
        todo = [left.pop()]
        for x, y in todo:
            near = {s for s in left if any(math.dist(s, (x + a, y + b)) < 0.1 for a, b in steps)}
            left -= near
            todo += near
    return count
