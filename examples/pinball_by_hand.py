"""Solve the pinball puzzle as A. Vodola did: with cycles, a table of products and a path.

Four closed walks of the hole give four permutations of the balls. The products of up to four of
them are searched for the permutation that solves the puzzle.
"""

from puzzlekit import close_under_product, load, multiply_cycles, path_to_perm, solve

WALKS = {"A": "5-4-1-2-5", "B": "5-4-7-8-5", "C": "5-6-9-8-5", "D": "5-2-3-6-9-8-5"}

puzzle = load("pinball")
homes = dict(zip(puzzle.board.cells, puzzle.start(), strict=True))
print("home of the ball on each cell", homes)

table = {label: path_to_perm(path) for label, path in WALKS.items()}
print("four walks of the hole       ", table)

needed = "( 1 4 6 2 ) ( 3 8 7 9 )"  # takes each ball from the start position to its home
assert all(
    homes[a] == b
    for cycle in ("1462", "3879")
    for a, b in zip(cycle, cycle[1:] + cycle[0], strict=True)
)

table = close_under_product(close_under_product(table))
label = next(label for label, cycles in table.items() if cycles == needed)
print(f"solving product of {len(table)}      ", label)
assert multiply_cycles(table[label[:2]], table[label[2:]]) == needed

solution = solve(puzzle, optimal=True, count=True)
assert solution is not None
print(f"shortest solution, {solution.length} moves ", " ".join(solution.moves))
print("number of shortest solutions ", solution.count)
