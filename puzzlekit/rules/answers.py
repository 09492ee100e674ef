"""What a plugin gets wrong in what it answers about a position: answers of another kind or range.

`check` asks for all of it. Where something fails that takes an answer as it is, it is asked to find
the answer that will not do.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from numbers import Real
from typing import Any

from ..core.board import Board
from ..core.errors import did_you_mean, quoted
from ..core.values import COLOURS, FORMS, MARKS, Piece, Question, Result, Summary, Touch
from .faults import Fault, is_written
from .further_answers import (
    faults_of_before,
    faults_of_end,
    faults_of_generators,
    faults_of_key,
    faults_of_words,
)
from .history import unwrap
from .members import faults_of_facts
from .prompts import MAX_PROMPT, is_prompt
from .rule_book import Rules, State
from .sides import seat_of_side, unknown_side
from .stones import StoneGame
from .wording import are_cells, article, brief, cells_of, either, is_within, missing, unlike

#: Moves of a position of which everything is asked.
MOVES = 20

#: Cells of a position of which it is asked why they cannot be touched, about so many.
CELLS = 6


def faults_of_position(rules: Rules, state: State) -> Iterator[Fault]:
    """Say what is wrong with the answers to a position; what is asked later relies on the rest.

    >>> from puzzlekit import load
    >>> rules = load("pinball")
    >>> list(faults_of_position(rules, rules.start()))
    []
    """
    rules, state = rules.unwrapped, unwrap(state)
    asks = _facts, _state, _moves, _result, _turn, _seats, _look, _emblems, _numbers, _sweeps
    more = faults_of_end, faults_of_key, _after, faults_of_before, faults_of_words
    for ask in (*asks, *more, faults_of_generators):
        found = list(ask(rules, state))
        yield from found
        if found:
            return
    for move in rules.moves(state)[:MOVES]:
        found = [*_touches(rules, state, move), *_carry(rules, state, move)]
        yield from found
        if found:
            return
    yield from _shown(rules, state)
    yield from _prompts(rules, state)


def faults_of_start(rules: Rules) -> Iterator[Fault]:
    """Say what keeps the first position from being shown.

    >>> from puzzlekit import load
    >>> list(faults_of_start(load("pinball")))
    []
    """
    found = list(faults_of_facts(rules))
    yield from found
    if not found:
        state = rules.start()
        for ask in (_state, _moves, _look):
            yield from ask(rules, state)


def _facts(rules: Rules, state: State) -> Iterator[Fault]:
    return faults_of_facts(rules)


def _state(rules: Rules, state: State) -> Iterator[Fault]:
    if state is None and rules.start() is not None:
        text = "play(state, move) gives None, not the next state; does every way through it end "
        member = _maker(rules)
        yield Fault(member, f"{text}with `return`?".replace("play(", f"{member}("), "no state")
        return
    yield from _state_of_stones(rules, state)
    try:
        hash(state)
    except TypeError as error:
        name, first = type(state).__name__, rules.start()
        inside = "" if f"'{name}'" in str(error) else " with something in it that can be changed"
        member = "start" if type(first) is type(state) else _maker(rules)
        made = "a state is" if member == "start" else f"{member}(state, move) gives"
        yield Fault(
            member,
            f"{made} {brief(state)}, {article(name)}{inside}; states must never change: "
            "take a text, or a tuple of texts and numbers.",
            "changeable",
        )


def _maker(rules: Rules) -> str:
    """Return the member that makes the states after the first one."""
    return "play" if is_written(type(rules), "play") else "after"


def _after(rules: Rules, state: State) -> Iterator[Fault]:
    """Say that a move leads to something that cannot be a state."""
    for move in rules.moves(state)[:1]:
        yield from _state(rules, rules.onward(state, move))


def _state_of_stones(rules: Rules, state: State) -> Iterator[Fault]:
    """Say that a game of stones goes on with something else than it begins with."""
    if not isinstance(rules, StoneGame) or type(rules.start()) is not rules.kind:
        return
    if type(state) is not rules.kind:
        member = _maker(rules)
        given, kind = type(state).__name__, rules.kind.__name__
        text = f"{member}(state, move) gives {article(given)} where a state is {article(kind)}; "
        text += f"write `return {kind}(stones, state.ply + 1)`, or the like."
        yield Fault(member, text, "no state")


def _moves(rules: Rules, state: State) -> Iterator[Fault]:
    moves: Any = rules.moves(state)
    if not isinstance(moves, list | tuple):
        yield unlike("moves(state)", moves, "a list of words", "list(...)")
        return
    for move in moves:
        if not isinstance(move, str):
            word = "-".join(map(str, move)) if isinstance(move, tuple) else str(move)
            text = f"moves(state) names {brief(move)}, which is {article(type(move).__name__)}; "
            text += f"a move is a word: a text without blanks, such as {quoted(word, 40)}."
            yield Fault("moves", text, "no word")
            return
        if move.split() != [move]:
            word = "-".join(move.split()) or "pass"
            text = f"moves(state) names the move {quoted(move, 40)}; a move must be a word: a text "
            yield Fault("moves", f"{text}without blanks, such as {quoted(word, 40)}.", "no word")
            return
    if len(set(moves)) != len(moves):
        twice = next(move for move in moves if moves.count(move) > 1)
        text = f"moves(state) names a move twice: {quoted(twice, 40)}."
        yield Fault("moves", text, "twice")
    elif (again := list(rules.moves(state))) != list(moves):
        text = f"moves(state) gives {brief(list(moves))} and then, asked again, {brief(again)}; "
        text += "it must always give the same: "
        same = sorted(again) == sorted(moves)
        way = "a set has no order, so sort it." if same else "let it look at nothing but the state."
        yield Fault("moves", text + way, "order")


def _result(rules: Rules, state: State) -> Iterator[Fault]:
    result: Any = rules.result(state)
    if result is None:
        return
    seats = range(len(rules.players))
    if not isinstance(result, Result):
        example = "Result(None, 'Draw')" if rules.is_game() else "Result(0, 'Solved')"
        yield Fault(
            "result",
            f"result(state) is {brief(result)}; it must be None while the game goes on, and then a "
            f"Result, such as {example}.",
            "no Result",
        )
    elif isinstance(result.winner, str) and seat_of_side(result.winner, rules.sides(state)) is None:
        yield unknown_side(result.winner, rules.sides(state))
    elif not isinstance(result.winner, str | None) and not is_within(result.winner, seats):
        yield Fault(
            "result",
            f"result(state) is won by {brief(result.winner)}; the winner must be None for a draw "
            f"or a seat that won: {either(seats)}; or a side, such as {rules.players[0]!r}.",
            "no seat",
        )
    elif not isinstance(result.text, str):
        text = f"result(state) says {brief(result.text)}, which is no text."
        yield Fault("result", text, "no text")
    else:
        text = f"result(state) shows {result.cells}, which are no cells{cells_of(rules.board)}."
        if not are_cells(rules.board, result.cells):
            yield Fault("result", text, "no cells")
        if rules.is_game() and result.winner is None and not rules.draws:
            text = f"result(state) is a draw, {brief(result.text)}, but draws is False; leave that "
            yield Fault("result", f"{text}out, or name the seat that won.", "a draw")
        if not rules.is_game() and result.winner not in (0, *rules.players):
            text = "result(state) has no winner; a solved puzzle is won by seat 0."
            yield Fault("result", text, "a puzzle nobody wins")


def _turn(rules: Rules, state: State) -> Iterator[Fault]:
    turn: Any = rules.turn(state)
    seats = range(len(rules.players))
    if not is_within(turn, seats):
        text = f"turn(state) is {brief(turn)}, which is no seat; it must be {either(seats)}."
        yield Fault("turn", text + missing(turn), "no seat")


def _seats(rules: Rules, state: State) -> Iterator[Fault]:
    for name in ("sides", "status"):
        answer: Any = getattr(rules, name)(state)
        seats = len(rules.players)
        if (
            isinstance(answer, list | tuple)
            and len(answer) == seats
            and all(isinstance(text, str) for text in answer)
        ):
            continue
        text = f"{name}(state) is {brief(answer)}; it needs one text a seat, in a list of {seats}."
        yield Fault(name, text + missing(answer), "one text a seat")


def _look(rules: Rules, state: State) -> Iterator[Fault]:
    return faults_of_look(rules, rules.look(state))


def faults_of_look(rules: Rules, pieces: Any) -> Iterator[Fault]:
    """Say what is wrong with what `look` gives."""
    board = rules.board
    if not isinstance(pieces, list | tuple):
        yield unlike(
            "look(state)", pieces, "a list with a Piece or None for each cell", "list(...)"
        )
    elif len(pieces) != len(board):
        text = f"look(state) shows {len(pieces)} cells of {len(board)}; it needs an entry, a Piece "
        yield Fault("look", f"{text}or None, for each cell.", "other cells")
    else:
        yield from faults_of_pieces("look(state)", dict(enumerate(pieces)), board)


def faults_of_pieces(
    answer: str, pieces: Mapping[int, Piece | None], board: Board
) -> Iterator[Fault]:
    """Say which pieces, by cell, are none or have a part that nobody can draw."""
    member = answer.partition("(")[0]
    for cell, piece in pieces.items():
        if piece is not None and (wrong := _undrawable(piece)):
            what, why = wrong
            text = f"{answer} shows {what} on cell {board.cells[cell]}; {why}"
            yield Fault(member, text, "no piece")
            return


def _undrawable(piece: Any) -> tuple[str, str] | None:
    """Return what is wrong with a piece and what is wanted; None if it is sound."""
    if not isinstance(piece, Piece):
        right = "Piece('stone', 'black')"
        if isinstance(piece, str):
            right = f"Piece({piece!r})" if piece in FORMS else f"Piece('tile', text={piece[:20]!r})"
        return f"{brief(piece)}, which is no Piece,", f"write {right}, or None for nothing."
    parts = [("form", piece.form, FORMS), ("colour", piece.colour, COLOURS)]
    parts += [("mark", piece.mark, MARKS)]
    parts += [("colour", area.colour, COLOURS) for area in piece.areas]
    for name, value, known in parts:
        if value not in known:
            names = ", ".join(each for each in known if each)
            near = did_you_mean(value, known) if isinstance(value, str) else ""
            return f"the {name} {brief(value)}", f"the {name}s are {names}.{near}"
    if not isinstance(piece.text, str):
        return f"the text {brief(piece.text)}", f"write {str(piece.text)!r}."
    return None


def _emblems(rules: Rules, state: State) -> Iterator[Fault]:
    for seat in range(len(rules.players)):
        emblem: Any = rules.emblem(state, seat)
        answer = f"emblem(state, {seat})"
        if not isinstance(emblem, Mapping):
            yield unlike(answer, emblem, "a dictionary of pieces by cell", "")
        elif not are_cells(rules.board, emblem):
            text = f"{answer} names {[*emblem][:10]}, which are no cells{cells_of(rules.board)}."
            yield Fault("emblem", text, "no cells")
        else:
            yield from faults_of_pieces(answer, emblem, rules.board)


def _numbers(rules: Rules, state: State) -> Iterator[Fault]:
    for seat in range(len(rules.players)):
        value: Any = rules.evaluate(state, seat)
        if not isinstance(value, Real) or not math.isfinite(value):
            text = f"evaluate(state, {seat}) is {brief(value)}; it must be a finite number."
            yield Fault("evaluate", text + missing(value), "no number")
            return


def _sweeps(rules: Rules, state: State) -> Iterator[Fault]:
    sweeps: Any = rules.sweeps(state)
    if not isinstance(sweeps, Mapping):
        yield unlike("sweeps(state)", sweeps, "a dictionary of lists of moves by cell", "")
    elif not are_cells(rules.board, tuple(sweeps)):
        text = f"sweeps(state) has {brief([*sweeps])}, which are no cells{cells_of(rules.board)}."
        yield Fault("sweeps", text, "no cells")
    else:
        for moves in sweeps.values():
            if not isinstance(moves, list | tuple) or not all(isinstance(m, str) for m in moves):
                yield unlike("sweeps(state)[cell]", moves, "a list of moves", "[...]")
                return


def _touches(rules: Rules, state: State, move: str) -> Iterator[Fault]:
    touches: Any = rules.touches(move)
    ways = [("touches", f"touches({move!r})", touches)]
    if type(rules).ways is not Rules.ways:
        found: Any = rules.ways(state, move)
        if not isinstance(found, list | tuple):
            yield unlike(f"ways(state, {move!r})", found, "a list of lists of touches", "list(...)")
            return
        ways += [("ways", f"ways(state, {move!r})", way) for way in found]
    for member, answer, way in ways:
        if not isinstance(way, list | tuple):
            yield unlike(answer, way, "a list of touches", "list(...)")
            return
        for touch in way:
            if not isinstance(touch, Touch) or not isinstance(touch.cells, tuple):
                cell = touch.cells if isinstance(touch, Touch) else touch
                right = f"Touch(({cell},))" if isinstance(cell, int) else "Touch((3,)) for cell 3"
                text = f"{answer} has {brief(touch)}, which is no touch; write {right}."
                yield Fault(member, text, "no touch")
                return
            if not touch.cells or not are_cells(rules.board, touch.cells):
                text = f"{answer} has {touch.cells}, which are no cells{cells_of(rules.board)}."
                yield Fault(member, f"{move} is meant by touching cells: {text}", "no cells")
                return


def _carry(rules: Rules, state: State, move: str) -> Iterator[Fault]:
    carry: Any = rules.carry(state, move)
    answer = f"carry(state, {move!r})"
    if not isinstance(carry, Mapping):
        yield unlike(answer, carry, "a dictionary of cells by cell", "")


def _shown(rules: Rules, state: State) -> Iterator[Fault]:
    for name, wanted in (("question", Question), ("summary", Summary)):
        answer: Any = getattr(rules, name)(state)
        if answer is not None and not isinstance(answer, wanted):
            kind = f"None or a {wanted.__name__}"
            yield Fault(name, f"{name}(state) is {brief(answer)}; it must be {kind}.", "other kind")


def _prompts(rules: Rules, state: State) -> Iterator[Fault]:
    """Say which sentence about what to do, or why not, cannot be shown."""
    kind, asked = type(rules), []
    if kind.prompt is not Rules.prompt:
        ways = [way for move in rules.moves(state)[:1] for way in rules.ways(state, move)[:1]]
        paths = [tuple(way[:length]) for way in ways for length in range(max(1, len(way)))]
        asked += [(f"prompt(state, {_path(path)})", rules.prompt(state, path)) for path in paths]
    if kind.why_not is not Rules.why_not and rules.outcome(state) is None:
        cells = range(0, len(rules.board), 1 + len(rules.board) // CELLS)
        asked += [(f"why_not(state, (), {cell})", rules.why_not(state, (), cell)) for cell in cells]
    for answer, text in asked:
        if not is_prompt(text):
            yield _no_prompt(answer, text)
            return


def _path(touches: Iterable[Touch]) -> str:
    made = ", ".join(f"Touch({touch.cells})" for touch in touches)
    return f"[{made}]" if made else "()"


def _no_prompt(answer: str, text: Any) -> Fault:
    member = answer.partition("(")[0]
    if isinstance(text, str) and len(text) > MAX_PROMPT:
        long = f"{answer} has {len(text)} characters; there is room for {MAX_PROMPT}."
        return Fault(member, long, "too long")
    wanted = f'{answer} is {brief(text)}; it must be a short sentence on one line, or "".'
    return Fault(member, wanted + missing(text), "no text")
