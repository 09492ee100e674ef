"""What the class of a plugin gets wrong: members that cannot be asked as the contract asks them."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from typing import Any

from ..core.board import Board
from ..core.solid import Solid
from .board_game import BoardGame
from .faults import Fault, is_of_author
from .history import faults_of_history
from .rule_book import Puzzle, Rules
from .stones import EMPTY, StoneGame
from .wording import brief, is_within

#: A name that no rule book has.
_NOBODYS = "__nobodys__"

#: Places beside a board at most.
MAX_RESERVE = 1_000_000


def faults_of_class(kind: type[Rules]) -> Iterator[Fault]:
    """Say which members are no methods, where the contract has some, or take other arguments.

    >>> from puzzlekit import Sliding
    >>> Maze = type("Maze", (Sliding,), {"__module__": "maze", "moves": lambda self: []})
    >>> print(next(faults_of_class(Maze)).text)
    moves is asked as moves(state), but is `def moves(self)`; write `def moves(self, state):`.
    """
    for name, wanted in _methods(kind):
        own = inspect.getattr_static(kind, name)
        if isinstance(own, property) or hasattr(own, "func"):
            text = f"{name} is a property, not a method; leave the decorator out."
            yield Fault(name, text, "is no method")
        elif not callable(getattr(kind, name)):
            text = f"{name} is {brief(own)}, not a method; write `{_head(name, wanted)}`."
            yield Fault(name, text, "is no method")
        elif inspect.isfunction(inspect.unwrap(own)):
            yield from _arguments(name, own, wanted)


def _methods(kind: type[Rules]) -> Iterator[tuple[str, list[inspect.Parameter]]]:
    """Yield the methods of the bases of a plugin that it defines anew, with their parameters."""
    bases = [each for each in kind.__mro__ if not is_of_author(each)]
    seen = set()
    for each in kind.__mro__:
        for name in vars(each):
            if not is_of_author(each) or name.startswith("_") or name in seen:
                continue
            seen.add(name)
            base = next((vars(b)[name] for b in bases if name in vars(b)), None)
            if inspect.isfunction(base):
                yield name, list(inspect.signature(base).parameters.values())[1:]


def _arguments(name: str, own: Any, wanted: list[inspect.Parameter]) -> Iterator[Fault]:
    signature = inspect.signature(own)
    if any(each.kind is each.VAR_POSITIONAL for each in wanted):
        return
    needed = sum(each.default is each.empty for each in wanted)
    try:
        signature.bind(*[None] * (1 + needed))
        signature.bind(*[None] * (1 + len(wanted)))
    except TypeError:
        words = [str(each).partition(":")[0] for each in signature.parameters.values()]
        asked = ", ".join(each.name for each in wanted)
        yield Fault(
            name,
            f"{name} is asked as {name}({asked}), but is `def {name}({', '.join(words)})`; "
            f"write `{_head(name, wanted)}`.",
            "takes other arguments",
        )


def _head(name: str, wanted: list[inspect.Parameter]) -> str:
    """Return the first line of a method as an author writes it."""
    words = [each.name + ("" if each.default is each.empty else "=None") for each in wanted]
    return f"def {name}({', '.join(['self', *words])}):"


def _answers_for_all(rules: Rules) -> bool:
    """Tell whether a rule book has an attribute of every name."""
    try:
        return hasattr(rules, _NOBODYS)
    except Exception:  # who asks for a name in earnest tells of it
        return False


def faults_of_facts(rules: Rules) -> Iterator[Fault]:
    """Say which of the things that a rule book holds are missing, or are something else."""
    if _answers_for_all(rules):
        text = "__getattr__ answers for every name, such as those that Python looks for to copy a "
        text += "rule book; let it raise AttributeError(name) for all that it does not know."
        yield Fault("__getattr__", text, "every name")
        return
    board = getattr(rules, "board", None)
    if not isinstance(board, Board):
        text = "board is a method" if callable(board) else f"board is {brief(board)}"
        text = "there is no board" if board is None else text
        yield Fault(
            "__init__",
            f"{text}; let __init__ call super().__init__(...), or set self.board, such as to "
            "grid(8, 8).",
            "no board",
        )
        return
    players = rules.players
    if not isinstance(players, tuple) or not all(isinstance(name, str) for name in players):
        yield Fault(
            "__init__", f"players is {brief(players)}; {tuple_of_names(players)}.", "players"
        )
    elif isinstance(rules, BoardGame) and len(players) == 1:
        text = f"players is {players!r}, one alone; a board game has two or more."
        yield Fault("players", text, "players")
    elif len(set(players)) < len(players):
        text = f"players is {players!r}; sides are told apart by their names, so no two may have "
        yield Fault("players", f"{text}the same one.", "players")
    elif isinstance(rules, StoneGame) and len({name[0] for name in players}) < len(players):
        text = (
            f"players is {players!r}; stones are told apart by the initials of their players, so "
        )
        yield Fault("players", f"{text}no two may have the same one.", "players")
    if isinstance(rules, StoneGame):
        yield from _faults_of_stones(rules)
    yield from _faults_of_solid(rules)
    yield from _faults_of_places(rules)
    yield from faults_of_history(rules)
    yield from _faults_of_draws(rules)
    yield from _faults_of_close_levels(rules)
    if isinstance(rules, Puzzle):
        for name in ("goal", "pieces"):
            if not hasattr(rules, name):
                text = f"there is no {name}; let __init__ call super().__init__(...), or set it."
                yield Fault("__init__", text, "no goal")
        if not isinstance(getattr(rules, "pieces", {}), Mapping):
            text = f"pieces is {brief(rules.pieces)}; it must be a dictionary of pieces by label."
            yield Fault("__init__", text, "pieces")


def _faults_of_solid(rules: Rules) -> Iterator[Fault]:
    solid: Any = rules.solid
    if solid is None:
        return
    if not isinstance(solid, Solid):
        text = f"solid is {brief(solid)}; set self.solid to a Solid, such as what solid(...) gives"
        yield Fault("__init__", f"{text}, or leave it out.", "no solid")
    elif solid.cells != len(rules.board):
        text = f"solid has {solid.cells} stickers, and the board {len(rules.board)} cells; "
        yield Fault("__init__", f"{text}each cell is a sticker.", "other cells")


def _faults_of_places(rules: Rules) -> Iterator[Fault]:
    reserve: Any = rules.reserve
    if not is_within(reserve, range(MAX_RESERVE + 1)):
        text = f"reserve is {brief(reserve)}; it must be how many places there are beside the "
        yield Fault("reserve", f"{text}board, from 0 to {MAX_RESERVE:,}.", "reserve")
    editing: Any = rules.editing
    pair = isinstance(editing, tuple) and len(editing) == 2
    if not pair or not all(isinstance(letters, str) for letters in editing):
        text = f"editing is {brief(editing)}; it must be two texts, the letters of cells and of "
        yield Fault("editing", f'{text}sides, such as (".BW", "BW").', "editing")


def _faults_of_draws(rules: Rules) -> Iterator[Fault]:
    draws: Any = rules.draws
    if not isinstance(draws, bool):
        text = f"draws is {brief(draws)}; it must be True, or False where no game can be drawn."
        yield Fault("draws", text, "no bool")
    elif not draws and (rules.longest is not None or rules.repetition == "draw"):
        why = "longest" if rules.longest is not None else "repetition"
        text = f"draws is False, but {why} makes some games draws; leave one of them out."
        yield Fault("draws", text, "draws all the same")


def _faults_of_close_levels(rules: Rules) -> Iterator[Fault]:
    close: Any = rules.close_levels
    if not isinstance(close, tuple) or not all(isinstance(name, str) for name in close):
        text = f"close_levels is {brief(close)}; it must be a tuple of texts, such as "
        yield Fault("close_levels", f"{text}('expert', 'master').", "no tuple")


def _faults_of_stones(rules: StoneGame) -> Iterator[Fault]:
    if not hasattr(rules, "first"):
        text = "the stones of the start are missing; let __init__ call super().__init__(board, "
        yield Fault("__init__", f'{text}first), where first is "" for an empty board.', "no stones")
        return
    if type(rules).look is not StoneGame.look:
        return  # it shows other letters in its own way
    if unknown := sorted(set(rules.first) - {*rules.pieces, EMPTY}):
        text = f"{unknown[0]!r}, with which the game begins, stands for no piece; take "
        yield Fault("__init__", f"{text}{', '.join(rules.pieces)} or {EMPTY!r}.", "stones")


def tuple_of_names(players: object) -> str:
    """Return how to write the players that were given as something else than a tuple of texts.

    >>> tuple_of_names("Black"), tuple_of_names(["Black", "White"])
    ("write ('Black',), with the comma", "write ('Black', 'White')")
    """
    if isinstance(players, str):
        return f"write {(players[:40],)}, with the comma"
    if isinstance(players, list | tuple | set | frozenset):
        return f"write {tuple(map(str, players))}"
    return "write a tuple of names, such as ('Black', 'White')"
