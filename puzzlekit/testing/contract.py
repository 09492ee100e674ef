"""The contract of a plugin: what is asked of any rule book."""

from __future__ import annotations

import copy
import math
import traceback
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from random import Random

from ..core.errors import IllegalMove, NotationError, PluginError, PuzzlekitError
from ..core.options import options_of
from ..core.values import COLOURS, FORMS, MARKS, MOTIONS, Piece, Result
from ..play import saves
from ..play.editing import next_in, next_side
from ..play.session import Session
from ..play.setup import load, setup_of
from ..rules.memory import forgotten
from ..rules.rule_book import Puzzle, Rules, State
from . import boards
from .ending import check_ending
from .fast_path import check_choices, check_playouts, check_position, check_step

#: A word that no rule book may accept.
NONSENSE = "?!"


def found_here(
    rules: Rules, *, games: int = 3, plies: int = 60, seed: int = 0, compiled: bool = True
) -> list[str]:
    """Return what is wrong with a rule book, as `check` does, but found in this process.

    >>> from puzzlekit import load
    >>> found_here(load("pinball"))
    []
    """
    if not compiled:
        rules = copy.copy(rules)
        rules.__dict__["fast_path"] = None
    found: dict[str, None] = {}
    for test in (_facts, _starts, _identity, _edited):
        found.update(dict.fromkeys(_guarded(partial(test, rules))))
    for game in range(games):
        if found:
            break
        found.update(dict.fromkeys(_guarded(partial(_game, rules, Random(seed + game), plies))))
    if not found:
        found.update(dict.fromkeys(_guarded(partial(check_ending, rules, Random(seed)))))
    if not found:
        found.update(dict.fromkeys(_guarded(partial(_fast, rules, Random(seed), plies))))
    return list(found)


def _guarded(test: Callable[[], Iterator[str]]) -> Iterator[str]:
    """Turn an exception of the plugin into a sentence."""
    try:
        yield from test()
    except PluginError as error:
        yield str(error)
    except (Exception, SystemExit) as error:  # a stranger's plugin may raise anything
        frame = traceback.extract_tb(error.__traceback__)[-1]
        yield f"{frame.name}, line {frame.lineno}: {type(error).__name__}: {error}"


def _facts(rules: Rules) -> Iterator[str]:
    """What the class says of itself."""
    kind = type(rules)
    if not rules.name:
        yield "The plugin has no name."
    inherited = [base.__doc__ for base in kind.__mro__[1:]]
    if not (kind.__doc__ or "").strip() or kind.__doc__ in inherited:
        yield "The plugin has no docstring, which is its page of rules."
    if rules.motion not in MOTIONS:
        yield f"motion is {rules.motion!r}, not one of {', '.join(MOTIONS)}."
    if not rules.players:
        yield "players is empty; a puzzle has one, a game two or more."
    known = options_of(kind)
    for count in kind.seats():
        chosen = {"players": count} if "players" in known else {}
        if kind(**chosen).players != kind.sides_with(chosen) or len(kind.players) < count:
            yield f"With {count} players, players is not the first {count} of its class."
    if len(rules.board) == 0 or not all(math.isfinite(c) for p in rules.board.points for c in p):
        yield "The board needs cells, and each needs a point in the plane."
    yield from boards.problems(rules.board)
    if unknown_rims := set(rules.board.rims) - set(COLOURS):
        yield f"A side of the board is painted in {min(unknown_rims)!r}, which is no colour."
    for title, values in kind.presets.items():
        if unknown := set(values) - set(known):
            yield f"The preset {title!r} sets {min(unknown)!r}, which is no option."
        else:
            for name, value in values.items():
                if known[name].read(known[name].write(value)) != value:
                    yield f"The preset {title!r} sets {name} to {value!r}, which cannot be written."
            kind(**values)


def _starts(rules: Rules) -> Iterator[str]:
    if rules.start() != rules.start():
        yield "start() gives two different states."
    if rules.start(Random(5)) != rules.start(Random(5)):
        yield "start(rng) gives two different states for the same seed."
    for seed in range(3):
        state = rules.start(Random(seed))
        hash(state)
        if not rules.moves(state) and rules.result(state) is None:
            yield f"The start of seed {seed} has neither moves nor a result."
    if isinstance(rules, Puzzle) and rules.result(rules.goal) is None:
        yield "The goal does not count as solved."


def _identity(rules: Rules) -> Iterator[str]:
    """The ID and a save lead back to the same game."""
    setup = setup_of(rules)
    if not setup.id:
        return
    again = load(setup.id)
    if again.start() != rules.start() or again.moves(again.start()) != rules.moves(rules.start()):
        yield f"The ID {setup.id} does not lead back to the same game."
    session = Session(again)
    rng = Random(1)
    while session.ply < 5 and session.result is None and (moves := again.moves(session.state)):
        session.play(rng.choice(moves))
    back = saves.restore(saves.dump(session))
    if (back.state, back.moves, back.setup.id) != (session.state, session.moves, setup.id):
        yield "A save does not lead back to the same position."


def _edited(rules: Rules) -> Iterator[str]:
    """Cells and the side to move go round."""
    letters, sides = rules.editing
    if not letters:
        return
    state = next_side(rules, rules.start())
    for _ in sides[1:]:
        state = next_side(rules, state)
    before = rules.look(state)
    for cell in range(min(5, len(rules.board))):
        changed = state
        for _ in letters:
            changed = next_in(rules, changed, cell)
            others = [*rules.look(changed)]
            others[cell] = before[cell]
            if others != [*before]:
                yield f"editing {rules.board.cells[cell]} changes other cells too."
        if changed != state:
            yield f"editing {rules.board.cells[cell]} does not go round."


def _game(rules: Rules, rng: Random, plies: int) -> Iterator[str]:
    state = rules.start(rng)
    known: list[str] = []  # some moves of other positions, most of which are illegal here
    for _ in range(plies):
        yield from _position(rules, state, known)
        faults = [*check_position(rules, state)]
        yield from faults
        moves = rules.moves(state)
        if faults or not moves:  # compiled code that errs may write anywhere: let it rest
            return
        move = rng.choice(moves)
        known = [move, *known[:2]]
        yield from _step(rules, state, move)
        yield from check_step(rules, state, move)
        state = rules.play(state, move)


def _fast(rules: Rules, rng: Random, plies: int) -> Iterator[str]:
    """Look at the choices and playouts of a fast path here and there in a game."""
    state = rules.start(rng)
    for ply in range(plies):
        if ply in (0, 1, 7, 19):
            yield from check_choices(rules, state)
            yield from check_playouts(rules, state, rng)
        if not (moves := rules.moves(state)):
            return
        state = rules.play(state, rng.choice(moves))


def _position(rules: Rules, state: State, known: list[str]) -> Iterator[str]:
    moves, result = rules.moves(state), rules.result(state)
    if moves != rules.moves(state):
        yield "moves(state) does not always give the same order."
    if len(set(moves)) != len(moves):
        yield "moves(state) names a move twice."
    if not all(isinstance(move, str) and move.split() == [move] for move in moves):
        yield "A move must be a word: a text without blanks."
    if rules.is_game() and (result is None) != bool(moves):
        yield "A game must have moves as long as it has no result, and none afterwards."
    if result is not None and not (
        isinstance(result, Result) and result.winner in (None, *range(len(rules.players)))
    ):
        yield f"result(state) is {result!r}, neither None nor a Result with a seat that won."
    elif result is not None and not set(result.cells) <= set(range(len(rules.board))):
        yield f"result(state) shows {result.cells}, which are no cells."
    if rules.turn(state) not in range(len(rules.players)):
        yield f"turn(state) is {rules.turn(state)!r}, which is no seat."
    for answer in (rules.sides(state), rules.status(state)):
        if len(answer) != len(rules.players) or not all(isinstance(text, str) for text in answer):
            yield "sides(state) and status(state) need one text a seat."
    if not all(math.isfinite(rules.evaluate(state, seat)) for seat in range(len(rules.players))):
        yield "evaluate(state, seat) must be a finite number."
    if result is not None and not rules.is_game() and result.winner != 0:
        yield "A solved puzzle is won by seat 0."
    if any(rules.read(state, move) != move for move in moves[:3]):
        yield "read(state, text) must leave a legal move as it is."
    places = list(range(len(rules.board) + rules.reserve))
    broken = [move for move in moves[:20] if sorted(rules.permutation(state, move)) != places]
    if broken:
        yield f"carry says that {broken[0]} takes two pieces to one place."
    elif not all(sorted(images) == places for images in rules.generators(state).values()):
        yield "generators(state) names something that is no permutation of cells and reserve."
    yield from _line(rules, state)
    yield from _shown(rules, state, moves)
    yield from _pieces(rules, state)
    yield from _touches(rules, state, moves)
    for word in (NONSENSE, *(move + "x" for move in moves[:3]), *known):
        if word not in moves:
            yield from _refusal(rules, state, word)


def _line(rules: Rules, state: State) -> Iterator[str]:
    """A position that can be written as a line can be set up from it."""
    try:
        line = rules.line_of(state)
    except NotationError:
        return
    if not line or set(line) & set("#@/\\.") or line.split() != [line]:
        yield f"line_of(state) is {line[:80]!r}; it must be a word without #, @, / and dots."
    elif rules.state_of(line) != forgotten(state):
        yield f"state_of does not lead back from the line {line[:80]!r}."


def _shown(rules: Rules, state: State, moves: list[str]) -> Iterator[str]:
    """What a front end asks and sums up."""
    question = rules.question(state)
    if question is not None and not set(question.answers.values()) <= set(moves):
        yield f"question(state) offers {sorted(question.answers.values())}; not all are legal."
    if question is not None and not (question.text and question.answers and question.otherwise):
        yield "question(state) needs a text, an answer and a label for playing on."
    summary = rules.summary(state)
    if summary is None:
        return
    seats, rows = len(rules.players), summary.rows
    texts = [*summary.titles, *(text for row in rows for text in row)]
    if not all(isinstance(text, str) for text in texts) or any(
        len(each) != seats for each in (summary.titles, *rows)
    ):
        yield "summary(state) needs one text a seat in its titles and in each row."
    if summary.decisive is not None and summary.decisive not in range(len(rows)):
        yield f"summary(state) marks row {summary.decisive}, which it does not have."


def _refusal(rules: Rules, state: State, word: str) -> Iterator[str]:
    try:
        rules.play(state, word)
    except IllegalMove:
        pass
    except PuzzlekitError as error:
        yield f"play raises {type(error).__name__} for a move that is illegal, not IllegalMove."
    else:
        yield f"play accepts the move {word!r}, which moves(state) does not name."


def _pieces(rules: Rules, state: State) -> Iterator[str]:
    pieces = rules.look(state)
    if len(pieces) != len(rules.board):
        yield f"look(state) shows {len(pieces)} cells of {len(rules.board)}."
    yield from _drawable("look(state)", (piece for piece in pieces if piece is not None))
    for seat in range(len(rules.players)):
        emblem = rules.emblem(state, seat)
        if not set(emblem) <= set(range(len(rules.board))):
            yield f"emblem(state, {seat}) names {sorted(emblem)}, which are no cells."
        yield from _drawable("emblem(state, seat)", emblem.values())


def _drawable(answer: str, pieces: Iterable[object]) -> Iterator[str]:
    for piece in pieces:
        if not isinstance(piece, Piece):
            yield f"{answer} shows {piece!r}, which is no Piece."
        elif (
            piece.form not in FORMS
            or piece.mark not in MARKS
            or not {piece.colour, *(area.colour for area in piece.areas)} <= set(COLOURS)
        ):
            yield f"{answer} shows {piece!r}, of which the front end does not know a part."


def _touches(rules: Rules, state: State, moves: list[str]) -> Iterator[str]:
    meant: dict[tuple[object, ...], str] = {}
    size = len(rules.board)
    for move in moves:
        ways = [tuple(way) for way in rules.ways(state, move)]
        if not ways:
            yield f"ways(state, move) names no way to click {move}."
        for touches in ways:
            for touch in touches:
                if not touch.cells or not all(0 <= cell < size for cell in touch.cells):
                    yield f"{move} is meant by touching {touch.cells}, which are no cells."
            if touches and meant.setdefault(touches, move) != move:
                yield f"{move} and {meant[touches]} are meant by the same touches."
    for path, move in meant.items():
        for length in range(1, len(path)):
            if path[:length] in meant:
                yield f"{meant[path[:length]]} is meant by the first touches of {move}."


def _step(rules: Rules, state: State, move: str) -> Iterator[str]:
    marks = hash(state), repr(state)
    after = rules.play(state, move)
    if (hash(state), repr(state)) != marks:
        yield f"playing {move} changes the old state; states must be values."
    if rules.play(state, move) != after or hash(rules.play(state, move)) != hash(after):
        yield f"playing {move} twice from one state gives two different states."
    carry, images = rules.carry(state, move), rules.permutation(state, move)
    if not set(carry) <= set(range(len(images))):
        yield f"carry says that {move} moves what is on no cell."
    if sorted(images) != list(range(len(rules.board) + rules.reserve)):
        yield f"carry says that {move} takes two pieces to one place."
        return
    if isinstance(rules, Puzzle):
        looks = rules.look(state)
        carried = {images[cell]: piece for cell, piece in enumerate(looks)}
        if [carried[cell] for cell in range(len(looks))] != list(rules.look(after)):
            yield f"carry does not say what {move} does to the pieces."
        before = rules.before(after)
        if (move, state) not in before:
            yield f"before(state) does not name {move}, which has just been made."
        if not all(rules.play(source, word) == after for word, source in before):
            yield "before(state) names a move that does not lead to the state."
        back = rules.inverse_move(move)
        if back is not None and rules.play(after, back) != state:
            yield f"inverse_move says that {back} undoes {move}, but it does not."
