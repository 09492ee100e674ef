"""The contract of a plugin: what is asked of any rule book."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from random import Random
from typing import Any

from ..core.errors import (
    IllegalMove,
    NotationError,
    PuzzlekitError,
    did_you_mean,
    fault,
    listed,
    quoted,
)
from ..core.options import options_of
from ..core.values import COLOURS, MOTIONS
from ..play import saves
from ..play.editing import next_in, next_side
from ..play.session import Session
from ..play.setup import load, setup_of
from ..players.mcts_player import LEVELS
from ..rules.answers import faults_of_position
from ..rules.faults import Fault, homes, is_written, say
from ..rules.history import without_history
from ..rules.members import faults_of_class, faults_of_facts
from ..rules.rule_book import Puzzle, Rules, State
from ..rules.told import REFUSE, last_line, refusal, told
from ..rules.wording import brief
from . import boards
from .check_frames import check_frames
from .ending import check_dead_ends, check_draws, check_ending
from .fast_path import (
    check_canonical,
    check_choices,
    check_claims,
    check_playouts,
    check_position,
    check_step,
)
from .swap import check_swap

#: A word that no rule book may accept.
NONSENSE = "?!"

#: Moves a ply of a game of which everything is asked. Where there are more, all is asked of a
#: position now and then: as often as makes so many on average.
MOVES_A_PLY = 500

#: What a test finds: a fault, or a sentence about the plugin as a whole.
Found = Iterator[Fault | str]


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
    found: dict[object, str] = {}
    tests: list[Callable[[], Found]] = [partial(_facts, rules)]
    tests += [partial(test, rules) for test in (_answers, _starts, _identity, _edited)]
    tests += [partial(_game, rules, Random(seed + game), plies) for game in range(games)]
    tests += [partial(check_ending, rules, Random(seed))]
    tests += [partial(_fast, rules, Random(seed), plies)]
    tests += [
        partial(each, rules, Random(seed)) for each in (check_dead_ends, check_draws, check_swap)
    ]
    tests.append(partial(_frames, rules))
    for number, test in enumerate(tests):
        new = dict(_guarded(rules, test))
        found = new | found
        if new and number:  # what comes later relies on this; facts stand for themselves
            break
    return list(dict.fromkeys(found.values()))


def _guarded(rules: Rules, test: Callable[[], Found]) -> Iterator[tuple[object, str]]:
    """Turn faults into sentences, each with what it shares with others that need not be said."""
    try:
        said = set()
        for each in test():
            whole = Fault("", each, each) if isinstance(each, str) else each
            if (key := (whole.member, whole.kind)) not in said:
                said.add(key)
                yield key, say(type(rules.unwrapped), whole)
    except (Exception, SystemExit) as error:  # a stranger's plugin may raise anything
        text = told(error, rules)
        yield text.partition(":")[0], text


def _facts(rules: Rules) -> Found:
    """What the class says of itself."""
    kind = type(rules.unwrapped)
    if not rules.name:
        yield 'The plugin has no name; write name = "...".'
    inherited = [base.__doc__ for base in kind.__mro__[1:]]
    if not (kind.__doc__ or "").strip() or kind.__doc__ in inherited:
        yield "The plugin has no docstring, which is its page of rules."
    if rules.motion not in MOTIONS:
        near = did_you_mean(str(rules.motion), MOTIONS)
        text = f"motion is {rules.motion!r}, not one of {', '.join(MOTIONS)}.{near}"
        yield Fault("motion", text, "motion")
    if not rules.players:
        yield "players is empty; a puzzle has one, a game two or more."
    yield from faults_of_class(kind)
    yield from _presets(kind)


def _presets(kind: type[Rules]) -> Found:
    known = options_of(kind)
    for title, values in kind.presets.items():
        if unknown := sorted(set(values) - set(known)):
            near = did_you_mean(unknown[0], known)
            there = f"the options are {listed(known)}" if known else "there are no options"
            text = f"The preset {title!r} sets {unknown[0]!r}, which is no option; {there}.{near}"
            yield Fault("presets", text, title)
            continue
        wrong = False
        for name, value in values.items():
            try:
                wrong |= known[name].read(known[name].write(value)) != value
            except PuzzlekitError as error:
                yield Fault("presets", f"The preset {title!r} cannot be chosen: {error}", title)
                break
            if wrong:
                text = f"The preset {title!r} sets {name} to {value!r}, which cannot be written."
                yield Fault("presets", text, title)
                break
        else:
            kind(**values)


def _answers(rules: Rules) -> Found:
    """What it holds, and what it answers at its start, is of the right kind."""
    kind = type(rules.unwrapped)
    facts = list(faults_of_facts(rules.unwrapped))
    yield from facts
    if facts or not rules.players:
        return
    yield from _board(rules)
    yield from _levels(rules)
    known = options_of(kind)
    for count in kind.seats():
        chosen = {"players": count} if "players" in known else {}
        if kind(**chosen).players != kind.sides_with(chosen) or len(kind.players) < count:
            text = f"With {count} players, players is not the first {count} of its class; write "
            text += "`self.players = type(self).players[:players]` in __init__, before "
            yield Fault("__init__", f"{text}`super().__init__(...)`.", "players")
    yield from faults_of_position(rules, rules.start())


def _levels(rules: Rules) -> Found:
    known = LEVELS[1:]
    for name in rules.close_levels:
        if name not in known:
            text = f"close_levels has {quoted(name)}; levels above another are {listed(known)}."
            yield Fault("close_levels", text + did_you_mean(name, known), "no level")


def _board(rules: Rules) -> Found:
    board = rules.board
    if len(board) == 0 or not all(math.isfinite(c) for p in board.points for c in p):
        text = "The board needs cells, and each needs a point in the plane."
        yield Fault("__init__", text, "points")
    for text in boards.problems(board):
        yield Fault("__init__", text, text)
    for names in (board.rims, board.colours.values()):
        if unknown := sorted(set(names) - set(COLOURS)):
            what = "A side" if names is board.rims else "A cell"
            text = f"{what} of the board is painted in {unknown[0]!r}, which is no colour; the "
            text += f"colours are {', '.join(COLOURS)}.{did_you_mean(unknown[0], COLOURS)}"
            yield Fault("__init__", text, "no colour")


def _starts(rules: Rules) -> Found:
    if rules.start() != rules.start():
        yield _start("start() gives two different states; without rng it must always be the same.")
    if rules.start(Random(5)) != rules.start(Random(5)):
        text = "start(rng) gives two different states for the same seed; let all chance come from "
        yield _start(f"{text}rng, such as rng.choice(...).")
    for seed in range(3):
        state = rules.start(Random(seed))
        hash(state)
        if not rules.moves(state) and rules.outcome(state) is None:
            yield _start(f"The start of seed {seed} has neither moves nor a result.")
    if isinstance(rules, Puzzle) and rules.outcome(rules.goal) is None:
        text = "The goal does not count as solved: result(goal) is None, not a Result."
        yield Fault("result", text, "goal")


def _start(text: str) -> Fault:
    return Fault("start", text, text)


def _identity(rules: Rules) -> Found:
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
        text = "A save does not lead back to the same position"
        where = _difference(session.state, back.state)
        yield Fault("play", f"{text}{': ' if where else ''}{where}.", text)


def _difference(a: State, b: State, name: str = "the state") -> str:
    """Say where two states differ first; nothing if they are equal.

    >>> _difference(("B.", 3), ("B.", 4))
    'part 1 of the state is 3 and then 4'
    """
    if a == b:
        return ""
    if type(a) is not type(b):
        return f"{name} is {brief(a)} and then {brief(b)}"
    if isinstance(a, tuple) and len(a) == len(b):
        fields = getattr(a, "_fields", None)
        for number, (one, other) in enumerate(zip(a, b, strict=True)):
            part = fields[number] if fields else f"part {number}"
            if one != other:
                return _difference(one, other, f"{part} of {name}")
    return f"{name} is {brief(a)} and then {brief(b)}"


def _edited(rules: Rules) -> Found:
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
                text = f"editing {rules.board.cells[cell]} changes other cells too."
                yield Fault("editing", text, "others")
        if changed != state:
            text = f"editing {rules.board.cells[cell]} does not go round."
            yield Fault("editing", text, "round")


def _game(rules: Rules, rng: Random, plies: int) -> Found:
    state = rules.start(rng)
    known = ""  # the last move, which most often is illegal now
    ahead = 0
    for _ in range(plies):
        wrong = [*faults_of_position(rules, state)]
        yield from wrong
        if wrong:  # what is asked next relies on these answers
            return
        moves = rules.moves(state)
        ahead -= MOVES_A_PLY
        if ahead <= 0 or not moves:
            ahead = max(0, ahead) + len(moves)
            yield from _position(rules, state, moves, known)
            faults = [*check_position(rules, state)]
            yield from (Fault("fast", text, text) for text in faults)
            if faults:  # compiled code that errs may write anywhere: let it rest
                return
        if not moves:
            return
        known = move = rng.choice(moves)
        yield from _step(rules, state, move)
        yield from (Fault("fast", text, text) for text in check_step(rules, state, move))
        state = rules.play(state, move)


def _fast(rules: Rules, rng: Random, plies: int) -> Found:
    """Look at the choices and playouts of a fast path here and there in a game."""
    for tests in (check_canonical(rules, rng), check_claims(rules, rng)):
        yield from (Fault("fast", text, text) for text in tests)
    state = rules.start(rng)
    for ply in range(plies):
        if ply in (0, 1, 7, 19):
            for tests in (check_choices(rules, state), check_playouts(rules, state, rng)):
                yield from (Fault("fast", text, text) for text in tests)
        if not (moves := rules.moves(state)):
            return
        state = rules.play(state, rng.choice(moves))


def _position(rules: Rules, state: State, moves: list[str], known: str) -> Found:
    if odd := [(move, read) for move in moves[:3] if (read := rules.read(state, move)) != move]:
        text = f"read(state, text) must leave a legal move as it is, but makes {brief(odd[0][1])} "
        yield Fault("read", f"{text}of {brief(odd[0][0])}.", "read")
    places = range(len(rules.board) + rules.reserve)
    own = (
        type(rules.unwrapped).generators is not Rules.generators
    )  # which are what carry says of all moves
    asked = moves[:20] if own else moves
    if broken := [move for move in asked if not _is_bijection(rules.carry(state, move), places)]:
        yield _no_bijection(rules, state, broken[0])
    yield from _line(rules, state)
    yield from _shown(rules, state, moves)
    yield from _touches(rules, state, moves)
    yield from _sweeps(rules, state)
    for word in (NONSENSE, *(move + "x" for move in moves[:1]), known):
        if word and word not in moves:
            yield from _refusal(rules, state, word)


def _is_bijection(carry: Mapping[int, int], places: range) -> bool:
    """Tell whether each place that is left is filled again.

    >>> _is_bijection({1: 2, 2: 1}, range(4)), _is_bijection({1: 2}, range(4))
    (True, False)
    """
    left = {place for place in carry if place in places}
    return left == {carry[place] for place in left}


def _no_bijection(rules: Rules, state: State, move: str) -> Fault:
    text = f"carry says that {move} takes two pieces to one place, or a piece to no place: "
    text += (
        f"{brief(dict(rules.carry(state, move)))}. Each place that is left must be filled again."
    )
    return Fault("carry", text, "no bijection")


def _line(rules: Rules, state: State) -> Found:
    """A position that can be written as a line can be set up from it."""
    try:
        line: Any = rules.line_of(state)
    except NotationError:
        return
    if not isinstance(line, str):
        text = f"line_of(state) is {brief(line)}, which is no text; a position that has no line "
        yield Fault("line_of", f"{text}raises NotationError.", "no text")
        return
    reader = "state_of" if is_written(type(rules.unwrapped), "state_of") else "line_of"
    if not line or set(line) & set("#@/\\.") or line.split() != [line]:
        text = f"line_of(state) is {line[:80]!r}; it must be a word without #, @, / and dots."
        yield Fault("line_of", text, "no line")
        return
    try:
        back = rules.state_of(line)
    except NotationError as error:
        text = f"state_of cannot read {line[:80]!r}, which line_of(state) gives: {error}."
        yield Fault(reader, text, "not read")
        return
    if back != without_history(state):
        text = f"state_of does not lead back from the line {line[:80]!r}: "
        yield Fault(reader, f"{text}{_difference(without_history(state), back)}.", "not back")


def _shown(rules: Rules, state: State, moves: list[str]) -> Found:
    """What a front end asks and sums up."""
    question = rules.question(state)
    if question is not None and not set(question.answers.values()) <= set(moves):
        text = f"question(state) offers {sorted(question.answers.values())}; not all are legal."
        yield Fault("question", text, "illegal")
    if question is not None and not (question.text and question.answers and question.otherwise):
        text = "question(state) needs a text, an answer and a label for playing on."
        yield Fault("question", text, "parts")
    summary = rules.summary(state)
    if summary is None:
        return
    seats, rows = len(rules.players), summary.rows
    texts = [*summary.titles, *(text for row in rows for text in row)]
    if not all(isinstance(text, str) for text in texts) or any(
        len(each) != seats for each in (summary.titles, *rows)
    ):
        text = "summary(state) needs one text a seat in its titles and in each row."
        yield Fault("summary", text, "texts")
    if summary.decisive is not None and summary.decisive not in range(len(rows)):
        text = f"summary(state) marks row {summary.decisive}, which it does not have."
        yield Fault("summary", text, "row")


def _refusal(rules: Rules, state: State, word: str) -> Found:
    try:
        rules.play(state, word)
    except IllegalMove:
        pass
    except (Exception, SystemExit) as error:  # a stranger's plugin may raise anything
        where = last_line(error, homes(type(rules.unwrapped)))
        yield Fault("play", refusal(word, fault(error)), "refusal", where[1] if where else "")
    else:
        text = f"play accepts the move {word!r}, which moves(state) does not name. {REFUSE}"
        yield Fault("play", text, "refusal")


def _touches(rules: Rules, state: State, moves: list[str]) -> Found:
    meant: dict[tuple[object, ...], str] = {}
    size = len(rules.board)
    for move in moves:
        ways = [tuple(way) for way in rules.ways(state, move)]
        if not ways:
            yield Fault("ways", f"ways(state, move) names no way to click {move}.", "none")
        for touches in ways:
            for touch in touches:
                if not touch.cells or not all(0 <= cell < size for cell in touch.cells):
                    text = f"{move} is meant by touching {touch.cells}, which are no cells."
                    yield Fault("touches", text, "no cells")
            if touches and meant.setdefault(touches, move) != move:
                text = f"{move} and {meant[touches]} are meant by the same touches."
                yield Fault("touches", text, "same")
    for path, move in meant.items():
        for length in range(1, len(path)):
            if path[:length] in meant:
                text = f"{meant[path[:length]]} is meant by the first touches of {move}."
                yield Fault("touches", text, "first")


def _sweeps(rules: Rules, state: State) -> Found:
    for cell, moves in rules.sweeps(state).items():
        onward = state
        for move in moves:
            if move not in rules.moves(onward):
                text = f"sweeps(state)[{cell}] has {move}, which is not legal when it is made."
                yield Fault("sweeps", text, "illegal")
                return
            onward = rules.play(onward, move)


def _step(rules: Rules, state: State, move: str) -> Found:
    marks = hash(state), repr(state)
    after = rules.play(state, move)
    if (hash(state), repr(state)) != marks:
        text = f"playing {move} changes the old state; states must be values: make a new one."
        yield Fault("play", text, "changes")
    again = rules.play(state, move)
    if again != after or hash(again) != hash(after):
        text = f"playing {move} twice from one state gives two different states."
        yield Fault("play", text, "twice")
    carry, images = rules.carry(state, move), rules.permutation(state, move)
    if not set(carry) <= set(range(len(images))):
        text = f"carry says that {move} moves what is on no cell: {brief(dict(carry))}."
        yield Fault("carry", text, "no cell")
    if sorted(images) != list(range(len(rules.board) + rules.reserve)):
        yield _no_bijection(rules, state, move)
        return
    if isinstance(rules, Puzzle):
        yield from _puzzle_step(rules, state, move, after)


def _puzzle_step(rules: Puzzle, state: State, move: str, after: State) -> Found:
    looks, images = rules.look(state), rules.permutation(state, move)
    carried = {images[cell]: piece for cell, piece in enumerate(looks)}
    wrong = [c for c, piece in enumerate(rules.look(after)) if carried[c] != piece]
    if wrong:
        text = f"carry does not say what {move} does to the pieces: on cell "
        text += f"{rules.board.cells[wrong[0]]} there is something else than what it brings there."
        yield Fault("carry", text, "pieces")
    before = rules.before(after)
    if (move, state) not in before:
        text = f"before(state) does not name {move}, which has just been made."
        yield Fault("before", text, "not named")
    if not all(rules.play(source, word) == after for word, source in before):
        text = "before(state) names a move that does not lead to the state."
        yield Fault("before", text, "elsewhere")
    back = rules.inverse_move(move)
    if back is not None and rules.play(after, back) != state:
        text = f"inverse_move says that {back} undoes {move}, but it does not."
        yield Fault("inverse_move", text, "not undone")


def _frames(rules: Rules) -> Iterator[Fault]:
    """Report moves that do not follow the frames."""
    if isinstance(rules, Puzzle):
        for text in check_frames(rules):
            yield Fault("frame", text, "frames")
