"""Compiled computation of canonical positions; see `symmetry.symmetric_images`."""

# mypy: allow-untyped-defs
from __future__ import annotations

from .kernel_signatures import helper


@helper
def first_image(table, state, stones, cells, second, out, at):
    """Write the smallest image of the contents of all cells, from `at` on.

    `stones` is the offset of the cells in the state; `second` is nonzero if the second colour is to
    move. In this case, return 1 if colours were not exchanged; otherwise return 0.
    """
    start = table[len(table) - 1]
    contents, keeping, exchanging = table[start], table[start + 1], table[start + 2]
    begin, end = start + 3 + contents, start + 3 + contents + keeping * cells
    exchanged = second != 0 and exchanging > 0
    if exchanged:
        begin, end = end, end + exchanging * cells
    for image in range(begin, end, cells):
        better = image == begin
        for cell in range(cells):
            content = state[stones + table[image + cell]]
            if exchanged:
                content = table[start + 3 + content]
            if not better:
                if content > out[at + cell]:
                    break
                better = content < out[at + cell]
            if better:
                out[at + cell] = content
    return int(second != 0 and not exchanged)
