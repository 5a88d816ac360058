#!/usr/bin/env python3
"""Finds the first direction numbers of our Sobol sequence: prints the rows of src/math/random.c.

Every dimension has a primitive polynomial over GF(2), in the order of their degrees, and free odd numbers
m_1 ... m_s, one for each degree. Of all that are possible, dimension by dimension, those are taken that
- keep Sobol's property A: of 2^d points beginning at a multiple of it, each of the 2^d halves of all d axes
  holds one (the determinant of the first digits is odd), and then
- spread best together with each dimension before: the least worst quality t, then the least sum of t, of the
  2^m points in all those planes, m = 1 ... 14. (t: every elementary interval of area 2^(t-m) holds 2^t points;
  the digits that decide are linearly independent.)
Needs nothing but Python; takes about a minute.
"""
import itertools

DIMENSIONS = 8
DIGITS = 14


def period(polynomial):
    """Order of x modulo the polynomial: 2^degree - 1 if it is primitive."""
    degree = polynomial.bit_length() - 1
    power, count = 1, 0
    while True:
        power <<= 1
        if power >> degree:
            power ^= polynomial
        count += 1
        if power == 1 or count > 1 << degree:
            return count


def primitive_polynomials():
    degree = 1
    while True:
        for inner in range(1 << (degree - 1)):
            polynomial = 1 << degree | inner << 1 | 1
            if degree == 1 or period(polynomial) == (1 << degree) - 1:
                yield polynomial
        degree += 1


def directions(polynomial, first):
    """m_k of the recurrence m_k = 2 a_1 m_(k-1) ^ ... ^ 2^s m_(k-s) ^ m_(k-s)."""
    degree = polynomial.bit_length() - 1
    m = list(first)
    for k in range(len(m), DIGITS):
        value = m[k - degree]
        for i in range(1, degree + 1):
            if polynomial >> (degree - i) & 1:
                value ^= m[k - i] << i
        m.append(value)
    return m


def rows(m):
    """Row r: digit r + 1 after the point, as a function of the point's number (bit k: its bit k)."""
    return [sum((m[k] >> (k - r) & 1) << k for k in range(r, DIGITS)) for r in range(DIGITS)]


def independent(vectors):
    basis = []
    for v in vectors:
        for b in basis:
            v = min(v, v ^ b)
        if v == 0:
            return False
        basis.append(v)
    return True


def quality(a, b, m):
    """t of the first 2^m points in the plane of two dimensions."""
    mask = (1 << m) - 1
    for t in range(m + 1):
        digits = m - t
        if all(independent([r & mask for r in a[:i] + b[: digits - i]]) for i in range(digits + 1)):
            return t
    return m


def choose(polynomial, before):
    degree = polynomial.bit_length() - 1
    best = None
    for first in itertools.product(*[range(1, 2 << k, 2) for k in range(degree)]):
        mine = rows(directions(polynomial, first))
        size = len(before) + 1
        if not independent([other[0] & ((1 << size) - 1) for other in before + [mine]]):
            continue
        worst, total = 0, 0
        for other in before:
            for m in range(1, DIGITS + 1):
                t = quality(other, mine, m)
                worst, total = max(worst, t), total + t
            if best is not None and (worst, total) > best[0]:
                break
        if best is None or (worst, total) < best[0]:
            best = ((worst, total), first, mine)
    return best


def main():
    before = [[1 << r for r in range(DIGITS)]]  # the first dimension: digits in reverse
    for polynomial in itertools.islice(primitive_polynomials(), DIMENSIONS - 1):
        (worst, total), first, mine = choose(polynomial, before)
        numbers = ", ".join(str(m) for m in first)
        print(f"    {{{polynomial:#04x}, {{{numbers}}}}}, /* t <= {worst}, together {total} */", flush=True)
        before.append(mine)


if __name__ == "__main__":
    main()
