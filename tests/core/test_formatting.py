"""Tests for formatting names, lists and numbers in messages."""

import pytest

from puzzlekit.core.errors import (
    did_you_mean,
    escape_control_characters,
    join_names,
    one_line_error,
    quoted,
    short_repr,
    shorten_path,
)
from puzzlekit.core.formatting import column_letters, format_number
from puzzlekit.core.permutation import name_sort_key
from puzzlekit.core.words import expand_macros, parse, write
from puzzlekit.formats.named_boards import format_rounded


@pytest.mark.parametrize(
    ("found", "wanted"),
    [
        (escape_control_characters("a\x1bb"), "a\\x1bb"),
        (escape_control_characters("non\u00a0: «\u202foui\u202f»"), "non\u00a0: «\u202foui\u202f»"),
        (quoted("U2"), "'U2'"),
        (quoted("ha" * 9, 6), "'hahaha...'"),
        (shorten_path("/a/very/long/way/to/x.tws", 12), "...way/to/x.tws"),
        (len(quoted("x" * 100_000)) < 90, True),
        (did_you_mean("x" * 100_000, ["x" * 100_000]), ""),
        (join_names("abcd"), "a, b, c, d"),
        (join_names("abcd", 2), "a, b and 2 others"),
        (join_names("abc", 2), "a, b and 1 other"),
        (one_line_error(ValueError("so\nlong")), "ValueError: so long"),
        (short_repr("ha"), "'ha'"),
        (short_repr([1, 2]), "[1, 2]"),
        (short_repr("x" * 50)[-8:], "xxxx...'"),
        (did_you_mean("Permut", ["permute", "pinball"]), " Did you mean 'permute'?"),
        ([column_letters(number) for number in (0, 25, 26, 702)], ["a", "z", "aa", "aaa"]),
        ([format_number(20_160), format_number(10**30)], ["20,160", "1.00 × 10³⁰"]),
        (sorted(["10", "b", "9", "a"], key=name_sort_key), ["9", "10", "a", "b"]),
        (
            [format_rounded(0.1 + 0.2, 3), format_rounded(-0.0, 3), format_rounded(2.25, 0)],
            ["0.3", "0", "2.25"],
        ),
        (write(expand_macros(parse("A U A'"), {"A": "R2 F"})), "R2 F U F' R2'"),
    ],
)
def test_helpers(found, wanted):
    assert found == wanted
