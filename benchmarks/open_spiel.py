"""Games against the tree search of OpenSpiel (pip install open_spiel), with equal CPU time.

    python benchmarks/open_spiel.py [--games 40] [--seconds 0.5]

OpenSpiel plays with its MCTS in C++ (UCT with an exploration constant of sqrt(2), random rollouts
and its solver), puzzlekit with the search of its levels. Both have `--seconds` of CPU time per move
on one core; OpenSpiel gets the number of simulations that fits, according to its measured speed.
Seats are swapped from game to game, and each pair of games begins with the same random move. The
table goes to benchmarks/results/open_spiel.txt.
"""

import argparse
import math
import time
from random import Random

import pyspiel
from machine import Report, described

from puzzlekit import load
from puzzlekit.play.match import Game, score
from puzzlekit.players.mcts import TreeSearch
from puzzlekit.players.mcts_compiled import CompiledTree

#: The memory limit of OpenSpiel's tree (MB).
MEMORY = 2000


class Hex:
    """Hex in both programs: a move is a cell, with the same name in both."""

    text, name, parts = "hex:11,swap=off", "hex(board_size=11)", 1

    def ours(self, action):
        """Return our moves for an action of OpenSpiel."""
        return [action]

    def theirs(self, moves):
        """Return the action of OpenSpiel for our moves of a turn."""
        return moves[0]


class Pentago:
    """Pentago in both programs: OpenSpiel counts ranks downwards, and writes twists as letters."""

    text, name, parts = "pentago", "pentago", 2
    twists = dict(zip("stuvwxyz", ("1L", "1R", "2L", "2R", "4L", "4R", "3L", "3R"), strict=True))

    def ours(self, action):
        """Return the stone and the twist; after five in a row there is no twist."""
        return [f"{action[0]}{7 - int(action[1])}", self.twists[action[2]]]

    def theirs(self, moves):
        """Return the action of OpenSpiel for our moves of a turn."""
        letters = {word: letter for letter, word in self.twists.items()}
        letter = letters[moves[1]] if len(moves) > 1 else "s"
        return f"{moves[0][0]}{7 - int(moves[0][1])}{letter}"


class OpenSpiel:
    """OpenSpiel's player, which measures its speed from game to game."""

    def __init__(self, name, seconds):
        self.game, self.seconds = pyspiel.load_game(name), seconds
        self.simulations, self.spent, self.moves = 0, 0.0, 0
        self.think(self.game.new_initial_state(), 1, 500)  # measures the speed
        self.spent, self.simulations = self.spent / self.simulations, 1
        self.begun = self.spent

    def think(self, state, seed, simulations=None):
        """Return an action."""
        if simulations is None:
            simulations = max(2, int(self.seconds * self.simulations / self.spent))
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.MCTSBot(
            self.game, evaluator, math.sqrt(2), simulations, MEMORY, True, seed, False
        )
        before = time.thread_time()
        action = bot.step(state)
        self.spent += time.thread_time() - before
        self.simulations += simulations
        self.moves += 1
        return action


def play(pair, rules, peer, number, seconds, spent):
    """Play a game; `spent` holds our seconds and moves."""
    rng = Random(f"opening {number // 2}")
    state, there = rules.start(), peer.game.new_initial_state()
    search, ours, plies = TreeSearch([CompiledTree(rules.compiled)]), number % 2, 0
    action = rng.choice(there.legal_actions())
    while True:
        moves = pair.ours(there.action_to_string(action))
        there.apply_action(action)
        for move in moves:
            if rules.outcome(state) is None:
                state = rules.play(state, move)
        while rules.outcome(state) is None and rules.turn(state) == ours:
            made, before = [], time.thread_time()
            while rules.outcome(state) is None and rules.turn(state) == ours:
                thought = search.think(
                    state,
                    seconds=seconds / pair.parts,
                    seed=rng.randrange(2**60),
                    clock=time.thread_time,
                )
                made.append(thought.move)
                state = rules.play(state, thought.move)
            spent[0] += time.thread_time() - before
            spent[1] += 1
            there.apply_action(there.string_to_action(pair.theirs(made)))
            plies += 1
        if (result := rules.outcome(state)) is not None:
            return Game(number, (0, 1) if ours == 0 else (1, 0), result.winner, plies)
        action = peer.think(there, number + 1)
        plies += 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=0.5, help="of CPU a move")
    arguments = parser.parse_args()
    report = Report()
    report.say(described("numpy", "numba", "open_spiel"))
    report.say(f"{arguments.seconds} seconds of CPU a move, on one core, OpenSpiel's tree search")
    report.say()
    report.say(
        f"{'game':<16} {'wins':>5} {'draws':>5} {'losses':>6} {'score':>7}  CPU: ours, theirs"
    )
    for pair in (Pentago(), Hex()):
        rules, spent, found = load(pair.text), [0.0, 0], []
        TreeSearch([CompiledTree(rules.compiled)]).think(
            rules.start(), playouts=10
        )  # compiled, or loaded
        peer = OpenSpiel(pair.name, arguments.seconds)
        for number in range(arguments.games):
            found.append(play(pair, rules, peer, number, arguments.seconds, spent))
            print(number + 1, score(found), end="\r", flush=True)
        total = score(found)
        theirs = (peer.spent - peer.begun) / (peer.moves - 1)
        report.say(
            f"{pair.text:<16} {total.wins:>5} {total.draws:>5} {total.losses:>6} "
            f"{100 * total.share.value:>5.1f} %  {spent[0] / spent[1]:.2f} s, {theirs:.2f} s"
        )
        report.write("open_spiel.txt")


if __name__ == "__main__":
    main()
