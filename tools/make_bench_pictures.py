#!/usr/bin/env python3
"""Pictures of what ./run bench and ./run bench rivals measured.

usage: make_bench_pictures.py FOLDER

Reads rivals.csv and scenes.csv in FOLDER, whichever are there, and writes work-SCENE.svg (CPU time
against error, both logarithmic, a line for each method) and cost.svg (share of a core that each scene
takes, a bar for each method).
"""
import csv
import math
import pathlib
import sys
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 720, 440
LEFT, RIGHT, TOP, BOTTOM = 70, 180, 40, 50
OURS = ["#c1272d", "#e07b39", "#7a1f7a", "#b8860b"]
RIVALS = ["#1f5fa8", "#2a8c82", "#5b8c2a", "#55606b", "#8aa4c8", "#7fbfb6", "#a9c48a", "#9aa3ab"]


def svg(path, width, height, parts):
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'font-family="sans-serif" font-size="12">\n<rect width="100%" height="100%" '
            f'fill="white"/>\n')
    path.write_text(head + "\n".join(parts) + "\n</svg>\n", encoding="utf-8")


def text(x, y, words, anchor="start", colour="#222", size=12, extra=""):
    return (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}" '
            f'font-size="{size}" {extra}>{escape(words)}</text>')


def line(x1, y1, x2, y2, colour="#ddd"):
    return (f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" '
            'stroke-width="1"/>')


def read(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def decades(low, high):
    return range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)


def by_method(rows):
    curves = {}
    for row in rows:
        point = (float(row["error"]), 1e3 * float(row["least_s"]))
        if 1e-8 < point[0] < 0.1:
            curves.setdefault(row["method"], []).append(point)
    return curves


def draw_work(path, scene, curves):
    """CPU time against error. Only rivals within ten times the best are drawn."""
    costs = [c for points in curves.values() for _, c in points]
    low, high = min(costs), min(max(costs), 100 * min(costs))
    ticks = decades(low, high)
    bottom, top = 10.0 ** ticks[0], 10.0 ** ticks[-1]

    def x(error):
        return LEFT + (WIDTH - LEFT - RIGHT) * (-1 - math.log10(error)) / 6

    def y(cost):
        share = math.log10(cost / bottom) / math.log10(top / bottom)
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share

    parts = [text(LEFT, 24, f"{scene}: CPU time against error", size=15)]
    for d in range(-7, 0):
        parts += [line(x(10.0 ** d), TOP, x(10.0 ** d), HEIGHT - BOTTOM),
                  text(x(10.0 ** d), HEIGHT - BOTTOM + 18, f"1e{d}", "middle")]
    for d in ticks:
        parts += [line(LEFT, y(10.0 ** d), WIDTH - RIGHT, y(10.0 ** d)),
                  text(LEFT - 8, y(10.0 ** d) + 4, f"{10.0 ** d:g}", "end")]
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts += [text(middle, HEIGHT - 12, "largest relative error at the end", "middle"),
              text(18, HEIGHT / 2, "ms", "middle")]
    best = {}
    for method, points in curves.items():
        for error, cost in points:
            if error < 1e-3:
                best[method] = min(best.get(method, math.inf), cost)
    nearest = min(best.values())
    shown = [m for m in curves if m.startswith("our ") or best.get(m, math.inf) < 10 * nearest]
    ours = [m for m in shown if m.startswith("our ")]
    others = [m for m in shown if not m.startswith("our ")]
    for i, method in enumerate(ours + others):
        own = method in ours
        colour = (OURS[i % len(OURS)] if own else RIVALS[(i - len(ours)) % len(RIVALS)])
        inside = [p for p in curves[method] if 1e-7 <= p[0] and p[1] <= top]
        places = " ".join(f"{x(e):.1f},{y(c):.1f}" for e, c in inside)
        parts.append(f'<polyline points="{places}" fill="none" stroke="{colour}" '
                     f'stroke-width="{2.5 if own else 1.4}"/>')
        for e, c in inside:
            parts.append(f'<circle cx="{x(e):.1f}" cy="{y(c):.1f}" r="{3 if own else 2}" '
                         f'fill="{colour}"/>')
        at = TOP + 16 + 18 * i
        parts += [f'<line x1="{WIDTH - RIGHT + 14}" y1="{at - 4}" x2="{WIDTH - RIGHT + 38}" '
                  f'y2="{at - 4}" stroke="{colour}" stroke-width="{2.5 if own else 1.4}"/>',
                  text(WIDTH - RIGHT + 44, at, method, extra='font-weight="bold"' if own else "")]
    svg(path, WIDTH, HEIGHT, parts)


def draw_cost(path, rows):
    """The share of a core that a scene takes in real time, logarithmic."""
    scenes = list(dict.fromkeys(row["scene"] for row in rows))
    methods = list(dict.fromkeys(row["method"] for row in rows))
    bar, gap = 7, 8
    height = TOP + 30 + len(scenes) * (bar * len(methods) + gap) + BOTTOM
    low, high = 0.01, 100.0

    def x(percent):
        share = math.log10(max(percent, low) / low) / math.log10(high / low)
        return 170 + (WIDTH - 170 - 40) * min(share, 1)

    parts = [text(20, 24, "Share of one core in real time, %", size=15)]
    for i, method in enumerate(methods):
        parts += [f'<rect x="{170 + 110 * i}" y="32" width="12" height="10" '
                  f'fill="{OURS[i % len(OURS)]}"/>', text(188 + 110 * i, 41, method)]
    for percent in (0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100):
        parts += [line(x(percent), TOP + 14, x(percent), height - BOTTOM + 10),
                  text(x(percent), height - BOTTOM + 26, f"{percent:g}", "middle")]
    cost = {(row["scene"], row["method"]): float(row["percent_of_core"]) for row in rows}
    y = TOP + 24
    for scene in scenes:
        parts.append(text(162, y + bar * len(methods) / 2 + 4, scene, "end"))
        for i, method in enumerate(methods):
            percent = cost.get((scene, method))
            if percent is not None:
                parts.append(f'<rect x="170" y="{y}" width="{x(percent) - 170:.1f}" '
                             f'height="{bar - 1}" fill="{OURS[i % len(OURS)]}"/>')
            y += bar
        y += gap
    svg(path, WIDTH, height, parts)


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: make_bench_pictures.py FOLDER")
    folder = pathlib.Path(sys.argv[1])
    rivals, scenes = folder / "rivals.csv", folder / "scenes.csv"
    if rivals.exists():
        rows = read(rivals)
        for scene in dict.fromkeys(row["scene"] for row in rows):
            draw_work(folder / f"work-{scene}.svg", scene,
                      by_method([row for row in rows if row["scene"] == scene]))
    if scenes.exists():
        draw_cost(folder / "cost.svg", read(scenes))


if __name__ == "__main__":
    main()
