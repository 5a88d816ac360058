#!/usr/bin/env python3
"""Runs clang-tidy on every file that the build compiles.

    tidy.py BUILD

A file without findings is not checked again until it, a header it includes, its compiler options or .clang-tidy
changes: BUILD/tidy holds a file for each clean one, named by a hash of all that.
"""

import concurrent.futures
import functools
import hashlib
import json
import os
import shutil
import subprocess
import sys

# Limits the analyzer to this number of states per function, a tenth of its default: the few functions with more
# took most of the time.
ANALYZER = ["-Xclang", "-analyzer-config", "-Xclang", "max-nodes=20000"]
COMMAND = ["clang-tidy", "--quiet", *("--extra-arg=" + word for word in ANALYZER)]


@functools.cache
def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def headers_of(build):
    """{object: the files it was compiled from}, from ninja's record of the last build; not those of the system."""
    found, current = {}, None
    for line in subprocess.run(["ninja", "-C", build, "-t", "deps"], check=True, capture_output=True, text=True).stdout.splitlines():
        if line and not line.startswith(" "):
            current = found.setdefault(os.path.join(build, line.split(": #deps")[0]), [])
        elif line and not line.strip().startswith("/usr/"):
            current.append(os.path.normpath(os.path.join(build, line.strip())))
    return found


def key(entry, headers, common):
    """A hash of everything that decides the findings; None if the build does not know."""
    words = entry["command"].split()
    files = headers.get(os.path.join(entry["directory"], words[words.index("-o") + 1]))
    if not files:
        return None
    parts = [common, entry["command"], *(f"{path} {digest(path)}" for path in sorted(files) if os.path.exists(path))]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def main():
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
    if len(sys.argv) != 2:
        sys.exit(__doc__.split("\n\n")[1])
    if shutil.which("clang-tidy") is None:
        print("clang-tidy is not installed")
        sys.exit(77)
    build = os.path.abspath(sys.argv[1])
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        entries = {entry["file"]: entry for entry in json.load(file) if not entry["file"].startswith(build + os.sep)}
    if not entries:
        sys.exit(f"no compiled files found in {build}/compile_commands.json")
    clean = os.path.join(build, "tidy")
    os.makedirs(clean, exist_ok=True)
    version = subprocess.run(["clang-tidy", "--version"], check=True, capture_output=True, text=True).stdout
    common, headers = version + digest(".clang-tidy") + " ".join(COMMAND), headers_of(build)
    keys = {path: key(entry, headers, common) for path, entry in entries.items()}
    due = [path for path, name in sorted(keys.items()) if name is None or not os.path.exists(os.path.join(clean, name))]
    print(f"checking {len(due)} of {len(entries)} files; the others have not changed", flush=True)

    def check(path):
        done = subprocess.run([*COMMAND, "-p", build, path], capture_output=True, text=True, check=False)
        if done.returncode == 0 and keys[path]:
            open(os.path.join(clean, keys[path]), "w", encoding="utf-8").close()
        return done.returncode, done.stdout or done.stderr

    failed = False
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for status, text in pool.map(check, due):
            if status:
                failed = True
                print(text, end="", flush=True)
    sys.exit(failed)


main()
