"""The contract test, which checks rules objects."""

from __future__ import annotations

import copy
import math
import os
import timeit
import traceback
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice
from random import Random
from typing import Any, NamedTuple

from ..core.board import Board
from ..core.errors import (
    FrameError,
    IllegalMoveError,
    LimitReachedError,
    NotationError,
    PuzzlekitError,
    did_you_mean,
    join_names,
    one_line_error,
    quoted,
    short_repr,
)
from ..core.options import options_of
from ..core.permutation import find_mapping_fault
from ..core.polygons import contains_point
from ..core.values import COLOURS, LEVELS, MOTIONS
from ..play import saves
from ..play.editing import cycle_cell_content, switch_side_to_move
from ..play.session import Session
from ..play.setup import load, setup_of
from ..plugin.errors import construction_error, error_message, locate, plugin_error
from ..plugin.source_locations import Fault, fault_message, place_of, plugin_defines
from ..plugin.validation import (
    BASIC,
    FACTS,
    IMMUTABLE,
    LISTED,
    STATE,
    check_hashable,
    find_class_fault,
    find_fault,
)
from ..rules.base import Puzzle, Rules, State
from ..rules.frames import FrameGraph
from ..rules.game_with_history import unwrap, without_history
from ..rules.stone_game import StoneGame
from ..solving.group_facts import count_positions
from ..solving.search import bfs_layers
from . import lint
from .budget import NO_LIMIT, Budget, BudgetSpentError
from .check_lessons import check_lessons
from .determinism import check_repeatable, watch_states
from .ending import check_ending, check_ends, check_swap, random_game
from .fast_path import check_fast_path, check_position, check_step

#: Cells closer than this fraction of the median distance are reported as coincident.
SAME_POINT = 0.01

#: Limits of the search that counts positions: number of positions, and seconds.
MAX_POSITIONS, COUNTING_SECONDS = 1_000_000, 8.0

#: With more frames, positions are counted by search first, because the group takes longer.
MAX_FRAMES = 1_000

#: An illegal move, which all rules must reject.
INVALID_MOVES = "?!"

#: The average number of moves per ply that are checked in full.
MOVES_A_PLY = 500

#: The number of a puzzle's moves that are illegal in a position and that it must reject.
ILLEGAL_MOVES = 5

#: Time limits for a call of `legal_moves`, and for compiling (seconds).
MAX_SECONDS, COMPILE_SECONDS = 0.1, 900.0

#: Advice for plugins that do not reject illegal moves.
REFUSAL_ADVICE = (
    "Raise self.illegal_move(state, move) in play, or write `apply`, which needs no check."
)

#: The results of a check: faults, or messages about the member being checked.
Faults = Iterator[Fault | str]


class CheckReport(NamedTuple):
    """The problems and warnings found in a plugin."""

    id: str
    problems: list[str]
    warnings: list[str]


def inspect_rules(
    rules: Rules,
    *,
    games: int = 3,
    plies: int = 60,
    seed: int = 0,
    compiled: bool = True,
    budget: Budget | None = None,
) -> CheckReport:
    """Check a rules object in this process."""
    budget = budget or Budget()
    if not compiled:
        rules = copy.copy(rules)
        rules.checked_compiled_rules = None
    problems: dict[str, list[str]] = {}
    warnings: dict[str, list[str]] = {}
    skipped: dict[str, None] = {}
    checks = [*_checks(rules, games, plies, seed, budget)]
    for number, (title, member, faults) in enumerate(checks):
        found = warnings if title.startswith("warnings") else problems
        try:
            budget(title, number, len(checks))
            new = [_message(rules, member, each) for each in faults]
        except BudgetSpentError:
            skipped[title] = None
            continue
        except (Exception, SystemExit, KeyboardInterrupt) as error:
            if os.environ.get("PUZZLEKIT_DEBUG"):
                traceback.print_exception(error)
            found, new = problems, [_exception_message(rules, error)]
        found[title] = found.get(title) or new
        if new and number and found is problems:
            break  # later checks rely on all earlier ones except the first
    if skipped:
        warnings[""] = [f"There was not enough time; skipped: {', '.join(skipped)}."]
    said = ([*dict.fromkeys(chain(*found.values()))] for found in (problems, warnings))
    return CheckReport(setup_of(rules).id, *said)


def _checks(
    rules: Rules, games: int, plies: int, seed: int, budget: Budget
) -> Iterator[tuple[str, str, Faults]]:
    """Yield each check to make: its title, the member that it concerns, and its faults."""
    is_compiled = type(rules).compiled_rules is not Rules.compiled_rules
    yield "the class", "", _check_class(rules)
    yield "its methods", "", _check_methods(rules)
    yield "warnings of misspelt names", "", lint.misspelt(rules)
    yield "the start position", "board", _check_start_position(rules)
    yield "warnings of slow calls", "", _check_speed(rules, Random(seed), 0, budget)
    yield "warnings of unknown cells", "", lint.unknown_cells(rules)
    yield "repeated calls", "", check_repeatable(rules, Random(seed), budget)
    yield "values in the start position", "", _check_start_values(rules)
    yield "warnings of slow calls", "", _check_speed(rules, Random(seed), 5, budget)
    yield "starts", "start", _check_starts(rules)
    yield "game IDs and saves", "", _check_identity(rules)
    yield "editor_letters", "editor_letters", _check_editor(rules)
    if is_compiled:
        yield "compiling", "", _check_compiles(rules, budget)
    for n in range(games):
        yield f"random game {n + 1}", "", _check_game(rules, Random(seed + n), plies, budget)
    is_game = not isinstance(rules, Puzzle)
    if is_game:
        yield "endless games", "", check_ending(rules, Random(seed), budget)
    if is_compiled:
        faults = check_fast_path(rules, Random(seed), plies, budget)
        yield "the fast path", "compiled_rules", faults
    if is_game:
        yield "ends of games", "", check_ends(rules, Random(seed), budget)
        yield "games with a swap", "result", check_swap(rules, Random(seed))
    else:
        yield "frames", "frame", check_frames(rules, COUNTING_SECONDS, budget)
    yield "examples and lesson", "examples", check_lessons(rules)
    yield "warnings of likely mistakes", "", lint.lint(rules, games, plies, seed, budget)


def _message(rules: Rules, member: str, found: Fault | str) -> str:
    found = Fault(member, found) if isinstance(found, str) else found
    return fault_message(type(rules.unwrapped), found)


def _exception_message(rules: Rules, error: BaseException) -> str:
    """Return the message for an exception, with the ID and a place if a base class raised it."""
    converted = plugin_error(error, rules)
    if converted is None and isinstance(error, PuzzlekitError):
        where = place_of(type(rules.unwrapped), "__init__")
        return f"{setup_of(rules).id or rules.name}{f' ({where})' if where else ''}: {error}"
    return error_message(converted or error)


def _create_rules(kind: type[Rules], values: Mapping[str, Any]) -> Rules:
    """Return rules with option values; raise `PluginError`, which quotes them, if that fails."""
    try:
        return kind(**values)
    except PuzzlekitError:
        raise
    except (Exception, SystemExit) as error:
        raise construction_error(kind, kind.name, values, error) from error


def _check_class(rules: Rules) -> Faults:
    kind = type(rules.unwrapped)
    if not rules.name:
        yield 'The plugin has no name; write name = "...".'
    inherited = [base.__doc__ for base in kind.__mro__[1:]]
    if not (kind.__doc__ or "").strip() or kind.__doc__ in inherited:
        yield "The plugin has no docstring; write its rules there."
    if rules.motion not in MOTIONS:
        near = did_you_mean(str(rules.motion), MOTIONS)
        text = f"motion is {rules.motion!r}; expected one of {', '.join(MOTIONS)}.{near}"
        yield Fault("motion", text)
    fault = find_fault(LISTED, kind)
    yield from [fault] if fault else _check_presets(kind)


def _check_methods(rules: Rules) -> Faults:
    if fault := find_class_fault(type(rules.unwrapped)):
        yield fault


def _check_presets(kind: type[Rules]) -> Faults:
    known = options_of(kind)
    for title, values in kind.presets.items():
        if unknown := sorted(set(values) - set(known)):
            near = did_you_mean(unknown[0], known)
            there = f"options are {join_names(known)}" if known else "there are no options"
            text = f"The preset {title!r} sets {unknown[0]!r}, which is not an option"
            yield Fault("presets", f"{text}; {there}.{near}")
            continue
        try:
            for name, value in values.items():
                if known[name].read(known[name].write(value)) != value:
                    text = f"The preset {title!r} sets {name} to {value!r}, which is not allowed."
                    yield Fault("presets", text)
                    break
            else:
                _create_rules(kind, values)
        except PuzzlekitError as error:
            yield Fault("presets", f"The preset {title!r} cannot be used: {error}")


def _check_start_position(rules: Rules) -> Faults:
    """Check the attributes of the rules object, and everything on which other checks rely."""
    kind = type(rules.unwrapped)
    if fault := find_fault(FACTS, rules):
        yield fault
        return
    yield from _check_board(rules)
    for name in rules.equal_levels:
        if name not in LEVELS[1:]:
            text = f"equal_levels has {quoted(name)}; expected levels of {join_names(LEVELS[1:])}."
            yield Fault("equal_levels", text + did_you_mean(name, LEVELS[1:]))
    known = options_of(kind)
    for count in kind.seats():
        chosen = {"players": count} if "players" in known else {}
        players = _create_rules(kind, chosen).players
        if players != kind.sides_with(chosen) or len(kind.players) < count:
            text = f"With {count} players, players is not the first {count} names of the class; "
            text += "write `self.players = type(self).players[:players]` in __init__, before "
            yield Fault("__init__", f"{text}`super().__init__(...)`.")
    if fault := find_fault(BASIC[:3], rules, rules.start()):
        yield fault


def _check_board(rules: Rules) -> Faults:
    board = rules.board
    if len(board) == 0 or not all(math.isfinite(c) for p in board.points for c in p):
        yield "The board needs cells, and each cell needs a point in the plane."
    yield from board_problems(board)
    for names in (board.rims, board.colours.values()):
        if unknown := sorted(set(names) - set(COLOURS)):
            what = "A side" if names is board.rims else "A cell"
            text = f"{what} of the board is painted in {unknown[0]!r}, which is not a colour; "
            yield f"{text}colours are {', '.join(COLOURS)}.{did_you_mean(unknown[0], COLOURS)}"


def _check_speed(rules: Rules, rng: Random, plies: int, budget: Budget) -> Faults:
    """Time `legal_moves` at the start and in a short game, using the faster of two calls."""
    for state, _, _ in islice(random_game(rules, rng, budget), 1 + plies):
        seconds = min(timeit.repeat(partial(rules.legal_moves, state), number=1, repeat=2))
        if seconds > MAX_SECONDS:
            text = f"legal_moves(state) takes {seconds:.2f} s per call; players and searches "
            text += f"call it many thousands of times. Make it faster than {MAX_SECONDS} s."
            yield Fault("legal_moves", text)
            return


def _check_compiles(rules: Rules, budget: Budget) -> Faults:
    with budget.exclude_compiling(COMPILE_SECONDS):
        rules.compiled  # noqa: B018 - builds the cached value
    yield from ()


def _check_start_values(rules: Rules) -> Faults:
    if fault := find_fault(STATE, watch_states(rules), rules.start()):
        yield fault


def _check_starts(rules: Rules) -> Faults:
    if rules.start() != rules.start():
        yield "start() returns two different states; without rng, it must return the same state."
    if rules.start(Random(5)) != rules.start(Random(5)):
        text = "start(rng) returns two different states for the same seed; make all random choices "
        yield f"{text}with rng, such as rng.choice(...)."
    for seed in range(3):
        state = rules.start(Random(seed))
        hash(state)
        result = rules.outcome(state)
        if result is None and not rules.legal_moves(state):
            yield f"The start with seed {seed} has neither moves nor a result."
        elif result is not None and rules.is_game():
            text = f"The game is over at the start: {quoted(result.text)}. If this happens only "
            yield f"{text}with some options, raise OptionError for them in __init__."
            return
    if isinstance(rules, Puzzle) and rules.outcome(rules.goal) is None:
        text = "The goal does not count as solved: result(goal) is None, not a Result."
        yield Fault("result", text)


def _check_identity(rules: Rules) -> Faults:
    """Check that the ID and a save reproduce the same game."""
    setup = setup_of(rules)
    if not setup.id:
        return
    again = load(setup.id)
    start, moves = again.start(), again.legal_moves(again.start())
    if start != rules.start() or moves != rules.legal_moves(rules.start()):
        yield f"The ID {setup.id} does not reproduce the same game."
    session = Session(again)
    rng = Random(1)
    while (
        session.ply < 5 and session.result is None and (moves := again.legal_moves(session.state))
    ):
        session.play(rng.choice(moves))
    back = saves.restore(saves.dump(session))
    if (back.state, back.moves, back.setup.id) != (session.state, session.moves, setup.id):
        where = _difference(session.state, back.state)
        text = "A save does not reproduce the same position"
        yield Fault("play", f"{text}{': ' if where else ''}{where}.")


def _difference(a: State, b: State, name: str = "the state") -> str:
    """Return a description of the first difference between two states, or an empty string.

    >>> _difference(("B.", 3), ("B.", 4))
    'part 1 of the state is 3 and then 4'
    """
    if a == b:
        return ""
    if type(a) is type(b) and isinstance(a, tuple) and len(a) == len(b):
        fields = getattr(a, "_fields", None)
        number = next(k for k, (one, other) in enumerate(zip(a, b, strict=True)) if one != other)
        part = fields[number] if fields else f"part {number}"
        return _difference(a[number], b[number], f"{part} of {name}")
    return f"{name} is {short_repr(a)} and then {short_repr(b)}"


def _check_editor(rules: Rules) -> Faults:
    """Check that clicks in the editor change a single cell and restore its first content."""
    letters, sides = rules.editor_letters
    if not letters:
        return
    state = rules.start()
    for _ in sides:
        state = switch_side_to_move(rules, state)
    before = [*rules.pieces(state)]
    for cell, name in enumerate(rules.board.cells[:5]):
        changed = state
        for _ in letters:
            changed = cycle_cell_content(rules, changed, cell)
            others = [*rules.pieces(changed)]
            if others[:cell] + others[cell + 1 :] != before[:cell] + before[cell + 1 :]:
                yield f"editing {name} changes other cells too."
                return
        if changed != state:
            yield f"editing {name} does not return to its first content."
            return


def _check_game(rules: Rules, rng: Random, plies: int, budget: Budget) -> Faults:
    """Run all checks in a random game, up to the first position with a fault."""
    rules = watch_states(rules)
    state = rules.start(rng)
    known = ""  # the last move, which is usually illegal now
    ahead = 0
    for _ in range(plies):
        budget()
        if fault := find_fault(STATE, rules, state):
            yield fault
            return
        moves, found = rules.legal_moves(state), list[Fault | str]()
        ahead -= MOVES_A_PLY
        if ahead <= 0 or not moves:
            ahead = max(0, ahead) + len(moves)
            illegal = _choose_illegal_moves(rules, moves, known, rng)
            found = [*_check_position(rules, state, moves, illegal, budget)]
        if moves and not found:  # faulty compiled code may write anywhere in memory
            budget()
            known = rng.choice(moves)
            found = [*_check_step(rules, state, known, budget)]
        yield from found
        if found or not moves:
            return
        state = rules.play(state, known)


def _choose_illegal_moves(rules: Rules, moves: list[str], known: str, rng: Random) -> list[str]:
    """Return illegal moves: some made up, the last one played, and a sample of a puzzle's moves."""
    made_up = {INVALID_MOVES, *(move + "x" for move in moves[:1]), known} - {"", *moves}
    others = sorted({*rules.all_moves()} - {*moves}) if isinstance(rules, Puzzle) else []
    return sorted(made_up) + rng.sample(others, min(ILLEGAL_MOVES, len(others)))


def _check_position(
    rules: Rules, state: State, moves: list[str], illegal: list[str], budget: Budget
) -> Faults:
    if odd := [
        (move, read) for move in moves[:3] if (read := rules.parse_move(state, move)) != move
    ]:
        legal, parsed = map(short_repr, odd[0])
        text = f"parse_move(state, text) turns the legal move {legal} into {parsed}; "
        yield Fault("parse_move", f"{text}it must return legal moves unchanged.")
    places = len(rules.board) + rules.reserve
    own = type(rules.unwrapped).generators is not Rules.generators  # else from cell_permutation
    for move in moves[:20] if own else moves:
        if text := find_mapping_fault(carry := rules.cell_permutation(state, move), places):
            call = f"cell_permutation(state, {move!r})"
            yield Fault("cell_permutation", f"{call} is {short_repr(dict(carry))}; {text}")
            break
    for found in (
        _check_encoding(rules, state),
        _check_clicks(rules, state, moves),
        _check_multi_moves(rules, state),
        _check_refusals(rules, state, illegal, budget),
    ):
        yield from islice(found, 1)
    yield from (Fault("compiled_rules", text) for text in check_position(rules, state, budget))


def _check_encoding(rules: Rules, state: State) -> Faults:
    """Check that encoded positions can be decoded."""
    try:
        line: Any = rules.encode(state)
    except NotationError:
        return
    if not isinstance(line, str):
        text = f"encode(state) returns {short_repr(line)}; expected a str. If a position has no "
        yield Fault("encode", f"{text}code, raise NotationError.")
        return
    if not line or set(line) & set("#@/\\.") or line.split() != [line]:
        expected = "expected a str without blanks, #, @, / and dots."
        yield Fault("encode", f"encode(state) returns {line[:80]!r}; {expected}")
        return
    kind = type(rules.unwrapped)
    reader = "decode" if plugin_defines(kind, "decode") else "encode"
    try:
        back = rules.decode(line)
    except NotationError as error:
        text = f"decode cannot read {line[:80]!r}, which encode(state) returns: {error}."
        yield Fault(reader, text)
        return
    if back != without_history(state):
        text = f"decode does not reproduce the state from {line[:80]!r}: "
        text += f"{_difference(without_history(state), back)}."
        if isinstance(rules.unwrapped, StoneGame) and not plugin_defines(kind, "encode_fields"):
            text += (
                " Define encode_fields(state) and decode_fields(stones, side, ...), which write "
                "and read the fields of positions."
            )
        yield Fault(reader, text)
        return
    if (verdict := check_hashable(rules, unwrap(back))) is not True:
        yield Fault(reader, f"decode(line) {verdict}; expected {IMMUTABLE}.")


def _check_refusals(rules: Rules, state: State, illegal: Sequence[str], budget: Budget) -> Faults:
    for word in illegal:
        budget()
        try:
            rules.play(state, word)
        except IllegalMoveError:
            continue
        except (Exception, SystemExit) as error:
            where = locate(error, type(rules.unwrapped))
            text = f"play(state, {quoted(word, 40)}) raises {one_line_error(error).rstrip('.')}, "
            text += f"not IllegalMoveError, for an illegal move. {REFUSAL_ADVICE}"
            yield Fault("play", text, where.place if where else "")
        else:
            text = f"play accepts {word!r}, which is not in legal_moves(state). {REFUSAL_ADVICE}"
            yield Fault(_member_at_fault(rules, "play"), text)


def _member_at_fault(rules: Rules, member: str) -> str:
    """Return a member or, if the plugin inherits it, `legal_moves`, which it contradicts."""
    return member if plugin_defines(type(rules.unwrapped), member) else "legal_moves"


def _check_clicks(rules: Rules, state: State, moves: list[str]) -> Faults:
    meant: dict[tuple[object, ...], str] = {}
    for move in moves:
        for clicks in map(tuple, rules.click_sequences(state, move)):
            if clicks and meant.setdefault(clicks, move) != move:
                text = f"{move} and {meant[clicks]} have the same clicks."
                yield Fault("clicks", f"{text} {lint.separation_advice(rules, move)}".rstrip())
    for path, move in meant.items():
        for length in range(1, len(path)):
            if first := meant.get(path[:length]):
                yield Fault("clicks", f"the clicks for {move} begin with those for {first}.")


def _check_multi_moves(rules: Rules, state: State) -> Faults:
    for cells, moves in rules.multi_moves(state).items():
        onward = state
        for move in moves:
            if move not in rules.legal_moves(onward):
                text = f"multi_moves(state)[{cells}] has {move}, which is illegal at that point."
                yield Fault("multi_moves", text)
                return
            onward = rules.play(onward, move)


def _check_step(rules: Rules, state: State, move: str, budget: Budget) -> Faults:
    after = rules.play(state, move)
    if isinstance(rules, Puzzle):
        yield from _check_puzzle_step(rules, state, move, after)
    yield from (Fault("compiled_rules", text) for text in check_step(rules, state, move, budget))


def _check_puzzle_step(rules: Puzzle, state: State, move: str, after: State) -> Faults:
    looks, images = rules.pieces(state), rules.permutation(state, move)
    carried = {images[cell]: piece for cell, piece in enumerate(looks)}
    wrong = [c for c, piece in enumerate(rules.pieces(after)) if carried.get(c, piece) != piece]
    if wrong:
        text = f"cell_permutation(state, {move!r}) does not match the pieces after the move on "
        yield Fault("cell_permutation", f"{text}cell {rules.board.cells[wrong[0]]}.")
    before = rules.predecessors(after)
    if (move, state) not in before:
        yield Fault("predecessors", f"predecessors(state) lacks {move}, which was just played.")
    for word, source in before:
        found = f"predecessors(state) has {word}, which "
        if word not in rules.legal_moves(source):
            yield Fault("predecessors", f"{found}is not legal in the state before it.")
        elif rules.play(source, word) != after:
            yield Fault("predecessors", f"{found}does not lead to the state.")
    back = rules.inverse_move(move)
    if back is not None and back not in rules.legal_moves(after):
        text = f"inverse_move({move!r}) returns {back!r}, which is illegal after {move}; return "
        text += "None unless the move can always be undone."
        yield Fault(_member_at_fault(rules, "inverse_move"), text)
    elif back is not None and rules.play(after, back) != state:
        text = f"inverse_move({move!r}) returns {back!r}, which does not undo it."
        yield Fault("inverse_move", text)


def board_problems(board: Board) -> Iterator[str]:
    """Yield messages about cells at the same place, and about points outside their outlines."""
    if not len(board):
        return
    distance, a, b = min((distance, a, b) for a, (distance, b) in enumerate(board.nearest))
    others = (each for cell, each in enumerate(board.points) if cell not in (a, b))
    next_one = min((math.dist(board.points[a], each) for each in others), default=0.0)
    if distance < SAME_POINT * max(board.default_distance, next_one):
        nearly = "nearly " if distance else ""
        yield (
            f"The cells {board.cells[a]} and {board.cells[b]} are at {nearly}the same place; "
            "move one of them."
        )
    for name, point, corners in zip(board.cells, board.points, board.outlines, strict=False):
        if not contains_point(corners, point):
            yield f"The point of the cell {name} is outside its outline; move it inside."
            break


def check_frames(
    rules: Rules, seconds: float = COUNTING_SECONDS, budget: Budget = NO_LIMIT
) -> Iterator[str]:
    """Yield a message if moves depend on more than the frame, or if group and search disagree.

    The search is skipped if there are too many positions. Raises `BudgetSpentError` if it takes
    longer than `seconds`, or if the budget is spent.
    """
    if not isinstance(rules, Puzzle):
        return
    start = rules.start()
    try:
        graph = FrameGraph(rules, start, lambda *_: budget())
        if len(graph.states) <= MAX_FRAMES:
            expected = count_positions(rules, start)
            if expected is None or expected > MAX_POSITIONS:
                return
        component = graph.component(0)
        search = Budget(seconds, lambda *_: budget())
        counted = sum(
            graph.index.get(rules.frame(state)) in component
            for level in bfs_layers(rules, start, limit=2 * MAX_POSITIONS, progress=search)
            for state in level
        )
        expected = count_positions(rules, start)
    except FrameError as error:
        yield str(error)
    except LimitReachedError:
        return
    else:
        if expected is not None and counted != expected:
            yield (
                f"According to the group and the frames, there are {expected:,} positions, but "
                f"moves lead to {counted:,}. Define frame(state) so that positions with the same "
                "frame have the same moves, and let cell_permutation(state, move) depend only on "
                "the frame."
            )
