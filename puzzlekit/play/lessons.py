"""Illustrated rules and lessons: positions of examples, and defaults for plugins without any."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import Random

from ..core import game_id
from ..core.errors import IllegalMoveError, OptionError, PuzzlekitError
from ..core.options import options_of, read_options
from ..core.translation import _, translate
from ..core.values import Result
from ..rules.base import Puzzle, Rules, State
from ..rules.default_prompts import NOT_CLICKABLE, next_clicks
from ..rules.game_with_history import with_history
from ..rules.lessons import Example, Lesson, LessonStep
from .messages import side_to_move
from .parse_moves import read_line
from .positions import parse_position
from .prompts import find_prompt, find_refusal
from .session import Session
from .setup import Setup, make_setup, setup_of

#: Numbers of random games, and of moves in each, that are searched for a short game with a winner,
#: and the CPU time in seconds after which the search ends.
GAMES, GAME_MOVES, SEARCH_SECONDS = 12, 150, 1.0

#: Seed of the random games.
SEED = 1

#: Maximum number of positions that are searched for one that is a move away from a solved position.
MAX_POSITIONS = 3000


def examples_of(rules: Rules) -> Sequence[Example]:
    """Return the plugin's own sections of the illustrated rules, possibly none."""
    return type(rules.unwrapped).examples


def open_position(rules: Rules, options: str, moves: str) -> Session:
    """Return a game of the same plugin with the given options, and defaults for all others.

    The game begins with the given moves. Raises a `PuzzlekitError` if options or moves are invalid.
    """
    session = Session(_with_options(setup_of(rules), options))
    for text in moves.split():
        session.play_line(read_line(session.rules, session.state, text))
    return session


def _with_options(setup: Setup, options: str) -> Setup:
    """Return the setup of the same plugin with other options and another start."""
    game = game_id.parse(f"game{'' if options[:1] in ('', '@', '#') else ':'}{options}")
    if setup.game.name:
        return make_setup(game._replace(name=setup.game.name))
    if game.options:
        kind = type(setup.rules.unwrapped)
        values = read_options(options_of(kind), game.options)
        setup = Setup(with_history(kind(**values)))
    if game.position:
        return setup.with_position(parse_position(setup.rules, game.position))
    return setup if game.seed is None else setup.with_seed(game.seed)


@dataclass(frozen=True)
class ExampleScene:
    """The position of an example, and the moves that its picture shows.

    `steps` are the moves, each with the position after it. `refusal` is the error of an illegal
    move, and `result` is the result at the end.
    """

    rules: Rules
    state: State
    steps: Sequence[tuple[str, State]] = ()
    refusal: str = ""
    result: Result | None = None


def open_example(rules: Rules, example: Example) -> ExampleScene:
    """Return the scene of an example; raise a `PuzzlekitError` if the example is wrong.

    >>> from puzzlekit import load
    >>> example = Example("Move", "Slide a tile.", options="3", move="b1-c1")
    >>> scene = open_example(load("fifteen"), example)
    >>> [move for move, state in scene.steps], scene.result
    (['b1-c1'], None)
    """
    session = open_position(rules, example.options, example.moves)
    rules, state = session.rules, session.state
    if example.illegal:
        try:
            rules.play(state, example.move)
        except IllegalMoveError as error:
            return ExampleScene(rules, state, refusal=example.caption or str(error))
        raise OptionError(f"{rules.name}: {example.title}: {example.move} is a legal move.")
    steps = []
    for text in example.move.split():
        line = read_line(rules, session.state, text)
        session.play_line(line)
        steps += line
    return ExampleScene(rules, state, steps, result=session.result)


def marked_cells(rules: Rules, marks: str) -> list[list[int]]:
    """Return the cells of each mark of an example; raise `OptionError` for an unknown cell."""
    index = rules.board.index
    groups = [mark.split("+") for mark in marks.split()]
    for cell in (cell for group in groups for cell in group):
        if cell not in index:
            raise OptionError(f"{rules.name}: an example marks {cell}, which is not a cell.")
    return [[index[cell] for cell in group] for group in groups]


def default_examples(rules: Rules) -> list[Example]:
    """Return pictures for a plugin without examples: a start, a move, a refusal and the end."""
    state, own = rules.start(), options_and_start(rules)
    if isinstance(rules, Puzzle):
        is_only = rules.goal_defines_solved and not rules.free
        text = _("Reach this position.") if is_only else _("This position, for example, is solved.")
        goal = options_and_start(rules, rules.goal)
        examples = [Example(_("Goal"), text, options=goal)]
    elif any(rules.pieces(state)) or not rules.board.plane:
        examples = [Example(_("Start"), _("The game starts from this position."), options=own)]
    else:
        examples = []
    if moves := _typable_moves(rules, state):
        prompt = find_prompt(rules, state)[0] or _("Choose a move")
        examples.append(Example(_("A move"), f"{prompt}.", options=own, move=moves[0]))
        if (example := _refusal_example(rules, state, moves)) is not None:
            examples.append(example)
    if not isinstance(rules, Puzzle) and (game := short_game(rules)):
        *before, last = game
        session = open_position(rules, own, " ".join(game))
        assert session.result is not None
        text = f"{session.result.text}."
        examples.append(Example(_("The end"), text, options=own, moves=" ".join(before), move=last))
    return examples


def options_and_start(rules: Rules, state: State = None) -> str:
    """Return the options and the start of rules. The start is `state` if it can be encoded."""
    game = setup_of(rules).game
    if state is not None:
        with suppress(PuzzlekitError):
            game = game._replace(seed=None, walk=None, position=rules.encode(state))
    return str(game._replace(name="game")).removeprefix("game").removeprefix(":")


def _typable_moves(rules: Rules, state: State) -> list[str]:
    """Return the legal moves without blanks. Moves that are made by clicks come first."""
    moves = [move for move in rules.legal_moves(state) if " " not in move]
    return sorted(moves, key=lambda move: not rules.clicks(move))  # stable


def _refusal_example(rules: Rules, state: State, moves: Sequence[str]) -> Example | None:
    """Return an example of a cell that cannot be clicked, at the start or after the first move."""
    after = rules.play(state, moves[0])
    for played, position in (("", state), (moves[0], after)):
        clickable = {cell for click in next_clicks(rules, position, ())[0] for cell in click.cells}
        pieces = rules.pieces(position)
        others = [cell for cell in range(len(rules.board)) if cell not in clickable]
        others.sort(key=lambda cell: pieces[cell] is None)
        if clickable and others and rules.solid is None:
            reason, _error = find_refusal(rules, position, (), others[0])
            if reason == NOT_CLICKABLE:  # which refers to marks that a picture does not show
                reason = _("No move begins with a click on this cell")
            cell = rules.board.cells[others[0]]
            own = options_and_start(rules)
            return Example(_("Not allowed"), f"{reason}.", options=own, moves=played, bad=cell)
    return None


def short_game(rules: Rules) -> list[str]:
    """Return the moves of the shortest of some random games with a winner, or an empty list."""
    rng, best, deadline = Random(SEED), list[str](), time.process_time() + SEARCH_SECONDS
    for _game in range(GAMES):
        state, moves = rules.start(), list[str]()
        while len(moves) < (len(best) or GAME_MOVES) and time.process_time() < deadline:
            if rules.outcome(state) is not None or not (legal := _typable_moves(rules, state)):
                break
            moves.append(rng.choice(legal))
            state = rules.play(state, moves[-1])
        result = rules.outcome(state)
        if result is not None and result.seat is not None:
            best = moves
    return best


def lesson_of(rules: Rules) -> Lesson:
    """Return the lesson of a plugin, or a default lesson."""
    return type(rules.unwrapped).lesson or default_lesson(rules)


def _describe_input(rules: Rules, moves: Sequence[str]) -> str:
    """Return a sentence that says how to make a move."""
    if rules.solid is not None:
        return _("Drag a sticker to make a turn. Drag outside to rotate the view.")
    clicks = [click for move in moves for click in rules.clicks(move)]
    if not clicks:
        return _("Any legal move is fine. Choose one of the buttons.")
    text = _("Click a green mark on the board. Any legal move is fine.")
    if isinstance(rules, Puzzle) and any(click.variant for click in clicks):
        text += " " + _("A right-click makes the move in the other direction.")
    return text


def _find_solving_move(puzzle: Puzzle) -> tuple[str, State] | None:
    """Return a move that solves a puzzle and the position before it, or None if none is found."""
    seen, queue = {puzzle.goal}, deque([puzzle.goal])
    while queue and len(seen) < MAX_POSITIONS:
        for move, position in puzzle.predecessors(queue.popleft()):
            if puzzle.outcome(position) is None:
                return move, position
            if position not in seen:
                seen.add(position)
                queue.append(position)
    return None


def default_lesson(rules: Rules) -> list[LessonStep]:
    """Return a lesson for a plugin without one: the start, a move, a refusal and a win."""
    state = rules.start()
    own = options_and_start(rules)
    is_solved = isinstance(rules, Puzzle) and rules.outcome(state) is not None
    title = _("This is the goal") if is_solved else _("This is the start")
    steps = [LessonStep(title, translate(rules.summary_line()), options=own)]
    moves = _typable_moves(rules, state)
    if moves:
        prompt = find_prompt(rules, state)[0] or _("Choose a move")
        text = _describe_input(rules, moves)
        steps.append(LessonStep(prompt, text, answers="*", after=_("That was a legal move.")))
        if (example := _refusal_example(rules, state, moves)) is not None:
            title = _("Some cells cannot be clicked")
            step = LessonStep(
                title, example.text, options=own, moves=example.moves, bad=example.bad
            )
            steps.append(step)
    if isinstance(rules, Puzzle):
        if (found := _find_solving_move(rules)) is not None:
            move, position = found
            options = options_and_start(rules, position)
            steps.append(
                LessonStep(
                    _("Solve it"), _("One move leads to the goal."), answers=move, options=options,
                    wrong=_('That leads away from the goal. "Show me" plays the move.'),
                    after=_("Solved. The actual puzzle starts farther from the goal."),
                )
            )  # fmt: skip
    elif game := short_game(rules):
        *before, last = game
        session = open_position(rules, own, " ".join(before))
        after, side = partial(session.rules.play, session.state), side_to_move(session)
        moves = _typable_moves(session.rules, session.state)
        ends = {move: session.rules.outcome(after(move)) for move in moves}
        end = ends[last]
        winning = [move for move in moves if ends[move] == end]
        assert end is not None
        steps.append(
            LessonStep(
                _("End the game"), _("One move by {side} ends this game.").format(side=side),
                options=own, moves=" ".join(before), answers=" ".join(winning),
                after=f"{end.text}.",
                wrong=_("The game would go on. Look for the move that ends it."),
            )
        )  # fmt: skip
    return steps
