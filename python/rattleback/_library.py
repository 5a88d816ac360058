"""Finds and loads librattleback through ctypes; declares its functions and converts its errors."""

from __future__ import annotations

import contextlib
import ctypes
import ctypes.util
import os
import pathlib
from collections.abc import Callable, Iterator
from typing import Any


class RattlebackError(ValueError):
    """The library refused a call. The message names the field, what was expected and what was found."""


class OrbitOptions(ctypes.Structure):
    """rb_orbit_options of rattleback/compute.h."""

    _fields_ = [
        ("section", ctypes.c_char_p),
        ("along", ctypes.c_char_p),
        ("transient", ctypes.c_int),
        ("points", ctypes.c_int),
        ("period", ctypes.c_int),
        ("doublings", ctypes.c_int),
    ]


class StudyExtras(ctypes.Structure):
    """rb_study_extras of rattleback/compute.h."""

    _fields_ = [
        ("profile", ctypes.c_char_p),
        ("compare", ctypes.c_int),
        ("steps", ctypes.c_int),
        ("walkers", ctypes.c_int),
    ]


class _Error(ctypes.Structure):
    _fields_ = [("text", ctypes.c_char * 512)]  # rb_error of rattleback/status.h


def _find() -> str:
    named = os.environ.get("RATTLEBACK_LIBRARY")
    if named:
        return named
    here = pathlib.Path(__file__).resolve()
    for pattern in ("librattleback.so*", "librattleback.dll"):  # the wheel contains it
        for found in sorted((here.parent / "lib").glob(pattern)):
            return str(found)
    for parent in here.parents:
        if parent.name == "lib":  # PREFIX/lib/python3/dist-packages/rattleback
            for pattern in ("librattleback.so*", "*/librattleback.so*"):
                for found in sorted(parent.glob(pattern)):
                    return str(found)
    system = ctypes.util.find_library("rattleback")
    if system is None:
        raise ImportError(
            "librattleback was not found: install rattleback, "
            "or name the file in the environment variable RATTLEBACK_LIBRARY"
        )
    return system


def text(value: bytes) -> str:
    return value.decode()


_handle, _text, _double, _int = (
    ctypes.c_void_p,
    ctypes.c_char_p,
    ctypes.c_double,
    ctypes.c_int,
)
_doubles = ctypes.POINTER(ctypes.c_double)

# Result and arguments of every function used, as in the public headers. Functions that can fail take an
# rb_error as their last argument, which call() adds.
_FUNCTIONS: dict[str, tuple[Any, ...]] = {
    "rb_version": (_text,),
    "rb_library_create": (_handle, _text, _handle),
    "rb_library_destroy": (None, _handle),
    "rb_library_size": (_int, _handle),
    "rb_library_scene": (_handle, _handle, _int),
    "rb_scene_open": (_handle, _text, _handle),
    "rb_scene_close": (None, _handle),
    "rb_scene_string": (_text, _handle, _text),
    "rb_scene_until": (_double, _handle),
    "rb_scene_assign": (_int, _handle, _text, _handle),
    "rb_scene_use_start": (_int, _handle, _text, _handle),
    "rb_friction_law_count": (_int,),
    "rb_friction_law_register": (_int, _handle, _handle),
    "rb_friction_law_string": (_text, _int, _text),
    "rb_friction_law_evaluate": (
        (_int, _text, ctypes.POINTER(_text), _double, _double, ctypes.c_size_t)
        + (_doubles, _doubles, _handle)
    ),
    "rb_record": (_handle, _handle, _double, _double, _handle, _handle),
    "rb_recording_destroy": (None, _handle),
    "rb_recording_rows": (ctypes.c_size_t, _handle),
    "rb_recording_columns": (_int, _handle),
    "rb_recording_string": (_text, _handle, _int, _text),
    "rb_recording_values": (_doubles, _handle, _int),
    "rb_recording_outcome": (_double, _handle, _int),
    "rb_outcome_name": (_text, _int),
    "rb_recording_end_reason": (_text, _handle),
    "rb_recording_hash": (ctypes.c_uint64, _handle),
    "rb_recording_events": (_int, _handle),
    "rb_scene_to_text": (_handle, _handle),
    "rb_gradient_compute": (_handle, _handle, _text, _text, _double, _handle, _handle),
    "rb_lyapunov_compute": (_handle, _handle, _double, _double, _handle, _handle),
    "rb_orbit_compute": (_handle, _handle, _handle, _handle, _handle),
    "rb_study_compute_files": (_handle, _text, _handle, _int, _handle, _handle),
    "rb_study_free_text": (None, _handle),
    "rb_mass_open": (_int, _text, _double, _double, _doubles, _handle),
    "rb_mass_read_text": (_int, _text, _text, _doubles, _handle),
    "rb_mass_number": (_double, _doubles, _int),
    "rb_recording_event": (_text, _handle, _int, _handle, _handle),
}


def _load() -> ctypes.CDLL:
    library = ctypes.CDLL(_find())
    for name, (result, *arguments) in _FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


lib = _load()


def call(function: Any, *arguments: object) -> Any:
    """Calls a function that can fail; raises RattlebackError with the library's message."""
    error = _Error()
    result = function(*arguments, ctypes.byref(error))
    failed = result is None if function.restype is _handle else result != 0
    if failed:
        raise RattlebackError(error.text.decode())
    return result


@contextlib.contextmanager
def opened(handle: Any, close: Callable[..., Any]) -> Iterator[Any]:
    """Yields a handle and closes it at the end, also after an exception."""
    try:
        yield handle
    finally:
        close(handle)


# Exceptions of friction laws written in Python, which threads of the library call: every computation under way
# has a list, which gets the first one.
_watching: dict[int, list[BaseException]] = {}


@contextlib.contextmanager
def law_errors() -> Iterator[list[BaseException]]:
    """Yields a list that gets the first exception of a friction law written in Python."""
    errors: list[BaseException] = []
    _watching[id(errors)] = errors
    try:
        yield errors
    finally:
        del _watching[id(errors)]


def report_law_error(problem: BaseException) -> None:
    """Called by a friction law that failed: ends the computations under way."""
    for errors in list(_watching.values()):
        if not errors:
            errors.append(problem)
