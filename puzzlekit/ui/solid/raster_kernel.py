"""Rasterizer of convex polygons with antialiasing, bevels and highlights."""

# mypy: allow-untyped-calls, allow-untyped-defs
from __future__ import annotations

import math

import numpy as np
from numba import float32, int32, int64, types, uint32

from ...core.compiling import njit

#: Maximum number of sides in a polygon.
MAX_SIDES = 256

#: Brightness of bevels facing the lamp and facing away from it, relative to the face.
SHINE = np.float32(0.42)

#: Highlights weaker than this are skipped.
FAINT = np.float32(0.006)

#: A distance beyond every pixel, and the minimum slope of a side.
FAR, LEVEL = np.float32(1e6), np.float32(1e-5)

ZERO, ONE, HALF, FULL = np.float32(0), np.float32(1), np.float32(0.5), np.float32(255)


@njit(
    types.int64(float32[:, ::1], int64, int64, float32[::1], float32[:, ::1]),
    cache=True,
    nogil=True,
    fastmath=True,
    error_model="numpy",
)
def sides(points, begin, end, paint, edges):
    """Fill `edges` with the sides of a polygon, and return their number.

    Each row has a, b, c (a x + b y + c is the depth of a pixel), the width of the bevel and its
    inverse, the bevel's light, and 1 / a.
    """
    mx = my = twice = ZERO
    for i in range(begin, end):
        j = i + 1 if i + 1 < end else begin
        mx += points[i, 0]
        my += points[i, 1]
        twice += (points[i, 0] - points[begin, 0]) * (points[j, 1] - points[begin, 1])
        twice -= (points[j, 0] - points[begin, 0]) * (points[i, 1] - points[begin, 1])
    size = np.float32(max(1, end - begin))
    mx, my = mx / size, my / size
    sense = ONE if twice > 0 else -ONE
    n = 0
    for i in range(begin, end):
        j = i + 1 if i + 1 < end else begin
        dx, dy = points[j, 0] - points[i, 0], points[j, 1] - points[i, 1]
        length = np.float32(math.sqrt(dx * dx + dy * dy))
        if length > np.float32(1e-4) and n < MAX_SIDES:
            a, b = -sense * dy / length, sense * dx / length
            c = -(a * points[i, 0] + b * points[i, 1])
            bevel = max(HALF, paint[3] * (a * mx + b * my + c))
            edges[0, n], edges[1, n], edges[2, n], edges[3, n] = a, b, c, bevel
            edges[4, n] = ONE / bevel
            edges[5, n] = -(a * paint[4] + b * paint[5])
            edges[6, n] = ONE / max(a, LEVEL) if a >= 0 else ONE / min(a, -LEVEL)
            n += 1
    return n


@njit(
    types.void(
        uint32[:, ::1], int64, int64, int64, int64, float32[:, ::1], float32[:, ::1], float32[::1]
    ),
    cache=True,
    nogil=True,
    fastmath=True,
    error_model="numpy",
)
def border(pixels, row, first, last, n, edges, run, paint):
    """Paint the pixels of a row, some of them near a side of the polygon, in vectorised loops."""
    y = np.float32(row) + HALF
    left, right = np.float32(first) + HALF, np.float32(last) + HALF
    count = last + 1 - first
    line = pixels[row, first : last + 1]
    steps, depth, share, light = run[0], run[1], run[2], run[3]
    for x in range(count):
        depth[x], share[x], light[x] = FULL, ONE, ZERO
    for i in range(n):
        a, base = edges[0, i], edges[1, i] * y + edges[2, i]
        if min(a * left, a * right) + base < edges[3, i]:
            base += a * left
            by, shine = edges[4, i], edges[5, i]
            for x in range(count):
                d = a * steps[x] + base
                part = d * by
                depth[x] = min(depth[x], d)
                light[x] = shine if part < share[x] else light[x]
                share[x] = min(share[x], part)
    dy = y - paint[7]
    aside = left - paint[6]
    red, green, blue, strength, by = paint[0], paint[1], paint[2], FULL * paint[8], paint[9]
    for x in range(count):
        cover = min(ONE, max(ZERO, depth[x] + HALF))
        steep = ONE - max(ZERO, share[x])
        times = ONE + light[x] * steep * steep * SHINE
        dx = steps[x] + aside
        glow = ONE + (dx * dx + dy * dy) * by
        add = strength / (glow * glow)
        under = int32(line[x])
        r = np.float32((under >> int32(16)) & int32(255))
        g = np.float32((under >> int32(8)) & int32(255))
        b = np.float32(under & int32(255))
        r += (min(FULL, red * times + add) - r) * cover
        g += (min(FULL, green * times + add) - g) * cover
        b += (min(FULL, blue * times + add) - b) * cover
        line[x] = uint32((int32(r) << int32(16)) | (int32(g) << int32(8)) | int32(b))


@njit(
    types.void(uint32[:, ::1], int64, int64, int64, float32[:, ::1], float32[::1]),
    cache=True,
    nogil=True,
    fastmath=True,
    error_model="numpy",
)
def inside(pixels, row, first, last, run, paint):
    """Paint pixels in a row that are well inside a polygon."""
    red, green, blue = paint[0], paint[1], paint[2]
    strength, by = FULL * paint[8], paint[9]
    line, steps = pixels[row, first : last + 1], run[0]
    if strength == 0:
        colour = uint32((int32(red) << int32(16)) | (int32(green) << int32(8)) | int32(blue))
        for x in range(last + 1 - first):
            line[x] = colour
        return
    dy = np.float32(row) + HALF - paint[7]
    high = ONE + dy * dy * by
    aside = np.float32(first) + HALF - paint[6]
    for x in range(last + 1 - first):
        dx = steps[x] + aside
        glow = high + dx * dx * by
        add = strength / (glow * glow)
        r = int32(min(FULL, red + add))
        g = int32(min(FULL, green + add))
        b = int32(min(FULL, blue + add))
        line[x] = uint32((r << int32(16)) | (g << int32(8)) | b)


@njit(
    types.void(uint32[:, ::1], float32[:, ::1], int32[::1], float32[:, ::1]),
    cache=True,
    nogil=True,
    fastmath=True,
    error_model="numpy",
)
def fill(pixels, points, starts, paint):
    """Paint convex polygons on top of each other; see `scene.Batch` for the arrays."""
    height, width = pixels.shape
    edges = np.empty((7, MAX_SIDES), np.float32)
    run = np.empty((4, width), np.float32)
    for x in range(width):
        run[0, x] = x
    colours = np.empty(10, np.float32)
    for p in range(len(starts) - 1):
        begin, end = int64(starts[p]), int64(starts[p + 1])
        for i in range(10):
            colours[i] = paint[p, i]
        top, bottom, reach = np.float32(1e9), np.float32(-1e9), np.float32(1e18)
        for i in range(begin, end):
            top, bottom = min(top, points[i, 1]), max(bottom, points[i, 1])
            dx, dy = points[i, 0] - colours[6], points[i, 1] - colours[7]
            reach = min(reach, dx * dx + dy * dy)
        n = sides(points, begin, end, colours, edges)
        if n < 3:
            continue
        # Neither the lamp nor its highlight is visible in this polygon.
        has_lamp = True
        for i in range(n):
            if edges[0, i] * colours[6] + edges[1, i] * colours[7] + edges[2, i] < 0:
                has_lamp = False
        glow = ONE + reach * colours[9]
        if not has_lamp and colours[8] < FAINT * glow * glow:
            colours[8] = ZERO
        for row in range(max(0, int(top - HALF)), min(height, int(bottom + HALF) + 1)):
            y = np.float32(row) + HALF
            left = in_left = ZERO
            right = in_right = np.float32(width)
            for i in range(n):
                by_a, k = edges[6, i], edges[1, i] * y + edges[2, i]
                out, within = -(HALF + k) * by_a, (edges[3, i] - k) * by_a
                left = max(left, out if by_a > 0 else -FAR)
                in_left = max(in_left, within if by_a > 0 else -FAR)
                right = min(right, out if by_a < 0 else FAR)
                in_right = min(in_right, within if by_a < 0 else FAR)
            if right < left:
                continue
            first = int64(math.ceil(left - HALF))
            last = min(int64(width - 1), int64(math.floor(right - HALF)))
            in_first = int64(math.ceil(in_left - HALF))
            in_last = min(int64(width - 1), int64(math.floor(in_right - HALF)))
            if in_first > in_last:
                border(pixels, row, first, last, n, edges, run, colours)
                continue
            if first < in_first:
                border(pixels, row, first, in_first - 1, n, edges, run, colours)
            inside(pixels, row, in_first, in_last, run, colours)
            if in_last < last:
                border(pixels, row, in_last + 1, last, n, edges, run, colours)
