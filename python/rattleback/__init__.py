"""Rattlebacks, tippe-tops and dry friction in a finite contact patch, from Python.

    >>> import rattleback as rb
    >>> run = rb.run("k11-fig5", law="k11-tanh", set={"mu": 0.3}, until=5)
    >>> run["t"], run["omega3"]                  # numpy arrays, by signal name
    >>> run.outcomes["first_reversal_time"]      # s, nan if it did not reverse

This package calls librattleback through ctypes and computes nothing itself, so that results are those of
`rbsim` and the viewer to the bit. Quantities are in SI units.

The library is searched for in $RATTLEBACK_LIBRARY (a file), then in this package (the wheel contains it), then
below the prefix where this package is installed, then in the library folders of the system.
"""

from __future__ import annotations

import csv
import ctypes
import json
import math
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ._library import RattlebackError, call, lib, opened, text

__all__ = ["RattlebackError", "Law", "Run", "Scene", "law", "laws", "mass", "run", "scenes", "study", "version"]

Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Scene:
    """A scene of the library."""

    id: str
    name: str
    description: str
    source: str
    body: str
    law: str


@dataclass(frozen=True)
class Law:
    """A friction law of the table."""

    id: str
    name: str
    source: str
    help: str


class Run(Mapping[str, Array]):
    """A run: its signals by name (``run["omega3"]``), outcomes and events.

    Attributes:
        outcomes: results by name (``rbsim outcomes`` lists them), nan for what did not happen.
        units: the unit of every signal.
        events: (kind, time in s, contact) in the order of time.
        end_reason: "time", "rest", "lift-off", "diverged" or "interrupted".
        state_hash: hash of the last state; runs with the same results have the same hash.
    """

    def __init__(self, recording: ctypes.c_void_p) -> None:
        rows = lib.rb_recording_rows(recording)
        self.units: dict[str, str] = {}
        self._signals: dict[str, Array] = {}
        for column in range(lib.rb_recording_columns(recording)):
            name = text(lib.rb_recording_string(recording, column, b"name"))
            values = lib.rb_recording_values(recording, column)
            self._signals[name] = np.ctypeslib.as_array(values, shape=(rows,)).copy()
            self.units[name] = text(lib.rb_recording_string(recording, column, b"unit"))
        self.outcomes: dict[str, float] = {}
        index = 0
        while (name_of := lib.rb_outcome_name(index)) is not None:
            self.outcomes[text(name_of)] = lib.rb_recording_outcome(recording, index)
            index += 1
        self.end_reason: str = text(lib.rb_recording_end_reason(recording))
        self.state_hash: str = f"{lib.rb_recording_hash(recording):016x}"
        self.events: list[tuple[str, float, int]] = []
        for i in range(lib.rb_recording_events(recording)):
            t, which = ctypes.c_double(), ctypes.c_int()
            kind = lib.rb_recording_event(recording, i, ctypes.byref(t), ctypes.byref(which))
            self.events.append((text(kind), t.value, which.value))

    def __getitem__(self, name: str) -> Array:
        return self._signals[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._signals)

    def __len__(self) -> int:
        return len(self._signals)

    def __repr__(self) -> str:
        t = self["t"]
        return f"<Run: {len(t)} rows to {t[-1]:g} s, ended by {self.end_reason}>"


def version() -> str:
    """The version of the library."""
    return text(lib.rb_version())


def scenes(folder: str | None = None) -> list[Scene]:
    """Every scene of the library, or of a folder."""
    path = folder.encode() if folder is not None else None
    with opened(call(lib.rb_library_create, path), lib.rb_library_destroy) as library:
        found = []
        for i in range(lib.rb_library_size(library)):
            scene = lib.rb_library_scene(library, i)
            words = (lib.rb_scene_string(scene, key.encode()) for key in Scene.__annotations__)
            found.append(Scene(*map(text, words)))
        return found


def laws() -> list[Law]:
    """Every friction law of the table."""
    return [
        Law(*(text(lib.rb_friction_law_string(i, key.encode())) for key in Law.__annotations__))
        for i in range(lib.rb_friction_law_count())
    ]


def mass(
    source: str | Sequence[Mapping[str, object]], density: float = 1000, unit: float = 0
) -> dict[str, float | Array]:
    """Mass properties of a scene, a file (list of solids, .stl, .obj, .3mf) or a list of solids.

    Returns mass, centre, inertia about it, principal moments (ascending) and skew, as `rbsim mass` does.
    density (kg/m3) and unit (m; 0: as the file says, else a millimetre) are for mesh files.
    """
    found = (ctypes.c_double * 32)()  # rb_mass: 26 doubles
    if isinstance(source, str):
        call(lib.rb_mass_open, source.encode(), density, unit, found)
    else:
        wanted = {"format": "rattleback-mass", "version": 1, "solids": list(source)}
        call(lib.rb_mass_read_text, json.dumps(wanted).encode(), b"solids", found)
    n = np.array([lib.rb_mass_number(found, i) for i in range(17)])
    return {
        "mass": float(n[0]),
        "centre": n[1:4],
        "inertia": n[4:13].reshape(3, 3),
        "principal": n[13:16],
        "skew": float(n[16]),
    }


def _value(value: object) -> str:
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    return repr(float(value)) if isinstance(value, (int, float, np.number)) else str(value)


def run(
    scene: str,
    law: str | None = None,
    set: Mapping[str, object] | None = None,
    until: float | None = None,
    every: float = 0.01,
    start: str | int | None = None,
    solver: str | None = None,
) -> Run:
    """Runs a scene and returns its signals.

    Args:
        scene: id of a scene in the library ("k11-fig5"), or path of a scene file.
        law: id of a friction law; the scene's own if None.
        set: parameters by name ("mu", "contact.mu") with their values; choices are given by name.
        until: simulated time at which the run ends, s; the scene's own end if None.
        every: time between two rows, s.
        start: one of the starts that the scene offers, by number (from 1) or name.
        solver: "auto" (error-controlled, the default), another method of ``rbsim params``, or "scene"
            for the scene's own method, which is meant for live display. "scene" is the default where
            ``set`` has a step, a tick or a method.

    Ctrl-C ends the run and raises KeyboardInterrupt.
    """
    with opened(call(lib.rb_scene_open, str(scene).encode()), lib.rb_scene_close) as handle:
        if start is not None:
            call(lib.rb_scene_use_start, handle, str(start).encode())
        if solver is None:
            fixed = {"method", "step", "tick"} & {name.removeprefix("solver.") for name in set or {}}
            solver = "scene" if fixed else "auto"
        assignments = [] if solver == "scene" else [f"solver.method={solver}"]
        assignments += [] if law is None else [f"friction={law}"]
        assignments += [f"{name}={_value(value)}" for name, value in (set or {}).items()]
        for assignment in assignments:
            call(lib.rb_scene_assign, handle, assignment.encode())
        end = lib.rb_scene_until(handle) if until is None else float(until)
        with opened(_record(handle, end, float(every)), lib.rb_recording_destroy) as recording:
            return Run(recording)


def study(definition: Mapping[str, object] | str | os.PathLike[str], threads: int = 0) -> dict[str, npt.NDArray]:
    """Runs a study and returns the columns of its table by name: arrays of numbers, or of text.

    Args:
        definition: path of a file written by ``rbsim ... --spec FILE``, or its JSON as a dictionary.
        threads: number of threads; 0: one per core.

    Fields of what did not happen are nan. Ctrl-C ends the study and raises KeyboardInterrupt.
    """
    if isinstance(definition, Mapping):
        spec = json.dumps(definition)
    else:
        with open(definition, encoding="utf-8") as file:
            spec = file.read()
    table = _in_thread(lib.rb_study_compute, lib.rb_study_free_text, spec.encode(), int(threads))
    with opened(table, lib.rb_study_free_text):
        lines = ctypes.string_at(table).decode().splitlines()
    rows = list(csv.reader(line for line in lines if not line.startswith("#")))
    columns = zip(*rows[1:]) if len(rows) > 1 else [()] * len(rows[0])
    return {name: _column(fields) for name, fields in zip(rows[0], columns)}


def _column(fields: Sequence[str]) -> npt.NDArray:
    try:
        return np.array([float(field) if field else math.nan for field in fields])
    except ValueError:
        return np.array(fields)


def _record(scene: ctypes.c_void_p, until: float, every: float) -> ctypes.c_void_p:
    return _in_thread(lib.rb_record, lib.rb_recording_destroy, scene, until, every)


def _in_thread(function: Callable, destroy: Callable, *arguments: object) -> ctypes.c_void_p:
    """Calls function(*arguments, stop) in a separate thread, so that Ctrl-C works while it computes."""
    stop = ctypes.c_int(0)
    result: list[object] = []

    def work() -> None:
        try:
            result.append(call(function, *arguments, ctypes.byref(stop)))
        except RattlebackError as problem:
            result.append(problem)

    worker = threading.Thread(target=work, daemon=True)
    try:
        worker.start()
        while worker.is_alive():
            worker.join(0.05)
    except KeyboardInterrupt:
        stop.value = 1
        while worker in threading.enumerate():  # join would raise if it has not started yet
            time.sleep(0.01)
        if result and not isinstance(result[0], RattlebackError):
            destroy(result[0])
        raise
    if isinstance(result[0], RattlebackError):
        raise result[0]
    return result[0]


def law(
    id: str,
    u: npt.ArrayLike,
    omega: npt.ArrayLike,
    *,
    d: npt.ArrayLike = (0.0, 0.0),
    a: float = 1.0,
    b: float = 1.0,
    set: Mapping[str, object] | None = None,
) -> tuple[Array, Array, Array]:
    """T_x, T_y and M of a friction law, for any number of slips at once.

    Args:
        u: sliding velocity / a, the last axis holds x and y.
        omega: drilling velocity; u without its last axis, omega and d are broadcast.
        d: distortion of the pressure by rolling, last axis d_c and d_s.
        a, b: major semi-axis (m) and axis ratio of the patch.
        set: parameters of the law; by default the law is as printed, not softened near rest.
    """
    u, d = np.asarray(u, float), np.asarray(d, float)
    if u.shape[-1:] != (2,) or d.shape[-1:] != (2,):
        raise RattlebackError("u and d: expected a last axis of two numbers")
    parts = np.broadcast_arrays(u[..., 0], u[..., 1], np.asarray(omega, float), d[..., 0], d[..., 1])
    slips = np.ascontiguousarray(np.stack(parts, axis=-1))
    tractions = np.empty(parts[0].shape + (3,))
    words = [f"{name}={_value(value)}".encode() for name, value in (set or {}).items()]
    assignments = (ctypes.c_char_p * (len(words) + 1))(*words, None)
    pointers = [x.ctypes.data_as(ctypes.POINTER(ctypes.c_double)) for x in (slips, tractions)]
    call(lib.rb_friction_law_evaluate, id.encode(), assignments, a, b, parts[0].size, *pointers)
    return tractions[..., 0], tractions[..., 1], tractions[..., 2]
