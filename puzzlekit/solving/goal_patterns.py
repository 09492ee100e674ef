"""Goals in which some cells may show anything, replaced by goals of puzzles with equal pieces.

If pieces that may be exchanged get the same labels, one arrangement of these labels often stands
for all solved positions. If not, the solved positions are divided by the piece in one of the slots.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import NamedTuple

from ..core.errors import LimitReachedError, OptionError
from ..core.permutation import apply
from ..groups.pieces import Slot, copy_labels, piece_slots, slot_labels, twist_rows
from ..rules.base import Labels, Puzzle, Rules, State
from ..rules.frames import is_standard
from ..rules.twisty import Twisty
from .goals_with_free_cells import with_goal

#: The label of a cell that may show anything.
ANY = "?"

#: Maximum number of goals that replace a pattern.
MAX_GOALS = 48

#: For each piece and each slot of one kind, the twists with which the piece fits into the slot.
Fits = list[list[frozenset[int]]]

#: The labels of a piece, which are equal for interchangeable pieces.
PieceName = tuple[tuple[str, ...], ...]

#: Labels of the rows of pieces or slots.
Rows = list[tuple[str, ...]]

#: New labels for the cells: of the pieces in their homes, and of the goal.
Relabelling = tuple[dict[int, str], dict[int, str]]


class Target(NamedTuple):
    """A puzzle, a state, and a goal of the search, by default the goal of the puzzle."""

    rules: Rules
    state: State
    goal: State | None = None


def differing_cells(target: Target) -> int:
    """Return the number of cells that differ between the state and the goal of a puzzle."""
    goal = target.goal
    if goal is None and isinstance(target.rules, Puzzle):
        goal = target.rules.goal
    if not isinstance(target.state, tuple) or not isinstance(goal, tuple):
        return 0
    return sum(a != b for a, b in zip(target.state, goal, strict=False))


def rotated_goals(rules: Puzzle) -> list[Labels]:
    """Return the goal after each rotation of the whole puzzle; raise `OptionError` without any.

    >>> from puzzlekit import load
    >>> len(rotated_goals(load("cube:3")))
    24
    """
    rotations = rules.whole_rotations() if isinstance(rules, Twisty) else []
    if not rotations:
        raise OptionError(f"{rules.name} is not a solid that can be rotated as a whole.")
    return list(dict.fromkeys(apply(each, rules.goal) for each in rotations))


def pattern_targets(rules: Puzzle, state: Labels, pattern: Labels) -> list[Target]:
    """Return puzzles with the same moves whose goals are the positions that match a pattern.

    Raises `LimitReachedError` if there are too many goals.

    >>> from puzzlekit import load
    >>> cube = load("cube:3")
    >>> pattern = [label if cell in ("D5", "D2", "F5", "F8") else "?"
    ...            for cell, label in zip(cube.board.cells, cube.goal)]
    >>> [target] = pattern_targets(cube, cube.start(), tuple(pattern))
    >>> len(set(target.rules.goal))  # six centres, both sides of an edge, other edges, corners
    10
    """
    if not is_standard(rules, Twisty) or rules.forbidden:
        left = list((Counter(rules.goal) - Counter(pattern)).elements())
        free = frozenset(cell for cell, label in enumerate(pattern) if label == ANY)
        goal = tuple([left.pop() if label == ANY else label for label in pattern])
        return [Target(with_goal(rules, goal, free), state)]
    kinds = piece_slots(list(rules.twists.values()))
    moved = {cell for slots in kinds for slot in slots for row in slot for cell in row}
    fixed = {cell: label for cell, label in enumerate(state) if cell not in moved}
    if any(pattern[cell] not in (ANY, label) for cell, label in fixed.items()):
        return []
    result = []
    for choice in product(*(_relabellings(slots, rules.goal, pattern) for slots in kinds)):
        new_goal, new_state = dict(fixed), dict(fixed)
        for number, (slots, (labels, goal_labels)) in enumerate(zip(kinds, choice, strict=True)):
            homes = [labels.get(cell, "") for cell in range(len(state))]
            shown = copy_labels(slots, rules.goal, state, homes)
            if shown is None:  # the state has other pieces
                return []
            new_goal |= {cell: f"{number}.{label}" for cell, label in goal_labels.items()}
            new_state |= {cell: f"{number}.{label}" for cell, label in shown.items()}
        whole = tuple([new_goal[cell] for cell in range(len(state))])
        other = with_goal(rules, whole)
        result.append(Target(other, tuple([new_state[cell] for cell in range(len(state))])))
        if len(result) > MAX_GOALS:
            raise _too_many()
    return result


def relabelled_target(rules: Puzzle, state: Labels, goal: Labels) -> Target:
    """Return the puzzle with other labels for its pieces, which are given at the goal.

    Raises `OptionError` if equal pieces get different labels, or if positions are forbidden.
    """
    labels = dict(zip(rules.goal, goal, strict=True))
    if tuple([labels[label] for label in rules.goal]) != goal:
        raise OptionError(
            f"{rules.name} has equal pieces that differ in the target; give them equal numbers."
        )
    if isinstance(rules, Twisty) and rules.forbidden:
        raise OptionError(
            f"{rules.name} has forbidden positions, so a target must be a position; give one."
        )
    return Target(with_goal(rules, goal), tuple([labels[label] for label in state]))


def _too_many() -> LimitReachedError:
    return LimitReachedError(
        f"More than {MAX_GOALS} goals match the pattern. Specify all sides of more pieces."
    )


def _relabellings(slots: Sequence[Slot], goal: Labels, pattern: Labels) -> list[Relabelling]:
    """Return relabellings of one kind of piece, one for each set of matching goals."""
    pieces = [slot_labels(slot, goal) for slot in slots]

    def fit(piece: int, slot: Slot) -> frozenset[int]:
        wanted = [label for row in slot_labels(slot, pattern) for label in row]
        return frozenset(
            twist
            for twist in range(len(slot))
            if all(
                label in (ANY, shown)
                for label, shown in zip(
                    wanted, sum(twist_rows(pieces[piece], twist), ()), strict=True
                )
            )
        )

    fits = [[fit(piece, slot) for slot in slots] for piece in range(len(slots))]
    names = [min(twist_rows(rows, twist) for twist in range(len(rows))) for rows in pieces]
    found = list(islice(_divide_goals(fits, names, len(slots[0])), MAX_GOALS + 1))
    if len(found) > MAX_GOALS:
        raise _too_many()
    return [
        (_labels_by_cell(slots, labels), _labels_by_cell(slots, wanted)) for labels, wanted in found
    ]


def _labels_by_cell(slots: Sequence[Slot], rows: Sequence[Sequence[str]]) -> dict[int, str]:
    return {
        cell: label
        for slot, labels in zip(slots, rows, strict=True)
        for row, label in zip(slot, labels, strict=True)
        for cell in row
    }


def _divide_goals(fits: Fits, names: Sequence[PieceName], size: int) -> Iterator[tuple[Rows, Rows]]:
    """Yield the labels of all pieces and of all slots at the goal, for disjoint sets of goals."""
    import networkx

    numbers = range(len(fits))
    graph = networkx.Graph(
        (("piece", i), ("slot", j)) for i in numbers for j in numbers if fits[i][j]
    )
    if len(graph) < 2 * len(fits):
        return
    pieces = [("piece", i) for i in numbers]
    match = networkx.bipartite.hopcroft_karp_matching(graph, pieces)
    if len(match) < 2 * len(fits):
        return
    # A pair belongs to a perfect matching if it is matched or on an alternating cycle.
    directed = networkx.DiGraph((piece, slot) for piece in pieces for slot in graph[piece])
    directed.add_edges_from((match[piece], piece) for piece in pieces)
    labels: list[tuple[str, ...]] = [()] * len(fits)
    wanted: list[tuple[str, ...]] = [()] * len(fits)
    for part, nodes in enumerate(networkx.strongly_connected_components(directed)):
        some = sorted(number for side, number in nodes if side == "piece")
        slots = sorted(number for side, number in nodes if side == "slot")
        signatures: dict[frozenset[tuple[int, int]], str] = {}
        for i in some:
            rows = [
                frozenset((j, (row + twist) % size) for j in slots for twist in fits[i][j])
                for row in range(size)
            ]
            labels[i] = tuple(
                [signatures.setdefault(row, f"{part}.{len(signatures)}") for row in rows]
            )
        for j in slots:
            i = match["slot", j][1]
            wanted[j] = twist_rows(labels[i], min(fits[i][j]))
        if any(
            (twist_rows(labels[i], twist) == wanted[j]) != (twist in fits[i][j])
            for i in some
            for j in slots
            for twist in range(size)
        ):
            for narrowed in _split_fits(fits, names, some, slots):
                yield from _divide_goals(narrowed, names, size)
            return
    yield labels, wanted


def _split_fits(
    fits: Fits, names: Sequence[PieceName], some: Sequence[int], slots: Sequence[int]
) -> Iterator[Fits]:
    """Yield disjoint restrictions of the piece in one of the slots, or of its twist."""

    def restricted(slot: int, twists: Sequence[frozenset[int]]) -> Fits:
        """Return `fits` with the twists of each piece in one slot replaced."""
        return [[*each[:slot], twists[i], *each[slot + 1 :]] for i, each in enumerate(fits)]

    kinds = {j: {names[i] for i in some if fits[i][j]} for j in slots}
    slot = min(slots, key=lambda j: (len(kinds[j]) == 1, len(kinds[j])))
    if len(kinds[slot]) > 1:
        for kind in sorted(kinds[slot]):
            yield restricted(
                slot,
                [
                    each[slot] if name == kind else frozenset()
                    for name, each in zip(names, fits, strict=True)
                ],
            )
    else:
        slot = max(slots, key=lambda j: max(len(fits[i][j]) for i in some))
        for twist in sorted({twist for i in some for twist in fits[i][slot]}):
            yield restricted(slot, [each[slot] & {twist} for each in fits])
