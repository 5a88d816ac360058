"""Tests of page.py: what a browser, a host or an embedding page may do to the program."""
import functools
import os
import subprocess
import time


def test_offline(context):
    """Works offline once it was loaded."""
    page = context.page().open()
    page.browser.until("return navigator.serviceWorker.controller !== null", what="the worker has the page")
    page.site.close()
    page.open()
    assert page.state()["scene"]


def test_no_graphics(context):
    page = context.page()
    page.before_load("HTMLCanvasElement.prototype.getContext = () => null;")
    page.browser.open(page.site.address())
    assert "WebGL 2" in page.notice()


def test_no_memory(context):
    page = context.page()
    page.before_load("WebAssembly.instantiate = () => Promise.reject(new RangeError('could not allocate memory'));")
    page.browser.open(page.site.address())
    assert "not enough memory" in page.notice()


def test_cut(context):
    """Downloads that are interrupted, refused or time out."""
    page = context.page()
    page.before_load("""const whole = window.fetch;
        window.fetch = async (name) => /wasm/.test(name) && /cut/.test(location.search) ? new Response(new ReadableStream({
            pull(to) { to.enqueue(new Uint8Array(1000)); to.error(new TypeError("network error")); }})) : whole(name);""")
    page.browser.open(page.site.address("?cut"))
    text = page.notice()
    assert "rattleback.wasm could not be loaded completely" in text and "Load again" in text, text
    (page.site.folder / "rattleback.data").unlink()
    (page.site.folder / "rattleback.data.br").unlink()
    page.browser.open(page.site.address())
    assert "404" in page.notice()
    page.browser.cdp("Network.setBlockedURLs", urls=["*rattleback.wasm"])
    page.browser.open(page.site.address())
    assert "Check the connection." in page.notice()


def test_context_lost(context):
    """The picture is restored after the context was lost."""
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
    page.no_problems(allowed="WebGL context was lost")  # as Firefox says


def test_hidden(context):
    """Time stops while the page is hidden."""
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
    page.wait(f"s.frames > {seen[1][1]}", "it continues")
    jump = page.browser.run("return rattleback.state()")
    assert jump["t"] - seen[1][0] <= 0.25 * (jump["frames"] - seen[1][1]) + 0.01, (jump["t"], seen)


def turns(page, count=30):
    """Waits for that many frames of the browser, drawn by the program or not."""
    page.browser.later(f"let n = 0; return () => ++n > {count};")


FRAME = """<!DOCTYPE html><title>host</title><link rel="icon" href="data:,"><body style="margin: 0">
<iframe id="frame" src="./?scene=toy-plastic&t=0&presenter=off&style=plain" style="border: 0; width: 0; height: 0"></iframe>"""


def in_frame(page, sandbox=""):
    """Opens a page with the program in a frame of no size."""
    html = FRAME.replace("<iframe", f'<iframe sandbox="{sandbox}"') if sandbox else FRAME
    (page.site.folder / "host.html").write_text(html, encoding="utf-8")
    page.browser.open(page.site.address("host.html"))


def resize_frame(page, width, height):
    page.browser.run("const f = document.getElementById('frame'); f.style.width = arguments[0] + 'px';"
                     "f.style.height = arguments[1] + 'px'", width, height)
    turns(page, 5)
    text = page.browser.run("const n = frames[0].document.getElementById('notice'); return n.hidden ? '' : n.innerText")
    assert text == "", (width, height, text)


def test_tiny(context):
    """Frames without room: nothing is drawn there, and nothing is lost."""
    page = context.page(width=800, height=720)
    in_frame(page)
    page.browser.until("return !!frames[0].rattleback", what="the program began in a frame of no size")
    state = "const s = frames[0].rattleback.state(); return "
    places = []
    for width, height in ((640, 360), (10, 10), (640, 0), (33, 33), (700, 33), (33, 700), (640, 360)):
        before = page.browser.run(state + "s.frames")
        resize_frame(page, width, height)
        if (width, height) == (640, 360):
            page.browser.until(state + f"s.frames > {before} + 3 && !s.busy", what="it is drawn again")
            page.browser.run("frames[0].rattleback.run('left on')")
            page.browser.until(state + "Object.keys(s.places).length > 3", what="the parameters are shown")
            turns(page, 5)
            places.append(page.browser.run(state + "s.places"))
    assert places[0] == places[1], places
    page.browser.run("frames[0].rattleback.run('play on')")
    page.browser.until(state + "s.t > 0", what="it plays")
    resize_frame(page, 640, 0)
    before = page.browser.run(state + "s.t")
    turns(page, 5)
    assert page.browser.run(state + "s.t") == before, "time stops in a collapsed frame"
    page.no_problems()


def stays(page, words):
    """The notice stays, with a background of its own."""
    text = page.notice()
    assert words in text and "Load again" in text, text
    turns(page, 20)
    shown = page.browser.run("const n = document.getElementById('notice');"
                             "return [n.hidden, getComputedStyle(n).backgroundColor, n.innerText]")
    assert not shown[0] and shown[1] != "rgba(0, 0, 0, 0)" and words in shown[2], shown


def test_damaged(context):
    """Files that arrive with status 200, but not as they were sent, are neither used nor kept."""
    page = context.page()
    whole = {}
    for name in ("rattleback.data", "rattleback.wasm", "rattleback.svg"):
        path = page.site.folder / name
        path.with_name(name + ".br").unlink()
        whole[path] = path.read_bytes()
    data, wasm, svg = whole
    clock = [time.time()]

    def put(path, content):
        """Each version has its own date, so that no copy is taken for it."""
        clock[0] += 5
        path.write_bytes(content)
        os.utime(path, (clock[0], clock[0]))

    put(data, whole[data][:200000])
    page.browser.open(page.site.address())
    stays(page, f"rattleback.data is damaged: 200000 of {len(whole[data])} bytes")
    put(data, whole[data][:-1] + b"?")
    page.browser.open(page.site.address())
    stays(page, "rattleback.data is damaged, or belongs to another version")
    put(data, whole[data])
    put(wasm, whole[wasm][:200000])
    page.browser.open(page.site.address())
    stays(page, "rattleback.wasm is damaged: 200000 of")
    put(wasm, whole[wasm])
    put(svg, b"<svg/>")
    page.open()
    kept = page.browser.run("""return navigator.serviceWorker.register("worker.js").then((r) => new Promise((done) => {
        const worker = r.installing ?? r.active;
        if (worker === r.active) done("active");
        else worker.onstatechange = () => { if (worker.state !== "installing") done(worker.state); };
    }))""")
    assert kept == "redundant", kept


def test_once(context):
    """From a host that forbids keeping anything, the large files are sent once, and the page works offline nevertheless."""
    page = context.page()
    sent = []

    class NoStore(page.site.server.RequestHandlerClass.func):
        def do_GET(self):
            sent.append(self.path.split("?")[0].split("/")[-1])
            super().do_GET()

        def send_header(self, keyword, value):
            super().send_header(keyword, "no-store" if keyword == "Cache-Control" else value)

    page.site.server.RequestHandlerClass = functools.partial(NoStore, directory=str(page.site.folder))
    page.open()
    page.browser.until("return navigator.serviceWorker.controller !== null", what="the worker has the page")
    assert [sent.count(name) for name in ("rattleback.wasm", "rattleback.data")] == [1, 1], sent
    page.site.close()
    page.open()
    page.no_problems()


def test_foreign(context):
    """Errors of other scripts and missing functions of the browser do not end the program."""
    page = context.page()
    page.before_load("Element.prototype.requestFullscreen = undefined;")
    page.open()
    page.calm()
    page.act("full-screen")
    assert "full screen" in page.notice()
    page.browser.run("document.getElementById('notice-button').click()")
    page.browser.run("""window.dispatchEvent(new ErrorEvent("error", {message: "ResizeObserver loop"}));
        setTimeout(() => { throw new Error("of an extension"); }, 0);
        Promise.reject(new Error("of an extension")); Promise.reject("text");
        return new Promise((done) => setTimeout(done, 0));""")
    page.act("scene k11-fig5")
    assert page.state()["scene"] == "k11-fig5"
    assert page.browser.run("return document.getElementById('notice').hidden")


def test_explained(context):
    """What hinders the page is said: a file instead of a server, a sandbox, wrong types, a stalled download."""
    page = context.page()
    page.browser.open((page.site.folder / "index.html").resolve().as_uri())
    assert "opened as a file" in page.notice()
    in_frame(page, "allow-scripts")
    page.browser.call("POST", "/frame", {"id": 0})
    assert "allow-same-origin" in page.notice()
    page.browser.call("POST", "/frame", {"id": None})
    handler = page.site.server.RequestHandlerClass.func
    handler.extensions_map = {**handler.extensions_map, ".js": "text/plain"}
    page.browser.open(page.site.address("?types"))
    assert "as text/plain. Expected: text/javascript" in page.notice()
    handler.extensions_map = {**handler.extensions_map, ".js": "text/javascript"}
    page.before_load("""const clock = performance.now.bind(performance);
        performance.now = () => 100 * clock();
        window.fetch = () => new Promise(() => {});""")
    page.browser.open(page.site.address("?stalled"))
    stays(page, "Nothing has arrived for 20 s")


def test_idle(context):
    """No frames are drawn while nothing changes, or out of sight."""
    page = context.page().open()
    page.calm()
    page.wait("s.idle", "nothing changes")
    turns(page, 3)
    before = page.state()["frames"]
    turns(page)
    assert page.state()["frames"] == before, "drawn for nothing"
    page.browser.mouse("mouseMoved", 700, 300)
    page.wait(f"s.frames > {before} + 3", "the pointer is followed")
    page.wait("s.idle", "nothing changes again")
    page.browser.size(1000, 700)
    page.wait(f"!s.idle || s.frames > {before} + 3", "a new size is drawn")
    page.act("play on")
    page.wait("s.t > 0.1", "it plays")
    in_frame(page)
    page.browser.run("document.body.style.height = '5000px'")
    state = "const s = frames[0].rattleback.state(); return "
    page.browser.until("return !!frames[0].rattleback")
    resize_frame(page, 640, 360)
    page.browser.run("frames[0].rattleback.run('play on')")
    page.browser.until(state + "s.t > 0", what="it plays in a frame")
    page.browser.run("scrollTo(0, 3000)")
    page.browser.later("let last = -1; return () => { const n = frames[0].rattleback.state().frames;"
                       "const same = n === last; last = n; return same; };", what="no frames out of sight")
    before = page.browser.run(state + "s.frames")
    turns(page)
    assert page.browser.run(state + "s.frames") == before
    page.browser.run("scrollTo(0, 0)")
    page.browser.until(state + f"s.frames > {before}", what="it continues")
    page.no_problems()
