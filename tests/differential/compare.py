"""Comparison of everything computed about a puzzle with the oracle."""

import math
import re
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from itertools import combinations, islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from unittest.mock import patch

from puzzlekit import LimitReachedError, OptionError
from puzzlekit.core import disk_cache
from puzzlekit.core.errors import FrameError
from puzzlekit.solving import difficulty
from puzzlekit.solving import short_solutions as hints_module
from puzzlekit.solving.difficulty import distance_summary
from puzzlekit.solving.frame_walks import FrameWalks
from puzzlekit.solving.group_facts import facts
from puzzlekit.solving.invariants import unsolvable_reason
from puzzlekit.solving.optimal import search_choice, solve_optimally
from puzzlekit.solving.scrambles import scrambles
from puzzlekit.solving.search import bfs_layers, goal_layers, solve
from puzzlekit.solving.short_solutions import find_hints, find_solution
from puzzlekit.solving.spaces import Enumeration, enumeration
from puzzlekit.testing.contract import check_frames

from .cases import random_case
from .oracle import Oracle, frame, search
from .puzzles import build


class Mismatch(Exception):
    """A disagreement between a puzzle and the oracle."""


def compare(seed, large=False):
    """Compare a random puzzle with the oracle and return its case.

    Raise `Mismatch` for the first wrong result. If `large`, treat the puzzle as one with too many
    positions for a plain search.
    """
    case = random_case(seed)
    with as_large() if large else nullcontext():
        _Comparison(case, seed, large).run()
    return case


@contextmanager
def as_large():
    """Solve small puzzles by the algorithms for large ones."""
    with ExitStack() as changes:
        for module, name, value in [
            (hints_module, "FIRST_SEARCH_STATES", 0),
            (hints_module, "KNOWN_FIRST_LABELS", 0),
            (enumeration, "SMALL_SPACE", 0),
            (difficulty, "MAX_PLAIN_POSITIONS", 0),
            (search_choice, "SMALL_PUZZLE", 0),
            (search_choice, "_is_small", lambda *_: False),
        ]:
            changes.enter_context(patch.object(module, name, value))
        folder = changes.enter_context(TemporaryDirectory())
        changes.enter_context(patch.object(disk_cache, "cache_path", lambda: Path(folder)))
        yield


class _Comparison:
    def __init__(self, case, seed, large):
        self.large = large
        self.limits = (LimitReachedError,) if large else ()  # when a search gives up
        self.case, self.oracle = case, Oracle(case)
        self.rules = build(case, self.oracle.steps)
        self.rng, self.start = Random(seed), case.start

    def run(self):
        self.compare_group()
        self.compare_distances()
        if self.large:
            self.compare_spaces()
        self.compare_solutions()
        self.compare_obstacles()
        self.compare_scrambles()

    def expect(self, found, expected, what):
        if found != expected:
            raise Mismatch(f"{what}: {found!r}, by the oracle {expected!r}\n{self.case}")

    # -- the group --------------------------------------------------------------------------------

    def compare_group(self):
        holds = self.oracle.frames_hold()
        try:
            found = facts(self.rules, self.start)
        except FrameError:
            self.expect(holds, False, "the moves follow the frames")
            return
        component = self.oracle.component
        if holds:
            self.expect(list(check_frames(self.rules, math.inf)), [], "check of frames")
        self.expect(found.arrangements, len(component), "positions")
        if not holds:
            return
        frames = {frame(self.case, state) for state in component}
        beyond = {frame(self.case, state) for state in self.oracle.onward} - frames
        self.expect((found.frames, found.dead_ends), (len(frames), len(beyond)), "frames")
        walks = self.closed_walks()
        self.expect(found.info.order, len(walks), "order")
        self.compare_name(found.info.name, len(walks))
        named = self.rules.generators(self.start)
        self.expect(tuple(named), found.generators, "names of generators")
        self.expect({*named.values()} <= walks, True, "generators are closed walks")
        base = [self.rules.board.index[cell] for cell in found.base]
        fixing = [walk for walk in walks if all(walk[cell] == cell for cell in base)]
        self.expect(len(fixing), 1, f"elements that fix the base {base}")
        for orbit in found.orbits:
            self.compare_orbit(orbit, walks, named)
        orbits = {frozenset(walk[cell] for walk in walks) for cell in range(self.case.cells)}
        many = sorted(sorted(orbit) for orbit in orbits if len(orbit) > 1)
        self.expect([[int(c) for c in each.cells] for each in found.orbits], many, "orbits")
        for theorem in found.theorems:
            self.compare_theorem(theorem.statement, walks)

    def closed_walks(self):
        """Return the closed walks; if all preserve the empty cells, these count as fixed."""
        walks = self.oracle.closed_walks()
        empty = {cell for cell, label in enumerate(self.start) if not label}
        keep_holes = all({walk[cell] for cell in empty} == empty for walk in walks)
        if self.case.kind == "twisty" or not keep_holes:
            return walks
        cells = range(self.case.cells)
        return {tuple(c if c in empty else walk[c] for c in cells) for walk in walks}

    def compare_name(self, name, order):
        if name and name[1:].isdigit():
            size = int(name[1:])
            orders = {"S": math.factorial(size), "A": math.factorial(size) // 2, "C": size}
            self.expect(orders.get(name[0], order), order, f"order of {name}")

    def compare_orbit(self, orbit, walks, named):
        cells = [self.rules.board.index[cell] for cell in orbit.cells]
        acting = {tuple(walk[cell] for cell in cells) for walk in walks}
        self.expect(orbit.order, len(acting), f"order on {cells}")
        self.compare_name(orbit.name, len(acting))
        odd = tuple(name for name, images in named.items() if is_odd([images[c] for c in cells]))
        self.expect(orbit.odd, odd, f"odd generators on {cells}")
        self.expect(bool(odd), any(map(is_odd, acting)), f"whether some are odd on {cells}")
        blocks = {block_size(cells, walks, cell) for cell in cells[1:]} - {len(cells)}
        self.expect(orbit.block in (blocks or {1}), True, f"{orbit.block}: blocks of {cells}")

    def compare_theorem(self, says, walks):
        pieces = sum(map(bool, self.start))
        if "all permutations" in says:
            self.expect(len(walks), math.factorial(pieces), says)
        elif "even permutations" in says:
            self.expect(len(walks), math.factorial(pieces) // 2, says)
        elif "cyclic order" in says:
            self.expect(len(walks), pieces, says)
        elif "strongly connected" in says:
            self.expect(self.oracle.onward.keys() <= self.oracle.back.keys(), True, says)

    # -- distances --------------------------------------------------------------------------------

    def compare_distances(self):
        rules, goal, oracle = self.rules, self.case.goal, self.oracle
        found = [*map(len, bfs_layers(rules, self.start))]
        self.expect(found, histogram(oracle.onward), "states from the start")
        self.expect([*Enumeration(rules).levels()], found, "counted states")
        far = oracle.to([goal])[0]
        if self.has_backward_search:
            with suppress(OptionError, FrameError):
                found = [*map(len, bfs_layers(rules, goal, backward=True))]
                self.expect(found, histogram(far), "states to the goal")
        if not oracle.frames_hold(everywhere=True):
            return  # the set of valid arrangements is unknown
        with suppress(OptionError, FrameError):
            found = [*map(len, goal_layers(rules))]
            self.expect(found, histogram(oracle.to_goals), "states to the nearest goal")
        with suppress(FrameError):
            positions = facts(rules, self.start).arrangements
            found, counts = distance_summary(rules, positions), histogram(oracle.to_goals)
            farthest = len(counts) - 1
            if found.farthest is not None:
                average = sum(d * n for d, n in enumerate(counts)) / sum(counts)
                self.expect(found.farthest, farthest, "farthest")
                self.expect(math.isclose(found.average, average), True, "average distance")
            if found.minimum is not None and found.minimum > farthest:
                self.expect(found.minimum, farthest, "least distance of the farthest")
        if self.has_turns:
            found = [*Enumeration(rules, goal, metric="turns", backward=True).levels()]
            self.expect(found, histogram(oracle.turns_to(goal)[0]), "positions by turns")

    def compare_spaces(self):
        """Compare the counts of compiled searches, with and without rows and columns."""
        from puzzlekit.solving.spaces.hash_search import enumerate_by_hash
        from puzzlekit.solving.spaces.space import StateSpace, open_space

        goal, oracle = self.case.goal, self.oracle
        back, onward = oracle.around(goal)
        runs = search([goal], oracle.after_run)[0]
        for options, far in [
            ({}, onward),
            *([({"backward": True}, back)] if self.has_backward_search else []),
            *([({"metric": "runs"}, runs)] if self.case.kind == "sliding" else []),
        ]:
            farthest = sorted(state for state in far if far[state] == max(far.values()))
            for found in (
                open_space(self.rules, goal, **options),
                enumerate_by_hash(self.rules, goal, 1 << 20, **options),
            ):
                if found is not None:
                    self.expect([*found.levels()], histogram(far), f"a space {options}")
                    self.expect(sorted(found.farthest(10_000)), farthest, f"farthest {options}")
                    if isinstance(found, StateSpace):
                        known = {state: found.distance(state) for state in oracle.states}
                        self.expect(known, {s: far.get(s) for s in oracle.states}, "distances")

    @property
    def has_backward_search(self):
        """True unless a puzzle inverts its moves by frames that do not determine them."""
        return self.case.kind != "written" or self.oracle.frames_hold(everywhere=True)

    @property
    def has_turns(self):
        return self.case.kind == "twisty"

    # -- solutions --------------------------------------------------------------------------------

    def compare_solutions(self):
        rules, oracle = self.rules, self.oracle
        for state in {self.start, *self.rng.sample(sorted(oracle.onward), 1)}:
            far = oracle.to_goals.get(state)
            ways = far and self.ways_from(state, oracle.to_goals)
            self.compare_length(solve(rules, state), state, far, ways, "solve")
            memory = search_choice.DEFAULT_MEMORY_BYTES
            if self.large:
                memory = self.rng.choice((100, 400, 1 << 20))
            best = solve_optimally(rules, state, every=True, memory=memory)
            self.compare_length(best, state, far, ways, "optimal")
            if best is not None:
                listed = {*map(tuple, best.shortest)}
                self.expect(len(listed), min(best.count, 1000), "listed solutions")
                for moves in best.shortest[:10]:
                    self.replay(state, moves, "a shortest solution")
            with suppress(*self.limits):
                every = list(find_hints(rules, state))
                for each in every:
                    self.replay(state, each.moves, "a hint")
                    if each.shortest:
                        self.expect(len(each.moves), far, "a shortest hint")
                self.expect(not every, far is None, "no hint")
                found = find_solution(rules, state)
                last = every[-1].moves if every else None
                self.expect(found and found.moves, last, "the last hint")
            self.compare_slow_hints(state, None, far is not None)
        self.compare_words_between()
        self.compare_frame_walks()
        if self.has_turns and not self.case.free:
            far, ways = oracle.turns_to(self.case.goal)
            best = solve_optimally(rules, self.start, metric="turns", every=True)
            found = best and (best.length, best.count)
            expected = self.start in far and (far[self.start], ways[self.start])
            self.expect(found or None, expected or None, "shortest solution in turns")

    def ways_from(self, state, to_goals):
        """Return the number of shortest solutions, each a sequence of names."""
        level, ways = {state: 1}, 0
        while level:
            onward = {}
            for each, count in level.items():
                if to_goals[each] == 0:
                    ways += count
                for _, _, after in self.oracle.steps(each):
                    if to_goals.get(after, math.inf) < to_goals[each]:
                        onward[after] = onward.get(after, 0) + count
            level = onward
        return ways

    def compare_length(self, found, state, far, ways, what):
        self.expect(None if found is None else found.length, far, f"{what} from {state}")
        if found is not None:
            self.expect(found.count, ways or 1, f"{what}: solutions from {state}")
            self.replay(state, found.moves, what)

    def replay(self, state, moves, what, goal=None):
        """Play moves and compare each state with the case."""
        if moves is None:
            return
        for move in moves:
            legal = {name: after for name, _, after in self.oracle.steps(state)}
            self.expect(move in legal, True, f"{what}: {move} is legal in {state}")
            self.expect(self.rules.play(state, move), legal[move], f"{what}: {move} in {state}")
            state = legal[move]
        right = self.oracle.is_solved(state) if goal is None else state == goal
        self.expect(right, True, f"{what} ends at the goal")

    def compare_words_between(self):
        for _ in range(2):
            goal = self.rng.choice(self.oracle.states)
            self.compare_slow_hints(self.start, goal, goal in self.oracle.onward)

    def compare_slow_hints(self, state, goal, is_solvable):
        """Compare hints that are not found by a quick search."""
        with suppress(*self.limits), patch.object(hints_module, "FIRST_SEARCH_STATES", 0):
            every = list(find_hints(self.rules, state, to=goal))
            self.expect(bool(every), is_solvable, f"a word to {goal}")
            for each in every:
                self.replay(state, each.moves, f"a word to {goal}", goal)

    def compare_frame_walks(self):
        """Compare words by closed walks, which hints use only for large puzzles."""
        with suppress(FrameError, LimitReachedError):
            walks = FrameWalks(self.rules, self.case.goal)
            moves = walks.solution(self.start)
            self.replay(self.start, moves, "closed walks", self.case.goal)
            back, onward = self.oracle.around(self.case.goal)
            frames = {frame(self.case, state) for state in back.keys() & onward.keys()}
            known = frame(self.case, self.start) in frames
            if moves is None and known and self.oracle.frames_hold():
                self.expect(self.start in back, False, "closed walks lead nowhere")

    # -- impossible goals -------------------------------------------------------------------------

    def compare_obstacles(self):
        oracle, rules = self.oracle, self.rules
        for goal in self.rng.sample(oracle.states, min(8, len(oracle.states))):
            why = unsolvable_reason(rules, self.start, goal)
            self.expect(why is None or goal not in oracle.onward, True, f"{why} (to {goal})")
            self.compare_reason(why, goal)
        why = unsolvable_reason(rules, self.start)
        self.expect(why is None or self.start not in oracle.to_goals, True, f"{why} (to the goal)")

    def compare_reason(self, why, goal):
        """Check the statement that a cell never shows the required label."""
        pattern = r"(With the .*, )?(\w+) always shows '(.*)', not '(.*)'\."
        if match := re.fullmatch(pattern, why or ""):
            cell = self.rules.board.index[match[2]]
            wanted = frame(self.case, goal)
            met = [s for s in self.oracle.onward if not match[1] or frame(self.case, s) == wanted]
            self.expect({state[cell] for state in met}, {match[3]}, why)
            self.expect(goal[cell], match[4], why)

    # -- scrambles --------------------------------------------------------------------------------

    def compare_scrambles(self):
        rules, oracle = self.rules, self.oracle
        far = oracle.to_goals
        for seed in range(2):
            with suppress(FrameError):
                state = rules.start(Random(seed))
                self.expect(state in far, True, f"the scramble {state} can be solved")
                back, onward = oracle.around(self.case.goal)
                others = not all(map(oracle.is_solved, back.keys() & onward.keys()))
                if others and not self.case.free:
                    self.expect(oracle.is_solved(state), False, "a scramble is solved already")
        try:
            farthest = scrambles(rules, None, Random(1))
        except (OptionError, FrameError, LimitReachedError):
            return
        if oracle.frames_hold(everywhere=True):
            self.expect(farthest.distance, max(far.values()), "the hardest scramble")
        for distance in {farthest.distance, farthest.distance // 2}:
            for state in islice(scrambles(rules, distance, Random(2)).states, 4):
                self.expect(far.get(state), distance, f"the distance of the scramble {state}")


def histogram(far):
    counts = [0] * (max(far.values()) + 1)
    for distance in far.values():
        counts[distance] += 1
    return counts


def is_odd(images):
    return sum(a > b for a, b in combinations(images, 2)) % 2 == 1


def block_size(cells, walks, other):
    """Return the size of the smallest block that contains the first cell and another one."""
    names = {cell: cell for cell in cells}
    pairs = [(cells[0], other)]
    for a, b in pairs:
        old, new = names[a], names[b]
        if old != new:
            names = {cell: new if name == old else name for cell, name in names.items()}
            pairs += [(walk[a], walk[b]) for walk in walks]
    return sum(name == names[cells[0]] for name in names.values())
