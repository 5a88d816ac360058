#!/usr/bin/env python3
"""Writes src/math/gauss.c: Gauss-Legendre rules on [-pi/2, pi/2] (needs mpmath)."""
from mpmath import mp, mpf, cos, sin, pi, legendre, nstr

mp.dps = 40
SIZES = [12, 16, 24, 32, 48, 64, 96, 128]


def rule(n):
    """The nodes x > 0, ascending, with their weights on [-1, 1]."""
    rows = []
    for i in range(n // 2):
        x = cos(pi * (i + mpf(3) / 4) / (n + mpf(1) / 2))
        for _ in range(100):
            p0, p1 = mpf(1), x
            for k in range(2, n + 1):
                p0, p1 = p1, ((2 * k - 1) * x * p1 - (k - 1) * p0) / k
            slope = n * (x * p1 - p0) / (x * x - 1)
            step = p1 / slope
            x -= step
            if abs(step) < mpf(10) ** -36:
                break
        rows.append((x, 2 / ((1 - x * x) * slope * slope)))
    return sorted(rows)


print("/* Written by tools/make_gauss.py: do not edit. */")
print('#include "math/gauss.h"\n')
for n in SIZES:
    print(f"static const rb_gauss_node nodes_{n}[] = {{")
    for x, w in rule(n):
        t = x * pi / 2
        print("    {%s, %s, %s}," % tuple(nstr(v, 17) for v in (sin(t), cos(t), w * pi / 2)))
    print("};\n")
print("static const rb_gauss_rule rules[RB_GAUSS_RULES] = {")
for n in SIZES:
    print(f"    {{{n // 2}, nodes_{n}}},")
print("};\n")
print("const rb_gauss_rule *rb_gauss(int index) {\n    return &rules[index];\n}")
