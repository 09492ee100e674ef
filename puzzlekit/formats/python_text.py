"""A puzzle as a Python plugin: the few lines that a person would write.

Whatever a file says stands there as a text or a number: every text is quoted here, so that
nothing in it can become code.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap

from ..core.board import Board, Point
from ..core.permutation import moved, to_cycles
from ..core.values import Piece
from .automatic_board import automatic_board
from .definition import Definition
from .usual_boards import digits, short, usual_board

#: Letters of a line at most, as formatters of Python have it.
WIDTH = 88

#: A word that can stand in a text of words.
_WORD = re.compile(r"[^\s\"'\\{}]+")

_IN = " " * 8

#: Names that the file has from elsewhere.
_TAKEN = {"Board", "Piece", "Mixed", "Sliding", "Twisty"}


def dump(definition: Definition) -> str:
    """Return a puzzle as the text of a plugin.

    >>> print(dump(Definition(name="Swap", cells=("a", "b"), goal=("1", "1"), moves={"S": (1, 0)})))
    \"\"\"Swap, a puzzle.\"\"\"
    <BLANKLINE>
    from puzzlekit import Board, Twisty
    <BLANKLINE>
    <BLANKLINE>
    class Swap(Twisty):
        \"\"\"Bring the pieces back to their places.\"\"\"
    <BLANKLINE>
        name = "Swap"
    <BLANKLINE>
        def __init__(self):
            cells = "a b".split()
            points = [(0.5, -0.5), (1.5, -0.5)]
            board = Board(cells, points, shape="bare", labels=False)
            goal = ["1", "1"]
            moves = {"S": ["a b".split()]}
            handles = {"S": []}
            super().__init__(board, goal, moves, handles=handles)
    <BLANKLINE>
    """
    kind = "Mixed" if definition.slides else "Sliding" if definition.sliding else "Twisty"
    board = definition.board or automatic_board(definition)
    known = None if board.colours else usual_board(board)
    values = _values(definition, board)
    pieces = "pieces" in values
    names = [kind, known[0] if known else "Board", *(["Piece"] if pieces else [])]
    order = sorted(names, key=lambda name: (name.islower(), name))
    if known:
        made = [f"{_IN}board = {known[0]}({', '.join(map(str, known[1]))})"]
    else:
        made = _board(board)
    given = ["board", "goal", *(["moves"] if "moves" in values else [])]
    given += [f"{key}={key}" for key in values if key not in given]
    lines = [
        f'"""{_escaped(definition.name)}, a puzzle."""',
        "",
        f"from puzzlekit import {', '.join(order)}",
        "",
        "",
        f"class {_class_name(definition.name)}({kind}):",
        *_docstring(_rules(definition)),
        "",
        f"    name = {_text(definition.name)}",
        *([f"    motion = {_text(definition.motion)}"] if definition.motion else []),
        "",
        "    def __init__(self):",
        *made,
        *(f"{_IN}{key} = {value}" for key, value in values.items()),
        _IN + _call("super().__init__", given),
    ]
    return "\n".join(lines) + "\n"


def _values(definition: Definition, board: Board) -> dict[str, str]:
    """Return what the rule book is given beside its board, each as an expression."""
    cells = board.cells
    found = {"goal": _words("goal", definition.goal)}
    if definition.moves:
        moves, handles = _turns(definition, cells)
        found["moves"] = _braces("moves", moves)
        if handles:
            found["handles"] = _braces("handles", handles)
    if definition.start != definition.goal:
        found["start"] = _words("start", definition.start)
    if pieces := _pieces(definition):
        found["pieces"] = _braces("pieces", pieces)
    if definition.forbidden:
        forbidden = {
            str(cell): _flat([_text(label) for label in sorted(labels)])
            for cell, labels in sorted(definition.forbidden.items())
        }
        found["forbidden"] = _braces("forbidden", forbidden)
    if definition.free:
        found["free"] = _words("free", [cells[cell] for cell in sorted(definition.free)])
    return found


def _board(board: Board) -> list[str]:
    """Return the lines that make a board cell by cell."""
    known, cells = digits(board), board.cells
    given = ["cells", "points"]
    found = {
        "cells": _words("cells", cells),
        "points": _brackets("points", [_pair(point, known) for point in board.points]),
    }
    for key, joint, pairs in (("edges", "-", board.edges), ("arcs", ">", board.arcs)):
        if pairs:
            found[key] = _streets(key, [(cells[a], cells[b]) for a, b in pairs], joint)
            given.append(f"{key}={key}")
    if board.colours:
        colours = {_text(cells[cell]): _text(each) for cell, each in board.colours.items()}
        found["colours"] = _braces("colours", colours)
        given.append("colours=colours")
    if board.outlines:
        outlines = [_flat([_pair(point, known) for point in each]) for each in board.outlines]
        found["outlines"] = _brackets("outlines", outlines)
        given.append("outlines=outlines")
    elif board.shape != "node":
        given.append(f"shape={_text(board.shape)}")
    if board.lines != (board.shape in ("node", "point")):
        given.append(f"lines={board.lines}")
    if board.labels is not None:
        given.append(f"labels={board.labels}")
    usual = Board(
        cells, board.points, board.edges, board.arcs, shape=board.shape, outlines=board.outlines
    )
    if usual.step != board.step:
        given.append(f"step={short(board.step, known)}")
    lines = [f"{_IN}{key} = {value}" for key, value in found.items()]
    return [*lines, f"{_IN}board = {_call('Board', given, before='board = ')}"]


def _turns(definition: Definition, cells: Sequence[str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the cycles of each move, and where it is clicked if that is not where it moves."""
    from .as_rules import handles_of, with_powers

    known = with_powers(definition.moves) if definition.forbidden else dict(definition.moves)
    clicked = handles_of(definition, known)
    moves, handles = {}, {}
    for name, images in known.items():
        cycles = [_cycle([cells[cell] for cell in cycle]) for cycle in to_cycles(images)]
        moves[_text(name)] = _flat(cycles)
        if tuple(clicked[name]) != tuple(moved(images)):
            handles[_text(name)] = _flat([_text(cells[cell]) for cell in clicked[name]])
    return moves, handles


def _pieces(definition: Definition) -> dict[str, str]:
    found = {}
    for label in dict.fromkeys(definition.goal):
        if label in definition.pieces:
            found[_text(label)] = _piece(definition.pieces[label])
    return found


def _piece(piece: Piece) -> str:
    given = [_text(piece.form), _text(piece.colour), _text(piece.text), _text(piece.mark)]
    usual = ["", '"plain"', '""', '""']
    while given[-1] == usual[len(given) - 1]:
        given.pop()
    return f"Piece({', '.join(given)})"


def _rules(definition: Definition) -> str:
    """Return the page of rules, with the hint and the author."""
    lines = [definition.rules.strip() or "Bring the pieces back to their places."]
    lines += [f"Hint: {definition.hint}"] if definition.hint else []
    lines += [f"By {definition.author}."] if definition.author else []
    return "\n\n".join(lines)


# -- texts ----------------------------------------------------------------------------------------


def _text(text: str) -> str:
    """Return a text as Python writes it, in the quotes that need fewer escapes."""
    quote = "'" if text.count('"') > text.count("'") else '"'
    return quote + _escaped(text).replace('\\"', '"').replace(quote, "\\" + quote) + quote


def _escaped(text: str) -> str:
    """Return what stands for a text between double quotes, of which it can end none."""
    found = []
    for letter in text:
        if letter in '"\\':
            found.append("\\" + letter)
        elif letter == "\n":
            found.append("\\n")
        elif letter.isprintable():
            found.append(letter)
        else:
            found.append(f"\\U{ord(letter):08x}")
    return "".join(found)


def _docstring(text: str) -> list[str]:
    """Return a page of rules as the lines of a docstring; only quotes that could end it escape."""
    lines = [line.rstrip() for line in text.expandtabs().strip().split("\n")]
    found = [_escaped(line).replace('\\"', '"') for line in lines]
    for at, line in enumerate(lines):
        outer = (at == 0 and line.startswith('"')) or line.endswith('"')
        if outer or '"""' in line:
            found[at] = _escaped(line)
    found[0] = f'"""{found[0]}'
    if len(found) == 1:
        return [f'    {found[0]}"""']
    return [*(f"    {line}" if line else "" for line in found), '    """']


def _class_name(name: str) -> str:
    """Return a name for the class of a puzzle.

    >>> _class_name("two rings"), _class_name("15"), _class_name("Board")
    ('TwoRings', 'Puzzle15', 'BoardPuzzle')
    """
    words = re.findall(r"[A-Za-z0-9]+", name)
    found = "".join(word[:1].upper() + word[1:] for word in words)[:40]
    if not found or found[0].isdigit():
        found = f"Puzzle{found}"
    return f"{found}Puzzle" if found in _TAKEN or keyword.iskeyword(found) else found


# -- lists ----------------------------------------------------------------------------------------


def _flat(items: Sequence[str]) -> str:
    return f"[{', '.join(items)}]"


def _pair(point: Point, decimals: int) -> str:
    return f"({', '.join(short(number, decimals) for number in point)})"


def _brackets(key: str, items: Sequence[str]) -> str:
    """Return a list, one item a line if it is long."""
    flat = _flat(items)
    return flat if _fits(key, flat) else _rows("[", items, "]")


def _braces(key: str, items: Mapping[str, str]) -> str:
    """Return a dictionary, one item a line if it is long."""
    pairs = [f"{name}: {value}" for name, value in items.items()]
    flat = f"{{{', '.join(pairs)}}}"
    return flat if _fits(key, flat) else _rows("{", pairs, "}")


def _fits(key: str, value: str) -> bool:
    return len(f"{_IN}{key} = {value}") <= WIDTH


def _rows(opening: str, items: Iterable[str], closing: str) -> str:
    return "\n".join([opening, *(f"{_IN}    {item}," for item in items), _IN + closing])


def _call(function: str, given: Sequence[str], before: str = "") -> str:
    """Return a call, over several lines if it is long."""
    flat = f"{function}({', '.join(given)})"
    if len(_IN + before + flat) <= WIDTH:
        return flat
    body = f"{_IN}    {', '.join(given)}"
    if len(body) <= WIDTH:
        return f"{function}(\n{body}\n{_IN})"
    return _rows(f"{function}(", given, ")")


def _words(key: str, words: Sequence[str]) -> str:
    """Return a list of words: as a list where that is short, else as a text that is split."""
    listed = _flat([_text(word) for word in words])
    split = _split(words)
    if key == "cells" and split is not None and _fits(key, split):
        return split
    if _fits(key, listed):
        return listed
    plain = [word or "." for word in words]
    if "." in words or not all(map(_is_plain, plain)):
        return _rows("[", map(_text, words), "]")
    return _each('"" if word == "." else word', "word", plain) if "" in words else _long(plain)


def _is_plain(word: str) -> bool:
    return word.isprintable() and _WORD.fullmatch(word) is not None


def _split(words: Sequence[str]) -> str | None:
    """Return words as a text that is split; None if one of them is no plain word."""
    return f'"{" ".join(words)}".split()' if all(map(_is_plain, words)) else None


def _long(words: Sequence[str]) -> str:
    """Return plain words as a text of several lines that is split."""
    rows = wrap(
        " ".join(words), WIDTH - len(_IN) - 4, break_long_words=False, break_on_hyphens=False
    )
    return "\n".join(['"""', *(f"{_IN}    {row}" for row in rows), f'{_IN}""".split()'])


def _each(item: str, name: str, words: Sequence[str]) -> str:
    """Return a list of what is made of each of many plain words."""
    return f"[\n{_IN}    {item}\n{_IN}    for {name} in {_long(words)}\n{_IN}]"


def _cycle(cells: Sequence[str]) -> str:
    return _split(cells) or _flat([_text(cell) for cell in cells])


def _streets(key: str, pairs: Sequence[tuple[str, str]], joint: str) -> str:
    """Return pairs of cells as words such as `a-b` that are split."""
    names = [name for pair in pairs for name in pair]
    if not all(map(_is_plain, names)) or any(joint in name for name in names):
        return _brackets(key, [f"({_text(a)}, {_text(b)})" for a, b in pairs])
    words = [joint.join(pair) for pair in pairs]
    short_text = f'[each.split("{joint}") for each in {_split(words)}]'
    if _fits(key, short_text):
        return short_text
    return _each(f'each.split("{joint}")', "each", words)
