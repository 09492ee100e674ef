"""Compiled tactics for Palago: immediate wins, threats, answers, and ratings of turns."""

import numpy as np

from puzzlekit import ONGOING
from puzzlekit.rules.kernel_signatures import (
    MOVES,
    PLAYOUT,
    RATE,
    WINNING,
    borrow,
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
    count_missing_cells,
    count_touching_corners,
    decode_turn,
    encode_turn,
    find_root_at,
    lay,
    new_plane,
    pair_completes,
    step,
    tile_completes,
    tile_ends_game,
)
from .fast_turns import end_turn, is_single_tile_turn, lay_turn, max_turns, moves, play, random_turn

WIN = 1000.0  # the rating of a winning turn
UNANSWERED = 10.0  # the penalty for leaving the opponent a win
TRIES = 8  # the number of turns that a rollout compares


# -- immediate wins --------------------------------------------------------------------------------


@helper_no_alloc
def tile_wins(table, plane, code, turned, seat):
    """Return whether one tile completes a creature of the seat but none of the opponent."""
    return tile_completes(table, plane, code, turned, seat) and not tile_completes(
        table, plane, code, turned, 1 - seat
    )


@helper_no_alloc
def pair_wins(table, plane, turn, seat):
    """Return whether two tiles on the border make a winning turn."""
    code, turned, code2, turned2 = turn
    return (
        pair_completes(table, plane, turn, seat)
        and not pair_completes(table, plane, turn, 1 - seat)
        and not (
            tile_ends_game(table, plane, code, turned)
            and tile_ends_game(table, plane, code2, turned2)
        )
    )


@helper
def find_winning_turn(table, plane, border, seat, single_tile):
    """Return a turn with which a seat completes only its own creatures, or -1.

    Such a turn fills all missing cells of an existing creature: with one tile if one cell is
    missing, or with two tiles if two are missing.
    """
    mask, count = table[MASK], border[0]
    far = table[STYLE] == ANYWHERE
    for place in range(1, count + 1):
        code = border[place]
        for number in range(3):
            root = find_root_at(table, plane, code, seat, number)
            left = count_missing_cells(plane, seat, root)
            if left > 6:  # two cells with three corners each
                continue
            left -= count_touching_corners(table, plane, code, seat, root)
            if left == 0:
                for turned in range(3):
                    if tile_wins(table, plane, code, turned, seat):
                        return encode_turn(table, (code, turned, np.int64(0), np.int64(-1)))
            if left == 0 or left > 3 or single_tile:
                continue
            for other in range(count if far else 6):
                beside = border[1 + other] if far else code + step(table, other)
                to = plane[BORDER, beside & mask]
                if to > place and count_touching_corners(table, plane, beside, seat, root) == left:
                    for turns in range(9):
                        turn = code, turns // 3, beside, turns % 3
                        if pair_wins(table, plane, turn, seat):
                            return encode_turn(table, turn)
    return -1


@compiled(WINNING)
def winning(table, state):
    """Return a turn that wins immediately, or -1."""
    if state[OUTCOME] != ONGOING:
        return -1
    plane, border = new_plane(table, state)
    seat, by_one = np.int64(state[SEAT]), is_single_tile_turn(table, state)
    win = find_winning_turn(table, plane, border, seat, by_one)
    if win != -1 or not table[TIEBREAK] or table[SUPPLY] - state[COUNT] > (1 if by_one else 2):
        return win
    # The supply runs out, so any turn may win on the tie-break.
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
    """Return the plane and border after a turn, and the colours (bits) of completed creatures."""
    code, turned, code2, turned2 = turn
    plane, border = plane.copy(), border.copy()
    done = lay(table, plane, border, code, turned)
    if turned2 >= 0:
        done |= lay(table, plane, border, code2, turned2)
    return plane, border, done


@helper_no_alloc
def find_threat(table, plane, border, state):
    """Return a turn with which the opponent threatens to win, or -1 if none or near the end."""
    by_one = table[STYLE] == SINGLE
    if table[SUPPLY] - state[COUNT] < (2 if by_one else 4):
        return -1
    return find_winning_turn(table, plane, border, 1 - np.int64(state[SEAT]), by_one)


@helper
def mark_gaps(table, plane, border, tone, root, known, marked):
    """Mark the missing cells of a creature, except known cells, if only one or two are unknown."""
    gaps, count = np.empty(2, np.int64), 0
    for place in range(1, border[0] + 1):
        at = border[place] & table[MASK]
        if not known[at] and count_touching_corners(table, plane, border[place], tone, root):
            if count == 2:
                return
            gaps[count] = at
            count += 1
    for at in gaps[:count]:
        marked[at] = True


@helper
def mark_answer_cells(table, plane, border, threat, seat):
    """Mark cells so that every answer of a seat to a threat W has a tile on a marked cell.

    The creatures completed by W need only cells of W, so tiles on other cells do not affect them.
    An answer therefore uses a cell of W, or it makes W complete a creature Y of the defender as
    well. In the second case, some creature in Y needs both a cell of W and a cell of the answer.
    Otherwise the tiles of the answer would not be connected with the tiles of W in Y, so W would
    complete Y without them and not win. The answer fills all other missing cells of that creature,
    one or two. One of these is on the border, like the first tile of every turn. So the function
    marks the cells of W and these missing cells.
    """
    mask = table[MASK]
    known = np.zeros(mask + 1, np.bool_)
    if threat == -1:
        return known
    code, _, code2, turned2 = decode_turn(table, threat)
    if turned2 < 0:
        code2 = code
    known[code & mask] = known[code2 & mask] = True
    marked = known.copy()
    for each in (code, code2):
        for number in range(3):
            root = find_root_at(table, plane, each, seat, number)
            mark_gaps(table, plane, border, seat, root, known, marked)
    return marked


@helper_no_alloc
def is_on_marked_cell(table, marked, turn):
    """Return whether a tile of a turn is on a marked cell."""
    code, _, code2, turned2 = turn
    return marked[code & table[MASK]] or (turned2 >= 0 and marked[code2 & table[MASK]])


@helper
def is_answer(table, plane, border, marked, turn, seat, single_tile):
    """Return whether a turn completes no creature and leaves the opponent no immediate win."""
    if not is_on_marked_cell(table, marked, turn):
        return False
    then, edge, done = after_turn(table, plane, border, turn)
    return done == 0 and find_winning_turn(table, then, edge, 1 - seat, single_tile) == -1


@compiled(MOVES)
def answers(table, state, out):
    """Write an immediate win, or all turns that leave the opponent no immediate win."""
    win = winning(table, state)
    if win != -1:
        out[0] = win
        return 1
    candidates = np.empty(max_turns(table), np.int32)
    total = moves(table, state, candidates)
    plane, border = new_plane(table, state)
    seat, by_one = np.int64(state[SEAT]), table[STYLE] == SINGLE
    threat = find_threat(table, plane, border, state)
    marked = mark_answer_cells(table, plane, border, threat, seat)
    count = 0
    for move in candidates[:total]:
        if threat != -1:
            turn = decode_turn(table, move)
            safe = is_answer(table, plane, border, marked, turn, seat, by_one)
        else:
            after = state.copy()
            play(table, after, move)
            over = after[OUTCOME] != ONGOING
            safe = after[OUTCOME] != 1 - seat and (over or winning(table, after) == -1)
        if safe:
            out[count] = move
            count += 1
    return count


# -- ratings of turns ------------------------------------------------------------------------------


@helper
def find_touched_creatures(table, plane, turn, tone, scratch):
    """Find the creatures of a colour that a turn touches; return the number of corners.

    The corners of each tile are the ends of its straight, then its tip. `scratch` receives the root
    of the creature at each corner and, from index 6 on, the number of its group. Creatures that the
    turn joins are in one group.
    """
    code, turned, code2, turned2 = turn
    size = 3 if turned2 < 0 else 6
    for each in range(size):
        if each < 3:
            root = find_root_at(table, plane, code, tone, (turned + 1 + each) % 3)
        else:
            root = find_root_at(table, plane, code2, tone, (turned2 + 1 + each) % 3)
        group = each
        for other in range(each):
            if scratch[other] == root:
                group = scratch[6 + other]
                break
        scratch[each], scratch[6 + each] = root, group
        if each in (1, 4):
            old, new = scratch[6 + each], scratch[5 + each]
            for other in range(each + 1):
                if scratch[6 + other] == old:
                    scratch[6 + other] = new
    return size


@helper
def evaluate_joined_group(plane, tone, scratch, size, group):
    """Return the number of cells that a newly joined creature needs, and its gain.

    Also return whether it has a straight. The gain is its value minus the values of the creatures
    that it joins; see `turn_gain`.
    """
    left, straights, change = 0, 0, 0.0
    for each in range(size):
        if scratch[6 + each] != group:
            continue
        left -= 1
        straights += each not in (2, 5)
        root = scratch[each]
        first = True
        for other in range(each):
            first = first and scratch[other] != root
        if first:
            before = count_missing_cells(plane, tone, root)
            left += before
            if plane[STRAIGHTS + TONE * tone, root]:
                straights += 1
                change -= 0.5**before
    if straights:
        change += 0.5**left
    return left, straights > 0, change


@helper
def turn_gain(table, plane, turn, seat, scratch):
    """Return how much a seat gains from a turn; `scratch` is scratch space.

    A creature that needs n more cells, counted per corner, has the value 1/2 to the power of n.
    """
    worth, done = 0.0, 0
    for tone in range(2):
        size = find_touched_creatures(table, plane, turn, tone, scratch)
        change = 0.0
        for group in range(size):
            left, straight, by = evaluate_joined_group(plane, tone, scratch, size, group)
            change += by
            done |= (straight and left == 0) << tone
        worth += change if tone == seat else -2 * change
    if done:
        return WIN if done == 1 << seat else -WIN
    return worth


@compiled(RATE)
def rate(table, state, moves, count, rates):
    """Write ratings of turns, with a penalty for turns that cannot answer a threat."""
    plane, border = new_plane(table, state)
    some = np.empty(12, np.int64)
    seat = np.int64(state[SEAT])
    threat = find_threat(table, plane, border, state)
    marked = mark_answer_cells(table, plane, border, threat, seat)
    for number in range(count):
        turn = decode_turn(table, moves[number])
        rates[number] = turn_gain(table, plane, turn, seat, some)
        if threat != -1 and abs(rates[number]) < WIN and not is_on_marked_cell(table, marked, turn):
            rates[number] -= UNANSWERED
    return 1


@helper_no_alloc
def best_random_turn(table, plane, border, state, draws, scratch):
    """Return the best-rated turn among several random turns."""
    seat = np.int64(state[SEAT])
    best = random_turn(table, plane, border, state, draws)
    best_worth = turn_gain(table, plane, best, seat, scratch)
    for _ in range(TRIES - 1):
        each = random_turn(table, plane, border, state, draws)
        worth = turn_gain(table, plane, each, seat, scratch)
        if worth > best_worth:
            best, best_worth = each, worth
    return best


@helper
def run_rollout(table, plane, border, state, draws, trace, scratch):
    """Play to the end with immediate wins and well-rated turns; `scratch` is scratch space."""
    table, plane, border, scratch = borrow(table, plane, border, scratch)
    state, draws, trace = borrow(state, draws, trace)
    plies = 0
    while state[OUTCOME] == ONGOING and plies < len(trace):
        seat = np.int64(state[SEAT])
        move = find_winning_turn(table, plane, border, seat, is_single_tile_turn(table, state))
        if move == -1:
            move = encode_turn(table, best_random_turn(table, plane, border, state, draws, scratch))
        trace[plies, 0], trace[plies, 1] = seat, move
        plies += 1
        done = lay_turn(table, plane, border, state, decode_turn(table, move))
        end_turn(table, plane, state, done)
    return plies


@compiled(PLAYOUT)
def rollout(table, state, draws, trace):
    """Play to the end with immediate wins and well-rated turns."""
    if state[OUTCOME] != ONGOING:
        return 0
    plane, border = new_plane(table, state)
    return run_rollout(table, plane, border, state, draws, trace, np.empty(12, np.int64))


# -- threats --------------------------------------------------------------------------------------


@compiled(MOVES)
def threats(table, state, out):
    """Write an immediate win or, if there is none, the turns that threaten to win.

    A threatening turn completes no creature and leaves the opponent no win. The creature to be
    completed next touches a tile of this turn and needs at most two cells, each at up to three
    corners.
    """
    win = winning(table, state)
    if win != -1:
        out[0] = win
        return 1
    seat, by_one = np.int64(state[SEAT]), table[STYLE] == SINGLE
    if table[SUPPLY] - state[COUNT] < (3 if by_one else 6):  # too few to win after an answer
        return 0
    candidates = np.empty(max_turns(table), np.int32)
    total = moves(table, state, candidates)
    plane, border = new_plane(table, state)
    some, count = np.empty(12, np.int64), 0
    for move in candidates[:total]:
        turn = decode_turn(table, move)
        if (turn[3] < 0) != by_one:  # the turn completes something
            continue
        size = find_touched_creatures(table, plane, turn, seat, some)
        near = False
        for group in range(size):
            left, straight, _ = evaluate_joined_group(plane, seat, some, size, group)
            near = near or (straight and left <= 6) or (0 < left <= 2)
        if not near:
            continue
        then, edge, done = after_turn(table, plane, border, turn)
        if (
            done == 0
            and find_winning_turn(table, then, edge, seat, by_one) != -1
            and find_winning_turn(table, then, edge, 1 - seat, by_one) == -1
        ):
            out[count] = move
            count += 1
    return count
