"""The small values with which a rule book answers: pieces, touches, results, questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

#: Colours that a theme knows; a plugin may use these names and no others.
COLOURS = (
    *("plain", "white", "black", "grey", "red", "orange", "yellow", "green"),
    *("teal", "blue", "purple", "pink", "brown", "lime"),
)

#: Forms of pieces that the front end draws.
FORMS = ("stone", "tile", "ball", "knight", "sticker", "hexagon")

#: Marks that can lie on a piece.
MARKS = ("", "bandage", "pin")

#: Ways in which pieces move: turning together, sliding, flying, hopping.
MOTIONS = ("turn", "slide", "fly", "hop")


class Area(NamedTuple):
    """A part of a tile that a curve cuts off: what lies counterclockwise between two edges.

    The curve joins the middles of the two edges. Edge k of a hexagon faces 30 + 60 k degrees.
    """

    first: int
    last: int
    colour: str


class Piece(NamedTuple):
    """What a cell shows: a form, a colour, a short text, a mark (see `FORMS`, `COLOURS`, `NODE_FLAGS`).

    A "hexagon" fills its cell. Curves divide it into areas, which are painted one over the
    other on its colour; the text is what the terminal writes where it has no room for them.

    >>> Piece("stone", "orange", mark="bandage").form
    'stone'
    """

    form: str
    colour: str = "plain"
    text: str = ""
    mark: str = ""
    areas: tuple[Area, ...] = ()


class Click(NamedTuple):
    """One click: the cells that are meant, and which of the things that can be meant there.

    Several cells are touched at their middle (a face, a ring). Variants are chosen with
    the wheel or a key; variant 0 comes first.
    """

    cells: tuple[int, ...]
    variant: int = 0


class Result(NamedTuple):
    """How it ended: who won, a text that says so, and the cells that decided it, to be shown.

    The winner is a seat (0, 1, ...) or a side, by its name in `sides(state)`; None for a draw. A
    solved puzzle is won by seat 0. `Rules.outcome` returns the seat.

    >>> Result("White", "White wins: no stone of Black is left").winner
    'White'
    """

    winner: int | str | None
    text: str
    cells: tuple[int, ...] = ()

    @property
    def seat(self) -> int | None:
        """The seat that won, in what `Rules.outcome` returns; `ValueError` if a side is named."""
        if isinstance(self.winner, str):
            raise ValueError(f"{self.winner!r} is a side; rules.outcome(state) returns its seat.")
        return self.winner


class Question(NamedTuple):
    """What who moves is asked: a text, and the label of each move that is an answer.

    `otherwise` is the label of playing on, by any other move. Front ends ask clearly; the
    answers are moves like all others.

    >>> Question("Swap colours?", {"Swap": "swap"}, "Play on as White").answers["Swap"]
    'swap'
    """

    text: str
    answers: Mapping[str, str]
    default: str = "Play on"


class Summary(NamedTuple):
    """A table about how it ended: a title a seat, rows with a text a seat, and what they count.

    `decisive` is the number of the row that decided, which is marked.

    >>> Summary("Groups", ("Black", "White"), (("4", "4"), ("2", "1")), 1).rows[1]
    ('2', '1')
    """

    caption: str
    titles: Sequence[str]
    rows: Sequence[Sequence[str]]
    decisive: int | None = None
