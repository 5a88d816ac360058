"""null_calls.py LIBRARY: no public function crashes or hangs for NULL, zeros, an empty scene, or a scene that is half filled.

The prototypes are read from the public headers (gcc -aux-info), so that every new function is covered. Each function is called
in a process of its own with every argument empty, then with one argument at a time empty and the others plausible."""
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# Plausible arguments by type; the others get zeroed memory that is large enough for every public struct.
PLAUSIBLE = {
    "const rb_scene *": ["&scene", "&half", "&blank", "&bodiless", "&floorless"],
    "rb_scene *": ["&copy", "&half", "&blank", "&bodiless", "&floorless"],
    "rb_simulation *": ["sim"],
    "const rb_simulation *": ["sim"],
    "rb_runner *": ["runner"],
    "const rb_recording *": ["recording"],
    "const rb_body_kind *": ["scene.body"],
    "const rb_friction_law *": ["scene.friction"],
    "const rb_rolling_law *": ["scene.rolling"],
    "const rb_normal_law *": ["scene.normal"],
    "const rb_signal *": ["rb_signal_at(0)"],
    "const rb_outcome *": ["rb_outcome_at(0)"],
    "const rb_param *": ["scene.body->params.rows"],
    "const char *": ['"omega3"'],
    "char *": ["(char *)room"],
    "size_t": ["8"],
    "double": ["0.01"],
    "int": ["1"],
}
# What frees its argument gets NULL only: a plausible object would be needed again. rb_fail formats its own arguments.
FREES = re.compile(r"_(destroy|close|free|free_text)$")
SKIPPED = {"rb_fail"}


def prototypes(folder):
    source = os.path.join(folder, "headers.c")
    with open(source, "w", encoding="utf-8") as file:
        file.write("#include <rattleback/rattleback.h>\n#include <rattleback/studies.h>\n")
    listing = os.path.join(folder, "functions")
    subprocess.run(["gcc", "-std=c17", "-Iinclude", "-fsyntax-only", "-aux-info", listing, source], check=True, cwd=ROOT)
    with open(listing, encoding="utf-8") as file:
        for line in sorted(set(file)):
            match = re.match(r"/\* include/rattleback/.*\*/ extern (.*?)\b(rb_[a-z0-9_]+) \((.*)\);$", line)
            if match and match.group(2) not in SKIPPED:
                yield match.group(1).strip(), match.group(2), arguments(match.group(3))


def arguments(text):
    depth, start, found = 0, 0, []
    for at, letter in enumerate(text + ","):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            found.append(text[start:at].strip())
            start = at + 1
    return [] if found == ["void"] else found


def is_pointer(kind):
    return kind.endswith("*") or "(*" in kind


def empty(kind):
    if kind == "...":
        return None
    if is_pointer(kind) or re.match(r"(rb_interrupt|rb_cancel)\b", kind):
        return "NULL"
    if re.fullmatch(r"(const )?(int|unsigned|double|size_t|long|_Bool|u?int64_t|long int|long unsigned int|unsigned int|uint64_t)", kind):
        return "0"
    return f"zero_{re.sub(r'[^a-z0-9_]', '', kind)}()"


def plausible(kind):
    if kind in PLAUSIBLE:
        return PLAUSIBLE[kind]
    if "(*" in kind:
        return ["NULL"]
    if kind.endswith("*"):
        return ["(void *)room"]
    return [empty(kind)]


def calls(name, kinds):
    yield [empty(kind) for kind in kinds]
    if FREES.search(name):
        return
    yield [plausible(kind)[0] for kind in kinds]
    for index, kind in enumerate(kinds):
        base = [plausible(other)[0] for other in kinds]
        for value in [empty(kind), *plausible(kind)[1:]]:
            yield base[:index] + [value] + base[index + 1 :]


PRELUDE = """
#include <rattleback/rattleback.h>
#include <rattleback/studies.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static rb_scene scene, copy, half, blank, bodiless, floorless;
static rb_simulation *sim;
static rb_runner *runner;
static rb_recording *recording;
static double room[1 << 18];
static int failures;
static void report(const char *call, int status) {
    if (WIFSIGNALED(status)) {
        printf("%s: %s\\n", call, WTERMSIG(status) == SIGALRM ? "hangs" : strsignal(WTERMSIG(status)));
        failures++;
    }
}
#define TRY(text, call) do { fflush(NULL); pid_t child = fork(); if (child == 0) { alarm(20); \\
    if (!freopen("/dev/null", "w", stdout)) { _exit(0); } (void)(call); _exit(0); } \\
    int status = 0; waitpid(child, &status, 0); report(text, status); } while (0)
#define DO(text, call) TRY(text, ((call), 0))
"""

SETUP = """
    scene = rb_default_scene();
    rb_scene_set_method(&scene, RB_METHOD_AUTO);
    copy = scene;
    half = scene;
    half.friction = NULL;
    half.rolling = NULL;
    bodiless = floorless = scene;
    bodiless.body = NULL;
    floorless.normal = NULL;
    if (rb_simulation_create(&scene, &sim, NULL) != RB_OK ||
        rb_runner_create(&scene, (rb_runner_options){0}, &runner, NULL) != RB_OK ||
        (recording = rb_record(&scene, 0.01, 0.005, NULL, NULL)) == NULL) {
        return 1;
    }
"""


def program(functions):
    zeros, body = set(), []
    for result, name, kinds in functions:
        for values in calls(name, [kind for kind in kinds if kind != "..."]):
            for kind, value in zip(kinds, values):
                if value.startswith("zero_"):
                    zeros.add((value[:-2], kind))
            call = f"{name}({', '.join(values)})"
            text = call.replace("\\", "\\\\").replace('"', '\\"')
            body.append(f"    {'DO' if result == 'void' else 'TRY'}(\"{text}\", {call});")
    lines = [PRELUDE]
    lines += [f"static {kind} {name}(void) {{ {kind} value; memset((void *)&value, 0, sizeof value); return value; }}" for name, kind in sorted(zeros)]
    lines += ["int main(void) {", SETUP, *body, f'    printf("%d of {len(body)} calls failed\\n", failures);', "    return failures > 0;", "}"]
    return "\n".join(lines), len(body)


def main():
    library = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        text, count = program(list(prototypes(folder)))
        source = os.path.join(folder, "calls.c")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        binary = os.path.join(folder, "calls")
        command = ["gcc", "-std=gnu17", "-O0", "-w", "-Iinclude", source, library, "-lm", f"-Wl,-rpath,{os.path.dirname(library)}"]
        subprocess.run([*command, "-o", binary], check=True, cwd=ROOT)
        environment = {**os.environ, "RATTLEBACK_DATA": os.path.join(ROOT, "assets")}
        done = subprocess.run([binary], cwd=folder, env=environment, capture_output=True, text=True, check=False)
        sys.stdout.write(done.stdout)
        if count < 500:
            print(f"only {count} calls were made")
            return 1
        return done.returncode


if __name__ == "__main__":
    sys.exit(main())
