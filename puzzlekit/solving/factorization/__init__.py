"""Factorization of permutations into words in generators, with tables along a base."""
