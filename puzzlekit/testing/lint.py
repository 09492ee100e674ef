"""What is legal in a plugin but looks like a mistake: the warnings of `check`."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path
from random import Random

from ..core.errors import LimitReached, OptionError, fault
from ..core.options import options_of
from ..core.values import COLOURS
from ..plugin.errors import is_raised_by
from ..plugin.source import Fault, defines, is_plugin_class, message, source_files
from ..rules.connection import Connection
from ..rules.rule_book import Puzzle, Rules, State
from ..solving.invariants import hindrance
from ..solving.search import solve
from . import boards
from .budget import Budget

#: How like a name of the contract another one must be, from 0 to 1.
_NEAR = 0.8

#: Plies of all games together, for each seat, after which one that has not moved stands out.
_PLIES = 6

#: States of a puzzle that are searched for a solution.
_STATES = 10_000

#: What looks like the name of a cell, as boards of squares have them.
_CELL = re.compile(r"[a-z]+[0-9]+")


def lint_warnings(rules: Rules, *, games: int = 3, plies: int = 60, seed: int = 0) -> list[str]:
    """Return what is legal in rules that keep the contract, but looks like a mistake.

    >>> from puzzlekit import load
    >>> lint_warnings(load("hex:3"))
    []
    """
    rules = rules.unwrapped
    found: dict[object, str] = {}
    for each in lint(rules, games, plies, seed, Budget()):
        found.setdefault((each.member, each.key or each.text), message(type(rules), each))
    return list(found.values())


def lint(rules: Rules, games: int, plies: int, seed: int, budget: Budget) -> Iterator[Fault]:
    """Yield what looks like a mistake."""
    rules = rules.unwrapped
    for test in (_misspelt, _presets, _unbounded, _fast, _board, _unsolvable, _cut_off):
        budget()
        yield from test(rules)
    if rules.is_game() and games:
        yield from _games(rules, games, plies, seed, budget)


def _misspelt(rules: Rules) -> Iterator[Fault]:
    """Yield public names that the plugin does not use, and that are near one of the contract."""
    kind = type(rules)
    bases = [each for each in kind.__mro__ if not is_plugin_class(each)]
    known = {name for base in bases for name in dir(base) if not name.startswith("_")}
    known |= {"board", "goal", "pieces"}
    own = {name for each in kind.__mro__ if is_plugin_class(each) for name in vars(each)}
    own |= set(vars(rules)) - {"setup", "fast_path", *options_of(kind)}
    own = {name for name in own if not name.startswith("_") and name not in known}
    for name in sorted(own - _used(kind)):
        if near := get_close_matches(name.lower(), known, n=1, cutoff=_NEAR):
            text = f"{name} is near {near[0]}, and nothing uses {name}. Is {near[0]} meant?"
            yield Fault(name, text)


def _used(kind: type[Rules]) -> set[str]:
    """Return the names that the plugin's own code reads."""
    files = [Path(each) for each in source_files(kind)]
    parts = [[*file.rglob("*.py")] if file.is_dir() else [file] for file in files]
    found: set[str] = set()
    for file in (file for part in parts for file in part):
        with suppress(OSError, SyntaxError, ValueError):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Attribute | ast.Name) and isinstance(node.ctx, ast.Load):
                    found.add(node.attr if isinstance(node, ast.Attribute) else node.id)
    return found


def unknown_cells(rules: Rules) -> Iterator[Fault]:
    """Yield a move that names a cell like those of the board which does not exist."""
    cells, moves = rules.board.index, rules.moves(rules.start())
    if not cells or not all(map(_CELL.fullmatch, cells)):
        return
    if 2 * sum(bool(rules.board.named_in(move)) for move in moves) < len(moves):
        return  # its moves do not name cells
    for move in moves:
        for word in re.findall(r"[^\W_]+", move):
            if _CELL.fullmatch(word) and word not in cells:
                text = f"moves(state) contains {move!r}, but the board has no cell {word!r}; cells "
                text += f"are {rules.board.cells[0]} to {rules.board.cells[-1]}."
                yield Fault("moves", text, "unknown cell")
                return


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
    if defines(type(rules), "fast") and (rules.longest is not None or rules.repetition):
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


def _games(rules: Rules, games: int, plies: int, seed: int, budget: Budget) -> Iterator[Fault]:
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
            budget()
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
    member = "turn" if defines(type(rules), "turn") else "play"
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
