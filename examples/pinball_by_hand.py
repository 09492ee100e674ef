"""Solve the pinball puzzle as A. Vodola did: with cycles, a table of products and a path.

Four walks of the hole, back to where it started, are four permutations of the balls. The
products of two, and of those again of two, are searched for the one that is needed.
"""

from puzzlekit import close_under_product, load, multiply_cycles, path_to_perm, solve

WALKS = {"A": "5-4-1-2-5", "B": "5-4-7-8-5", "C": "5-6-9-8-5", "D": "5-2-3-6-9-8-5"}

puzzle = load("pinball")
homes = dict(zip(puzzle.board.cells, puzzle.start(), strict=True))
print("tile: home of the ball on it ", homes)

table = {label: path_to_perm(path) for label, path in WALKS.items()}
print("four walks of the hole       ", table)

needed = "( 1 4 6 2 ) ( 3 8 7 9 )"  # each ball to its home, from the start position
assert all(
    homes[a] == b
    for cycle in ("1462", "3879")
    for a, b in zip(cycle, cycle[1:] + cycle[0], strict=True)
)

table = close_under_product(close_under_product(table))
label = next(label for label, cycles in table.items() if cycles == needed)
print(f"of {len(table)} products the one is  ", label)
assert multiply_cycles(table[label[:2]], table[label[2:]]) == needed

solution = solve(puzzle, optimal=True, count=True)
print(f"a shortest solution, {solution.length} flips", " ".join(solution.moves))
print("shortest solutions           ", solution.count)
