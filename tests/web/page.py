#!/usr/bin/env python3
"""The viewer in a browser, used as a person would.

    page.py BROWSER SITE RATTLEBACK SAME_PICTURE FOLDER [TEST...]

BROWSER is chromium or firefox. State decides what has happened, never the clock or the rate of frames. Exit status 77
where there is no browser or no page to test.
"""
import base64
import json
import math
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from stage import Context, in_harness, offscreen, run_all, stop_without  # noqa: E402
import access  # noqa: E402
import trouble  # noqa: E402

LIMIT = 1_000_000  # bytes of the page in brotli, with the catalogue of one language


# ---------------------------------------------------------------- tests

def test_size(context):
    """The whole page is small."""
    sizes = {path.name: path.stat().st_size for path in pathlib.Path(context.site_folder).glob("*.br")}
    assert len(sizes) >= 10, sizes
    catalogues = [size for name, size in sizes.items() if name.endswith(".po.br")]
    assert len(catalogues) == 3, sizes
    page = sum(sizes.values()) - sum(catalogues) + max(catalogues)
    assert page <= LIMIT, sizes
    print(f"  {page} bytes in brotli, {max(catalogues)} of them the largest catalogue")


def test_paths(context):
    """No file names a path of the machine that has built it."""
    here = str(pathlib.Path(__file__).resolve().parent.parent.parent).encode()
    for path in pathlib.Path(context.site_folder).iterdir():
        data = path.read_bytes()
        for word in (here, b"/.cache/", b"third-party/"):
            assert word not in data, (path.name, word)


def test_hashes(context):
    """Five scenes give the same bits as on the desktop."""
    page = context.page()
    for scene in ("toy-plastic", "k11-fig5", "tippetop-ka09", "disk-k12", "k15-ah"):
        arguments = (scene, "--print-hash", "--at", "0.2", "--fps", "10")
        native = offscreen([context.rattleback, *arguments]).splitlines()
        there = [line for line in in_harness(page, *arguments) if " hash " in line]
        assert native == there and len(native) == 1, f"{native} {there}"
        print(" ", native[0])


def test_picture(context):
    """The first picture equals that of the desktop."""
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
    page.act("microscope off")  # which would cover it
    before = page.state()["camera"]
    page.browser.drag(800, 640, 700, 600)
    page.wait(f"Math.abs(s.camera[0] - ({before[0]})) > 0.05", "a drag beside the body turned the camera")


def type_number(page):
    """In the field of the friction coefficient."""
    page.browser.click(*page.place("contact.mu"))
    page.wait("s.writing", "the field takes letters")
    page.browser.key("KeyA", "a", 65, modifiers=2)
    page.browser.type("7")
    page.browser.key("Enter", "Enter", 13, "\r")
    page.wait("!s.writing", "Enter ended the field")
    page.wait("/set=[^&]*mu:7/.test(s.link)", "the number was taken")


def scrub(page):
    page.browser.mouse("mouseMoved", 300, 688)
    page.browser.mouse("mousePressed", 300, 688, "left", 1)
    page.browser.mouse("mouseMoved", 320, 688, "left")
    page.browser.mouse("mouseReleased", 320, 688, "left", 1)
    page.wait("s.scrubbing", "the timeline looks back")
    page.act("seek live")
    assert not page.state()["scrubbing"]


def test_files(context):
    """Dropped scene; CSV, PNG and scene as downloads; settings are kept."""
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
    lines = page.browser.download(".csv").read_text(encoding="utf-8").splitlines()
    rows = [line for line in lines if not line.startswith("#")]
    assert rows[0].startswith("run,name,law,t,") and len(rows) > 10, rows[:2]
    assert any(line.startswith("# contact: mu=") for line in lines), lines[:9]
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
    page.wait("s.messages.some((m) => /bad.json/.test(m))", "a bad file is reported by its name")
    assert page.state()["scene"] == "dropped"
    page.act("theme dark")
    page.no_problems()
    page.open()
    assert page.state()["theme"] == "dark"


def test_events(context):
    """What happens is reported once, in order."""
    page = context.page().open()
    page.calm()
    page.browser.run("window.seen = []; window.addEventListener('rattleback', (e) => seen.push(e.detail));")
    page.act("until 2")
    seen = page.browser.run("return seen")
    back = [event for event in seen if event["event"] == "reversal"]
    assert len(back) == 1 and back[0]["run"] == 1 and 1.7 < back[0]["t"] < 1.9, seen
    assert [event["playing"] for event in seen if event["event"] == "state"] == [True, False], seen
    page.act("set mu=0.3")
    page.browser.run("seen.length = 0")
    page.act("lesson why-one-way 2")
    page.browser.until("return seen.some((e) => e.event === 'step' && e.lesson === 'why-one-way' && e.step === 2)")
    page.act("lesson answer 1")
    page.browser.until("return seen.some((e) => e.event === 'answer' && e.answer === 1)", what="the answer is reported")
    frames_are_reported(page)
    page.no_problems()


def frames_are_reported(page):
    """Time and camera, on request, to the page around a frame, and only when they change."""
    page.act("lesson leave")
    page.calm()
    page.browser.run("seen.length = 0")
    page.act("look 30 20")
    assert not page.browser.run("return seen.some((e) => e.event === 'frame')"), "frames were not asked for"
    page.act("report-frames on", "until 0.2")
    state = page.state()
    frames = page.browser.run("return seen.filter((e) => e.event === 'frame')")
    assert frames[-1]["t"] == state["t"] and frames[-1]["camera"] == state["camera"], (frames[-1], state["camera"])
    assert all(a != b for a, b in zip(frames, frames[1:], strict=False)), frames
    page.act("report-frames off", "until 0.3")
    assert page.browser.run("return seen.filter((e) => e.event === 'frame').length") == len(frames)


def test_film(context):
    """Every frame of a video is present, at its time."""
    page = context.page(width=640, height=360).open()
    page.calm()
    page.browser.run("return rattleback.run('record')")
    page.wait("s.recording && s.t > 0.15", "a film of some frames")
    page.browser.run("return rattleback.run('record')")
    film = page.browser.download(".webm")
    shutil.copy(film, context.folder / "film.webm")
    reported = json.loads(subprocess.run(
        ["ffprobe", "-v", "error", "-count_frames", "-show_streams", "-show_format", "-show_frames", "-of", "json", str(film)],
        check=True, capture_output=True, text=True).stdout)
    stream, frames = reported["streams"][0], reported["frames"]
    message = next(m for m in page.state()["messages"] if "frames saved" in m)
    assert len(frames) == int(message.split()[0]) > 5, f"{len(frames)} {message}"
    assert (stream["width"], stream["height"]) == (640, 360), stream
    for k, frame in enumerate(frames):
        assert math.isclose(float(frame["pts_time"]), k / 60, abs_tol=2e-6), (k, frame["pts_time"])
    assert math.isclose(float(reported["format"]["duration"]), len(frames) / 60, abs_tol=1e-4), reported["format"]
    page.no_problems()
    print(f"  {len(frames)} frames")


def test_words(context):
    """Accessibility: texts for screen readers, and preferences."""
    page = context.page()
    prefer(page, "dark", "reduce")
    page.open("")
    state = page.state()
    assert state["theme"] == "dark" and not state["playing"], (state["theme"], state["playing"])
    words = page.browser.until("return document.getElementById('description').textContent", what="words")
    assert "rad/s" in words and "Paused" in words, words
    assert page.browser.run("return document.getElementById('canvas').getAttribute('aria-label')")
    print(" ", words)
    prefer(page, "light", "no-preference")
    page.wait("s.theme === 'light'", "a change of the system's colours is followed")
    page.act("play on")
    assert page.state()["playing"]
    prefer(page, "dark", "reduce")
    page.wait("s.theme === 'dark' && !s.playing", "time pauses when the system begins to reduce motion")
    page.no_problems()


def prefer(page, colours, motion):
    page.browser.cdp("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": colours},
                                                             {"name": "prefers-reduced-motion", "value": motion}])


def test_keys(context):
    """Keys that a browser reserves are not used; the second key works, and nothing happens twice."""
    page = context.page().open()
    page.calm()
    page.browser.run("window.same = true; document.getElementById('canvas').focus()")
    before = page.state()["camera"]
    page.browser.key("F5", "F5", 116)
    page.settle()
    assert page.state()["camera"] == before, "F5 is the browser's"
    page.browser.key("F4", "F4", 115, modifiers=8)
    page.wait(f"Math.abs(s.camera[0] - ({before[0]})) > 0.05", "Shift+F4 looks from the front")
    assert page.browser.run("return window.same === true")
    page.no_problems()


def test_fingers_write(context):
    """The on-screen keyboard has digits for numbers and letters for words."""
    page = context.page()
    page.browser.size(390, 844, 1, mobile=True)
    page.browser.cdp("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
    page.open("?scene=toy-plastic&t=0&presenter=off&style=plain")
    page.act("left on")
    on = "const text = document.getElementById('text'); return document.activeElement === text ? text.inputMode : ''"
    shown = page.browser.run(on)
    assert shown == "", f"a keyboard before anybody asks: {shown}"
    page.browser.tap(*page.place("start.omega3"))
    page.wait("s.writing", "the field takes letters")
    shown = page.browser.until(on, what="the keyboard comes")
    assert shown == "decimal", f"for a number {shown}"
    page.browser.cdp("Input.insertText", text="-3.5")
    page.browser.key("", "Enter", 13)
    page.wait("/set=omega3:-3.5/.test(s.link)", "what was written is taken")
    page.browser.until(on.replace("text.inputMode : ''", "false : true"), what="the keyboard goes")
    page.act("close", "search")
    assert page.browser.run(on) == "" and not page.state()["writing"], "a keyboard before the field is touched"
    page.browser.tap(*page.place("search"))
    page.wait("s.writing", "the search takes letters")
    shown = page.browser.until(on, what="the keyboard comes for words")
    assert shown == "text", f"for words {shown}"
    page.browser.cdp("Input.imeSetComposition", text="wood", selectionStart=4, selectionEnd=4)
    page.browser.cdp("Input.insertText", text="wood")  # ends the composition
    page.browser.key("", "Enter", 13)
    page.wait("s.scene === 'long-wood'", "a composed word is taken, and Enter opens the first scene that has it")
    page.no_problems()


def test_file_button(context):
    """The button opens a file dialog, and the file is opened."""
    page = context.page().open()
    page.calm()
    scene = (context.assets / "scenes/tippetop-wood.json").read_text(encoding="utf-8")
    path = context.folder / "chosen.json"
    path.write_text(scene.replace('"id": "tippetop-wood"', '"id": "chosen"'), encoding="utf-8")
    page.browser.cdp("Page.setInterceptFileChooserDialog", enabled=True)
    page.act("open")
    page.browser.requests()
    asked = []
    for y in range(305, 360, 10):  # the first line of the card
        page.browser.click(440, y)
        page.settle()
        asked = page.browser.events("Page.fileChooserOpened")
        if asked:
            break
    assert asked, "no file was asked for"
    page.browser.cdp("DOM.setFileInputFiles", files=[str(path.resolve())], backendNodeId=asked[0]["backendNodeId"])
    page.wait("s.scene === 'chosen'", "the chosen scene is open")
    page.browser.cdp("Page.setInterceptFileChooserDialog", enabled=False)


def test_sound(context):
    """Silent at first; then the rattling stone is audible."""
    page = context.page()
    page.before_load("""window.loudest = 0; window.blocks = 0;
        const put = AudioBuffer.prototype.copyToChannel;
        AudioBuffer.prototype.copyToChannel = function (samples, ...rest) {
            blocks++;
            for (const x of samples) loudest = Math.max(loudest, Math.abs(x));
            return put.call(this, samples, ...rest);
        };""")
    page.open()
    page.calm()
    page.act("play on")
    page.wait("s.t > 0.2", "it runs")
    assert page.browser.run("return blocks") == 0
    page.browser.click(800, 640)
    page.act("sound on", "restart")
    page.browser.until("return blocks > 5 && loudest > 0.001", what="the rattle is heard")
    for name in ("sound", "sonify"):
        page.act(f"{name} off")
        now = page.browser.run("return blocks")
        page.settle()
        assert page.browser.run("return blocks") == now
        if name == "sound":
            page.browser.run("loudest = 0; document.getElementById('sonify').click()")
            page.browser.until(f"return blocks > {now} + 5 && loudest > 0.01", what="the motion is heard")
    assert not page.browser.run("return rattleback.controls().sonify")
    page.no_problems()


# ---------------------------------------------------------------- running them

def main():
    kind, site, rattleback, same_picture, folder, *chosen = sys.argv[1:]
    stop_without(site, *{"chromium": ("chromium", "chromedriver"), "firefox": ("firefox-esr",)}[kind], "xvfb-run", "ffprobe")
    tests = {name[5:]: test for name, test in {**globals(), **vars(trouble), **vars(access)}.items() if name.startswith("test_")}
    unknown = [name for name in chosen if name not in tests]
    assert not unknown, unknown
    sys.exit(1 if run_all(tests, chosen, Context(site, rattleback, same_picture, folder, kind)) else 0)


if __name__ == "__main__":
    main()
