"""CPU milliseconds per frame of a solid in a 1280 x 800 window, at rest and while turning.

A turn is drawn from beginning to end several times; the fastest run counts. `looking` is the time
for a frame after a camera movement. Unchanged frames cost nothing. The table also goes to
benchmarks/results/solids.txt.
"""

import os
import time

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
from machine import Report, described

from puzzlekit import load
from puzzlekit.ui.settings import Settings
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

#: The area of the board in such a window.
BOX = 16, 16, 832, 768
FRAMES, RUNS = 20, 5


def quickest(draw):
    """Return the mean time per frame in the fastest of several runs."""
    best = float("inf")
    for _ in range(RUNS):
        begun = time.process_time()
        for frame in range(FRAMES):
            draw(frame)
        best = min(best, time.process_time() - begun)
    return 1000 * best / FRAMES


def measure(report, game, moves):
    """Print the frame times of a puzzle."""
    rules = load(game)
    canvas = Canvas(pygame.display.get_surface(), Settings(), 1.0)
    timeline = Timeline(canvas.settings, rules.pieces(rules.start()))
    view = SolidView(rules, rules.solid, canvas, BOX, timeline)

    def look(frame):
        view.camera = view.camera.turned(0.001 * (-1) ** frame, 0)
        view.draw()

    def turning(move):
        carry = rules.cell_permutation(rules.start(), move)

        def turn(frame):
            timeline.drag(carry, (frame + 0.5) / FRAMES)
            view.draw()

        return quickest(turn)

    shown = [f"looking {quickest(look):4.1f}"]
    shown += [f"{move} {turning(move):.1f}" for move in moves]
    report.say(f"{game:10} {', '.join(shown)}")


def main():
    """Measure all puzzles."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((1280, 800))
    report = Report()
    report.say(described("pygame-ce"))
    report.say("milliseconds of CPU a frame, 832 x 768 pixels of a window of 1280 x 800")
    report.say()
    for game, moves in CASES:
        measure(report, game, moves)
    report.write("solids.txt")


if __name__ == "__main__":
    main()
