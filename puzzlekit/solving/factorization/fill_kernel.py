"""Numba kernels that generate words for a table."""

from __future__ import annotations

import numpy as np

from ...core.compiling import compiled
from .ball_kernel import (
    UNREACHED,
    Array,
    LetterArrays,
    TableArrays,
    WordBall,
    append_word,
    copy,
    offer_word,
    offer_word_and_inverse,
    spell_word,
)


@compiled()
def offer_ball(letters: LetterArrays, table: TableArrays, ball: WordBall) -> None:
    """Offer all words in the ball, which contains the inverse of each of its words."""
    word = np.empty(table.words.shape[1], np.int16)
    for number in range(1, len(ball.pulls)):
        if ball.length[number] <= len(word):
            length = spell_word(ball.parent, ball.letter, number, word, 0)
            offer_word(letters, table, ball.pulls[number], word, length)


@compiled()
def offer_pairs(
    letters: LetterArrays,
    table: TableArrays,
    ball: WordBall,
    level: int,
    order: Array,
    keys: Array,
    limit: int,
) -> int:
    """Offer a^-1 b for words a, b in the ball that agree on the base before a level."""
    degree = ball.pulls.shape[1]
    word = np.empty(table.words.shape[1], np.int16)
    first, second = np.empty(len(word), np.int16), np.empty(len(word), np.int16)
    back = np.empty(degree, np.int16)
    pull = np.empty(degree, np.int16)
    point = table.base[level]
    tried, start = 0, 0
    while start < len(order):
        end = start + 1
        while end < len(order) and keys[order[end]] == keys[order[start]]:
            end += 1
        for i in range(start, end - 1):
            a = order[i]
            for k in range(degree):
                back[ball.pulls[a, k]] = k
            for j in range(i + 1, end):
                b = order[j]
                tried += 1
                if tried > limit:
                    return tried
                x = back[ball.pulls[b, point]]
                if x == point:
                    continue
                worst = table.slot[level, x] * table.width + table.width - 1
                if ball.cost[a] + ball.cost[b] >= table.costs[worst]:
                    continue
                word_length = spell_word(ball.parent, ball.letter, a, first, 0)
                length = append_word(letters, word, 0, first, word_length, True)
                word_length = spell_word(ball.parent, ball.letter, b, second, 0)
                length = append_word(letters, word, length, second, word_length, False)
                if length < 0:
                    continue
                for k in range(degree):
                    pull[k] = back[ball.pulls[b, k]]
                offer_word_and_inverse(letters, table, pull, word, length)
        start = end
    return tried


@compiled()
def find_commutators(
    pulls: Array, first_count: int, second_count: int, support: int, results: Array
) -> int:
    """Find commutators with small support among the first words, whose pulls are given."""
    degree = pulls.shape[1]
    number = 0
    for a in range(1, first_count):
        for b in range(1, min(a, second_count)):
            moved = 0
            for i in range(degree):  # compare a b with b a
                if pulls[a, pulls[b, i]] != pulls[b, pulls[a, i]]:
                    moved += 1
                    if moved > support:
                        break
            if 0 < moved <= support:
                if number == len(results):
                    return number
                results[number, 0], results[number, 1], results[number, 2] = a, b, moved
                number += 1
    return number


@compiled()
def find_powers(
    ball: WordBall, primes: Array, support: int, longest: int, results: Array, moved: Array
) -> int:
    """Find powers of words in the ball with small support and up to `longest` letters."""
    degree = ball.pulls.shape[1]
    length = np.empty(degree, np.int64)
    number = 0
    for word in range(1, len(ball.pulls)):
        length[:] = 0
        order = 1
        for cell in range(degree):
            if length[cell]:
                continue
            cycle_length, at = 1, ball.pulls[word, cell]
            while at != cell:
                cycle_length, at = cycle_length + 1, ball.pulls[word, at]
            at = cell
            for _ in range(cycle_length):
                length[at], at = cycle_length, ball.pulls[word, at]
            order = order // np.gcd(order, cycle_length) * cycle_length
            if order > 1 << 40:
                break
        if order > 1 << 40:
            continue
        for prime in primes:
            exponent = order
            while exponent % prime == 0:
                exponent //= prime
                if exponent < 2 or exponent * ball.length[word] > longest:
                    continue
                support_size = 0
                for cell in range(degree):
                    support_size += exponent % length[cell] != 0
                if support_size <= support:
                    if number == len(results):
                        return number
                    results[number, 0], results[number, 1], results[number, 2] = (
                        word,
                        exponent,
                        support_size,
                    )
                    for cell in range(degree):
                        moved[number, cell] = exponent % length[cell] != 0
                    number += 1
    return number


@compiled()
def offer_conjugates(
    letters: LetterArrays,
    table: TableArrays,
    ball: WordBall,
    rank: Array,
    pull: Array,
    word: Array,
    count: int,
) -> None:
    """Offer c^-1 w c for a word w with small support and the first `count` words c in the ball."""
    degree = len(pull)
    moved = np.empty(degree, np.int16)
    number = 0
    cost = 0
    for i in range(degree):
        if pull[i] != i:
            moved[number] = i
            number += 1
    for k in range(len(word)):
        cost += letters.costs[word[k]]
    push = np.empty(degree, np.int16)
    result = np.empty(degree, np.int16)
    conjugate = np.empty(table.words.shape[1], np.int16)
    part = np.empty(table.words.shape[1], np.int16)
    for c in range(count):
        for i in range(degree):
            push[ball.pulls[c, i]] = i
        level = len(table.base)
        cell = -1
        for k in range(number):  # the conjugate acts on c(i) as w acts on i
            if rank[push[moved[k]]] < level:
                level, cell = rank[push[moved[k]]], moved[k]
        if cell < 0:
            continue
        worst = table.slot[level, push[pull[cell]]] * table.width + table.width - 1
        if cost + 2 * ball.cost[c] - 4 >= table.costs[worst] and c:
            back = 0
            while back < degree and pull[back] != cell:
                back += 1
            worst = table.slot[level, push[back]] * table.width + table.width - 1
            if cost + 2 * ball.cost[c] - 4 >= table.costs[worst]:
                continue
        word_length = spell_word(ball.parent, ball.letter, c, part, 0)
        length = append_word(letters, conjugate, 0, part, word_length, True)
        length = append_word(letters, conjugate, length, word, len(word), False)
        if length >= 0:
            length = append_word(letters, conjugate, length, part, word_length, False)
        if length < 0:
            continue
        for i in range(degree):
            result[push[i]] = push[pull[i]]
        offer_word_and_inverse(letters, table, result, conjugate, length)


@compiled()
def multiply_level(letters: LetterArrays, table: TableArrays, level: int, rows: Array) -> int:
    """Offer products of words in `rows` and words at a level; return the number of improvements.

    This is T. Minkwitz's improvement step. A word s that maps s[x] to x is followed by a word
    that maps x to the base point.
    """
    degree, width, point = table.pulls.shape[1], table.width, table.base[level]
    word = np.empty(table.words.shape[1], np.int16)
    pull = np.empty(degree, np.int16)
    better = 0
    for s in rows:
        above = False  # whether s moves an earlier cell of the base
        for k in range(level):
            if table.pulls[s, table.base[k]] != table.base[k]:
                above = True
                break
        if above:
            continue
        for x in range(degree):
            u = table.slot[level, x] * width
            if u < 0 or table.costs[u] == UNREACHED or table.pulls[s, x] == point:
                continue
            target = table.slot[level, table.pulls[s, x]] * width
            if table.costs[u] + table.costs[s] >= table.costs[target]:
                continue
            length = append_word(letters, word, 0, table.words[s], table.lengths[s], False)
            length = append_word(letters, word, length, table.words[u], table.lengths[u], False)
            if length < 0:
                continue
            for i in range(degree):
                pull[i] = table.pulls[s, table.pulls[u, i]]
            better += offer_word_and_inverse(letters, table, pull, word, length)
    return better


@compiled()
def sift(letters: LetterArrays, table: TableArrays, pull: Array, word: Array, length: int) -> int:
    """Sift a word and offer the residue.

    Returns 0 if the residue is the identity, 1 if the residue fills a new slot, and 2 if its word
    is too long.
    """
    degree = len(pull)
    now, after = np.empty(degree, np.int16), np.empty(degree, np.int16)
    copy(pull, now, degree)
    for level in range(len(table.base)):
        point = table.base[level]
        x = 0
        while now[x] != point:
            x += 1
        if x == point:
            continue
        row = table.slot[level, x] * table.width
        if table.costs[row] == UNREACHED:
            return 1 if offer_word_and_inverse(letters, table, now, word, length) else 2
        for i in range(degree):
            after[i] = now[table.pulls[row, i]]
        now, after = after, now
        length = append_word(letters, word, length, table.words[row], table.lengths[row], False)
        if length < 0:
            return 2
    return 0
