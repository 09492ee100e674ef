"""Solutions as words in closed walks of the frames; for sliding puzzles see R. M. Wilson (1974).

Moves from the frame of the goal back to it permute the pieces. They generate the vertex group, so
a factorization finds a word wherever there is a solution, if a long one.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..core.errors import LimitReachedError
from ..core.permutation import Images, identity, inverse, multiply, order
from ..core.progress import Progress, silent
from ..groups import describe
from ..rules.base import Puzzle, State
from ..rules.frames import Arc, FrameGraph
from ..rules.sliding import Sliding
from ..rules.sliding_base import find_holes
from .factorization.words import Factorization

#: Moves of a solution at most; one-way moves are undone by making them again and again.
MAX_MOVES = 1_000_000

#: Closed walks that a table is made of, if they generate the group.
WALKS = 128


class FrameWalks:
    """The closed walks from the goal's frame, and words in them; `LimitReachedError` if too many."""

    def __init__(self, rules: Puzzle, goal: State, progress: Progress = silent) -> None:
        self.rules, self.goal = rules, tuple(goal)
        self.graph = rules.frame_graph if self.goal == rules.goal else FrameGraph(rules, goal)
        self.walks: dict[str, list[Arc]] = {}
        generators: dict[str, Images] = {}
        for walk, images in self._shortest():
            name = f"w{len(self.walks) + 1}."
            self.walks[name], generators[name] = walk, images
        self.orders = {name: order(images) for name, images in generators.items()}
        costs = {name: (len(walk), self._price_back(name)) for name, walk in self.walks.items()}
        self.factors = (
            Factorization(generators, goal=self.goal, costs=costs, progress=progress)
            if generators
            else None
        )

    def _shortest(self) -> list[tuple[list[Arc], Images]]:
        """Return short closed walks that generate the group, with their permutations."""
        component, size = self.graph.component(0), len(self.goal)
        out, back = self._trees(component)
        known = {identity(size)}
        found = []
        loops = [
            (len(out[source][0]) + len(back[arc.target][0]), source, arc)
            for source in out
            for arc in self.graph.arcs[source]
            if arc.target in component
        ]
        for _, source, arc in sorted(loops, key=lambda loop: loop[0]):
            (there, first), (home, last) = out[source], back[arc.target]
            images = multiply(first, arc.images, last)
            if images not in known:
                known |= {images, inverse(images)}
                found.append(([*there, arc, *home], images))
        if len(found) > WALKS:
            whole = describe([images for _, images in found]).order
            few = WALKS
            while describe([images for _, images in found[:few]]).order < whole:
                few *= 2
            found = found[:few]
        return found

    def _trees(self, component: set[int]) -> tuple[_Tree, _Tree]:
        """Return walks from the goal's frame to each frame of its component, and back."""
        graph, size = self.graph, len(self.goal)
        out: _Tree = {0: ([], identity(size))}
        for source in (queue := [0]):
            for arc in graph.arcs[source]:
                if arc.target in component and arc.target not in out:
                    walk, images = out[source]
                    out[arc.target] = [*walk, arc], multiply(images, arc.images)
                    queue.append(arc.target)
        into: dict[int, list[tuple[int, Arc]]] = {}
        for source in component:
            for arc in graph.arcs[source]:
                into.setdefault(arc.target, []).append((source, arc))
        back: _Tree = {0: ([], identity(size))}
        for target in (queue := [0]):
            for source, arc in into.get(target, ()):
                if source not in back:
                    walk, images = back[target]
                    back[source] = [arc, *walk], multiply(arc.images, images)
                    queue.append(source)
        return out, back

    def _undone(self, name: str) -> list[Arc] | None:
        """Return the walk in reverse; None if one of its moves cannot be undone by one."""
        sources = [0, *(arc.target for arc in self.walks[name])]
        found = []
        for source, arc in zip(sources, self.walks[name], strict=False):
            images = inverse(arc.images)
            backs = self.graph.arcs[arc.target]
            undo = [each for each in backs if each.target == source and each.images == images]
            if not undo:
                return None
            found.append(undo[0])
        return found[::-1]

    def _price_back(self, name: str) -> int:
        return len(self.walks[name]) * (1 if self._undone(name) else self.orders[name] - 1)

    def solution(
        self,
        state: Sequence[str],
        *,
        seconds: float | None = None,
        progress: Progress = silent,
    ) -> list[str] | None:
        """Return moves to the goal, or None if no word leads there."""
        number = self.graph.index.get(self.rules.frame(state))
        walk = None if number is None else self.graph.walk(number, 0)
        if walk is None:
            return None
        labels, moves = tuple(state), [arc.move for arc in walk]
        for arc in walk:
            source = inverse(arc.images)
            labels = tuple([labels[cell] for cell in source])
        if labels == self.goal:
            return moves
        if self.factors is None:
            return None
        word = self.factors.find_word(labels, self.goal, seconds=seconds, progress=progress)
        for name, exponent in word or ():
            walk = self.walks[name]
            if exponent < 0 and (undone := self._undone(name)):
                walk, exponent = undone, -exponent
            times = exponent % self.orders[name]
            if len(moves) + len(walk) * times > MAX_MOVES:
                raise LimitReachedError(f"The solution takes more than {MAX_MOVES:,} moves.")
            moves += [arc.move for arc in walk] * times
        return None if word is None else moves


def without_returns(rules: Puzzle, state: State, moves: Sequence[str]) -> list[str]:
    """Return moves to the same end that pass no position twice."""
    index, kept = {state: 0}, list[str]()
    met = [state]
    for move in moves:
        state = rules.apply_unchecked(state, move)
        kept.append(move)
        if (first := index.get(state)) is None:
            index[state] = len(met)
            met.append(state)
        else:
            for gone in met[first + 1 :]:
                del index[gone]
            del met[first + 1 :], kept[first:]
    return kept


_Tree = dict[int, tuple[list[Arc], Images]]


def one_hole_solution(rules: Sliding, labels: Sequence[str], hole: int) -> tuple[str, ...]:
    """Return an arrangement in which all holes but one are pieces."""
    name = "hole"
    while name in rules.goal:
        name += "'"
    return tuple(label if label or cell == hole else name for cell, label in enumerate(labels))


class HoleWalks:
    """Solutions of a sliding puzzle by walks of one hole; further holes count as pieces."""

    def __init__(self, rules: Sliding, goal: State, progress: Progress = silent) -> None:
        self.rules = rules
        ends = one_hole_solution(rules, goal, find_holes(goal)[-1])
        self.walks = FrameWalks(Sliding(rules.board, ends), ends, progress)

    def solution(
        self, state: State, *, seconds: float | None = None, progress: Progress = silent
    ) -> list[tuple[int, int]] | None:
        """Return the steps of pieces to the goal, or None if no word leads there."""
        graph = self.walks.graph
        walks = {
            hole: graph.walk(graph.index[hole,], 0)
            for hole in find_holes(state)
            if (hole,) in graph.index
        }
        near = [hole for hole, walk in walks.items() if walk is not None]
        if not near:
            return None
        hole = min(near, key=lambda hole: len(walks[hole] or ()))
        begun = one_hole_solution(self.rules, state, hole)
        moves = self.walks.solution(begun, seconds=seconds, progress=progress)
        return None if moves is None else [self.rules.step_cells[move] for move in moves]

    def decides(self, state: State) -> bool:
        """Return whether a missing word means no solution: only for one hole that can go back."""
        graph, holes = self.walks.graph, tuple(find_holes(state))
        return len(holes) == 1 and graph.index.get(holes) in graph.component(0)
