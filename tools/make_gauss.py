#!/usr/bin/env python3
"""Writes src/math/gauss.c: Gauss-Legendre rules on [-1, 1] (needs mpmath)."""
from mpmath import mp, mpf, cos, pi, nstr

mp.dps = 40
SIZES = [8, 12, 16, 20, 24, 32, 40, 48, 64, 96, 128]


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
        print("    {%s, %s}," % (nstr(x, 17), nstr(w, 17)))
    print("};\n")
print("static const rb_gauss_rule rules[RB_GAUSS_RULES] = {")
for n in SIZES:
    print(f"    {{{n // 2}, nodes_{n}}},")
print("};\n")
print("const rb_gauss_rule *rb_gauss(int nodes) {\n    int i = 0;\n    while (i < RB_GAUSS_RULES - 1 && 2 * rules[i].half < nodes) {\n        i++;\n    }\n    return &rules[i];\n}")
