"""Monte Carlo tree search, compiled once for all games with compiled rules.

Nodes are rows of two arrays; the children of a node are consecutive rows, best-rated first.
`links[node]` holds the first child (0 if not expanded), the number of children, how many of them
are open for selection, whether they cover all moves, the move that leads here and the proved
outcome. `stats[node]` holds the visits and the reward, then the same for AMAF (all moves as first),
from the perspective of the seat to move at the parent.

`mcts` describes the search. If a game rates its moves, only the best few are open at first
(progressive widening, R. Coulom, 2007), and ratings may count as virtual playouts (S. Gelly and
D. Silver, 2007).
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from numba import boolean, float32, float64, int32, int64, types, uint64, void
from numpy import inf, log, sqrt

from ..core.compiling import compiled, copy_array
from ..core.prng import splitmix64
from ..rules.compiled import DRAW, ONGOING, OUTCOME, SEAT, reward
from ..rules.kernel_signatures import MOVES, PLAY, PLAYOUT, RATE, helper, helper_no_alloc
from . import mcts_selection

FIRST, COUNT, OPEN, WHOLE, MOVE, PROVED = range(6)
VISITS, REWARD, AMAF_VISITS, AMAF_REWARD = range(4)

#: Maximum number of children of a node other than the root, if the game rates its moves.
NODE_WIDTH = 96

#: Number of slots that mark the moves of a playout. If there are more moves, they share slots.
NODE_FLAGS = 1 << 14

#: Indices into `counts`: nodes in use, and the stamp of the last playout.
USED, STAMP = 0, 1

#: Indices into `settings`. `EXPLORATION` is the exploration weight of all moves. With RAVE,
#: `NON_AMAF_EXPLORATION` is an additional weight of moves that have no more AMAF playouts than
#: visits.
EXPLORATION, RAVE, EXPAND_AFTER, SEATS, PRIOR, NON_AMAF_EXPLORATION = range(6)

#: Constants for ratings that count as playouts: the initial lead of the best-rated move in win
#: probability, and the number of moves over which this lead falls to zero.
ADVANCE, FAVOURED = 0.25, 8

_numbers, _links, _stats = int32[::1], int32[:, ::1], float32[:, ::1]
_rates, _tree = float64[::1], types.Tuple((_links, _stats, int64[::1], float64[::1]))
_functions = [types.FunctionType(form) for form in (MOVES, PLAY, PLAYOUT, RATE)]

reward_for = helper(reward)
child_value = helper_no_alloc(mcts_selection.child_value)


@helper
def sort(rates, moves, count):
    """Sort moves by descending rating, with ties in random order (Shellsort compiles fast)."""
    for i in range(count - 1, 0, -1):
        j = int64(splitmix64(i) % uint64(i + 1))
        rates[i], rates[j] = rates[j], rates[i]
        moves[i], moves[j] = moves[j], moves[i]
    gap = count
    while gap > 1:
        gap = max(1, gap * 5 // 11)
        for i in range(gap, count):
            rate, move, at = rates[i], moves[i], i
            while at >= gap and rates[at - gap] < rate:
                rates[at], moves[at] = rates[at - gap], moves[at - gap]
                at -= gap
            rates[at], moves[at] = rate, move


@compiled(
    void(
        *(_functions[0], _functions[3], _numbers, _numbers, int64),
        *(_links, _stats, int64[::1], float64[::1], _numbers, float64[::1]),
    )
)
def expand(moves, rate, table, state, node, links, stats, counts, settings, out, rates):
    """Create the children of a node, unless the tree is full."""
    count = moves(table, state, out)
    rated = rate(table, state, out, count, rates)
    width = count
    if rated:
        sort(rates, out, count)
        while width > 1 and rates[width - 1] == -inf:
            width -= 1
    whole = 1
    if rated and node and width > NODE_WIDTH:
        width, whole = NODE_WIDTH, 0
    first = counts[USED]
    if first + width > len(links):
        return
    counts[USED] += width
    for i in range(width):
        child = first + i
        links[child] = 0
        stats[child] = 0
        links[child, MOVE] = out[i]
        links[child, PROVED] = ONGOING
        if rated:
            chance = 1.0 / settings[SEATS] + ADVANCE * max(0.0, 1.0 - i / FAVOURED)
            stats[child, AMAF_VISITS] = settings[PRIOR]
            stats[child, AMAF_REWARD] = settings[PRIOR] * chance
    links[node, FIRST] = first
    links[node, COUNT] = width
    links[node, OPEN] = min(width, 8) if rated else width
    links[node, WHOLE] = whole


@helper(int64(int64, int64, int32[:, ::1], float32[:, ::1], float64[::1]))
def best_child(node, seat, links, stats, settings):
    """Return the most promising open child of a node, or -1 if its outcome is now proved."""
    first, count = links[node, FIRST], links[node, COUNT]
    visits = stats[node, VISITS]
    if links[node, OPEN] < count:
        links[node, OPEN] = max(links[node, OPEN], min(count, int64(8 + sqrt(visits))))
    log_visits = log(visits + 1.0)
    non_amaf_exploration = 0.0
    if visits > count and links[node, OPEN] == count:  # AMAF had a chance to see every move
        non_amaf_exploration = settings[NON_AMAF_EXPLORATION]
    while True:
        best, best_value = -1, -inf
        drawn = False
        for child in range(first, first + links[node, OPEN]):
            proved = links[child, PROVED]
            if proved == seat:
                links[node, PROVED] = seat
                return -1
            if proved >= 0:
                continue
            drawn |= proved == DRAW
            value = child_value(
                *(float64(stats[child, VISITS]), float64(stats[child, REWARD])),
                *(float64(stats[child, AMAF_VISITS]), float64(stats[child, AMAF_REWARD])),
                *(log_visits, settings[RAVE], settings[EXPLORATION], non_amaf_exploration),
            )
            if value > best_value:
                best, best_value = child, value
        if best >= 0 and links[best, PROVED] == ONGOING:
            return best
        if links[node, OPEN] < count:  # all open children are proved: open another one
            links[node, OPEN] += 1
            continue
        if best < 0:  # all moves lose
            if links[node, WHOLE] and (settings[SEATS] == 2 or count == 1):
                links[node, PROVED] = links[first, PROVED]
                return -1
            return first
        # The best child is a draw. This is proved if all children are.
        if links[node, WHOLE] and drawn:
            for child in range(first, first + count):
                if links[child, PROVED] == ONGOING:
                    return best
            links[node, PROVED] = DRAW
            return -1
        return best


@compiled(
    int64(
        *_functions,
        *(_numbers, _numbers, _tree, uint64[::1]),
        *(types.Tuple((_numbers, _numbers, _rates, _links, _numbers, int64[:, ::1])), int64),
    )
)
def search(moves, play, playout, rate, table, root, tree, draws, scratch, times):
    """Run `times` playouts, but stop once the outcome is proved; return `times` in any case.

    If the tree is full, stop and return the number of playouts completed.
    """
    links, stats, counts, settings = tree
    # A position, its moves and their ratings; a playout, its path in the tree, its marks by seat.
    state, out, rates, trace, path, marks = scratch
    rave = settings[RAVE] > 0
    for done in range(1, times + 1):
        if links[0, PROVED] != ONGOING:
            break
        is_full = False
        copy_array(state, root)
        node = depth = length = 0
        path[0] = 0
        while True:
            outcome = state[OUTCOME]
            if outcome != ONGOING:
                links[node, PROVED] = outcome
                break
            if links[node, PROVED] != ONGOING:
                outcome = links[node, PROVED]
                break
            if links[node, FIRST] == 0 and (
                node == 0 or stats[node, VISITS] >= settings[EXPAND_AFTER]
            ):
                expand(moves, rate, table, state, node, links, stats, counts, settings, out, rates)
                is_full = links[node, FIRST] == 0
            if links[node, FIRST] == 0 or depth + 1 >= len(path):
                length = depth + playout(table, state, draws, trace[depth:])
                outcome = max(state[OUTCOME], DRAW)
                break
            seat = state[SEAT]
            child = best_child(node, seat, links, stats, settings)
            if child < 0:
                outcome = links[node, PROVED]
                break
            trace[depth, 0] = seat
            trace[depth, 1] = links[child, MOVE]
            play(table, state, links[child, MOVE])
            node = child
            depth += 1
            path[depth] = node
        length = max(length, depth)
        stats[0, VISITS] += 1
        for d in range(depth):
            stats[path[d + 1], VISITS] += 1
            stats[path[d + 1], REWARD] += reward_for(outcome, trace[d, 0], settings[SEATS])
        if rave:
            counts[STAMP] += 1
            stamp = counts[STAMP]
            for i in range(length - 1, -1, -1):
                marks[trace[i, 0], trace[i, 1] % NODE_FLAGS] = stamp
                if i <= depth and links[path[i], FIRST]:
                    seat = trace[i, 0]
                    reward = reward_for(outcome, seat, settings[SEATS])
                    first = links[path[i], FIRST]
                    for child in range(first, first + links[path[i], OPEN]):
                        if marks[seat, links[child, MOVE] % NODE_FLAGS] == stamp:
                            stats[child, AMAF_VISITS] += 1
                            stats[child, AMAF_REWARD] += reward
        if is_full:
            return done
    return times


@compiled(RATE)
def rate_nothing(table, state, out, count, rates):
    """Return 0. This is the `rate` function of games that do not rate moves."""
    return 0


@compiled(int64(_links, _stats, int64, _links, _stats, float64))
def transplant(links, stats, node, to_links, to_stats, visits):
    """Copy a node's subtree without the children of rarely visited nodes; return its size."""
    _copy_node(links, stats, node, to_links, to_stats, 0)
    to_links[0, MOVE] = 0
    used = 1
    at = 0
    while at < used:
        first, count = to_links[at, FIRST], to_links[at, COUNT]
        if at and to_stats[at, VISITS] < visits:
            to_links[at, FIRST] = to_links[at, COUNT] = 0
        elif first:
            to_links[at, FIRST] = used
            for child in range(first, first + count):
                _copy_node(links, stats, child, to_links, to_stats, used)
                used += 1
        at += 1
    return used


@compiled(void(_links, _stats, int64, _links, _stats, int64))
def _copy_node(links, stats, node, to_links, to_stats, target):
    for i in range(links.shape[1]):
        to_links[target, i] = links[node, i]
    for i in range(stats.shape[1]):
        to_stats[target, i] = stats[node, i]


@compiled(boolean(_numbers, _numbers, int64))
def is_same_position(a, b, key_size):
    """Return whether two arrays hold the same position."""
    for i in range(key_size):
        if a[i] != b[i]:
            return False
    return True


@compiled(int64(_functions[1], _numbers, _numbers, _links, _numbers, int64, _numbers, _numbers))
def find(play, table, root, links, target, key_size, after, later):
    """Return the node of a position, at most two plies below the root, or -1."""
    if is_same_position(root, target, key_size):
        return 0
    for child in range(links[0, FIRST], links[0, FIRST] + links[0, COUNT]):
        copy_array(after, root)
        play(table, after, links[child, MOVE])
        if is_same_position(after, target, key_size):
            return child
        for grandchild in range(links[child, FIRST], links[child, FIRST] + links[child, COUNT]):
            copy_array(later, after)
            play(table, later, links[grandchild, MOVE])
            if is_same_position(later, target, key_size):
                return grandchild
    return -1
