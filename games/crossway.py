"""Crossway, by Mark Steere (2007)."""

from typing import Annotated

from puzzlekit import EMPTY, Connection, Example, LessonStep, grid


class Crossway(Connection):
    """Connect your two sides; no move may complete a crosscut.

    Crossway was invented by Mark Steere in 2007. The published board has 19 × 19 points; smaller
    boards are common.
    """

    name = "Crossway"
    can_draw = False
    forbidden = ("XO/OX",)
    presets = {
        "13 × 13": {"size": 13},
        "9 × 9": {"size": 9},
        "19 × 19": {},
    }

    examples = (
        Example(
            "Connect your two sides",
            "Black connects the bottom and the top of the board, White the left and the right. "
            "Each corner belongs to both of its sides. The first player to connect both sides "
            "with a chain wins. Stones in a chain touch orthogonally or diagonally.",
            options="5,swap=off",
            moves="b1 e3 b3 b5 b4 a4 c2 a2",
            move="c5",
            caption="Black connects b1 to c5 and wins.",
        ),
        Example(
            "Place a stone",
            "The board starts empty, and Black begins. Each turn, place one stone on an empty "
            "point. Stones never move.",
            options="5,swap=off",
            moves="c2 d2",
            move="d3",
        ),
        Example(
            "No crosscuts",
            "You must not complete a crosscut, a 2 × 2 block with one colour on each diagonal.",
            options="5,swap=off",
            moves="c2 d2 d3",
            move="c3",
            illegal=True,
            caption="A white stone on c3 would complete a crosscut with c2, d2 and d3.",
        ),
        Example(
            "Passing",
            "There are no draws. According to the designer, a player always has a legal move. If "
            "there were none, the player would pass.",
            options="5,swap=off",
            moves="c3 c4 d4 b3",
            bad="b4",
            caption="Black may place a stone on any empty point except b4.",
        ),
        Example(
            "Swap",
            "The second player may swap instead of answering the first stone: the players "
            "exchange colours, the stone stays, and the first player moves next as White.",
            options="5",
            moves="c3",
            move="swap",
            caption="The second player now owns the black stone.",
        ),
    )
    lesson = (
        LessonStep(
            "Connect two sides",
            "You play Black and connect the bottom and the top with a chain, as in the picture. "
            "White connects the left and the right. Stones in a chain touch along the lines or "
            "diagonally. A corner belongs to both of its sides.",
            options="5,swap=off",
            moves="a5 d2 b3 e3 a2 b5 b4 e4 a1",
        ),
        LessonStep(
            "Place a stone",
            "The board starts empty, and Black begins. Each turn, place one stone on an empty "
            "point. Click any point.",
            options="5,swap=off",
            answers="*",
            after="Stones never move and are never captured.",
        ),
        LessonStep(
            "Avoid crosscuts",
            "Two black and two white stones that cross in a 2 × 2 block are a crosscut. Neither "
            "player may complete one, so b4 is forbidden for you. Place a stone elsewhere.",
            options="5,swap=off",
            moves="c3 c4 d4 b3",
            answers="*",
            bad="b4",
            wrong="On b4, your stone would complete a crosscut with b3, c3 and c4.",
            after="White may still play on b4: that would not be a crosscut.",
        ),
        LessonStep(
            "Link stones diagonally",
            "White has blocked d2. Connect c2 with a stone on d3.",
            options="5,swap=off",
            moves="c2 d2",
            answers="d3",
            ring="c2",
            wrong="Place the stone on d3, diagonally above c2.",
            after="White can no longer cut this link: a white stone on c3 would complete a "
            "crosscut.",
        ),
        LessonStep(
            "Connect and win",
            "One more stone connects your chain to the top. At a5, it would complete a "
            "crosscut. Find the other point.",
            options="5,swap=off",
            moves="b1 e3 b3 b5 b4 a4 c2 a2",
            answers="c5",
            bad="a5",
            wrong="Look at the other side of b5: c5 touches b4 diagonally.",
            after="The chain from b1 to c5 connects the bottom and the top. You win. There are no "
            "draws.",
        ),
        LessonStep(
            "Swap colours",
            "Now you are the second player. Black has taken the centre, a strong point. Instead of "
            "answering, you may swap colours. Click Swap.",
            options="5",
            moves="c3",
            answers="swap",
            wrong="Click the button Swap.",
            after="The black stone is yours. Your opponent, now White, moves next. If you begin "
            "a game on the best point, your opponent will take it.",
        ),
    )
    option_notes = {
        "size": "The number of points on each side of the board.",
        "swap": "Whether the second player may swap colours after the first stone.",
    }
    notation_notes = (
        "`c3` places a stone on c3; a1 is at the bottom left. `swap` exchanges colours."
    )

    def __init__(
        self,
        size: Annotated[int, range(2, 27)] = 19,
        swap: bool = True,
    ):
        rims = {"black": ("bottom", "top"), "white": ("left", "right")}
        points = grid(size, size, shape="point", rims=rims)
        super().__init__(points, links=grid(size, size, diagonals=True), swap=swap)

    def explain_refusal(self, state, clicks, cell):
        if state.stones[cell] == EMPTY:
            return "A stone there would complete a crosscut"
        return super().explain_refusal(state, clicks, cell)
