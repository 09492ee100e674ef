"""Lights Out: press lights to turn all of them off."""

from typing import Annotated

from puzzlekit import Piece, Toggle, grid


class LightsOut(Toggle):
    """Turn all lights off.

    Press a light to switch it and its neighbours on or off (Tiger Electronics, 1995). With
    colours=3, as in Lights Out 2000, each light goes from off to red, from red to green, and from
    green to off.
    """

    name = "Lights Out"
    presets = {"5 x 5": {}, "three colours": {"colours": 3}, "7 x 7": {"width": 7, "height": 7}}

    def __init__(
        self,
        width: Annotated[int, range(1, 13)] = 5,
        height: Annotated[int, range(1, 13)] = 5,
        colours: Annotated[int, range(2, 5)] = 2,
    ):
        shades = ["grey", "yellow"] if colours == 2 else ["grey", "red", "lime", "blue"]
        pieces = {str(i): Piece("tile", shade) for i, shade in enumerate(shades[:colours])}
        super().__init__(grid(width, height), colours, pieces=pieces)
