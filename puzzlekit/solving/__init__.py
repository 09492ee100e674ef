"""Solvers: exhaustive search, words in generators, hints and forced wins."""
