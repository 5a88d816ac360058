"""Analyses of a motion, basins and fits from Python: the same numbers as rbsim, clear errors, progress, Ctrl-C."""

import csv
import json
import math
import os
import signal
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import rattleback as rb

RBSIM = os.environ["RBSIM"]


def rbsim(*arguments: str) -> str:
    return subprocess.run([RBSIM, *arguments], check=True, capture_output=True, text=True).stdout


def summary(*arguments: str) -> dict:
    return json.loads(rbsim(*arguments, "--summary", "-"))


class Dynamics(unittest.TestCase):
    def test_a_gradient_is_that_of_rbsim(self):
        shares = []
        of, by = ["reversal_time", "omega3_final", "N_min"], ["mu", "omega3"]
        found = rb.gradient("k11-fig5", of, by, until=1, progress=shares.append)
        printed = summary("gradient", "k11-fig5", "--of", ",".join(of), "--by", "mu,omega3", "--until", "1")
        self.assertEqual(found.outcomes, tuple(printed["gradient"]))
        self.assertEqual(found.values.tolist(), list(printed["values"].values()))
        for name in found.outcomes[:2]:
            for parameter in by:
                self.assertEqual(found[name, parameter], printed["gradient"][name][parameter])
        self.assertTrue(np.isnan(found.jacobian[2]).all())  # an extreme of the normal force has no derivative
        self.assertTrue(all(0 <= share <= 1 for share in shares) and shares[-1] == 1)
        # Against a central difference of runs, which is accurate to about 1e-6 of it; the runs to 1e-8 of omega3.
        start = rb.run("k11-fig5", until=0.01)["omega3"][0]
        runs = [rb.run("k11-fig5", set={"omega3": start + d}, until=1).outcomes["omega3_final"] for d in (-1e-3, 1e-3)]
        slope = found["omega3_final", "omega3"]
        self.assertAlmostEqual(slope, (runs[1] - runs[0]) / 2e-3, delta=1e-4 * abs(slope))

    def test_exponents_are_those_of_rbsim(self):
        found = rb.lyapunov("disk-k12", until=400, transient=50)
        printed = summary("lyapunov", "disk-k12", "--until", "400", "--transient", "50")
        known = [-math.inf if x is None else x for x in printed["exponents"]]
        self.assertEqual(found.exponents.tolist(), known)
        self.assertEqual(found.exponents[-1], -math.inf)  # sticking takes two directions
        self.assertEqual(found.transient, 50)
        with self.assertRaisesRegex(rb.RattlebackError, "ended"):
            rb.lyapunov("k11-fig5", until=1000)
        with self.assertRaisesRegex(rb.RattlebackError, "transient"):
            rb.lyapunov("disk-k12", until=1, transient=2)

    def test_dimension_by_kaplan_and_yorke(self):
        # Lorenz's system at its usual parameters: exponents 0.9056, 0, -14.5723 give 2.062 (Sprott 2003).
        lorenz = rb.Lyapunov(np.array([0.9056, 0, -14.5723]), np.zeros(3), -13.6667, -13.6667, 0, 1)
        self.assertAlmostEqual(lorenz.dimension, 2.062, delta=5e-4)
        growing = rb.Lyapunov(np.array([1.0]), np.zeros(1), 1, 1, 0, 1)
        self.assertTrue(math.isnan(growing.dimension))

    def test_an_orbit_is_that_of_rbsim(self):
        options = {"transient": 60, "points": 20}
        found = rb.orbit("disk-k12", **options)
        printed = summary("orbit", "disk-k12", "--transient", "60", "--points", "20")
        self.assertEqual(found.period, printed["period"])
        self.assertEqual(found.period_time, printed["period_time"])
        self.assertEqual(found.at, printed["at"])
        self.assertEqual([[z.real, z.imag] for z in found.multipliers], printed["multipliers"])
        self.assertTrue(found.stable)
        with self.assertRaisesRegex(rb.RattlebackError, "period less than points"):
            rb.orbit("disk-k12", points=3, period=3)
        with self.assertRaisesRegex(rb.RattlebackError, "nosuch"):
            rb.orbit("disk-k12", section="nosuch")

    def test_a_window_of_k12_ends_where_its_orbit_grazes(self):
        shares = []
        options = {"transient": 60, "points": 20, "progress": shares.append}
        found = rb.branches("disk-k12", "mu0", 24.825, 24.815, **options)
        printed = summary("orbit", "disk-k12", "--along", "mu0=24.825:24.815", "--transient", "60", "--points", "20")
        self.assertEqual(found.parameter, "mu0")
        self.assertEqual(len(found.path), printed["orbits"])
        self.assertEqual([p.value for p in found.bifurcations], [p["value"] for p in printed["bifurcations"]])
        edge = [p for p in found.bifurcations if p.kind == "grazing"]
        self.assertAlmostEqual(edge[0].value, 24.8199064, delta=1e-6)  # tests/analysis/test_continuation.c
        self.assertEqual(found.path[0].points.shape, (1, 2))
        self.assertEqual(shares[-1], 1)
        with self.assertRaisesRegex(rb.RattlebackError, "start value"):
            rb.branches("disk-k12", "x", 0, 1)

    def test_ctrl_c_ends_each(self):
        for call in (
            "lyapunov('disk-k12', until=1e7)",
            "orbit('disk-k12', transient=100000)",
            "gradient('disk-k12', of='E_final', by='mu0', until=1e7)",
            "basins('disk-k12', ('x', 0, 1, 100), ('phi', 0, 1, 100))",
        ):
            with self.subTest(call):
                code = f"import rattleback as rb; print('begun', flush=True); rb.{call}"
                child = subprocess.Popen(
                    [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
                )
                child.stdout.readline()
                child.send_signal(signal.SIGINT)
                _, errors = child.communicate(timeout=120)
                self.assertIn("KeyboardInterrupt", errors)

    def test_an_error_of_progress_ends_the_computation(self):
        def fail(share):
            raise ZeroDivisionError

        with self.assertRaises(ZeroDivisionError):
            rb.lyapunov("disk-k12", until=1e7, progress=fail)


class Studies(unittest.TestCase):
    def test_basins_are_those_of_rbsim(self):
        options = ["--x", "x=-20:20:3", "--y", "phi=-8:2:2", "--points", "10", "--quiet"]
        with tempfile.TemporaryDirectory() as folder:
            table, known = os.path.join(folder, "b.csv"), os.path.join(folder, "b.json")
            rbsim("basins", "disk-k12", *options, "--csv", table, "--summary", known)
            with open(table, encoding="utf-8") as file:
                rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
            with open(known, encoding="utf-8") as file:
                printed = json.load(file)
        found = rb.basins("disk-k12", ("x", -20, 20, 3), ("phi", -8, 2, 2), points=10)
        self.assertEqual(found.names, ("x", "phi"))
        self.assertEqual(found.attractor.shape, (2, 3))
        for row in rows:
            i, k = np.argmin(abs(found.y - float(row["phi"]))), np.argmin(abs(found.x - float(row["x"])))
            self.assertEqual(found.attractor[i, k], int(row["attractor"]))
        self.assertEqual([a.share for a in found.attractors], [a["share"] for a in printed["attractors"]])
        self.assertEqual(found.attractors[0].points.tolist(), printed["attractors"][0]["points"])
        with self.assertRaisesRegex(rb.RattlebackError, "nosuch"):
            rb.basins("disk-k12", ("nosuch", 0, 1, 2), ("phi", 0, 1, 2))

    def test_a_fit_is_that_of_rbsim(self):
        with tempfile.TemporaryDirectory() as folder:
            path = {name: os.path.join(folder, name + ".csv") for name in ("data", "profiles", "comparison", "posterior")}
            rbsim("track", "k15-d1", "--until", "0.4", "--solver", "rodas", "--rate", "50", "--csv", path["data"])
            table = rbsim(
                *("fit", "k15-d1", "--set", "mu=0.2", "--data", path["data"], "--free", "mu,d_a", "--rtol", "1e-5"),
                *("--laws", "coulomb", "--profile", "mu", "--profiles", path["profiles"], "--steps", "10"),
                *("--comparison", path["comparison"], "--posterior", path["posterior"], "--csv", "-", "--quiet"),
            )
            shares = []
            found = rb.fit(
                *("k15-d1", path["data"], ["mu", "d_a"]),
                set={"mu": 0.2, "rtol": 1e-5},
                laws="coulomb",
                profile="mu",
                compare=True,
                posterior=10,
                threads=1,
                progress=shares.append,
            )
            known = {"table": table.splitlines()}
            for name in ("profiles", "comparison", "posterior"):
                with open(path[name], encoding="utf-8") as file:
                    known[name] = file.read().splitlines()
            with self.assertRaisesRegex(rb.RattlebackError, "profile"):
                rb.fit("k15-d1", path["data"], "mu", profile="a")
        for name, lines in known.items():
            rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
            columns = getattr(found, name)
            self.assertEqual(list(columns), list(rows[0]))
            for column, values in columns.items():
                printed = [row[column] for row in rows]
                if values.dtype.kind == "f":
                    np.testing.assert_array_equal(values, [float(x or "nan") for x in printed])
                else:
                    self.assertEqual(list(values), printed)
        self.assertAlmostEqual(found.value("mu"), 0.2307, delta=1e-5)  # that of the scene, which made the data
        self.assertAlmostEqual(found.fitted["contact"]["mu"], found.value("mu"), delta=1e-9)  # ten digits in the table
        self.assertEqual(found.comparison["law"][0], "k15-d1")
        self.assertEqual(shares[-1], 1)
        with self.assertRaises(KeyError):
            found.value("nosuch")
        with self.assertRaisesRegex(rb.RattlebackError, "nosuch.csv"):
            rb.fit("k15-d1", "nosuch.csv", "mu")

    def test_frames(self):
        try:
            import pandas
            import xarray
        except ImportError:
            self.skipTest("pandas or xarray is not installed")
        frame = rb.gradient("k11-fig5", "omega3_final", "mu", until=0.1).frame()
        self.assertIsInstance(frame, pandas.DataFrame)
        found = rb.basins("disk-k12", ("x", -20, 20, 2), ("phi", -8, 2, 2), transient=2, points=6, threads=1)
        self.assertIsInstance(found.dataset(), xarray.Dataset)
        self.assertEqual(found.dataset()["attractor"].dims, ("phi", "x"))


if __name__ == "__main__":
    unittest.main()
