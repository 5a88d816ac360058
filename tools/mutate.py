#!/usr/bin/env python3
"""mutate.py [COUNT] [SEED]: do the tests notice when the physics is wrong?

Changes one place at a time in src/contact, src/bodies, src/math or src/sim (a sign, an operator, a
comparison, a constant, a term that is dropped), builds, and runs the fast unit tests until one fails.
What no test notices has survived: it is printed with file, line and change, for somebody to find out
whether it changes anything at all, and if so to write the test. COUNT places (60) are drawn from all
there are, the same ones for the same SEED (1). Everything happens in a copy, build/mutate.
"""

import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time

ROOMS = ("contact", "bodies", "math", "sim")
LONGEST = 20.0  # s of processor time: slower tests are left out, and named
WORK = os.path.join("build", "mutate")

NUMBER = r"(?<![\w.\[])(\d+\.?\d*(?:e[+-]?\d+)?)(?![\w.\]])"
OPERAND = r"[A-Za-z_][\w.]*(?:->\w+)*(?:\[\w+\])?|\d[\w.]*"
# What is looked for, and what takes its place.
CHANGES = [
    (r" \+ ", lambda m: " - "),
    (r" - ", lambda m: " + "),
    (r" \* (?=[\w(])", lambda m: " / "),
    (r" / ", lambda m: " * "),
    (r" \+= ", lambda m: " -= "),
    (r" -= ", lambda m: " += "),
    (r" (?:\+|-) (?:%s)(?=[;,)]| [+-] )" % OPERAND, lambda m: ""),
    (r"(?<=[=(,?:] )-(?=[\w(])", lambda m: ""),
    (r"(?<=return )-(?=[\w(])", lambda m: ""),
    (r" < ", lambda m: " <= "),
    (r" <= ", lambda m: " < "),
    (r" > ", lambda m: " >= "),
    (r" >= ", lambda m: " > "),
    (r" < ", lambda m: " > "),
    (r" > ", lambda m: " < "),
    (r" == ", lambda m: " != "),
    (r" != ", lambda m: " == "),
    (r" && ", lambda m: " || "),
    (r" \|\| ", lambda m: " && "),
    (NUMBER, lambda m: other_number(m.group(1))),
]


def other_number(text):
    if text.isdigit():
        return str(int(text) + 1)
    return repr(float(text) * 1.1) if float(text) else "1.0"


def code_only(text):
    """The text with comments, strings and lines for the preprocessor blanked, in the same places."""

    def blank(match):
        return re.sub(r"[^\n]", "\0", match.group(0))

    return re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|^[ \t]*#[^\n]*', blank, text, flags=re.S | re.M)


def places(source):
    """Every change there is: (path, start, end, what takes its place)."""
    for room in ROOMS:
        for folder, folders, names in os.walk(os.path.join(source, "src", room)):
            folders.sort()
            for name in sorted(names):
                if not name.endswith((".c", ".h")):
                    continue
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as file:
                    code = code_only(file.read())
                for pattern, change in CHANGES:
                    for match in re.finditer(pattern, code):
                        yield path, match.start(), match.end(), change(match)


def copy_source(source):
    """A copy that is built as a shared library: a change costs one link, not one for each test."""
    os.makedirs(WORK, exist_ok=True)
    shutil.rmtree(source, ignore_errors=True)
    shutil.copytree(".", source, ignore=shutil.ignore_patterns("build", ".git"), symlinks=True)
    path = os.path.join(source, "CMakeLists.txt")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    text = text.replace("add_library(rattleback_physics STATIC)", "add_library(rattleback_physics SHARED)")
    text = text.replace("C_VISIBILITY_PRESET hidden", "C_VISIBILITY_PRESET default")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def configure(source, build):
    flags = ["-DRB_RELEASE_FLAGS=-O2", "-DRB_VIEWER=OFF", "-DRB_SHARED=OFF", "-DBUILD_TESTING=ON"]
    flags += ["-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_LINK_DEPENDS_NO_SHARED=ON"]
    subprocess.run(
        ["cmake", "-G", "Ninja", "-S", source, "-B", build, "--log-level=NOTICE", *flags],
        check=True,
        stdout=subprocess.DEVNULL,
    )


def compiles(build):
    return subprocess.run(["ninja", "-C", build], capture_output=True, check=False).returncode == 0


def passes(test, limit):
    """Whether the test passes within the time; a run that hangs has been noticed."""
    environment = dict(os.environ, **dict(pair.split("=", 1) for pair in test["environment"]))
    process = subprocess.Popen(
        test["command"],
        env=environment,
        cwd=test["folder"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return process.wait(limit) == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        # Programs that the test has started must not outlive it.
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()


def processor_time():
    """Of all tests so far, s."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def fast_tests(build):
    """The unit tests that pass and are fast, with their times."""
    text = subprocess.run(
        ["ctest", "--test-dir", build, "-L", "unit", "--show-only=json-v1"], check=True, capture_output=True
    ).stdout
    tests = []
    for entry in json.loads(text)["tests"]:
        properties = {p["name"]: p["value"] for p in entry["properties"]}
        test = {
            "name": entry["name"],
            "command": entry["command"],
            "environment": properties.get("ENVIRONMENT", []),
            "folder": properties["WORKING_DIRECTORY"],
        }
        begin, used = time.monotonic(), processor_time()
        # test_out_of_memory judges allocations, not physics. A busy machine may take its time.
        fast = entry["name"] != "test_out_of_memory" and passes(test, 8 * LONGEST)
        if fast and processor_time() - used < LONGEST:
            test["seconds"] = time.monotonic() - begin
            tests.append(test)
        else:
            print(f"left out: {entry['name']}", flush=True)
    return sorted(tests, key=lambda test: test["seconds"])


def killer(tests, room):
    """The name of the first test that fails; the room's own are asked first."""
    for test in sorted(tests, key=lambda t: (f"_{room}" not in t["name"], t["seconds"])):
        if not passes(test, 10 + 5 * test["seconds"]):
            return test["name"]
    return None


def judge(place, source, build, tests):
    """What became of one change: ("killed", by whom), ("survived", None) or ("does not compile", None)."""
    path, start, end, new = place
    with open(path, encoding="utf-8") as file:
        text = file.read()
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text[:start] + new + text[end:])
        if not compiles(build):
            return "does not compile", None
        name = killer(tests, os.path.relpath(path, source).split(os.sep)[1])
        return ("killed", name) if name else ("survived", None)
    finally:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def describe(place, source):
    path, start, end, new = place
    with open(path, encoding="utf-8") as file:
        text = file.read()
    first, last = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    line = text.count("\n", 0, start) + 1
    changed = text[first:start] + new + text[end:last]
    return f"{os.path.relpath(path, source)}:{line}: {text[first:last].strip()}  ->  {changed.strip()}"


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    source, build = os.path.abspath(os.path.join(WORK, "source")), os.path.abspath(os.path.join(WORK, "build"))
    begin = time.monotonic()
    copy_source(source)
    configure(source, build)
    if not compiles(build):
        sys.exit(f"mutate: the unchanged source does not build in {WORK}")
    tests = fast_tests(build)
    every = list(places(source))
    print(f"{len(every)} places, {len(tests)} tests of {sum(t['seconds'] for t in tests):.0f} s", flush=True)
    random.Random(seed).shuffle(every)
    killed, survivors, tried = 0, [], 0
    for place in every:
        if killed + len(survivors) == count:
            break
        tried += 1
        what = describe(place, source)
        verdict, name = judge(place, source, build, tests)
        if verdict == "killed":
            killed += 1
            print(f"killed by {name}: {what}", flush=True)
        elif verdict == "survived":
            survivors.append(what)
            print(f"SURVIVED {what}", flush=True)
    print(f"\n{killed} of {killed + len(survivors)} killed ({tried} tried, the others do not compile), "
          f"seed {seed}, {(time.monotonic() - begin) / 60:.1f} minutes")
    for what in survivors:
        print(f"  survived: {what}")


main()
