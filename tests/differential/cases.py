"""Small random puzzles as plain data."""

from random import Random
from typing import NamedTuple

#: The kinds of puzzles: those of the package, and puzzles with moves of their own.
KINDS = ("twisty", "forbidden", "sliding", "mixed", "written", "blocks", "twisty*", "sliding*")
KINDS += ("mixed*",)


class Guard(NamedTuple):
    """A restriction of moves.

    "gate": `move` needs one of the `labels` on one of the `cells`; "glued": no move carries one of
    the `labels` without the other; "fixed": no move carries a piece with one of the `labels`;
    "twin": `move` acts as `other` if one of the `labels` is on one of the `cells`.
    """

    rule: str
    labels: tuple[str, ...]
    move: str = ""
    cells: tuple[int, ...] = ()
    other: str = ""


class Case(NamedTuple):
    """A puzzle: edges for slides, cycles of turns, labels, and restrictions.

    A starred kind is a subclass of the package's class that overrides its moves. `frame` is the
    author's definition: none, the cells of the `marks`, or the whole state.
    """

    kind: str
    cells: int
    edges: tuple[tuple[int, int], ...]
    arcs: tuple[tuple[int, int], ...]
    turns: dict[str, list[tuple[int, ...]]]
    goal: tuple[str, ...]
    start: tuple[str, ...]
    free: frozenset[int] = frozenset()
    forbidden: dict[int, set[str]] = {}
    guards: tuple[Guard, ...] = ()
    frame: str = "default"
    width: int = 0

    @property
    def marks(self):
        """The labels that decide which moves are legal."""
        found = {label for guard in self.guards for label in guard.labels}
        found.update(*self.forbidden.values())
        return found | ({""} if self.slides else set())

    @property
    def slides(self):
        """True if pieces slide along the edges."""
        return self.kind[:5] in ("slidi", "mixed", "writt")


def random_case(seed):
    """Return a random puzzle; the kinds take turns by seed."""
    rng, kind = Random(seed), KINDS[seed % len(KINDS)]
    return _blocks(rng) if kind == "blocks" else _random_case(rng, kind)


def _random_case(rng, kind):
    size = rng.choice((3, 4, 5, 5, 5, 6, 6))
    holed = kind[:5] in ("slidi", "mixed") or (kind == "written" and rng.random() < 0.8)
    goal = _labels(rng, size, holed)
    edges, arcs = _streets(rng, size) if holed else ((), ())
    turns = {}
    if kind[:5] != "slidi":
        for name in "TUV"[: rng.choice((0, 1, 1, 2, 2, 3)) if holed else rng.choice((1, 2, 2, 3))]:
            turns[name] = _cycles(rng, size)
    case = Case(kind, size, edges, arcs, turns, goal, goal)
    if kind == "forbidden":
        case = case._replace(forbidden=_forbidden(rng, goal))
    if kind == "written" or kind[-1] == "*":
        guards = tuple(_guard(rng, case) for _ in range(rng.choice((1, 1, 2))))
        case = case._replace(
            guards=guards, frame=rng.choice(("default", "marks", "marks", "state"))
        )
    if rng.random() < 0.25:
        case = case._replace(free=frozenset(rng.sample(range(size), rng.randrange(1, 3))))
    return case._replace(start=_start(rng, case))


def _labels(rng, size, holed):
    few = rng.random() < 0.5
    labels = [rng.choice("ABC") if few else "ABCDEFG"[cell] for cell in range(size)]
    holes = rng.choice((1, 1, 1, 2, 2, 3)) if holed else rng.random() < 0.1
    for cell in rng.sample(range(size), min(int(holes), size)):
        labels[cell] = ""
    return tuple(labels)


def _streets(rng, size):
    """Return edges and arcs; some cells may be isolated, and some arcs have no return path."""
    pairs = [(a, b) for a in range(size) for b in range(a)]
    chosen = rng.sample(pairs, min(len(pairs), rng.randrange(size - 2, size + 3)))
    one_way = rng.choice((0, 0, 0.3, 1))
    arcs = [pair[:: rng.choice((1, -1))] for pair in chosen if rng.random() < one_way]
    edges = [pair for pair in chosen if pair not in arcs and pair[::-1] not in arcs]
    return tuple(edges), tuple(arcs)


def _cycles(rng, size):
    cells = rng.sample(range(size), rng.randrange(2, size + 1))
    if len(cells) >= 4 and rng.random() < 0.4:
        cut = rng.randrange(2, len(cells) - 1)
        return [tuple(cells[:cut]), tuple(cells[cut:])]
    return [tuple(cells)]


def _forbidden(rng, goal):
    found = {}
    for _ in range(rng.choice((1, 1, 2, 3))):
        cell, label = rng.randrange(len(goal)), rng.choice(goal)
        if goal[cell] != label:
            found.setdefault(cell, set()).add(label)
    return found


def _guard(rng, case):
    labels = sorted(set(case.goal))
    rule = rng.choice(("gate", "gate", "glued", "fixed", "twin"))
    names = [each for name in case.turns for each in (name, name + "'")]
    names += [f"{a}-{b}" for a, b in (*case.edges, *case.arcs)]
    if rule == "glued" and len(labels) > 1:
        return Guard("glued", tuple(rng.sample(labels, 2)))
    if rule == "fixed" or not names:
        return Guard("fixed", (rng.choice(labels),))
    cells = tuple(rng.sample(range(case.cells), rng.randrange(1, case.cells)))
    if rule == "twin" and case.kind == "written" and len(case.turns) > 1:
        move, other = rng.sample(list(case.turns), 2)
        return Guard("twin", (rng.choice(labels),), move, cells, other)
    return Guard("gate", (rng.choice(labels),), rng.choice(names), cells)


def _start(rng, case):
    from . import oracle

    how = rng.random()
    if how < 0.3:
        return case.goal
    if how < 0.5:
        for _ in range(5):
            start = tuple(rng.sample(case.goal, case.cells))
            if oracle.is_allowed(case, start):
                return start
    state = case.goal
    for _ in range(12):  # forward, so that the goal can be unreachable
        if found := oracle.steps(case, state):
            state = rng.choice(found)[2]
    return state


def _blocks(rng):
    """Return blocks of one or two cells on a rectangle; each moves along one axis."""
    width, height = rng.choice(((3, 2), (4, 2), (3, 3)))
    labels = [""] * (width * height)
    for label in "ABCD"[: rng.randrange(2, 5)]:
        cell, step = rng.randrange(len(labels)), rng.choice((1, width))
        block = (cell, cell + step)
        if rng.random() < 0.3:
            block = (cell,)
        fits = block[-1] < len(labels) and (step == width or block[-1] // width == cell // width)
        if fits and not any(labels[each] for each in block):
            for each in block:
                labels[each] = label
    labels[rng.choice([cell for cell, label in enumerate(labels) if not label] or [0])] = ""
    free = frozenset(cell for cell, label in enumerate(labels) if label != "A")
    goal = tuple(labels)
    case = Case("blocks", len(labels), (), (), {}, goal, goal, frame="state", width=width)
    return case._replace(start=_start(rng, case), free=rng.choice((frozenset(), free)))
