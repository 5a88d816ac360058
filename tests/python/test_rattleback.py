"""The Python module against rbsim: the same numbers, clear errors, Ctrl-C."""

import json
import math
import os
import pathlib
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


class Mass(unittest.TestCase):
    def test_mass_is_that_of_rbsim(self):
        found, printed = rb.mass("k11-fig5"), json.loads(rbsim("mass", "k11-fig5", "--summary", "-"))
        for key, value in printed.items():
            self.assertTrue(np.array_equal(found[key], value))
        ball = rb.mass([{"solid": "sphere", "radius": 0.5, "mass": 2}])
        np.testing.assert_allclose(ball["inertia"], np.diag([0.2] * 3), atol=1e-15)
        with self.assertRaisesRegex(rb.RattlebackError, "radius"):
            rb.mass([{"solid": "sphere", "radius": -1, "mass": 2}])


class Studies(unittest.TestCase):
    def test_a_study_is_that_of_rbsim(self):
        with tempfile.TemporaryDirectory() as folder:
            spec, table = os.path.join(folder, "s.json"), os.path.join(folder, "s.csv")
            rbsim("sweep", "k15-a1", "--param", "law=coulomb,k15-d1", "--param", "mu=0.2:0.4:3", "--value",
                  "omega3_final,reversal_time", "--until", "0.05", "--quiet", "--spec", spec, "--csv", table)
            columns = rb.study(spec)
            self.assertEqual(list(columns), ["law", "mu", "omega3_final", "first_reversal_time"])
            self.assertEqual(list(columns["law"]), ["coulomb"] * 3 + ["k15-d1"] * 3)
            with open(table, encoding="utf-8") as file:
                rows = [line.split(",") for line in file if not line.startswith("#")][1:]
            self.assertEqual([float(row[2]) for row in rows], list(columns["omega3_final"]))
            self.assertTrue(np.isnan(columns["first_reversal_time"]).all())
            with open(spec, encoding="utf-8") as file:
                definition = json.load(file)
            definition["axes"][1]["count"] = 2
            self.assertEqual(len(rb.study(definition, threads=1)["mu"]), 4)
            definition["axes"][1]["count"] = 0
            with self.assertRaisesRegex(rb.RattlebackError, "count"):
                rb.study(definition)


class Lists(unittest.TestCase):
    def test_scenes_and_laws_are_those_of_rbsim(self):
        self.assertEqual([s.id for s in rb.scenes()], [s["id"] for s in json.loads(rbsim("scenes", "--json"))])
        self.assertEqual([l.id for l in rb.laws()], [l["id"] for l in json.loads(rbsim("laws", "--json"))])
        self.assertTrue(all(s.name and s.description and s.body and s.law for s in rb.scenes()))
        self.assertTrue(all(l.name and l.help for l in rb.laws()))

    def test_version(self):
        self.assertEqual(rbsim("--version").split()[1], rb.version())


class Runs(unittest.TestCase):
    def test_a_run_is_rbsims_to_the_last_digit(self):
        options = ["--law", "k11-p2", "--set", "mu=0.25", "--until", "1"]
        with tempfile.TemporaryDirectory() as folder:
            csv, summary = pathlib.Path(folder, "run.csv"), pathlib.Path(folder, "run.json")
            rbsim("run", "k11-fig5", *options, "--csv", str(csv), "--every", "0.02", "--summary", str(summary))
            header, *rows = (line for line in csv.read_text().splitlines() if not line.startswith("#"))
            reported = json.loads(summary.read_text())
        run = rb.run("k11-fig5", law="k11-p2", set={"mu": 0.25}, until=1, every=0.02)
        self.assertEqual(header.split(","), list(run))
        self.assertEqual(len(rows), len(run["t"]))
        table = np.array([[float(x) for x in row.split(",")] for row in rows])
        for column, name in enumerate(run):
            # 15 digits were printed
            np.testing.assert_allclose(run[name], table[:, column], rtol=1e-14, atol=1e-300)
        self.assertEqual(run.state_hash, reported["state_hash"])
        self.assertEqual(run.end_reason, reported["end_reason"])
        for name, value in run.outcomes.items():
            if name in reported and reported[name] is not None and name != "wall_seconds":
                self.assertAlmostEqual(value, reported[name], delta=1e-12 * max(1, abs(value)))
        self.assertEqual(run.units["omega3"], "rad/s")

    def test_a_bearing_is_that_of_rbsim(self):
        run = rb.run("bearing-skidding", set={"n": 3}, until=0.001, every=0.0002)
        printed = json.loads(rbsim("run", "bearing-skidding", "--set", "n=3", "--until", "0.001", "--summary", "-"))
        self.assertEqual(run.state_hash, printed["state_hash"])
        self.assertAlmostEqual(run.outcomes["skid_final"], printed["skid_final"], delta=1e-12)
        self.assertEqual(len(run["N_i_3"]), 6)

    def test_events_and_starts(self):
        run = rb.run("k11-fig5", until=1.2)
        kinds = [kind for kind, _, _ in run.events]
        self.assertIn("reversal", kinds)
        self.assertAlmostEqual(run.events[kinds.index("reversal")][1], run.outcomes["first_reversal_time"])
        other = rb.run("k11-fig5", until=0.1, start=2)
        self.assertNotEqual(other["omega3"][0], run["omega3"][0])
        self.assertTrue(math.isnan(other.outcomes["first_reversal_time"]))

    def test_the_solver_is_auto_by_default(self):
        hashes = {solver: rb.run("k11-fig5", until=0.1, solver=solver).state_hash for solver in ("auto", "scene", "dp5")}
        self.assertEqual(rb.run("k11-fig5", until=0.1).state_hash, hashes["auto"])
        self.assertEqual(hashes["scene"], hashes["dp5"])
        self.assertNotEqual(hashes["auto"], hashes["dp5"])
        self.assertEqual(rb.run("k11-fig5", set={"step": 2e-5}, until=0.1).state_hash, hashes["dp5"])

    def test_a_recording_too_large_for_memory_is_refused(self):
        with self.assertRaisesRegex(rb.RattlebackError, "expected at most 1 GB, got .*5e\\+09 rows"):
            rb.run("k11-fig5", every=1e-9, until=5)

    def test_switches_and_choices(self):
        run = rb.run("k11-fig5", set={"solver.method": "rodas", "contact.torque": False}, until=0.1)
        self.assertEqual(run.end_reason, "time")
        self.assertTrue(np.all(run["W_drill"] == 0))

    def test_what_is_wrong_is_reported(self):
        for arguments, part in [
            ((("no-such-scene",), {}), "no-such-scene"),
            ((("k11-fig5",), {"law": "nosuch"}), "nosuch"),
            ((("k11-fig5",), {"set": {"mu": -1}}), "mu"),
            ((("k11-fig5",), {"until": -1}), "until"),
            ((("k11-fig5",), {"every": 0}), "every"),
            ((("k11-fig5",), {"start": "nosuch"}), "nosuch"),
        ]:
            with self.subTest(part), self.assertRaisesRegex(rb.RattlebackError, part):
                rb.run(*arguments[0], **arguments[1])

    def test_ctrl_c_ends_a_run(self):
        code = "import rattleback as rb; print('begun', flush=True); rb.run('disk-k12', until=1e6, every=100)"
        child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        child.stdout.readline()
        child.send_signal(signal.SIGINT)
        _, errors = child.communicate(timeout=120)
        self.assertIn("KeyboardInterrupt", errors)
        self.assertNotEqual(child.returncode, 0)


class Laws(unittest.TestCase):
    def test_one_value_and_many(self):
        reported = [float(x) for x in rbsim("law", "exact-circle", "--u", "0.9 0", "--omega", "1", "--dc", "0.3", "--ds", "0.4").split()]
        T_x, T_y, M = rb.law("exact-circle", (0.9, 0), 1, d=(0.3, 0.4))
        self.assertEqual([float(T_x), float(T_y), float(M)], reported)
        angle = np.linspace(0, np.pi, 7)
        u = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
        T_x, T_y, M = rb.law("k11-p1", u, np.zeros((3, 1)))
        self.assertEqual(T_x.shape, (3, 7))
        np.testing.assert_allclose(T_x, np.broadcast_to(np.cos(angle), (3, 7)), atol=1e-15)
        np.testing.assert_allclose(M, 0, atol=1e-15)

    def test_what_is_wrong_is_reported(self):
        for arguments, part in [
            (("nosuch", (1, 0), 1), "nosuch"),
            (("k11-p1", (1, 0, 0), 1), "two numbers"),
        ]:
            with self.subTest(part), self.assertRaisesRegex(rb.RattlebackError, part):
                rb.law(*arguments)
        with self.assertRaisesRegex(rb.RattlebackError, "circular"):
            rb.law("k11-p1", (1, 0), 1, b=0.5)
        with self.assertRaisesRegex(rb.RattlebackError, "no parameter"):
            rb.law("k11-p1", (1, 0), 1, set={"nosuch": 1})


if __name__ == "__main__":
    unittest.main()
