"""Toggle puzzles as linear equations modulo n."""

from __future__ import annotations

from ..rules.base import State
from ..rules.toggle import Toggle
from .modular import solve_modular

#: Maximum number of terms shown for a sum.
MAX_TERMS = 12


def toggle_equations(
    rules: Toggle, state: State, goal: State
) -> tuple[list[str], list[list[int]], list[int]]:
    """Return the moves without their inverses, the matrix with their columns, and the target."""
    moves = [move for move in rules.additions if rules.inverse_move(move) >= move]
    matrix = [[rules.additions[move].get(cell, 0) for move in moves] for cell in range(len(goal))]
    return moves, matrix, [int(b) - int(a) for a, b in zip(state, goal, strict=True)]


def toggle_obstacle(rules: Toggle, state: State, goal: State) -> str | None:
    """Return a sum, unchanged by moves, that rules out the goal, or None if there is none.

    >>> from puzzlekit import grid
    >>> toggle_obstacle(Toggle(grid(2, 1)), ("0", "1"), ("0", "0"))
    'Modulo 2, no move changes the sum a1 + b1.'
    """
    _, matrix, target = toggle_equations(rules, state, goal)
    columns = list(zip(*matrix, strict=True))
    constant = solve_modular(columns, [0] * len(columns), rules.modulus)
    assert constant is not None  # zeros are a solution
    for weights in constant.generators:
        if sum(a * b for a, b in zip(weights, target, strict=True)) % rules.modulus:
            cells = zip(weights, rules.board.cells, strict=True)
            terms = [
                name if weight == 1 else f"{weight} {name}" for weight, name in cells if weight
            ]
            shown = terms[:MAX_TERMS] + ["..."] * (len(terms) > MAX_TERMS)
            return f"Modulo {rules.modulus}, no move changes the sum {' + '.join(shown)}."
    return None
