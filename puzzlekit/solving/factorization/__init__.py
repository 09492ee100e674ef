"""Factorization in permutation groups: words in generators by tables along a base."""
