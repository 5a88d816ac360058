#!/usr/bin/env python3
"""Writes src/contact/hertz_table_inline.h: ln b of a Hertz patch over ln kappa, the ratio of the
curvatures, with its first two derivatives, at the nodes of a quintic that starts Newton's method.

    tools/make_hertz_table.py > src/contact/hertz_table_inline.h

1/kappa = b^2 G/H (K15 (48); G, H, D of math/elliptic.h). With s = 1 + D/G + b^2 D/H,
d ln b/d ln kappa = -1/s. Forty digits, so that nothing cancels."""
from decimal import Decimal, getcontext

getcontext().prec = 60
PER_UNIT, LAST = 8, 16  # nodes in a unit of ln kappa, and the last one
TWO = Decimal(2)


def pi():
    a, b, t, p = Decimal(1), 1 / TWO.sqrt(), Decimal("0.25"), Decimal(1)
    for _ in range(8):
        mean = (a + b) / 2
        b, t = (a * b).sqrt(), t - p * (a - mean) ** 2
        a, p = mean, 2 * p
    return (a + b) ** 2 / (4 * t)


PI = pi()


def integrals(b):
    """G, H, D at b = exp(x), b < 1."""
    e2 = 1 - b * b
    a, g, c2, total, power = Decimal(1), b, e2, Decimal(0), Decimal("0.5")
    while True:
        total += power * c2
        if c2 < Decimal(10) ** -58:
            break
        mean, root = (a + g) / 2, (a * g).sqrt()
        c2, power = ((a - g) / 2) ** 2, 2 * power
        a, g = mean, root
    k = PI / (2 * a)
    e = k * (1 - total)
    big_g, big_h = (k - e) / e2, (e - b * b * k) / e2
    return big_g, big_h, (big_g - big_h) / e2


def slope(x):
    b = x.exp()
    g, h, d = integrals(b)
    return 1 + d / g + b * b * d / h


def misfit(x):
    b = x.exp()
    g, h, _ = integrals(b)
    return 2 * x + (g / h).ln()


def node(target):
    """ln b where 2 ln b + ln(G/H) = -target, and its derivatives by target."""
    if target == 0:  # a circle; exchanging the axes turns both logarithms round
        return Decimal(0), -TWO / 3, Decimal(0)
    x = -target * Decimal("0.65")
    for _ in range(60):
        change = (misfit(x) + target) / slope(x)
        x -= change
        if abs(change) < Decimal(10) ** -40:
            break
    step = Decimal(10) ** -10
    s = slope(x)
    rise = (slope(x + min(step, -x / 2)) - slope(x - min(step, -x / 2))) / (2 * min(step, -x / 2))
    return x, -1 / s, -rise / s**3


def main():
    print("/* ln b over ln kappa, from 0 in steps of 1/RB_HERTZ_PER_UNIT, with its derivatives, in these")
    print("   steps; written by tools/make_hertz_table.py. */")
    print("#ifndef RB_CONTACT_HERTZ_TABLE_INLINE_H")
    print("#define RB_CONTACT_HERTZ_TABLE_INLINE_H")
    print()
    print(f"#define RB_HERTZ_PER_UNIT {PER_UNIT}")
    print(f"#define RB_HERTZ_PIECES {PER_UNIT * LAST}")
    print(f"#define RB_HERTZ_TABLED {float(Decimal(LAST).exp()) * (1 - 1e-9)!r} /* kappa below it is */")
    print()
    print("/* clang-format off */")
    print("static const double rb_hertz_nodes[RB_HERTZ_PIECES + 1][3] = {")
    for i in range(PER_UNIT * LAST + 1):
        x, d1, d2 = node(Decimal(i) / PER_UNIT)
        numbers = (x, d1 / PER_UNIT, d2 / PER_UNIT**2)
        print("    {" + ", ".join(repr(float(v)) for v in numbers) + "},")
    print("};")
    print("/* clang-format on */")
    print()
    print("#endif")


main()
