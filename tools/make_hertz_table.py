#!/usr/bin/env python3
"""Writes src/contact/hertz_table.c: b and G of a Hertz patch over kappa, the ratio of the curvatures,
as polynomials on eighths of octaves.

    tools/make_hertz_table.py > src/contact/hertz_table.c

1/kappa = b^2 G/H (K15 (48); G, H, D of math/elliptic.h), solved to forty digits at Chebyshev's nodes. Both
functions are singular at kappa = 0 only, which is 17 halves of a piece away from its middle or more: of
degree n the polynomial leaves about 34^-(n + 1) of them."""
from decimal import Decimal, getcontext

getcontext().prec = 50
PIECES, OCTAVES, TERMS = 8, 12, 10  # pieces per octave, octaves, terms of a polynomial
TWO = Decimal(2)


def pi():
    a, b, t, p = Decimal(1), 1 / TWO.sqrt(), Decimal("0.25"), Decimal(1)
    for _ in range(8):
        mean = (a + b) / 2
        b, t = (a * b).sqrt(), t - p * (a - mean) ** 2
        a, p = mean, 2 * p
    return (a + b) ** 2 / (4 * t)


PI = pi()


def cosine(x):
    total, term, i = Decimal(0), Decimal(1), 0
    while abs(term) > Decimal(10) ** -48:
        total += term
        term *= -x * x / ((i + 1) * (i + 2))
        i += 2
    return total


def integrals(b):
    """G, H, D for b < 1."""
    e2 = 1 - b * b
    a, g, c2, total, power = Decimal(1), b, e2, Decimal(0), Decimal("0.5")
    while True:
        total += power * c2
        if c2 < Decimal(10) ** -48:
            break
        mean, root = (a + g) / 2, (a * g).sqrt()
        c2, power = ((a - g) / 2) ** 2, 2 * power
        a, g = mean, root
    k = PI / (2 * a)
    e = k * (1 - total)
    big_g, big_h = (k - e) / e2, (e - b * b * k) / e2
    return big_g, big_h, (big_g - big_h) / e2


def shape(kappa):
    """b and G, by Newton's method in ln b: d ln(b^2 G/H) = (1 + D/G + b^2 D/H) d ln b."""
    b = kappa ** Decimal("-0.65")
    for _ in range(60):
        g, h, d = integrals(b)
        step = -(kappa * b * b * g / h).ln() / (1 + d / g + b * b * d / h)
        b *= step.exp()
        if abs(step) < Decimal(10) ** -22:  # the next correction would be its square
            break
    return b, integrals(b)[0]


def powers(chebyshev):
    """The same polynomial by powers of t."""
    before, now = [Decimal(1)], [Decimal(0), Decimal(1)]
    total = [Decimal(0)] * len(chebyshev)
    for i, c in enumerate(chebyshev):
        for j, p in enumerate(before):
            total[j] += c * p
        after = [Decimal(0)] + [2 * p for p in now]
        for j, p in enumerate(before):
            after[j] -= p
        before, now = now, after
    return total


def piece(octave, eighth):
    """The terms of b and of G where kappa = 2^octave (middle + t/(2 PIECES))."""
    nodes = TERMS + 4
    angles = [PI * (2 * i + 1) / (2 * nodes) for i in range(nodes)]
    middle = 1 + (Decimal(eighth) + Decimal("0.5")) / PIECES
    values = [shape(TWO**octave * (middle + cosine(x) / (2 * PIECES))) for x in angles]
    rows = []
    for which in range(2):
        chebyshev = []
        for j in range(TERMS):
            total = sum(v[which] * cosine(j * x) for v, x in zip(values, angles))
            chebyshev.append(total * (1 if j == 0 else 2) / nodes)
        rows.append(powers(chebyshev))
    return rows


def main():
    print("/* b and G over kappa, as polynomials on pieces of octaves: {b, G} of the constant term, of the next ...")
    print("   Written by tools/make_hertz_table.py. */")
    print('#include "contact/hertz_inline.h"')
    print()
    print("/* clang-format off */")
    print(f"const double rb_hertz_table[{OCTAVES} * RB_HERTZ_PIECES][RB_HERTZ_TERMS][2] = {{")
    for i in range(OCTAVES * PIECES):
        terms = zip(*piece(i // PIECES, i % PIECES))
        text = ["{" + f"{float(b)!r}, {float(g)!r}" + "}" for b, g in terms]
        print("    {" + ", ".join(text[: TERMS // 2]) + ",")
        print("     " + ", ".join(text[TERMS // 2 :]) + "},")
    print("};")
    print("/* clang-format on */")


main()
