#!/usr/bin/env python3
"""Periods of K12's diagram by a program that shares nothing with ours but the equations
(docs/physics.md, "The disk on the belt"): every column is a lane of numpy arrays with a step of its own,
Dormand and Prince's 5(4) at a tolerance of 1e-10; slip ends where bisection of the last step says, stick
where a quadratic equation does. usage: check_disk_columns.py RBSIM [COLUMNS]: compares as many columns,
evenly over mu0 = 11.2 ... 25.2, with "rbsim bifurcation"; status 1 where fewer than 97 of 100 of those with
a period of at most 30 have the same. Takes some minutes of processor time, hardly more for a hundred columns
than for one; no test runs it."""
import csv
import io
import subprocess
import sys

try:
    import numpy as np
except ImportError:
    print("numpy is not installed")
    sys.exit(77)

MASS, K12, C, MU, V_BELT, EPS = 90.0, 0.85, 1e-5, 5.0, 0.15, 1e-7
TRANSIENT, POINTS, PATIENCE, TOLERANCE = 150, 100, 3000.0, 1e-10
PHI_START = -8.0  # inside the stick-slip basin for all mu0 = 11.2 ... 25.2

# Dormand and Prince 1980.
A = [
    [],
    [1 / 5],
    [3 / 40, 9 / 40],
    [44 / 45, -56 / 15, 32 / 9],
    [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
    [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
    [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
]
ERROR = [71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40]


def slip(y):
    """Derivative of (x, phi, x', phi') during slip: law I, T = cos, M = 2/3 sin of the direction of slip."""
    x, phi, dx, dphi = y
    u = dx - V_BELT
    size = np.sqrt(u * u + dphi * dphi)
    size = np.where(size > 0, size, 1)
    return np.array([
        dx,
        dphi,
        -(C * dx + x + K12 * phi + MU * u / size),
        -(C * dphi + K12 * x + phi + MU * 2 / 3 * dphi / size) / MASS,
    ])


def step(y, h):
    """Makes one step in each lane; returns the new state and the error relative to the tolerance."""
    k = []
    for row in A:
        s = y
        for a, slope in zip(row, k):
            if a != 0:
                s = s + h * a * slope
        k.append(slip(s))
    wrong = h * sum(e * slope for e, slope in zip(ERROR, k) if e != 0)
    scale = TOLERANCE * (1 + np.abs(s))
    return s, np.sqrt(np.mean((wrong / scale) ** 2, axis=0))


def slip_speed(y):
    return np.hypot(y[2] - V_BELT, y[3])


def release(x, phi, mu0):
    """For a stick phase that starts at rest on the belt: its duration, and the direction of the slip after it."""
    # xi^2 = T'^2 + 9/4 M'^2 = 1 with x growing at the belt's speed: a t^2 + 2 b t + c = 0.
    t0, m0 = C * V_BELT + x + K12 * phi, K12 * x + phi
    a = V_BELT**2 * (1 + 9 / 4 * K12**2)
    b = V_BELT * (t0 + 9 / 4 * K12 * m0)
    c = t0**2 + 9 / 4 * m0**2 - mu0**2
    held = np.where(c >= 0, 0, (-b + np.sqrt(np.maximum(b * b - a * c, 0))) / a)
    force = -(t0 + V_BELT * held) / mu0
    torque = -(m0 + K12 * V_BELT * held) / mu0
    xi = np.sqrt(force**2 + 9 / 4 * torque**2)
    return held, force / xi, 1.5 * torque / xi


def start_slipping(y, mu0):
    held, cos, sin = release(y[0], y[1], mu0)
    return np.array([y[0] + V_BELT * held, y[1], V_BELT + EPS * cos, EPS * sin])


def end_of_slip(y, h):
    """Position in the step where the slip speed falls below EPS."""
    low, high = np.zeros_like(h), h.copy()
    for _ in range(60):
        middle = (low + high) / 2
        below = slip_speed(step(y, middle)[0]) < EPS
        low, high = np.where(below, low, middle), np.where(below, middle, high)
    return step(y, high)[0]


def columns(mu0):
    """The points of each column; fewer than requested if it slips without end."""
    count = len(mu0)
    start = np.zeros((4, count))
    start[1] = PHI_START
    y = start_slipping(start, mu0)
    h, slipped = np.full(count, 1e-6), np.zeros(count)
    points = [[] for _ in range(count)]
    live = np.arange(count)
    while len(live) > 0:
        before, length = y[:, live], h[live]
        after, wrong = step(before, length)
        good = wrong <= 1
        ends = good & (slip_speed(before) > EPS) & (slip_speed(after) < EPS)
        h[live] = length * np.clip(0.9 * np.maximum(wrong, 1e-10) ** -0.2, 0.2, 5)
        y[:, live[good]] = after[:, good]
        slipped[live] += np.where(good, length, 0)
        if ends.any():
            lanes = live[ends]
            stuck = end_of_slip(before[:, ends], length[ends])
            for lane, x, phi in zip(lanes, stuck[0], stuck[1]):
                points[lane].append((x, phi))
            y[:, lanes] = start_slipping(stuck, mu0[lanes])
            h[lanes], slipped[lanes] = 1e-6, 0
        asked = TRANSIENT + POINTS
        live = np.array([i for i in live if slipped[i] <= PATIENCE and len(points[i]) < asked], dtype=int)
    return points


def period(found):
    """The smallest number of points after which all repeat; 0: none, -1: it slips without end."""
    if len(found) < TRANSIENT + POINTS:
        return -1
    p = np.array(found[TRANSIENT:])
    for n in range(1, POINTS // 2 + 1):
        if np.abs(p[n:] - p[:-n]).max() < 1e-5 * (1 + np.abs(p).max()):
            return n
    return 0


def ours(rbsim, count):
    out = subprocess.run(
        [rbsim, "bifurcation", "disk-k12", "--param", f"mu0=11.2:25.2:{count}", "--transient", str(TRANSIENT),
         "--points", str(POINTS), "--csv", "/dev/null", "--periods", "-", "--quiet"],
        check=True, capture_output=True, text=True).stdout
    rows = csv.DictReader(io.StringIO("\n".join(l for l in out.splitlines() if not l.startswith("#"))))
    return [(float(r["mu0"]), int(r["period"])) for r in rows]


def main():
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 15
    rows = ours(sys.argv[1], count)
    found = [period(p) for p in columns(np.array([mu0 for mu0, _ in rows]))]
    checked = same = 0
    for (mu0, theirs), mine in zip(rows, found):
        known = 1 <= mine <= 30
        checked += known
        same += known and mine == theirs
        print(f"{mu0:.6g}: {mine} here, {theirs} by rbsim" + ("   DIFFERENT" if known and mine != theirs else ""))
    print(f"{same} of {checked} columns with a period of at most 30 have the same")
    sys.exit(0 if checked > 0 and same >= 0.97 * checked else 1)


if __name__ == "__main__":
    main()
