"""Reading of game records, in a format similar to PGN.

A record has headers, numbered moves with comments in braces, and a result. The reader also accepts
a game ID followed by moves. Moves that could be mistaken for something else are in double quotes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from ...core.errors import IllegalMoveError, NotationError, PuzzlekitError, SaveError
from ...core.translation import _
from ...players.player import HUMAN
from ...players.registry import is_player
from ...plugin.errors import plugin_boundary
from ...rules.base import Puzzle, Rules
from ..new_game import start_game
from ..parse_moves import read_line
from ..session import Session
from ..setup import Setup, parse_setup
from ..termination import SEATS
from .notation import (
    RESULT,
    TERMINATION,
    TIME_CONTROL,
    UNFINISHED,
    control_of,
    ending_of,
    seat_tags,
    token,
)

#: The start of a word, a comment, a quoted string, and a header with a name and a value.
_START = re.compile(r"\S")
_COMMENT = re.compile(r"\{([^}]*)\}|;([^\n]*)")
QUOTED = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
HEADER = re.compile(rf"\s*\[\s*(\w+)\s+{QUOTED.pattern}\s*\]")
_NUMBER = re.compile(r"[0-9]+\.+|\.+")
_NAG = re.compile(r"\$[0-9]+")

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
    """A word of a record and its line; `kind` is word, quoted, comment or bracket."""

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

    If the record does not name its players, `players` is used, provided that it has one per seat.
    `line` is the line number of the text in its source. `find` returns the setup for an ID. Raises
    `SaveError`, naming the line and the move.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    tags: dict[str, str] = {}
    at = 0
    for name, value, at in headers(text):
        if name in tags:
            line += text.count("\n", 0, at)
            raise SaveError(f"{source}, line {line}: duplicate header {name[:40]}; delete one.")
        tags[name] = value
    words = _words_of(text, at, source, line)
    if late_headers := [
        word for word in words if word.kind == "bracket" and HEADER.match(word.text)
    ]:
        raise SaveError(
            f"{source}, line {late_headers[0].line}: header {late_headers[0].text[:40]!r} below "
            "the moves; use one record per game."
        )
    if tags:
        return _from_headers(tags, words, source, players, find)
    if not words:
        raise SaveError(f'{source} is empty; write a game ID and moves, or an [ID "..."] header.')
    first, *rest = words
    if first.kind == "bracket":
        raise SaveError(
            f'{source}, line {first.line}: {first.text[:40]!r} is not a header; use [Name "value"].'
        )
    try:
        setup = find(first.text)
        session = Session(setup) if rest else start_game(setup)
        session = Session(session.setup, _players_for_seats(session.rules, players))
    except PuzzlekitError as error:
        raise SaveError(
            f"{source}, line {first.line}: {error} A record starts with a game ID, or with headers "
            'such as [ID "..."].'
        ) from error
    _replay(session, rest, source)
    return session


def _from_headers(
    tags: dict[str, str],
    words: list[_Word],
    source: str,
    default_players: Sequence[str],
    find: Callable[[str], Setup],
) -> Session:
    if "ID" not in tags:
        raise SaveError(f'{source} has no game ID; add a header such as [ID "..."].')
    try:
        setup = find(tags["ID"])
    except PuzzlekitError as error:
        raise SaveError(f"{source} cannot be read: {error}") from error
    names = seat_tags(setup.rules)
    names_and_defaults = zip(names, _players_for_seats(setup.rules, default_players), strict=True)
    players = [tags.get(name, player) for name, player in names_and_defaults]
    known_players = [player if is_player(player) else HUMAN for player in players]
    is_two_player = len(known_players) == SEATS
    control = control_of(tags.get(TIME_CONTROL, "")) if is_two_player else None
    session = Session(setup, known_players, control)
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
    can_be_terminated = is_two_player and session.final is None
    ending = ending_of(tags.get(TERMINATION, ""), result) if can_be_terminated else None
    standard_tags = {"Game", "ID", "Result"}
    if control is not None:
        standard_tags.add(TIME_CONTROL)
    if ending is not None:
        standard_tags.add(TERMINATION)
        session.end(ending)
    for name, value in tags.items():
        if name not in standard_tags and not (
            name in names and (value == HUMAN or is_player(value))
        ):
            session.tags[name] = value
    if result != UNFINISHED and ending is None:
        session.tags["Result"] = result
    return session


def _players_for_seats(rules: Rules, players: Sequence[str]) -> list[str]:
    """Return the players if there is one per seat, else human players."""
    seats = len(rules.players)
    return list(players) if len(players) == seats else [HUMAN] * seats


def disagreement(session: Session) -> str | None:
    """Return a sentence if a record's result contradicts the rules, else None."""
    result = session.rules.outcome(session.state_at(len(session.all_moves)))
    recorded, actual = session.tags.get("Result"), token(session.rules, result)
    if recorded is None or result is None or recorded == actual:
        return None
    return _("The record says {recorded}, but the result is {actual}: {text}.").format(
        recorded=recorded[:40], actual=actual, text=result.text
    )


def play_moves(session: Session, text: str, source: str = "The moves") -> None:
    """Play moves written as in a record; raise `SaveError` for the first invalid move."""
    _replay(session, _words_of(text, 0, source), source)


def _words_of(text: str, at: int, source: str, line: int = 1) -> list[_Word]:
    """Return the words starting at an offset; raise `SaveError` if there are too many."""
    words = list(islice(_split(text, at, source, line), MAX_WORDS + 1))
    if len(words) > MAX_WORDS:
        raise SaveError(f"{source} has more than {MAX_WORDS:,} words; shorten it.")
    return words


def _split(text: str, at: int, source: str, line: int) -> Iterator[_Word]:
    """Yield the words starting at an offset. Spaces in brackets do not separate words."""
    counted = 0
    while match := _START.search(text, at):
        at = match.start()
        line += text.count("\n", counted, at)
        counted = at
        if match := _COMMENT.match(text, at):
            yield _Word("comment", match[1] or match[2] or "", line)
            at = match.end()
        elif match := QUOTED.match(text, at):
            yield _Word("quoted", _unescape(match[1]), line)
            at = match.end()
        elif text[at] in '{"':
            problem = "unclosed comment; add a }" if text[at] == "{" else 'missing closing "'
            raise SaveError(f"{source}, line {line}: {problem}.")
        else:
            end = _word_end(text, at)
            yield _Word("bracket" if text[at] in "([" else "word", text[at:end], line)
            at = end


def _word_end(text: str, at: int) -> int:
    """Return the end of a word, which is a space outside brackets or the start of a comment."""
    if plain := _PLAIN.match(text, at):
        return plain.end()
    depth = 0
    for index in range(at, len(text)):
        letter = text[index]
        if letter in "{;" or (letter.isspace() and depth <= 0):
            return max(index, at + 1)
        depth += (letter in "([") - (letter in ")]")
    return len(text)


def _replay(session: Session, words: list[_Word], source: str) -> None:
    """Play the moves; store the comments by ply."""
    comments: dict[int, list[str]] = {}
    for word in words:
        try:
            with plugin_boundary(session.rules):
                _process(session, word, comments)
        except PuzzlekitError as error:
            raise SaveError(
                f"{source}, line {word.line}, move {session.ply + 1}: {error}"
            ) from error
    for ply, new in comments.items():
        old = session.comments.get(ply, "").split()
        session.comments[ply] = " ".join([*old, *new])


def _process(session: Session, word: _Word, comments: dict[int, list[str]]) -> None:
    """Play a move or store a comment."""
    text = word.text
    if word.kind == "quoted":
        session.play(text)
    elif word.kind == "comment" or _NAG.fullmatch(text):
        _add_comment(session, text, comments)
    elif word.kind == "bracket" and not isinstance(session.rules, Puzzle):
        raise NotationError(
            f"{text[:40]!r} is not a move. Delete it, or put it in braces {{ }} if it is a "
            "comment or variation."
        )
    elif not _NUMBER.fullmatch(text):
        _play_word(session, text, comments)


def _add_comment(session: Session, text: str, comments: dict[int, list[str]]) -> None:
    if words := text.split():
        comments.setdefault(session.ply, []).extend(words)


def _play_word(session: Session, text: str, comments: dict[int, list[str]]) -> None:
    """Play the moves that a word stands for, ignoring move numbers and !? if necessary."""
    plain = re.sub(r"\A[0-9]+\.+", "", text)
    bare = plain.rstrip("!?")
    for spelling in dict.fromkeys((text, plain)):
        if _try_moves(session, spelling):
            return
    if bare != plain and _try_moves(session, bare):
        _add_comment(session, plain[len(bare) :], comments)
        return
    session.play_line(read_line(session.rules, session.state, plain))


def _try_moves(session: Session, text: str) -> bool:
    """Try to play the moves in a string; return whether they were legal."""
    try:
        session.play(text)
    except IllegalMoveError:
        try:
            line = read_line(session.rules, session.state, text)
        except PuzzlekitError:
            return False
        session.play_line(line)
    return True
