"""The value of each ingredient of the compiled tree search in Elo, with and without it.

    python benchmarks/ingredients.py [--games 200]

Two searches that differ in one ingredient play a match with equal numbers of playouts per move.
Seats are swapped from game to game, and each pair of games begins with the same two random moves.
The last column is the relative time per move with the ingredient. The value of forgetting nodes is
measured in trees with as little memory per playout as in a ten-second search. Existing rows of the
results are kept; delete a row to play it again.
"""

import argparse
import math
import time
from random import Random

from machine import Table

from puzzlekit import load
from puzzlekit.cli.progress_bar import show_progress
from puzzlekit.play.match import Game, score
from puzzlekit.players import mcts_compiled, mcts_kernel
from puzzlekit.players.mcts import TreeSearch
from puzzlekit.players.mcts_compiled import CompiledTree

HEAD = f"{'ingredient':<12} {'game':<16} {'playouts':>8} {'games':>5} {'Elo':>5}  {'95 %':<14} time"


def set_to(tree, which, value):
    """Set a parameter of the tree search."""
    tree.settings[which] = value


def without(*members):
    """Return a function that removes members from the kernel of a game."""
    return lambda fast: fast._replace(kernel=fast.kernel._replace(**dict.fromkeys(members)))


def remember(tree):
    """Make a full tree keep its nodes and stop growing."""

    def search(times):
        while times := times - tree._run(times):
            set_to(tree, mcts_kernel.EXPAND_AFTER, math.inf)

    tree.search = search


#: For each ingredient: the games, functions that remove it from compiled rules and from a tree,
#: and whether the tree without it is classical UCT.
INGREDIENTS = {
    "RAVE": (("catchup", "slyde:8", "hex:9,swap=off", "pentago"), None, None, False),
    "greedy RAVE": (
        ("catchup", "slyde:8", "crossway:9", "hex:11,swap=off", "permute:9", "shifty:6"),
        None,
        lambda tree: set_to(tree, mcts_kernel.EXPLORATION, 0.1),
        True,
    ),
    "alone": (
        ("permute:9", "slyde:8", "hex:11"),
        None,
        lambda tree: set_to(tree, mcts_kernel.NON_AMAF_EXPLORATION, 0.0),
        True,
    ),
    "rollout": (("hex:9,swap=off", "hex:11,swap=off"), without("rollout"), None, True),
    "rate": (("permute:9", "shifty:6"), without("rate"), None, True),
    "prior": (("shifty:6", "pentago"), lambda fast: fast._replace(prior=0), None, True),
    "forgetting": (("permute:9", "hex:9,swap=off", "catchup", "crossway:9"), None, remember, True),
}

#: The playouts per move and the node limit of a tree, by default and for special ingredients.
USUAL = 500, mcts_compiled.MAX_NODES
OTHERS = {"forgetting": (6000, 15_000)}


def thinker(fast, rave, change):
    """Return a modified tree search."""
    tree = CompiledTree(fast, rave=rave)
    if change is not None:
        change(tree)
    return TreeSearch([tree])


def play(rules, sides, number, playouts):
    """Play a game between two kinds of search; return it, and the seconds that each used."""
    rng = Random(f"opening {number // 2}")
    state = rules.start()
    for _ in range(2):
        state = rules.apply_unchecked(state, rng.choice(rules.legal_moves(state)))
    seated = (0, 1) if number % 2 == 0 else (1, 0)
    searches, seconds, plies = [make() for make in sides], [0.0, 0.0], 2
    while (result := rules.outcome(state)) is None:
        mind = seated[rules.turn(state)]
        before = time.thread_time()
        thought = searches[mind].think(state, playouts=playouts, seed=rng.randrange(2**60))
        seconds[mind] += time.thread_time() - before
        state, plies = rules.play(state, thought.move), plies + 1
    return Game(number, seated, result.winner, plies), seconds


def row(name, text, games, progress):
    """Play a match and return its table row."""
    _, strip, change, rave = INGREDIENTS[name]
    playouts, mcts_compiled.MAX_NODES = OTHERS.get(name, USUAL)
    rules = load(text)
    fast = rules.compiled
    sides = (
        lambda: thinker(fast, True, None),
        lambda: thinker(strip(fast) if strip else fast, rave, change),
    )
    play(rules, sides, 0, playouts)  # loads or compiles what is needed
    found, spent = [], [0.0, 0.0]
    for number in range(games):
        progress("games", number, games)
        game, seconds = play(rules, sides, number, playouts)
        found.append(game)
        spent = [a + b for a, b in zip(spent, seconds, strict=True)]
    value, low, high = score(found).elo
    return (
        f"{name:<12} {text:<16} {playouts:>8} {games:>5} {value:>+5.0f}  "
        f"{f'{low:+.0f} to {high:+.0f}':<14} {spent[0] / spent[1]:.2f}"
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=200)
    arguments = parser.parse_args()
    table = Table("ingredients.txt", HEAD)
    for name, (texts, *_) in INGREDIENTS.items():
        for text in texts:
            if any(line.startswith(f"{name:<12} {text:<16} ") for line in table.rows):
                continue
            with show_progress() as progress:
                new = row(name, text, arguments.games, progress)
            table.add(new)


if __name__ == "__main__":
    main()
