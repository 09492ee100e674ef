"""Compiled parts of the factorization: a ball of short words, and a table to put words into.

A permutation is a *pull* (see `table_plain`). Words are arrays of numbers of letters.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import int16, int32, int64, types

from ...core.compiling import njit
from .table_plain import PlainLetters as Plain
from .table_plain import Spelling

Array = np.ndarray[Any, Any]

#: More than any word costs.
UNREACHED = 1 << 29


# What comes from a file is not written to.
_CELLS, _NUMBERS, _KEYS = (
    types.Array(kind, 1, "C", readonly=True) for kind in (int16, int32, int64)
)


class WordBall(NamedTuple):
    """All words up to some length that differ, shortest first, each one letter after another."""

    pulls: Array
    parent: Array
    letter: Array
    cost: Array
    length: Array
    keys: Array
    places: Array

    def spelled(self, number: int) -> Spelling:
        """Return a word."""
        return spelled(self.parent, self.letter, self.length, number)


class LetterArrays(NamedTuple):
    """Powers of the generators: pulls, costs, the number of each one's inverse.

    `merged[a, b]` is the letter that a and b make, or -1 if none, or -2 if they cancel.
    """

    pulls: Array
    costs: Array
    inverse: Array
    merged: Array


class TableArrays(NamedTuple):
    """A stabilizer chain with words: for level k and cell x some that bring x to `base[k]`.

    They leave the earlier cells of the base alone. `slot[k, x]` numbers the slots; the
    candidates of slot s are the rows s*width and on, cheapest first.
    """

    base: Array
    slot: Array
    pulls: Array
    words: Array
    lengths: Array
    costs: Array
    width: int


# Assignments of slices are spelled out as loops: numba takes seconds to compile the others.


@njit(cache=True, nogil=True)
def copy(source: Array, target: Array, count: int) -> None:
    """Copy the first `count` numbers of a row to another."""
    for i in range(count):
        target[i] = source[i]


@njit(int64(_CELLS), cache=True, nogil=True)
def hash_key(pull: Array) -> Any:
    """Return a number that different permutations hardly ever share."""
    found = np.int64(1469598103934665603)
    for i in range(len(pull)):
        found = (found ^ np.int64(pull[i] + 1)) * np.int64(1099511628211)
        found ^= found >> np.int64(29)
    return found


@njit(int64(_KEYS, _NUMBERS, int64), cache=True, nogil=True)
def find(keys: Array, places: Array, key: int) -> int:
    """Return where a key stands in a hash table: its place, or minus the free place minus 1."""
    mask = len(keys) - 1
    at = key & mask
    while places[at] >= 0:
        if keys[at] == key:
            return at
        at = (at + 1) & mask
    return -at - 1


@njit(cache=True, nogil=True)
def grow_ball(letters: LetterArrays, ball: WordBall) -> int:
    """Fill a ball, whose `places` are -1, letter by letter; return how many words there are."""
    limit, degree = ball.pulls.shape
    pulls, parent, letter, cost, length, keys, places = ball
    parent[0], letter[0], cost[0], length[0] = -1, -1, 0, 0
    for i in range(degree):
        pulls[0, i] = i
    at = -find(keys, places, hash_key(pulls[0])) - 1
    keys[at], places[at] = hash_key(pulls[0]), 0
    count, now = 1, 0
    while now < count < limit:
        for a in range(len(letters.pulls)):
            if count == limit:
                break
            step = letters.pulls[a]
            for i in range(degree):
                pulls[count, i] = pulls[now, step[i]]
            key = hash_key(pulls[count])
            at = find(keys, places, key)
            if at >= 0:
                if cost[now] + letters.costs[a] < cost[places[at]]:
                    same = places[at]
                    parent[same], letter[same] = now, a
                    cost[same], length[same] = cost[now] + letters.costs[a], length[now] + 1
                continue
            keys[-at - 1], places[-at - 1] = key, count
            parent[count], letter[count] = now, a
            cost[count], length[count] = cost[now] + letters.costs[a], length[now] + 1
            count += 1
        now += 1
    return count


@njit(int64(_NUMBERS, _CELLS, int64, int16[::1], int64), cache=True, nogil=True)
def spell_word(parent: Array, letter: Array, number: int, word: Array, at: int) -> int:
    """Write the word of a ball into `word` from `at` on; return where it ends."""
    count = 0
    now = number
    while parent[now] >= 0:
        now = parent[now]
        count += 1
    end = at + count
    now = number
    while parent[now] >= 0:
        count -= 1
        word[at + count] = letter[now]
        now = parent[now]
    return end


@njit(cache=True, nogil=True)
def join(letters: LetterArrays, word: Array, end: int, more: Array, count: int, back: bool) -> int:
    """Append a word, or its inverse, merging letters that meet; return the end, or -1."""
    if end < 0:
        return -1
    for k in range(count):
        a = letters.inverse[more[count - 1 - k]] if back else more[k]
        single = letters.merged[word[end - 1], a] if end else -1
        if single == -2:
            end -= 1
        elif single >= 0:
            word[end - 1] = single
        elif end == len(word):
            return -1
        else:
            word[end] = a
            end += 1
    return end


@njit(cache=True, nogil=True)
def offer_word(
    letters: LetterArrays, table: TableArrays, pull: Array, word: Array, length: int
) -> bool:
    """Put a permutation with its word into its slot, if it is better than what is there."""
    level = 0
    while level < len(table.base) and pull[table.base[level]] == table.base[level]:
        level += 1
    if level == len(table.base) or length > table.words.shape[1]:
        return False
    first = table.slot[level, pull[table.base[level]]] * table.width
    cost = 0
    for k in range(length):
        cost += letters.costs[word[k]]
    place = first + table.width - 1
    if cost >= table.costs[place]:
        return False
    for row in range(first, first + table.width):  # one permutation stands there only once
        if table.costs[row] == UNREACHED:
            break
        same = True
        for i in range(len(pull)):
            if table.pulls[row, i] != pull[i]:
                same = False
                break
        if same:
            if cost >= table.costs[row]:
                return False
            place = row
            break
    while place > first and table.costs[place - 1] > cost:
        copy(table.pulls[place - 1], table.pulls[place], len(pull))
        copy(table.words[place - 1], table.words[place], table.lengths[place - 1])
        table.lengths[place], table.costs[place] = table.lengths[place - 1], table.costs[place - 1]
        place -= 1
    copy(pull, table.pulls[place], len(pull))
    copy(word, table.words[place], length)
    table.lengths[place], table.costs[place] = length, cost
    return True


@njit(cache=True, nogil=True)
def offer_word_and_inverse(
    letters: LetterArrays, table: TableArrays, pull: Array, word: Array, length: int
) -> bool:
    """Offer a permutation and its inverse."""
    back = np.empty(len(pull), np.int16)
    for i in range(len(pull)):
        back[pull[i]] = i
    other = np.empty(max(length, 1), np.int16)
    end = join(letters, other, 0, word, length, True)
    done = offer_word(letters, table, pull, word, length)
    return offer_word(letters, table, back, other, end) or done


def letters_of(plain: Plain) -> LetterArrays:
    """Return letters as compiled code reads them."""
    return LetterArrays(
        np.array(plain.pulls, np.int16),
        np.array(plain.costs, np.int32),
        np.array(plain.inverse, np.int16),
        np.array(plain.merged, np.int16),
    )


def spelled(parent: Array, letter: Array, length: Array, number: int) -> Spelling:
    """Return a word of a ball."""
    word = np.empty(int(length[number]), np.int16)
    spell_word(parent, letter, number, word, 0)
    return tuple(word.tolist())


def grow(letters: LetterArrays, limit: int) -> WordBall:
    """Return the cheapest words, so many at most, the empty one first."""
    size = 1 << (2 * limit).bit_length()
    ball = WordBall(
        np.empty((limit, letters.pulls.shape[1]), np.int16),
        np.empty(limit, np.int32),
        np.empty(limit, np.int16),
        np.empty(limit, np.int32),
        np.empty(limit, np.int32),
        np.zeros(size, np.int64),
        np.full(size, -1, np.int32),
    )
    count = grow_ball(letters, ball)
    return ball._replace(
        pulls=ball.pulls[:count],
        parent=ball.parent[:count],
        letter=ball.letter[:count],
        cost=ball.cost[:count],
        length=ball.length[:count],
    )
