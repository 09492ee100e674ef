"""Watch the group of Permute shrink: a random game, and the group that still acts."""

from random import Random

from puzzlekit import group, load

rules = load("permute:6,swap=off")
state, rng = rules.start(), Random(1)
while True:
    info = group.describe(rules.generators(state).values())
    print(f"{state.ply:>3}  {info.name}  (order {info.order:,})")
    moves = rules.moves(state)
    if not moves:
        break
    state = rules.play(state, rng.choice(moves))
print(rules.result(state).text)
