"""What is legal in a plugin, but looks like a mistake: the warnings of `check`."""

from __future__ import annotations

import dis
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from difflib import get_close_matches
from random import Random
from types import CodeType

from ..core.errors import LimitReached, OptionError, fault
from ..core.options import options_of
from ..core.values import COLOURS
from ..rules.connection import Connection
from ..rules.faults import Fault, code_of, homes, is_in, is_of_author, is_written, say
from ..rules.members import faults_of_facts
from ..rules.rule_book import Puzzle, Rules, State
from ..rules.told import is_raised_by
from ..solving.invariants import hindrance
from ..solving.search import solve
from . import boards

#: How like a name that is asked for another one must be, from 0 to 1.
_NEAR = 0.8

#: Plies of all games together, for each seat, after which one that has not moved stands out.
_PLIES = 6

#: States of a puzzle that are looked at to see whether its start has a solution.
_STATES = 10_000


def suspicions(rules: Rules, *, games: int = 3, plies: int = 60, seed: int = 0) -> list[str]:
    """Return what is legal in a rule book that keeps the contract, but looks like a mistake.

    >>> from puzzlekit import load
    >>> suspicions(load("hex:3"))
    []
    """
    rules, found = rules.unwrapped, dict[object, str]()
    for test in (_misspelt, _presets, _unbounded, _fast, _board, _unsolvable, _cut_off):
        found |= {(each.member, each.kind): say(type(rules), each) for each in test(rules)}
    if rules.is_game() and games:
        for each in _games(rules, games, plies, seed):
            found.setdefault((each.member, each.kind), say(type(rules), each))
    return list(found.values())


def _misspelt(rules: Rules) -> Iterator[Fault]:
    """Public names that nobody asks for and that are near to one that is asked for."""
    kind = type(rules)
    bases = [each for each in kind.__mro__ if not is_of_author(each)]
    known = {name for base in bases for name in dir(base) if not name.startswith("_")}
    known |= {"board", "goal", "pieces"}
    own = {name for each in kind.__mro__ if is_of_author(each) for name in vars(each)}
    own |= set(vars(rules)) - {"setup", "fast_path", *options_of(kind)}
    own = {name for name in own if not name.startswith("_") and name not in known}
    for name in sorted(own - _used(kind)):
        if near := get_close_matches(name.lower(), known, n=1, cutoff=_NEAR):
            text = f"{name} is near {near[0]}; nobody asks for {name}. Is {near[0]} meant?"
            yield Fault(name, text, name)


def _used(kind: type[Rules]) -> set[str]:
    """Return the names that the author's own code asks for."""
    found: set[str] = set()
    modules = [sys.modules.get(each.__module__) for each in kind.__mro__ if is_of_author(each)]
    holders = [*(each for each in kind.__mro__ if is_of_author(each)), *filter(None, modules)]
    for holder in holders:
        for name in vars(holder):
            code = code_of(holder, name)  # type: ignore[arg-type]
            if code is not None and is_in(code, homes(kind)):
                found |= _asked_in(code)
    return found


def _asked_in(code: CodeType) -> set[str]:
    found = {
        str(each.argval).rpartition(" ")[2]
        for each in dis.get_instructions(code)
        if each.opname.startswith(("LOAD_ATTR", "LOAD_METHOD", "LOAD_GLOBAL", "LOAD_SUPER"))
    }
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            found |= _asked_in(inner)
    return found


def _presets(rules: Rules) -> Iterator[Fault]:
    """Two presets that are the same game."""
    kind = type(rules)
    defaults = {name: option.default for name, option in options_of(kind).items()}
    seen: dict[str, str] = {}
    for title, values in kind.presets.items():
        whole = repr(sorted({**defaults, **values}.items()))
        if whole in seen:
            text = f"The presets {seen[whole]!r} and {title!r} are the same game; leave one out."
            yield Fault("presets", text, "presets")
        seen.setdefault(whole, title)


def _unbounded(rules: Rules) -> Iterator[Fault]:
    """A number without bounds that fails where it is small."""
    kind = type(rules)
    if next(faults_of_facts(rules), None):  # it fails with any number
        return
    for name, option in options_of(kind).items():
        if not option.is_unbounded:
            continue
        for value in (0, -1):
            try:
                made = kind(**{name: value})
                made.moves(made.start())
            except Exception as error:  # a stranger's plugin may raise anything
                if isinstance(error, OptionError) and is_raised_by(error, kind):
                    continue  # that is a refusal
                why = fault(error).rstrip(".")
                text = f"The option {name} has no bounds, and {name}={value} fails ({why}); "
                text += f"write `{name}: Annotated[int, range(2, 20)] = {option.default}`, or "
                yield Fault("__init__", f"{text}raise OptionError.", name)
                break


def _fast(rules: Rules) -> Iterator[Fault]:
    """A fast path plays without what the framework remembers of a game."""
    if is_written(type(rules), "fast") and (rules.longest is not None or rules.repetition):
        word = "repetition" if rules.repetition else "longest"
        text = f"fast() knows nothing of {word}: with it the players take the slower rule book."
        yield Fault("fast", text, word)


def _board(rules: Rules) -> Iterator[Fault]:
    """What will be hard to see."""
    for text in boards.warnings(rules.board):
        yield Fault("__init__", text, text)


def _unsolvable(rules: Rules) -> Iterator[Fault]:
    """A puzzle whose published start has no solution, as far as that can be told soon."""
    start = rules.start()
    if rules.is_game() or rules.outcome(start) is not None:
        return
    why = hindrance(rules, start) if isinstance(rules, Puzzle) else None
    with suppress(LimitReached):
        if why or solve(rules, limit=_STATES) is None:
            text = (
                f"The published start cannot be solved. {why or 'All that it leads to was tried.'}"
            )
            yield Fault("__init__", text, "unsolvable")


def _cut_off(rules: Rules) -> Iterator[Fault]:
    """A connection game in which a player has nothing to join."""
    if not isinstance(rules, Connection):
        return
    for player, (side, other) in enumerate(rules.goals):
        if rules.missing(rules.start(), player) is None:
            text = f"{rules.players[player]} can never win: no chain of cells joins {side} and "
            text += (
                f"{other}, not even at the start. Are the edges and the sides of the board right?"
            )
            yield Fault("__init__", text, f"cut off {player}")


# -- seen in games --------------------------------------------------------------------------------


def _games(rules: Rules, games: int, plies: int, seed: int) -> Iterator[Fault]:
    """Look at random games."""
    moved: Counter[int] = Counter()
    others: dict[int, tuple[str, int]] = {}
    own: set[int] = set()
    wrong: list[Fault] = []
    ended = 0
    for game in range(games):
        rng = Random(seed + game)
        state = rules.start(rng)
        for _ in range(plies):
            if not (moves := rules.moves(state)):
                ended += 1
                break
            move, seat = rng.choice(moves), rules.turn(state)
            after = rules.onward(state, move)
            moved[seat] += 1
            changed = _changed(rules, state, after)
            own |= {seat} & set(changed)
            if len(changed) == 1 and seat not in changed:
                ((other, (before, now)),) = changed.items()
                if before == now and rules.board.named_in(move):
                    wrong.append(_others(rules, seat, other, f"{move} moves only the stones of"))
                others.setdefault(seat, (move, other))
            state = after
    still = list(_turns(rules, moved, all_ended=ended == games))
    yield from still or wrong
    for seat, (move, other) in others.items():
        if seat not in own and not still:
            text = f"like all moves of that side, {move} changes only the stones of"
            yield _others(rules, seat, other, text)


def _others(rules: Rules, seat: int, other: int, what: str) -> Fault:
    sides = rules.players
    text = (
        f"{sides[seat]} is to move, but {what} {sides[other]}; does moves(state) look whose stones "
    )
    text += "it moves, and turn(state) name the side that moves next?"
    return Fault("moves", text, "others")


def _turns(rules: Rules, moved: Counter[int], *, all_ended: bool) -> Iterator[Fault]:
    seats = range(len(rules.players))
    total, still = moved.total(), [seat for seat in seats if not moved[seat]]
    names = " and ".join(rules.players[seat] for seat in still)
    if not still:
        return
    if total < _PLIES * len(seats):
        if all_ended:
            text = f"{names} never moves: all random games are over before, after {total} moves in "
            yield Fault("start", f"{text}all. Has each side stones at the start?", "still")
        return
    if len(moved) == 1:
        text = f"The turn never passes: turn(state) is {next(iter(moved))} for all of {total} moves"
    else:
        text = f"{names} never moves in {total} moves of random games"
    member = "turn" if is_written(type(rules), "turn") else "play"
    text += "; is it worked out from the state, and does each move change that?"
    yield Fault(member, text, "still")


def _changed(rules: Rules, state: State, after: State) -> dict[int, tuple[int, int]]:
    """Return whose stones a move changes: how many there were, and are, on the cells that change.

    It is empty where that cannot be told by their colours.
    """
    colours = [side.lower() for side in rules.sides(state)]
    if not set(colours) <= set(COLOURS) or len(set(colours)) < len(colours):
        return {}
    counts: dict[str, list[int]] = {}
    for pieces in zip(rules.look(state), rules.look(after), strict=True):
        if pieces[0] == pieces[1]:
            continue
        for when, piece in enumerate(pieces):
            for colour in {piece.colour, *(area.colour for area in piece.areas)} if piece else ():
                counts.setdefault(colour, [0, 0])[when] += 1
    if not set(counts) <= set(colours):
        return {}
    return {colours.index(colour): (a, b) for colour, (a, b) in counts.items()}
