"""Prose and names: no phrases that are hard to read, no private words."""

import ast
import re

import pytest
from prose import findings
from support import ROOT, nodes_of, source_of

FOLDERS = ("puzzlekit", "games", "puzzles", "examples", "docs")
PAGES = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.md"))]
SOURCES = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]

#: Words of former names for which standard terms exist.
PRIVATE_WORDS = {
    *("anew", "asked", "desk", "hearing", "hindrance", "lest", "mind", "onward", "said", "saying"),
    *("shelf", "shelves", "telling", "told", "took", "whereabouts", "wish", "yardstick"),
}


def names_in(path):
    """Yield the names of functions, classes and parameters that a file defines."""
    for node in nodes_of(source_of(path)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg


@pytest.mark.slow
@pytest.mark.parametrize("folder", FOLDERS)
def test_phrases(folder):
    paths = [path for path in [*PAGES, *SOURCES] if path.relative_to(ROOT).parts[0] == folder]
    assert paths
    assert [(str(path), *each) for path in paths for each in findings(path)] == []


def test_private_words():
    words = {
        (word.lower(), str(path))
        for path in SOURCES
        for name in names_in(path)
        for word in re.findall(r"[A-Z]?[a-z]+", name)
    }
    assert sorted(each for each in words if each[0] in PRIVATE_WORDS) == []
