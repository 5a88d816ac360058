"""Friction laws that a program adds: written in C, which is compiled here, or in Python."""

from __future__ import annotations

import ctypes
import math
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Union

from ._library import RattlebackError, call, law_errors, lib, report_law_error

_PARAMS_MAX = 24  # RB_PARAMS_MAX of rattleback/param.h
_PRESSURES = ("point", "hertz", "uniform")  # rb_pressure
_SHAPES = ("point", "circle", "ellipse")  # rb_patch_shape
_SOFTENS = 1 << 4  # RB_PARAM_SOFTENS

# A law that is freed while a scene uses it would crash: code and tables of added laws live as long as the program.
_added: list[object] = []


class Slip(NamedTuple):
    """The motion of a contact patch, in units of its major semi-axis a."""

    u_x: float  # sliding velocity of the centre / a, rad/s
    u_y: float
    omega: float  # drilling velocity, rad/s
    d_c: float  # distortion of the pressure by rolling: 1 + d_c x + d_s y / b
    d_s: float
    a: float  # major semi-axis of the patch, m
    b: float  # minor / major semi-axis


@dataclass(frozen=True)
class Parameter:
    """A parameter of a law: default, accepted range, unit, and whether 0 gives the law as printed."""

    default: float
    min: float = -math.inf
    max: float = math.inf
    unit: str = ""
    help: str = ""
    softens: bool = False


class _Param(ctypes.Structure):
    _fields_ = [  # rb_param of rattleback/param.h
        ("name", ctypes.c_char_p),
        ("symbol", ctypes.c_char_p),
        ("unit", ctypes.c_char_p),
        ("min", ctypes.c_double),
        ("max", ctypes.c_double),
        ("def", ctypes.c_double),
        ("help", ctypes.c_char_p),
        ("source", ctypes.c_char_p),
        ("flags", ctypes.c_uint),
        ("choices", ctypes.c_void_p),
    ]


class _Friction(ctypes.Structure):
    _fields_ = [  # the beginning of rb_friction of rattleback/friction.h
        ("law", ctypes.c_void_p),
        ("params", ctypes.c_double * _PARAMS_MAX),
        ("a", ctypes.c_double),
        ("b", ctypes.c_double),
    ]


_doubles = ctypes.POINTER(ctypes.c_double)
_Evaluate = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Friction), _doubles, _doubles, ctypes.c_void_p)


class _FrictionLaw(ctypes.Structure):
    _fields_ = [  # rb_friction_law of rattleback/friction.h
        ("id", ctypes.c_char_p),
        ("name", ctypes.c_char_p),
        ("source", ctypes.c_char_p),
        ("help", ctypes.c_char_p),
        ("pressure", ctypes.c_int),
        ("shape", ctypes.c_int),
        ("couples_rolling", ctypes.c_bool),
        ("any_patch", ctypes.c_bool),
        ("scale_free", ctypes.c_bool),
        ("no_slip", ctypes.c_bool),
        ("unbounded", ctypes.c_bool),
        ("b_min", ctypes.c_double),
        ("params", ctypes.POINTER(_Param)),
        ("params_count", ctypes.c_int),
        ("sets", ctypes.c_void_p),
        ("prepare", ctypes.c_void_p),
        ("prepare_by", ctypes.c_void_p),
        ("evaluate", ctypes.c_void_p),
        ("root", ctypes.c_double * 2),
        ("formula", ctypes.c_char_p),
        ("range", ctypes.c_char_p),
    ]


LawFunction = Callable[..., tuple[float, float, float]]
ParameterLike = Union[Parameter, float]


# ---- in C -------------------------------------------------------------------------------------------


def _include_folder() -> pathlib.Path:
    """The folder that contains rattleback/rattleback.h: above the library, or in the wheel."""
    places = [lib._name] if os.path.isfile(lib._name) else []  # else the system has found it by name
    for place in [*places, __file__]:
        for parent in pathlib.Path(place).resolve().parents:
            if (parent / "include/rattleback/rattleback.h").is_file():
                return parent / "include"
    raise RattlebackError(
        "law_from_c: the headers of rattleback were not found: expected include/rattleback/rattleback.h "
        f"in a folder above the library {lib._name} or above this package"
    )


def _compile(source: str | os.PathLike[str], output: pathlib.Path) -> None:
    compiler = shlex.split(os.environ.get("CC") or "cc")
    if shutil.which(compiler[0]) is None:
        raise RattlebackError(
            f"law_from_c: no C compiler: {compiler[0]} was not found; install one, or name it in the environment variable CC"
        )
    is_file = isinstance(source, os.PathLike) or source.endswith(".c")
    if is_file and not os.path.isfile(source):
        raise RattlebackError(f"law_from_c: {os.fspath(source)}: expected a file of C source")
    flags = ["-std=c17", "-O2", "-fPIC", "-shared", "-ffp-contract=off", f"-I{_include_folder()}"]
    # With a wrong prototype the compiler only warns, and the program crashes.
    flags += [f"-Werror={what}" for what in ("implicit-function-declaration", "incompatible-pointer-types")]
    library = os.path.abspath(lib._name) if os.path.isfile(lib._name) else f"-l:{lib._name}"
    end = [library, "-lm"] + (["-Wl,-z,defs"] if sys.platform.startswith("linux") else [])
    command = [*compiler, *flags, "-o", str(output), "-x", "c", os.fspath(source) if is_file else "-", "-x", "none", *end]
    text = None if is_file else os.fspath(source)
    done = subprocess.run(command, input=text, capture_output=True, encoding="utf-8", errors="replace")
    if done.returncode != 0:
        raise RattlebackError(f"law_from_c: the source does not compile:\n{done.stderr}{done.stdout}".rstrip())


def law_from_c(source: str | os.PathLike[str]) -> str:
    """Adds a friction law written in C and returns its id, for ``run(scene, law=id)`` and studies.

    Args:
        source: C source, or the path of a file (a path object, or a text that ends in ".c"). It includes
            rattleback/friction.h and defines ``const rb_friction_law law = {...};`` (not static).

    The source is compiled by ``cc`` (or the command in the environment variable CC) with the library's headers. An
    evaluate that leaves jac unchanged gets its derivatives by central differences; others are compared with
    them. Add laws while nothing is computed. A law cannot be removed or replaced; at most 32 can be added.
    """
    folder = pathlib.Path(tempfile.mkdtemp(prefix="rattleback-law-"))
    try:
        compiled = folder / "law.so"
        _compile(source, compiled)
        loaded = ctypes.CDLL(str(compiled))
        try:
            law = _FrictionLaw.in_dll(loaded, "law")
        except ValueError:
            raise RattlebackError("law_from_c: expected a definition `const rb_friction_law law = {...};`") from None
        call(lib.rb_friction_law_register, ctypes.byref(law))
    finally:
        shutil.rmtree(folder, ignore_errors=True)  # Windows keeps a loaded file
    _added.append((loaded, law))
    return str(law.id.decode())


# ---- in Python ---------------------------------------------------------------------------------------


def _callback(id: str, function: LawFunction, names: tuple[str, ...]) -> Any:
    """The C function that calls a Python one. An exception is reported, and the traction is zero."""

    def evaluate(friction: Any, slip: Any, traction: Any, jacobian: object) -> None:
        try:
            f = friction[0]
            values = dict(zip(names, f.params))
            T_x, T_y, M = found = [float(x) for x in function(Slip._make([*slip[0:5], f.a, f.b]), **values)]
            if not all(map(math.isfinite, found)):
                raise RattlebackError(f"law {id}: expected finite T_x, T_y, M, got {T_x:g}, {T_y:g}, {M:g}")
        except BaseException as problem:
            report_law_error(problem)
            T_x = T_y = M = 0.0
        traction[0], traction[1], traction[2] = T_x, T_y, M

    return _Evaluate(evaluate)


def _param_rows(parameters: Mapping[str, ParameterLike], source: str) -> ctypes.Array[_Param]:
    rows = (_Param * max(1, len(parameters)))()
    for row, (name, given) in zip(rows, parameters.items()):
        p = given if isinstance(given, Parameter) else Parameter(float(given))
        if not (name.isidentifier() and name.isascii()):
            raise RattlebackError(f"law_from_python: params: expected a Python name, got {name!r}")
        if not p.min <= p.default <= p.max:
            raise RattlebackError(f"law_from_python: {name}: expected {p.min:g} <= default <= {p.max:g}, got {p.default:g}")
        row.name, row.symbol, row.unit = name.encode(), name.encode(), p.unit.encode()
        row.min, row.max = p.min, p.max
        setattr(row, "def", p.default)
        row.help, row.source, row.flags = p.help.encode(), source.encode(), _SOFTENS if p.softens else 0
    return rows


def law_from_python(
    id: str,
    function: LawFunction | int,
    params: Mapping[str, ParameterLike] | None = None,
    *,
    name: str | None = None,
    help: str = "",
    pressure: str = "hertz",
    shape: str = "circle",
    couples_rolling: bool = False,
    unbounded: bool = False,
) -> str:
    """Adds a friction law written in Python and returns its id, for ``run(scene, law=id)`` and studies.

    Args:
        id: of characters [a-z0-9._-], not in use.
        function: called with a Slip and the parameters by name, returns T_x, T_y, M: the force is -mu N (T_x, T_y), the
            torque -mu N a M. It depends on nothing else. Or a compiled function: the address of one (or an object
            with an ``address``, as numba's cfunc) of the type of ``evaluate`` in rattleback/friction.h.
        params: parameters by name: a Parameter, or the default value.
        name, help: for lists.
        pressure: the law is made for a "point", "hertz" or "uniform" pressure.
        shape: ... and for a "point", "circle" or "ellipse".
        couples_rolling: the law uses d_c and d_s.
        unbounded: the law grows with the velocity, as a viscous one; others saturate.

    Speed: Python is called several times per step, by one thread at a time. A run takes ten to twenty times as
    long as with a law in C, more with several threads, so use law_from_c or numba for studies. An exception in the function ends the
    computation and is raised there. Add laws while nothing is computed.
    """
    if pressure not in _PRESSURES:
        raise RattlebackError(f"law_from_python: pressure: expected one of {', '.join(_PRESSURES)}, got {pressure!r}")
    if shape not in _SHAPES:
        raise RattlebackError(f"law_from_python: shape: expected one of {', '.join(_SHAPES)}, got {shape!r}")
    parameters = dict(params or {})
    if len(parameters) > _PARAMS_MAX:
        raise RattlebackError(f"law_from_python: params: expected at most {_PARAMS_MAX}, got {len(parameters)}")
    rows = _param_rows(parameters, "Python")
    address = function if isinstance(function, int) else getattr(function, "address", None)
    if address is None and not callable(function):
        raise RattlebackError(f"law_from_python: function: expected a function or an address, got {function!r}")
    callback = _callback(id, function, tuple(parameters)) if address is None and callable(function) else None
    law = _FrictionLaw(
        id=id.encode(),
        name=(name or id).encode(),
        source=b"Python",
        help=help.encode(),
        pressure=_PRESSURES.index(pressure),
        shape=_SHAPES.index(shape),
        couples_rolling=couples_rolling,
        unbounded=unbounded,
        params=rows,
        params_count=len(parameters),
        evaluate=address if callback is None else ctypes.cast(callback, ctypes.c_void_p).value,
    )
    with law_errors() as errors:
        if callback is not None:  # a function that fails at once is not added
            friction = _Friction(a=1e-3, b=1.0)
            for i, row in enumerate(rows[: len(parameters)]):
                friction.params[i] = getattr(row, "def")
            slip = (ctypes.c_double * 7)(3.1, -1.7, 2.3)
            callback(ctypes.byref(friction), slip, (ctypes.c_double * 3)(), None)
        if not errors:
            _added.append((law, rows, callback, function))
            call(lib.rb_friction_law_register, ctypes.byref(law))
    if errors:
        raise errors[0]
    return id
