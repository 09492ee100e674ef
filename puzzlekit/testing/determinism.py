"""Checks that a plugin is deterministic: its calls are repeatable and change no state."""

from __future__ import annotations

import copy
import inspect
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from types import FrameType
from typing import Any

from ..core.errors import MemberError, short_repr
from ..plugin.source_locations import Fault, contract_methods, member_code, plugin_defines
from ..plugin.validation import BASIC, compare_calls, find_fault
from ..rules.base import Rules, State
from ..rules.game_with_history import GameWithHistory
from .budget import NO_LIMIT, Budget
from .ending import random_game

#: The length (plies) of the game in which calls are repeated, and the number of repeats at ply 0.
PLIES, REPEATS = 40, 5

#: The lengths of the games after which answers for the start are compared (plies).
SHORT_GAMES = (0, 1, 2, 3)

_CHANCE = (
    "games of chance are not supported: a move must always lead to the same position, and only "
    "start(rng) may draw random numbers."
)


def check_repeatable(
    rules: Rules, rng: random.Random, budget: Budget = NO_LIMIT
) -> Iterator[Fault]:
    """Yield faults in members whose calls are not repeatable or draw random numbers.

    Each call is first made once without checks, because it may build cached tables at random.
    Finally, yield a fault if the moves played have changed what the rules say about the start or
    the positions of a game.

    Raises `MemberError` if a member changes its state.
    """
    rules = watch_states(rules)
    start, attributes = rules.start(), _attributes(rules)
    answers = _answers(rules, start)
    if answers["start"] != start:
        del answers["start"]  # reported when the starts are checked
    for name in _numpy_generator_users(type(rules.unwrapped)):
        yield Fault(name, f"{name} creates a random generator; {_CHANCE}")
    for call, function, given in _calls(rules, rng):
        budget()
        if found := _repeated(call, function, given):
            yield found
            return
    if find_fault(BASIC, rules, start):
        return
    for plies in SHORT_GAMES:
        for _ in islice(random_game(rules, rng, budget, start), plies + 1):
            pass
        if found := _change_fault(rules, start, "the start", answers, attributes):
            yield found
            return
    game = islice(random_game(rules, rng, budget, start), PLIES)
    played = [(state, _answers(rules, state)) for state, _, _ in game]
    for ply, (state, before) in enumerate(played):
        budget()
        del before["start"]
        if found := _change_fault(rules, state, f"ply {ply}", before, attributes):
            yield found
            return


def _answers(rules: Rules, state: State) -> dict[str, Any]:
    """Return what the rules say about a position, and the start."""
    answers = {name: getattr(rules, name)(state) for name in ("legal_moves", "result", "turn")}
    return answers | {"start": rules.start()}


def _attributes(rules: Rules) -> dict[str, str]:
    """Return the attributes of a plugin as strings."""
    return {name: repr(value) for name, value in vars(rules.unwrapped).items()}


def _change_fault(
    rules: Rules, state: State, where: str, answers: dict[str, Any], attributes: dict[str, str]
) -> Fault | None:
    """Return the fault in rules that answer differently than before, or None.

    Name the attribute that changes if there is only one.
    """
    new = _answers(rules, state)
    name = next((each for each, value in answers.items() if new[each] != value), "")
    if not name:
        return None
    changed = [key for key, text in _attributes(rules).items() if attributes.get(key) != text]
    attribute = f" (self.{changed[0]})" if len(changed) == 1 else ""
    call, same = ("start()", "") if name == "start" else (f"{name}(state)", "for the same state ")
    text = (
        f"{call} returns {short_repr(answers[name])} at {where} and {short_repr(new[name])} {same}"
    )
    text += f"after some games: the rules object changes{attribute}. Keep everything that moves "
    return Fault(name, f"{text}change in the state.")


def _calls(rules: Rules, rng: random.Random) -> Iterator[tuple[str, Callable[..., Any], Any]]:
    """Yield the calls to check in a random game, repeating the calls at its start."""
    played = "play" if plugin_defines(type(rules.unwrapped), "play") else "apply"
    state = rules.start()
    for ply in range(PLIES):
        for name in ("legal_moves", "result", "turn") * (1 if ply else REPEATS):
            yield f"{name}(state)", getattr(rules, name), (state,)
        if find_fault(BASIC, rules, state) or not (moves := rules.legal_moves(state)):
            return
        for move in [rng.choice(moves), *moves[: 0 if ply else REPEATS]]:
            yield f"{played}(state, {move!r})", rules.apply_unchecked, (state, move)
        state = rules.apply_unchecked(state, rng.choice(moves))


def _repeated(call: str, function: Callable[..., Any], given: tuple[Any, ...]) -> Fault | None:
    """Return the fault revealed by calling a function twice for the same state, if any."""
    member, first = call.partition("(")[0], function(*given)
    second, is_drawn = watch_random(lambda: function(*given))
    verdict = compare_calls(first, second)
    if isinstance(verdict, tuple):
        drawn = f" It draws random numbers; {_CHANCE}" if is_drawn else ""
        return Fault(member, f"{call} {'; '.join(verdict)}{drawn}")
    return Fault(member, f"{call} draws random numbers; {_CHANCE}") if is_drawn else None


def watch_random(call: Callable[[], Any]) -> tuple[Any, bool]:
    """Call a function; return its value and whether it drew random numbers."""
    drawn = []

    def watch(frame: FrameType, event: str, called: Any) -> None:
        if event == "c_call" and _is_random(called):
            drawn.append(called)

    before, numpy_before = sys.getprofile(), _numpy_state()
    sys.setprofile(watch)
    try:
        value = call()
    finally:
        sys.setprofile(before)
    return value, bool(drawn) or _numpy_state() != numpy_before


def _is_random(called: Any) -> bool:
    """Return whether a C function draws random numbers for `random`, `secrets` or `os`."""
    name, owner = getattr(called, "__name__", ""), getattr(called, "__self__", None)
    if isinstance(owner, random.Random):
        return name in ("random", "getrandbits")
    return name == "urandom"


def _numpy_state() -> tuple[Any, ...]:
    """Return the state of `numpy.random`, because a profiler does not see its functions."""
    if "numpy.random" not in sys.modules:
        return ()
    import numpy

    name, key, *rest = numpy.random.get_state()
    return name, numpy.asarray(key).tobytes(), *rest


def _numpy_generator_users(kind: type[Rules]) -> Iterator[str]:
    """Yield the members of a plugin that create a numpy random generator."""
    for name in dir(kind):
        code = member_code(kind, name) if plugin_defines(kind, name) else None
        if code and name not in ("start", "__init__") and "default_rng" in code.co_names:
            yield name


def watch_states(rules: Rules) -> Rules:
    """Return a copy of rules whose members raise `MemberError` if they change their state.

    If one member calls another, the error names the inner one.
    """
    watched = copy.copy(rules.unwrapped)
    for name, base in contract_methods(type(watched)):
        parameters = [*inspect.signature(base).parameters][1:]
        if parameters[:1] == ["state"]:
            head = f"{name}({', '.join(parameters)})"
            vars(watched)[name] = _watch(getattr(watched, name), name, head)
    if not isinstance(rules, GameWithHistory):
        return watched
    wrapper = copy.copy(rules)
    wrapper.rules = watched
    return wrapper


def _watch(function: Callable[..., Any], name: str, head: str) -> Callable[..., Any]:
    """Return a function that also compares its state, the first argument, before and after."""
    advice = "return a new state" if name in ("apply", "play") else "change a copy instead"

    def call(*given: Any, **named: Any) -> Any:
        state = next(iter((*given, *named.values())), None)
        before = _snapshot(state)
        value = function(*given, **named)
        if before is not state and before != state:
            raise MemberError(f"{head} changes the state; {advice}.", name)
        return value

    return call


def _snapshot(state: State) -> State:
    """Return a deep copy that equals the state or, if there is none, the state itself."""
    with suppress(Exception):  # states of plugins can contain anything
        copied = copy.deepcopy(state)
        if copied == state:
            return copied
    return state
