"""Histogram of positions by distance, as SVG."""

from __future__ import annotations

import math
from collections.abc import Sequence
from xml.sax.saxutils import escape

#: Dimensions in pixels.
_BAR, _GAP, _LEFT, _BOTTOM, _TOP, _HEIGHT = 22, 4, 64, 44, 40, 320


def histogram(title: str, counts: Sequence[int]) -> str:
    """Return an SVG bar chart with a logarithmic scale."""
    decades = max(1, math.ceil(math.log10(max(counts))))
    width, bottom = _LEFT + len(counts) * (_BAR + _GAP) + 20, _TOP + _HEIGHT

    def bar_height(count: float) -> float:
        # A count of one still gets a visible bar: a tenth of a decade.
        return _HEIGHT * (math.log10(count) + 0.1) / (decades + 0.1)

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {bottom + _BOTTOM}" '
        'font-family="sans-serif" font-size="11">',
        f'<rect width="{width}" height="{bottom + _BOTTOM}" fill="#fff"/>',
        f'<text x="{_LEFT}" y="22" font-size="15">{escape(title)}</text>',
    ]
    for decade in range(decades + 1):
        y = bottom - bar_height(10**decade)
        lines.append(f'<path d="M{_LEFT} {y:.1f}H{width - 20}" stroke="#ddd"/>')
        lines.append(f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">10^{decade}</text>')
    for distance, count in enumerate(counts):
        x, height = _LEFT + distance * (_BAR + _GAP) + _GAP / 2, bar_height(count)
        lines.append(
            f'<rect x="{x}" y="{bottom - height:.1f}" width="{_BAR}" height="{height:.1f}" '
            f'fill="#3b7dd8"><title>{distance}: {count:,}</title></rect>'
        )
        lines.append(
            f'<text x="{x + _BAR / 2}" y="{bottom + 15}" text-anchor="middle">{distance}</text>'
        )
    lines.append(f'<text x="{_LEFT}" y="{bottom + 34}">positions by distance</text></svg>')
    return "\n".join(lines) + "\n"
