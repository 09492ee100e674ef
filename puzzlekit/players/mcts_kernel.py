"""Monte Carlo tree search, compiled once for all games that bring a fast path.

Nodes are rows of two arrays, the children of a node stand in a row, best rated first. `links[node]`
holds the first child (0: not expanded), their number, how many of them are open to choice, whether
all moves are among them, the move that leads here and the outcome under perfect play if it is
proved. `stats[node]` holds visits and reward, and the same for all moves first (RAVE), both from
the view of who moves at the parent.

A child is chosen by its mean reward, mixed with that of its move played at any time later
(S. Gelly and D. Silver, Monte-Carlo tree search and rapid action value estimation, 2011), and
an exploration term (L. Kocsis and C. Szepesvári, 2006). If a game rates its moves, only the
best few are open at first (progressive widening, R. Coulom, 2007), and a game may have that count
as playouts that went well (S. Gelly and D. Silver, 2007). Outcomes that are certain go up
the tree (M. Winands et al., Monte-Carlo tree search solver, 2008).
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from numba import boolean, float32, float64, int32, int64, types, uint64, void
from numpy import inf, log, sqrt

from ..core.compiling import copy, njit
from ..core.prng import splitmix64
from ..rules import compiled
from ..rules.compiled import DRAW, GOING_ON, OUTCOME, SEAT
from ..rules.kernel_signatures import MOVES, PLAY, PLAYOUT, RATE, helper

FIRST, COUNT, OPEN, WHOLE, MOVE, PROVED = range(6)
VISITS, REWARD, LATER, LATER_REWARD = range(4)

#: Children that a node other than the root keeps at most, if the game rates its moves.
NODE_WIDTH = 96

#: Marks of moves that were played; moves share one if there are more of them.
NODE_FLAGS = 1 << 14

#: What `counts` holds: nodes in use, and the stamp of the last playout.
USED, STAMP = 0, 1

#: What `settings` holds: among others how much moves are explored, and with RAVE those alone that
#: were never played later, although others were.
EXPLORATION, RAVE, EXPAND_AFTER, SEATS, PRIOR, ALONE = range(6)

#: If ratings count as playouts: how much more often than others the best rated move is taken to win
#: at first, and how many moves have a part of that lead.
ADVANCE, FAVOURED = 0.25, 8

_numbers, _links, _stats = int32[::1], int32[:, ::1], float32[:, ::1]
_rates, _tree = float64[::1], types.Tuple((_links, _stats, int64[::1], float64[::1]))
_functions = [types.FunctionType(form) for form in (MOVES, PLAY, PLAYOUT, RATE)]


share = helper(compiled.reward)


@helper
def sort(rates, moves, count):
    """Put the best rated moves first, equal ones mixed (Shellsort compiles quickly)."""
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


@njit(
    void(
        *(_functions[0], _functions[3], _numbers, _numbers, int64),
        *(_links, _stats, int64[::1], float64[::1], _numbers, float64[::1]),
    ),
    cache=True,
    nogil=True,
)
def expand(moves, rate, table, state, node, links, stats, counts, settings, out, rates):
    """Give a node its children, unless there is no room left."""
    count = moves(table, state, out)
    rated = rate(table, state, out, count, rates)
    kept = count
    if rated:
        sort(rates, out, count)
        while kept > 1 and rates[kept - 1] == -inf:
            kept -= 1
    whole = 1
    if rated and node and kept > NODE_WIDTH:
        kept, whole = NODE_WIDTH, 0
    first = counts[USED]
    if first + kept > len(links):
        return
    counts[USED] += kept
    for i in range(kept):
        child = first + i
        links[child] = 0
        stats[child] = 0
        links[child, MOVE] = out[i]
        links[child, PROVED] = GOING_ON
        if rated:
            chance = 1.0 / settings[SEATS] + ADVANCE * max(0.0, 1.0 - i / FAVOURED)
            stats[child, LATER] = settings[PRIOR]
            stats[child, LATER_REWARD] = settings[PRIOR] * chance
    links[node, FIRST] = first
    links[node, COUNT] = kept
    links[node, OPEN] = min(kept, 8) if rated else kept
    links[node, WHOLE] = whole


@helper(int64(int64, int64, int32[:, ::1], float32[:, ::1], float64[::1]))
def best_child(node, seat, links, stats, settings):
    """Return the most promising open child of a node, or -1 if its outcome is now proved."""
    first, count = links[node, FIRST], links[node, COUNT]
    visits = stats[node, VISITS]
    if links[node, OPEN] < count:
        links[node, OPEN] = max(links[node, OPEN], min(count, int64(8 + sqrt(visits))))
    explored = settings[EXPLORATION] * sqrt(log(visits + 1.0))
    alone = 0.0
    if visits > count and links[node, OPEN] == count:  # one could have met each of them
        alone = settings[ALONE] * sqrt(log(visits + 1.0))
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
            n, later = float64(stats[child, VISITS]), float64(stats[child, LATER])
            if n + later == 0:
                value = 1.0
            elif later <= n:
                # Such as a swap: nothing is learned of it but by trying it.
                value = stats[child, REWARD] / n + alone / sqrt(n)
            elif n == 0:
                value = stats[child, LATER_REWARD] / later
            else:
                beta = sqrt(settings[RAVE] / (3.0 * n + settings[RAVE]))
                value = (1.0 - beta) * stats[child, REWARD] / n
                value += beta * stats[child, LATER_REWARD] / later
            value += explored / sqrt(n + 1.0)
            if value > best_value:
                best, best_value = child, value
        if best >= 0 and links[best, PROVED] == GOING_ON:
            return best
        if links[node, OPEN] < count:  # those that are open are settled: look at another one
            links[node, OPEN] += 1
            continue
        if best < 0:  # all are lost
            if links[node, WHOLE] and (settings[SEATS] == 2 or count == 1):
                links[node, PROVED] = links[first, PROVED]
                return -1
            return first
        # A draw looks best; it is the outcome if nothing else is open.
        if links[node, WHOLE] and drawn:
            for child in range(first, first + count):
                if links[child, PROVED] == GOING_ON:
                    return best
            links[node, PROVED] = DRAW
            return -1
        return best


@njit(
    int64(
        *_functions,
        *(_numbers, _numbers, _tree, uint64[::1]),
        *(types.Tuple((_numbers, _numbers, _rates, _links, _numbers, int64[:, ::1])), int64),
    ),
    cache=True,
    nogil=True,
)
def search(moves, play, playout, rate, table, root, tree, draws, scratch, times):
    """Make so many playouts, unless the outcome is proved, and return `times`.

    Where the tree has no more room, stop and return how many were made.
    """
    links, stats, counts, settings = tree
    # A position, its moves and their rates, a playout, the nodes on its way, a row of marks a seat.
    state, out, rates, trace, path, marks = scratch
    rave = settings[RAVE] > 0
    for done in range(1, times + 1):
        if links[0, PROVED] != GOING_ON:
            break
        wanting = False
        copy(state, root)
        node = depth = length = 0
        path[0] = 0
        while True:
            outcome = state[OUTCOME]
            if outcome != GOING_ON:
                links[node, PROVED] = outcome
                break
            if links[node, PROVED] != GOING_ON:
                outcome = links[node, PROVED]
                break
            if links[node, FIRST] == 0 and (
                node == 0 or stats[node, VISITS] >= settings[EXPAND_AFTER]
            ):
                expand(moves, rate, table, state, node, links, stats, counts, settings, out, rates)
                wanting = links[node, FIRST] == 0
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
            stats[path[d + 1], REWARD] += share(outcome, trace[d, 0], settings[SEATS])
        if rave:
            counts[STAMP] += 1
            stamp = counts[STAMP]
            for i in range(length - 1, -1, -1):
                marks[trace[i, 0], trace[i, 1] % NODE_FLAGS] = stamp
                if i <= depth and links[path[i], FIRST]:
                    seat = trace[i, 0]
                    reward = share(outcome, seat, settings[SEATS])
                    first = links[path[i], FIRST]
                    for child in range(first, first + links[path[i], OPEN]):
                        if marks[seat, links[child, MOVE] % NODE_FLAGS] == stamp:
                            stats[child, LATER] += 1
                            stats[child, LATER_REWARD] += reward
        if wanting:
            return done
    return times


@njit(RATE, cache=True, nogil=True)
def has_unrated(table, state, out, count, rates):
    """Rate no moves: a `rate` for games that have none."""
    return 0


@njit(int64(_links, _stats, int64, _links, _stats, float64), cache=True, nogil=True)
def transplant(links, stats, node, to_links, to_stats, visits):
    """Copy the tree below a node, without nodes of fewer visits; return how many nodes it has."""
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


@njit(void(_links, _stats, int64, _links, _stats, int64), cache=True, nogil=True)
def _copy_node(links, stats, node, to_links, to_stats, to):
    for i in range(links.shape[1]):
        to_links[to, i] = links[node, i]
    for i in range(stats.shape[1]):
        to_stats[to, i] = stats[node, i]


@njit(boolean(_numbers, _numbers, int64), cache=True, nogil=True)
def is_same_position(a, b, key_size):
    """Return whether two arrays are the same position."""
    for i in range(key_size):
        if a[i] != b[i]:
            return False
    return True


@njit(
    int64(_functions[1], _numbers, _numbers, _links, _numbers, int64, _numbers, _numbers),
    cache=True,
    nogil=True,
)
def find(play, table, root, links, target, key_size, after, later):
    """Return the node of a position at most two plies below the root, or -1."""
    if is_same_position(root, target, key_size):
        return 0
    for child in range(links[0, FIRST], links[0, FIRST] + links[0, COUNT]):
        copy(after, root)
        play(table, after, links[child, MOVE])
        if is_same_position(after, target, key_size):
            return child
        for grandchild in range(links[child, FIRST], links[child, FIRST] + links[child, COUNT]):
            copy(later, after)
            play(table, later, links[grandchild, MOVE])
            if is_same_position(later, target, key_size):
                return grandchild
    return -1
