"""Numba kernels that enumerate short words (a ball) and insert words into a table.

Permutations are stored as *pulls* (see `table_plain`). Words are arrays of letter numbers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import int16, int32, int64

from ...core.compiling import compiled
from ..search_kernel import find_slot, hash_line, readonly
from .table_plain import PlainLetters as Plain
from .table_plain import Spelling

Array = np.ndarray[Any, Any]

#: Cost of a word that has not been found yet, larger than any real cost.
UNREACHED = 1 << 29


class WordBall(NamedTuple):
    """Short words for distinct permutations. Each word extends its `parent` by one letter.

    `keys` and `places` form a hash table of the permutations.
    """

    pulls: Array
    parent: Array
    letter: Array
    cost: Array
    length: Array
    keys: Array
    places: Array

    def word(self, number: int) -> Spelling:
        """Return the word with the given number."""
        word = np.empty(int(self.length[number]), np.int16)
        spell_word(self.parent, self.letter, number, word, 0)
        return tuple(word.tolist())


class LetterArrays(NamedTuple):
    """The letters (powers of the generators) with their pulls, costs and inverse letters.

    `merged[a, b]` is the letter equal to the product a b. It is -1 if the product is not a letter,
    and -2 if a and b cancel.
    """

    pulls: Array
    costs: Array
    inverse: Array
    merged: Array


class TableArrays(NamedTuple):
    """A stabilizer chain with words.

    Slot `slot[k, x]` holds words that move cell x to `base[k]` and fix the earlier cells in the
    base. The candidates in slot s are the `width` rows that start at s*width, cheapest first.
    """

    base: Array
    slot: Array
    pulls: Array
    words: Array
    lengths: Array
    costs: Array
    width: int


# The kernels use loops because numba takes seconds to compile slice assignments.


@compiled()
def copy(source: Array, target: Array, count: int) -> None:
    """Copy the first `count` elements of an array."""
    for i in range(count):
        target[i] = source[i]


@compiled()
def grow_ball(letters: LetterArrays, ball: WordBall) -> int:
    """Fill an empty ball breadth-first; return the number of words."""
    limit, degree = ball.pulls.shape
    pulls, parent, letter, cost, length, keys, places = ball
    parent[0], letter[0], cost[0], length[0] = -1, -1, 0, 0
    for i in range(degree):
        pulls[0, i] = i
    keys[0] = hash_line(pulls[0])
    places[find_slot(keys, keys[0], places)] = 0
    count, now = 1, 0
    while now < count < limit:
        for a in range(len(letters.pulls)):
            if count == limit:
                break
            step = letters.pulls[a]
            for i in range(degree):
                pulls[count, i] = pulls[now, step[i]]
            key = hash_line(pulls[count])
            at = find_slot(keys, key, places)
            same = places[at]
            if same >= 0:
                if cost[now] + letters.costs[a] < cost[same]:
                    parent[same], letter[same] = now, a
                    cost[same], length[same] = cost[now] + letters.costs[a], length[now] + 1
                continue
            keys[count], places[at] = key, count
            parent[count], letter[count] = now, a
            cost[count], length[count] = cost[now] + letters.costs[a], length[now] + 1
            count += 1
        now += 1
    for number in range(count):  # parents may have got cheaper words after their children
        cost[number] = length[number] = 0
        at = number
        while parent[at] >= 0:
            cost[number] += letters.costs[letter[at]]
            length[number] += 1
            at = parent[at]
    return count


@compiled(int64(readonly(int32, 1), readonly(int16, 1), int64, int16[::1], int64))
def spell_word(parent: Array, letter: Array, number: int, word: Array, at: int) -> int:
    """Write a word of the ball to `word`, starting at index `at`; return its end."""
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


@compiled()
def append_word(
    letters: LetterArrays, word: Array, end: int, suffix: Array, count: int, inverted: bool
) -> int:
    """Append `suffix` or, if `inverted`, its inverse; return the end of the word, or -1 if full.

    An `end` of -1 is returned unchanged.
    """
    if end < 0:
        return -1
    for k in range(count):
        a = letters.inverse[suffix[count - 1 - k]] if inverted else suffix[k]
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


@compiled()
def offer_word(
    letters: LetterArrays, table: TableArrays, pull: Array, word: Array, length: int
) -> bool:
    """Insert a permutation with its word if cheap enough; return whether it was inserted."""
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
    for row in range(first, first + table.width):  # store each permutation only once
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


@compiled()
def offer_word_and_inverse(
    letters: LetterArrays, table: TableArrays, pull: Array, word: Array, length: int
) -> bool:
    """Offer a permutation and its inverse to a table; return whether either was inserted."""
    back = np.empty(len(pull), np.int16)
    for i in range(len(pull)):
        back[pull[i]] = i
    other = np.empty(max(length, 1), np.int16)
    end = append_word(letters, other, 0, word, length, True)
    inserted: bool = offer_word(letters, table, pull, word, length)
    back_inserted: bool = offer_word(letters, table, back, other, end)
    return inserted or back_inserted


def letters_of(plain: Plain) -> LetterArrays:
    """Return the letters as arrays for compiled code."""
    return LetterArrays(
        np.array(plain.pulls, np.int16),
        np.array(plain.costs, np.int32),
        np.array(plain.inverse, np.int16),
        np.array(plain.merged, np.int16),
    )


def make_ball(letters: LetterArrays, limit: int) -> WordBall:
    """Return a ball of up to `limit` words, shortest words first."""
    size = 1 << (2 * limit).bit_length()
    ball = WordBall(
        np.empty((limit, letters.pulls.shape[1]), np.int16),
        np.empty(limit, np.int32),
        np.empty(limit, np.int16),
        np.empty(limit, np.int32),
        np.empty(limit, np.int32),
        np.empty(limit, np.uint64),
        np.full(size, -1, np.int32),
    )
    count = grow_ball(letters, ball)
    return WordBall._make([*(array[:count] for array in ball[:6]), ball.places])
