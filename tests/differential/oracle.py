"""Brute-force oracle that works on the plain data of a case."""

from collections import Counter
from functools import cache, partial
from itertools import permutations


def inverse(images):
    return tuple(sorted(range(len(images)), key=images.__getitem__))


def permuted(images, labels):
    """Return the labels after moving each one to the image of its cell."""
    found = list(labels)
    for cell, image in enumerate(images):
        found[image] = labels[cell]
    return tuple(found)


def turns(case):
    """Return the permutation of each turn and of its inverse."""
    found = {}
    for name, cycles in case.turns.items():
        images = list(range(case.cells))
        for cycle in cycles:
            for here, there in zip(cycle, (*cycle[1:], cycle[0]), strict=True):
                images[here] = there
        found[name] = tuple(images)
        if inverse(found[name]) != found[name]:
            found[name + "'"] = inverse(found[name])
    return found


def edges_and_arcs(case):
    return {*case.edges, *(pair[::-1] for pair in case.edges), *case.arcs}


def is_allowed(case, state):
    return not any(state[cell] in labels for cell, labels in case.forbidden.items())


def _permits(case, state, name, images):
    for guard in case.guards:
        carries = [
            images[cell] != cell for cell, label in enumerate(state) if label in guard.labels
        ]
        if guard.rule == "fixed" and any(carries):
            return False
        if guard.rule == "glued" and any(carries) and not all(carries):
            return False
        if guard.rule == "gate" and guard.move == name and not _lies(guard, state):
            return False
    return True


def _lies(guard, state):
    return any(state[cell] in guard.labels for cell in guard.cells)


def steps(case, state):
    """Return the legal moves as (name, permutation of the cells, next state)."""
    if case.kind == "blocks":
        return _block_steps(case, state)
    found = {}
    for a, b in edges_and_arcs(case) if case.slides else ():
        if state[a] and not state[b]:
            found[f"{a}-{b}"] = tuple([{a: b, b: a}.get(c, c) for c in range(len(state))])
    known = turns(case)
    found |= known
    for guard in case.guards:
        if guard.rule == "twin" and _lies(guard, state):
            found[guard.move] = known[guard.other]
    legal = [
        (name, images, permuted(images, state))
        for name, images in sorted(found.items())
        if _permits(case, state, name, images)
    ]
    return [step for step in legal if is_allowed(case, step[2])]


def _block_steps(case, state):
    found = []
    for label in sorted({*state} - {""}):
        block = [cell for cell, each in enumerate(state) if each == label]
        ways = (1, case.width) if len(block) == 1 else (block[1] - block[0],)
        for step in (sign * way for way in ways for sign in (1, -1)):
            end = block[-1] if step > 0 else block[0]
            ahead = end + step
            inside = 0 <= ahead < case.cells
            inside &= abs(step) == case.width or ahead // case.width == end // case.width
            if inside and not state[ahead]:
                row = sorted([*block, ahead], reverse=step < 0)
                images = dict(zip(row, (*row[1:], row[0]), strict=True))
                images = tuple(images.get(cell, cell) for cell in range(case.cells))
                found.append((f"{label}{step:+}", images, permuted(images, state)))
    return found


def frame(case, state):
    """Return the part of a state that determines its moves, as declared by the author."""
    if case.frame == "state":
        return state
    if case.kind == "forbidden":
        where = {
            label: [c for c in case.forbidden if label in case.forbidden[c]] for label in state
        }
        return tuple(tuple(where[label]) for label in state)
    default = set() if "twisty" in case.kind else {""}
    marks = case.marks if case.frame == "marks" else default
    return tuple(label if label in marks else None for label in state)


def search(starts, following):
    """Return the distance of each state and the number of shortest paths to it."""
    far, ways = dict.fromkeys(starts, 0), Counter(dict.fromkeys(starts, 1))
    queue = list(far)
    for state in queue:
        for onward in following(state):
            if onward not in far:
                far[onward] = far[state] + 1
                queue.append(onward)
            if far[onward] == far[state] + 1:
                ways[onward] += ways[state]
    return far, ways


class Oracle:
    """The positions that a puzzle's labels allow, and the moves between them."""

    def __init__(self, case):
        self.case, self.steps = case, cache(partial(steps, case))
        self.after = cache(lambda state: [onward for _, _, onward in self.steps(state)])
        met = search([case.start, case.goal], self.after)[0]
        states = set(permutations(case.goal)) if case.cells < 8 else set()
        states = {state for state in states if is_allowed(case, state)}
        if case.kind in ("written", "blocks"):  # positions are the arrangements in reachable frames
            frames = {frame(case, state) for state in met}
            states = {state for state in states if frame(case, state) in frames}
        self.states = sorted(search([*states, *met], self.after)[0])
        self.origins = {state: [] for state in self.states}
        for state in self.states:
            for onward in self.after(state):
                self.origins[onward].append(state)
        self.goals = [state for state in self.states if self.is_solved(state)]
        self.back, self.onward = self.around(case.start)
        self.to_goals = self.to(self.goals)[0]

    def is_solved(self, state):
        wanted = enumerate(zip(state, self.case.goal, strict=True))
        return all(label == right or cell in self.case.free for cell, (label, right) in wanted)

    def to(self, goals):
        """Return the distance of each state to the goals and the number of shortest paths."""
        return search(goals, self.origins.__getitem__)

    def turns_to(self, goal):
        """Return the same in turns: any power of a twist counts as one."""
        powers = set()
        for name, images in turns(self.case).items():
            power = images
            while power != tuple(range(self.case.cells)):
                powers.add((name.rstrip("'"), power))
                power = tuple(images[cell] for cell in power)
        return search([goal], lambda state: [permuted(power, state) for _, power in powers])

    def around(self, state):
        """Return the positions that lead to a state, and those reachable from it."""
        return self.to([state])[0], search([state], self.after)[0]

    def after_run(self, state):
        """Return the states after one piece slides any number of steps."""
        ways, found = edges_and_arcs(self.case), set()
        for cell, label in enumerate(state):
            starts = [cell] if label else []
            reached = search(starts, lambda at: {b for a, b in ways if a == at and not state[b]})[0]
            for to in reached.keys() - {cell}:
                images = [{cell: to, to: cell}.get(c, c) for c in range(len(state))]
                found.add(permuted(images, state))
        return found

    @property
    def component(self):
        """The positions reachable from the start that can also return to it."""
        return self.onward.keys() & self.back.keys()

    def frames_hold(self, everywhere=False):
        """Return whether reachable positions with the same frame have the same moves.

        If `everywhere`, compare all arrangements in these frames.
        """
        known, goal = {}, search([self.case.goal], self.after)[0]
        for state in self.states if everywhere else [*self.onward, *goal]:
            moves = {(n, images, frame(self.case, end)) for n, images, end in self.steps(state)}
            if known.setdefault(frame(self.case, state), moves) != moves:
                return False
        return True

    def closed_walks(self):
        """Return the cell permutations of walks from the start to positions with its frame."""
        start, size = self.case.start, self.case.cells
        home = tuple(range(size))
        found = {home: start}
        queue = [home]
        for walk in queue:
            for _, images, onward in self.steps(found[walk]):
                if (longer := tuple(images[cell] for cell in walk)) not in found:
                    found[longer] = onward
                    queue.append(longer)
        wanted = frame(self.case, start)
        return {walk for walk, end in found.items() if frame(self.case, end) == wanted}
