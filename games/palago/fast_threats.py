"""Palago as compiled code, good turns: wins at once, threats, answers, and how turns look."""

import numpy as np

from puzzlekit import GOING_ON
from puzzlekit.rules.kernel_signatures import (
    MOVES,
    PLAYOUT,
    RATE,
    WINNING,
    compiled,
    helper,
    helper_no_alloc,
)

from .fast_plane import (
    ANYWHERE,
    BORDER,
    COUNT,
    MASK,
    OUTCOME,
    SEAT,
    SINGLE,
    STRAIGHTS,
    STYLE,
    SUPPLY,
    TIEBREAK,
    TONE,
    find,
    lay,
    missing,
    new_plane,
    pair_completes,
    step,
    tile_completes,
    tile_ends,
    times_at,
    turn_number,
    turn_of,
)
from .fast_turns import alone, any_turn, end_turn, lay_turn, max_turns, moves, play

WIN = 1000.0  # what a turn is worth that wins
UNANSWERED = 10.0  # what it costs to leave the opponent a win
TRIES = 8  # turns that a rollout compares


# -- a win at once --------------------------------------------------------------------------------


@helper_no_alloc
def wins_alone(table, plane, code, turned, seat):
    """Tell whether one tile completes what is the seat's, and nothing of the opponent's."""
    return tile_completes(table, plane, code, turned, seat) and not tile_completes(
        table, plane, code, turned, 1 - seat
    )


@helper_no_alloc
def wins_by_two(table, plane, turn, seat):
    """Tell whether two tiles on the border are a turn that wins."""
    code, turned, code2, turned2 = turn
    return (
        pair_completes(table, plane, turn, seat)
        and not pair_completes(table, plane, turn, 1 - seat)
        and not (tile_ends(table, plane, code, turned) and tile_ends(table, plane, code2, turned2))
    )


@helper
def winning_turn(table, plane, border, seat, by_one):
    """Return a turn with which a seat completes a creature of its own alone, or -1.

    It fills all cells that some creature of before misses, so that a turn of one tile lies on
    the only one, and two tiles lie on the only two.
    """
    mask, count = table[MASK], border[0]
    far = table[STYLE] == ANYWHERE
    for place in range(1, count + 1):
        code = border[place]
        for number in range(3):
            root = find(table, plane, code, seat, number)
            left = missing(plane, seat, root)
            if left > 6:  # two cells with three corners each
                continue
            left -= times_at(table, plane, code, seat, root)
            if left == 0:
                for turned in range(3):
                    if wins_alone(table, plane, code, turned, seat):
                        return turn_number(table, (code, turned, np.int64(0), np.int64(-1)))
            if left == 0 or left > 3 or by_one:
                continue
            for other in range(count if far else 6):
                beside = border[1 + other] if far else code + step(table, other)
                to = plane[BORDER, beside & mask]
                if to > place and times_at(table, plane, beside, seat, root) == left:
                    for turns in range(9):
                        turn = code, turns // 3, beside, turns % 3
                        if wins_by_two(table, plane, turn, seat):
                            return turn_number(table, turn)
    return -1


@compiled(WINNING)
def winning(table, state):
    """Return a turn that wins at once, or -1."""
    if state[OUTCOME] != GOING_ON:
        return -1
    plane, border = new_plane(table, state)
    seat, by_one = np.int64(state[SEAT]), alone(table, state)
    found = winning_turn(table, plane, border, seat, by_one)
    if found != -1 or not table[TIEBREAK] or table[SUPPLY] - state[COUNT] > (1 if by_one else 2):
        return found
    # The supply will be used up: any turn may leave the largest creature.
    out = np.empty(max_turns(table), np.int32)
    for move in out[: moves(table, state, out)]:
        after = state.copy()
        play(table, after, move)
        if after[OUTCOME] == seat:
            return move
    return -1


# -- answers to a threat --------------------------------------------------------------------------


@helper
def after_turn(table, plane, border, turn):
    """Return plane and border after a turn, and what it completes."""
    code, turned, code2, turned2 = turn
    plane, border = plane.copy(), border.copy()
    done = lay(table, plane, border, code, turned)
    if turned2 >= 0:
        done |= lay(table, plane, border, code2, turned2)
    return plane, border, done


@helper_no_alloc
def threat_now(table, plane, border, state):
    """Return a turn with which the opponent would win now, or -1; near the end always -1."""
    by_one = table[STYLE] == SINGLE
    if table[SUPPLY] - state[COUNT] < (2 if by_one else 4):
        return -1
    return winning_turn(table, plane, border, 1 - np.int64(state[SEAT]), by_one)


@helper
def mark_gaps(table, plane, border, tone, root, known, marked):
    """Mark the cells that a creature misses beside known ones, if they are one or two."""
    gaps, count = np.empty(2, np.int64), 0
    for place in range(1, border[0] + 1):
        at = border[place] & table[MASK]
        if not known[at] and times_at(table, plane, border[place], tone, root):
            if count == 2:
                return
            gaps[count] = at
            count += 1
    for at in gaps[:count]:
        marked[at] = True


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
    known = np.zeros(mask + 1, np.bool_)
    if threat == -1:
        return known
    code, _, code2, turned2 = turn_of(table, threat)
    if turned2 < 0:
        code2 = code
    known[code & mask] = known[code2 & mask] = True
    marked = known.copy()
    for each in (code, code2):
        for number in range(3):
            root = find(table, plane, each, seat, number)
            mark_gaps(table, plane, border, seat, root, known, marked)
    return marked


@helper_no_alloc
def lies_on(table, marked, turn):
    """Tell whether a tile of a turn lies on a marked cell."""
    code, _, code2, turned2 = turn
    return marked[code & table[MASK]] or (turned2 >= 0 and marked[code2 & table[MASK]])


@helper
def is_answer(table, plane, border, marked, turn, seat, by_one):
    """Tell whether a turn completes nothing and leaves the opponent no win at once."""
    if not lies_on(table, marked, turn):
        return False
    then, edge, done = after_turn(table, plane, border, turn)
    return done == 0 and winning_turn(table, then, edge, 1 - seat, by_one) == -1


@compiled(MOVES)
def answers(table, state, out):
    """Write a turn that wins at once, or all after which the opponent has no win at once."""
    win = winning(table, state)
    if win != -1:
        out[0] = win
        return 1
    found = np.empty(max_turns(table), np.int32)
    total = moves(table, state, found)
    plane, border = new_plane(table, state)
    seat, by_one = np.int64(state[SEAT]), table[STYLE] == SINGLE
    threat = threat_now(table, plane, border, state)
    marked = cells_of_answers(table, plane, border, threat, seat)
    count = 0
    for move in found[:total]:
        if threat != -1:
            turn = turn_of(table, move)
            safe = is_answer(table, plane, border, marked, turn, seat, by_one)
        else:
            after = state.copy()
            play(table, after, move)
            over = after[OUTCOME] != GOING_ON
            safe = after[OUTCOME] != 1 - seat and (over or winning(table, after) == -1)
        if safe:
            out[count] = move
            count += 1
    return count


# -- how promising a turn looks -------------------------------------------------------------------


@helper
def gather(table, plane, turn, tone, some):
    """Find the creatures of a tone that a turn touches; return at how many corners.

    The corners are, for each tile, the ends of its straight and then its tip. `some` takes the
    root of the creature at each, and from 6 on a number that is the same for those that the
    turn joins.
    """
    code, turned, code2, turned2 = turn
    size = 3 if turned2 < 0 else 6
    for each in range(size):
        if each < 3:
            root = find(table, plane, code, tone, (turned + 1 + each) % 3)
        else:
            root = find(table, plane, code2, tone, (turned2 + 1 + each) % 3)
        group = each
        for other in range(each):
            if some[other] == root:
                group = some[6 + other]
                break
        some[each], some[6 + each] = root, group
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
    left, straights, change = 0, 0, 0.0
    for each in range(size):
        if some[6 + each] != group:
            continue
        left -= 1
        straights += each not in (2, 5)
        root = some[each]
        first = True
        for other in range(each):
            first = first and some[other] != root
        if first:
            before = missing(plane, tone, root)
            left += before
            if plane[STRAIGHTS + TONE * tone, root]:
                straights += 1
                change -= 0.5**before
    if straights:
        change += 0.5**left
    return left, straights > 0, change


@helper
def promise(table, plane, turn, seat, some):
    """Return how much better a turn makes the position for its seat; `some` is scratch.

    A creature is worth 1/2 to the power of how often it misses a cell.
    """
    worth, done = 0.0, 0
    for tone in range(2):
        size = gather(table, plane, turn, tone, some)
        change = 0.0
        for group in range(size):
            left, straight, by = joined(plane, tone, some, size, group)
            change += by
            done |= (straight and left == 0) << tone
        worth += change if tone == seat else -2 * change
    if done:
        return WIN if done == 1 << seat else -WIN
    return worth


@compiled(RATE)
def rate(table, state, moves, count, rates):
    """Write how promising turns look, less much for those that cannot answer a threat."""
    plane, border = new_plane(table, state)
    some = np.empty(12, np.int64)
    seat = np.int64(state[SEAT])
    threat = threat_now(table, plane, border, state)
    marked = cells_of_answers(table, plane, border, threat, seat)
    for number in range(count):
        turn = turn_of(table, moves[number])
        rates[number] = promise(table, plane, turn, seat, some)
        if threat != -1 and abs(rates[number]) < WIN and not lies_on(table, marked, turn):
            rates[number] -= UNANSWERED
    return 1


@helper_no_alloc
def best_of_some(table, plane, border, state, draws, some):
    """Return the most promising of some random turns."""
    seat = np.int64(state[SEAT])
    best = any_turn(table, plane, border, state, draws)
    most = promise(table, plane, best, seat, some)
    for _ in range(TRIES - 1):
        each = any_turn(table, plane, border, state, draws)
        worth = promise(table, plane, each, seat, some)
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
        seat = np.int64(state[SEAT])
        move = winning_turn(table, plane, border, seat, alone(table, state))
        if move == -1:
            move = turn_number(table, best_of_some(table, plane, border, state, draws, some))
        trace[plies, 0], trace[plies, 1] = seat, move
        plies += 1
        done = lay_turn(table, plane, border, state, turn_of(table, move))
        end_turn(table, plane, state, done)
    return plies


# -- threats --------------------------------------------------------------------------------------


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
    seat, by_one = np.int64(state[SEAT]), table[STYLE] == SINGLE
    if table[SUPPLY] - state[COUNT] < (3 if by_one else 6):  # too few for turn, answer and win
        return 0
    found = np.empty(max_turns(table), np.int32)
    total = moves(table, state, found)
    plane, border = new_plane(table, state)
    some, count = np.empty(12, np.int64), 0
    for move in found[:total]:
        turn = turn_of(table, move)
        if (turn[3] < 0) != by_one:  # it completes something
            continue
        size = gather(table, plane, turn, seat, some)
        near = False
        for group in range(size):
            left, straight, _ = joined(plane, seat, some, size, group)
            near = near or (straight and left <= 6) or (0 < left <= 2)
        if not near:
            continue
        then, edge, done = after_turn(table, plane, border, turn)
        if (
            done == 0
            and winning_turn(table, then, edge, seat, by_one) != -1
            and winning_turn(table, then, edge, 1 - seat, by_one) == -1
        ):
            out[count] = move
            count += 1
    return count
