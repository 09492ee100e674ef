"""Hex, by Piet Hein (1942) and John Nash (1948)."""

from typing import Annotated

from puzzlekit import Connection, Example, LessonStep, rhombus


class Hex(Connection):
    """Connect your two sides of a rhombus of hexagons.

    Hex was invented by Piet Hein in 1942 and, independently, by John Nash in 1948.
    """

    name = "Hex"
    players = ("Red", "Blue")
    goals = (("top", "bottom"), ("left", "right"))
    can_draw = False
    presets = {
        "11 x 11": {},
        "5 x 5": {"size": 5},
        "9 x 9": {"size": 9},
        "13 x 13": {"size": 13},
        "14 x 14": {"size": 14},
        "19 x 19": {"size": 19},
    }

    examples = (
        Example(
            "Connect your two sides",
            "Red connects the top and the bottom, Blue the left and the right. Each corner "
            "belongs to both of its sides. The first player to connect both sides with a chain of "
            "adjacent stones wins.",
            options="5,swap=off",
            moves="c3 d3 b5 c4 b4 c2 d2 d1",
            move="e1",
            caption="Red connects e1 at the top with b5 at the bottom, and wins.",
        ),
        Example(
            "Place a stone",
            "The board starts empty, and Red begins. Each turn, place one stone on any empty "
            "cell. Stones never move and are never captured.",
            options="5,swap=off",
            moves="c3 d3",
            move="b5",
        ),
        Example(
            "Only on empty cells",
            "You cannot place a stone on another one, and you cannot pass.",
            options="5,swap=off",
            moves="c3",
            move="c3",
            illegal=True,
            caption="There is a red stone on c3.",
        ),
        Example(
            "No draws",
            "A full board always has exactly one winner, so there are no draws. You can stop your "
            "opponent only by connecting your own sides.",
            options="3,swap=off",
            moves="a1 a2 a3 b3 c1 b1 c3 b2",
            move="c2",
            caption="The last stone connects the top and the bottom for Red.",
        ),
        Example(
            "Swap",
            "Moving first is an advantage, so the second player may swap instead of answering the "
            "first stone: the players exchange colours, the stone stays, and the first player "
            "moves next as Blue.",
            options="5",
            moves="c3",
            move="swap",
            caption="The second player now owns the red stone.",
        ),
    )
    lesson = (
        LessonStep(
            "Connect two sides",
            "You play Red and connect the top and the bottom with a chain of adjacent stones, as "
            "in the picture. Blue connects the left and the right. A corner belongs to both of "
            "its sides.",
            options="5,swap=off",
            moves="e4 d1 c3 e2 c2 b5 e3 b2 c1 b4 d3 c4 e1 b1 d5",
        ),
        LessonStep(
            "Place a stone",
            "The board starts empty, and Red begins. Each turn, place one stone on an empty cell. "
            "Click any cell.",
            options="5,swap=off",
            answers="*",
            after="Stones never move and are never captured.",
        ),
        LessonStep(
            "Build a bridge",
            "From c3, you want to reach the bottom. Place a stone on b5: the two cells between c3 "
            "and b5 are both empty.",
            options="5,swap=off",
            moves="c3 d3",
            answers="b5",
            reply="c4",
            ring="b4 c4",
            wrong="Place the stone on b5, two cells below c3.",
            after="Blue has taken one of the two cells between your stones.",
        ),
        LessonStep(
            "Close the bridge",
            "Blue can take only one of the two cells. Take the other one.",
            answers="b4",
            reply="c2",
            wrong="Connect c3 and b5: place the stone on b4.",
            after="You are connected to the bottom. Now Blue tries to stop you at the top.",
        ),
        LessonStep(
            "Go around",
            "Two cells connect d2 to the top: d1 and e1. So a stone on d2 is as good as "
            "connected to the top.",
            answers="d2",
            reply="d1",
            ring="d1 e1",
            wrong="Place the stone on d2, next to c3.",
            after="Blue has blocked d1.",
        ),
        LessonStep(
            "Win",
            "Take the other cell at the top.",
            answers="e1",
            wrong="Place the stone on e1.",
            after="Your chain connects the top and the bottom. You win. There are no draws in Hex: "
            "on a full board, exactly one player has connected their sides.",
        ),
        LessonStep(
            "Swap colours",
            "Now you are the second player. Red has taken the centre, the best cell. Instead of "
            "answering, you may swap colours. Click Swap.",
            options="5",
            moves="c3",
            answers="swap",
            wrong="Click the button Swap.",
            after="The red stone is yours. Your opponent, now Blue, moves next. So do not begin a "
            "game on the best cell yourself.",
        ),
    )
    option_notes = {
        "size": "The number of cells on each side of the board.",
        "swap": "Whether the second player may swap colours after the first stone.",
    }
    notation_notes = "`c3` places a stone on c3; a1 is at the top left. `swap` exchanges colours."

    def __init__(
        self,
        size: Annotated[int, range(2, 27)] = 11,
        swap: bool = True,
    ):
        self.size = size
        rims = {"red": ("top", "bottom"), "blue": ("left", "right")}
        super().__init__(rhombus(size, size, downwards=True, rims=rims), swap=swap)

    @property
    def equal_levels(self):
        return ("expert", "master") if self.size <= 5 else ()  # both search nearly the whole game
