"""Foundations: permutations, words, boards, values, options, errors and files."""
