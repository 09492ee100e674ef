"""A soak test: random moves, interspersed with undo, redo, restarts, saves and reloads."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ..play import saves
from ..play.session import Session
from ..plugin.source_locations import Fault, fault_message
from ..plugin.validation import STATE, find_fault
from ..rules.base import Rules
from .budget import NO_LIMIT, Budget
from .fast_path import check_position, check_step

#: Start a new game after this many moves, so that saves stay short.
MAX_PLIES = 300

#: On average, one position in this many is compared with the Python rules, with all its moves.
MAX_LOOKS = 20


def soak(rules: Rules, moves: int, rng: Random, budget: Budget = NO_LIMIT) -> Iterator[str]:
    """Play random moves and yield the problems found.

    Compiled rules, if there are any, choose the moves, and each result is compared with Python.
    """
    session = Session(rules)
    for done in range(moves):
        chosen = _random_move(rules, session, rng)
        if chosen is None or session.tree.size >= MAX_PLIES:
            session = Session(rules)
            continue
        before, ply = session.state, session.ply
        session.play(chosen)
        if not session.undo() or session.state != before or not session.redo():
            yield f"Undoing {chosen} does not restore the position."
        if session.ply != ply + 1 or session.moves[ply:] != [chosen]:
            yield f"The list of moves does not end with {chosen}."
        found = [Fault("compiled_rules", text) for text in check_step(rules, before, chosen)]
        if rng.randrange(MAX_LOOKS) == 0:
            if fault := find_fault(STATE, rules, session.state):
                found.append(fault)
            found += (
                Fault("compiled_rules", text) for text in check_position(rules, session.state)
            )
        yield from (fault_message(type(rules.unwrapped), each) for each in found)
        if rng.randrange(10) == 0:
            session.go_to_ply(rng.randrange(session.ply + 1))
        if rng.randrange(500) == 0:
            again = saves.restore(saves.dump(session))
            before = session.state, session.moves, session.tree.size
            if (again.state, again.moves, again.tree.size) != before:
                yield "A save does not reproduce the same game."
            session = again
        if done % 100 == 0:
            budget("legal_moves", done, moves)


def _random_move(rules: Rules, session: Session, rng: Random) -> str | None:
    fast = rules.compiled
    if fast is None:
        legal = rules.legal_moves(session.state)
        return rng.choice(legal) if legal else None
    numbers = fast.legal_moves(fast.encode(session.state))
    return fast.word(rng.choice(numbers)) if numbers else None
