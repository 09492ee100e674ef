"""A painter of convex polygons with smooth edges, bevels and highlights, pixel by pixel."""

# mypy: allow-untyped-calls, allow-untyped-defs
from __future__ import annotations

import math

import numpy as np
from numba import float32, int32, types, uint32

from ...core.compiling import njit

_FORM = types.void(uint32[:, ::1], float32[:, ::1], int32[::1], float32[:, ::1])

#: Corners that a polygon has at most.
MOST = 256

#: How much a bevel that looks at the lamp, or away from it, differs from the face.
SHINE = 0.42

ONE, HALF = np.float32(1), np.float32(0.5)


@njit(
    types.void(
        uint32[::1], int32, int32, float32, int32, float32[:, ::1], int32[::1], float32[::1]
    ),
    cache=True,
    nogil=True,
    fastmath=True,
    error_model="numpy",
)
def border(row, first, last, y, n, edges, near, paint):
    """Paint pixels of a row from first to last, some of which lie near sides of a polygon."""
    count = 0
    left, right = np.float32(first) + HALF, np.float32(last) + HALF
    for i in range(n):
        base = edges[i, 1] * y + edges[i, 2]
        if min(edges[i, 0] * left, edges[i, 0] * right) + base < edges[i, 3]:
            near[count] = i
            count += 1
    red, green, blue = paint[0], paint[1], paint[2]
    for x in range(first, last + 1):
        at = np.float32(x) + HALF
        depth, share, light = np.float32(1e9), ONE, np.float32(0)
        for k in range(count):
            i = near[k]
            d = edges[i, 0] * at + edges[i, 1] * y + edges[i, 2]
            depth = min(depth, d)
            part = d * edges[i, 4]
            if part < share:
                share, light = part, edges[i, 5]
        cover = min(ONE, max(np.float32(0), depth + HALF))
        dx, dy = at - paint[6], y - paint[7]
        glow = ONE + (dx * dx + dy * dy) * paint[9]
        steep = ONE - max(np.float32(0), share)
        add = np.float32(255) * paint[8] / (glow * glow)
        times = ONE + light * steep * steep * np.float32(SHINE)
        under = row[x]
        r = np.float32((under >> np.uint32(16)) & np.uint32(255))
        g = np.float32((under >> np.uint32(8)) & np.uint32(255))
        b = np.float32(under & np.uint32(255))
        r += (min(np.float32(255), red * times + add) - r) * cover
        g += (min(np.float32(255), green * times + add) - g) * cover
        b += (min(np.float32(255), blue * times + add) - b) * cover
        row[x] = (np.uint32(r) << np.uint32(16)) | (np.uint32(g) << np.uint32(8)) | np.uint32(b)


@njit(
    types.void(uint32[::1], int32, int32, float32, float32[::1]),
    cache=True,
    nogil=True,
    fastmath=True,
    error_model="numpy",
)
def inside(row, first, last, y, paint):
    """Paint pixels of a row that lie well inside of a polygon."""
    red, green, blue = paint[0], paint[1], paint[2]
    strength, by = np.float32(255) * paint[8], paint[9]
    if strength == 0:
        colour = (
            (np.uint32(red) << np.uint32(16)) | (np.uint32(green) << np.uint32(8)) | np.uint32(blue)
        )
        for x in range(first, last + 1):
            row[x] = colour
        return
    dy = y - paint[7]
    high = ONE + dy * dy * by
    for x in range(first, last + 1):
        dx = np.float32(x) + HALF - paint[6]
        glow = high + dx * dx * by
        add = strength / (glow * glow)
        r = np.uint32(min(np.float32(255), red + add))
        g = np.uint32(min(np.float32(255), green + add))
        b = np.uint32(min(np.float32(255), blue + add))
        row[x] = (r << np.uint32(16)) | (g << np.uint32(8)) | b


@njit(_FORM, cache=True, nogil=True, fastmath=True, error_model="numpy")
def fill(pixels, points, starts, paint):
    """Paint convex polygons one over the other; see `scene.Batch` for what is given."""
    high, wide = pixels.shape
    edges = np.empty((MOST, 6), np.float32)
    near = np.empty(MOST, np.int32)
    for p in range(len(starts) - 1):
        begin, end = starts[p], starts[p + 1]
        # The middle and the sense of rotation.
        mx = my = np.float32(0)
        twice = np.float32(0)
        top, low = np.float32(1e9), np.float32(-1e9)
        for i in range(begin, end):
            j = i + 1 if i + 1 < end else begin
            mx += points[i, 0]
            my += points[i, 1]
            twice += (points[i, 0] - points[begin, 0]) * (points[j, 1] - points[begin, 1])
            twice -= (points[j, 0] - points[begin, 0]) * (points[i, 1] - points[begin, 1])
            top, low = min(top, points[i, 1]), max(low, points[i, 1])
        size = np.float32(max(1, end - begin))
        mx, my = mx / size, my / size
        sense = ONE if twice > 0 else -ONE
        n = 0
        for i in range(begin, end):
            j = i + 1 if i + 1 < end else begin
            dx, dy = points[j, 0] - points[i, 0], points[j, 1] - points[i, 1]
            length = np.float32(math.sqrt(dx * dx + dy * dy))
            if length < np.float32(1e-4) or n == MOST:
                continue
            a, b = -sense * dy / length, sense * dx / length
            c = -(a * points[i, 0] + b * points[i, 1])
            bevel = max(HALF, paint[p, 3] * (a * mx + b * my + c))
            edges[n, 0], edges[n, 1], edges[n, 2], edges[n, 3] = a, b, c, bevel
            edges[n, 4] = ONE / bevel
            edges[n, 5] = -(a * paint[p, 4] + b * paint[p, 5])
            n += 1
        if n < 3:
            continue
        for row in range(max(0, int(top - HALF)), min(high, int(low + HALF) + 1)):
            y = np.float32(row) + HALF
            left, right = np.float32(0), np.float32(wide)
            in_left, in_right = np.float32(0), np.float32(wide)
            for i in range(n):
                a, k = edges[i, 0], edges[i, 1] * y + edges[i, 2]
                w = edges[i, 3]
                if a > np.float32(1e-6):
                    left = max(left, (-HALF - k) / a)
                    in_left = max(in_left, (w - k) / a)
                elif a < np.float32(-1e-6):
                    right = min(right, (-HALF - k) / a)
                    in_right = min(in_right, (w - k) / a)
                else:
                    if k < -HALF:
                        right = np.float32(-1)
                    if k < w:
                        in_right = np.float32(-1)
            if right < left:
                continue
            first = int32(math.ceil(left - HALF))
            last = int32(min(wide - 1, math.floor(right - HALF)))
            in_first = int32(math.ceil(in_left - HALF))
            in_last = int32(min(wide - 1, math.floor(in_right - HALF)))
            if in_first > in_last:
                border(pixels[row], first, last, y, int32(n), edges, near, paint[p])
                continue
            if first < in_first:
                border(pixels[row], first, int32(in_first - 1), y, int32(n), edges, near, paint[p])
            inside(pixels[row], in_first, in_last, y, paint[p])
            if in_last < last:
                border(pixels[row], int32(in_last + 1), last, y, int32(n), edges, near, paint[p])
