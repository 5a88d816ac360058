"""Analyses of one motion: gradients, Lyapunov exponents, periodic orbits and their branches."""

from __future__ import annotations

import ctypes
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from ._library import OrbitOptions, lib
from ._work import Array, Progress, names_text, scene_opened, text_in_thread

if TYPE_CHECKING:
    import numpy.typing as npt  # numpy 1.21

    ComplexArray = npt.NDArray[np.complex128]


def _numbers(values: Sequence[float | None], missing: float = math.nan) -> Array:
    return np.array([missing if value is None else value for value in values], dtype=np.float64)


def _number(value: float | None) -> float:
    return math.nan if value is None else float(value)


@dataclass(frozen=True)
class Gradient:
    """Derivatives of outcomes by parameters.

    Attributes:
        outcomes, parameters: their names, as they were given.
        values: of the outcomes, nan for what did not happen.
        jacobian: a row for each outcome, a column for each parameter; nan for outcomes without a derivative.
    """

    outcomes: tuple[str, ...]
    parameters: tuple[str, ...]
    values: Array
    jacobian: Array

    def __getitem__(self, names: tuple[str, str]) -> float:
        """The derivative of an outcome by a parameter: ``gradient["omega3_final", "mu"]``."""
        return float(self.jacobian[self.outcomes.index(names[0]), self.parameters.index(names[1])])

    def frame(self) -> Any:
        """The derivatives as a pandas DataFrame."""
        return import_module("pandas").DataFrame(self.jacobian, index=self.outcomes, columns=self.parameters)


def gradient(
    scene: str,
    of: str | Sequence[str],
    by: str | Sequence[str],
    *,
    law: str | None = None,
    set: Mapping[str, object] | None = None,
    until: float | None = None,
    start: str | int | None = None,
    solver: str | None = None,
    progress: Progress | None = None,
) -> Gradient:
    """Finds exact derivatives of outcomes by parameters and start values, as ``rbsim gradient`` does.

    Args:
        of: outcomes, a list or names separated by commas (``rbsim outcomes`` lists them).
        by: parameters and start values (``rbsim params`` lists them).
        progress: called about twenty times a second with the share that is done, 0 to 1.

    The other arguments are those of `run`. Ctrl-C raises KeyboardInterrupt.
    """
    names = [names_text(of).encode(), names_text(by).encode()]
    with scene_opened(scene, law, set, until, start, solver) as (handle, end):
        found = json.loads(text_in_thread(lib.rb_gradient_compute, handle, *names, end, progress=progress))
    slopes = found["gradient"]
    outcomes = tuple(slopes)
    parameters = tuple(slopes[outcomes[0]])
    return Gradient(
        outcomes,
        parameters,
        _numbers([found["values"][name] for name in outcomes]),
        np.array([_numbers([slopes[name][p] for p in parameters]) for name in outcomes]),
    )


@dataclass(frozen=True)
class Lyapunov:
    """Lyapunov exponents of a motion, in 1/s.

    Attributes:
        exponents: in falling order; -inf for directions that sticking or an impact takes.
        errors: standard errors of the exponents.
        sum: of the exponents.
        divergence: mean divergence of the flow, which equals the sum.
        transient, t_end: growth was counted from transient to t_end, s.
    """

    exponents: Array
    errors: Array
    sum: float
    divergence: float
    transient: float
    t_end: float

    @property
    def dimension(self) -> float:
        """Kaplan-Yorke dimension of the attractor; nan if the sum of all exponents is positive."""
        total = np.cumsum(self.exponents)
        if total[-1] > 0:
            return math.nan
        count = int(np.sum(total >= 0))
        if count == 0 or count == len(total) or math.isinf(self.exponents[count]):
            return float(count)
        return count + float(total[count - 1] / -self.exponents[count])


def lyapunov(
    scene: str,
    *,
    transient: float | None = None,
    law: str | None = None,
    set: Mapping[str, object] | None = None,
    until: float | None = None,
    start: str | int | None = None,
    solver: str | None = None,
    progress: Progress | None = None,
) -> Lyapunov:
    """Finds the Lyapunov exponents of a motion, as ``rbsim lyapunov`` does.

    Args:
        transient: time before growth is counted, s; a tenth of the run if None.

    The other arguments are those of `run` and `gradient`. A run that ends early, such as a stone that comes to
    rest, raises RattlebackError. Ctrl-C raises KeyboardInterrupt.
    """
    skipped = -1.0 if transient is None else float(transient)
    with scene_opened(scene, law, set, until, start, solver) as (handle, end):
        found = json.loads(text_in_thread(lib.rb_lyapunov_compute, handle, end, skipped, progress=progress))
    gone = -math.inf
    return Lyapunov(
        _numbers(found["exponents"], gone),
        _numbers(found["errors"]),
        gone if found["sum"] is None else found["sum"],
        gone if found["divergence"] is None else found["divergence"],
        found["transient"],
        found["t_end"],
    )


@dataclass(frozen=True)
class Orbit:
    """A periodic orbit.

    Attributes:
        period: in points of the section.
        period_time: s.
        at: the two signals of the map where the period begins, by name.
        residual: distance of the state from itself after a period, in units of the state's scale.
        multipliers: Floquet multipliers by falling modulus; one is 1, that of the motion's own direction.
        stable: all others are within the unit circle.
    """

    period: int
    period_time: float
    at: dict[str, float]
    residual: float
    multipliers: ComplexArray
    stable: bool


@dataclass(frozen=True)
class BranchPoint:
    """An orbit along a branch.

    Attributes:
        value: of the parameter.
        branch: 0 for that of the start; the others begin at flips.
        kind: "" or that of a bifurcation: "fold", "flip", "torus", "cross", "grazing", "end".
        event: the event of a grazing point, else "".
        points: of the section, a row of two signals each.
    """

    value: float
    branch: int
    kind: str
    event: str
    period: int
    period_time: float
    multipliers: ComplexArray
    stable: bool
    points: Array


@dataclass(frozen=True)
class Branches:
    """A periodic orbit followed in a parameter.

    Attributes:
        parameter: its name.
        signals: names of the columns of `BranchPoint.points`.
        path: all orbits, branch after branch.
    """

    parameter: str
    signals: tuple[str, str]
    path: tuple[BranchPoint, ...]

    @property
    def bifurcations(self) -> tuple[BranchPoint, ...]:
        """The points at which an orbit appears, disappears or changes its stability."""
        return tuple(point for point in self.path if point.kind)

    def frame(self) -> Any:
        """A pandas DataFrame with a row for each point of the section of each orbit."""
        return import_module("pandas").DataFrame(
            [
                {
                    "branch": p.branch,
                    self.parameter: p.value,
                    self.signals[0]: at[0],
                    self.signals[1]: at[1],
                    "period": p.period,
                    "period_time": p.period_time,
                    "stable": p.stable,
                    "kind": p.kind,
                }
                for p in self.path
                for at in p.points
            ]
        )


def _multipliers(pairs: Sequence[Sequence[float]]) -> ComplexArray:
    return np.array([complex(re, im) for re, im in pairs], dtype=np.complex128)


def _search(
    scene: tuple[str, str | None, Mapping[str, object] | None, float | None, str | int | None, str | None],
    options: OrbitOptions,
    progress: Progress | None,
) -> dict[str, Any]:
    name, law, set, until, start, solver = scene
    changes = dict(set or {})
    if until is not None:  # how long to wait for a point of the section
        changes["solver.t_end"] = until
    with scene_opened(name, law, changes, None, start, solver) as (handle, _):
        found = text_in_thread(lib.rb_orbit_compute, handle, ctypes.byref(options), progress=progress)
    result: dict[str, Any] = json.loads(found)
    return result


def orbit(
    scene: str,
    *,
    section: str | None = None,
    transient: int = 150,
    points: int = 100,
    period: int | None = None,
    law: str | None = None,
    set: Mapping[str, object] | None = None,
    until: float | None = None,
    start: str | int | None = None,
    solver: str | None = None,
) -> Orbit:
    """Finds a periodic orbit and its Floquet multipliers, as ``rbsim orbit`` does.

    Args:
        section: an event of the body, or a signal that passes a value ("omega1=0+"); the body's own if None.
        transient: points of the section to skip first.
        points: points in which a period is recognised.
        period: in points, near an orbit that may be unstable; that of the points if None.
        until: longest time between two points of the section, s.

    The other arguments are those of `run`. Ctrl-C raises KeyboardInterrupt.
    """
    options = OrbitOptions(section and section.encode(), None, transient, points, period or 0, 0)
    found = _search((scene, law, set, until, start, solver), options, None)
    return Orbit(
        int(found["period"]),
        found["period_time"],
        found["at"],
        found["residual"],
        _multipliers(found["multipliers"]),
        found["stable"],
    )


def branches(
    scene: str,
    along: str,
    first: float,
    last: float,
    *,
    doublings: int = 0,
    section: str | None = None,
    transient: int = 150,
    points: int = 100,
    period: int | None = None,
    law: str | None = None,
    set: Mapping[str, object] | None = None,
    until: float | None = None,
    start: str | int | None = None,
    solver: str | None = None,
    progress: Progress | None = None,
) -> Branches:
    """Follows a periodic orbit in a parameter and finds its bifurcations, as ``rbsim orbit --along`` does.

    Args:
        along: the parameter.
        first, last: its range; the first orbit is searched for at first.
        doublings: how often branches are switched at flips.

    The other arguments are those of `orbit` and `gradient`.
    """
    path = f"{along}={first!r}:{last!r}".encode()
    options = OrbitOptions(section and section.encode(), path, transient, points, period or 0, doublings)
    found = _search((scene, law, set, until, start, solver), options, progress)
    return Branches(
        found["parameter"],
        (found["signals"][0], found["signals"][1]),
        tuple(
            BranchPoint(
                p["value"],
                int(p["branch"]),
                p["kind"],
                p.get("event", ""),
                int(p["period"]),
                p["period_time"],
                _multipliers(p["multipliers"]),
                p["stable"],
                np.array([_numbers(at) for at in p["points"]]),
            )
            for p in found["path"]
        ),
    )
