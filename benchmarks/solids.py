"""Milliseconds of CPU for a frame of a solid in a window of 1280 by 800, still and turning.

Run `python -m benchmarks.solids`. A turn is drawn from its beginning to its end, several times; the
quickest run counts. `still` is a frame after one has looked round by a little.
"""

import os
import time

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from puzzlekit import load
from puzzlekit.ui.settings import Settings
from puzzlekit.ui.solid import raster
from puzzlekit.ui.window.drawing.canvas import Canvas
from puzzlekit.ui.window.drawing.solid_view import SolidView
from puzzlekit.ui.window.drawing.timeline import Timeline

CASES = [
    ("cube:3", "URF"),
    ("cube:5", ["2U", "F"]),
    ("cube:7", ["3U", "F", "D"]),
    ("megaminx", "UF"),
    ("pyraminx", "U"),
    ("skewb", "R"),
]

#: Where the board lies in such a window.
BOX = 16, 16, 832, 768
FRAMES, RUNS = 20, 5


def quickest(draw):
    """Return the mean time of some frames in the quickest of several runs."""
    best = float("inf")
    for _ in range(RUNS):
        begun = time.process_time()
        for frame in range(FRAMES):
            draw(frame)
        best = min(best, time.process_time() - begun)
    return 1000 * best / FRAMES


def measure(game, moves):
    """Print a line for a puzzle: still, turning with the compiled painter, and with the plain."""
    rules = load(game)
    canvas = Canvas(pygame.display.get_surface(), Settings(), 1.0)
    timeline = Timeline(canvas.settings, rules.look(rules.start()))
    view = SolidView(rules, rules.solid, canvas, BOX, timeline)

    def look(frame):
        view.eye = view.eye.turned(0.001 * (-1) ** frame, 0)
        view.draw()

    def turning(move):
        carry = rules.carry(rules.start(), move)

        def turn(frame):
            timeline.hold(carry, (frame + 0.5) / FRAMES)
            view.draw()

        return quickest(turn)

    shown = [f"still {quickest(look):.1f}"]
    shown += [f"{move} {turning(move):.1f}" for move in moves]
    painter = raster._found.pop()
    shown.append(f"plain {turning(moves[0]):.1f}")
    raster._found.append(painter)
    print(f"{game:10} {', '.join(shown)}", flush=True)


def main():
    """Measure all puzzles."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((1280, 800))
    raster._found.append(raster.make())
    for game, moves in CASES:
        measure(game, moves)


if __name__ == "__main__":
    main()
