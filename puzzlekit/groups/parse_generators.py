"""Conversion of generators in any supported form to image lists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Set
from operator import index
from typing import Any, TypeAlias

from ..core.errors import NotationError
from ..core.permutation import Images, from_cycles

Generators: TypeAlias = Iterable[Any]

#: Largest point allowed in cycle notation.
MAX_POINT = 1_000_000

_CYCLES = r"\s*(\((\s*\d+([\s,]+\d+)*)?\s*\)\s*)+"


def parse_generators(generators: Generators) -> list[Images]:
    """Return generators in any supported form as image lists of equal length.

    SymPy permutations and strings in cycle notation are padded with fixed points. The names of
    generators in a dict are ignored. Raises `NotationError` for invalid permutations.

    >>> parse_generators(["(0 1)(2 3)", "(1 2)"])
    [(1, 0, 3, 2), (0, 2, 1, 3)]
    """
    given = as_list(generators)
    texts = [_cycles(g) if isinstance(g, str) else [] for g in given]
    points = [point for cycles in texts for cycle in cycles for point in cycle]
    sizes = [g.size for g in given if is_sympy_permutation(g)]
    size = max([*sizes, *(point + 1 for point in points)], default=0)
    result = [_images(g, cycles, size) for g, cycles in zip(given, texts, strict=True)]
    degree = len(result[0]) if result else 0
    identity = list(range(degree))
    for g in result:
        if sorted(g) != identity:
            raise NotationError(
                f"{_quoted(g)} is not a permutation of 0..{degree - 1}. Write all generators as "
                "lists of images of the same length."
            )
    return result


def as_list(generators: Generators) -> list[Any]:
    """Return the unparsed generators as a list; raise `NotationError` if they are not iterable."""
    if isinstance(generators, str) or is_sympy_permutation(generators):
        return [generators]
    if isinstance(generators, Mapping):
        return list(generators.values())
    if getattr(getattr(generators, "dtype", None), "kind", "") in ("i", "u"):
        generators = generators.tolist()  # type: ignore[attr-defined]
    try:
        return list(generators)
    except TypeError as error:
        raise NotationError(
            f"{_quoted(generators)} is not a list of generators. Write it like "
            "[[1, 2, 0], [1, 0, 2]]."
        ) from error


def is_sympy_permutation(given: object) -> bool:
    """Return whether an object is a SymPy `Permutation` or `Cycle`."""
    return hasattr(given, "array_form") or (isinstance(given, Mapping) and hasattr(given, "list"))


def _images(g: Any, cycles: list[list[int]], size: int) -> Images:
    if isinstance(g, str):
        return from_cycles(cycles, size)
    if is_sympy_permutation(g):
        known = g.array_form if hasattr(g, "array_form") else g.list()
        return (*known, *range(g.size, size))
    try:
        # Reject mappings, whose keys are no images, and booleans, which old NumPy treats as 0, 1.
        if isinstance(g, Mapping | Set) or getattr(getattr(g, "dtype", None), "kind", "") == "b":
            raise TypeError
        images = tuple(g)
        return images if set(map(type, images)) == {int} else tuple(map(index, images))
    except TypeError as error:
        raise NotationError(
            f"{_quoted(g)} is not a permutation. Write a list of permutations: lists of images "
            'such as [1, 2, 0], cycles such as "(0 1 2)", or SymPy Permutations.'
        ) from error


def _cycles(text: str) -> list[list[int]]:
    if not re.fullmatch(_CYCLES, text):
        raise NotationError(
            f"{_quoted(text)} is not a product of cycles of numbers. Write it like (0 1 2)(3 4)."
        )
    cycles = [re.findall(r"\d+", cycle) for cycle in re.findall(r"\([^)]*\)", text)]
    if any(len(n) > 20 or int(n) > MAX_POINT for cycle in cycles for n in cycle):
        raise NotationError(
            f"{_quoted(text)} contains a point greater than {MAX_POINT:,}. Use smaller numbers."
        )
    return [[int(n) for n in cycle] for cycle in cycles]


def _quoted(thing: object) -> str:
    text = " ".join(repr(thing).split())
    return text if len(text) < 60 else text[:57] + "..."
