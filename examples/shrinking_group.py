"""Watch the group of Permute shrink: play a random game and print the group after each move."""

from random import Random

from puzzlekit import load
from puzzlekit.groups import describe


def print_group(rules, state):
    """Print the number of moves made, and the group."""
    info = describe(rules.generators(state).values())
    print(f"{state.ply:>3}  {info.name}  (order {info.order:,})")


rules = load("permute:6,swap=off")
state, rng = rules.start(), Random(1)
print_group(rules, state)
while (result := rules.outcome(state)) is None:
    state = rules.play(state, rng.choice(rules.legal_moves(state)))
    print_group(rules, state)
print(result.text)
