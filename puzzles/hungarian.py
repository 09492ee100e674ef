"""Hungarian Rings: two rings of beads that cross twice."""

import math

from puzzlekit import Board, Example, Piece, Twisty

BEADS = 20  # on each ring
APART = 5  # steps between the two crossings, on either ring

#: The beads of each colour at the goal: first around the left ring, starting at the upper crossing,
#: then around the rest of the right ring.
RUNS = {"yellow": 10, "red": 10, "blue": 9, "black": 9}


def ring_points(side):
    """Return the points of a ring, anticlockwise on the right, clockwise on the left."""
    radius = 0.5 / math.sin(math.pi / BEADS)
    half = math.pi * APART / BEADS
    centre = radius * math.cos(half)
    return [
        (
            side * (centre + radius * math.cos(math.pi - half + 2 * math.pi * i / BEADS)),
            radius * math.sin(math.pi - half + 2 * math.pi * i / BEADS),
        )
        for i in range(BEADS)
    ]


class HungarianRings(Twisty):
    """Turn the two crossing rings until the colours are sorted.

    The rings were patented by William Churchill in 1893 and reinvented by Endre Pap in 1981.
    """

    name = "Hungarian Rings"

    examples = (
        Example(
            "Turn a ring",
            "Two rings of twenty beads cross in two places, where they share a bead. So there are "
            "38 beads, in four colours. L turns the left ring clockwise by one bead, R the right "
            "ring. Add ' to turn it anticlockwise.",
            move="L",
        ),
        Example(
            "Crossings",
            "At the crossings, beads go from one ring to the other.",
            move="L R R",
        ),
        Example(
            "Goal",
            "The puzzle is solved when one half of the left ring is yellow and the other half red, "
            "and the rest of the right ring is half blue and half black.",
            moves="L R",
            move="R' L'",
        ),
    )

    def __init__(self):
        left, right = ring_points(-1), ring_points(1)
        # The crossings are beads 0 and APART of both rings.
        shared = {0: 0, APART: APART}
        rest = [i for i in range(BEADS) if i not in shared]
        number = shared | {i: BEADS + k for k, i in enumerate(rest)}
        rings = [list(range(BEADS)), [number[i] for i in range(BEADS)]]
        points = left + [right[i] for i in rest]
        pairs = [(ring[i - 1], ring[i]) for ring in rings for i in range(BEADS)]
        edges = sorted((min(pair), max(pair)) for pair in pairs)
        board = Board(map(str, range(1, len(points) + 1)), points, edges, labels=False)
        goal = [colour for colour, count in RUNS.items() for _ in range(count)]
        pieces = {colour: Piece("ball", colour) for colour in RUNS}
        # From the upper crossing, the beads are numbered clockwise on the left ring and
        # anticlockwise on the right ring.
        super().__init__(board, goal, {"L": [rings[0]], "R": [rings[1][::-1]]}, pieces=pieces)

    def prompt(self, state, clicks=()):
        return "Turn a ring with L or R"
