"""Square-1: two layers of corners and edges, and a cut between them."""

import math
import re

from puzzlekit import Piece, Twisty, polygons

#: The parts of a layer, clockwise from the back end of the cut as seen from outside. A corner takes
#: up two of the twelve units, an edge one unit.
TOP, BOTTOM = ["corner", "corner", "edge"] * 4, ["edge", "corner", "corner"] * 4
UNITS = 12

#: The colours of the sides of the parts, first in the top layer, then in the bottom layer.
COLOURS = ("orange", "blue", "red", "green")


def wedge(centre: float, unit: int) -> list[tuple[float, float]]:
    """Return the outline of one unit of a layer."""
    angles = [math.radians(90 - 30 * each) for each in (unit, unit + 1)]
    return [
        (centre + r * math.cos(angle), r * math.sin(angle))
        for r, ends in ((0.16, angles), (1.0, angles[::-1]))
        for angle in ends
    ]


def turn(amount: int) -> int:
    """Return the shortest turn of a layer, from -5 to 6, with the same effect as the given one."""
    return (amount + 5) % UNITS - 5


class Square1(Twisty):
    """Turn the layers and the right half until both layers are in order again.

    U and D turn the top and the bottom layer by a twelfth of a turn, clockwise as seen from above
    or from below. U3 is a quarter turn. The slice / turns the right half over, if no corner is in
    the way (K. Hršel and V. Kopský, 1990). The layers are shown side by side, both as seen from
    outside, with the cut from top to bottom. The two halves of the middle layer are drawn between
    the layers.

    In scrambles, (3,-1) turns the top layer by three twelfths clockwise and the bottom layer by
    one anticlockwise. The brackets are optional.
    """

    name = "Square-1"

    def __init__(self) -> None:
        outlines = {f"t{i + 1}": wedge(-1.4, i) for i in range(UNITS)}
        outlines |= {f"b{i + 1}": wedge(1.4, i) for i in range(UNITS)}
        for i, (low, high) in enumerate(((0.05, 0.5), (-0.5, -0.05))):
            outlines[f"m{i + 1}"] = [(-0.2, low), (0.2, low), (0.2, high), (-0.2, high)]
        labels: list[str] = []
        pieces: dict[str, Piece] = {}
        for layer, (parts, ground) in enumerate(((TOP, "white"), (BOTTOM, "yellow"))):
            for i, kind in enumerate(parts):
                first = kind == "corner" and parts[i - 1] != "corner"
                half = "" if kind == "edge" else "-" if first else "+"
                label = f"{kind[0]}{4 * layer + i // 3 + 1}{half}"
                labels.append(label)
                text = "" if half == "+" else label[1]
                pieces[label] = Piece("tile", ground if kind == "corner" else COLOURS[i // 3], text)
        labels += ["front", "back"]
        pieces |= {"front": Piece("tile", "red"), "back": Piece("tile", "orange")}
        layers = {"U": range(UNITS), "D": range(UNITS, 2 * UNITS)}
        moves = {
            name if power == 1 else f"{name}{power}": [
                [cells[(start + k * power) % UNITS] for k in range(UNITS // math.gcd(UNITS, power))]
                for start in range(math.gcd(UNITS, power))
            ]
            for name, cells in layers.items()
            for power in range(1, UNITS // 2 + 1)
        }
        moves["/"] = [[i, i + UNITS] for i in range(UNITS // 2)] + [[2 * UNITS, 2 * UNITS + 1]]
        # The second half of a corner may not be next to the cut.
        seconds = [label for label in labels if label.endswith("+")]
        ends = (0, UNITS // 2, UNITS, UNITS + UNITS // 2)
        super().__init__(
            polygons(outlines),
            labels,
            moves,
            pieces=pieces,
            handles=dict.fromkeys(moves, ()),
            forbidden=dict.fromkeys(ends, seconds),
        )

    def read_notation(self, line: str) -> str:
        def turns(match: re.Match[str]) -> str:
            amounts = zip("UD", (turn(int(each)) for each in match.groups()), strict=True)
            return " ".join(f" {name}{abs(n)}{chr(39) * (n < 0)} " for name, n in amounts if n)

        line = re.sub(r"\(?\s*(-?\d+)\s*,\s*(-?\d+)\s*\)?", turns, line)
        return re.sub(r"\b([UD])1\b", r"\1", line.replace("/", " / "))

    def write_notation(self, word: tuple[tuple[str, int], ...]) -> str:
        parts: list[str] = []
        turned = {"U": 0, "D": 0}

        def add_turns() -> None:
            up, down = map(turn, turned.values())
            if up or down:
                parts.append(f"({up},{down})")
            turned.update(U=0, D=0)

        for name, exponent in word:
            if name == "/":
                add_turns()
                parts += ["/ "] * (exponent % 2)
            else:
                turned[name[0]] += int(name[1:] or 1) * exponent
        add_turns()
        return "".join(parts).rstrip()
