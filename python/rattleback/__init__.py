"""Rattlebacks, tippe-tops and dry friction in a finite contact patch, from Python.

    >>> import rattleback as rb
    >>> run = rb.run("k11-fig5", law="k11-tanh", set={"mu": 0.3}, until=5)
    >>> run["t"], run["omega3"]                  # numpy arrays, by signal name
    >>> run.outcomes["first_reversal_time"]      # s, nan if it did not reverse
    >>> rb.gradient("k11-fig5", of="first_reversal_time", by="mu,omega3", until=2).frame()
    >>> rb.lyapunov("disk-k12", until=3000).exponents

This package calls librattleback through ctypes and computes nothing itself, so that results are those of
`rbsim` and the viewer to the bit. Quantities are in SI units.

The library is searched for in $RATTLEBACK_LIBRARY (a file), then in this package (the wheel contains it), then
below the prefix where this package is installed, then in the library folders of the system.
"""

from __future__ import annotations

import ctypes
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ._dynamics import (
    Branches,
    BranchPoint,
    Gradient,
    Lyapunov,
    Orbit,
    branches,
    gradient,
    lyapunov,
    orbit,
)
from ._laws import Parameter, Slip, law_from_c, law_from_python
from ._library import RattlebackError, call, law_errors, lib, opened, text
from ._studies import Attractor, Basins, Fit, basins, fit, study
from ._work import Array, in_thread, scene_opened, value_text

if TYPE_CHECKING:
    import numpy.typing as npt  # numpy 1.21

__all__ = [
    "Attractor",
    "Basins",
    "BranchPoint",
    "Branches",
    "Fit",
    "Gradient",
    "Law",
    "Lyapunov",
    "Orbit",
    "Parameter",
    "RattlebackError",
    "Run",
    "Scene",
    "Slip",
    "basins",
    "branches",
    "fit",
    "gradient",
    "law",
    "law_from_c",
    "law_from_python",
    "laws",
    "lyapunov",
    "mass",
    "orbit",
    "run",
    "scenes",
    "study",
    "version",
]


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
    with scene_opened(scene, law, set, until, start, solver) as (handle, end):
        found = in_thread(lib.rb_record, lib.rb_recording_destroy, handle, end, float(every))
        with opened(found, lib.rb_recording_destroy) as recording:
            return Run(recording)


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
    words = [f"{name}={value_text(value)}".encode() for name, value in (set or {}).items()]
    assignments = (ctypes.c_char_p * (len(words) + 1))(*words, None)
    pointers = [x.ctypes.data_as(ctypes.POINTER(ctypes.c_double)) for x in (slips, tractions)]
    with law_errors() as errors:
        call(lib.rb_friction_law_evaluate, id.encode(), assignments, a, b, parts[0].size, *pointers)
    if errors:
        raise errors[0]
    return tractions[..., 0], tractions[..., 1], tractions[..., 2]
