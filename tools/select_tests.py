#!/usr/bin/env python3
"""Which tests a change can affect, and which programs a test needs.

    select_tests.py --changed BASE BUILD     names of tests, one per line
    select_tests.py --targets BUILD FILE     targets of ninja that the tests named in FILE run

A test depends on the files named in its command. A program depends on its sources and libraries (ninja's
graph) and on the headers they include (ninja's record of the last build), so --changed needs a complete
build. Files outside that graph (scenes, documents, scripts) are covered by RULES. Tests with the label
"full" are chosen only when a file in their own command or a rule names them: every C file would start them.
"""

import functools
import os
import re
import subprocess
import sys

# Files outside of the build graph: pattern of the path, pattern of the tests.
RULES = [
    (r"^assets/", r"^test_|^viewer_|^fuzz_"),
    (r"^shaders/", r"^viewer_|^test_viewer_"),
    (r"^docs/|\.md$|^CITATION\.cff$", r"^lint_repo"),
    (r"^tests/golden/|^tests/sim/[a-z_]*\.txt$", r"^test_"),
    (r"^tests/fuzz/(seeds|finds)/", r"^fuzz_"),
    (r"^tests/viewer/lib\.sh$", r"^viewer_"),
    (r"^tests/web/|^src/viewer/platform/web/", r"^web_"),
    (r"^(run$|tools/)", r"^run_"),
    (r"^(packaging/|cmake/(Install|Package))", r"^debian_|^install_"),
    (r"^cmake/third-party", r"^third_party"),
    (r"^(examples|python|tests/python|tests/lint/consumer)/", r"^install_"),
    (r"^include/", r"^public_headers$|^install_|^lint_repo"),
    (r"CMakeLists\.txt$|^CMakePresets\.json$|\.cmake$", r"^test_|^viewer_|^fuzz_"),
    (r"", r"^lint_(format|repo|words|spelling)"),
]


def run(*command, cwd=None):
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=cwd).stdout


def tests(build):
    """{name: (command and arguments, labels)} of every test of a configured build."""
    found = {}
    for folder, _, names in os.walk(build):
        if "CTestTestfile.cmake" in names:
            with open(os.path.join(folder, "CTestTestfile.cmake"), encoding="utf-8") as file:
                text = file.read()
            for name, rest in re.findall(r"^add_test\((\S+) (.*)\)$", text, flags=re.M):
                found[name.strip("[=]")] = (re.findall(r'"((?:[^"\\]|\\.)*)"', rest), [])
            for name, rest in re.findall(r"^set_tests_properties\((\S+) .*?\bLABELS \"([^\"]*)\"", text, flags=re.M):
                found[name.strip("[=]")][1].extend(rest.split(";"))
    return found


@functools.cache
def made_by_build(build):
    """Every file that the build makes, relative to it."""
    return {line.rsplit(":", 1)[0] for line in run("ninja", "-t", "targets", "all", cwd=build).splitlines()}


def targets(build, command):
    """The files in a test's command that the build makes, relative to it. (Others are made by the test.)"""
    prefix = os.path.abspath(build) + os.sep
    parts = [part[len(prefix):] for part in command if part.startswith(prefix)]
    return [part for part in parts if part in made_by_build(build)]


def changed_files(base):
    """Committed, staged, unstaged and new files that differ from the commit."""
    return set((run("git", "diff", "--name-only", base) + run("git", "ls-files", "-o", "--exclude-standard")).split())


def objects_including(build, files):
    """Objects that were compiled from one of the files, as source or header."""
    wanted = {os.path.abspath(file) for file in files}
    found, current = set(), None
    for line in run("ninja", "-t", "deps", cwd=build).splitlines():
        if not line.startswith(" "):
            current = line.split(":")[0]
        elif os.path.normpath(os.path.join(build, line.strip())) in wanted or line.strip() in wanted:
            found.add(current)
    return found


def affected(build, base):
    files = changed_files(base)
    objects = objects_including(build, files)
    inputs = {}  # of a target

    def depends(target):
        if target not in inputs:
            made = run("ninja", "-t", "inputs", target, cwd=build).split("\n")
            inputs[target] = not objects.isdisjoint(made)
        return inputs[target]

    for name, (command, labels) in tests(build).items():
        own = {os.path.relpath(part) for part in command if os.path.isabs(part)}
        ruled = any(re.search(test, name) for path, test in RULES for file in files if re.search(path, file))
        linked = "full" not in labels and any(depends(target) for target in targets(build, command))
        if own & files or ruled or linked:
            yield name


def main():
    if len(sys.argv) == 4 and sys.argv[1] == "--changed":
        print("\n".join(sorted(affected(os.path.abspath(sys.argv[3]), sys.argv[2]))))
    elif len(sys.argv) == 4 and sys.argv[1] == "--targets":
        every = tests(sys.argv[2])
        with open(sys.argv[3], encoding="utf-8") as file:
            chosen = [name for name in file.read().split() if name in every]
        made = {target for name in chosen for target in targets(sys.argv[2], every[name][0])}
        # A test that gets the build folder may use any part of it.
        if any(os.path.abspath(part) == os.path.abspath(sys.argv[2]) for name in chosen for part in every[name][0]):
            made.add("all")
        sys.stdout.write("".join(name + "\n" for name in sorted(made)))
    else:
        sys.exit(__doc__.split("\n\n")[1])


main()
