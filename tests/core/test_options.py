"""Tests for options derived from the signature of a plugin."""

from typing import Annotated, Literal

import pytest

from puzzlekit.core.errors import OptionError
from puzzlekit.core.options import Option, options_of, read_options


class Plugin:
    def __init__(
        self,
        size: Annotated[int, range(2, 10)] = 4,
        colour: Annotated[Literal["red", "blue"], "paint"] = "red",
        fast: bool = False,
        title="none",
        *,
        depth=3,
    ): ...


OPTIONS = options_of(Plugin)


def test_options_and_their_values():
    assert list(OPTIONS) == ["size", "colour", "fast", "title", "depth"]
    assert OPTIONS["size"] == Option("size", 4, bounds=range(2, 10))
    assert OPTIONS["colour"].choices == ("red", "blue")
    assert [each.title for each in OPTIONS.values()] == ["Size", "Paint", "Fast", "Title", "Depth"]
    assert options_of(type("Bare", (), {})) == {}
    texts = {"": "9", "colour": "blue", "fast": "on", "title": "x y", "depth": "-7"}
    values = {"size": 9, "colour": "blue", "fast": True, "title": "x y", "depth": -7}
    assert read_options(OPTIONS, texts.items()) == values
    assert read_options(OPTIONS, []) == {}
    for name, values in {"size": range(2, 10), "fast": [True, False], "colour": ["red"]}.items():
        for value in values:
            assert OPTIONS[name].read(OPTIONS[name].write(value)) == value
    assert OPTIONS["size"].data() == {"name": "size", "default": 4, "min": 2, "max": 9}
    colours = {"name": "colour", "default": "red", "choices": ["red", "blue"]}
    assert OPTIONS["colour"].data() == colours


def test_choice_of_numbers():
    class Sized:
        def __init__(self, size: Literal[3, 5] = 3, level: Literal["easy", 2] = "easy"):
            self.size, self.level = size, level

    option, level = options_of(Sized).values()
    assert option.read("5") == 5
    assert (level.read("easy"), level.read("2")) == ("easy", 2)
    assert not option.is_unbounded
    with pytest.raises(OptionError, match="size=4 is invalid: it must be one of 3, 5"):
        option.read("4")


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("size", "1", "from 2 to 9"),
        ("size", "10", "from 2 to 9"),
        ("size", "4.5", "from 2 to 9"),
        ("size", "", "from 2 to 9"),
        ("size", "5 c3 b2", "A game ID contains no moves."),
        ("colour", "blu", "red, blue. Did you mean 'blue'?"),
        ("fast", "yes", "must be on or off"),
        ("fast", "True", "must be on or off"),
        ("depth", "1" * 10, "nine digits"),
        ("dept", "3", "Did you mean 'depth'?"),
    ],
)
def test_invalid_values(name, text, words):
    with pytest.raises(OptionError) as caught:
        read_options(OPTIONS, [(name, text)])
    assert words in str(caught.value)


def test_bounds_with_steps():
    class Even:
        def __init__(self, k: Annotated[int, range(2, 20, 2)] = 4): ...

    class Odd:
        def __init__(self, k: Annotated[int, range(2, 20, 2)] = 3): ...

    with pytest.raises(OptionError, match=r"k=5 .* from 2 to 18 in steps of 2"):
        read_options(options_of(Even), [("k", "5")])
    with pytest.raises(OptionError, match=r"default 3, but must be .* in steps of 2"):
        options_of(Odd)


@pytest.mark.parametrize("text", ["\n", "\x1b[2J", "\ud800", "x" * 10**6])
@pytest.mark.parametrize("name", ["size", "colour", "fast", "depth"])
def test_unprintable_values_are_quoted(name, text):
    with pytest.raises(OptionError) as caught:
        read_options(OPTIONS, [(name, text)])
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("default", [None, 1.5, (), [1]])
def test_invalid_defaults(default):
    class Odd:
        def __init__(self, size=default): ...

    class Without:
        def __init__(self, size): ...

    for kind in (Odd, Without):
        with pytest.raises(OptionError, match=f"'size' of {kind.__name__} needs a default"):
            options_of(kind)
