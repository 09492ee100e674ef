"""Rubik's Clock: eighteen dials with hands, on two sides."""

import math
import re
from collections.abc import Iterator

from puzzlekit import Board, Click, Piece, Polygon, Toggle

#: The dials on one side in reading order, seen from the front.
PLACES = ["UL", "U", "UR", "L", "C", "R", "DL", "D", "DR"]

#: The dials on the front that turn together, for each choice of a wheel and the pins that are up.
TURNS = {
    "UR": ["U", "UR", "C", "R"],
    "DR": ["C", "R", "D", "DR"],
    "DL": ["L", "C", "DL", "D"],
    "UL": ["UL", "U", "L", "C"],
    "U": ["UL", "U", "UR", "L", "C", "R"],
    "R": ["U", "UR", "C", "R", "D", "DR"],
    "D": ["L", "C", "R", "DL", "D", "DR"],
    "L": ["UL", "U", "L", "C", "DL", "D"],
    "ALL": PLACES,
}
CORNERS = ["UL", "UR", "DL", "DR"]

#: The same dial, seen from the other side.
OTHER = {place: place.translate(str.maketrans("LR", "RL")) for place in PLACES}


def hand(hour: int) -> Polygon:
    """Return a picture of the hand of a dial."""
    angle = math.radians(90 - 30 * hour)
    x, y = math.cos(angle), math.sin(angle)
    corners = [(0.36 * x, 0.36 * y), (-0.09 * y, 0.09 * x), (0.09 * y, -0.09 * x)]
    return Polygon(tuple(corners), "red")


class Clock(Toggle):
    """Turn all hands to twelve.

    A turn of a wheel moves the hands of several dials by an hour (C. Wiggs and C. Taylor, 1988).
    The dials at the corners are connected to those on the back, which turn in the opposite
    direction. The move `UR` turns the dials at the upper right of the front, and `ALL` turns all
    dials on the front. The moves on the back begin with a lower-case b. In scrambles, `UR5-` turns
    `UR` back by five hours, and y2 turns the puzzle over. Names of pins at the end are ignored.
    """

    name = "Clock"

    def read_notation(self, line: str) -> str:
        # Scrambles may end with the pins that are up, which turn nothing: ALL3+ UR DL.
        return re.sub(r"(\by2\b.*[+-])(\s+(UR|DR|DL|UL))+\s*$", r"\1", line, flags=re.DOTALL)

    def hours(self, word: tuple[tuple[str, int], ...]) -> Iterator[tuple[str, int]]:
        """Yield the moves of a word, each with the number of hours it turns the dials."""
        side = ""
        for name, exponent in word:
            if name == "y2":
                side = "b" if (side == "") == bool(exponent % 2) else ""
            elif name in self.notation:
                yield side + name[:-2], int(name[-1] + name[-2]) * exponent
            else:
                yield name, exponent

    def expand_word(self, word: tuple[tuple[str, int], ...]) -> list[str]:
        turns = self.hours(word)
        return [move + "'" * (number < 0) for move, number in turns for _ in range(abs(number))]

    def write_notation(self, word: tuple[tuple[str, int], ...]) -> str:
        hours: dict[str, int] = {}
        for move, number in self.hours(word):
            hours[move] = hours.get(move, 0) + number
        sides: dict[bool, list[str]] = {False: [], True: ["y2"]}
        for move, number in hours.items():
            number = (number + 5) % 12 - 5  # from -5 to 6
            text = f"{move.removeprefix('b')}{abs(number)}{'-' if number < 0 else '+'}"
            sides[move.startswith("b")].append(text)
        return " ".join(sides[False] + (sides[True] if len(sides[True]) > 1 else []))

    def __init__(self) -> None:
        sides = {"": 0, "b": 5}
        cells = [side + place for side in sides for place in PLACES]
        points = [(x + i % 3 * 1.4, -(i // 3) * 1.4) for x in sides.values() for i in range(9)]
        moves = {}
        for side, back in (("", "b"), ("b", "")):
            for name, dials in TURNS.items():
                shared = {back + OTHER[place]: -1 for place in dials if place in CORNERS}
                moves[side + name] = {side + place: 1 for place in dials} | shared
        self.notation = {f"{name}{k}{way}" for name in TURNS for k in range(7) for way in "+-"}
        self.notation.add("y2")
        pieces = {str(hour): Piece("stone", "white", polygons=(hand(hour),)) for hour in range(12)}
        super().__init__(Board(cells, points, step=1), 12, moves, pieces=pieces)

    def clicks(self, move: str) -> list[Click]:
        """Return a click on the dial in the middle for `ALL`, and on a dial for other moves."""
        [click] = super().clicks(move)
        if "ALL" in move:
            return [click._replace(cells=(self.board.index["bC" if move[0] == "b" else "C"],))]
        return [click]
