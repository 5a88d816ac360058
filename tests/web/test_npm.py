#!/usr/bin/env python3
"""The npm package: packed twice, installed into a new folder without a network, used in node and in Chromium.

    test_npm.py RBSIM FOLDER

Exit status 77 where npm, node, emscripten or Chromium is missing.
"""
import csv
import json
import os
import pathlib
import shutil
import subprocess
import sys
import threading

here = pathlib.Path(__file__).resolve().parent
root = here.parent.parent
sys.path[:0] = [str(here), str(root / "src/viewer/platform/web")]
from browser import Browser  # noqa: E402
import serve  # noqa: E402

# One scene of each kind, and laws with and without lanes.
SCENES = {"k11-fig5": 1, "toy-plastic": 0.3, "k15-ah": 0.2, "tippetop-ka09": 0.1, "disk-k12": 1, "bearing-ka09": 0.01}
LIMIT = 440_000  # bytes of the physics in brotli

NODE = """
import {load, RattlebackError} from "rattleback";
const physics = await load();
const results = {version: physics.version, scenes: physics.scenes().length, laws: physics.laws().map((law) => law.id)};
results.same = physics === await load();
results.hashes = Object.entries(JSON.parse(process.argv[2])).map(([id, until]) => physics.run(id, {until}).stateHash);
const run = physics.run("k11-fig5", {until: 1, every: 0.25, law: "k11-p1", set: {mu: 0.4}});
results.run = {t: [...run.signals.t], typed: run.signals.omega3 instanceof Float64Array, unit: run.units.omega3,
               omega3: run.signals.omega3.at(-1), end: run.endReason, hash: run.stateHash};
const table = physics.sweep("k11-fig5", {over: {mu: {from: 0.1, to: 0.5, count: 3}}, outcomes: ["omega3_final"], until: 1});
results.sweep = [...table.omega3_final];
const stone = physics.simulation("k11-fig5", {solver: "scene"});
stone.tick(200);
results.stepped = {t: stone.t, hash: stone.stateHash, omega3: stone.value("omega3"), energy: stone.outcomes().E_initial};
results.recorded = physics.run("k11-fig5", {solver: "scene", until: 0.2}).stateHash;
stone.close();
const own = {...JSON.parse(process.argv[3]), id: "own"};
results.own = physics.run(own, {until: 1}).stateHash;
results.law = [...physics.law("exact-circle", [1, 0, 0, 0, 0, 0, 0, 1, 0, 0])];
results.messages = [() => physics.run("nothing"), () => physics.run("k11-fig5", {set: {mu: "much"}}), () => stone.t,
                    () => physics.law("exact-circle", [1, 2]), () => physics.run(3)].map((wrong) => {
    try { wrong(); return "no error"; } catch (e) { return e instanceof RattlebackError ? e.message : String(e.stack); }
});
console.log(JSON.stringify(results));
"""

PAGE = """<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Two views</title>
<style>rattle-back { width: 480px; height: 300px; }</style>
<script type="module" src="node_modules/rattleback/viewer/element.js"></script>
<rattle-back id="one" scene="k11-fig5" t="0.2" link="style=plain"><p>Without scripts</p></rattle-back>
<rattle-back id="two" scene="toy-plastic" t="0.1" link="?style=plain" presenter></rattle-back>
"""


def call(*command, **more):
    return subprocess.run(command, check=True, text=True, capture_output=True, **more).stdout


def pack(folder):
    """The bytes of the package, and its path."""
    subprocess.run(["./run", "npm"], check=True, cwd=root, env={**os.environ, "RATTLEBACK_NO_INSTALL": "1"})
    (package,) = (root / "dist").glob("rattleback-*.tgz")
    again = folder / "again"
    again.mkdir()
    copied = shutil.copytree(root / "build/emscripten/npm-package", again / "package")
    call("npm", "pack", "--silent", "--offline", "--pack-destination", str(again), str(copied))
    assert (again / package.name).read_bytes() == package.read_bytes(), "two packs of the same files differ"
    return package


def install(package, folder):
    """A new project with the package as its only content; no registry can be reached."""
    project = folder / "project"
    project.mkdir()
    (project / "package.json").write_text('{"name": "trial", "private": true, "type": "module"}\n')
    call("npm", "install", "--offline", "--no-audit", "--no-fund", str(package), cwd=project)
    return project


def summary(rbsim, scene, until, *more):
    return json.loads(call(rbsim, "run", scene, "--until", str(until), "--summary", "-", *more))


def check_node(rbsim, project):
    (project / "trial.js").write_text(NODE, encoding="utf-8")
    scene = (root / "assets/scenes/k11-fig5.json").read_text(encoding="utf-8")
    got = json.loads(call("node", "trial.js", json.dumps(SCENES), scene, cwd=project))
    native = [summary(rbsim, scene, until)["state_hash"] for scene, until in SCENES.items()]
    assert got["hashes"] == native, (got["hashes"], native)
    assert got["own"] == native[0] and got["same"]
    assert got["scenes"] == len(list((root / "assets/scenes").glob("*.json"))), got["scenes"]
    changed = summary(rbsim, "k11-fig5", 1, "--law", "k11-p1", "--set", "mu=0.4")
    assert got["run"] == {"t": [0, 0.25, 0.5, 0.75, 1], "typed": True, "unit": "rad/s", "omega3": changed["omega3_final"],
                          "end": "time", "hash": changed["state_hash"]}, (got["run"], changed)
    table = call(rbsim, "sweep", "k11-fig5", "--param", "mu=0.1:0.5:3", "--value", "omega3_final", "--until", "1", "--csv", "-", "--quiet")
    rows = list(csv.DictReader(line for line in table.splitlines() if not line.startswith("#")))
    assert got["sweep"] == [float(row["omega3_final"]) for row in rows] and len(rows) == 3, (got["sweep"], rows)
    assert abs(got["stepped"]["t"] - 0.2) < 1e-12 and got["stepped"]["hash"] == got["recorded"], got["stepped"]
    # Pure sliding: T = 1, M = 0. Pure drilling of a Hertz patch: M = 3 pi / 16.
    exact = [1, 0, 0, 0, 0, 3 * 3.141592653589793 / 16]
    assert all(abs(a - b) < 1e-12 for a, b in zip(got["law"], exact)), got["law"]
    wanted = ["nothing: no scene", "mu: expected", "it was closed", "expected five numbers", "expected the id of a scene"]
    assert all(part in message for part, message in zip(wanted, got["messages"])), got["messages"]
    print("  node:", len(native), "scenes with the bits of rbsim")


def check_size(project):
    folder = project / "node_modules/rattleback"
    names = ["index.js", "physics.js", "physics.wasm", "scenes.js"]
    size = sum(len(subprocess.run(["brotli", "--best", "--stdout", str(folder / name)], check=True, capture_output=True).stdout)
               for name in names)
    assert size <= LIMIT, size
    for path in folder.rglob("*"):
        assert path.is_dir() or str(root).encode() not in path.read_bytes(), f"{path} names a path of this machine"
    print("  physics:", size, "bytes in brotli")


def check_element(rbsim, project):
    """Two elements share one download and one compiled program; attributes, requests and events work."""
    (project / "index.html").write_text(PAGE, encoding="utf-8")
    server = serve.server(project, 0, "/sub/path/")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    browser = Browser()
    try:
        browser.cdp("Page.addScriptToEvaluateOnNewDocument", source="""const compile = WebAssembly.compileStreaming;
            WebAssembly.compileStreaming = (...given) => { top.compiled = (top.compiled ?? 0) + 1; return compile.apply(WebAssembly, given); };""")
        browser.open(f"http://127.0.0.1:{server.server_address[1]}/sub/path/index.html")
        browser.run("""window.states = {};
            for (const view of document.querySelectorAll("rattle-back")) {
                view.ready.then(async () => { for (;;) {
                    states[view.id] = await view.ask("outcome");
                    await new Promise((done) => setTimeout(done, 100));
                } });
            }""")
        there = "const s = states[arguments[0]]; return s && s.scene === arguments[1] && !s.playing && Math.abs(s.t - arguments[2]) < 1e-6 && s"
        for view, scene, t in (("one", "k11-fig5", 0.2), ("two", "toy-plastic", 0.1)):
            state = browser.until(there, view, scene, t, what=f"{view} shows {scene} at {t} s")
            assert abs(state["runs"][0]["t"] - t) < 1e-6, state
        assert browser.run("return window.compiled") == 1, "the program was compiled more than once"
        seen = [url for url in browser.requests() if url.endswith("rattleback.wasm")]
        assert len(seen) <= 2, seen  # a service worker may check its own copy
        browser.run("""window.heard = []; const view = document.getElementById("one");
            for (const name of ["state", "reversal"]) view.addEventListener(name, (e) => heard.push(e.detail.event));
            view.setAttribute("scene", "disk-k12"); view.setAttribute("t", "0.5");""")
        browser.until(there, "one", "disk-k12", 0.5, what="changed attributes change the view")
        browser.until("return heard.includes('state')", what="the element sends events")
        browser.run("""window.refused = null;
            document.getElementById("two").ask("set", {values: {nonsense: 1}}).catch((e) => { refused = e.message; });""")
        assert "nonsense" in browser.until("return refused", what="a bad request is refused")
        problems = [line for line in browser.console() if "favicon" not in line]
        assert problems == [], problems
        print("  Chromium: two views, one compiled program")
    finally:
        browser.close()
        server.shutdown()


def main():
    rbsim, folder = sys.argv[1:]
    for tool in ("npm", "node", "emcc", "brotli", "chromium", "chromedriver"):
        if not shutil.which(tool):
            print(f"skipped, {tool} is not installed (./run test installs it on Debian)")
            sys.exit(77)
    folder = pathlib.Path(folder)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    project = install(pack(folder), folder)
    check_size(project)
    check_node(rbsim, project)
    check_element(rbsim, project)


main()
