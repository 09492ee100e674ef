"""Random drawings, and their facts by plain searches that share no code with the package."""

import random
from collections import defaultdict
from itertools import permutations

from sympy.combinatorics import Permutation, PermutationGroup

from puzzlekit.design.drawing import ANY, Drawing, DrawnTurn, Node
from puzzlekit.design.validation import find_faults


def random_drawing(seed):
    """Return a small drawing with edges (some of them one-way), turns, or both."""
    rng = random.Random(seed)
    size = rng.choice((3, 4, 5, 5, 6, 6))
    kind = rng.choice(("slide", "slide", "slide", "turn", "both"))
    nodes = tuple(Node(str(n), (rng.randrange(4), rng.randrange(4))) for n in range(size))
    ways, turns = set(), []
    if kind != "turn":
        pairs = [(a, b) for a in range(size) for b in range(a)]
        one_way = rng.choice((0, 0, 0.3, 0.7))
        for pair in rng.sample(pairs, min(len(pairs), size + rng.randrange(-1, 3))):
            a, b = rng.sample(pair, 2)
            ways |= {(a, b)} if rng.random() < one_way else {(a, b), (b, a)}
    if kind != "slide":
        for name in "LMN"[: rng.randrange(1, 3)]:
            path = tuple(rng.sample(range(size), rng.randrange(2, size + 1)))
            turns.append((name, DrawnTurn((path,), rng.choice((1, 1, 2)))))
    letters = "abcdef"[: rng.randrange(2, 7)]
    start = [rng.choice(letters) for _ in range(size)]
    if kind != "turn" or rng.random() < 0.3:
        for hole in rng.sample(range(size), rng.choice((1, 1, 2))):
            start[hole] = ""
    goal = rng.sample(start, size)
    for cell in rng.sample(range(size), rng.choice((0, 0, 0, 1, 2))):
        goal[cell] = ANY
    return Drawing(nodes, frozenset(ways), tuple(turns), tuple(start), tuple(goal))


def check_references(drawing):
    """Check that a drawing refers only to existing nodes and pieces."""
    count = len(drawing.nodes)
    assert len(drawing.start) == len(drawing.goal) == count
    assert len({node.name for node in drawing.nodes}) == count
    paths = [path for _, turn in drawing.turns for path in turn.paths]
    assert all(0 <= cell < count for path in (*drawing.ways, *paths) for cell in path)
    assert all(a != b for a, b in drawing.ways)
    assert all(len(set(path)) == len(path) > 1 for path in paths)
    assert all(turn.steps >= 1 for _, turn in drawing.turns)
    assert len({name for name, _ in drawing.turns}) == len(drawing.turns)
    assert set(drawing.pieces) == {*drawing.start, *drawing.goal} - {"", ANY}
    find_faults(drawing)


class PlainSearch:
    """Reference implementation: the facts of a drawing by plain search."""

    def __init__(self, drawing):
        self.drawing, self.size = drawing, len(drawing.nodes)
        self.turns = []  # one entry for each name of a move
        for _, turn in drawing.turns:
            images = list(range(self.size))
            for path in turn.paths:
                ring = dict(zip(path, path[1:] + path[:1], strict=True))
                for _ in range(turn.steps):
                    images = [ring.get(image, image) for image in images]
            back = [images.index(cell) for cell in range(self.size)]
            self.turns += [images] if images == back else [images, back]

    def successors(self, state, back=False):
        """Return the successors, once per move; with `back`, the predecessors."""
        found = []
        for a, b in self.drawing.ways:
            a, b = (b, a) if back else (a, b)
            if state[a] != "" and state[b] == "":
                onward = list(state)
                onward[a], onward[b] = "", state[a]
                found.append(tuple(onward))
        for images in self.turns:  # closed under inverses, so also right for `back`
            onward = [None] * self.size
            for cell, image in enumerate(images):
                onward[image] = state[cell]
            found.append(tuple(onward))
        return found

    def levels(self, sources, back=False):
        """Return the positions at each distance, and the number of shortest paths to each."""
        ways, levels = dict.fromkeys(sources, 1), [list(sources)]
        while levels[-1]:
            new = defaultdict(int)
            for state in levels[-1]:
                for onward in self.successors(state, back):
                    if onward not in ways:
                        new[onward] += ways[state]
            ways |= new
            levels.append(list(new))
        return levels[:-1], ways

    @property
    def goals(self):
        """The solved positions."""
        return {
            state
            for state in permutations(self.drawing.start)
            if all(a in (ANY, b) for a, b in zip(self.drawing.goal, state, strict=True))
        }

    @property
    def positions(self):
        """The number of positions that can be reached and from which the start can be reached."""
        there, back = (set(self.levels([self.drawing.start], way)[1]) for way in (False, True))
        return len(there & back)

    @property
    def group(self):
        """The group generated by closed walks at the start, as a SymPy group."""
        slides = bool(self.drawing.ways)
        labels = enumerate(self.drawing.start)
        home = tuple(cell if label or not slides else "" for cell, label in labels)
        holes = lambda state: frozenset(p for p, each in enumerate(state) if each == "")  # noqa: E731
        met, queue = {holes(home): home}, [home]
        for state in queue:
            for onward in self.successors(state):
                if holes(onward) not in met:
                    met[holes(onward)] = onward
                    queue.append(onward)
        returns, queue = {holes(home)}, [home]
        for state in queue:
            for onward in self.successors(state, back=True):
                if holes(onward) not in returns:
                    returns.add(holes(onward))
                    queue.append(onward)
        found = [Permutation(self.size - 1)]
        for where, state in met.items():
            for onward in self.successors(state):
                if where in returns and holes(onward) in returns:
                    images = list(range(self.size))
                    for was, now in zip(met[holes(onward)], onward, strict=True):
                        if was != "":
                            images[was] = now
                    found.append(Permutation(images))
        return PermutationGroup(found)
