#!/usr/bin/env python3
"""Plain English: finds the expressions of words.txt in code, comments, messages, lessons and documents.

    words.py [--counts] [PATH...]

Prints FILE:LINE: "expression": suggestion, and ends with status 1 if there is any. --counts prints the number
per folder instead. PATH restricts the search. words_allowed.txt lists justified uses. words_british.txt has
American spellings; they are searched for in comments and documents only, for other projects' names are theirs.
"""

import collections
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TEXT = re.compile(r"(\.(c|h|inc|md|json|sh|py|js|html|css|cmake|in|txt|vs|fs|glsl|xml|desktop|cff)|^run)$")
# Recorded output, data, and the lists themselves.
EXCLUDED = re.compile(
    r"^(tests/golden/.*\.csv|tests/fuzz/(seeds|finds)/|tests/sim/[a-z_]*\.txt|docs/bench/|cmake/third-party"
    r"|tests/lint/words|LICENSE)"
)


def rows(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                left, _, right = line.rstrip("\n").partition("\t")
                yield left, right


def expressions(name):
    """A pattern that finds any of them, and [(pattern, suggestion)]."""
    listed = [(left.replace(" ", " +"), right) for left, right in rows(name)]
    every = re.compile(r"\b(?:" + "|".join(left for left, _ in listed) + r")\b")
    return every, [(re.compile(left), right) for left, right in listed]


def files(paths):
    try:
        listed = subprocess.run(
            ["git", "ls-files", "--cached", "--others", "--exclude-standard"], check=True, capture_output=True, text=True
        ).stdout.split("\n")
    except (OSError, subprocess.CalledProcessError):  # not a clone
        listed = [
            os.path.relpath(os.path.join(folder, name))
            for folder, _, names in os.walk(".")
            for name in names
            if not folder.startswith(("./build", "./.git"))
        ]
    for path in sorted(listed):
        wanted = not paths or any(path.startswith(prefix) for prefix in paths)
        if TEXT.search(path) and not EXCLUDED.search(path) and wanted and os.path.isfile(path):
            yield path


def flatten(text):
    """The text in lower case and in the same places, with line ends, comment marks and underscores as spaces:
    an expression may be broken across lines, or be part of a name."""
    text = re.sub(r"\n[ \t]*(?:/?\*+/?|#+|//+|>)?", lambda match: " " * len(match.group(0)), text)
    return text.replace("_", " ").lower()


def prose(path, text):
    """Comments of code, or a document without its code; everything else blank."""
    if path.endswith((".c", ".h", ".inc")):
        keep = r"/\*.*?\*/"
    elif path.endswith((".sh", ".py", ".cmake", "CMakeLists.txt")) or path == "run":
        keep = r"(?m)^\s*#.*$"
    elif path.endswith(".md"):
        return re.sub(r"(?s)```.*?```|`[^`]*`|\]\([^)]*\)|<[^>]*>", lambda code: re.sub(r"[^\n]", " ", code.group(0)), text)
    elif path.startswith("assets/") and path.endswith(".json"):
        return text
    else:
        return ""
    kept, at = [], 0
    for match in re.finditer(keep, text, flags=re.S if keep.startswith("/") else 0):
        kept += [re.sub(r"[^\n]", " ", text[at : match.start()]), match.group(0)]
        at = match.end()
    return "".join(kept)


def findings(paths):
    lists = [(expressions("words.txt"), lambda path, text: text), (expressions("words_british.txt"), prose)]
    allowed = list(rows("words_allowed.txt"))
    for path in files(paths):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        lines = text.split("\n")
        for (every, listed), part in lists:
            for match in every.finditer(flatten(part(path, text))):
                number = text.count("\n", 0, match.start()) + 1
                if any(path.startswith(prefix) and words in lines[number - 1] for prefix, words in allowed):
                    continue
                found = match.group(0)
                yield path, number, found, next(right for left, right in listed if left.fullmatch(found))


def main():
    os.chdir(os.path.join(HERE, "..", ".."))
    paths = [argument for argument in sys.argv[1:] if argument != "--counts"]
    found = list(findings(paths))
    if "--counts" in sys.argv[1:]:
        folders = collections.Counter("/".join(path.split("/")[:2]) for path, *_ in found)
        for folder, count in sorted(folders.items(), key=lambda item: -item[1]):
            print(f"{count:5d}  {folder}")
    else:
        for path, number, words, suggestion in found:
            print(f'{path}:{number}: "{words}": {suggestion}')
    print(f"{len(found)} expression(s) that are not plain English (tests/lint/words.txt)")
    sys.exit(bool(found))


main()
