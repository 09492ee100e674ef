"""Tables of checks for plugin members: types, conditions, expected values and examples.

`find_fault` goes through a table up to the first fault, because later rows rely on earlier ones.
"""

from __future__ import annotations

import inspect
import math
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import product
from numbers import Real
from random import Random
from typing import Any, NamedTuple, SupportsIndex

from ..core.board import Board
from ..core.errors import (
    NotationError,
    OptionError,
    PluginError,
    can_be_shown,
    did_you_mean,
    join_names,
    quoted,
    short_repr,
)
from ..core.options import options_of
from ..core.permutation import find_mapping_fault
from ..core.solid import Solid
from ..core.sparse_permutations import Sparse
from ..core.values import COLOURS, FORMS, MARKS, Click, Piece, Question, Result, Summary
from ..core.words import parse as parse_word
from ..rules.base import Puzzle, Rules, State
from ..rules.compiled import CompiledRules
from ..rules.default_prompts import MAX_PROMPT, is_prompt
from ..rules.description import seat_of_side, unknown_side, wrong_result
from ..rules.game_with_history import find_history_fault, unwrap
from ..rules.lessons import Example, LessonStep
from ..rules.stone_game import EMPTY, BoardGame, StoneGame
from ..rules.twisty import Twisty
from .source_locations import Fault, contract_methods, fault_message, place_of, plugin_defines

#: Maximum numbers of reserve places, and of places in comparisons of sparse generators.
MAX_RESERVE, MAX_PLACES = 1_000_000, 2_000

#: Maximum numbers of moves per position and of cells that are checked in full.
MAX_MOVES, MAX_CELLS = 20, 6

#: Limits of the search for an invalid value: number of games, plies per game, seconds.
GAMES, PLIES, SECONDS = 3, 200, 3.0

_MISSING = object()
_RETURN = " Does every code path return a value?"

#: Calls, as shown in messages, with their return values.
Cases = Iterable[tuple[str, Any]]

#: The result of a check: True for a valid value, else False or a message, perhaps with advice.
Verdict = bool | str | tuple[str, str]


class MemberRule(NamedTuple):
    """A requirement for a member: the types of its values, a check, and what is expected.

    `call` is an attribute, or a call such as `goal_icon(state, seat)`, which is made for all seats
    or the first moves; `cases` replaces these calls. A requirement applies to rules of the class
    `kind`; if `own` is true, only if the plugin defines the member itself. A check may give better
    advice than `expected`.
    """

    call: str
    types: Any
    check: Callable[[Any, Any, State], Verdict]
    expected: str = ""
    example: str = ""
    kind: type = object
    own: bool = False
    cases: Callable[[Any, State], Cases] | None = None


def find_fault(
    member_rules: Sequence[MemberRule], plugin: Any, state: State = None
) -> Fault | None:
    """Return the first fault in a class, in rules, or in what their methods return, or None."""
    if isinstance(plugin, Rules):
        plugin, state = plugin.unwrapped, unwrap(state)
    for row in member_rules:
        for call, value in (row.cases or partial(_calls_and_values, row))(plugin, state):
            if fault := _value_fault(row, call, value, plugin, state):
                return fault
    return None


def _calls_and_values(member_rule: MemberRule, plugin: Any, state: State) -> Cases:
    """Yield the calls for a row of a table, with their return values."""
    name, is_call, words = member_rule.call.removesuffix(")").partition("(")
    kind = plugin if isinstance(plugin, type) else type(plugin)
    if not isinstance(plugin, member_rule.kind) or (
        member_rule.own and not plugin_defines(kind, name)
    ):
        return
    if not is_call:
        yield name, getattr(plugin, name, _MISSING)
        return
    given = [_arguments(word, plugin, state) for word in words.split(", ") if word]
    for chosen in product(*given):
        call = f"{name}({', '.join(text for text, _ in chosen)})"
        yield call, getattr(plugin, name)(*(value for _, value in chosen))


def _arguments(word: str, rules: Any, state: State) -> Cases:
    """Return (name in messages, value) pairs to try for a parameter."""
    match word:
        case "state":
            return [(word, state)]
        case "rng":
            return [(word, Random(0))]
        case "text":
            return [(repr(text), text) for text in ("", "https://example.org/#1", "(;FF[4])")]
        case "seat":
            return [(str(seat), seat) for seat in range(len(rules.players))]
        case "move":
            return [(repr(move), move) for move in rules.legal_moves(state)[:MAX_MOVES]]
        case "cell":
            cells = range(0, len(rules.board), 1 + len(rules.board) // MAX_CELLS)
            return [(str(cell), cell) for cell in cells] if rules.outcome(state) is None else []
        case "path":
            sequences = [
                clicks
                for move in rules.legal_moves(state)[:1]
                for clicks in rules.click_sequences(state, move)[:1]
            ]
            prefixes = [tuple(each[:n]) for each in sequences for n in range(max(1, len(each)))]
            shown = [", ".join(f"Click({click.cells})" for click in path) for path in prefixes]
            pairs = zip(shown, prefixes, strict=True)
            return [(f"[{text}]" if path else "()", path) for text, path in pairs]
        case _:
            return [(word, {} if word == "{}" else ())]


def _value_fault(
    member_rule: MemberRule, call: str, value: Any, plugin: Any, state: State
) -> Fault | None:
    """Return the fault in a value, or None."""
    is_typed = value is not _MISSING and isinstance(value, member_rule.types)
    verdict = is_typed and member_rule.check(plugin, value, state)
    if verdict is True:
        return None
    text, advice = verdict if isinstance(verdict, tuple) else (verdict, "")
    if not text:
        text = f"{'returns' if '(' in call else 'is'} {_describe_member_kind(value)}"
    if not advice and member_rule.expected:
        advice = member_rule.expected
        if isinstance(plugin, Rules):
            seats = range(len(plugin.players))
            advice = advice.format(seats=_either(seats), count=len(seats))
        example = f", such as {member_rule.example}" if member_rule.example else ""
        advice = f"expected {advice}{example}."
        advice += _hint(value, member_rule.expected) if "(" in call else ""
    end = "" if text.endswith((".", "?")) else "."
    return Fault(call.partition("(")[0], f"{call} {text}{'; ' if advice else end}{advice}")


def find_class_fault(kind: type[Rules]) -> Fault | None:
    """Return the fault for the first member whose signature violates the contract, or None."""
    own = inspect.getattr_static(kind, "import_record")
    if not isinstance(own, classmethod):
        text = "import_record is not a class method; write @classmethod above it."
        return Fault("import_record", text)
    for name, base in contract_methods(kind):
        if text := _method_fault(kind, name, base):
            return Fault(name, f"{name} {text}")
    return None


def _method_fault(kind: type[Rules], name: str, base: Callable[..., Any]) -> str:
    """Return the fault in a member that must be a method, or an empty string."""
    wanted = [*inspect.signature(base).parameters.values()][1:]
    own = inspect.getattr_static(kind, name)
    words = [each.name + ("" if each.default is each.empty else "=None") for each in wanted]
    head = f"write `def {name}({', '.join(['self', *words])}):`."
    if isinstance(own, property) or hasattr(own, "func"):
        return "is a property, not a method; remove the decorator."
    if not callable(getattr(kind, name)):
        return f"is {short_repr(own)}, not a method; {head}"
    is_free = any(each.kind is each.VAR_POSITIONAL for each in wanted)
    if is_free or not inspect.isfunction(inspect.unwrap(own)):
        return ""
    signature = inspect.signature(own)
    try:
        signature.bind(*[None] * (1 + sum(each.default is each.empty for each in wanted)))
        signature.bind(*[None] * (1 + len(wanted)))
    except TypeError:
        given = [str(each).partition(":")[0] for each in signature.parameters.values()]
        asked = ", ".join(each.name for each in wanted)
        return f"is called as {name}({asked}), but is `def {name}({', '.join(given)})`; {head}"
    return ""


def find_start_fault(rules: Rules) -> Fault | None:
    """Return the fault that prevents the start position from being shown, or None."""
    fault = find_fault(FACTS, rules)
    return fault or find_fault((*BASIC[:-1], _SAME, _LOOK), rules, rules.start())


def find_rules_fault(rules: Rules) -> Fault | None:
    """Return the first fault at the start or in short random games, or None."""
    rules = rules.unwrapped
    fault = find_class_fault(type(rules)) or find_fault(FACTS, rules)
    return fault or _fault_in_games(rules, STATE) or find_fault(FAST, rules)


def find_invalid_argument(rules: Rules) -> Fault | None:
    """Return the fault in an attribute, a state or a seat on which other members rely, or None.

    Exceptions in random games count as no fault.
    """
    rules = rules.unwrapped
    with suppress(Exception, SystemExit):
        return find_fault(FACTS, rules) or _fault_in_games(rules, BASIC)
    return None


def _fault_in_games(rules: Rules, member_rules: Sequence[MemberRule]) -> Fault | None:
    """Return the first fault in the positions of short random games, or None."""
    end = time.monotonic() + SECONDS
    for seed in range(GAMES):
        state, rng = rules.start(), Random(seed)
        for _ in range(PLIES):
            if fault := find_fault(member_rules, rules, state):
                return fault
            if not (moves := rules.legal_moves(state)) or time.monotonic() > end:
                break
            call, following = _apply(rules, state, rng.choice(moves))
            if fault := _value_fault(BASIC[-1], call, following, rules, state):
                return fault
            state = following
    return None


def checked_pieces(rules: Rules, state: State) -> Sequence[Piece | None]:
    """Return the pieces on the cells; raise `PluginError` if a piece cannot be drawn."""
    pieces = rules.pieces(state)
    if fault := _value_fault(_LOOK, _LOOK.call, pieces, rules.unwrapped, None):
        raise PluginError(fault_message(type(rules.unwrapped), fault))
    return pieces


def checked_solid(rules: Rules) -> Solid | None:
    """Return the solid whose stickers are the cells of the board, or None."""
    solid = rules.solid  # third-party plugins can return anything
    fits = isinstance(solid, Solid) and solid.cells == len(rules.board)
    return solid if fits else None


# -- parts of messages ----------------------------------------------------------------------------


def article(name: str) -> str:
    """Return the name of a type with its indefinite article."""
    return f"{'an' if name[:1] in 'aeiou' else 'a'} {name}"


def _either(seats: Iterable[int]) -> str:
    *some, last = map(str, seats)
    return f"{', '.join(some)} or {last}" if some else last


def _repr_with_type(value: Any) -> str:
    return f"{short_repr(value)}, {article(type(value).__name__)}"


def _hint(value: Any, expected: str) -> str:
    """Return a hint for a return value of the wrong type."""
    if value is None:
        return _RETURN
    if not expected.startswith("a list"):
        return ""
    if isinstance(value, set | frozenset):
        return " A set has no order; return sorted(...)."
    return " Return list(...)." if isinstance(value, Iterator | range) else ""


def _describe_member_kind(value: Any) -> str:
    if value is _MISSING or callable(value):
        return "missing" if value is _MISSING else "a method"
    known = value is None or isinstance(value, str | int | float | tuple | list | Mapping)
    return short_repr(value) if known else article(type(value).__name__)


# -- checks ---------------------------------------------------------------------------------------


def _ok(*_: Any) -> Verdict:
    return True


def _is_index(value: Any, numbers: range) -> bool:
    return isinstance(value, SupportsIndex) and value in numbers


def _is_seat(rules: Rules, value: Any, state: State = None) -> bool:
    return _is_index(value, range(len(rules.players)))


def _are_texts(plugin: Any, texts: Any, state: State = None) -> bool:
    return all(isinstance(each, str) for each in texts)


def _are_seat_texts(rules: Rules, texts: Any, state: State = None) -> bool:
    return len(texts) == len(rules.players) and _are_texts(rules, texts)


def _check_cells(rules: Rules, cells: Iterable[Any]) -> Verdict:
    for cell in cells:
        if not _is_index(cell, range(len(rules.board))):
            advice = f"cells are 0 to {len(rules.board) - 1}."
            if isinstance(cell, str) and cell in rules.board.index:
                advice = f"write self.board.index[{cell!r}]."
                return f"has the name of the cell {cell!r}, not its number", advice
            return f"has {short_repr(cell)}, which is not a cell", advice
    return True


def _first_wrong(verdicts: Iterable[Verdict]) -> Verdict:
    return next((each for each in verdicts if each is not True), True)


def check_hashable(rules: Rules, value: Any, state: State = None) -> Verdict:
    """Return True if a value can be hashed, or a description of it."""
    try:
        hash(value)
    except TypeError as error:
        inside = "" if f"'{type(value).__name__}'" in str(error) else " with a mutable part"
        return f"returns {_repr_with_type(value)}{inside}"
    return True


def _check_state(rules: Rules, value: Any, state: State) -> Verdict:
    first = rules.start()
    if value is None and first is not None:
        return False
    if isinstance(rules, StoneGame) and type(first) is rules.kind is not type(value):
        name = rules.kind.__name__
        advice = f"write something like `return {name}(stones, state.ply + 1)`."
        return f"returns {_repr_with_type(value)}, but a state must be {article(name)}", advice
    equality: Any = type(value).__eq__
    if equality is object.__eq__ and first != rules.start():
        advice = "use a tuple or a NamedTuple, or define __eq__ and __hash__ for immutable objects."
        return f"returns {article(type(value).__name__)}, which never equals another object", advice
    return check_hashable(rules, value)


def _check_moves(rules: Rules, moves: Any, state: State) -> Verdict:
    for move in moves:
        if not isinstance(move, str) or move.split() != [move]:
            words = move if isinstance(move, tuple) else str(move).split()
            example = quoted("-".join(map(str, words)) or "pass", 40)
            advice = f"a move must be a str without blanks, such as {example}."
            shown = short_repr(move) if isinstance(move, str) else _repr_with_type(move)
            return f"contains {shown}", advice
    if len(set(moves)) < len(moves):
        twice = next(move for move in moves if moves.count(move) > 1)
        return f"contains the move {quoted(twice, 40)} twice", "list each move once."
    return True


def _check_same_moves(rules: Rules, moves: Any, state: State) -> Verdict:
    return compare_calls([*moves], [*rules.legal_moves(state)])


def compare_calls(first: Any, second: Any) -> Verdict:
    """Compare the values returned by two equal calls for the same state."""
    if first == second:
        return True
    is_reordered = isinstance(first, list) and sorted(first) == sorted(second)
    advice = "the order must depend only on the state" if is_reordered else "use only the state"
    advice += "; sort the items of a set." if is_reordered else "."
    return f"returns {short_repr(first)} and then {short_repr(second)} for the same state", advice


def _check_result(rules: Rules, result: Any, state: State) -> Verdict:
    if result is None:
        return True
    if not isinstance(result, Result):
        return wrong_result(result, is_game=rules.is_game())
    if not isinstance(result.text, str):
        return f"has the text {short_repr(result.text)}", "expected a str."
    if (verdict := _check_cells(rules, result.cells)) is not True:
        return verdict
    if isinstance(result.winner, str):
        if seat_of_side(result.winner, rules.players) is None:
            return unknown_side(result.winner, rules.players).removeprefix("result(state) ")
    elif result.winner is not None and not _is_seat(rules, result.winner):
        seats = _either(range(len(rules.players)))
        advice = f"expected None for a draw, a seat ({seats}) or a side."
        return f"has the winner {short_repr(result.winner)}", advice
    if rules.is_game() and result.winner is None and not rules.can_draw:
        advice = "remove `can_draw = False`, or name the winning seat."
        return f"is a draw, {short_repr(result.text)}, but can_draw is False", advice
    if not rules.is_game() and result.winner not in (0, *rules.players):
        return "has no winner", "the winner of a solved puzzle is seat 0."
    return True


def _check_permutation(rules: Rules, carry: Any, state: State) -> Verdict:
    text = find_mapping_fault(carry, len(rules.board) + rules.reserve)
    return not text or (f"is {short_repr(dict(carry))}", text)


def _check_ending(rules: Rules, moves: Any, state: State) -> Verdict:
    result = rules.result(state)
    if not rules.is_game() or (result is None) == bool(moves):
        return True
    advice = "a game must have moves until it has a result, and none afterwards."
    count = f"{len(moves)} move{'s' * (len(moves) != 1)}"
    return f"has {count} although the result is {short_repr(result)}", advice


def _check_pieces(rules: Rules, pieces: Any, state: State) -> Verdict:
    if len(pieces) != len(cells := rules.board.cells):
        return f"has {len(pieces)} pieces for {len(cells)} cells"
    return _check_pieces_by_cell(rules, dict(enumerate(pieces)))


def _check_goal_icon(rules: Rules, emblem: Any, state: State) -> Verdict:
    verdict = _check_cells(rules, emblem)
    return _check_pieces_by_cell(rules, emblem) if verdict is True else verdict


def _check_pieces_by_cell(rules: Rules, pieces: Mapping[int, Any]) -> Verdict:
    for cell, piece in pieces.items():
        if piece is not None and (wrong := _piece_fault(piece)):
            return f"shows {wrong[0]} on cell {rules.board.cells[cell]}", wrong[1]
    return True


def _piece_fault(piece: Any) -> tuple[str, str] | None:
    """Return the fault in a piece and advice on it, or None if the piece is valid."""
    if not isinstance(piece, Piece):
        right = "Piece('stone', 'black')"
        if isinstance(piece, str):
            right = f"Piece({piece!r})" if piece in FORMS else f"Piece('tile', text={piece[:20]!r})"
        return f"{short_repr(piece)}, which is not a Piece,", f"write {right}, or None if empty."
    parts = [("form", piece.form, FORMS), ("mark", piece.mark, MARKS)]
    colours = [piece.colour, *(area.colour for area in piece.areas)]
    colours += [polygon.colour for polygon in piece.polygons]
    for name, value, known in [*parts, *(("colour", each, COLOURS) for each in colours)]:
        if value not in known:
            near = did_you_mean(value, known) if isinstance(value, str) else ""
            names = ", ".join(filter(None, known))
            return f"the {name} {short_repr(value)}", f"{name}s are {names}.{near}"
    if not isinstance(piece.text, str):
        return f"the text {short_repr(piece.text)}", f"write {str(piece.text)!r}."
    return None


def _is_finite(rules: Rules, value: Any, state: State) -> Verdict:
    return math.isfinite(value)


def _check_multi_moves(rules: Rules, sweeps: Any, state: State) -> Verdict:
    for cells, moves in sweeps.items():
        if not isinstance(cells, tuple) or not cells:
            return f"has the key {short_repr(cells)}, not a tuple of cells"
        if not isinstance(moves, list | tuple) or not _are_texts(rules, moves):
            return f"has {short_repr(moves)} for {cells}, not a list of moves"
    return _check_cells(rules, [cell for cells in sweeps for cell in cells])


def _check_clicks(rules: Rules, clicks: Any, state: State = None) -> Verdict:
    if not isinstance(clicks, list | tuple):
        return f"contains {short_repr(clicks)}"
    for click in clicks:
        if not isinstance(click, Click) or not isinstance(click.cells, tuple):
            cell = click.cells if isinstance(click, Click) else click
            right = f"Click(({cell},))" if isinstance(cell, int) else "Click((3,)) for cell 3"
            return f"contains {short_repr(click)}, which is not a Click", f"write {right}."
        if not click.cells or _check_cells(rules, click.cells) is not True:
            advice = f"cells are 0 to {len(rules.board) - 1}."
            return f"has {click.cells}, which are not cells", advice
    return True


def _check_click_sequences(rules: Rules, ways: Any, state: State) -> Verdict:
    if not ways:
        return "is empty", "list a click sequence, or return [()] for a move with a button."
    return _first_wrong(_check_clicks(rules, sequence) for sequence in ways)


def _check_predecessors(rules: Rules, before: Any, state: State) -> Verdict:
    for pair in before:
        if not isinstance(pair, tuple) or len(pair) != 2 or not isinstance(pair[0], str):
            return f"contains {short_repr(pair)}"
    return True


def _check_words(rules: Puzzle, words: Any, state: State) -> Verdict:
    if isinstance(words, str):
        return False
    if odd := [word for word in words if not isinstance(word, str)]:
        return f"contains {_repr_with_type(odd[0])}"
    if words and (left := [move for move in rules.legal_moves(state) if move not in words]):
        return f"lacks {short_repr(left[0])}, which is legal", "list all moves, or return ()."
    return True


def _check_generators(rules: Rules, generators: Any, state: State) -> Verdict:
    places = [*range(len(rules.board) + rules.reserve)]
    for name, images in generators.items():
        is_row = isinstance(images, Sequence) and all(isinstance(each, int) for each in images)
        if not (isinstance(name, str) and is_row and sorted(images) == places):
            text = f"has {short_repr(name)} as {short_repr(images)}, not a permutation of the "
            return f"{text}{len(places)} cells and reserve places"
    return True


def _check_sparse(rules: Rules, sparse: Any, state: State) -> Verdict:
    if odd := [each for each in sparse.values() if not isinstance(each, Sparse)]:
        return f"contains {short_repr(odd[0])}", "expected a Sparse: write Sparse.of(images)."
    if len(rules.board) + rules.reserve <= MAX_PLACES:
        dense = {name: Sparse.of(images) for name, images in rules.generators(state).items()}
        if dense != dict(sparse):
            return "differs from generators(state)", "derive it from them, or leave it out."
    return True


def _check_question(rules: Rules, question: Any, state: State) -> Verdict:
    if question is None:
        return True
    if not (question.text and question.answers and question.default):
        return "is incomplete", "it needs text, an answer and a label for playing on."
    answers = sorted(question.answers.values())
    is_legal = {*answers} <= {*rules.legal_moves(state)}
    return is_legal or (f"offers {short_repr(answers)}", "answers must be legal moves.")


def _check_summary(rules: Rules, summary: Any, state: State) -> Verdict:
    if summary is None:
        return True
    if not all(_are_seat_texts(rules, texts) for texts in (summary.titles, *summary.rows)):
        return "is incomplete", "it needs one text per seat in its titles and in each row."
    known = summary.decisive is None or summary.decisive in range(len(summary.rows))
    return known or f"marks row {summary.decisive}, which does not exist"


def _check_prompt(rules: Rules, text: Any, state: State) -> Verdict:
    if len(text) > MAX_PROMPT:
        return f"has {len(text)} characters", f"the limit is {MAX_PROMPT}."
    return is_prompt(text)


def _check_players(plugin: Any, players: Any, state: State) -> Verdict:
    kind = plugin if isinstance(plugin, type) else type(plugin)
    if not isinstance(players, tuple) or not _are_texts(plugin, players):
        return f"is {short_repr(players)}, not a tuple of str", _tuple_of_names(players)
    if not players:
        return "is empty", "expected at least one name."
    if len(players) == 1 and issubclass(kind, BoardGame):
        return f"is {players!r}", "a board game needs at least two players."
    if len(set(players)) < len(players):
        return f"is {players!r}", "two sides must not have the same name."
    if len({name[:1] for name in players}) < len(players) and issubclass(kind, StoneGame):
        return f"is {players!r}", "two sides must not have the same initial, which marks stones."
    return _first_wrong(_check_displayable(plugin, name) for name in players)


def _tuple_of_names(players: object) -> str:
    if isinstance(players, str):
        return f"write {(players[:40],)}, with the comma."
    if isinstance(players, list | tuple | set | frozenset):
        return f"write {tuple(map(str, players))}."
    return "write a tuple of names, such as ('Black', 'White')."


def _check_first_stones(rules: StoneGame, first: Any, state: State) -> Verdict:
    if type(rules).pieces is not StoneGame.pieces:  # the plugin may use other letters
        return True
    if unknown := sorted(set(first) - {*rules.piece_letters, EMPTY}):
        advice = f"use {', '.join(rules.piece_letters)} or {EMPTY!r}."
        return f"has the stone {unknown[0]!r}, which is not in piece_letters", advice
    return True


def _check_kind(rules: StoneGame, kind: Any, state: State) -> Verdict:
    """Check that positions have the fields that the methods of `StoneGame` use."""
    if type(state) is not kind or type(rules).decode is not StoneGame.decode:
        return True
    fields = getattr(kind, "_fields", ())
    if fields[:1] != ("stones",):
        found = f"whose first field is {fields[0]}" if fields else "which is not a NamedTuple"
        advice = "expected a NamedTuple whose first field is stones."
        return f"is {kind.__name__}, {found}", advice
    needed = ("turn(state)", "encode_fields(state)", "decode_fields(stones, side, ...)")
    names = [(call, call.partition("(")[0]) for call in needed]
    inherited = [c for c, name in names if getattr(type(rules), name) is getattr(StoneGame, name)]
    if "ply" in fields or not inherited:
        return True
    advice = f"add `ply: int = 0` to it, or define {join_names(inherited)} without it."
    return f"is {kind.__name__}, which has no field ply", advice


def _check_solid(rules: Rules, solid: Any, state: State) -> Verdict:
    if solid is None or solid.cells == len(rules.board):
        return True
    advice = f"the board has {len(rules.board)} cells, and each must be a sticker."
    return f"has {solid.cells} stickers", advice


def _check_can_draw(rules: Rules, draws: Any, state: State) -> Verdict:
    cause = "max_plies" if rules.max_plies is not None else "repetition"
    if not draws and (cause == "max_plies" or rules.repetition == "draw"):
        return f"is False, but {cause} makes some games draws", "remove one of them."
    return True


def _is_reserve(rules: Rules, places: Any, state: State) -> Verdict:
    return _is_index(places, range(MAX_RESERVE + 1))


def _are_two_texts(rules: Rules, texts: Any, state: State) -> Verdict:
    return len(texts) == 2 and _are_texts(rules, texts)


def _check_shortcuts(rules: Puzzle, shortcuts: Any, state: State) -> Verdict:
    """Check that names or keys stand for moves that users can type."""
    moves = rules.all_moves()
    if not isinstance(moves, Collection) or not isinstance(rules.aliases, Mapping):
        return True  # reported as the fault of these members
    known = {*moves}
    names = {*known, *rules.notation}
    for name, text in shortcuts.items():
        if not isinstance(name, str) or not isinstance(text, str) or name.split() != [name]:
            return f"has {short_repr(text)} for {short_repr(name)}"
        if name in known and shortcuts is rules.aliases:
            return f"has {quoted(name, 40)}, which is a move", "choose another name."
        if known and (problem := _line_fault(rules, text, names)):  # else moves are unknown
            return f"has {quoted(text, 40)} for {quoted(name, 40)}", problem
    return True


def _line_fault(rules: Puzzle, text: str, names: Collection[str]) -> str:
    """Return what is wrong with a line of moves, or an empty string."""
    try:
        parse_word(rules.read_notation(text), {*names, *rules.aliases})
    except NotationError as error:
        problem = str(error)
        return problem[0].lower() + problem[1:]
    return ""


def _check_notation(rules: Puzzle, notation: Any, state: State) -> Verdict:
    """Check that `expand_word` returns moves for additional names."""
    if not _are_texts(rules, notation):
        return False
    known = rules.all_moves()
    for name in notation if isinstance(known, Collection) and known else ():
        if unknown := [move for move in rules.expand_word(((name, 1),)) if move not in known]:
            text = f"has {quoted(name, 40)}, which expand_word turns into {short_repr(unknown[0])}"
            return text, "it must return moves."
    return True


def _check_scramble(rules: Twisty, scramble: Any, state: State) -> Verdict:
    if scramble is None:
        return True
    problem = _line_fault(rules, scramble, {*rules.all_moves(), *rules.notation})
    return (f"returns {quoted(scramble, 40)}", problem) if problem else True


def _check_keys(rules: Puzzle, keys: Any, state: State) -> Verdict:
    if long := [key for key in keys if isinstance(key, str) and len(key) != 1]:
        return f"has the key {quoted(long[0], 40)}", "a key is one character."
    return _check_shortcuts(rules, keys, state)


def _check_getattr(rules: Rules, _: Any, state: State) -> Verdict:
    with suppress(Exception):  # reported when the name is used
        if hasattr(rules, "no_such_member"):
            advice = "raise AttributeError(name) for unknown names."
            return "returns a value for every name", advice
    return True


def _check_displayable(plugin: Any, text: Any, state: State = None) -> Verdict:
    return not text or can_be_shown(text) or f"is {quoted(text)}, which cannot be displayed"


def _check_presets(kind: type[Rules], presets: Any, state: State) -> Verdict:
    if not all(isinstance(t, str) and isinstance(v, Mapping) for t, v in presets.items()):
        return False
    return _first_wrong(_check_displayable(kind, title) for title in presets)


def _check_options(kind: type[Rules], _: Any, state: State) -> Verdict:
    try:
        options_of(kind)
    except OptionError as error:
        return f"has an invalid option: {error}"
    return True


def _all_of(kind: type, plugin: Any, values: Any, state: State) -> Verdict:
    return all(isinstance(value, kind) for value in values)


# -- the tables -----------------------------------------------------------------------------------

_LIST, _ANY = (list, tuple), object

#: Checks of a class, made before the class is listed.
LISTED = (
    *(
        MemberRule(name, str, _check_displayable, "a str", '"Maze"')
        for name in ("name", "family", "motion")
    ),
    MemberRule("players", _ANY, _check_players),
    MemberRule("presets", Mapping, _check_presets, "options by title", '{"5 x 5": {"size": 5}}'),
    MemberRule("__init__", _ANY, _check_options),
    MemberRule("seats()", range, _ok, "a range"),
    *(MemberRule(f"{name}()", str, _ok, "a str") for name in ("summary_line", "player_count")),
    MemberRule("rules_text()", str, _ok, "a str", own=True),
    MemberRule("sides_with({})", tuple, _ok, "a tuple of str"),
    *(
        MemberRule(
            name,
            _LIST,
            partial(_all_of, kind),
            f"a tuple of {kind.__name__}",
            f"({kind.__name__}(...),)",
        )
        for name, kind in (("examples", Example), ("lesson", LessonStep))
    ),
    MemberRule("option_notes", Mapping, _ok, "sentences by option", '{"size": "Cells per side."}'),
    MemberRule("notation_notes", str, _ok, "a str", '"Type the name of a cell."'),
)


_BOARD = "a Board: call super().__init__(...) in __init__, or set self.board"
_FIRST = 'stones: call super().__init__(board, first) in __init__, with "" for an empty board'
_GOAL = "a goal: call super().__init__(...) in __init__, or set self.goal"
_RESERVE = f"the number of reserve places, 0 to {MAX_RESERVE:,}"
_DRAWS = "True, or False if games cannot be drawn"

_SHORTCUTS = "a dictionary of moves as str"

#: Checks of the attributes of a rules object.
FACTS = (
    MemberRule("import_record(text)", str | None, _ok, "a record, or None"),
    MemberRule("__getattr__", _ANY, _check_getattr, cases=lambda *_: [("__getattr__", None)]),
    MemberRule("__hash__", Callable, _ok, "a method: define it, or write @dataclass(eq=False)"),
    MemberRule("board", Board, _ok, _BOARD, "grid(8, 8)"),
    MemberRule("players", _ANY, _check_players),
    MemberRule("first", str, _check_first_stones, _FIRST, kind=StoneGame),
    MemberRule("solid", Solid | None, _check_solid, "a Solid or None", 'solid("cube")'),
    MemberRule("reserve", _ANY, _is_reserve, _RESERVE),
    MemberRule("editor_letters", tuple, _are_two_texts, "two str: cells, sides", '(".B", "B")'),
    MemberRule("can_draw", bool, _check_can_draw, _DRAWS),
    MemberRule("equal_levels", tuple, _are_texts, "a tuple of str", "('club',)"),
    MemberRule("tags", tuple, _are_texts, "a tuple of str", "('capture',)"),
    MemberRule("goal", _ANY, _ok, _GOAL, kind=Puzzle),
    MemberRule("piece_by_label", Mapping, _ok, "a dictionary of pieces by label", kind=Puzzle),
    MemberRule(
        "notation", Collection, _check_notation, "a list of names", "['x', 'y']", kind=Puzzle
    ),
    MemberRule("aliases", Mapping, _check_shortcuts, _SHORTCUTS, '{"M": "R\' L"}', kind=Puzzle),
    MemberRule("keys", Mapping, _check_keys, _SHORTCUTS, '{"i": "R"}', kind=Puzzle),
)


def _next_state(rules: Rules, state: State) -> Cases:
    for move in rules.legal_moves(state)[:1]:
        yield _apply(rules, state, move)


def _apply(rules: Rules, state: State, move: str) -> tuple[str, State]:
    """Return the call that applies a move, as shown in messages, and the next state."""
    name = "play" if plugin_defines(type(rules), "play") else "apply"
    return f"{name}(state, move)", rules.apply_unchecked(state, move)


IMMUTABLE = "an immutable state: a str, or a tuple of str and int"
_CARRY = "a dictionary that maps cells to cells"
_SEATS = "a list of {count} str, one per seat"
_PAIRS = "a list of moves, each with the preceding state: (move, state)"
_PERMUTATIONS = "a dictionary of permutations by name, as tuples of images"
_PROMPT = 'a short sentence on one line, or ""'
_MAPPING = MemberRule(
    "cell_permutation(state, move)", Mapping, _check_permutation, _CARRY, "{0: 1, 1: 0}"
)
_SAME = MemberRule("legal_moves(state)", _ANY, _check_same_moves)
_LOOK = MemberRule(
    "pieces(state)", _LIST, _check_pieces, "a list with a Piece or None for each cell"
)

#: Checks in a position on which all other checks rely.
BASIC = (
    MemberRule("start()", _ANY, _check_state, IMMUTABLE),
    MemberRule("turn(state)", _ANY, _is_seat, "a seat: {seats}"),
    MemberRule("legal_moves(state)", _LIST, _check_moves, "a list of moves", "['a1', 'b2']"),
    MemberRule(
        "frame(state)", _ANY, check_hashable, "a hashable value: a str or a tuple", kind=Puzzle
    ),
    _MAPPING._replace(kind=Puzzle, own=True),
    MemberRule("apply(state, move)", _ANY, _check_state, IMMUTABLE, cases=_next_state),
)

#: Checks of return values in a position.
STATE = (
    MemberRule("kind", type, _check_kind, "a NamedTuple", kind=StoneGame),
    *BASIC,
    _SAME,
    MemberRule("result(state)", _ANY, _check_result),
    MemberRule("sides(state)", _LIST, _are_seat_texts, _SEATS),
    MemberRule("status(state)", _LIST, _are_seat_texts, _SEATS),
    _LOOK,
    MemberRule(
        "goal_icon(state, seat)", Mapping, _check_goal_icon, "a dictionary of pieces by cell"
    ),
    MemberRule("evaluate(state, seat)", Real, _is_finite, "a finite number"),
    MemberRule(
        "multi_moves(state)",
        Mapping,
        _check_multi_moves,
        "a dictionary that maps cells to lists of moves",
    ),
    MemberRule("legal_moves(state)", _ANY, _check_ending),
    MemberRule("repetition_key(state)", _ANY, check_hashable, "a hashable value: a str or a tuple"),
    MemberRule("predecessors(state)", _LIST, _check_predecessors, _PAIRS, kind=Puzzle, own=True),
    MemberRule(
        "all_moves()", Collection, _check_words, "a list of all moves", kind=Puzzle, own=True
    ),
    MemberRule(
        "generators(state)", Mapping, _check_generators, _PERMUTATIONS, "{'L': (1, 2, 0)}", own=True
    ),
    MemberRule(
        "sparse_generators(state)",
        Mapping,
        _check_sparse,
        "a dictionary of Sparse by name",
        own=True,
    ),
    MemberRule(
        "competition_scramble(rng)",
        str | None,
        _check_scramble,
        "a line of moves or None",
        kind=Twisty,
        own=True,
    ),
    MemberRule("clicks(move)", _LIST, _check_clicks, "a list of Click", "[Click((3,))]"),
    MemberRule(
        "click_sequences(state, move)",
        _LIST,
        _check_click_sequences,
        "a list of lists of Click",
        own=True,
    ),
    _MAPPING,
    MemberRule("question(state)", Question | None, _check_question, "None or a Question"),
    MemberRule("summary(state)", Summary | None, _check_summary, "None or a Summary"),
    MemberRule("prompt(state, path)", str, _check_prompt, _PROMPT, own=True),
    MemberRule("explain_refusal(state, (), cell)", str, _check_prompt, _PROMPT, own=True),
)

#: Expensive checks, made only after a failure.
FAST = (MemberRule("compiled_rules()", CompiledRules | None, _ok, "a CompiledRules or None"),)


def listing_error(kind: type[Rules]) -> str:
    """Return the fault that prevents a class from being listed, with its place, or ""."""
    fault = find_fault(LISTED, kind)
    if fault is None and (found := find_history_fault(kind)):
        fault = Fault(*found)
    if fault is None:
        return ""
    where = fault.place or place_of(kind, fault.member)
    return f"{where}: {fault.text}" if where else fault.text
