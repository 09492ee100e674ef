"""Messages name only existing options and environment variables."""

import re

import pytest
from support import ROOT, source_of, strings_in

from puzzlekit.cli.command_line import COMMANDS, _parser

PACKAGE = ROOT / "puzzlekit"
PARSERS = _parser(COMMANDS)[1].parsers

#: Commands of other programs, whose options messages may name.
_OTHERS = re.compile(r"\bpip [^`]*")
_OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")


def options_of(name):
    """Return the options of a command."""
    return set(PARSERS[name]._option_string_actions)


def unknown_options(text, known):
    """Return the options in a text that neither are known nor belong to the command named there."""
    text = _OTHERS.sub("", text)
    for name, options in re.findall(r"puzzlekit ([a-z]+)([^`.;]*)", text):
        found = set(_OPTION.findall(options))
        if name in PARSERS and found <= options_of(name):
            text = text.replace(options, "")
    return sorted(set(_OPTION.findall(text)) - known)


@pytest.mark.parametrize("path", sorted(PACKAGE.glob("cli/*.py")), ids=lambda path: path.stem)
def test_options_in_messages(path):
    name = {"listing": "list"}.get(path.stem, path.stem)
    every = set().union(*map(options_of, PARSERS))
    known = options_of(name) if name in PARSERS else every | {"--version"}
    known |= {"--white"} if name == "play" else set()  # an option for a side of a game
    found = {
        text: unknown
        for text in strings_in(source_of(path))
        if (unknown := unknown_options(text, known))
    }
    assert found == {}


def test_environment_variables_in_messages():
    paths = [path for path in PACKAGE.rglob("*.py") if "PUZZLEKIT_" in source_of(path)]
    read = set(re.findall(r'environ(?:\.get\(|\[)"(\w+)"', "".join(map(source_of, paths))))
    named = {
        name
        for path in paths
        for text in strings_in(source_of(path))
        for name in re.findall(r"PUZZLEKIT_\w+", text)
    }
    assert named <= read


@pytest.mark.parametrize(
    ("text", "unknown"),
    [
        ("add --resume, or --other", ["--other"]),
        ("see `puzzlekit solve ID --seconds 9` and --resume", []),
        ("see `puzzlekit solve ID --plies 9`", ["--plies"]),
        ("`pip install --upgrade puzzlekit-framework`", []),
    ],
)
def test_unknown_options(text, unknown):
    assert unknown_options(text, {"--resume"}) == unknown
