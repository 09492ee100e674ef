"""Comparison of compiled rules with the rules in plain Python."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

from ..core.errors import MemberError, one_line_error
from ..core.numba_status import CompileError
from ..plugin.source_locations import is_in, place_of_code, source_files
from ..rules.base import Rules, State
from ..rules.compiled import ONGOING, OUTCOME, SEAT, CompiledRules, outcome_of
from .budget import NO_LIMIT, Budget
from .ending import random_game

if TYPE_CHECKING:
    from numpy import int32
    from numpy.typing import NDArray

#: The guard value that follows the arrays that kernels may fill.
GUARD = -123_456_789

#: The number of playouts from a position for counting first moves.
PLAYOUTS = 20_000

#: The number of canonical forms to compare.
FORMS = 20_000

#: The number of games for testing claims.
CLAIMED = 20


def _call(fast: CompiledRules, name: str, *given: Any) -> Any:
    """Call a compiled function, and name it in exceptions, which have no line number."""
    try:
        return getattr(fast.kernel, name)(fast.table, *given)
    except Exception as error:
        words = "goes beyond an array" if type(error) is IndexError else "fails"
        text = f"The compiled {name}() {words}: {one_line_error(error)}."
        raise MemberError(text, "compiled_rules") from error


def announce_call(rules: Rules, name: str, budget: Budget) -> None:
    """Report the compiled function that is called next, which has no traceback if it hangs."""
    assert rules.compiled is not None
    function, kind = getattr(rules.compiled.kernel, name), type(rules.unwrapped)
    code = getattr(function, "py_func", function).__code__
    is_own = is_in(code.co_filename, source_files(kind))
    where = f" ({place_of_code(code)})" if is_own else ""
    budget.name_step(f"the compiled {name}(){where}")


def _guarded_array(*shape: int) -> NDArray[int32]:
    """Return an array for a compiled function to fill, followed by guard rows."""
    import numpy

    return numpy.full((shape[0] + 8, *shape[1:]), GUARD, numpy.int32)


def _failures(fast: CompiledRules | None) -> Iterator[str]:
    """Yield messages about functions that numba cannot compile."""
    for name, function in fast.kernel._asdict().items() if fast else ():
        if hasattr(function, "prepare"):
            try:
                function.prepare()
            except CompileError as error:
                yield f"numba cannot compile {name}(): {error}."


def check_fast_path(
    rules: Rules, rng: Random, plies: int, budget: Budget = NO_LIMIT
) -> Iterator[str]:
    """Yield faults in the playouts, `winning`, `rate` and other functions of compiled rules."""
    if failures := list(_failures(rules.compiled)):
        yield from failures
        return
    yield from check_canonical(rules, rng, budget)
    yield from check_claims(rules, rng, budget)
    game = islice(random_game(rules, rng, budget, rules.start(rng)), plies)
    for ply, (state, _, _) in enumerate(game):
        if ply in (0, 1, 7, 19):
            yield from check_winning_and_rate(rules, state)
            yield from check_playouts(rules, state, rng, budget)


def check_position(rules: Rules, state: State, budget: Budget = NO_LIMIT) -> Iterator[str]:
    """Yield the faults that compiled rules show in a position."""
    fast = rules.compiled
    if fast is None:
        return
    import numpy

    array = fast.encode(state)
    if fast.decode(array) != state:
        yield "decode(encode(state)) is a different state."
        return
    if int(array[SEAT]) != rules.turn(state) or int(array[OUTCOME]) != outcome_of(
        rules.outcome(state)
    ):
        yield "The seat or the outcome in encode(state) differs from the Python rules."
        return
    words = rules.legal_moves(state)
    moves = [fast.number(word) for word in words]
    if [fast.word(move) for move in moves] != words:
        yield "word(number(move)) is a different move."
    if len(words) > fast.max_moves:
        most = fast.max_moves
        yield f"There are {len(words)} moves, but max_moves is {most}."
        return
    guarded = _guarded_array(fast.max_moves)
    announce_call(rules, "legal_moves", budget)
    count = int(_call(fast, "legal_moves", array, guarded[: fast.max_moves]))
    if guarded[:count].tolist() != moves:
        yield "The compiled legal moves, or their order, differ from the Python rules."
    if (guarded[fast.max_moves :] != GUARD).any():
        yield f"The kernel legal_moves writes more than max_moves = {fast.max_moves} moves."
    if not numpy.array_equal(array, fast.encode(state)):
        yield "legal_moves(table, state, out) changes the state."
    if fast.kernel.evaluate is not None:
        announce_call(rules, "evaluate", budget)
        for seat in range(len(rules.players)):
            compiled = float(_call(fast, "evaluate", array, seat))
            if not math.isclose(compiled, rules.evaluate(state, seat), rel_tol=1e-9, abs_tol=1e-9):
                yield f"The compiled evaluate returns {compiled}, unlike the Python rules."


def check_step(rules: Rules, state: State, move: str, budget: Budget = NO_LIMIT) -> Iterator[str]:
    """Yield the faults that compiled rules show when a move is played."""
    fast = rules.compiled
    if fast is None:
        return
    array, after = fast.encode(state), rules.play(state, move)
    announce_call(rules, "play", budget)
    _call(fast, "play", array, fast.legal_number(array, move))
    if array[: fast.key_size].tolist() != fast.encode(after)[: fast.key_size].tolist():
        yield f"The kernel plays {move} differently from the Python rules."
    elif fast.decode(array) != after:
        yield f"decode does not reproduce the state after {move}."


def check_winning_and_rate(rules: Rules, state: State) -> Iterator[str]:
    """Yield faults in `winning` and `rate`."""
    fast = rules.compiled
    if fast is None or rules.outcome(state) is not None:
        return
    import numpy

    array, seat = fast.encode(state), rules.turn(state)
    numbers = numpy.array(fast.legal_moves(array), numpy.int32)
    afters = [fast.apply(array, int(number))[: fast.key_size].tobytes() for number in numbers]
    if fast.kernel.winning is not None:
        outcomes = [numpy.frombuffer(after, numpy.int32)[OUTCOME] for after in afters]
        wins = set(numbers[numpy.equal(outcomes, seat)].tolist())
        found = int(_call(fast, "winning", array))
        if found not in (wins or {-1}):
            yield f"winning(table, state) is {found}, but the winning moves are {sorted(wins)}."
    if fast.kernel.rate is not None:
        rates = numpy.full(len(numbers), math.nan)
        rated = _call(fast, "rate", array, numbers, len(numbers), rates)
        if rated and numpy.isnan(rates).any():
            yield "rate(table, state, moves, count, rates) leaves out a move."
        kept = {after for after, rate in zip(afters, rates, strict=True) if rate > -math.inf}
        if rated and set(afters) - kept:
            yield "rate excludes a move that leads to a different position from all other moves."


def check_canonical(rules: Rules, rng: Random, budget: Budget = NO_LIMIT) -> Iterator[str]:
    """Yield faults in the canonical form, by playing two games in parallel.

    After each move in one game, the other game continues with a move to the same canonical form, a
    different one if possible. Such moves must always exist, and both games must have equal results.
    """
    fast = rules.compiled
    if fast is None or fast.kernel.canonical is None or len(rules.players) > 2:
        return
    left = FORMS
    while left > 0:
        one = other = fast.encode(rules.start(rng))
        while one[OUTCOME] == ONGOING and left > 0:
            budget()
            moves = {move: _describe_effect(fast, one, move) for move in fast.legal_moves(one)}
            replies = {
                move: _describe_effect(fast, other, move) for move in fast.legal_moves(other)
            }
            left -= len(moves) + len(replies)
            if "" in (*moves.values(), *replies.values()):
                yield "canonical(table, state, out) changes the state, or writes beyond the key."
                return
            if {*moves.values()} != {*replies.values()}:
                a, b = _encode_array(rules, one), _encode_array(rules, other)
                yield f"canonical is the same for {a} and {b}, which are not equivalent."
                return
            move = rng.choice([*moves])
            same = [reply for reply, form in replies.items() if form == moves[move]]
            reply = rng.choice([each for each in same if each != move] or same)
            one, other = fast.apply(one, move), fast.apply(other, reply)
        left -= 1


def check_claims(rules: Rules, rng: Random, budget: Budget = NO_LIMIT) -> Iterator[str]:
    """Yield faults in claims, by playing each random game twice.

    The winner must win again by claiming the same cells in any order, whatever cells the opponent
    claims.
    """
    fast = rules.compiled
    if fast is None or not fast.claims or len(rules.players) > 2:
        return
    for _ in range(CLAIMED):
        budget()
        start = fast.encode(rules.start(rng))
        claims = _claiming_moves(fast, start)
        array, order = start, list[int]()
        while array[OUTCOME] == ONGOING:
            left = claims - set(order)
            if _claiming_moves(fast, array) != left or not left:
                at = _encode_array(rules, array)
                yield f"The legal claims at {at} are not the unclaimed cells."
                return
            order.append(rng.choice([*left]))
            after = fast.apply(array, order[-1])
            if after[OUTCOME] == ONGOING and after[SEAT] == array[SEAT]:
                yield f"After claiming {fast.word(order[-1])}, the same seat is to move again."
                return
            array = after
        winner = int(array[OUTCOME])
        won = order[int(winner != start[SEAT]) :: 2]
        others = [*claims.difference(won)]
        rng.shuffle(won)
        rng.shuffle(others)
        again = start
        while again[OUTCOME] == ONGOING and (own := won if again[SEAT] == winner else others):
            again = fast.apply(again, own.pop())
        if again[OUTCOME] != winner:
            full, other = _encode_array(rules, array), _encode_array(rules, again)
            yield f"The winner's claims at {full} do not win at {other}."
            return


def _claiming_moves(fast: CompiledRules, array: NDArray[int32]) -> set[int]:
    """Return the legal moves that claim a cell."""
    return {move for move in fast.legal_moves(array) if move < fast.claims}


def _encode_array(rules: Rules, array: NDArray[int32]) -> str:
    assert rules.compiled is not None
    return rules.encode(rules.compiled.decode(array))


def _describe_effect(fast: CompiledRules, array: NDArray[int32], move: int) -> str:
    """Return a string that describes a move's effect for the mover, or "" if there is a fault."""
    import numpy

    seat, after = int(array[SEAT]), fast.apply(array, move)
    if after[OUTCOME] != ONGOING:
        return f"{after[OUTCOME] == seat} {after[OUTCOME] < 0}"
    guarded, before = _guarded_array(fast.key_size), after.copy()
    length = int(_call(fast, "canonical", after, guarded[: fast.key_size]))
    if (guarded[length:] != GUARD).any() or not numpy.array_equal(before, after):
        return ""
    return f"{after[SEAT] == seat} {guarded[:length].tolist()}"


def check_playouts(
    rules: Rules, state: State, rng: Random, budget: Budget = NO_LIMIT
) -> Iterator[str]:
    """Yield faults in the playouts of compiled rules, whose moves must be equally likely."""
    fast = rules.compiled
    if fast is None or rules.outcome(state) is not None:
        return
    import numpy

    draws = numpy.array([rng.getrandbits(63) | 1], numpy.uint64)
    announce_call(rules, "playout", budget)
    yield from _replay(rules, fast, state, draws)
    trace = numpy.empty((1, 2), numpy.int32)
    start = fast.encode(state)
    array = start.copy()
    counts: dict[int, int] = {fast.number(word): 0 for word in rules.legal_moves(state)}
    for number in range(PLAYOUTS):
        if number % 256 == 0:
            budget()
        array[:] = start
        fast.kernel.playout(fast.table, array, draws, trace)
        move = int(trace[0, 1])
        if move not in counts:
            yield f"A playout begins with {move}, which is not a legal move."
            return
        counts[move] += 1
    # The mean of chi-squared is its degrees of freedom, the variance is twice that.
    free, expected = len(counts) - 1, PLAYOUTS / len(counts)
    distance = sum((count - expected) ** 2 / expected for count in counts.values())
    if free and distance > free + 6 * math.sqrt(2 * free) + 20:
        yield "The first moves of playouts are not equally likely."


def _replay(rules: Rules, fast: CompiledRules, state: State, draws: object) -> Iterator[str]:
    """Replay a playout with the Python rules."""
    array, guarded = fast.encode(state), _guarded_array(fast.max_plies, 2)
    length = int(_call(fast, "playout", array, draws, guarded[: fast.max_plies]))
    if (guarded[length:] != GUARD).any():
        yield "A playout writes more plies than it returns."
        return
    for seat, move in guarded[:length].tolist():
        if rules.turn(state) != seat:
            yield f"A playout has seat {seat} to move instead of seat {rules.turn(state)}."
            return
        state = rules.play(state, fast.word(move))
    if int(array[OUTCOME]) != outcome_of(rules.outcome(state)):
        yield f"A playout ends with the outcome {int(array[OUTCOME])}, unlike the Python rules."
    if array[OUTCOME] == ONGOING and length < fast.max_plies:
        yield "A playout stops before the game is over."
