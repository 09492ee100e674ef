"""What everything else stands on: permutations, words, boards, values, options, errors."""
