"""Functions that edit a drawing and return the changed drawing."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import count

from ..core.board import Point
from ..core.errors import OptionError
from ..core.values import Piece
from .drawing import ANY, LAYERS, MAX_NODES, Drawing, DrawnTurn, Node, renumbered

PlaneMap = Callable[[Point], Point]


def add_node(drawing: Drawing, point: Point, label: str | None = None) -> Drawing:
    """Return the drawing with a new node: by default a hole, or a piece if there is a hole.

    >>> drawing = add_node(add_node(Drawing(), (0, 0)), (1, 0))
    >>> [node.name for node in drawing.nodes], drawing.start
    (['1', '2'], ('', '1'))
    """
    if len(drawing.nodes) >= MAX_NODES:
        raise OptionError(
            f"The drawing already has the maximum of {MAX_NODES} nodes. Erase some first."
        )
    name = _first_unused_number({node.name for node in drawing.nodes})
    if label is None:
        label = next_label(drawing) if "" in drawing.start else ""
    return drawing._replace(
        nodes=(*drawing.nodes, Node(name, point)),
        start=(*drawing.start, label),
        goal=(*drawing.goal, label),
    )


def _first_unused_number(taken: Collection[str]) -> str:
    """Return the first unused number as a string."""
    return next(str(n) for n in range(1, len(taken) + 2) if str(n) not in taken)


def remove_nodes(drawing: Drawing, cells: Collection[int]) -> Drawing:
    """Return the drawing without the given nodes, and without edges and turns through the nodes."""
    return restrict(drawing, [cell for cell in range(len(drawing.nodes)) if cell not in cells])


def move_nodes(drawing: Drawing, points: Mapping[int, Point]) -> Drawing:
    """Return the drawing with nodes moved to the given points."""
    nodes = drawing.nodes
    return _with_nodes(drawing, {c: nodes[c]._replace(point=point) for c, point in points.items()})


def rename_node(drawing: Drawing, cell: int, name: str) -> Drawing:
    """Return the drawing with a node renamed; raise `OptionError` for an invalid name."""
    others = {node.name for number, node in enumerate(drawing.nodes) if number != cell}
    if name in others or name.split() != [name]:
        raise OptionError(f"Cannot name a node {name!r}. Use a single word that is not taken.")
    return _with_nodes(drawing, {cell: drawing.nodes[cell]._replace(name=name)})


def colour_nodes(drawing: Drawing, cells: Collection[int], colour: str) -> Drawing:
    """Return the drawing with the background colour of nodes changed."""
    nodes = drawing.nodes
    return _with_nodes(drawing, {cell: nodes[cell]._replace(colour=colour) for cell in cells})


def _with_nodes(drawing: Drawing, changed: Mapping[int, Node]) -> Drawing:
    nodes = [changed.get(cell, node) for cell, node in enumerate(drawing.nodes)]
    return drawing._replace(nodes=tuple(nodes))


def join_nodes(drawing: Drawing, a: int, b: int, one_way: bool = False) -> Drawing:
    """Return the drawing with an edge added or, if it exists, its direction changed.

    Drawing an existing edge makes it one-way in the direction drawn, then one-way in the opposite
    direction, and then two-way again. If `one_way` is true, it alternates between one-way and
    two-way.
    """
    if a == b:
        return drawing
    forward, backward = (a, b) in drawing.ways, (b, a) in drawing.ways
    if one_way:
        new = {(a, b), (b, a)} if forward and not backward else {(a, b)}
    elif forward:
        new = {(a, b)} if backward else {(b, a)}
    else:
        new = {(a, b), (b, a)}
    return drawing._replace(ways=drawing.ways - {(a, b), (b, a)} | new)


def remove_edges(drawing: Drawing, a: int, b: int) -> Drawing:
    """Return the drawing without the edge between two nodes."""
    return drawing._replace(ways=drawing.ways - {(a, b), (b, a)})


def add_turn(drawing: Drawing, paths: Iterable[Sequence[int]], steps: int = 1) -> Drawing:
    """Return the drawing with a new turn along closed paths, named after an unused letter."""
    taken = {name for name, _ in drawing.turns}
    letters = (chr(ord("A") + n % 26) + "2" * (n // 26) for n in count())
    name = next(letter for letter in letters if letter not in taken)
    turn = DrawnTurn(tuple(tuple(path) for path in paths if len(path) > 1), steps)
    return drawing._replace(turns=(*drawing.turns, (name, turn))) if turn.paths else drawing


def change_turn(drawing: Drawing, name: str, turn: DrawnTurn | None) -> Drawing:
    """Return the drawing with a turn replaced or, if `turn` is None, removed."""
    turns = [
        (other, turn if other == name and turn else old)
        for other, old in drawing.turns
        if other != name or turn is not None
    ]
    return drawing._replace(turns=tuple(turns))


def add_label(drawing: Drawing, piece: Piece) -> tuple[Drawing, str]:
    """Return the drawing and the label for an appearance, adding a label if there is none."""
    for label, look in drawing.pieces.items():
        if look == piece:
            return drawing, label
    taken = {*drawing.pieces, "", ANY}
    base = piece.text if piece.text and piece.text.split() == [piece.text] else piece.colour
    label = next(each for n in range(len(taken) + 1) if (each := base + str(n or "")) not in taken)
    # All looks are stored because default looks depend on the order of the labels.
    looks = {**drawing.pieces, label: piece}
    return drawing._replace(looks=tuple(looks.items())), label


def change_piece(drawing: Drawing, label: str, piece: Piece) -> Drawing:
    """Return the drawing with a label's appearance changed, merging labels that look the same.

    >>> drawing = Drawing((Node("a", (0, 0)), Node("b", (1, 0))), start=("1", "2"), goal=("1", "2"))
    >>> change_piece(drawing, "1", Piece("ball", "orange", "2")).start
    ('2', '2')
    >>> change_piece(drawing, "1", Piece("ball", "red", "G")).start
    ('G', '2')
    """
    old = drawing.pieces[label]
    if piece == old:
        return drawing
    result, new = add_label(drawing, piece)
    if new not in drawing.pieces and piece.text == old.text:
        result, new = drawing._replace(looks=tuple({**drawing.pieces, label: piece}.items())), label
    return merge_labels(result, new, label)


def merge_labels(drawing: Drawing, kept: str, other: str) -> Drawing:
    """Return the drawing with one label replaced by another, so that their pieces become equal."""
    # All looks are stored because default looks depend on the order of the labels.
    looks = {**drawing.pieces, **dict(drawing.looks)}
    if kept != other:
        looks.pop(other, None)
    for layer in LAYERS:
        labels = tuple(kept if label == other else label for label in drawing.layer(layer))
        drawing = drawing.with_layer(layer, labels)
    return drawing._replace(looks=tuple(looks.items()))


def next_label(drawing: Drawing) -> str:
    """Return the first number not used as a label."""
    return _first_unused_number({*drawing.start, *drawing.goal})


def place_label(drawing: Drawing, layers: Collection[str], cell: int, label: str) -> Drawing:
    """Return the drawing with a label placed on a node in the given layers."""
    for layer in layers:
        labels = list(drawing.layer(layer))
        labels[cell] = label
        drawing = drawing.with_layer(layer, tuple(labels))
    return drawing


def swap_labels(drawing: Drawing, layer: str, a: int, b: int) -> Drawing:
    """Return the drawing with the labels of two nodes swapped in one layer."""
    labels = drawing.layer(layer)
    return place_label(place_label(drawing, [layer], a, labels[b]), [layer], b, labels[a])


def toggle_free(drawing: Drawing, cells: Collection[int]) -> Drawing:
    """Return the drawing after toggling whether nodes accept any piece at the goal.

    Nodes that no longer accept any piece get the leftover pieces.
    """
    free = [ANY if cell in cells else label for cell, label in enumerate(drawing.goal)]
    unused = iter(drawing.unused_labels(free))
    fixed = {c: next(unused, ANY) for c in cells if drawing.goal[c] == ANY}
    return drawing._replace(goal=tuple(fixed.get(c, label) for c, label in enumerate(free)))


def replace_label(drawing: Drawing, layer: str, cell: int, label: str) -> Drawing:
    """Return the drawing with a node's label changed, in both layers if necessary.

    >>> drawing = Drawing((Node("a", (0, 0)), Node("b", (1, 0))), start=("1", ""), goal=("", "1"))
    >>> drawing = replace_label(drawing, "start", 0, "G")
    >>> drawing.start, drawing.goal
    (('G', ''), ('', 'G'))
    """
    old = drawing.layer(layer)[cell]
    other = "goal" if layer == "start" else "start"
    labels = drawing.layer(other)
    result = place_label(drawing, [layer], cell, label)
    if old in labels and old not in (label, ANY):
        result = place_label(
            result, [other], cell if labels[cell] == old else labels.index(old), label
        )
    return result


def paste(drawing: Drawing, part: Drawing, where: PlaneMap) -> Drawing:
    """Return the drawing with another drawing pasted in, sharing nodes at the same points.

    >>> drawing = join_nodes(add_node(add_node(Drawing(), (0, 0)), (1, 0)), 0, 1)
    >>> result = paste(drawing, drawing, lambda point: (point[0], point[1] - 1))
    >>> result.edges, [node.point for node in result.nodes][2:]
    ([(0, 1), (2, 3)], [(0, -1), (1, -1)])
    """
    twin: list[int] = []
    result = drawing
    for cell, node in enumerate(part.nodes):
        point = where(node.point)
        number = result.node_at(point)
        if number is None:
            number = len(result.nodes)
            result = add_node(result, point, part.start[cell])
            result = place_label(result, ["goal"], number, part.goal[cell])
            result = colour_nodes(result, [number], node.colour)
        twin.append(number)
    arcs = {(twin[a], twin[b]) for a, b in part.ways}
    result = result._replace(ways=result.ways | {(a, b) for a, b in arcs if a != b})
    for _, turn in part.turns:
        paths = [[twin[cell] for cell in path] for path in turn.paths]
        if all(len(set(path)) == len(path) for path in paths):
            result = add_turn(result, paths, turn.steps)
    return result


def restrict(drawing: Drawing, cells: Collection[int]) -> Drawing:
    """Return the drawing restricted to the given nodes."""
    return renumbered(drawing, {cell: number for number, cell in enumerate(sorted(cells))})


def centroid(drawing: Drawing, cells: Collection[int]) -> Point:
    """Return the centre of the bounding box of the given nodes."""
    points = [drawing.nodes[cell].point for cell in cells] or [(0.0, 0.0)]
    xs, ys = zip(*points, strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def _round(value: float) -> float:
    return round(value, 9) + 0.0  # avoids -0.0


def rotation_about(centre: Point, degrees: float) -> PlaneMap:
    """Return an anticlockwise rotation of the plane about a point."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))

    def where(point: Point) -> Point:
        x, y = point[0] - centre[0], point[1] - centre[1]
        return _round(centre[0] + cos * x - sin * y), _round(centre[1] + sin * x + cos * y)

    return where


def reflection_at(centre: Point, across: bool = True) -> PlaneMap:
    """Return the reflection across the vertical or horizontal line through a point."""

    def where(point: Point) -> Point:
        x, y = 2 * centre[0] - point[0], 2 * centre[1] - point[1]
        return (_round(x), point[1]) if across else (point[0], _round(y))

    return where


def start_from_goal(drawing: Drawing) -> Drawing:
    """Return the drawing with the goal copied to the start, and leftover pieces on `ANY` nodes."""
    return drawing._replace(start=drawing.full_goal())
