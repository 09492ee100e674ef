"""Solvers for puzzles and games: exhaustive search, words in generators, hints and forced wins."""
