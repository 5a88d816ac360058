#!/usr/bin/env python3
"""The viewer in a browser, used as a person would.

    page.py SITE RATTLEBACK SAME_PICTURE FOLDER [TEST...]

State decides what has happened, never the clock or the rate of frames. Exit status 77 where there is no
Chromium or no page to test.
"""
import base64
import json
import math
import os
import pathlib
import shutil
import subprocess
import sys
import threading
import time
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parent.parent / "src/viewer/platform/web"))
from browser import Browser  # noqa: E402
import serve  # noqa: E402

LIMIT = 1_000_000  # bytes of the page in brotli, all together
PREFIX = "/some/where/"


class Site:
    """The page under a path of its own, with the test's harness beside it."""

    def __init__(self, site, folder):
        self.folder = pathlib.Path(folder) / "site"
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(site, self.folder)
        for name in ("harness.html", "harness.js"):
            shutil.copy(HERE / name, self.folder)
        self.server = serve.server(self.folder, 0, PREFIX)
        self.origin = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def address(self, rest=""):
        return self.origin + PREFIX + rest

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Page:
    def __init__(self, site, **how):
        self.site = site
        self.browser = Browser(**how)

    def open(self, rest=""):
        self.browser.open(self.site.address(rest))
        self.browser.until("return !!window.rattleback", what="the program began")
        return self

    def state(self):
        return self.browser.run("return rattleback.state()")

    def act(self, *lines):
        """Lines one right after the other, with no frame between them."""
        problem = self.browser.run("for (const line of arguments[0]) { const p = rattleback.run(line); "
                                   "if (p) return line + ': ' + p } return null", lines)
        assert problem is None, problem
        self.settle()

    def settle(self):
        """Until what was asked for is done, and seen in a frame after that."""
        self.browser.until("return !rattleback.state().busy", what="nothing is waited for")
        frames = self.state()["frames"]
        self.browser.until("return rattleback.state().frames > arguments[0] + 2", frames, what="three frames more")

    def wait(self, condition, what=""):
        return self.browser.until(f"const s = rattleback.state(); return {condition}", what=what or condition)

    def notice(self):
        return self.browser.until("const n = document.getElementById('notice'); "
                                  "return !n.hidden && !/^Loading Rattleback/.test(n.innerText) && n.innerText", what="a notice")

    def calm(self, scene="toy-plastic"):
        """No newcomer's card, in real time, paused at its start."""
        self.act("close", f"scene {scene}", "speed 1", "restart", "play off")
        assert self.state()["t"] == 0, self.state()["t"]
        return self

    def no_problems(self):
        assert self.browser.console() == [], self.browser.console()
        for address in self.browser.requests():
            assert address.startswith((self.site.origin, "blob:" + self.site.origin, "data:", "chrome:")), address


def offscreen(command):
    environment = {**os.environ, "LIBGL_ALWAYS_SOFTWARE": "1"}
    return subprocess.run(["xvfb-run", "-a", "-s", "-screen 0 1280x720x24", *command], check=True, text=True,
                          capture_output=True, env=environment).stdout


def in_harness(page, *arguments, expected=(0,)):
    page.browser.open(page.site.address("harness.html?" + urllib.parse.quote(json.dumps(arguments))))
    result = page.browser.until("return result()", what=" ".join(arguments))
    assert result["status"] in expected, result
    return result["printed"]


# ---------------------------------------------------------------- tests

def test_size(context):
    """The whole page is small."""
    sizes = {path.name: path.stat().st_size for path in pathlib.Path(context.site_folder).glob("*.br")}
    assert len(sizes) >= 10, sizes
    assert sum(sizes.values()) <= LIMIT, sizes
    print(f"  {sum(sizes.values())} bytes in brotli")


def test_hashes(context):
    """Five scenes have the bits that they have here."""
    page = context.page()
    for scene in ("toy-plastic", "k11-fig5", "tippetop-ka09", "disk-k12", "k15-ah"):
        arguments = (scene, "--print-hash", "--at", "0.2", "--fps", "10")
        native = offscreen([context.rattleback, *arguments]).splitlines()
        there = [line for line in in_harness(page, *arguments) if " hash " in line]
        assert native == there and len(native) == 1, f"{native} {there}"
        print(" ", native[0])


def test_picture(context):
    """The opening picture is the one of the desktop."""
    page = context.page()
    ours, theirs = context.folder / "native.png", context.folder / "web.png"
    offscreen([context.rattleback, "--screenshot", str(ours), "--at", "1"])
    in_harness(page, "--screenshot", "/web.png", "--at", "1")
    theirs.write_bytes(base64.b64decode(page.browser.run("return file('/web.png')")))
    subprocess.run([context.same_picture, str(ours), str(theirs)], check=True)


def test_use(context):
    """Play, orbit, type, change the law, compare, scrub."""
    page = context.page().open()
    page.calm("k11-fig5")
    page.act("until 0.4")
    assert 0.399 < page.state()["t"] < 0.41, page.state()["t"]
    page.act("restart", "play off")
    drag_camera(page)
    type_number(page)
    page.act("law k11-p1")
    assert page.state()["runs"][0]["law"] == "k11-p1"
    page.browser.run("document.getElementById('canvas').focus()")
    page.browser.key("KeyL", "l", 76, "l")
    page.wait("s.runs[0].law !== 'k11-p1'", "L chose the next law")
    page.act("law exact-circle")
    for law in ("k11-p1", "k11-p2", "k11-tanh"):
        page.act(f"compare law {law}")
    state = page.state()
    assert [run["law"] for run in state["runs"]] == ["exact-circle", "k11-p1", "k11-p2", "k11-tanh"], state["runs"]
    page.act("restart", "play off")
    page.act("until 0.3")
    scrub(page)
    page.browser.picture(context.folder / "used.png")
    page.no_problems()


def drag_camera(page):
    before = page.state()["camera"]
    page.browser.drag(800, 640, 700, 600)
    page.wait(f"Math.abs(s.camera[0] - ({before[0]})) > 0.05", "a drag beside the body turned the camera")


def type_number(page):
    """In the first field of the panel on the left that takes letters."""
    for y in range(60, 660, 12):
        page.browser.click(170, y, clicks=2)
        page.settle()
        if page.state()["writing"]:
            page.browser.key("KeyA", "a", 65, modifiers=2)
            page.browser.type("7")
            page.browser.key("Enter", "Enter", 13, "\r")
            page.wait("!s.writing", "Enter ended the field")
            page.wait("/set=/.test(s.link)", "the number was taken")
            return
        page.browser.key("Escape", "Escape", 27)
    raise AssertionError("no field took letters")


def scrub(page):
    page.browser.mouse("mouseMoved", 300, 688)
    page.browser.mouse("mousePressed", 300, 688, "left", 1)
    page.browser.mouse("mouseMoved", 320, 688, "left")
    page.browser.mouse("mouseReleased", 320, 688, "left", 1)
    page.wait("s.scrubbing", "the timeline looks back")
    page.act("seek live")
    assert not page.state()["scrubbing"]


def test_files(context):
    """A scene dropped; CSV, PNG and scene as downloads; settings that stay."""
    page = context.page().open()
    page.calm()
    scene = (context.assets / "scenes/tippetop-wood.json").read_text(encoding="utf-8").replace(
        '"id": "tippetop-wood"', '"id": "dropped"')
    page.browser.run("""const data = new DataTransfer();
        data.items.add(new File([arguments[0]], "dropped.json"));
        window.dispatchEvent(new DragEvent("drop", {dataTransfer: data, cancelable: true}))""", scene)
    page.wait("s.scene === 'dropped'", "the dropped scene is open")
    page.act("restart", "play off")
    page.act("until 0.2")
    page.act("save")
    saved = json.loads(page.browser.download(".json").read_text(encoding="utf-8"))
    assert saved["id"] == "dropped" and saved["format"] == "rattleback-scene", saved
    page.act("plot-csv")
    rows = page.browser.download(".csv").read_text(encoding="utf-8").splitlines()
    assert rows[0].startswith("run,name,law,t,") and len(rows) > 10, rows[:2]
    page.act("csv")
    page.act("csv")
    rows = page.browser.download(".csv").read_text(encoding="utf-8").splitlines()
    assert len(rows) > 10 and float(rows[-1].split(",")[0]) >= 0.19, rows[-1]
    page.act("picture")
    data = page.browser.download(".png").read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n" and data[16:24] == (1280).to_bytes(4, "big") + (720).to_bytes(4, "big")
    page.browser.run("""const data = new DataTransfer();
        data.items.add(new File(["{}"], "bad.json"));
        window.dispatchEvent(new DragEvent("drop", {dataTransfer: data, cancelable: true}))""")
    page.wait("s.messages.some((m) => /bad.json/.test(m))", "a bad file is told by its name")
    assert page.state()["scene"] == "dropped"
    page.act("theme dark")
    page.no_problems()
    page.open()
    assert page.state()["theme"] == "dark"


def test_film(context):
    """Every frame of a film is in it, at its time."""
    page = context.page(width=640, height=360).open()
    page.calm()
    page.browser.run("return rattleback.run('record')")
    page.wait("s.recording && s.t > 0.15", "a film of some frames")
    page.browser.run("return rattleback.run('record')")
    film = page.browser.download(".webm")
    shutil.copy(film, context.folder / "film.webm")
    told = json.loads(subprocess.run(
        ["ffprobe", "-v", "error", "-count_frames", "-show_streams", "-show_format", "-show_frames", "-of", "json", str(film)],
        check=True, capture_output=True, text=True).stdout)
    stream, frames = told["streams"][0], told["frames"]
    message = next(m for m in page.state()["messages"] if "frames saved" in m)
    assert len(frames) == int(message.split()[0]) > 5, f"{len(frames)} {message}"
    assert (stream["width"], stream["height"]) == (640, 360), stream
    for k, frame in enumerate(frames):
        assert math.isclose(float(frame["pts_time"]), k / 60, abs_tol=2e-6), (k, frame["pts_time"])
    assert math.isclose(float(told["format"]["duration"]), len(frames) / 60, abs_tol=1e-4), told["format"]
    page.no_problems()
    print(f"  {len(frames)} frames")


def test_offline(context):
    """Without a network once it was loaded."""
    page = context.page().open()
    page.browser.until("return navigator.serviceWorker.controller !== null", what="the worker has the page")
    page.site.close()
    page.open()
    assert page.state()["scene"]


def test_no_graphics(context):
    page = context.page()
    before_load(page, "HTMLCanvasElement.prototype.getContext = () => null;")
    page.browser.open(page.site.address())
    assert "WebGL 2" in page.notice()


def test_no_memory(context):
    page = context.page()
    before_load(page, "WebAssembly.instantiate = () => Promise.reject(new RangeError('could not allocate memory'));")
    page.browser.open(page.site.address())
    assert "not enough memory" in page.notice()


def test_cut(context):
    """A download that breaks off, one that is refused, one that does not answer."""
    page = context.page()
    before_load(page, """const whole = window.fetch;
        window.fetch = async (name) => /wasm/.test(name) && /cut/.test(location.search) ? new Response(new ReadableStream({
            pull(to) { to.enqueue(new Uint8Array(1000)); to.error(new TypeError("network error")); }})) : whole(name);""")
    page.browser.open(page.site.address("?cut"))
    text = page.notice()
    assert "rattleback.wasm broke off" in text and "Load again" in text, text
    (page.site.folder / "rattleback.data").unlink()
    (page.site.folder / "rattleback.data.br").unlink()
    page.browser.open(page.site.address())
    assert "404" in page.notice()
    page.browser.cdp("Network.setBlockedURLs", urls=["*rattleback.wasm"])
    page.browser.open(page.site.address())
    assert "Is there a connection?" in page.notice()


def test_context_lost(context):
    """The picture comes back as it was."""
    page = context.page().open()
    page.calm()
    page.act("explain off")
    before, after = context.folder / "before.png", context.folder / "after.png"
    page.settle()
    assert page.state()["problems"] == 0, page.state()["messages"]
    page.browser.picture(before)
    page.browser.run("window.lost = document.getElementById('canvas').getContext('webgl2')"
                     ".getExtension('WEBGL_lose_context'); lost.loseContext()")
    assert "graphics" in page.notice()
    page.browser.run("lost.restoreContext()")
    page.browser.until("return document.getElementById('notice').hidden", what="the notice goes")
    page.settle()
    page.browser.picture(after)
    subprocess.run([context.same_picture, str(before), str(after)], check=True)


def test_hidden(context):
    """Time stands still while nobody can see the page."""
    page = context.page().open()
    page.calm()
    page.act("play on")
    page.browser.run("""window.seen = [];
        document.addEventListener("visibilitychange", () => { const s = rattleback.state(); seen.push([s.t, s.frames]); });""")
    first = page.browser.call("GET", "/window")
    second = page.browser.call("POST", "/window/new", {"type": "tab"})["handle"]
    page.browser.call("POST", "/window", {"handle": second})
    page.browser.open("about:blank")
    time.sleep(3)  # the time that must not pass there
    page.browser.call("DELETE", "/window")
    page.browser.call("POST", "/window", {"handle": first})
    seen = page.browser.until("return seen.length >= 2 && seen", what="the page was hidden and shown")
    assert seen[1] == seen[0], seen
    page.wait(f"s.frames > {seen[1][1]}", "it goes on")
    jump = page.browser.run("return rattleback.state()")
    assert jump["t"] - seen[1][0] <= 0.25 * (jump["frames"] - seen[1][1]) + 0.01, (jump["t"], seen)


def test_words(context):
    """What those hear who do not see, and what they like."""
    page = context.page(flags=("--force-prefers-reduced-motion", "--force-dark-mode"))
    page.browser.cdp("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"},
                                                             {"name": "prefers-reduced-motion", "value": "reduce"}])
    page.open()
    state = page.state()
    assert state["theme"] == "dark" and not state["playing"], (state["theme"], state["playing"])
    words = page.browser.until("return document.getElementById('told').textContent", what="words")
    assert "rad/s" in words and "Paused" in words, words
    assert page.browser.run("return document.getElementById('canvas').getAttribute('aria-label')")
    print(" ", words)


def before_load(page, script):
    page.browser.cdp("Page.addScriptToEvaluateOnNewDocument", source=script)


# ---------------------------------------------------------------- running them

class Context:
    def __init__(self, site, rattleback, same_picture, folder):
        self.site_folder, self.rattleback, self.same_picture = site, rattleback, same_picture
        self.folder = pathlib.Path(folder)
        self.assets = HERE.parent.parent / "assets"
        self.pages = []

    def page(self, **how):
        site = Site(self.site_folder, self.folder)
        self.pages.append(Page(site, **how))
        return self.pages[-1]

    def close(self):
        for page in self.pages:
            page.browser.close()
            page.site.close()
        self.pages = []


def main():
    site, rattleback, same_picture, folder, *chosen = sys.argv[1:]
    for tool in ("chromium", "chromedriver", "xvfb-run", "ffprobe"):
        if not shutil.which(tool):
            print(f"skipped, {tool} is not installed (./run test installs it on Debian)")
            sys.exit(77)
    if not (pathlib.Path(site) / "index.html").exists():
        print("skipped, there is no page in", site)
        sys.exit(77)
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    failed = 0
    for name, test in [(n, t) for n, t in globals().items() if n.startswith("test_")]:
        if chosen and name[5:] not in chosen:
            continue
        context = Context(site, rattleback, same_picture, folder)
        print(name, flush=True)
        try:
            test(context)
        except (AssertionError, RuntimeError, subprocess.CalledProcessError) as e:
            failed += 1
            print(f"  FAILED: {e}")
            for page in context.pages:
                try:
                    page.browser.picture(context.folder / f"{name}.png")
                    print("  console:", page.browser.console()[:5])
                except (RuntimeError, OSError):
                    pass
        finally:
            context.close()
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
