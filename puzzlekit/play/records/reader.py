"""Reading game records: texts like chess's PGN.

A record has headers, numbered moves with comments in braces, and a result. A game ID followed by
moves is read too. A move that could be taken for something else stands in double quotes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from ...core.errors import IllegalMoveError, NotationError, PuzzlekitError, SaveError
from ...players.player import HUMAN
from ...players.registry import is_player
from ...plugin.errors import plugin_boundary
from ...rules.base import Puzzle, Rules
from ..new_game import start_game
from ..parse_moves import read_moves
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

#: A header, with its name and its value.
HEADER = re.compile(r'\s*\[\s*(\w+)\s+"((?:[^"\\\n]|\\.)*)"\s*\]')
_NUMBER = re.compile(r"[0-9]+\.+|\.+")
_SIGN = re.compile(r"\$[0-9]+")

#: Words of a record at most: moves, numbers and comments.
MAX_WORDS = 1_000_000

#: A word without brackets, up to a blank.
_PLAIN = re.compile(r"[^\s{;()\[\]]++(?!\S)")


def headers(text: str, at: int = 0) -> Iterator[tuple[str, str, int]]:
    """Yield the headers that stand in a row from there, each with its value and its end."""
    while found := HEADER.match(text, at):
        at = found.end()
        yield found[1], re.sub(r"\\(.)", r"\1", found[2]), at


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
    """Return the session that a record, or a game ID with moves, describes.

    `players` play if the record names none and the seats are as many; `line` is where the text
    begins in its source; `find` returns the setup of an ID. Raises `SaveError` with line and move.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    tags: dict[str, str] = {}
    at = 0
    for name, value, at in headers(text):
        if name in tags:
            line += text.count("\n", 0, at)
            raise SaveError(
                f"{source}, line {line}: the header {name[:40]} is given twice; delete one."
            )
        tags[name] = value
    words = _words_of(text, at, source, line)
    if below := [word for word in words if word.kind == "bracket" and HEADER.match(word.text)]:
        raise SaveError(
            f"{source}, line {below[0].line}: {below[0].text[:40]!r} is a header below the moves; "
            "give each game by itself."
        )
    if tags:
        return _from_headers(tags, words, source, players, find)
    if not words:
        raise SaveError(f'{source} is empty; write a game ID and moves, or [ID "..."] above them.')
    first, *rest = words
    if first.kind == "bracket":
        raise SaveError(
            f"{source}, line {first.line}: {first.text[:40]!r} is no header; write it as "
            '[Name "value"].'
        )
    try:
        setup = find(first.text)
        session = Session(setup) if rest else start_game(setup)
        session = Session(session.setup, _seated(session.rules, players))
    except PuzzlekitError as error:
        raise SaveError(
            f"{source}, line {first.line}: {error} A record begins with a game ID, or with headers "
            'such as [ID "..."].'
        ) from error
    _replay(session, rest, source)
    return session


def _from_headers(
    tags: dict[str, str],
    words: list[_Word],
    source: str,
    usual: Sequence[str],
    find: Callable[[str], Setup],
) -> Session:
    if "ID" not in tags:
        raise SaveError(
            f'{source} does not say which game it is; add a header [ID "..."] with its game ID.'
        )
    try:
        setup = find(tags["ID"])
    except PuzzlekitError as error:
        raise SaveError(f"{source} cannot be read: {error}") from error
    names = seat_tags(setup.rules)
    told = zip(names, _seated(setup.rules, usual), strict=True)
    players = [tags.get(name, player) for name, player in told]
    seated = [player if is_player(player) else HUMAN for player in players]
    two = len(seated) == SEATS
    control = control_of(tags.get(TIME_CONTROL, "")) if two else None
    session = Session(setup, seated, control)
    result = tags.get("Result", UNFINISHED)
    if not RESULT.fullmatch(result):
        raise SaveError(
            f"{source}: {result[:40]!r} is no result; write a point for each seat, such as 1-0, "
            "or * for a game that has not ended."
        )
    last = max((at for at, word in enumerate(words) if word.kind != "comment"), default=-1)
    if last >= 0 and words[last].kind == "word" and RESULT.fullmatch(words[last].text):
        result = words.pop(last).text
    _replay(session, words, source)
    goes_on = two and session.final is None
    ending = ending_of(tags.get(TERMINATION, ""), result) if goes_on else None
    known = {"Game", "ID", "Result"}
    if control is not None:
        known.add(TIME_CONTROL)
    if ending is not None:
        known.add(TERMINATION)
        session.end(ending)
    for name, value in tags.items():
        if name not in known and not (name in names and (value == HUMAN or is_player(value))):
            session.tags[name] = value
    if result != UNFINISHED and ending is None:
        session.tags["Result"] = result
    return session


def _seated(rules: Rules, players: Sequence[str]) -> list[str]:
    """Return who plays each seat: those who are named if they are as many, else people."""
    seats = len(rules.players)
    return list(players) if len(players) == seats else [HUMAN] * seats


def disagreement(session: Session) -> str | None:
    """Return a sentence if a record gives another result than the rules do, else None."""
    result = session.rules.outcome(session.state_at(len(session.all_moves)))
    told, known = session.tags.get("Result"), token(session.rules, result)
    if told is None or result is None or told == known:
        return None
    return f"The record says {told[:40]}, but by the rules it is {known}: {result.text}."


def play_moves(session: Session, text: str, source: str = "The moves") -> None:
    """Make moves that are written as in a record; raise `SaveError` at the first that is wrong."""
    _replay(session, _words_of(text, 0, source), source)


def _words_of(text: str, at: int, source: str, line: int = 1) -> list[_Word]:
    """Return the words of the text below the headers, if they are not far too many."""
    words = list(islice(_split(text, at, source, line), MAX_WORDS + 1))
    if len(words) > MAX_WORDS:
        raise SaveError(f"{source} holds more than {MAX_WORDS:,} words, too many; shorten it.")
    return words


def _split(text: str, at: int, source: str, line: int) -> Iterator[_Word]:
    """Yield the words of the text below the headers; brackets hold together what is in them."""
    counted = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        line += text.count("\n", counted, at)
        counted = at
        if text[at] == "{":
            end = text.find("}", at)
            if end < 0:
                raise SaveError(f"{source}, line {line}: the comment does not end; write a }}.")
            yield _Word("comment", text[at + 1 : end], line)
            at = end + 1
        elif text[at] == ";":
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            yield _Word("comment", text[at + 1 : end], line)
            at = end
        elif text[at] == '"':
            found = re.compile(r'"((?:[^"\\\n]|\\.)*)"').match(text, at)
            if not found:
                raise SaveError(f'{source}, line {line}: a closing " is missing.')
            yield _Word("quoted", re.sub(r"\\(.)", r"\1", found[1]), line)
            at = found.end()
        else:
            end = _end(text, at)
            kind = "bracket" if text[at] in "([" else "word"
            yield _Word(kind, text[at:end], line)
            at = end


def _end(text: str, at: int) -> int:
    """Return where a word ends: at a blank outside of brackets, or before a comment."""
    if plain := _PLAIN.match(text, at):
        return plain.end()
    depth = 0
    for place in range(at, len(text)):
        letter = text[place]
        if letter in "{;" or (letter.isspace() and depth <= 0):
            return max(place, at + 1)
        depth += (letter in "([") - (letter in ")]")
    return len(text)


def _replay(session: Session, words: list[_Word], source: str) -> None:
    """Make the moves, and keep the comments by the ply after which they stand."""
    remarks: dict[int, list[str]] = {}
    for word in words:
        try:
            with plugin_boundary(session.rules):
                _follow(session, word, remarks)
        except PuzzlekitError as error:
            raise SaveError(
                f"{source}, line {word.line}, move {session.ply + 1}: {error}"
            ) from error
    for ply, found in remarks.items():
        known = session.comments.get(ply, "").split()
        session.comments[ply] = " ".join([*known, *found])


def _follow(session: Session, word: _Word, remarks: dict[int, list[str]]) -> None:
    """Do what a word says."""
    text = word.text
    if word.kind == "quoted":
        session.play(text)
    elif word.kind == "comment" or _SIGN.fullmatch(text):
        _remark(session, text, remarks)
    elif word.kind == "bracket" and not isinstance(session.rules, Puzzle):
        raise NotationError(
            f"{text[:40]!r} is a variation, or no move, and is not read; delete it, or put it "
            "into braces { }."
        )
    elif not _NUMBER.fullmatch(text):
        _make(session, text, remarks)


def _remark(session: Session, text: str, remarks: dict[int, list[str]]) -> None:
    if words := text.split():
        remarks.setdefault(session.ply, []).extend(words)


def _make(session: Session, text: str, remarks: dict[int, list[str]]) -> None:
    """Make the move that a word means, or the moves; try what is left without 1. and !?."""
    plain = re.sub(r"\A[0-9]+\.+", "", text)
    bare = plain.rstrip("!?")
    for spelling in dict.fromkeys((text, plain)):
        if _try(session, spelling):
            return
    if bare != plain and _try(session, bare):
        _remark(session, plain[len(bare) :], remarks)
        return
    for move in read_moves(session.rules, session.state, plain):
        session.play(move)


def _try(session: Session, text: str) -> bool:
    """Make the moves that a text means, if they are legal; return whether they are."""
    try:
        session.play(text)
    except IllegalMoveError:
        try:
            moves = read_moves(session.rules, session.state, text)
        except PuzzlekitError:
            return False
        for move in moves:
            session.play(move)
    return True
