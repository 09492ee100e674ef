"""Values returned by rules: pieces, clicks, results, questions and summaries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, get_args

#: Metrics for solutions: a step is a single move, a turn is any power of a twist, a run is any
#: number of steps of one sliding piece or block.
Metric = Literal["steps", "turns", "runs"]
METRICS: tuple[Metric, ...] = get_args(Metric)

#: Metrics for distances, which include lines: a line is one step of several pieces in a line.
DistanceMetric = Literal["steps", "turns", "runs", "lines"]
DISTANCE_METRICS: tuple[DistanceMetric, ...] = get_args(DistanceMetric)

#: The levels of computer players, from weak to strong.
Level = Literal["beginner", "casual", "club", "expert", "master", "champion"]
LEVELS: tuple[Level, ...] = get_args(Level)

#: The themes of the window and of pictures.
Theme = Literal["light", "dark"]

#: The names of colours that plugins may use; each theme defines their shades.
COLOURS = (
    *("plain", "white", "black", "grey", "red", "orange", "yellow", "green"),
    *("teal", "blue", "purple", "pink", "brown", "lime"),
)

#: The forms of pieces.
Form = Literal["stone", "tile", "ball", "knight", "sticker", "hexagon"]
FORMS: tuple[Form, ...] = get_args(Form)

#: The marks on pieces.
Mark = Literal["", "bandage", "pin"]
MARKS: tuple[Mark, ...] = get_args(Mark)

#: The effect of repeating a position: none, a draw, a loss for the player, or an illegal move.
Repetition = Literal["", "draw", "loss", "forbidden"]
REPETITIONS: tuple[Repetition, ...] = get_args(Repetition)[1:]

#: The animations of moving pieces: turning together, sliding, flying or hopping.
Motion = Literal["turn", "slide", "fly", "hop"]
MOTIONS: tuple[Motion, ...] = get_args(Motion)


class Area(NamedTuple):
    """A part of a tile, cut off by a curve from one edge anticlockwise to another.

    The curve joins the midpoints of the two edges. Edge k of a hexagon faces 30 + 60 k degrees.
    """

    first: int
    last: int
    colour: str


class Polygon(NamedTuple):
    """A polygon painted on a piece: its corners, and its colour.

    The centre of the piece is (0, 0), its upper right corner (0.5, 0.5).
    """

    corners: tuple[tuple[float, float], ...]
    colour: str


class Piece(NamedTuple):
    """A piece on a cell: its form, colour, short text and mark (see `FORMS`, `COLOURS`, `MARKS`).

    A "hexagon" fills its cell. Its areas are painted over its colour, one after another; terminals
    that cannot draw areas show the text. A "tile" can be `joined` to other tiles on the right,
    left, top or bottom: (1, 0), (-1, 0), (0, 1) or (0, -1). Polygons are painted on all other
    forms, one after another.

    >>> Piece("stone", "orange", mark="bandage").form
    'stone'
    """

    form: Form
    colour: str = "plain"
    text: str = ""
    mark: Mark = ""
    areas: tuple[Area, ...] = ()
    joined: tuple[tuple[float, float], ...] = ()
    polygons: tuple[Polygon, ...] = ()


class Click(NamedTuple):
    """A click on a cell, or on the centre of several cells (a face, a ring).

    If clicks on the same cells can have different meanings, `variant` distinguishes them. It starts
    at 0, and users change it with the wheel or a key.
    """

    cells: tuple[int, ...]
    variant: int = 0


class Result(NamedTuple):
    """The result of a game: the winner, a message, and the decisive cells to highlight.

    The winner is a seat (0, 1, ...), the name of a side in `sides(state)`, or None for a draw. The
    winner of a solved puzzle is seat 0. `Rules.outcome` returns the result with a seat.

    >>> Result("White", "White wins: no stone of Black is left").winner
    'White'
    """

    winner: int | str | None
    text: str
    cells: tuple[int, ...] = ()

    @property
    def seat(self) -> int | None:
        """The winning seat; raises `ValueError` if the winner is the name of a side."""
        if isinstance(self.winner, str):
            raise ValueError(f"{self.winner!r} is a side; rules.outcome(state) returns its seat.")
        return self.winner


class Question(NamedTuple):
    """A question for the side to move: its text, and a mapping from labels to answers.

    The answers are ordinary moves. `default` is the label for playing on with any other move.

    >>> Question("Swap colours?", {"Swap": "swap"}, "Play on as White").answers["Swap"]
    'swap'
    """

    text: str
    answers: Mapping[str, str]
    default: str = "Play on"


class Summary(NamedTuple):
    """A table that compares the seats at the end: one title per seat, and rows of strings.

    `decisive` is the number of the decisive row, which is highlighted.

    >>> Summary("Groups", ("Black", "White"), (("4", "4"), ("2", "1")), 1).rows[1]
    ('2', '1')
    """

    caption: str
    titles: Sequence[str]
    rows: Sequence[Sequence[str]]
    decisive: int | None = None
