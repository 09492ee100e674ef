"""A picture of how many positions there are at each distance."""

from __future__ import annotations

import math
from collections.abc import Sequence
from xml.sax.saxutils import escape

#: Widths and heights in pixels.
_BAR, _GAP, _LEFT, _BELOW, _ABOVE, _HIGH = 22, 4, 64, 44, 40, 320


def histogram(title: str, counts: Sequence[int]) -> str:
    """Return bars as an SVG picture, as high as the logarithm of the counts."""
    decades = max(1, math.ceil(math.log10(max(counts))))
    wide, foot = _LEFT + len(counts) * (_BAR + _GAP) + 20, _ABOVE + _HIGH

    def above(count: float) -> float:
        # A single position is seen too: it has a tenth of a decade.
        return _HIGH * (math.log10(count) + 0.1) / (decades + 0.1)

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {foot + _BELOW}" '
        'font-family="sans-serif" font-size="11">',
        f'<rect width="{wide}" height="{foot + _BELOW}" fill="#fff"/>',
        f'<text x="{_LEFT}" y="22" font-size="15">{escape(title)}</text>',
    ]
    for decade in range(decades + 1):
        y = foot - above(10**decade)
        lines.append(f'<path d="M{_LEFT} {y:.1f}H{wide - 20}" stroke="#ddd"/>')
        lines.append(f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">10^{decade}</text>')
    for distance, count in enumerate(counts):
        x, high = _LEFT + distance * (_BAR + _GAP) + _GAP / 2, above(count)
        lines.append(
            f'<rect x="{x}" y="{foot - high:.1f}" width="{_BAR}" height="{high:.1f}" '
            f'fill="#3b7dd8"><title>{distance}: {count:,}</title></rect>'
        )
        lines.append(
            f'<text x="{x + _BAR / 2}" y="{foot + 15}" text-anchor="middle">{distance}</text>'
        )
    lines.append(f'<text x="{_LEFT}" y="{foot + 34}">positions by distance</text></svg>')
    return "\n".join(lines) + "\n"
