"""Reading of game records, in a format similar to PGN.

A record has headers, numbered moves with comments in braces and variations in parentheses, and a
result. The reader also accepts a game ID followed by moves. Moves that could be mistaken for
something else are in double quotes. In puzzles, parentheses with a move number are variations, and
others are groups of moves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import NamedTuple

from ...core.errors import (
    IllegalMoveError,
    NotationError,
    PluginError,
    PuzzlekitError,
    SaveError,
    quoted,
)
from ...core.translation import _
from ...core.words import Word, simplify
from ...players.player import HUMAN
from ...players.registry import is_player
from ...plugin.discovery import plugins
from ...plugin.errors import plugin_boundary
from ...rules.base import Puzzle, Rules, State
from ...rules.merged_moves import moves_after_rotations, rotating_names
from ..headers import (
    DATE,
    RESULT,
    TERMINATION,
    TIME_CONTROL,
    UNFINISHED,
    UNKNOWN_DATE,
    ending_of,
    parse_time_control,
    result_token,
    seat_tags,
)
from ..new_game import start_game
from ..parse_moves import parse_turns, read_line
from ..session import Session
from ..setup import Setup, parse_setup
from ..termination import SEATS
from ..variations import MARKS, GameNode

#: The start of a word, a comment, a quoted string, and a header with a name and a value.
_START = re.compile(r"\S")
_COMMENT = re.compile(r"\{([^}]*)\}|;([^\n]*)")
_SLASHED = re.compile(r"//([^\n]*)")
QUOTED = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
HEADER = re.compile(rf"\s*\[\s*(\w+)\s+{QUOTED.pattern}\s*\]")
_NUMBER = re.compile(r"[0-9]+\.+|\.+")
_NUMBERED_VARIATION = re.compile(r"\(\s*[0-9]+\.")

#: A numeric annotation glyph (NAG), and the mark for which a NAG or the suffix of a move stands.
_NAG = re.compile(r"\$[0-9]+")
_MARKS = {f"${number}": mark for number, mark in enumerate(MARKS, 1)} | {m: m for m in MARKS}

#: Maximum number of words in a record: moves, numbers and comments.
MAX_WORDS = 1_000_000

#: A word without brackets of any type.
_PLAIN = re.compile(r"[^\s{;()\[\]]++(?!\S)")


def headers(text: str, at: int = 0) -> Iterator[tuple[str, str, int]]:
    """Yield the consecutive headers that start at an offset, each as (name, value, end)."""
    while match := HEADER.match(text, at):
        at = match.end()
        yield match[1], _unescape(match[2]), at


def _unescape(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)


class _Word(NamedTuple):
    """A word of a record and its line. `kind` is word, quoted, comment, bracket, begin or end."""

    kind: str
    text: str
    line: int


def read(
    text: str,
    source: str = "The record",
    players: Sequence[str] = (),
    *,
    line: int = 1,
    find: Callable[[str], Setup] = parse_setup,
) -> Session:
    """Return the session described by a record, or by a game ID with moves.

    Plugins can also read games written by other programs (`Rules.import_record`). If the record
    does not name its players, `players` is used, provided that it has one per seat. `line` is the
    line number of the text in its source. `find` returns the setup for an ID. Raises `SaveError`,
    naming the line and the move.
    """
    try:
        return _read(text, source, players, line, find)
    except SaveError:
        if (record := _imported(text)) is None:
            if is_link(text):
                raise SaveError(
                    f"No plugin can read the link {quoted(text.strip(), 60)}. Paste a game ID with "
                    "moves or a record instead."
                ) from None
            raise
    return _read(record, source, players, line, find)


def is_link(text: str) -> bool:
    """Return whether a string is a web address."""
    return re.fullmatch(r"https?://\S+", text.strip()) is not None


def _imported(text: str) -> str | None:
    """Return the record that a plugin makes of a string in another format, or None.

    A plugin that fails is skipped; its error is raised if no other plugin can read the text.
    """
    fault = None
    for kind in plugins()[0].values():
        try:
            with plugin_boundary(kind):
                if (record := kind.import_record(text.strip())) is not None:
                    return record
        except PluginError as error:
            fault = fault or error
    if fault is not None:
        raise fault
    return None


def _read(
    text: str, source: str, players: Sequence[str], line: int, find: Callable[[str], Setup]
) -> Session:
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    tags: dict[str, str] = {}
    at = 0
    for name, value, at in headers(text):
        if name in tags:
            line += text.count("\n", 0, at)
            raise SaveError(f"{source}, line {line}: duplicate header {name[:40]}; delete one.")
        tags[name] = value
    if tags:
        line += text.count("\n", 0, at)
        return _from_headers(tags, text[at:], line, source, players, find)
    if (first := next(_split(text, source, line), None)) is None:
        raise SaveError(f'{source} is empty; write a game ID and moves, or an [ID "..."] header.')
    if first.kind == "bracket":
        raise SaveError(
            f'{source}, line {first.line}: {first.text[:40]!r} is not a header; use [Name "value"].'
        )
    try:
        setup = find(first.text)
        rest = _words_of(text, source, line, setup.rules)[1:]
        setup = setup if rest else start_game(setup).setup
        session = Session(setup, _players_for_seats(setup.rules, players))
    except SaveError:
        raise
    except PuzzlekitError as error:
        raise SaveError(
            f"{source}, line {first.line}: {error} A record starts with a game ID, or with headers "
            'such as [ID "..."].'
        ) from error
    _replay(session, rest, source)
    return session


def _from_headers(
    tags: dict[str, str],
    text: str,
    line: int,
    source: str,
    default_players: Sequence[str],
    find: Callable[[str], Setup],
) -> Session:
    if "ID" not in tags:
        raise SaveError(f'{source} has no game ID; add a header such as [ID "..."].')
    if not tags["ID"] and find is parse_setup:
        raise SaveError(
            f"{source} has an empty game ID: its rules were created in code. In Python, pass their "
            "setup, as in `find=lambda _: Session(rules).setup`."
        )
    try:
        setup = find(tags["ID"])
    except PuzzlekitError as error:
        raise SaveError(f"{source} cannot be read: {error}") from error
    words = _words_of(text, source, line, setup.rules)
    names = seat_tags(setup.rules)
    defaults = _players_for_seats(setup.rules, default_players)
    seats = [tags.get(name, player) for name, player in zip(names, defaults, strict=True)]
    players = [player if is_player(player) else HUMAN for player in seats]
    control = parse_time_control(tags.get(TIME_CONTROL, "")) if len(players) == SEATS else None
    session = Session(setup, players, control)
    result = tags.get("Result", UNFINISHED)
    if not RESULT.fullmatch(result):
        raise SaveError(
            f"{source}: {result[:40]!r} is not a result; give the points of each seat, such as "
            "1-0, or * for an unfinished game."
        )
    last = max((at for at, word in enumerate(words) if word.kind != "comment"), default=-1)
    if last >= 0 and words[last].kind == "word" and RESULT.fullmatch(words[last].text):
        result = words.pop(last).text
    _replay(session, words, source)
    known = {"Game", "ID", "Result"}  # headers that the session stores elsewhere
    known |= {name for name in names if is_player(player := tags.get(name, "")) or player == HUMAN}
    if control is not None:
        known.add(TIME_CONTROL)
    ending = None
    if len(players) == SEATS and session.final is None:
        ending = ending_of(tags.get(TERMINATION, ""), result)
    if ending is not None:
        known.add(TERMINATION)
        session.end(ending)
    elif result != UNFINISHED:
        tags["Result"] = result
        known.remove("Result")
    tags.setdefault(DATE, UNKNOWN_DATE)
    session.tags |= {name: value for name, value in tags.items() if name not in known}
    return session


def _players_for_seats(rules: Rules, players: Sequence[str]) -> list[str]:
    """Return the players if there is one per seat, otherwise a human for each seat."""
    seats = len(rules.players)
    return list(players) if len(players) == seats else [HUMAN] * seats


def disagreement(session: Session) -> str | None:
    """Return a sentence if a record's result contradicts the rules, else None."""
    result = session.rules.outcome(session.state_at(len(session.all_moves)))
    recorded, actual = session.tags.get("Result"), result_token(session.rules, result)
    if recorded is None or result is None or recorded == actual:
        return None
    return _("The record says {recorded}, but the result is {actual}: {text}.").format(
        recorded=recorded[:40], actual=actual, text=result.text
    )


def play_moves(session: Session, text: str, source: str = "The moves") -> None:
    """Play moves written as in a record; raise `SaveError` for the first invalid move."""
    _replay(session, _words_of(text, source, 1, session.rules), source)


def _words_of(text: str, source: str, line: int, rules: Rules) -> list[_Word]:
    """Return the words of a record; raise `SaveError` if there are headers or too many words."""
    words = list(islice(_split(text, source, line, rules), MAX_WORDS + 1))
    if len(words) > MAX_WORDS:
        raise SaveError(f"{source} has more than {MAX_WORDS:,} words; shorten it.")
    for word in words:
        if word.kind == "bracket" and HEADER.match(word.text):
            raise SaveError(
                f"{source}, line {word.line}: header {word.text[:40]!r} below the moves; use one "
                "record per game."
            )
    return words


def _split(text: str, source: str, line: int, rules: Rules | None = None) -> Iterator[_Word]:
    """Yield the words of a record. Spaces in brackets do not separate words."""
    at = counted = depth = 0
    has_groups = isinstance(rules, Puzzle)
    while match := _START.search(text, at):
        at = match.start()
        line += text.count("\n", counted, at)
        counted = at
        if match := _COMMENT.match(text, at):
            yield _Word("comment", match[1] or match[2] or "", line)
            at = match.end()
        elif has_groups and (match := _SLASHED.match(text, at)):
            yield _Word("comment", match[1], line)
            at = match.end()
        elif match := QUOTED.match(text, at):
            yield _Word("quoted", _unescape(match[1]), line)
            at = match.end()
        elif text[at] in '{"':
            problem = "unclosed comment; add a }" if text[at] == "{" else 'missing closing "'
            raise SaveError(f"{source}, line {line}: {problem}.")
        elif text[at] == "(" and (not has_groups or _NUMBERED_VARIATION.match(text, at)):
            yield _Word("begin", "(", line)
            at, depth = at + 1, depth + 1
        elif text[at] == ")" and depth:
            yield _Word("end", ")", line)
            at, depth = at + 1, depth - 1
        else:
            end = _word_end(text, at, in_variation=depth > 0)
            yield _Word("bracket" if text[at] in "([" else "word", text[at:end], line)
            at = end


def _word_end(text: str, at: int, *, in_variation: bool) -> int:
    """Return the end of a word: a space outside brackets, a comment or the end of a variation."""
    if plain := _PLAIN.match(text, at):
        return plain.end()
    depth = 0
    for index in range(at, len(text)):
        letter = text[index]
        ends_variation = in_variation and letter == ")"
        if letter in "{;" or (depth <= 0 and (letter.isspace() or ends_variation)):
            return max(index, at + 1)
        depth += (letter in "([") - (letter in ")]")
    return len(text)


class _Replay:
    """A replay of moves at the end of the main line, and in variations that leave it."""

    def __init__(self, session: Session) -> None:
        self.session, self.rules = session, session.rules
        self.node = session.tree.node
        #: The nodes to return to after the open variations.
        self.outer: list[GameNode] = []
        #: The words of the comments, and of the comment before the first move of a variation.
        self.comments: dict[GameNode, list[str]] = {}
        self.before: list[str] = []
        #: Turns before a node, the first of which is a rotation.
        self.turns: dict[GameNode, Word] = {}
        #: The first turns that had each effect on the names of moves.
        self.rotations: dict[tuple[str, ...], Word] = {}

    def process(self, word: _Word) -> None:
        """Play a move, store a comment or a mark, or begin or end a variation."""
        text = word.text
        if word.kind == "begin":
            if self.node.parent is None or self._is_before:
                raise NotationError("a variation needs a move before it; it replaces that move.")
            self.outer.append(self.node)
            self.node = self.node.parent
            self.before = []
        elif word.kind == "end":
            self.node = self.outer.pop()
        elif word.kind == "comment":
            self._comment(text)
        elif word.kind == "quoted":
            self._play([(text, self.rules.play(self.node.state, text))])
        elif _NAG.fullmatch(text):
            self._mark(text)
        elif word.kind == "bracket" and not isinstance(self.rules, Puzzle):
            raise NotationError(
                f"{text[:40]!r} is not a move. Delete it, or put it in braces {{ }} if it is a "
                "comment."
            )
        elif not _NUMBER.fullmatch(text):
            self._play_word(text)

    @property
    def _is_before(self) -> bool:
        """True before the first move of a variation."""
        return bool(self.outer) and self.node is self.outer[-1].parent

    def _comment(self, text: str) -> None:
        words = self.before if self._is_before else self.comments.setdefault(self.node, [])
        words += text.split()

    def _mark(self, text: str) -> None:
        """Mark the last move, or store the text as a comment if the mark cannot be stored."""
        if text not in _MARKS or not self.node.move or self.node.mark or self._is_before:
            self._comment(text)
        else:
            self.node.mark = _MARKS[text]

    def _play(self, line: Sequence[tuple[str, State]]) -> None:
        if self.outer:
            for move, state in line:
                self.node = self.session.tree.add(self.node, move, state)
        else:
            self.session.play_line(line)
            self.node = self.session.tree.node
        self._comment(" ".join(self.before))
        self.before = []

    def _play_word(self, text: str) -> None:
        """Play the moves that a word stands for, ignoring move numbers and !? if necessary."""
        plain = re.sub(r"\A[0-9]+\.+", "", text)
        for spelling in dict.fromkeys((text, plain, plain.rstrip("!?"))):
            if (line := self._moves_in(spelling)) is not None:
                self._play_line(line, spelling)
                if mark := plain[len(spelling) :]:
                    self._mark(mark)
                return
        turns = self.turns.get(self.node, ())  # raise the error
        read_line(self.rules, self.node.state, plain, earlier_rotations=turns)

    def _play_line(self, line: Sequence[tuple[str, State]], text: str) -> None:
        """Play the moves in a string. Its rotations apply to the moves that follow."""
        earlier, word = self.turns.get(self.node, ()), parse_turns(self.rules, text)
        self._play(line)
        rotates = earlier or (word and not rotating_names(self.rules).isdisjoint(dict(word)))
        if rotates and isinstance(self.rules, Puzzle):
            turns = simplify(earlier + word)
            with suppress(NotationError):  # a move that cannot be made after these turns
                effect = moves_after_rotations(self.rules, turns)
                turns = self.rotations.setdefault(effect, turns)  # keeps the turns few
            self.turns[self.node] = turns

    def _moves_in(self, text: str) -> Sequence[tuple[str, State]] | None:
        """Return the moves in a string, each with the position after it, or None if illegal."""
        state, turns = self.node.state, self.turns.get(self.node, ())
        try:
            if not turns:
                return [(text, self.rules.play(state, text))]
        except IllegalMoveError:
            pass
        try:
            return read_line(self.rules, state, text, earlier_rotations=turns)
        except PuzzlekitError:
            return None


def _replay(session: Session, words: list[_Word], source: str) -> None:
    """Play the moves, with their variations, comments and marks."""
    replay = _Replay(session)
    for word in words:
        try:
            with plugin_boundary(session.rules):
                replay.process(word)
        except PuzzlekitError as error:
            raise SaveError(
                f"{source}, line {word.line}, move {replay.node.ply + 1}: {error}"
            ) from error
    if replay.outer:
        raise SaveError(f"{source} has an unclosed variation; add a ).")
    for node, new in replay.comments.items():
        node.comment = " ".join([*node.comment.split(), *new])
