"""Helpers that shorten and list what sentences name."""

import pytest

from puzzlekit.core.errors import brief, did_you_mean, fault, listed, printable, quoted, shown
from puzzlekit.core.figures import file_name, in_figures
from puzzlekit.core.words import parse, spelt_out, write
from puzzlekit.formats.source import natural
from puzzlekit.formats.usual_boards import short


@pytest.mark.parametrize(
    ("found", "wanted"),
    [
        (printable("a\x1bb"), "a\\x1bb"),
        (quoted("U2"), "'U2'"),
        (quoted("ha" * 9, 6), "'hahaha...'"),
        (shown("/a/very/long/way/to/x.tws", 12), "...way/to/x.tws"),
        (listed("abcd"), "a, b, c, d"),
        (listed("abcd", 2), "a, b and 2 others"),
        (listed("abc", 2), "a, b and 1 other"),
        (fault(ValueError("so\nlong")), "ValueError: so long"),
        (brief("ha"), "'ha'"),
        (brief([1, 2]), "[1, 2]"),
        (brief("x" * 50)[-8:], "xxxx...'"),
        (did_you_mean("Permut", ["permute", "pinball"]), " Did you mean 'permute'?"),
        ([file_name(number) for number in (0, 25, 26, 702)], ["a", "z", "aa", "aaa"]),
        ([in_figures(20_160), in_figures(10**30)], ["20,160", "1.00·10^30"]),
        (natural(["10", "b", "9", "a"]), ["9", "10", "a", "b"]),
        ([short(0.1 + 0.2, 3), short(-0.0, 3), short(2.25, 0)], ["0.3", "0", "2.25"]),
        (write(spelt_out(parse("A U A'"), {"A": "R2 F"})), "R2 F U F' R2'"),
    ],
)
def test_helpers(found, wanted):
    assert found == wanted
