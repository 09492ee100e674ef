"""Solutions as words in closed walks on the graph of frames.

Closed walks from the goal's frame permute the pieces and generate the vertex group, so a
factorization finds a (long) word whenever there is a solution. For sliding puzzles, see
R. M. Wilson (1974).
"""

from __future__ import annotations

from collections.abc import Sequence

from ..core.errors import LimitReachedError
from ..core.permutation import Images, identity, inverse, multiply, order
from ..core.progress import Progress, silent
from ..groups import describe
from ..rules.base import Puzzle, State
from ..rules.frames import Arc, walk_frames
from .factorization.words import Factorization

#: Maximum length of a solution. One-way moves are undone by repeating them, which can take many
#: moves.
MAX_MOVES = 1_000_000

#: Number of closed walks used for a table, unless more are needed to generate the group.
WALKS = 128


class FrameWalks:
    """A solver that finds words in closed walks from the goal's frame."""

    def __init__(self, rules: Puzzle, goal: State, progress: Progress = silent) -> None:
        self.rules, self.goal = rules, tuple(goal)
        self.graph = rules.frame_graph.with_frame_of(self.goal)
        self.graph.check(self.goal)
        self.root = self.graph.index[rules.frame(self.goal)]
        self.walks: dict[str, list[Arc]] = {}
        generators: dict[str, Images] = {}
        for walk, images in self._short_walks():
            name = f"w{len(self.walks) + 1}."
            self.walks[name], generators[name] = walk, images
        self.orders = {name: order(images) for name, images in generators.items()}
        costs = {name: (len(walk), self._reverse_cost(name)) for name, walk in self.walks.items()}
        self.factors = (
            Factorization(generators, goal=self.goal, costs=costs, progress=progress)
            if generators
            else None
        )

    def _short_walks(self) -> list[tuple[list[Arc], Images]]:
        """Return short closed walks that generate the group, with their permutations."""
        component, size = self.graph.component(self.root), len(self.goal)
        out, back = (self._tree(component, is_back=is_back) for is_back in (False, True))
        seen = {identity(size)}
        walks = []
        loops = [
            (len(out[source][0]) + len(back[arc.target][0]), source, arc)
            for source in out
            for arc in self.graph.arcs[source]
            if arc.target in component
        ]
        for _, source, arc in sorted(loops, key=lambda loop: loop[0]):
            (outward, first), (homeward, last) = out[source], back[arc.target]
            images = multiply(first, arc.images, last)
            if images not in seen:
                seen |= {images, inverse(images)}
                walks.append(([*outward, arc, *homeward], images))
        if len(walks) > WALKS:
            full_order = describe([images for _, images in walks]).order
            count = WALKS
            while describe([images for _, images in walks[:count]]).order < full_order:
                count *= 2
            walks = walks[:count]
        return walks

    def _tree(self, component: set[int], *, is_back: bool) -> _Tree:
        """Return walks from the goal's frame to each frame in its component, or walks back."""
        steps: dict[int, list[tuple[int, Arc]]] = {}
        for source in component:
            for arc in self.graph.arcs[source]:
                near, far = (arc.target, source) if is_back else (source, arc.target)
                steps.setdefault(near, []).append((far, arc))
        tree: _Tree = {self.root: ([], identity(len(self.goal)))}
        for frame in (queue := [self.root]):
            walk, images = tree[frame]
            for far, arc in steps.get(frame, ()):
                if far in component and far not in tree:
                    if is_back:
                        tree[far] = [arc, *walk], multiply(arc.images, images)
                    else:
                        tree[far] = [*walk, arc], multiply(images, arc.images)
                    queue.append(far)
        return tree

    def _reversed(self, name: str) -> list[Arc] | None:
        """Return the reversed walk, or None if a move has no single inverse move."""
        sources = [self.root, *(arc.target for arc in self.walks[name])]
        walk = []
        for source, arc in zip(sources, self.walks[name], strict=False):
            images = inverse(arc.images)
            candidates = self.graph.arcs[arc.target]
            inverses = [
                each for each in candidates if each.target == source and each.images == images
            ]
            if not inverses:
                return None
            walk.append(inverses[0])
        return walk[::-1]

    def _reverse_cost(self, name: str) -> int:
        return len(self.walks[name]) * (1 if self._reversed(name) else self.orders[name] - 1)

    def solution(
        self, state: Sequence[str], *, seconds: float | None = None, progress: Progress = silent
    ) -> list[str] | None:
        """Return moves that lead to the goal, or None if no word is found."""
        number = self.graph.index.get(self.rules.frame(tuple(state)))
        walk = None if number is None else self.graph.walk(number, self.root)
        if walk is None:
            return None
        labels, moves = walk_frames(walk, state), [arc.move for arc in walk]
        if labels == self.goal:
            return moves
        if self.factors is None:
            return None
        word = self.factors.find_word(labels, self.goal, seconds=seconds, progress=progress)
        for name, exponent in word or ():
            walk = self.walks[name]
            if exponent < 0 and (reverse := self._reversed(name)):
                walk, exponent = reverse, -exponent
            times = exponent % self.orders[name]
            if len(moves) + len(walk) * times > MAX_MOVES:
                raise LimitReachedError(f"The solution has more than {MAX_MOVES:,} moves.")
            moves += [arc.move for arc in walk] * times
        return None if word is None else moves


def remove_cycles(rules: Puzzle, state: State, moves: Sequence[str]) -> list[str]:
    """Return the moves without the parts that lead back to an earlier position."""
    index, result = {state: 0}, list[str]()
    visited = [state]
    for move in moves:
        state = rules.apply_unchecked(state, move)
        result.append(move)
        if (first := index.get(state)) is None:
            index[state] = len(visited)
            visited.append(state)
        else:
            for dropped in visited[first + 1 :]:
                del index[dropped]
            del visited[first + 1 :], result[first:]
    return result


_Tree = dict[int, tuple[list[Arc], Images]]
