#!/usr/bin/env python3
"""Writes src/base/colour_tables_inline.h: the colours of maps.

Both run through OKLab in steps of equal length, so that equal differences of a value look equally
large: one from dark violet over green to light yellow, lightness rising throughout; one from blue
over near white to red, lightness falling to both ends alike."""
import math
import pathlib

COUNT = 65


def to_srgb(lightness, chroma, hue):
    a, b = chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue))
    l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    s = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    linear = (
        4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
        -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
        -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s,
    )
    return tuple(
        12.92 * c if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055 if c > 0 else -1 for c in linear
    )


def most_chroma(lightness, hue, wanted):
    """The requested chroma, or the largest one that a screen can show."""
    low, high = 0.0, wanted
    for _ in range(40):
        middle = (low + high) / 2
        if all(-1e-9 <= c <= 1 + 1e-9 for c in to_srgb(lightness, middle, hue)):
            low = middle
        else:
            high = middle
    return low


def rising(t):
    lightness, hue = 0.22 + 0.74 * t, 305 - 200 * t
    return lightness, most_chroma(lightness, hue, 0.055 + 0.11 * math.sin(math.pi * min(1, 0.2 + 0.8 * t))), hue


def diverging(t):
    side = abs(2 * t - 1)
    lightness, hue = 0.97 - 0.6 * side, 258 if t < 0.5 else 28
    return lightness, most_chroma(lightness, hue, 0.17 * side ** 0.8), hue


def lab(colour):
    lightness, chroma, hue = colour
    return lightness, chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue))


def even(path):
    """Colours at equal distances along the path."""
    fine = [path(i / 2000) for i in range(2001)]
    length = [0.0]
    for p, q in zip(fine, fine[1:]):
        length.append(length[-1] + math.dist(lab(p), lab(q)))
    colours, at = [], 0
    for k in range(COUNT):
        while at < 2000 and length[at] < length[-1] * k / (COUNT - 1):
            at += 1
        r, g, b = (min(255, max(0, round(255 * c))) for c in to_srgb(*fine[at]))
        colours.append((r << 16) | (g << 8) | b)
    return colours


def table(name, colours):
    lines = [f"static const uint32_t {name}[{COUNT}] = {{"]
    for i in range(0, COUNT, 8):
        lines.append("    " + " ".join(f"0x{c:06X}," for c in colours[i : i + 8]))
    lines.append("};")
    return "\n".join(lines)


out = pathlib.Path(__file__).parent.parent / "src/base/colour_tables_inline.h"
out.write_text(
    f"""/* Colours of maps, 0xRRGGBB, in even steps. Made by tools/make_colours.py. */
#ifndef RB_BASE_COLOUR_TABLES_INLINE_H
#define RB_BASE_COLOUR_TABLES_INLINE_H

#include <stdint.h>

enum {{ RB_COLOURS = {COUNT} }};

/* From dark to light. */
{table("sequential_colours", even(rising))}

/* Blue below the middle, red above it. */
{table("diverging_colours", even(diverging))}

#endif
"""
)
