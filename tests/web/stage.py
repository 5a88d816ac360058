"""Shared by the tests of the page: a web server, a page in a browser that several tests share, and the test runner."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import threading
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parent.parent / "src/viewer/platform/web"))
from browser import Browser  # noqa: E402
from firefox import Firefox  # noqa: E402
import serve  # noqa: E402

PREFIX = "/some/where/"


class Site:
    """The page below a path, with the test harness beside it."""

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
    """A page of a new origin without stored data, in a tab of the shared browser."""

    def __init__(self, site, browser):
        self.site, self.browser = site, browser
        self.scripts = []

    def open(self, rest="?style=plain"):
        """Drawn in the plain style by default, without the welcome card."""
        self.browser.open(self.site.address(rest))
        self.browser.until("return !!window.rattleback", what="the program began")
        return self

    def before_load(self, script):
        reported = self.browser.cdp("Page.addScriptToEvaluateOnNewDocument", source=script)
        self.scripts.append(reported["identifier"])

    def state(self):
        return self.browser.run("return rattleback.state()")

    def act(self, *lines):
        """Runs lines without a frame in between."""
        problem = self.browser.run("for (const line of arguments[0]) { const p = rattleback.run(line); "
                                   "if (p) return line + ': ' + p } return null", lines)
        assert problem is None, problem
        self.settle()

    def settle(self):
        """Waits until the request is done and shown in a frame."""
        self.browser.later("const at = rattleback.state().frames; let calm = -1; return () => {"
                           "const s = rattleback.state(); if (s.busy) { calm = -1; return false; }"
                           "if (calm < 0) calm = Math.max(at, s.frames); return s.idle || s.frames > calm + 1; };",
                           what="nothing is waited for")

    def wait(self, condition, what=""):
        return self.browser.until(f"const s = rattleback.state(); return {condition}", what=what or condition)

    def place(self, name):
        """The centre of a visible item of the panels, in pixels of the page."""
        self.wait(f"s.places['{name}']", f"{name} is visible")
        return self.browser.run("const at = rattleback.state().places[arguments[0]]; "
                                "return at.map(x => x / devicePixelRatio)", name)

    def notice(self):
        return self.browser.until("const n = document.getElementById('notice'); "
                                  "return n && !n.hidden && !/^(Loading|Starting) Rattleback/.test(n.innerText) && n.innerText", what="a notice")

    def calm(self, scene="toy-plastic"):
        """Without the welcome card, in real time, paused at the start."""
        self.act("close", f"scene {scene}", "speed 1", "restart", "play off")
        assert self.state()["t"] == 0, self.state()["t"]
        return self

    def no_problems(self, allowed=None):
        """No error or warning but the allowed one, no request elsewhere."""
        problems = [text for text in self.browser.console() if not (allowed and allowed in text)]
        assert problems == [], problems
        for address in self.browser.requests():
            assert address.startswith((self.site.origin, "blob:" + self.site.origin, "data:", "chrome:", "about:")), address

    def leave(self):
        """Resets the browser for the next test."""
        for script in self.scripts:
            self.browser.cdp("Page.removeScriptToEvaluateOnNewDocument", identifier=script)
        self.browser.reset()
        self.browser.open("about:blank")
        self.browser.size(1280, 720)
        self.browser.console()
        self.browser.requests()
        self.site.close()


def offscreen(command):
    environment = {**os.environ, "LIBGL_ALWAYS_SOFTWARE": "1"}
    return subprocess.run(["xvfb-run", "-a", "-s", "-screen 0 1280x720x24", *command], check=True, text=True,
                          capture_output=True, env=environment).stdout


def in_harness(page, *arguments, expected=(0,)):
    page.browser.open(page.site.address("harness.html?" + urllib.parse.quote(json.dumps(arguments))))
    result = page.browser.until("return result()", what=" ".join(arguments))
    assert result["status"] in expected, result
    return result["printed"]


class Context:
    """Resources of a test: pages, and one browser for all."""

    def __init__(self, site, rattleback, same_picture, folder, kind="chromium"):
        self.kind = {"chromium": Browser, "firefox": Firefox}[kind]
        self.site_folder, self.rattleback, self.same_picture = site, rattleback, same_picture
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.assets = HERE.parent.parent / "assets"
        self.browser = None
        self.pages = []

    def page(self, width=1280, height=720):
        if self.browser is None:
            self.browser = self.kind()
        self.browser.size(width, height)
        self.pages.append(Page(Site(self.site_folder, self.folder), self.browser))
        return self.pages[-1]

    def leave(self):
        for page in self.pages:
            page.leave()
        self.pages = []

    def close(self):
        if self.browser is not None:
            self.browser.close()


def report_failure(context, name, problem):
    print(f"  FAILED: {problem}")
    try:
        if context.browser is not None:
            context.browser.picture(context.folder / f"{name}.png")
            print("  console:", context.browser.console()[:5])
    except (RuntimeError, OSError):
        pass


def run_all(tests, chosen, context):
    """Returns the number of failed tests."""
    failed = 0
    for name, test in tests.items():
        if chosen and name not in chosen:
            continue
        print(name, flush=True)
        try:
            test(context)
        except (AssertionError, RuntimeError, subprocess.CalledProcessError) as e:
            failed += 1
            report_failure(context, name, e)
        context.leave()
    context.close()
    return failed


def stop_without(site, *tools):
    for tool in tools:
        if not shutil.which(tool):
            print(f"skipped, {tool} is not installed (./run test installs it on Debian)")
            sys.exit(77)
    if not (pathlib.Path(site) / "index.html").exists():
        print("skipped, there is no page in", site)
        sys.exit(77)
