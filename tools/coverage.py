#!/usr/bin/env python3
"""coverage.py BUILD[,BUILD...] [FILE...]: what the tests in BUILD (the preset "coverage") have run through.

Prints lines and branches of every room and file, the worst first, and the totals of the library and of
rbsim. For each FILE given (part of a path will do) the lines with a branch that was never taken are
listed as well. A branch is one of the two ways of a condition, as gcov counts them; what several
objects compile from one header counts as taken if any of them took it.
"""

import json
import os
import subprocess
import sys

LIBRARY = ("include", "base", "math", "contact", "bodies", "sim", "analysis", "lesson")


def reports(builds):
    """One report of gcov for each object that was run."""
    data = [
        os.path.join(folder, name)
        for build in builds.split(",")
        for folder, _, names in os.walk(build)
        for name in names
        if name.endswith(".gcda") and f"{os.sep}tests{os.sep}" not in os.path.join(folder, name)
    ]
    if not data:
        sys.exit(f"coverage: no test has run in {builds}")
    for at in range(0, len(data), 20):
        command = ["gcov", "--json-format", "--branch-probabilities", "--stdout", *data[at : at + 20]]
        text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        for line in text.splitlines():
            if line.startswith("{"):
                yield json.loads(line)


def merge(builds, source):
    """{file: {line: [count, [count of each branch]]}} of our own files."""
    files = {}
    for report in reports(builds):
        for entry in report["files"]:
            path = os.path.relpath(os.path.join(report["current_working_directory"], entry["file"]), source)
            if not path.startswith(("src" + os.sep, "include" + os.sep)):
                continue
            lines = files.setdefault(path, {})
            for line in entry["lines"]:
                kept = lines.setdefault(line["line_number"], [0, []])
                kept[0] += line["count"]
                for i, branch in enumerate(line["branches"]):
                    if i == len(kept[1]):
                        kept[1].append(0)
                    kept[1][i] += branch["count"]
    return files


def room_of(path):
    parts = path.split(os.sep)
    if parts[0] == "include":
        return "include"
    return "/".join(parts[1:3]) if parts[1] == "viewer" else parts[1]


def count(lines):
    """Lines run, lines, branches taken, branches."""
    branches = [taken for _, found in lines.values() for taken in found]
    return (
        sum(1 for run, _ in lines.values() if run),
        len(lines),
        sum(1 for taken in branches if taken),
        len(branches),
    )


def add(counts):
    return tuple(sum(column) for column in zip(*counts)) or (0, 0, 0, 0)


def share(part, whole):
    return 100.0 * part / whole if whole else 100.0


def show(name, c):
    print(
        f"{name:<44} lines {share(c[0], c[1]):6.1f} % of {c[1]:5d}"
        f"   branches {share(c[2], c[3]):6.1f} % of {c[3]:5d}   {c[3] - c[2]:4d} missed"
    )


def show_missed(path, lines, source):
    print(f"\n{path}: lines with a branch that was never taken (taken of branches)")
    with open(os.path.join(source, path), encoding="utf-8") as file:
        text = file.read().split("\n")
    for number in sorted(lines):
        run, branches = lines[number]
        taken = sum(1 for branch in branches if branch)
        if not run or taken < len(branches):
            print(f"{number:5d}  {taken}/{len(branches)}  {text[number - 1]}")


def main():
    if len(sys.argv) < 2:
        sys.exit("usage: coverage.py BUILD[,BUILD...] [FILE...]")
    source = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    files = merge(sys.argv[1], source)
    counts = {path: count(lines) for path, lines in files.items()}
    rooms = {}
    for path, c in counts.items():
        rooms.setdefault(room_of(path), []).append(c)
    for path in sorted(counts, key=lambda p: (share(*counts[p][2:]), p)):
        show(path, counts[path])
    print()
    for room in sorted(rooms):
        show(room, add(rooms[room]))
    print()
    show("the library", add([c for room in LIBRARY for c in rooms.get(room, [])]))
    show("rbsim", add(rooms.get("cli", [(0, 0, 0, 0)])))
    for wanted in sys.argv[2:]:
        for path in sorted(files):
            if wanted in path:
                show_missed(path, files[path], source)


main()
