"""Hostile texts of any size, by format.

A shape is a function of the approximate size in bytes and a random generator.
"""

import json
from collections.abc import Callable
from random import Random

Shape = Callable[[int, Random], str]

#: Strings that have broken parsers.
ODD = (
    *("\x1b[2J", "\x00", "\u200b", "\u202e", "\ud7ff", "\u0301", "\x9b31m", "\x7f", "\ufeff"),
    *("\r", "\t", "😀", "𝟙", "²", "\xa0", "%1B", "\\", '"', "'", "{", "}", "[", "(", ")"),
)


def _times(unit: str, size: int) -> str:
    return unit * max(1, size // len(unit.encode()))


def _fill(before: str, unit: str, after: str = "") -> Shape:
    """Return the shape that repeats a unit between a prefix and a suffix."""
    return lambda size, rng: before + _times(unit, size) + after


def _lines(size: int, make: Callable[[int], str]) -> str:
    """Return numbered lines of the given total size in bytes."""
    lines: list[str] = []
    length = 0
    while length < size:
        lines.append(make(len(lines)))
        length += len(lines[-1]) + 1
    return "\n".join(lines) + "\n"


def _cycle(points: int, rng: Random, joint: str = " ") -> str:
    numbers = list(range(1, points + 1))
    rng.shuffle(numbers)
    return f"({joint.join(map(str, numbers))})"


def _points(size: int) -> int:
    return max(2, min(10_000, size // 6))


def _moves(size: int, rng: Random, points: int, form: str, joint: str = " ") -> str:
    """Return one move that names all points, then moves that swap two points each."""

    def line(number: int) -> str:
        a, b = rng.sample(range(1, points + 1), 2)
        cycle = _cycle(points, rng, joint) if not number else f"({a}{joint}{b})"
        return form.format(number, cycle)

    return _lines(size, line)


CYCLES: dict[str, Shape] = {
    "one cycle": lambda size, rng: _cycle(_points(size), rng),
    "many moves": lambda size, rng: _moves(size, rng, 100, "M{}: {}"),
    "many moves of many points": lambda size, rng: _moves(size, rng, _points(size), "M{}: {}"),
    "a long word": _fill("L: (", "a", " b)"),
    "a long name": _fill("", "a", ": (1 2)"),
    "only open": _fill("", "("),
    "only pairs": _fill("", "()"),
    "overlapping cycles": _fill("L: ", "(1 2 3)(3 4 5)"),
    "comments": _fill("", "# (\n", "(1 2)"),
    "blanks": _fill("L", " ", ": (1 2)"),
    "digits": _fill("L: (", "9", " 1)"),
    "many parts": lambda size, rng: (
        "L: " + "".join(f"({3 * i} {3 * i + 1} {3 * i + 2})" for i in range(_points(size) // 3))
    ),
    "no end": _fill("", "L: (1 2\n"),
    "odd": _fill("", "".join(ODD)),
}

GAP: dict[str, Shape] = {
    "one cycle": lambda size, rng: f"Group({_cycle(_points(size), rng, ',')});",
    "many generators": _fill("Group(", "(1,2),(1,2,3),", "(1,2));"),
    "generators of many points": _fill("Group(", "(1,2),", "(1,10000));"),
    "names": lambda size, rng: _moves(size, rng, 100, "g{}:={};", ","),
    "lists that double": lambda size, rng: (
        "A:=[(1,2)];\n"
        + _lines(size, lambda i: f"A{i}:=[A{i - 1 if i else ''},A{i - 1 if i else ''}];")
    ),
    "only open": _fill("", "["),
    "tokens": _fill("", "(1,2)*"),
    "comments": _fill("", "#\n", "Group((1,2));"),
    "a long name": _fill("", "a", ":=(1,2);"),
    "backslashes": _fill("", "\\a", ":=(1,2);"),
    "a long number": _fill("Group((1,", "9", "));"),
    "semicolons": _fill("", ";"),
    "odd": _fill("Group(", "".join(ODD)),
}

SYMPY: dict[str, Shape] = {
    "one list": lambda size, rng: f"Permutation({[*range(_points(size) - 1, -1, -1)]})",
    "many cycles": _fill("PermutationGroup([", "Permutation(0, 1), ", "])"),
    "of many points": _fill("PermutationGroup([", "(9999)(0 1), ", "])"),
    "lists in lists": _fill("Permutation([", "[0, 1],", "])"),
    "overlapping": _fill("", "(0 1 2)"),
    "names": lambda size, rng: _moves(size, rng, 100, "g{} = {}"),
    "imports": _fill("", "import os\n", "(0 1)"),
    "only open": _fill("PermutationGroup(", "["),
    "size": lambda size, rng: "Permutation(0, 1, size=" + "9" * size + ")",
    "commas": _fill("", ","),
    "odd": _fill("Permutation(", "".join(ODD)),
}

_COIN = "Set A 3 1\nSolved\nEnd\nMove F\nA\n2 3 1\nEnd\n"
_MANY = (
    "".join(f"Set S{i} 255 1\n" for i in range(39))
    + "Solved\nEnd\nMove F\nS0\n"
    + " ".join(str(i % 255 + 1) for i in range(1, 256))
    + "\nEnd\n"
)


def _chain(size: int, after: str) -> str:
    """Return sequences each of which contains the one before."""
    return _lines(size, lambda i: f"MoveSequence M{i} {f'M{i - 1}' if i else 'F'}{after}")


TWS: dict[str, Shape] = {
    "a long name": _fill("Name ", "a", "\n" + _COIN),
    "a long set": _fill("Set ", "A", " 255 39\nSolved\nEnd\n"),
    "comments": _fill("", "#\n", _COIN),
    "many sets": lambda size, rng: _lines(size, lambda i: f"Set S{i} 1 1") + "Solved\nEnd\n",
    "sets of triples": lambda size, rng: (
        (n := min(3_000, size // 30))
        and "".join(f"Set S{i} 3 1\n" for i in range(n))
        + "Solved\nEnd\nMove F\n"
        + "".join(f"S{i}\n2 3 1\n" for i in range(n))
        + "End\n"
    ),
    "empty moves": lambda size, rng: _MANY + _lines(size, lambda i: f"Move M{i}\nEnd"),
    "moves": lambda size, rng: _COIN + _lines(size, lambda i: f"Move M{i}\nA\n2 1 3\nEnd"),
    "sequences": lambda size, rng: _COIN + _lines(size, lambda i: f"MoveSequence M{i} F,F,F"),
    "sequences upside down": lambda size, rng: (
        _COIN + "\n".join(_chain(size, ",F").splitlines()[::-1])
    ),
    "powers of powers": lambda size, rng: _MANY + _chain(size, "999999999"),
    "one sequence": _fill(_COIN + "MoveSequence M ", "F,"),
    "aliases": lambda size, rng: _COIN + _lines(size, lambda i: f"MoveAlias M{i} F2"),
    "aliases of aliases": lambda size, rng: (
        _COIN + _lines(size, lambda i: f"MoveAlias M{i} {f'M{i - 1}' if i else 'F'}9")
    ),
    "bans": lambda size, rng: (
        "Set A 255 39\nSolved\nA\n"
        + " ".join("1" if i % 2 else "2" for i in range(255))
        + "\nEnd\n"
        + _lines(size, lambda i: f"Illegal A {i % 255 + 1} 1 1 2 1 2")
    ),
    "bans of sets": lambda size, rng: (
        "".join(f"Set S{i} 2 1\n" for i in range(4_000))
        + "Solved\nEnd\n"
        + _lines(size, lambda i: "Illegal S3999 1 2")
    ),
    "no end": _fill("Set A 3 1\nSolved\n", "A\n1 2 3\n"),
    "one row": _fill("Set A 3 1\nSolved\nA\n", "1 ", "\nEnd\n"),
    "nulls": _fill("", "\x00", _COIN),
    "odd": _fill("Set ", "".join(ODD)),
}


def _kpuzzle(orbits: dict[str, int], moves: object, **more: object) -> str:
    sets, pattern = [], {}
    for name, size in orbits.items():
        sets.append({"orbitName": name, "numPieces": size, "numOrientations": 1})
        pattern[name] = {"pieces": [*range(size)], "orientation": [0] * size}
    data = {"name": "x", "orbits": sets, "defaultPattern": pattern, "moves": moves}
    return json.dumps(data | more)


def _turn(size: int) -> dict[str, object]:
    return {"permutation": [*range(1, size), 0], "orientationDelta": [0] * size}


KPUZZLE: dict[str, Shape] = {
    "a long orbit": lambda size, rng: _kpuzzle({"A" * size: 10_000}, {}),
    "many orbits": lambda size, rng: _kpuzzle(
        {f"A{i}": 2 for i in range(min(5_000, size // 150))}, {"F": {"A0": _turn(2)}}
    ),
    "names alike": lambda size, rng: _kpuzzle(
        {" " * i + "A": 2 for i in range(39)}, {"F": {"A": _turn(2)}}
    ),
    "one large orbit": lambda size, rng: _kpuzzle(
        {"A": min(10_000, size // 30)}, {"F": {"A": _turn(min(10_000, size // 30))}}
    ),
    "many moves": lambda size, rng: _kpuzzle(
        {"A": 2, "B": 9_998}, {f"M{i}": {"A": _turn(2)} for i in range(size // 80)}
    ),
    "derived": lambda size, rng: _kpuzzle(
        {"A": 100},
        {"F": {"A": _turn(100)}},
        derivedMoves={f"M{i}": f"M{i - 1} F" if i else "F" for i in reversed(range(size // 20))},
    ),
    "derived powers": lambda size, rng: _kpuzzle(
        {"A": 9_999},
        {"F": {"A": _turn(9_999)}},
        derivedMoves={f"M{i}": "(F F)99999" for i in range(size // 20)},
    ),
    "derived brackets": lambda size, rng: _kpuzzle(
        {"A": 9}, {"F": {"A": _turn(9)}}, derivedMoves={"M": _times("[F,", size)}
    ),
    "a long word": lambda size, rng: _kpuzzle(
        {"A": 9}, {"F": {"A": _turn(9)}}, derivedMoves={"M": _times("F ", size)}
    ),
    "nested": _fill('{"orbits":', "["),
    "nested objects": _fill("", '{"a":'),
    "a long number": _fill('{"orbits":', "9", "}"),
    "a long text": lambda size, rng: _kpuzzle({"A": 2}, {}, name="x\x1b" * (size // 7)),
    "surrogates": lambda size, rng: _kpuzzle(
        {"A": 2}, {"F": {"A": _turn(2)}}, name="\ud800" * (size // 7)
    ),
    "keys twice": _fill("{", '"a":1,', '"a":1}'),
    "odd": _fill('{"orbits": "', "".join(ODD)),
}

TOML: dict[str, Shape] = {
    "moves": lambda size, rng: "ring = 100\n[moves]\n" + _moves(size, rng, 100, 'M{} = "{}"'),
    "moves of many cells": lambda size, rng: (
        "grid = [100, 100]\n[moves]\n"
        + _lines(size, lambda i: f'M{i} = "(a{i % 99 + 1} a{i % 99 + 2})"')
    ),
    "moves and comments": lambda size, rng: (
        "ring = 9\n"
        + _times("# moves\n", size // 2)
        + "[moves]\n"
        + _moves(size // 2, rng, 9, 'M{} = "{}"')
    ),
    "comments": _fill("", "#\n", 'ring = 3\n[moves]\nL = "(1 2 3)"\n'),
    "one cycle": lambda size, rng: (
        f'ring = {_points(size)}\n[moves]\nL = "{_cycle(_points(size), rng)}"\n'
    ),
    "sliding squares": lambda size, rng: (
        (n := int(min(10_000, size // 10) ** 0.5))
        and f"grid = [{n}, {n}]\ngoal = '{'x ' * (n * n - 1)}.'\n"
    ),
    "different squares": lambda size, rng: (
        (n := int(min(10_000, size // 10) ** 0.5))
        and f"grid = [{n}, {n}]\ngoal = '{' '.join(map(str, range(n * n - 1)))} .'\n"
    ),
    "many holes": _fill("grid = [20, 20]\ngoal = '" + "x " * 200 + ". " * 200 + "'\n#", "x"),
    "a key of parts": _fill("", "a.", "b = 1\n"),
    "keys of parts": lambda size, rng: _lines(size, lambda i: "a." * 98 + f"k{i} = 1"),
    "keys with blanks": _fill("", "a . " * 98 + "\n"),
    "numbers": _fill("points = [", "9" * 990 + ",\n", "]\n"),
    "a long number": _fill("ring = ", "9"),
    "nested": _fill("cells = ", "["),
    "a long cell": _fill('cells = ["', "a", '", "b"]\nedges = "a-b"\n'),
    "long edges": _fill('ring = 3\nedges = "', "-a", '"\n'),
    "many edges": lambda size, rng: (
        (n := _points(size))
        and f'ring = {n}\nedges = "'
        + " ".join(f"{i}-{i + 1}" for i in range(1, n))
        + '"\ngoal = "'
        + "x " * (n - 1)
        + '."\n'
    ),
    "a drawing": lambda size, rng: (
        'drawing = """\n' + _lines(size, lambda i: f"a{i} b{i} . c{i}") + '"""\n'
    ),
    "handles": lambda size, rng: (
        "ring = 100\n[moves]\n"
        + _moves(size // 2, rng, 100, 'M{} = "{}"')
        + "[handles]\n"
        + _lines(size // 2, lambda i: f'M{i} = "{i % 100 + 1} {i // 100 % 100 + 1}"')
    ),
    "bans": lambda size, rng: (
        f'ring = 99\ngoal = "a {"b " * 98}"\n[moves]\n'
        + _moves(size // 2, rng, 99, 'M{} = "{}"')
        + '[forbidden]\n2 = ["a"]\n'
    ),
    "escapes": _fill('name = "', "\\u001b", '"\nring = 3\nedges = "1-2"\ngoal = "1 2 ."\n'),
    "an unknown key": _fill("", "a", " = 1\nring = 3\n"),
    "quotes": _fill("", '"'),
    "odd": _fill("name = '", "".join(ODD)),
}

_HEX = '[ID "hex:5"]\n'

RECORDS: dict[str, Shape] = {
    "comments": _fill(_HEX, "{a} "),
    "remarks": _fill(_HEX, "$1 "),
    "lines": _fill(_HEX, ";a\n"),
    "a comment": lambda size, rng: _HEX + "{" + "a " * (size // 2) + "}",
    "no end": _fill(_HEX, "{a "),
    "a long word": _fill(_HEX, "a"),
    "a long word of a puzzle": _fill('[ID "cube"]\n', "U"),
    "brackets": _fill('[ID "cube"]\n', "("),
    "words": _fill('[ID "cube"]\n', "(U R)2 "),
    "powers": _fill('[ID "cube"]\n', "((U)9999)9999 "),
    "numbers": _fill(_HEX, "1. "),
    "a long number": _fill(_HEX, "1", "."),
    "headers": lambda size, rng: _lines(size, lambda i: f'[H{i} "x"]') + _HEX,
    "a long header": _fill('[ID "hex:', "5", '"]\n'),
    "a long name": _fill("[", "A", ' "x"]\n' + _HEX),
    "moves": _fill('[ID "fifteen"]\n', "d2-d1 d1-d2 "),
    "moves and comments": _fill('[ID "fifteen"]\n', "d2-d1 {a} d1-d2 {b} "),
    "quoted moves": _fill(_HEX, '"a1" '),
    "blanks": _fill("", " "),
    "results": _fill(_HEX, "1/2-", "1/2"),
    "a position": lambda size, rng: f'[ID "hex:5@{"9a" * (size // 2)}"]\n',
    "odd": _fill(_HEX, "".join(ODD)),
}


def _save(**changes: object) -> str:
    data = {"format": 1, "plugin": "fifteen", "options": {}, "seed": None}
    return json.dumps(data | {"players": ["human"], "moves": [], "at": 0} | changes)


SAVES: dict[str, Shape] = {
    "moves": lambda size, rng: _save(moves=["d2-d1", "d1-d2"] * (size // 18)),
    "wrong moves": lambda size, rng: _save(moves=["x" * size]),
    "comments": lambda size, rng: _save(comments={str(i): "a" for i in range(size // 12)}),
    "tags": lambda size, rng: _save(tags={f"A{i}": "\x1b" for i in range(size // 16)}),
    "a long plugin": lambda size, rng: _save(plugin="x" * size),
    "a long path": lambda size, rng: _save(plugin="x" * size + ".tws"),
    "options": lambda size, rng: _save(options={f"a{i}": "1" for i in range(size // 14)}),
    "a long option": lambda size, rng: _save(options={"width": "9" * size}),
    "a position": lambda size, rng: _save(position="1," * (size // 2)),
    "cells": lambda size, rng: _save(
        plugin="hex", players=["human"] * 2, position="99a" * (size // 3)
    ),
    "rows": lambda size, rng: _save(
        plugin="hex", players=["human"] * 2, position="11," * (size // 3)
    ),
    "a packed position": lambda size, rng: _save(
        plugin="palago", players=["human"] * 2, position="t999999_" * (size // 8)
    ),
    "players": lambda size, rng: _save(players=["human"] * (size // 9)),
    "a long player": lambda size, rng: _save(players=["mcts:" + "9" * size]),
    "nested": _fill('{"format":', "["),
    "a long number": _fill('{"format":', "1", "}"),
    "a fingerprint": lambda size, rng: _save(fingerprint="a" * size),
    "odd": lambda size, rng: _save(plugin=_times("".join(ODD), size)),
}

#: Texts for IDs, options and typed lines.
TEXTS: dict[str, Shape] = {
    "letters": _fill("", "a"),
    "digits": _fill("", "9"),
    "cells": _fill("", "9a"),
    "rows": _fill("", "1,"),
    "fields": _fill("", "1_"),
    "packed": _fill("", "t9_"),
    "percents": _fill("", "%1B"),
    "brackets": _fill("", "("),
    "commutators": _fill("", "[U,"),
    "cycles": _fill("", "(a1 b1)"),
    "one cycle": lambda size, rng: f"({' '.join(f'a{i}' for i in range(size // 6))})",
    "digits in a cycle": _fill("(", "9", " 1)"),
    "words": _fill("", "U R "),
    "powers": _fill("", "((U)9999)9999 "),
    "quotes": _fill("U", "'"),
    "options": _fill("", "a=1,"),
    "colons": _fill("", ":"),
    "marks": _fill("", "@#"),
    "dots": _fill("", "./"),
    "dashes": _fill("--", "-"),
    "blanks": _fill("", " ", "x"),
    "odd": lambda size, rng: _times("".join(rng.sample(ODD, 9)).replace("\x00", ""), size),
    "no UTF-8": lambda size, rng: "\udcff" * size,
}
