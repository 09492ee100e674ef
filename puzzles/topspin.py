"""TopSpin: a ring of discs and a turntable."""

from typing import Annotated

from puzzlekit import Example, OptionError, Piece, Twisty, ring


class TopSpin(Twisty):
    """Put the numbered discs of the ring in order.

    The puzzle was invented by Ferdinand Lammertink in 1989, with twenty discs, four of them on the
    turntable.
    """

    name = "TopSpin"
    presets = {
        "20 discs, turntable of 4": {},
        "10 discs, turntable of 4": {"discs": 10},
        "9 discs, turntable of 3": {"discs": 9, "turn": 3},
    }

    examples = (
        Example(
            "Push the ring",
            "Push all discs around the ring by one place, with L (clockwise) or L' "
            "(anticlockwise).",
            options="10",
            move="L",
        ),
        Example(
            "Flip the turntable",
            "Flip the turntable at the top with T to reverse the order of the discs on it.",
            options="10",
            move="T",
            caption="The four discs at the top are in reverse order now.",
        ),
        Example(
            "Goal",
            "The puzzle is solved when the numbers are in order, starting at the top.",
            options="10",
            moves="T L",
            move="L' T",
            caption="L' and then T solve the puzzle.",
        ),
    )
    option_notes = {
        "discs": "The number of discs on the ring.",
        "turn": "The number of discs on the turntable.",
    }

    def __init__(
        self,
        discs: Annotated[int, range(3, 101)] = 20,
        turn: Annotated[int, range(2, 101), "size of the turntable"] = 4,
    ):
        if turn > discs:
            raise OptionError(
                f"turn={turn} is greater than discs={discs}; choose a smaller turntable."
            )
        pairs = [(i, turn - 1 - i) for i in range(turn // 2)]
        goal = [str(i + 1) for i in range(discs)]
        super().__init__(
            ring(discs, labels=False),
            goal,
            {"L": [range(discs)], "T": pairs},
            pieces={label: Piece("stone", "plain", label) for label in goal},
            handles={"T": range(turn)},
        )

    def prompt(self, state, clicks=()):
        return "Push the ring with L, or flip the turntable with T"
