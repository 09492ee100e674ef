"""Lights Out: press lights to turn all of them off."""

from typing import Annotated

from puzzlekit import Example, Piece, Toggle, grid


class LightsOut(Toggle):
    """Turn all lights off.

    The game was published by Tiger Electronics in 1995.
    """

    name = "Lights Out"
    presets = {"5 × 5": {}, "Three states": {"colours": 3}, "7 × 7": {"width": 7, "height": 7}}

    examples = (
        Example(
            "Press a light",
            "Press a light to switch it and its neighbours on or off.",
            move="c3",
        ),
        Example(
            "Twice is nothing",
            "Pressing a light twice changes nothing, and the order of presses does not matter.",
            moves="c3",
            move="c3",
        ),
        Example(
            "Goal",
            "The puzzle is solved when all lights are off.",
            moves="b2 d4",
            move="b2 d4",
            caption="Two presses, on b2 and d4, turn off all lights.",
        ),
        Example(
            "Three states",
            "With three states, as in Lights Out 2000, each light goes from off to red, from red "
            "to green, and from green to off.",
            options="5,colours=3",
            moves="c3",
            move="c2",
        ),
    )
    option_notes = {
        "width": "The number of columns.",
        "height": "The number of rows.",
        "colours": "The number of states that each light has: off, plus one to three colours.",
    }

    def __init__(
        self,
        width: Annotated[int, range(1, 13)] = 5,
        height: Annotated[int, range(1, 13)] = 5,
        colours: Annotated[int, range(2, 5), "states"] = 2,
    ):
        shades = ["grey", "yellow"] if colours == 2 else ["grey", "red", "lime", "blue"]
        pieces = {str(i): Piece("tile", shade) for i, shade in enumerate(shades[:colours])}
        super().__init__(grid(width, height), colours, pieces=pieces)
