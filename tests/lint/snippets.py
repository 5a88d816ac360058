#!/usr/bin/env python3
"""Code in the documents: every snippet is run, compiled or checked.

    snippets.py BUILD             all documents
    snippets.py --tutorials       the tutorials of CONTRIBUTING.md, in a copy of the repository

The first word after the fence is the language, further words say what to do:

    sh              run: every rbsim command must succeed, or still be computing after SECONDS of processor time
    sh example      names only: commands and options exist (the data files of the reader are not there)
    c write=FILE    tutorial: the block is the text of FILE
    c in=FILE before="TEXT"   tutorial: the block comes before (after=: behind) the line of FILE with TEXT
    json, js, python, html, c, cmake, text

A fence without a language is an error. Indented blocks and `code` in sentences are checked for names. Words in
capitals (SCENE, FILE) are for the reader to fill in.
"""

import ast
import glob
import html.parser
import json
import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

SECONDS = 2
PYTHON = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable  # with Debian's numpy
LANGUAGES = {"sh", "c", "json", "js", "python", "html", "cmake", "text"}
GENERATED = {"docs/celt-tables.md"}
findings = []


class Block:
    def __init__(self, path, line, info, text):
        self.path, self.line, self.text = path, line, text
        words = shlex.split(info)
        self.language = words[0] if words else ""
        self.options = dict(word.partition("=")[::2] for word in words[1:])

    def finding(self, message):
        findings.append(f"{self.path}:{self.line}: {message}")


def blocks_of(path):
    """Fenced blocks, without the indentation of the list they are in, and indented ones (language "")."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    found, at = [], 0
    while at < len(lines):
        fence = re.match(r"( *)```(.*)", lines[at])
        begin = at + 1
        if fence:
            indent, at = len(fence.group(1)), begin
            while at < len(lines) and not lines[at].strip().startswith("```"):
                at += 1
            text = "\n".join(line[indent:] for line in lines[begin:at]) + "\n"
            found.append(Block(path, begin, fence.group(2), text))
        elif lines[at].startswith("    ") and (at == 0 or not lines[at - 1].strip()):
            while at < len(lines) and lines[at].startswith("    "):
                at += 1
            found.append(Block(path, begin, "sh example", "\n".join(lines[begin - 1 : at]) + "\n"))
            continue
        at += 1
    return found


def inline_of(path):
    """`rbsim …` and `./run …` in sentences."""
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"```.*?```", lambda block: "\n" * block.group(0).count("\n"), file.read(), flags=re.S)
    for match in re.finditer(r"`((?:rbsim|\./run) [^`]+)`", text):
        line = text.count("\n", 0, match.start()) + 1
        yield Block(path, line, "sh example", re.sub(r"\s+", " ", match.group(1)) + "\n")


def commands_of(text):
    """The commands of a shell script as lists of words; without comments, loops and redirections."""
    text = re.sub(r"\\\n", " ", text)
    for line in text.split("\n"):
        for part in re.split(r";|&&|\|", re.sub(r"(^|\s)#.*", "", line)) if "--press" not in line else [line]:
            part = re.sub(r"^\s*(do|done|for\b.*|mpirun -n \d+|srun|then)\b", "", part.strip()).strip()
            try:
                words = shlex.split(part)
            except ValueError:
                continue
            if words:
                yield words


# ---- rbsim, rattleback and ./run -----------------------------------------------------------------------


class Programs:
    def __init__(self, build):
        self.bin = os.path.join(build, "bin")
        self.helps = {}
        self.run_commands = set(re.findall(r"^  ([a-z]+)\b", self.call("./run", "help"), flags=re.M))

    def call(self, *command):
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout

    def help(self, program, *command):
        key = (program, *command)
        if key not in self.helps:
            self.helps[key] = self.call(os.path.join(self.bin, program), *command, "--help")
        return self.helps[key]

    def check_options(self, block, words, text, what):
        for word in words:
            name = word.split("=")[0]
            if re.fullmatch(r"--[a-z][a-z0-9-]*", name) and not re.search(rf"(?<![\w-]){name}(?![\w-])", text):
                block.finding(f"{what} has no option {name}")

    def check_names(self, block, words):
        """Commands and options exist."""
        if words[0] == "./run" and len(words) > 1:
            if words[1] == "sim":
                self.check_names(block, ["rbsim", *words[2:]])
            elif words[1] == "view":
                self.check_names(block, ["rattleback", *words[2:]])
            elif not re.match(r"[A-Z]|-|\.\.\.|…", words[1]) and words[1] not in self.run_commands:
                block.finding(f"./run has no command {words[1]}")
        elif words[0] in ("rbsim", "rbsim-mpi") and len(words) > 1 and re.fullmatch(r"[a-z-]+", words[1]):
            known = re.findall(r"^  ([a-z-]+)\b", self.help("rbsim"), flags=re.M)
            if words[1].startswith("--"):
                self.check_options(block, words[1:], self.help("rbsim"), "rbsim")
            elif words[1] not in known:
                block.finding(f"rbsim has no command {words[1]}")
            else:
                self.check_options(block, words[2:], self.help("rbsim", words[1]), f"rbsim {words[1]}")
        elif words[0] == "rattleback" and os.path.exists(os.path.join(self.bin, "rattleback")):
            self.check_options(block, words[1:], self.help("rattleback"), "rattleback")

    def run(self, block, words, folder):
        """Checks that the command succeeds, or is still running after its CPU time."""
        words = words[2:] if words[:2] == ["./run", "sim"] else words[1:]
        words = [word if word != "docs/" else folder for word in words]
        os.makedirs(os.path.join(folder, "docs"), exist_ok=True)

        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        done = subprocess.run(
            [os.path.join(self.bin, "rbsim"), *words], cwd=folder, capture_output=True, text=True, check=False, preexec_fn=limit
        )
        if done.returncode not in (0, -signal.SIGXCPU, -signal.SIGKILL):
            block.finding(f"rbsim {' '.join(words)}: status {done.returncode}: {done.stderr.strip()[-300:]}")


# ---- other languages ---------------------------------------------------------------------------------


def check_shell(block, programs, folder):
    if "example" not in block.options:
        syntax = subprocess.run(["bash", "-n"], input=block.text, capture_output=True, text=True, check=False)
        if syntax.returncode:
            block.finding(f"not a shell script: {syntax.stderr.strip()}")
    for words in commands_of(block.text):
        programs.check_names(block, words)
        complete = not any(re.search(r"\b[A-Z]{2,}\b|…|\$", word) for word in words)
        runs = words[0] == "rbsim" or words[:2] == ["./run", "sim"]
        if runs and complete and "example" not in block.options:
            programs.run(block, words, folder)


def check_json(block, programs, folder):
    text = block.text.strip()
    fragment = not text.startswith(("{", "["))
    try:
        data = json.loads("{" + text.rstrip(",") + "}" if fragment else text)
    except ValueError as error:
        block.finding(f"not JSON: {error}")
        return
    if isinstance(data, dict) and data.get("format") == "rattleback-lesson":
        path = os.path.join(folder, data["id"] + ".json")
        with open(path, "w", encoding="utf-8") as file:
            file.write(block.text)
        done = subprocess.run([os.path.join(programs.bin, "rbsim"), "lesson", "check", path], capture_output=True, text=True, check=False)
        if done.returncode:
            block.finding(f"the lesson is not valid: {done.stderr.strip()}")


def check_c(block, programs, folder):
    del programs, folder
    if block.options:
        return  # of a tutorial
    command = ["cc", "-std=c17", "-Wall", "-Wextra", "-Werror", "-Iinclude", "-fsyntax-only", "-x", "c", "-"]
    done = subprocess.run(command, input=block.text, capture_output=True, text=True, check=False)
    if done.returncode:
        block.finding(f"does not compile: {done.stderr.strip()[:400]}")


def check_python(block, programs, folder):
    try:
        ast.parse(block.text)
    except SyntaxError as error:
        block.finding(f"not Python: {error}")
        return
    libraries = glob.glob(os.path.join(os.path.dirname(programs.bin), "lib", "librattleback.so"))
    numpy = subprocess.run([PYTHON, "-c", "import numpy"], capture_output=True, check=False).returncode == 0
    if libraries and numpy:
        environment = dict(os.environ, PYTHONPATH=os.path.abspath("python"), RATTLEBACK_LIBRARY=libraries[0], PYTHONDONTWRITEBYTECODE="1")
        done = subprocess.run([PYTHON, "-c", block.text], env=environment, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            block.finding(f"fails: {done.stderr.strip()[-300:]}")
    else:
        print(f"{block.path}:{block.line}: only parsed, numpy or the shared library is missing")


def check_js(block, programs, folder):
    del programs
    if shutil.which("node"):
        path = os.path.join(folder, "snippet.js")
        with open(path, "w", encoding="utf-8") as file:
            file.write(block.text)
        done = subprocess.run(["node", "--check", path], capture_output=True, text=True, check=False)
        if done.returncode:
            block.finding(f"not JavaScript: {done.stderr.strip()}")


def check_html(block, programs, folder):
    del programs, folder

    class Tags(html.parser.HTMLParser):
        def __init__(self):
            super().__init__()
            self.open = []

        def handle_starttag(self, tag, attrs):
            if tag not in ("img", "br", "link", "meta", "input"):  # these have no end tag
                self.open.append(tag)

        def handle_endtag(self, tag):
            if not self.open or self.open.pop() != tag:
                block.finding(f"HTML: </{tag}> does not match")

    tags = Tags()
    tags.feed(block.text)
    if tags.open:
        block.finding(f"HTML: <{tags.open[-1]}> is not closed")


CHECKS = {"sh": check_shell, "json": check_json, "c": check_c, "python": check_python, "js": check_js, "html": check_html}


def documents():
    return [path for path in sorted(glob.glob("*.md") + glob.glob("docs/*.md")) if path not in GENERATED]


def check_documents(build):
    programs, count = Programs(build), 0
    with tempfile.TemporaryDirectory() as folder:
        for path in documents():
            if path == "CHANGELOG.md":
                continue  # names of earlier versions
            for block in [*blocks_of(path), *inline_of(path)]:
                count += 1
                if block.language not in LANGUAGES:
                    block.finding(f'expected a language after ``` ({", ".join(sorted(LANGUAGES))}), got "{block.language}"')
                elif "tutorial" not in block.options:
                    CHECKS.get(block.language, lambda *_: None)(block, programs, folder)
    print(f"{count} snippets")


# ---- tutorials ---------------------------------------------------------------------------------------


def insert(block, path, where, text):
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    places = [number for number, line in enumerate(lines) if text in line]
    if not places:
        sys.exit(f"{block.path}:{block.line}: {path} has no line with {text!r}")
    at = places[-1] + (where == "after")
    lines[at:at] = block.text.rstrip("\n").split("\n")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines))


def follow(block):
    """Carries out a step of a tutorial in the current folder."""
    options = block.options
    if "write" in options:
        with open(options["write"], "w", encoding="utf-8") as file:
            file.write(block.text)
    elif "in" in options:
        where = "before" if "before" in options else "after"
        insert(block, options["in"], where, options[where])
    elif block.language == "sh":
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", block.text], capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"{block.path}:{block.line}: status {done.returncode}\n{block.text}\n{done.stdout[-1000:]}{done.stderr[-2000:]}")


def check_tutorials():
    """Every block of CONTRIBUTING.md with the word "tutorial" or a directive, in order, in a copy."""
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, "copy")
        shutil.copytree(".", copy, symlinks=True, ignore=shutil.ignore_patterns("build", ".git"))
        os.chdir(copy)
        os.environ.update(RATTLEBACK_NO_INSTALL="1")
        os.environ.pop("RATTLEBACK_DATA", None)
        # ./run uses this build: without the viewer and without optimisation, which changes no result.
        configure = ["cmake", "--preset", "release", "-DBUILD_TESTING=ON", "-DRB_VIEWER=OFF", "-DRB_MPI=OFF", "-DRB_SHARED=OFF"]
        configure += ["-DRB_RELEASE_FLAGS=-O0", f"-DRB_THIRD_PARTY_PREFIX:INTERNAL={copy}"]
        subprocess.run(configure, check=True, stdout=subprocess.DEVNULL)
        steps = 0
        for block in blocks_of("CONTRIBUTING.md"):
            if {"tutorial", "write", "in"} & block.options.keys():
                follow(block)
                steps += 1
        if steps < 10:
            sys.exit(f"CONTRIBUTING.md: expected tutorials for a law, a scene and a body, found {steps} steps")
        subprocess.run(["bash", "tests/lint/format.sh"], check=True)
        print(f"{steps} steps of the tutorials work as written")


def main():
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
    if len(sys.argv) == 2 and sys.argv[1] == "--tutorials":
        check_tutorials()
    elif len(sys.argv) == 2:
        check_documents(os.path.abspath(sys.argv[1]))
    else:
        sys.exit(__doc__.split("\n\n")[1])
    print(*findings, sep="\n")
    sys.exit(bool(findings))


main()
