#!/usr/bin/env python3
"""mutate.py [COUNT] [SEED] [FOLDER...]: do the tests detect wrong code?

Changes one place at a time in the folders of ROOMS (a sign, an operator, a
comparison, a constant, a term that is dropped), builds what contains it, and runs the unit tests until one
fails: the short ones first, those that noticed something in this file before all others; what passes
them meets the full ones. What no test notices has survived: it is printed with file, line and change,
to be examined: does it change anything? If so a test is missing. Survivors that
docs/validation.md gives a reason for are counted apart, and meet the fast tests only.

COUNT places (150) are drawn from all there are (or from those below FOLDER, part of a path), the same
ones for the same SEED (1): changes elsewhere do not move the sample. What is found is kept in
build/mutate/results.json, so that a run that is stopped continues where it was, and only what survived
is tried again when the tests have changed. Everything happens in a copy, build/mutate.
"""

import hashlib
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time

# The folders of src, each after those it uses; the viewer is excluded, because its tests need a window.
ORDER = ("base", "math", "contact", "bodies", "sim", "analysis", "plot", "reproduce", "app", "cli")
ROOMS = ORDER[1:]
# Folders that are not part of the shared library are linked into every test that uses them.
LIBRARIES = {"plot": "rattleback_plot", "reproduce": "rattleback_reproduce", "app": "rattleback_app", "cli": "rattleback_cli"}
WORK = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "build", "mutate"))
SOURCE = os.path.join(WORK, "source")
RESULTS = os.path.join(WORK, "results.json")
# Two builds of the tests: short as under sanitizers, and full. Survivors of one stage are tried in the next:
# the fast short tests, all short tests, the full tests.
BUILDS = {"short": "-DRB_TEST_SHORT", "full": ""}
STAGES = {"fast": "short", "short": "short", "full": "full"}
FAST = 0.5  # s of CPU time
LONGEST = 40.0  # s of CPU time: slower tests are skipped and listed

NUMBER = r"(?<![\w.\[])(\d+\.?\d*(?:e[+-]?\d+)?)(?![\w.\]])"
OPERAND = r"[A-Za-z_][\w.]*(?:->\w+)*(?:\[\w+\])?|\d[\w.]*"
# Patterns and their replacements.
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


# ---- places ---------------------------------------------------------------------------------------


def code_only(text):
    """The text with comments, strings and lines for the preprocessor blanked, in the same places."""

    def blank(match):
        return re.sub(r"[^\n]", "\0", match.group(0))

    return re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|^[ \t]*#[^\n]*', blank, text, flags=re.S | re.M)


def read(path):
    with open(os.path.join(SOURCE, path), encoding="utf-8") as file:
        return file.read()


def write(path, text):
    with open(os.path.join(SOURCE, path), "w", encoding="utf-8") as file:
        file.write(text)


def line_around(text, start, end, new):
    """The line (or lines) around a place before and after the change."""
    first, last = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    return text[first:last].strip(), (text[first:start] + new + text[end:last]).strip()


def places_of(path):
    text = read(path)
    code = code_only(text)
    seen = {}
    for pattern, change in CHANGES:
        for match in re.finditer(pattern, code):
            start, end, new = match.start(), match.end(), change(match)
            before, after = line_around(text, start, end, new)
            what = f"{path}: {before}  ->  {after}"
            seen[what] = seen.get(what, 0) + 1
            yield {
                "path": path,
                "start": start,
                "end": end,
                "new": new,
                "what": what,
                "name": f"{what} #{seen[what]}",
                "line": text.count("\n", 0, start) + 1,
            }


def places(folders, seed):
    """All possible changes, in a random order that is independent of other changes."""
    every = []
    for room in ROOMS:
        for folder, _, names in os.walk(os.path.join(SOURCE, "src", room)):
            for name in names:
                path = os.path.relpath(os.path.join(folder, name), SOURCE)
                if name.endswith((".c", ".h")) and (not folders or any(f in path for f in folders)):
                    every.extend(places_of(path))
    return sorted(every, key=lambda p: hashlib.sha256(f"{seed} {p['name']}".encode()).digest())


def known_survivors():
    """Changes that docs/validation.md gives a reason for: `file: line  ->  line` in a table's row."""
    with open("docs/validation.md", encoding="utf-8") as file:
        rows = re.findall(r"^\| `(src/[^`]*)` \|", file.read(), flags=re.M)
    return {squeeze(row.replace("\\|", "|")) for row in rows}


def squeeze(text):
    return re.sub(r"\s+", " ", text)


# ---- building and testing -------------------------------------------------------------------------


def copy_source():
    """A copy that is built as a shared library: a change costs one link, not one for each test. Files
    that are the same stay untouched, so that little is built again."""
    os.makedirs(SOURCE, exist_ok=True)
    for entry in sorted(set(os.listdir(".")) - {"build", ".git"}):
        subprocess.run(["cp", "-ru", entry, SOURCE], check=True)
        if os.path.isdir(entry):
            remove_stale(entry)
    text = read("CMakeLists.txt")
    text = text.replace("add_library(rattleback_physics STATIC)", "add_library(rattleback_physics SHARED)")
    text = text.replace("C_VISIBILITY_PRESET hidden", "C_VISIBILITY_PRESET default")
    write("CMakeLists.txt", text)
    for room in ROOMS:  # a change left behind by a killed run
        for folder, _, names in os.walk(os.path.join("src", room)):
            for name in names:
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as file:
                    original = file.read()
                if read(path) != original:
                    write(path, original)


def remove_stale(entry):
    for folder, _, names in os.walk(os.path.join(SOURCE, entry)):
        for name in names:
            path = os.path.join(folder, name)
            if not os.path.lexists(os.path.relpath(path, SOURCE)):
                os.remove(path)


def configure(kind):
    flags = ["-DRB_RELEASE_FLAGS=-O1", "-DRB_VIEWER=OFF", "-DRB_SHARED=OFF", "-DBUILD_TESTING=ON"]
    flags += ["-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_LINK_DEPENDS_NO_SHARED=ON", f"-DCMAKE_C_FLAGS={BUILDS[kind]}"]
    if shutil.which("ccache"):  # the unchanged file is restored after every change
        flags += ["-DCMAKE_C_COMPILER_LAUNCHER=ccache"]
    build = os.path.join(WORK, kind)
    subprocess.run(
        ["cmake", "-G", "Ninja", "-S", SOURCE, "-B", build, "--log-level=NOTICE", *flags],
        check=True,
        stdout=subprocess.DEVNULL,
    )


def compiles(kind, *targets):
    command = ["ninja", "-C", os.path.join(WORK, kind), *targets]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def begin(test, processor_seconds):
    """Starts a test. CPU time is limited, because the machine may be busy."""

    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (processor_seconds, processor_seconds + 5))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell ignores it for background processes

    process = subprocess.Popen(
        test["command"],
        env=dict(os.environ, RB_TEST_HASTY="1", **dict(pair.split("=", 1) for pair in test["environment"])),
        cwd=test["folder"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=limit,
    )
    return process, time.monotonic() + 60 + 20 * processor_seconds


def end(process):
    """Ends all programs that the test has started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def first_to_fail(tests):
    """The first test that fails, or None; as many at a time as there are processors, or as are given in
    RB_MUTATE_JOBS. One that hangs has failed."""
    jobs = int(os.environ.get("RB_MUTATE_JOBS", os.cpu_count() or 1))
    waiting, running = list(tests), []
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                test = waiting.pop(0)
                running.append((test, *begin(test, int(5 + 5 * test["seconds"]))))
            for entry in list(running):
                test, process, deadline = entry
                status = process.poll()
                if status is None and time.monotonic() < deadline:
                    continue
                if status != 0:
                    return test
                end(process)
                running.remove(entry)
            time.sleep(0.005)
        return None
    finally:
        for _, process, _ in running:
            end(process)


def processor_time():
    """CPU time of all tests so far, s."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def usable_tests(kind):
    """The unit tests that pass, with their CPU times, which are stored between runs."""
    path = os.path.join(WORK, f"times-{kind}.json")
    times = load(path)
    text = subprocess.run(
        ["ctest", "--test-dir", os.path.join(WORK, kind), "-L", "unit", "--show-only=json-v1"],
        check=True,
        capture_output=True,
    ).stdout
    tests = []
    for entry in json.loads(text)["tests"]:
        properties = {p["name"]: p["value"] for p in entry["properties"]}
        test = {
            "name": entry["name"],
            "command": entry["command"],
            "environment": properties.get("ENVIRONMENT", []),
            "folder": properties["WORKING_DIRECTORY"],
            "waits": "threads" in properties["LABELS"],
        }
        program = entry["command"][0]
        stamp = f"{entry['name']} {os.path.getmtime(program)}"
        if stamp not in times:
            used = processor_time()
            passed = first_to_fail([dict(test, seconds=LONGEST / 5)]) is None
            times[stamp] = processor_time() - used if passed else 1e9
            save(path, times)
        test["seconds"] = times[stamp]
        # test_out_of_memory tests allocations, not physics.
        if test["seconds"] < LONGEST and entry["name"] != "test_out_of_memory":
            tests.append(test)
        else:
            print(f"left out: {entry['name']} ({kind})", flush=True)
    return tests


def room_of(test, kind):
    """The folder of src that a test belongs to: the folders of tests have the same names."""
    folder = os.path.relpath(test["command"][0], os.path.join(WORK, kind, "tests")).split(os.sep)[0]
    return folder if folder in ORDER else None


def may_notice(test, room, kind):
    """A folder does not use those above it, and neither do its tests."""
    own = room_of(test, kind)
    return own is None or ORDER.index(own) >= ORDER.index(room)


def targets_of(test, kind):
    """The programs in a test's command, by their ninja names."""
    prefix = os.path.join(WORK, kind) + os.sep
    return [part[len(prefix) :] for part in test["command"] if part.startswith(prefix)]


def meet(kind, tests, path, history, built):
    """The verdict of the tests: the first one that fails has killed the change. Asked first: who noticed
    changes of this file, then who is named after its room, then who is fast; last who waits for threads,
    and a busy machine. Before all others comes test_states, which knows every bit."""
    room = path.split(os.sep)[1]
    noticed = history.get(path, {})

    def rank(test):
        of_room = room_of(test, kind) == room
        return (test["waits"], test["name"] != "test_states", -noticed.get(test["name"], 0), test["seconds"] * (0.1 if of_room else 1))

    asked = sorted((test for test in tests if may_notice(test, room, kind)), key=rank)
    waiting = [test for test in asked if test["waits"]]
    asked = [test for test in asked if not test["waits"]]
    # Tests that detected a change before run first: mostly no other test is needed.
    groups = [asked[:2], asked[2:]] + [[test] for test in waiting]
    for group in groups:
        if path.endswith(".h") or room in LIBRARIES:  # the tests themselves contain the change
            targets = [target for test in group for target in targets_of(test, kind)]
            built.extend(targets)
            if not compiles(kind, *targets):
                return {"verdict": "does not compile"}
        failed = first_to_fail(group)
        if failed and not (failed["waits"] and not first_to_fail(group)):
            return {"verdict": "killed", "by": failed["name"]}
    return {"verdict": "survived"}


# ---- one change after the other --------------------------------------------------------------------


def load(path):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError):
        return {}


def save(path, data):
    with open(path + ".part", "w", encoding="utf-8") as file:
        json.dump(data, file, indent=1)
    os.replace(path + ".part", path)


def digest(path):
    """Hash of the text of a file, or of all files below a folder."""
    names = [path] if os.path.isfile(path) else sorted(
        os.path.join(folder, name) for folder, _, found in os.walk(path) for name in found
    )
    sha = hashlib.sha256()
    for name in names:
        with open(name, "rb") as file:
            sha.update(os.path.relpath(name, SOURCE).encode() + file.read())
    return sha.hexdigest()


def judge(place, kind, tests, history):
    """Result of one change: killed (by which test), survived, or does not compile."""
    text, built = read(place["path"]), []
    try:
        write(place["path"], text[: place["start"]] + place["new"] + text[place["end"] :])
        library = LIBRARIES.get(place["path"].split(os.sep)[1], "rattleback_physics")
        if not compiles(kind, "rattleback_physics", library):
            return {"verdict": "does not compile"}
        return meet(kind, tests, place["path"], history, built)
    finally:
        write(place["path"], text)
        if built:
            compiles(kind, *built)


def prepare(stage):
    """Builds the unchanged source and its tests."""
    kind = STAGES[stage]
    configure(kind)
    if not compiles(kind):
        sys.exit(f"mutate: the unchanged source does not build in {WORK}/{kind}")
    tests = [
        test
        for test in usable_tests(kind)
        if stage != "fast" or test["seconds"] < FAST or test["name"] == "test_states"
    ]
    print(f"{len(tests)} {stage} tests of {sum(t['seconds'] for t in tests):.0f} s", flush=True)
    return tests


class Sample:
    """The results so far, and which test detected what."""

    def __init__(self):
        self.tests = {}
        self.known = known_survivors()
        self.results = load(RESULTS)
        self.history = {}
        self.tests_now = digest(os.path.join(SOURCE, "tests"))
        for old in self.results.values():
            self.remember(old)

    def remember(self, result):
        if result["verdict"] == "killed":
            noticed = self.history.setdefault(result["path"], {})
            noticed[result["by"]] = noticed.get(result["by"], 0) + 1

    def known(self, place, stage):
        """A stored result, if it still applies: a survivor without a reason is tried again with new tests, and with the full ones."""
        old = self.results.get(place["name"])
        if not old or old["file"] != digest(os.path.join(SOURCE, place["path"])):
            return None
        order = list(STAGES)
        if old["verdict"] == "survived" and squeeze(place["what"]) not in self.known and (
            old["tests"] != self.tests_now or order.index(old["stage"]) < order.index(stage)
        ):
            return None
        return old

    def judge(self, place, stage):
        result = self.known(place, stage)
        if not result:
            if stage not in self.tests:
                self.tests[stage] = prepare(stage)
            result = judge(place, STAGES[stage], self.tests[stage], self.history)
            result["path"] = place["path"]
            result["stage"] = stage
            result["file"] = digest(os.path.join(SOURCE, place["path"]))
            result["tests"] = self.tests_now
            self.results[place["name"]] = result
            save(RESULTS, self.results)
            self.remember(result)
            by = f" by {result['by']}" if "by" in result else f" ({stage})"
            print(f"{result['verdict']}{by}: {place['line']}: {place['what']}", flush=True)
        return result


def draw(every, count):
    """Judges places until count of them compile: [(place, result)]. First all with the fast tests; what
    docs/validation.md gives a reason for meets no others."""
    sample, found = Sample(), []
    for place in every:
        if sum(result["verdict"] != "does not compile" for _, result in found) == count:
            break
        found.append((place, sample.judge(place, "fast")))
    for stage in ("short", "full"):
        found = [
            (
                place,
                sample.judge(place, stage)
                if result["verdict"] == "survived" and squeeze(place["what"]) not in sample.known
                else result,
            )
            for place, result in found
        ]
    return found


def report(found, seed, seconds):
    known = known_survivors()
    counted = [(place, result) for place, result in found if result["verdict"] != "does not compile"]
    killed = sum(result["verdict"] == "killed" for _, result in counted)
    survivors = [place for place, result in counted if result["verdict"] == "survived"]
    explained = [place for place in survivors if squeeze(place["what"]) in known]
    others = [place for place in survivors if squeeze(place["what"]) not in known]
    for place in explained:
        print(f"  survived, with a reason: {place['line']}: {place['what']}")
    for place in others:
        print(f"  SURVIVED: {place['line']}: {place['what']}")
    whole = killed + len(others)
    print(
        f"\n{killed} of {whole} killed ({100 * killed / max(1, whole):.1f} %); {len(explained)} more survived for a "
        f"reason that docs/validation.md gives, {len(found) - len(counted)} did not compile; seed {seed}, "
        f"{seconds / 60:.1f} minutes"
    )


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    begin = time.monotonic()
    copy_source()
    every = places(sys.argv[3:], seed)
    print(f"{len(every)} places", flush=True)
    found = draw(every, count)
    report(found, seed, time.monotonic() - begin)


main()
