"""Studies over many runs: any definition, basins of attraction, and fits."""

from __future__ import annotations

import ctypes
import json
import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Union

import numpy as np

from ._library import StudyExtras, lib, opened, text
from ._work import Array, Column, Progress, names_text, scene_opened, table_columns, text_in_thread

if TYPE_CHECKING:
    import numpy.typing as npt  # numpy 1.21

Axis = tuple[str, float, float, int]
File = Union[str, "os.PathLike[str]"]
Data = Union[File, tuple[File, str]]


def study(
    definition: Mapping[str, object] | str | os.PathLike[str],
    threads: int = 0,
    progress: Progress | None = None,
) -> dict[str, Column]:
    """Runs a study and returns the columns of its table by name: arrays of numbers, or of text.

    Args:
        definition: path of a file written by ``rbsim ... --spec FILE``, or its JSON as a dictionary.
        threads: number of threads; 0: one per core.
        progress: called about twenty times a second with the share that is done, 0 to 1.

    Fields of what did not happen are nan. Ctrl-C ends the study and raises KeyboardInterrupt.
    """
    if isinstance(definition, Mapping):
        return table_columns(_files(definition, None, threads, progress)["csv"])
    with open(definition, encoding="utf-8") as file:
        return table_columns(_files(json.load(file), None, threads, progress)["csv"])


def _files(
    definition: Mapping[str, object],
    extras: StudyExtras | None,
    threads: int,
    progress: Progress | None,
) -> dict[str, str]:
    requested = None if extras is None else ctypes.byref(extras)
    spec = json.dumps(definition).encode()
    found = text_in_thread(lib.rb_study_compute_files, spec, requested, int(threads), progress=progress)
    files: dict[str, str] = json.loads(found)
    return files


def _definition(
    kind: str,
    scene: tuple[str, str | None, Mapping[str, object] | None, float | None, str | int | None, str | None],
) -> dict[str, object]:
    """The definition of a study with its scene."""
    name, law, set, until, start, solver = scene
    changes = dict(set or {})
    if until is not None:
        changes["solver.t_end"] = until
    with scene_opened(name, law, changes, None, start, solver) as (handle, _):
        with opened(lib.rb_scene_to_text(handle), lib.rb_study_free_text) as written:
            inside = json.loads(text(ctypes.string_at(written)))
    return {"format": "rattleback-study", "version": 1, "kind": kind, "scene": inside}


@dataclass(frozen=True)
class Attractor:
    """An attractor: kind ("orbit", "equilibrium"), period in points (0: an equilibrium), its time in s (nan),
    the share of the starts that reach it, and its points in the section, a row of two signals each."""

    kind: str
    period: int
    period_time: float
    share: float
    points: Array


@dataclass(frozen=True)
class Basins:
    """Basins of attraction over two start values.

    Attributes:
        names: of the two start values.
        x, y: their values.
        attractor: by [y, x]: number of the attractor from 1, 0 if unresolved.
        signals: names of the columns of `Attractor.points`.
        attractors: in the order of their numbers.
    """

    names: tuple[str, str]
    x: Array
    y: Array
    attractor: npt.NDArray[np.int64]
    signals: tuple[str, str]
    attractors: tuple[Attractor, ...]

    def dataset(self) -> Any:
        """The basins as an xarray Dataset with the variable "attractor" over both start values."""
        coordinates = {self.names[1]: self.y, self.names[0]: self.x}
        return import_module("xarray").Dataset({"attractor": (list(coordinates), self.attractor)}, coords=coordinates)


def basins(
    scene: str,
    x: Axis,
    y: Axis,
    *,
    section: str | None = None,
    transient: int = 100,
    points: int = 64,
    law: str | None = None,
    set: Mapping[str, object] | None = None,
    until: float | None = None,
    start: str | int | None = None,
    solver: str | None = None,
    threads: int = 0,
    progress: Progress | None = None,
) -> Basins:
    """Finds which attractor each start of a grid reaches, as ``rbsim basins`` does.

    Args:
        x, y: start values as (name, first, last, count).
        section, transient, points: as for `orbit`.

    The other arguments are those of `run` and `study`.
    """
    definition = _definition("basins", (scene, law, set, until, start, solver))
    definition["axes"] = [
        {"name": name, "from": first, "to": last, "count": count, "logarithmic": False}
        for name, first, last, count in (x, y)
    ]
    definition |= {"transient": transient, "points": points} | ({} if section is None else {"section": section})
    files = _files(definition, None, threads, progress)
    table, summary = table_columns(files["csv"]), json.loads(files["summary"])
    shape = (x[3], y[3])
    names = list(table)
    return Basins(
        (names[0], names[1]),
        table[names[0]].reshape(shape)[:, 0],
        table[names[1]].reshape(shape)[0],
        table["attractor"].reshape(shape).T.astype(np.int64),
        (summary["signals"][0], summary["signals"][1]),
        tuple(
            Attractor(
                a["kind"],
                int(a["period"]),
                math.nan if a["period_time"] is None else a["period_time"],
                a["share"],
                np.array(a["points"], dtype=np.float64),
            )
            for a in summary["attractors"]
        ),
    )


@dataclass(frozen=True)
class Fit:
    """A fit. Tables are columns by name; what was not asked for is empty.

    Attributes:
        table: model, F_o_mm2 or F_o, evaluations, parameter, value, low, high (95 %).
        correlations: model, parameter, other, correlation.
        profiles: model, parameter, value, chi2_rise; 95 % limits are where the rise is 3.84.
        comparison: the models, that which the data support most first: chi2, BIC, cross-validation.
        posterior: samples of the best model: a column for each parameter, and chi2.
        fitted: the best model as a scene, the JSON of a scene file.
    """

    table: dict[str, Column]
    correlations: dict[str, Column]
    profiles: dict[str, Column]
    comparison: dict[str, Column]
    posterior: dict[str, Column]
    fitted: dict[str, Any]

    def value(self, parameter: str, model: str | None = None) -> float:
        """The fitted value of a parameter; of the first model if None."""
        for name, found, value in zip(self.table["parameter"], self.table["model"], self.table["value"]):
            if name == parameter and model in (None, found):
                return float(value)
        raise KeyError(parameter)

    def frame(self, table: str = "table") -> Any:
        """One of the tables as a pandas DataFrame: ``fit.frame("posterior")``."""
        return import_module("pandas").DataFrame(getattr(self, table))


def fit(
    scene: str,
    data: Data | Sequence[Data],
    free: str | Sequence[str] = (),
    *,
    free_start: str | Sequence[str] = (),
    laws: str | Sequence[str] = (),
    models: str | Sequence[str] = (),
    restarts: int = 0,
    seed: int = 1,
    profile: str | Sequence[str] = (),
    compare: bool = False,
    posterior: int = 0,
    walkers: int = 0,
    law: str | None = None,
    set: Mapping[str, object] | None = None,
    start: str | int | None = None,
    solver: str | None = None,
    threads: int = 0,
    progress: Progress | None = None,
) -> Fit:
    """Finds parameters from measured series, as ``rbsim fit`` does.

    Args:
        data: files of measured series; (file, start) names the start of the scene that it begins with.
        free: parameters to find, or "contact".
        free_start: start values to find, for each series.
        laws, models: further friction laws in this scene, and further scenes, to fit and compare.
        restarts, seed: further searches from random points.
        profile: parameters whose 95 % limits are found by profile likelihood.
        compare: compare the models by chi2, BIC and cross-validation over series.
        posterior: steps of a walker through the posterior of the best model; 0: no samples.
        walkers: number of walkers, even; 0: four for each parameter, at least 16.

    The other arguments are those of `run` and `study`.
    """
    definition = _definition("fit", (scene, law, set, None, start, solver))
    series = [data] if isinstance(data, (str, os.PathLike, tuple)) else list(data)
    definition["data"] = [
        {"file": os.fspath(one[0]), "start": one[1]} if isinstance(one, tuple) else {"file": os.fspath(one)}
        for one in series
    ]
    others = [*_list(models), *(f"law:{name}" for name in _list(laws))]
    definition |= {"free": _list(free), "free_start": _list(free_start), "models": others}
    definition |= {"restarts": restarts, "seed": seed}
    names = names_text(profile)
    extras = StudyExtras(names.encode() if names else None, int(compare), posterior, walkers)
    files = _files(definition, extras, threads, progress)
    tables = {name: table_columns(table) for name, table in files.items() if name != "fitted"}
    return Fit(
        tables["csv"],
        tables["correlations"],
        tables.get("profiles", {}),
        tables.get("comparison", {}),
        tables.get("posterior", {}),
        json.loads(files["fitted"]),
    )


def _list(names: str | Sequence[str]) -> list[str]:
    return [name for name in names_text(names).split(",") if name]
