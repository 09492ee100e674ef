"""Processes killed while they write to the library: no acknowledged move is lost.

`python -m tests.kills 200` kills 200 processes, two at a time.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from puzzlekit.play.game_database import Library

#: Plays an endless game; after each saved move prints the entry's number and the number of moves.
WRITER = """
from puzzlekit.play.game_database import LibraryTarget
from puzzlekit.play.new_game import new_session
from puzzlekit.play.controller import GameController

table = GameController(new_session("fifteen#1"), target=LibraryTarget())
while True:
    table.play(table.rules.legal_moves(table.session.state)[0])
    if not table.message:  # such as that the library is locked, on a busy machine
        print(table.autosave.target.version.number, len(table.session.all_moves), flush=True)
"""


def run(kills, seed=1):
    """Return the lost moves and the number of acknowledged ones; uses a new home folder."""
    rng, acknowledged = Random(seed), {}
    while len(acknowledged) < kills:
        command = [sys.executable, "-c", WRITER]
        writers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
        for writer in writers:
            output = writer.stdout.readline() + writer.stdout.readline()
            time.sleep(rng.random() / 4)
            writer.kill()
            # An incomplete line acknowledges nothing.
            output += writer.stdout.read()
            entry, moves = map(int, output[: output.rindex("\n")].split("\n")[-1].split())
            acknowledged[entry] = moves
            writer.wait()
            writer.stdout.close()
    saved = {entry.number: entry.moves for entry in Library().entries()}
    lost = {number: moves for number, moves in acknowledged.items() if saved.get(number, 0) < moves}
    return lost, sum(acknowledged.values())


def main():
    """Kill the number of processes given on the command line."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PUZZLEKIT_HOME"] = folder
        lost, moves = run(int(sys.argv[1]))
        print(f"{moves} moves were acknowledged; of these were lost: {lost or 'none'}")
        print("left in the folder:", *(path.name for path in Path(folder).iterdir()))
    return bool(lost)


if __name__ == "__main__":
    sys.exit(main())
