"""Compiled rules of connection games, built from their settings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from .compiled import CompiledRules, Kernel, outcome_of
from .connection_adjacency import GROUP, adjacency_nodes, chain_lookup, pack_lists
from .stone_game import EMPTY, PASS, SWAP
from .symmetry import common_symmetries, symmetric_images, symmetries

if TYPE_CHECKING:
    from numpy import int32
    from numpy.typing import NDArray


def build_table(
    rules: Any, max_moves: int = 0, extra_numbers: Sequence[int] = ()
) -> NDArray[int32]:
    """Return the table for the compiled functions of a game.

    A game with its own kernels passes `max_moves`, the maximum number of moves, and
    `extra_numbers`, the numbers to append.
    """
    import numpy

    from . import connection_kernel as kernel

    board, cells = rules.board, len(rules.board)
    sides = [[board.sides[side] for side in goal] for goal in rules.goals]
    blocks = board.blocks if rules.forbidden else [()] * cells
    steps = rules.steps.neighbours if rules.steps is not None else [()] * cells

    width = max(max(map(len, steps), default=1) - 1, 0).bit_length()
    lasting = not set("".join(rules.forbidden)) & set("-.")
    scratch = 6 + cells * (rules.step_condition == "mixed")
    max_moves = max_moves or cells + sum(map(len, steps)) + scratch
    forbidden = list[bool]()
    for mine in rules.initials:
        texts = rules.forbidden_blocks[mine].texts
        letters = EMPTY + rules.initials
        forbidden += ["".join(block) in texts for block in product(letters, repeat=4)]
    nodes = adjacency_nodes(rules.links, [side for goal in sides for side in goal])
    lists, neighbours = list[tuple[int, ...]](), list[list[int]]()
    for node, links in enumerate(nodes):
        block_cells, targets, near = [], (), ()
        if node < cells:
            block_cells = [cell for opposite, a, b in blocks[node] for cell in (a, opposite, b)]
            targets, near = steps[node], board.neighbours[node]
        for each in (links, block_cells, targets, near):
            lists.append((len(each), *(cell - node for cell in each)))
        ring = links[:GROUP]
        adjacent = (sum((a in nodes[b]) << k for k, a in enumerate(ring)) for b in ring)
        lists.append(chain_lookup(tuple(adjacent)))
        neighbours.append(ring + [node] * (GROUP - len(ring)))
    packed_at = kernel.RECORDS + kernel.RECORD * len(nodes)
    addresses, packed = pack_lists(lists, packed_at)
    records = list[int]()
    for node, ring in enumerate(neighbours):
        first = kernel.NEIGHBOURS * node
        records += addresses[first : first + kernel.NEIGHBOURS] + ring
    added = packed_at + len(packed)
    degree = max(map(len, nodes[:cells]))
    step_conditions = {"none": kernel.UNCONDITIONAL, "beside": kernel.BESIDE, "mixed": kernel.MIXED}
    table = [cells, rules.may_swap, lasting, step_conditions[rules.step_condition], max_moves]
    table += [width, (cells - 1).bit_length(), added, degree]
    table += [*forbidden, *records, *packed, *extra_numbers]
    shared = symmetries(*(each for each in (board, rules.links, rules.steps) if each))
    exchanged = [(content & 12) | (0, 2, 1, 3)[content & 3] for content in range(12)]
    table += symmetric_images(exchanged, *common_symmetries(shared, sides), len(table))
    return numpy.array(table, dtype=numpy.int32)


def build_default_rules(rules: Any, evaluates: bool) -> CompiledRules:
    """Return the compiled rules of a connection game, with the evaluation if `evaluates`."""
    from . import connection_kernel as kernel

    table = build_table(rules)
    if rules.steps is not None:
        functions = Kernel(kernel.step_moves, kernel.step_play, kernel.step_playout)
    else:
        functions = Kernel(kernel.moves, kernel.play, kernel.playout)
    functions = functions._replace(
        evaluate=kernel.evaluate if evaluates else None, winning=kernel.winning
    )
    if rules.steps is not None or rules.forbidden:
        return build_compiled_rules(rules, functions, table)
    functions = functions._replace(playout=kernel.claiming_playout, rollout=kernel.claiming_rollout)
    cells = len(rules.board)
    compiled = build_compiled_rules(rules, functions, table, max_plies=cells + 3)
    return compiled if rules.can_draw else compiled._replace(claims=cells)


def build_compiled_rules(
    rules: Any,
    functions: Kernel,
    table: NDArray[int32],
    put: Callable[..., None] | None = None,
    extra_state_size: int = 0,
    max_plies: int = 0,
) -> CompiledRules:
    """Return the compiled rules of a connection game, given its functions and its table.

    A game with its own functions may also pass its own `put`, the number of array elements that it
    needs after the state (`extra_state_size`), and the length of the longest game (`max_plies`, by
    default about four plies per cell).
    """
    import numpy

    from . import connection_kernel as kernel

    names, index, cells = rules.board.cells, rules.board.index, len(rules.board)
    letters, put = EMPTY + rules.initials, put or kernel.put
    bits = int(table[kernel.BITS])
    swap = (cells + 1) << bits
    nodes = cells + 4
    key_size = kernel.STONES + nodes
    size = key_size + 2 * nodes + extra_state_size
    bare = numpy.zeros(size, numpy.int32)
    bare[key_size - 4 : key_size] = kernel.FIRST, kernel.FIRST, kernel.SECOND, kernel.SECOND
    bare[key_size : key_size + 2 * nodes] = [*range(nodes)] * 2

    def encode(state: Any) -> NDArray[int32]:
        array = bare.copy()
        for cell, stone in enumerate(state.stones):
            if stone != EMPTY:
                put(table, array, cell, letters.index(stone))
        outcome = outcome_of(rules.outcome(state))
        fields = rules.turn(state), outcome, state.ply, state.swapped, state.passes
        array[: kernel.STONES] = *fields, *(state.half or (-1, -1))
        return array

    def decode(array: NDArray[int32]) -> Any:
        numbers = array.tolist()
        return rules.kind(
            "".join(letters[stone] for stone in numbers[kernel.STONES : kernel.STONES + cells]),
            numbers[kernel.PLY],
            bool(numbers[kernel.SWAPPED]),
            numbers[kernel.PASSES],
            (numbers[kernel.SOURCE], numbers[kernel.TARGET]) if numbers[kernel.TARGET] >= 0 else (),
        )

    def number(word: str) -> int:
        if word in (SWAP, PASS):
            return swap + (word != SWAP)
        if (cell := index.get(word)) is not None:
            return int(cell)
        ends: list[int] = rules.board.cells_named_in(word)
        source, target = ends
        return (1 + source) << bits | target

    def word(move: int) -> str:
        if move >= swap:
            return (SWAP, PASS)[move - swap]
        source, target = (move >> bits) - 1, names[move & ((1 << bits) - 1)]
        return f"{names[source]}-{target}" if source >= 0 else target

    return CompiledRules(
        kernel=functions._replace(canonical=kernel.canonical),
        table=table,
        size=size,
        key_size=key_size,
        max_moves=int(table[kernel.MAX_MOVES]),
        max_plies=max_plies or 4 * cells + 4,  # two moves per turn, and a pass between turns
        encode=encode,
        decode=decode,
        number=number,
        word=word,
    )
