"""Slither, by Corey Clark (2010)."""

from typing import Annotated, Literal

from puzzlekit import EMPTY, Connection, Example, LessonStep, grid


class Slither(Connection):
    """Place a stone each turn, with an optional step first, and connect your two sides.

    Slither was invented by Corey Clark in 2010. Sources differ on which colour begins. Here, Black
    begins, as on iggamecenter.com.
    """

    name = "Slither"
    forbidden = ("X-/-X",)
    presets = {
        "9 × 9": {"size": 9},
        "13 × 13": {"size": 13},
        "15 × 15": {},
        "19 × 19": {"size": 19},
        "9 × 9, mixed": {"size": 9, "moving": "mixed"},
    }

    examples = (
        Example(
            "Connect your two sides",
            "Black connects the bottom and the top, White the left and the right. Each corner "
            "belongs to both of its sides. The first player to connect both sides with a chain "
            "wins. Stones in a chain touch orthogonally, not diagonally.",
            options="5,swap=off",
            moves="c2 b3 c1 d3 b2 a3 c5 e3",
            move="b2-c3 c4",
            caption="Black steps from b2 to c3, places a stone on c4, and wins.",
        ),
        Example(
            "Place a stone",
            "The board starts empty, and Black begins. Each turn, you must place a stone on any "
            "empty point.",
            options="5,swap=off",
            move="c2",
        ),
        Example(
            "Step first, if you like",
            "Before you place the stone, you may move one of your stones to an adjacent empty "
            "point, orthogonally or diagonally. Stepping is voluntary; placing is not.",
            options="5,swap=off",
            moves="c2 b4",
            move="c2-d3 d2",
            caption="Black steps from c2 to d3, then places a stone on d2.",
        ),
        Example(
            "Not only diagonally",
            "At the end of your turn, two of your stones may be diagonally adjacent only if "
            "another of your stones is orthogonally adjacent to both.",
            options="5,swap=off",
            moves="c2 a4",
            move="d3",
            illegal=True,
            caption="The stones on c2 and d3 would touch only diagonally.",
        ),
        Example(
            "Diagonal with a link",
            "Here, a stone on d3 is legal: d2 is orthogonally adjacent to both c2 and d3.",
            options="5,swap=off",
            moves="c2 a4 d2 b4",
            good="c3 d3 c1 d1",
            bad="b3 e3 b1 e1",
            caption="Of the marked points, Black may use the green ones, but not the red ones.",
        ),
        Example(
            "The end of the turn counts",
            "A step may leave two stones touching only diagonally, if the stone that you place "
            "puts that right. Chains, too, are checked at the end of the turn.",
            options="5,swap=off",
            moves="c2 a4 d2 b4",
            move="c2-c3 d3",
            caption="After the step to c3, Black must place a stone on d3 or c2.",
        ),
        Example(
            "Swap and pass",
            "On their first turn, the second player may swap instead of placing a stone: the "
            "players exchange colours, and the first player moves next as White. Pass only if "
            "you have no legal move; two passes in a row are a draw.",
            options="5",
            moves="c3",
            move="swap",
            caption="The stone stays black. The second player now owns it.",
        ),
    )
    lesson = (
        LessonStep(
            "Connect two sides",
            "You play Black and connect the bottom and the top, as in the picture. White connects "
            "the left and the right. Stones in a chain touch along the lines; diagonals do not "
            "count. A corner belongs to both of its sides.",
            options="5,swap=off",
            moves="c4 a4 c5 d1 c3 b1 d4 a3 c2 b3 c1",
        ),
        LessonStep(
            "Place a stone",
            "The board starts empty, and Black begins. Each turn, you must place a stone on an "
            "empty point. Click any point.",
            options="5,swap=off",
            answers="*",
            after="Now it is White's turn.",
        ),
        LessonStep(
            "Step with a stone first",
            "Before you place a stone, you may move one of your stones to an adjacent empty "
            "point, orthogonally or diagonally. Click your stone and then a marked point, or "
            "drag the stone.",
            options="5,swap=off",
            moves="c2 b4",
            answers="c2-c3 c2-b3 c2-d3 c2-b2 c2-d2 c2-b1 c2-c1 c2-d1",
            wrong="First click your stone on c2. It can step to any point around it.",
        ),
        LessonStep(
            "Now place a stone",
            "The step was voluntary, but you must place a stone every turn. Click a marked "
            "point. On the other empty points, a stone would touch your other stone only "
            "diagonally, which is not allowed.",
            answers="*",
            wrong="Click a marked point. On the other empty points, a stone would touch your other "
            "one only diagonally.",
            after="A turn is a step and a stone, or just a stone.",
        ),
        LessonStep(
            "Do not touch only diagonally",
            "Two of your stones may be diagonally next to each other only if another stone of "
            "yours is directly next to both. Place a stone on a point without a cross.",
            options="5,swap=off",
            moves="c2 a4 d2 b4",
            answers="d3 c3 c4 d4 e4 c5 d5 e5 a5 b5 a3 a2 b2 e2 a1 c1 d1",
            bad="b3 e3 b1 e1",
            wrong="A stone there would touch one of yours only diagonally. Choose another point.",
            after="For example, c2 and d3 may be diagonal neighbours because d2 links them. The "
            "rule applies only when your turn ends, not between the step and the stone.",
        ),
        LessonStep(
            "Close a gap with a step",
            "White threatens to connect left and right on c3. You have two gaps, c3 and c4. "
            "Close one with a step: click b2, then c3.",
            options="5,swap=off",
            moves="c2 b3 c1 d3 b2 a3 c5 e3",
            answers="b2-c3",
            ring="c3 c4",
            wrong="Move the stone from b2 to c3. Your chain does not need it on b2.",
        ),
        LessonStep(
            "Win",
            "Now place a stone in the other gap.",
            answers="c4",
            wrong="Place the stone on c4.",
            after="The chain from c1 to c5 connects the bottom and the top. You win.",
        ),
        LessonStep(
            "Swap colours",
            "Now you are the second player. Instead of your first turn, you may swap colours. "
            "Black has taken the best point, so click Swap.",
            options="5",
            moves="c3",
            answers="swap",
            wrong="Click the button Swap.",
            after="The stone on c3 is yours. Your opponent, now White, moves next. You pass only "
            "if you have no legal move; two passes in a row would be a draw.",
        ),
    )
    option_notes = {
        "size": "The number of points on each side of the board.",
        "moving": "“free”: any stone may step. “mixed” (Advanced Slither as published by "
        "MindSports and Ai Ai): a stone may step only if, at the beginning of the turn, it "
        "belongs to an orthogonally connected group that contains stones of both colours. "
        "“advanced” (as on iggamecenter.com): the stone only needs an orthogonally adjacent "
        "stone of either colour.",
        "swap": "Whether the second player may swap colours on their first turn.",
    }
    notation_notes = (
        "`e5` places a stone on e5. A turn with a step is entered as two moves: `c3-d4`, then "
        "`e5`. A step is legal if a placement can follow. `swap` exchanges colours."
    )

    def __init__(
        self,
        size: Annotated[int, range(2, 20)] = 15,
        moving: Literal["free", "mixed", "advanced"] = "free",
        swap: bool = True,
    ):
        rims = {"black": ("bottom", "top"), "white": ("left", "right")}
        super().__init__(
            grid(size, size, shape="point", rims=rims),
            steps=grid(size, size, diagonals=True),
            step_condition={"free": "none", "mixed": "mixed", "advanced": "beside"}[moving],
            swap=swap,
        )

    def explain_refusal(self, state, clicks, cell):
        if not clicks and state.stones[cell] == EMPTY:
            return "A stone there would touch one of yours only diagonally"
        return super().explain_refusal(state, clicks, cell)
