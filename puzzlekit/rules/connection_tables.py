"""The compiled path of a connection game, from the words in which the game says what it is."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from .company import COMPANY
from .fast import Fast, Kernel, outcome_of
from .images import images, joining, symmetries
from .stones import EMPTY, PASS, SWAP

if TYPE_CHECKING:
    from numpy import int32
    from numpy.typing import NDArray


def table_of(rules: Any) -> NDArray[int32]:
    """Return what the compiled functions need to know of a game."""
    import numpy

    from . import connection_kernel as kernel

    cells = len(rules.board)
    nodes = [[*near] for near in rules.links.neighbours]
    for number, side in enumerate(side for goal in rules.goals for side in goal):
        ends = rules.board.sides[side]
        nodes.append([*ends])
        for cell in ends:
            nodes[cell].append(cells + number)
    blocks = rules.board.blocks if rules.forbidden else [()] * cells
    steps = rules.steps.neighbours if rules.steps is not None else [()] * cells

    width = max(max(map(len, steps), default=1) - 1, 0).bit_length()
    bits = (cells - 1).bit_length()
    lasting = not set("".join(rules.forbidden)) & set("-.")
    company = COMPANY.index(rules.company)
    room = 6 + cells * (rules.company == "mixed")  # to work in
    most = cells + sum(map(len, steps)) + room
    table = [cells, rules.may_swap, lasting, company, most, width, bits]
    letters = EMPTY + rules.initials
    for own in rules.initials:
        forbidden = rules.forbidden_blocks[own]
        table += ["".join(block) in forbidden for block in product(letters, repeat=4)]
    # Lists that are alike are kept once.
    lists, starts = list[int](), dict[tuple[int, ...], int]()
    first = kernel.RECORDS + kernel.LISTS * len(nodes)
    for node, near in enumerate(nodes):
        links = [
            number
            for k, other in enumerate(near)
            for number in (other - node, sum(1 << i for i in range(k) if near[i] in nodes[other]))
        ]
        found = [(len(near), *links)]
        if node < cells:
            going_round = [cell for opposite, a, b in blocks[node] for cell in (a, opposite, b)]
            for each in (going_round, steps[node], rules.board.neighbours[node]):
                found.append((len(each), *(cell - node for cell in each)))
        for each in found:
            if each not in starts:
                starts[each] = first + len(lists)
                lists += each
        table += [starts[each] for each in found] + [0] * (kernel.LISTS - len(found))
    table += lists
    same = symmetries(*(board for board in (rules.board, rules.links, rules.steps) if board))
    sides = [[rules.board.sides[side] for side in goal] for goal in rules.goals]
    exchanged = [(content & 12) | (0, 2, 1, 3)[content & 3] for content in range(12)]
    table += images(exchanged, *joining(same, sides), len(table))
    return numpy.array(table, dtype=numpy.int32)


def fast_of(rules: Any, evaluates: bool) -> Fast:
    """Return the compiled path of a connection game, with its evaluation if that is the usual."""
    import numpy

    from . import connection_kernel as kernel

    names, index, cells = rules.board.cells, rules.board.index, len(rules.board)
    table, letters = table_of(rules), EMPTY + rules.initials
    bits = int(table[kernel.BITS])
    swap = (cells + 1) << bits
    nodes = cells + 4
    key_size = kernel.STONES + nodes
    size = key_size + 2 * nodes
    bare = numpy.zeros(size, numpy.int32)
    bare[key_size - 4 : key_size] = kernel.FIRST, kernel.FIRST, kernel.SECOND, kernel.SECOND
    bare[key_size:] = [*range(nodes)] * 2

    def encode(state: Any) -> NDArray[int32]:
        array = bare.copy()
        for cell, stone in enumerate(state.stones):
            if stone != EMPTY:
                kernel.put(table, array, cell, letters.index(stone))
        outcome = outcome_of(rules.result(state))
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
        target: int
        *source, target = (index[name] for name in word.split("-"))
        return (1 + source[0]) << bits | target if source else target

    def word(move: int) -> str:
        if move >= swap:
            return (SWAP, PASS)[move - swap]
        source, target = (move >> bits) - 1, names[move & ((1 << bits) - 1)]
        return f"{names[source]}-{target}" if source >= 0 else target

    if rules.steps is None:
        functions = Kernel(kernel.moves, kernel.play, kernel.playout)
    else:
        from . import connection_steps_kernel as steps

        functions = Kernel(steps.moves, steps.play, steps.playout)
    return Fast(
        kernel=functions._replace(
            evaluate=kernel.evaluate if evaluates else None,
            winning=kernel.winning,
            canonical=kernel.canonical,
        ),
        table=table,
        size=size,
        key_size=key_size,
        max_moves=int(table[kernel.MOST]),
        max_plies=4 * cells + 4,  # a turn has at most two moves, and a pass between two of them
        encode=encode,
        decode=decode,
        number=number,
        word=word,
    )
