"""Random playouts: compiled rules compared with plain Python rules, in one run.

    python benchmarks/playouts.py [--only WORDS] [--seconds 3]

Each game with compiled rules is played at random from its start, on one core: with compiled rules,
in plain Python and, if OpenSpiel (pip install open_spiel) has the same game, by the rollouts of its
tree search in C++. The best of three runs counts. The table also goes to
benchmarks/results/playouts.txt.
"""

import argparse
import os
import time
from importlib.metadata import PackageNotFoundError, version
from random import Random

import numpy
from machine import Report, described
from numba import int64, types

from puzzlekit import load
from puzzlekit.core.compiling import compiled
from puzzlekit.plugin.discovery import plugins
from puzzlekit.rules.kernel_signatures import PLAYOUT

RUNS = 3

#: Further IDs for each game besides the default, and the same game in OpenSpiel.
SIZES = [
    *("permute:9", "permute:16", "hex:11,swap=off", "hex:19", "shifty:13", "shifty:10,board=hex"),
    *("crossway:9", "crossway:13", "slither:9", "slither:9,moving=advanced"),
    *("catchup:third=record", "slyde:8", "palagem:players=6"),
]
OPEN_SPIEL = {"hex:11,swap=off": "hex(board_size=11)", "pentago": "pentago"}


@compiled(int64(types.FunctionType(PLAYOUT), *PLAYOUT.args, PLAYOUT.args[0], int64))
def play_many(playout, table, start, draws, trace, state, times):
    """Play the given number of games from the start; return their total number of plies."""
    plies = 0
    for _ in range(times):
        state[:] = start
        plies += playout(table, state, draws, trace)
    return plies


def measure_compiled(rules, seconds):
    """Return the number of playouts per second, and their mean length in plies."""
    fast = rules.compiled
    start = fast.encode(rules.start())
    draws = numpy.array([1], numpy.uint64)
    trace = numpy.empty((fast.max_plies, 2), numpy.int32)
    times, took, plies = 10, 0.0, 0
    while took < seconds:
        times *= 2
        began = time.process_time()
        plies = play_many(
            fast.kernel.playout, fast.table, start, draws, trace, numpy.empty_like(start), times
        )
        took = time.process_time() - began
    return times / took, plies / times


def measure_plain(rules, seconds):
    """Return the number of random games per second with the Python rules."""
    rng, games = Random(1), 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        state = rules.start()
        while moves := rules.legal_moves(state):
            state = rules.play(state, rng.choice(moves))
        games += 1
    return games / (time.process_time() - began)


def measure_open_spiel(name, seconds):
    """Return the rollouts per second of OpenSpiel's tree search, or None if not installed.

    A simulation evaluates one position by any number of rollouts, entirely in C++.
    """
    try:
        import pyspiel
    except ModuleNotFoundError:
        return None
    game = pyspiel.load_game(name)
    times, took = 100, 0.0
    while took < seconds:
        times *= 2
        evaluator = pyspiel.RandomRolloutEvaluator(times, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, 1, False)
        began = time.process_time()
        bot.step(game.new_initial_state())
        took = time.process_time() - began
    return times / took


def peer_version():
    try:
        return f"OpenSpiel {version('open_spiel')}"
    except PackageNotFoundError:
        return "no OpenSpiel"


def games():
    """Return the IDs of the games with compiled rules."""
    names = [name for name in plugins()[0] if load(name).compiled is not None]
    texts = names + [text for text in SIZES if text.partition(":")[0] in names]
    return sorted(texts, key=lambda text: text.partition(":")[0])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="", help="games whose ID has these words")
    parser.add_argument("--seconds", type=float, default=3, help="of CPU for a game and a program")
    arguments = parser.parse_args()
    report = Report()
    say = report.say

    say(f"{described('numpy', 'numba')}; {peer_version()}")
    say("playouts a second of CPU, from the start of the game, on one core")
    say(f"{os.getloadavg()[0]:.1f} other programs ran on {os.cpu_count()} cores when it began")
    say()
    say(
        f"{'game':<26} {'plies':>6} {'compiled':>10} {'rule book':>10} {'ratio':>7} "
        f"{'OpenSpiel':>10} {'ratio':>6}"
    )
    for text in games():
        if arguments.only not in text:
            continue
        rules, each = load(text), arguments.seconds / RUNS
        fast, plies = max(measure_compiled(rules, each) for _ in range(RUNS))
        slow = max(measure_plain(rules, each) for _ in range(RUNS))
        line = f"{text:<26} {plies:>6.1f} {fast:>10,.0f} {slow:>10,.1f} {fast / slow:>7,.0f}"
        if text in OPEN_SPIEL:
            theirs = [measure_open_spiel(OPEN_SPIEL[text], each) for _ in range(RUNS)]
            if None not in theirs:
                line += f" {max(theirs):>10,.0f} {fast / max(theirs):>6.1f}"
        say(line)
    if not arguments.only:
        report.write("playouts.txt")


if __name__ == "__main__":
    main()
