"""Foundation modules: permutations, words, boards, values, options, errors and files."""
