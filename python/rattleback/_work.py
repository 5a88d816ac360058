"""What runs and studies share: scenes with changes, computing in a thread with Ctrl-C and progress, tables."""

from __future__ import annotations

import contextlib
import csv
import ctypes
import math
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ._library import RattlebackError, call, law_errors, lib, opened, text

if TYPE_CHECKING:
    import numpy.typing as npt  # numpy 1.21: Debian 11 has an older one

    Array = npt.NDArray[np.float64]
    Column = npt.NDArray[Any]
else:
    Array = Column = np.ndarray
Progress = Callable[[float], object]


class Control(ctypes.Structure):
    """rb_compute_control: shared with a computation while it runs."""

    _fields_ = [("stop", ctypes.c_int), ("share", ctypes.c_double)]
    stop: int
    share: float


def value_text(value: object) -> str:
    """A value of a parameter as the library reads it."""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    return repr(float(value)) if isinstance(value, (int, float, np.number)) else str(value)


def names_text(names: str | Sequence[str]) -> str:
    """Names separated by commas."""
    return names if isinstance(names, str) else ",".join(names)


@contextlib.contextmanager
def scene_opened(
    scene: str,
    law: str | None,
    set: Mapping[str, object] | None,
    until: float | None,
    start: str | int | None,
    solver: str | None,
) -> Iterator[tuple[ctypes.c_void_p, float]]:
    """Yields the scene with the changes, and its end time in s."""
    with opened(call(lib.rb_scene_open, str(scene).encode()), lib.rb_scene_close) as handle:
        if start is not None:
            call(lib.rb_scene_use_start, handle, str(start).encode())
        if solver is None:
            fixed = {"method", "step", "tick"} & {name.removeprefix("solver.") for name in set or {}}
            solver = "scene" if fixed else "auto"
        assignments = [] if solver == "scene" else [f"solver.method={solver}"]
        assignments += [] if law is None else [f"friction={law}"]
        assignments += [f"{name}={value_text(value)}" for name, value in (set or {}).items()]
        for assignment in assignments:
            call(lib.rb_scene_assign, handle, assignment.encode())
        yield handle, lib.rb_scene_until(handle) if until is None else float(until)


def in_thread(
    function: Callable[..., Any],
    destroy: Callable[..., Any],
    *arguments: object,
    control: Control | None = None,
    progress: Progress | None = None,
) -> Any:
    """Calls function(*arguments, control) in a separate thread, so that Ctrl-C works while it computes.

    progress is called by this thread, about twenty times a second, with the share that is done, and at the end
    with 1. Without a control the function takes a pointer to a number that is set to end it.
    """
    shared = Control() if control is None else control
    last: object = ctypes.byref(shared) if control is not None else ctypes.byref(shared, Control.stop.offset)  # type: ignore[attr-defined]
    result: list[Any] = []

    def work() -> None:
        try:
            result.append(call(function, *arguments, last))
        except RattlebackError as problem:
            result.append(problem)

    worker = threading.Thread(target=work, daemon=True)
    try:
        with law_errors() as errors:
            worker.start()
            while worker.is_alive():
                worker.join(0.05)
                if errors:
                    break
                if progress is not None and worker.is_alive():
                    progress(shared.share)
        if errors:
            raise errors[0]
    except BaseException:  # Ctrl-C, or an error of progress or of a law written in Python
        shared.stop = 1
        while worker in threading.enumerate():  # join would raise if it has not started yet
            time.sleep(0.01)
        if result and not isinstance(result[0], RattlebackError):
            destroy(result[0])
        raise
    if isinstance(result[0], RattlebackError):
        raise result[0]
    if progress is not None:
        progress(1.0)
    return result[0]


def text_in_thread(
    function: Callable[..., Any], *arguments: object, progress: Progress | None = None
) -> str:
    """Calls a function of rattleback/compute.h and returns its text."""
    found = in_thread(function, lib.rb_study_free_text, *arguments, control=Control(), progress=progress)
    with opened(found, lib.rb_study_free_text):
        return text(ctypes.string_at(found))


def table_columns(table: str) -> dict[str, Column]:
    """The columns of a table as CSV, by name: arrays of numbers, or of text."""
    rows = list(csv.reader(line for line in table.splitlines() if not line.startswith("#")))
    columns: Sequence[Sequence[str]] = list(zip(*rows[1:])) if len(rows) > 1 else [()] * len(rows[0])
    return {name: _column(fields) for name, fields in zip(rows[0], columns)}


def _column(fields: Sequence[str]) -> Column:
    try:
        return np.array([float(field) if field else math.nan for field in fields])
    except ValueError:
        return np.array(fields)
