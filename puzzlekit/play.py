"""What window and terminal share: starting a session, reading moves, keeping the game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import SystemRandom

from . import saves, words
from .errors import IllegalMove, NotationError, SaveError
from .players import HUMAN, player
from .registry import load
from .rules import Puzzle, Rules, State
from .session import Session

#: Moves that one line may hold.
LINE_LIMIT = 10_000


def new_session(text: str, players: Sequence[str] | None = None) -> Session:
    """Return a session for an ID, and moves after it; a puzzle that starts solved gets a seed.

    Raises a `PuzzlekitError` for a bad ID, an illegal move or an unknown player.

    >>> new_session("pinball 4-5 7-4").state[3]
    '9'
    """
    for name in players or ():
        if name != HUMAN:
            player(name)
    name, *moves = text.split() or [""]
    rules = load(name)
    unseeded = rules.seed is None and not rules.line
    if unseeded and not rules.is_game() and rules.result(rules.start()) is not None:
        rules = load(f"{rules.id}#{fresh_seed()}")
    session = Session(rules, players)
    for move in moves:
        session.play(rules.read(session.state, move))
    return session


def fresh_seed() -> int:
    """Return a seed that nobody has seen yet, short enough to be told to a friend."""
    return SystemRandom().randrange(1, 10**6)


def again(rules: Rules) -> str:
    """Return the ID for another game of the same kind, with a new seed if there was one."""
    name = rules.id.partition("#")[0]
    return name if rules.seed is None else f"{name}#{fresh_seed()}"


def at(rules: Rules, state: State) -> str:
    """Return the ID of the same game begun from a position; raise `NotationError` if it has none.

    >>> rules = load("hex:2")
    >>> at(rules, rules.play(rules.start(), "b1"))
    'hex:size=2@1R,2_B_1'
    """
    name = rules.id.partition("#")[0].partition("@")[0]
    try:
        return f"{name}@{rules.line_of(state)}"
    except NotationError as error:
        raise NotationError(
            f"{rules.name} cannot be set up from a line: {error}. Copy the game instead."
        ) from error


def side_swapped(session: Session) -> str:
    """Say which side the person plays now, if a computer's last move has exchanged the sides.

    >>> session = new_session("hex:3", ["human", "greedy"])
    >>> session.play("b2")
    >>> session.play("swap")
    >>> side_swapped(session)
    'The computer has swapped: you play Blue now.'
    """
    rules, players = session.rules, session.players
    if not session.ply or players.count(HUMAN) != 1:
        return ""
    before = session.state_at(session.ply - 1)
    seat = players.index(HUMAN)
    now = rules.sides(session.state)[seat]
    if rules.turn(before) == seat or rules.sides(before)[seat] == now:
        return ""
    return f"The computer has swapped: you play {now} now."


class Autosave:
    """Keeps a session in a file, after every move if it is called then.

    The game that the file held before is kept beside it as `.previous`, or as `.damaged-N` if
    it cannot be read. Raises `SaveError`.
    """

    def __init__(self, path: Path, *, resumed: bool = False) -> None:
        self.path = path
        self._ours = resumed

    def __call__(self, session: Session) -> None:
        """Write the session."""
        if not self._ours and self.path.exists():
            self._make_room()
        self._ours = True
        saves.write(session, self.path)

    def _make_room(self) -> None:
        try:
            saves.read(self.path)
        except SaveError:
            saves.keep_aside(self.path)
        else:
            saves.rename(self.path, self.path.with_suffix(".previous"))


def read_moves(rules: Rules, state: State, line: str) -> list[str]:
    """Return the moves that a line means, each legal where it is to be made.

    A game takes one move, a puzzle a word of them. Raises `IllegalMove` or `NotationError`.

    >>> from puzzlekit import load
    >>> rules = load("cube:2")
    >>> read_moves(rules, rules.start(), "U2 [R: F']")
    ['U', 'U', 'R', "F'", "R'"]
    """
    found: list[str] = []
    for item in [line] if rules.is_game() else _items(line):
        for move in _expanded(rules, state, item):
            try:
                state = rules.play(state, move)
            except IllegalMove as error:
                rest = " No move of the line was made." if found else ""
                raise IllegalMove(f"{error}{rest}") from error
            found.append(move)
            if len(found) > LINE_LIMIT:
                raise NotationError(f"The line holds more than {LINE_LIMIT:,} moves; shorten it.")
    return found


def _items(line: str) -> list[str]:
    """Split a line at the blanks outside of brackets.

    >>> _items("U (L R)2 [x, y]")
    ['U', '(L R)2', '[x, y]']
    """
    items, depth = [""], 0
    for letter in line:
        depth += (letter in "([") - (letter in ")]")
        if letter.isspace() and depth <= 0:
            items.append("")
        else:
            items[-1] += letter
    return [item for item in items if item]


def _expanded(rules: Rules, state: State, item: str) -> list[str]:
    """Return the single moves of a part of a line; whether they are legal is left to `play`."""
    legal = set(rules.moves(state))
    if item in legal:
        return [item]
    if not isinstance(rules, Puzzle):
        return [rules.read(state, item)]
    names = (set(rules.words()) or legal) | set(rules.aliases)
    if not set(item) & set("()[]") and item.rstrip("0123456789'") not in names:
        return [item]  # no move at all: `play` says so, and which moves there are
    word: list[tuple[str, int]] = []
    for name, exponent in words.parse(item, names):
        if name in rules.aliases:
            ((name, by),) = words.parse(rules.aliases[name], rules.words())
            exponent *= by
        word.append((name, exponent))
    return words.expand(word, rules.inverse_move)
