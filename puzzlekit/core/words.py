"""Words: move sequences with inverses, powers, brackets, commutators and conjugates.

    U R' (L R)3 [U, R] [F: U]  // a comment

`[x, y]` is x y x' y' and `[x: y]` is x y x'; a line `x: y` needs no brackets. A word is a tuple of
(name, exponent) pairs; `simplify` merges neighbours, `invert` returns the inverse, `expand` lists
single moves. Blanks between known moves may be omitted, a full stop is a pause, and `/* ... */` and
`# ...` are comments as well. Numbers before moves, as in `1. R 2. U`, are skipped. `Ri` and `R^-1`
are read as R', and `(L R)x3` and `(L R)^3` as (L R)3.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence

from .errors import NotationError, did_you_mean, join_names, quoted

Word = tuple[tuple[str, int], ...]

#: The maximum number of moves in an expanded word, a guard against input such as ((U)9999)9999.
MAX_LENGTH = 1_000_000

_TOKEN = re.compile(r"\s*(?:([()\[\],:])|([^\s()\[\],:']+)|('+))")

#: The exponent of a bracket: 3, 3', '3, x3 or ×3. After a blank, x2 and x in `x 3Rw` are rotations.
_AMOUNT = re.compile(
    r"(\s*×\s*|\s+x(?=[3-9]|\d\d|\s+(?:[3-9]|\d\d)\d*(?:[\s()\[\],:']|$))\s*|x(?=\d))?"
    r"(\d*)('*)((?<=')\d+(?=[\s()\[\],:]|$))?"
)

#: An exponent as mathematicians write it: ^2, ^-1 or ^{-1}.
_CARET = re.compile(r"\^\{?(-?)(\d+)\}?")

#: Quotation marks, optionally followed by a number at the end of the token.
_QUOTES = re.compile(r"('*)((?<=')\d+(?=[\s()\[\],:]|$))?")

#: The number of a move, as in `1. R 2. U`.
_MOVE_NUMBER = re.compile(r"\d+\.+")

#: The maximum length of a move name in a word without blanks.
_MAX_NAME = 24

#: The maximum number of moves that an error message lists.
_MAX_EXAMPLES = 6

_COMMENT = re.compile(r"//[^\n]*|(?<!\S)#[^\n]*|/\*.*?(?:\*/|$)", re.DOTALL)
_APOSTROPHES = (
    "\N{LEFT SINGLE QUOTATION MARK}\N{RIGHT SINGLE QUOTATION MARK}\N{PRIME}`\N{ACUTE ACCENT}"
    "\N{MODIFIER LETTER APOSTROPHE}\N{MODIFIER LETTER PRIME}"
)
_INVISIBLE = "\N{ZERO WIDTH SPACE}\N{ZERO WIDTH NO-BREAK SPACE}\N{WORD JOINER}"
_SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_FULL_WIDTH_OFFSET = ord("！") - ord("!")  # input methods for Chinese and Japanese
_PLAIN = (
    {code + _FULL_WIDTH_OFFSET: code for code in range(ord("!"), ord("~") + 1)}
    | str.maketrans(_SUPERSCRIPTS, "0123456789")
    | dict.fromkeys(map(ord, _APOSTROPHES), "'")
    | dict.fromkeys(map(ord, "\N{EN DASH}\N{MINUS SIGN}"), "-")
    | {ord("\N{EM DASH}"): "--"}  # editors replace -- by a dash
    | dict.fromkeys(map(ord, _INVISIBLE), " ")
)
_NEGATIVE_SUPERSCRIPT = re.compile(f"⁻([{_SUPERSCRIPTS}]+)")


def clean(text: str) -> str:
    """Return a string with blanks in place of comments, and with ASCII marks and digits.

    >>> clean("R\N{RIGHT SINGLE QUOTATION MARK} U // first pair")
    "R' U              "
    """
    text = _COMMENT.sub(lambda match: " " * len(match[0]), text)
    return _NEGATIVE_SUPERSCRIPT.sub(r"\1'", text).translate(_PLAIN)


def parse(text: str, names: Collection[str] | None = None) -> Word:
    """Parse a word without merging neighbours. `names` are the allowed moves."""
    text = clean(text)
    if not any("^" in name for name in names or ()):
        text = _CARET.sub(lambda match: match[2] + "'" * len(match[1]), text)
    word, rest = _sequence(text, 0, names)
    if rest != len(text):
        raise NotationError(f"In {quoted(text)}, {quoted(text[rest:])} is unmatched.")
    return word


def _check_length(length: int) -> None:
    if length > MAX_LENGTH:
        raise NotationError(f"The word is longer than {MAX_LENGTH:,} moves; shorten it.")


def _sequence(
    text: str, at: int, names: Collection[str] | None, until: str = "", depth: int = 0
) -> tuple[Word, int]:
    """Parse moves up to one of the marks in `until`; return the word and its end position."""
    word: list[tuple[str, int]] = []
    line_start = 0  # the number of moves before the current line or colon
    conjugators: list[Word] = []
    while True:
        match = _TOKEN.match(text, at)
        mark, name, quotes = match.groups() if match else ("", "", "")
        is_end = match is None or (bool(mark) and mark in until)
        if match is None or is_end or "\n" in text[at : match.start(match.lastindex or 0)]:
            for each in reversed(conjugators):
                word += invert(each)
            conjugators, line_start = [], len(word)
        if match is None or is_end:
            return tuple(word), len(text) if match is None else match.start(1)
        if mark == ":" and len(word) > line_start:
            conjugators.append(tuple(word[line_start:]))
            line_start, at = len(word), match.end()
            continue
        if mark and mark in ")],:":
            cure = "" if mark == ")" else " Write [x, y] or [x: y]."
            raise NotationError(
                f"In {quoted(text)}, {mark!r} at position {match.start(1) + 1} is unmatched.{cure}"
            )
        if quotes:
            raise NotationError(
                f"In {quoted(text)}, no move comes before the ' at position {match.start(3) + 1}."
            )
        at = match.end()
        if mark:
            part, at = _bracket(text, at, names, mark, depth + 1)
            power, at = _parse_amount(text, at, names)
        elif (names is None or name not in names) and (
            not name.strip(".") or _MOVE_NUMBER.fullmatch(name)
        ):
            continue  # a pause or the number of a move
        else:
            part, at = _parse_moves(text, name, match.start(2), names)
            power = 1
        _check_length(len(word) + len(part) * abs(power))
        if power < 0:
            part = invert(part)
        word.extend(part * abs(power) if len(part) > 1 else [(n, e * abs(power)) for n, e in part])


def _parse_amount(text: str, at: int, names: Collection[str] | None) -> tuple[int, int]:
    """Return the exponent after a bracket and its end position."""
    match = _AMOUNT.match(text, at)
    assert match is not None  # the pattern matches the empty string
    sign, before, quotes, after = match.groups()
    if sign == "x" and before == "2" and "x" in (names or ()):
        raise NotationError(
            f"In {quoted(text)}, x2 at position {at + 1} can be a rotation or an exponent; write "
            "(R U) x2 or (R U)2."
        )
    return _parse_exponent(after or before, quotes), match.end()


def _bracket(
    text: str, at: int, names: Collection[str] | None, mark: str, depth: int
) -> tuple[Word, int]:
    if depth > 100:
        raise NotationError("A word can have at most 100 nested brackets; shorten it.")
    if mark == "(":
        word, at = _sequence(text, at, names, ")", depth)
        return word, _skip_closing_mark(text, at, ")")
    first, at = _sequence(text, at, names, ",:", depth)
    joint = text[at : at + 1]
    if not joint:
        raise NotationError(
            f"In {quoted(text)}, a [ needs a comma or a colon; write [x, y] or [x: y]."
        )
    second, at = _sequence(text, at + 1, names, "]", depth)
    end = _skip_closing_mark(text, at, "]")
    tail = invert(first) + invert(second) if joint == "," else invert(first)
    return first + second + tail, end


def _skip_closing_mark(text: str, at: int, mark: str) -> int:
    if text[at : at + 1] != mark:
        raise NotationError(f"In {quoted(text)}, a closing {mark!r} is missing.")
    return at + 1


def _parse_moves(text: str, token: str, at: int, names: Collection[str] | None) -> tuple[Word, int]:
    """Parse a token and the quotes after it: one move, or several known moves without blanks."""
    parts = [_split_off_digits(token)]
    if names is not None and parts[0][0] not in names:
        parts = _split_at_names(token, names)
        if not parts and token.endswith("i") and token[:-1] in names:
            return ((token[:-1], -1),), at + len(token)
    if names is not None and token in names:
        parts = [(token, "")]
    if not parts:
        examples = f" Moves are {join_names(names, _MAX_EXAMPLES)}." if names else ""
        meant = did_you_mean(token, names or ()) or examples
        raise NotationError(f"There is no move {quoted(token)} (position {at + 1}).{meant}")
    quotes = _QUOTES.match(text, at + len(token))
    assert quotes is not None  # the pattern matches the empty string
    *first, (last, amount) = [(name, _parse_exponent(amount, "")) for name, amount in parts]
    if quotes[2]:
        amount = _parse_exponent(quotes[2], "")
    elif quotes[1] and text[quotes.end() : quotes.end() + 1] == "2":
        rest = re.split(r"[\s()\[\],:']", text[quotes.end() :], maxsplit=1)[0]
        if _starts_with_name(rest, 0, names or ()) and _starts_with_name(rest, 1, names or ()):
            raise NotationError(
                f"In {quoted(text)}, the 2 at position {quotes.end() + 1} can belong to the move "
                "before or after it; insert a blank."
            )
    _check_length(sum(abs(exponent) for _, exponent in (*first, (last, amount))))
    return (*first, (last, amount * _parse_exponent("", quotes[1]))), quotes.end()


def _split_off_digits(token: str) -> tuple[str, str]:
    """Split a token into a name and its trailing digits."""
    whole = re.fullmatch(r"(.*?\D)?(\d*)", token)
    assert whole is not None  # the pattern matches any token
    return (whole[1], whole[2]) if whole[1] else (token, "")


def _split_at_names(token: str, names: Container[str]) -> list[tuple[str, str]]:
    """Split a token into names with trailing digits; return an empty list if that is impossible."""
    parts, at = [], 0
    while at < len(token):
        ends = range(min(len(token), at + _MAX_NAME), at, -1)
        end = next((end for end in ends if token[at:end] in names), None)
        if end is None:
            return []
        name, at = token[at:end], end
        while token[at : at + 1].isdecimal():
            at += 1
        # In R23Fw and R2-3Fw, digits belong to the next name.
        if at < len(token):
            sizes = [size for size in (1, at - end, 0) if size <= at - end]
            at = end + next(
                (n for n in sizes if _starts_with_name(token, end + n, names)), at - end
            )
        parts.append((name, token[end:at]))
    return parts


def _starts_with_name(text: str, at: int, names: Container[str]) -> bool:
    return any(text[at:end] in names for end in range(at + 1, min(len(text), at + _MAX_NAME) + 1))


def _parse_exponent(amount: str, quotes: str) -> int:
    digits = amount.lstrip("0")[:9] or "0"  # nine digits already exceed the limit
    size = int(digits) if amount else 1
    return -size if len(quotes) % 2 else size


def expand_macros(
    word: Iterable[tuple[str, int]], names: Mapping[str, str], moves: Collection[str] | None = None
) -> Word:
    """Return the word with the names of macros replaced by their words."""
    expanded: list[tuple[str, int]] = []
    for name, exponent in word:
        if name not in names:
            expanded.append((name, exponent))
            continue
        part = parse(names[name], moves)
        _check_length(len(expanded) + len(part) * abs(exponent))
        expanded.extend((part if exponent > 0 else invert(part)) * abs(exponent))
    return tuple(expanded)


def invert(word: Sequence[tuple[str, int]]) -> Word:
    """Return the inverse word."""
    return tuple((name, -exponent) for name, exponent in reversed(word))


def simplify(word: Iterable[tuple[str, int]]) -> Word:
    """Merge equal neighbours and cancel inverses."""
    merged: list[tuple[str, int]] = []
    for name, exponent in word:
        if merged and merged[-1][0] == name:
            exponent += merged.pop()[1]
        if exponent:
            merged.append((name, exponent))
    return tuple(merged)


def write(word: Iterable[tuple[str, int]], names: Container[str] = ()) -> str:
    """Return the word as a string that `parse` can read with the same names."""
    return " ".join(_format_power(name, exponent, names) for name, exponent in word)


def _format_power(name: str, exponent: int, names: Container[str]) -> str:
    amount = str(abs(exponent)) if abs(exponent) != 1 else ""
    if amount and (name[-1:].isdecimal() or name.endswith("'") or name + amount in names):
        name = f"({name})"
    return name + amount + ("'" if exponent < 0 else "")


def expand(
    word: Iterable[tuple[str, int]], inverse: Callable[[str], str | None] | None = None
) -> list[str]:
    """Return the single moves; by default, `inverse` adds or removes a ' at the end of a move."""
    moves: list[str] = []
    for name, exponent in word:
        single: str | None = name
        if exponent < 0:
            single = inverse(name) if inverse else name[:-1] if name[-1] == "'" else name + "'"
        if single is None:
            raise NotationError(f"The move {quoted(name)} has no inverse.")
        _check_length(len(moves) + abs(exponent))
        moves += [single] * abs(exponent)
    return moves
