"""Watch the group of Permute shrink: play a random game and print the group after each move."""

from random import Random

from puzzlekit import load
from puzzlekit.groups import describe

rules = load("permute:6,swap=off")
state, rng = rules.start(), Random(1)
while True:
    info = describe(rules.generators(state).values())
    print(f"{state.ply:>3}  {info.name}  (order {info.order:,})")
    moves = rules.legal_moves(state)
    if not moves:
        break
    state = rules.play(state, rng.choice(moves))
print(rules.outcome(state).text)
