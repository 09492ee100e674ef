"""Factorization of permutations into words in generators, by tables along a base."""
