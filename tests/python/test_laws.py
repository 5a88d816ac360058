"""Friction laws added from Python, written in C and in Python: the same numbers as the built-in ones, clear errors."""

import ctypes
import json
import math
import os
import pathlib
import subprocess
import tempfile
import threading
import unittest
from unittest import mock

import numpy as np

import rattleback as rb
from rattleback import _laws

# The built-in law "viscous" (src/contact/friction/simple_inline.h), with the same order of operations: linear in the
# velocities, so that even its derivatives by central differences are exact except for rounding.
VISCOUS = """
#include <rattleback/friction.h>

static const rb_param params[] = {
    {.name = "v_0", .symbol = "v", .unit = "m/s", .max = 1000, .def = 0.1, .help = "h", .source = "s", .flags = RB_PARAM_ABOVE},
};

static void evaluate(const rb_friction *f, const rb_slip *slip, rb_traction *out, rb_traction_jacobian *jac) {
    double k = f->patch.a / f->params[0], b = f->patch.b;
    double x = slip->d_c / 5, y = b * slip->d_s / 5, rr = (1 + b * b) / 5;
    out->T_x = k * (slip->u_x - y * slip->omega);
    out->T_y = k * (slip->u_y + x * slip->omega);
    out->M = k * (x * slip->u_y - y * slip->u_x + rr * slip->omega);
    (void)jac;
}

const rb_friction_law law = {
    .id = "ID", .name = "Viscous in C", .source = "test", .help = "linear",
    .pressure = RB_PRESSURE_HERTZ, .shape = RB_PATCH_ELLIPSE, .couples_rolling = true, .unbounded = true,
    .params = RB_PARAM_TABLE(params), .evaluate = evaluate,
};
"""


def viscous(slip, v_0):
    k = slip.a / v_0
    x, y, rr = slip.d_c / 5, slip.b * slip.d_s / 5, (1 + slip.b * slip.b) / 5
    return (
        k * (slip.u_x - y * slip.omega),
        k * (slip.u_y + x * slip.omega),
        k * (x * slip.u_y - y * slip.u_x + rr * slip.omega),
    )


def in_c(id: str) -> str:
    return rb.law_from_c(VISCOUS.replace("ID", id))


def in_python(id: str, function=viscous, v_0=rb.Parameter(0.1, 0, 1000, "m/s"), **options) -> str:
    kind = {"shape": "ellipse", "couples_rolling": True, "unbounded": True, **options}
    return rb.law_from_python(id, function, {"v_0": v_0}, **kind)


class Same(unittest.TestCase):
    def compare(self, law: str) -> None:
        """With the built-in law: tractions and a run by an explicit method to the bit, an implicit one nearly."""
        slips = np.linspace(-4, 4, 15).reshape(5, 3)
        for set in ({}, {"v_0": 0.7}):
            found = rb.law(law, slips[:, :2], slips[:, 2], d=(0.1, -0.2), a=2e-3, b=0.5, set=set)
            expected = rb.law("viscous", slips[:, :2], slips[:, 2], d=(0.1, -0.2), a=2e-3, b=0.5, set=set)
            self.assertTrue(np.array_equal(found, expected))
        for solver, set in (("dp5", {}), ("dp5", {"v_0": 0.3})):
            runs = [rb.run("k11-fig5", law=id, solver=solver, set=set, until=0.02) for id in (law, "viscous")]
            for name in ("omega3", "E", "W_slide"):
                self.assertTrue(np.array_equal(runs[0][name], runs[1][name]), name)
        # auto: the error of each run is about 1e-8 of omega3 (about 6 rad/s).
        runs = [rb.run("k11-fig5", law=id, until=0.05) for id in (law, "viscous")]
        np.testing.assert_allclose(runs[0]["omega3"], runs[1]["omega3"], atol=1e-6)

    def test_a_law_in_c(self):
        id = in_c("c-viscous")
        self.assertEqual(id, "c-viscous")
        self.compare(id)
        self.assertEqual([(l.name, l.source, l.help) for l in rb.laws() if l.id == id], [("Viscous in C", "test", "linear")])

    def test_a_law_in_c_from_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a law.c")
            path.write_text('#include "formula.h"\n')
            pathlib.Path(folder, "formula.h").write_text(VISCOUS.replace("ID", "c-file"))
            id = rb.law_from_c(path)
            with self.assertRaisesRegex(rb.RattlebackError, "c-file: expected an id that is not in use"):
                rb.law_from_c(str(path))
        self.assertEqual(rb.law(id, (1, 0), 0)[0], rb.law("viscous", (1, 0), 0)[0])

    def test_a_law_in_c_may_use_the_library(self):
        source = VISCOUS.replace("ID", "c-scaled").replace("(void)jac;", """
            rb_friction other;
            rb_friction_init(&other, rb_friction_law_find("viscous"), f->params, f->patch);
            rb_friction_eval(&other, slip, out, NULL);
            out->T_x *= 2;""")
        T_x, T_y, _ = rb.law(rb.law_from_c(source), (1, 3), 0)
        self.assertEqual((T_x, T_y), tuple(k * x for k, x in zip((2, 1), rb.law("viscous", (1, 3), 0)[:2])))

    def test_a_law_in_python(self):
        id = in_python("py-viscous", name="Viscous in Python", help="linear")
        self.compare(id)
        self.assertEqual(
            [(l.name, l.source, l.help) for l in rb.laws() if l.id == id], [("Viscous in Python", "Python", "linear")]
        )
        with self.assertRaisesRegex(rb.RattlebackError, "expected 0 <= v_0 <= 1000 m/s, got -1"):
            rb.run("k11-fig5", law=id, set={"v_0": -1}, until=0.01)

    def test_a_compiled_function(self):
        # As numba's cfunc: an object with the address of a function of the type of evaluate.
        with tempfile.TemporaryDirectory() as folder:
            compiled = pathlib.Path(folder, "function.so")
            _laws._compile(VISCOUS.replace("static void evaluate", "void evaluate"), compiled)
            library = ctypes.CDLL(str(compiled))
            address = ctypes.cast(library.evaluate, ctypes.c_void_p).value
            self.compare(in_python("address-viscous", address))
            self.compare(in_python("cfunc-viscous", mock.Mock(address=address)))

    def test_structures_are_those_of_the_headers(self):
        fields = {
            "sizeof(rb_param)": ctypes.sizeof(_laws._Param),
            "offsetof(rb_param, flags)": _laws._Param.flags.offset,
            "sizeof(rb_friction_law)": ctypes.sizeof(_laws._FrictionLaw),
            "offsetof(rb_friction_law, evaluate)": _laws._FrictionLaw.evaluate.offset,
            "offsetof(rb_friction_law, range)": _laws._FrictionLaw.range.offset,
            "offsetof(rb_friction, patch)": _laws._Friction.a.offset,
            "offsetof(rb_friction, params)": _laws._Friction.params.offset,
            "sizeof(rb_slip)": 7 * 8,
            "offsetof(rb_slip, d_s)": 4 * 8,
            "RB_PARAMS_MAX": _laws._PARAMS_MAX,
            "RB_PARAM_SOFTENS": _laws._SOFTENS,
            "RB_PRESSURE_UNIFORM": _laws._PRESSURES.index("uniform"),
            "RB_PATCH_ELLIPSE": _laws._SHAPES.index("ellipse"),
        }
        source = f"#include <rattleback/friction.h>\nconst size_t found[] = {{{', '.join(fields)}}};"
        with tempfile.TemporaryDirectory() as folder:
            compiled = pathlib.Path(folder, "sizes.so")
            _laws._compile(source, compiled)
            found = (ctypes.c_size_t * len(fields)).in_dll(ctypes.CDLL(str(compiled)), "found")
        self.assertEqual(dict(zip(fields, found)), fields)

    def test_softening_is_0_in_the_law_as_printed(self):
        def root(slip, k, eps):
            s = math.sqrt(slip.u_x**2 + slip.u_y**2 + k * slip.omega**2 + eps**2)
            return slip.u_x / s, slip.u_y / s, 0

        id = rb.law_from_python("py-root", root, {"k": 1, "eps": rb.Parameter(0.05, 0, 10, softens=True)})
        self.assertEqual([float(x) for x in rb.law(id, (3, 4), 0)], [0.6, 0.8, 0])
        self.assertLess(float(rb.law(id, (3, 4), 0, set={"eps": 1})[0]), 0.6)
        run = rb.run("k11-fig5", law=id, until=0.05)
        self.assertLess(run.outcomes["energy_balance_error"], 1e-6)

    def test_studies_use_it(self):
        ids = ["viscous", in_c("c-study"), in_python("py-study")]
        with tempfile.TemporaryDirectory() as folder:
            spec, table = os.path.join(folder, "s.json"), os.path.join(folder, "s.csv")
            sweep = ["sweep", "k11-fig5", "--param", "law=viscous,coulomb", "--param", "mu=0.2:0.4:3"]
            sweep += ["--value", "omega3_final", "--until", "0.01", "--solver", "dp5", "--quiet", "--spec", spec, "--csv", table]
            subprocess.run([os.environ["RBSIM"], *sweep], check=True)
            definition = json.loads(pathlib.Path(spec).read_text())
        definition["axes"][0]["list"] = ids
        columns = rb.study(definition, threads=2)
        self.assertEqual(list(columns["law"]), [id for id in ids for _ in range(3)])
        found = columns["omega3_final"].reshape(3, 3)
        self.assertEqual(len(np.unique(found[0])), 3)
        for other in found[1:]:
            self.assertTrue(np.array_equal(other, found[0]))
        found = [rb.gradient("k11-fig5", "omega3_final", "mu", law=id, solver="dp5", until=0.02).jacobian for id in ids]
        for other in found[1:]:  # derivatives of the law by differences: about 1e-9
            np.testing.assert_allclose(other, found[0], rtol=1e-6)


class Documentation(unittest.TestCase):
    def test_the_program_of_the_studies_page(self):
        page = pathlib.Path(__file__).parents[2].joinpath("docs/studies.md").read_text(encoding="utf-8")
        program = page.split("### Own friction laws")[1].split("```python\n")[1].split("```")[0]
        exec(program, {})
        # Its two laws are one: M0 is k and the softening 0.05 in both. Runs by auto are accurate to about 1e-8.
        times = [rb.run("k11-fig5", law=id, until=1).outcomes["first_reversal_time"] for id in ("own-c", "own-python")]
        self.assertAlmostEqual(times[0], times[1], delta=1e-7)


class Errors(unittest.TestCase):
    def test_of_the_source(self):
        for source, part in [
            ("int x = ;", "does not compile:\n.*<stdin>:1:9: error"),
            ("int x;", "expected a definition `const rb_friction_law law"),
            ("nosuch.c", "nosuch.c: expected a file"),
            (VISCOUS.replace("ID", "Not An Id"), "expected an id of"),
            (VISCOUS.replace("ID", "c-wrong").replace("(void)jac;", "if (jac) jac->d[0][0] = 7;"), "derivative of T_x by u_x"),
            (VISCOUS.replace("(void)jac;", "nosuch(jac);"), "nosuch"),
            (VISCOUS.replace("const rb_slip *slip", "const double *slip"), "does not compile"),
            ("double f(double);" + VISCOUS.replace("(void)jac;", "out->M = f(1);"), "does not compile"),
        ]:
            with self.subTest(part), self.assertRaisesRegex(rb.RattlebackError, part):
                rb.law_from_c(source)

    def test_without_compiler_or_headers(self):
        with mock.patch.dict(os.environ, {"CC": "nosuch-cc -O1"}):
            with self.assertRaisesRegex(rb.RattlebackError, "no C compiler: nosuch-cc was not found"):
                in_c("c-none")
        with mock.patch.object(pathlib.Path, "is_file", lambda self: False):
            with self.assertRaisesRegex(rb.RattlebackError, "headers of rattleback were not found: expected include"):
                in_c("c-none")

    def test_of_arguments(self):
        for options, part in [
            ({"pressure": "nosuch"}, "pressure: expected one of point, hertz"),
            ({"shape": "nosuch"}, "shape: expected one of"),
            ({"function": 0.5}, "function: expected a function or an address"),
            ({"function": 0}, "expected evaluate"),
            ({"v_0": rb.Parameter(2, 0, 1)}, "v_0: expected 0 <= default <= 1, got 2"),
            ({"v_0": math.nan}, "v_0: expected -inf <= default"),
        ]:
            with self.subTest(part), self.assertRaisesRegex(rb.RattlebackError, part):
                in_python("py-refused", **options)
        with self.assertRaisesRegex(rb.RattlebackError, "at most 24, got 25"):
            rb.law_from_python("py-refused", viscous, {f"p{i}": 0 for i in range(25)})
        with self.assertRaisesRegex(rb.RattlebackError, "expected a Python name, got 'a b'"):
            rb.law_from_python("py-refused", viscous, {"a b": 0})

    def test_a_function_that_fails_at_once_is_not_added(self):
        for function, error in [
            (lambda slip: (0, 0, 0), TypeError),  # no v_0
            (lambda slip, v_0: 1, TypeError),
            (lambda slip, v_0: (0, 0), ValueError),
            (lambda slip, v_0: (0, 0, math.nan), rb.RattlebackError),
        ]:
            with self.assertRaises(error):
                in_python("py-failing", function)
        self.assertNotIn("py-failing", [l.id for l in rb.laws()])

    def test_an_exception_ends_the_computation(self):
        calls = []

        def failing(slip, v_0):
            calls.append(threading.get_ident())
            if v_0 == 0.5:
                raise KeyError("from the law")
            return viscous(slip, v_0)

        id = in_python("py-later", failing)
        wrong = {"law": id, "set": {"v_0": 0.5}}
        with self.assertRaisesRegex(KeyError, "from the law"):
            rb.run("k11-fig5", until=1e5, every=100, **wrong)  # ends long before its time
        with self.assertRaisesRegex(KeyError, "from the law"):
            rb.gradient("k11-fig5", "omega3_final", "mu", until=0.05, **wrong)
        with self.assertRaisesRegex(KeyError, "from the law"):
            rb.law(id, (1, 0), 0, set={"v_0": 0.5})
        self.assertEqual(rb.run("k11-fig5", law=id, until=0.01).end_reason, "time")  # and nothing is left over


if __name__ == "__main__":
    unittest.main()
