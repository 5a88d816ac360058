#!/usr/bin/env python3
"""Creates the folder that `npm pack` packs.

    pack.py VERSION SITE PROGRAM FOLDER

SITE: the page (build/web); PROGRAM: the folder of physics.js and physics.wasm. The scenes become one module. The same
input gives the same bytes.
"""
import json
import pathlib
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent


def scenes():
    """All scene files by name, as a module."""
    files = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in sorted((ROOT / "assets/scenes").glob("*.json"))}
    return "export default " + json.dumps(files, ensure_ascii=False, separators=(",", ":")) + ";\n"


def main():
    version, site, program, folder = sys.argv[1:]
    folder = pathlib.Path(folder)
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(site, folder / "viewer", ignore=shutil.ignore_patterns("*.br"))
    for name in ("index.js", "index.d.ts", "element.d.ts", "README.md"):
        shutil.copyfile(HERE / name, folder / name)
    for name in ("physics.js", "physics.wasm"):
        shutil.copyfile(pathlib.Path(program) / name, folder / name)
    shutil.copyfile(ROOT / "LICENSE", folder / "LICENSE")
    (folder / "scenes.js").write_text(scenes(), encoding="utf-8")
    licence = [line.split(":")[1].strip() for line in (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
               if line.startswith("license:")][0]
    text = (HERE / "package.json.in").read_text(encoding="utf-8")
    (folder / "package.json").write_text(text.replace("@VERSION@", version).replace("@LICENSE@", licence), encoding="utf-8")


main()
