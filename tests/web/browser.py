"""A headless Chromium, driven through chromedriver over HTTP (W3C WebDriver and its way to the
DevTools protocol). Nothing but Python's own library."""
import base64
import json
import pathlib
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

FLAGS = ["--no-sandbox", "--headless=new", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
         "--ignore-gpu-blocklist", "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--no-first-run", "--disable-dev-shm-usage", "--autoplay-policy=no-user-gesture-required", "--mute-audio"]
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # ignores proxies
PATIENCE = 120  # s; only a limit for tests that hang


class Waits:
    """What both browsers have in common: waiting for the page, and hands made of single events."""

    def until(self, script, *arguments, what=""):
        """Waits for a condition of the page; the clock is only a limit."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            value = self.run(script, *arguments)
            if value:
                return value
            time.sleep(0.05)
        raise AssertionError(f"never happened: {what or script}")

    def later(self, script, what=""):
        """The same, evaluated by the page after each frame; script returns the function to evaluate."""
        value = self.run_async("const ask = (() => {" + script + """})();
            const [patience, done] = arguments, end = performance.now() + 1000 * patience;
            const turn = () => {
                const value = ask();
                if (value || performance.now() > end) done(value || null);
                else requestAnimationFrame(turn);
            };
            turn();""", PATIENCE - 5)
        assert value, f"never happened: {what or script}"
        return value

    def click(self, x, y, clicks=1):
        self.mouse("mouseMoved", x, y)
        for n in range(1, clicks + 1):
            self.mouse("mousePressed", x, y, "left", n)
            self.mouse("mouseReleased", x, y, "left", n)

    def drag(self, x0, y0, x1, y1, button="left"):
        self.mouse("mouseMoved", x0, y0)
        self.mouse("mousePressed", x0, y0, button, 1)
        for k in range(1, 6):
            self.mouse("mouseMoved", x0 + (x1 - x0) * k / 5, y0 + (y1 - y0) * k / 5, button)
        self.mouse("mouseReleased", x1, y1, button, 1)

    def type(self, text):
        for c in text:
            code = f"Digit{c}" if c.isdigit() else {".": "Period", "-": "Minus"}.get(c, f"Key{c.upper()}")
            self.key(code, c, ord(c.upper()), c)


class Browser(Waits):
    def __init__(self, width=1280, height=720, flags=(), scale=1):
        self.profile = tempfile.mkdtemp(prefix="rattleback-web-")
        self.downloads = pathlib.Path(self.profile) / "downloads"
        self.downloads.mkdir()
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.base = ""
        for line in self.driver.stdout:
            if "successfully on port" in line:
                self.base = "http://127.0.0.1:" + line.rstrip().rstrip(".").split()[-1]
                break
        arguments = [*FLAGS, *flags, f"--window-size={width},{height}", f"--user-data-dir={self.profile}/user"]
        wanted = {"alwaysMatch": {"browserName": "chrome", "goog:chromeOptions": {"args": arguments},
                                  "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}}
        self.base += "/session/" + self.call("POST", "/session", {"capabilities": wanted})["sessionId"]
        self.call("POST", "/timeouts", {"script": PATIENCE * 1000, "pageLoad": PATIENCE * 1000})
        self.cdp("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(self.downloads))
        self.size(width, height, scale)

    def call(self, method, path, body=None):
        request = urllib.request.Request(self.base + path, method=method, headers={"Content-Type": "application/json"},
                                         data=None if body is None else json.dumps(body).encode())
        try:
            with DIRECT.open(request, timeout=PATIENCE + 10) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as e:
            raise RuntimeError(json.load(e)["value"]["message"].splitlines()[0]) from None

    def cdp(self, command, **params):
        return self.call("POST", "/goog/cdp/execute", {"cmd": command, "params": params})

    def size(self, width, height, scale=1, mobile=False):
        """Size of the page, independent of the window; scale: device pixels per CSS pixel."""
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=mobile)

    def open(self, address):
        self.call("POST", "/url", {"url": address})

    def run(self, script, *arguments):
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def run_async(self, script, *arguments):
        return self.call("POST", "/execute/async", {"script": script, "args": list(arguments)})

    def console(self):
        """Errors of the page since the last call."""
        return [entry["message"] for entry in self.call("POST", "/se/log", {"type": "browser"})
                if entry["level"] in ("SEVERE", "WARNING")]

    def events(self, method):
        """Parameters of DevTools events of this name since the last call; others are dropped."""
        messages = [json.loads(entry["message"])["message"] for entry in self.call("POST", "/se/log", {"type": "performance"})]
        return [message["params"] for message in messages if message["method"] == method]

    def requests(self):
        """Addresses requested since the last call."""
        return [params["request"]["url"] for params in self.events("Network.requestWillBeSent")]

    def picture(self, path):
        pathlib.Path(path).write_bytes(base64.b64decode(self.call("GET", "/screenshot")))

    def download(self, ending):
        """Waits for the next file with this ending, and removes it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for path in self.downloads.glob("*" + ending):
                taken = pathlib.Path(self.profile) / path.name
                path.rename(taken)
                return taken
            time.sleep(0.05)
        raise AssertionError(f"no file {ending} was downloaded")

    def reset(self):
        """Undoes what tests emulate."""
        self.cdp("Network.setBlockedURLs", urls=[])
        self.cdp("Emulation.setEmulatedMedia", features=[])
        self.cdp("Emulation.setTouchEmulationEnabled", enabled=False)

    # ---- hands

    def mouse(self, kind, x, y, button="none", clicks=0, **more):
        held = {"left": 1, "right": 2}.get(button, 0) if kind != "mouseReleased" else 0
        self.cdp("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, buttons=held, clickCount=clicks, **more)

    def touch(self, kind, *points, **more):
        self.cdp("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)],
                 **more)

    def tap(self, x, y):
        """A short tap, also if the page is slow."""
        now = time.time()
        self.touch("touchStart", (x, y), timestamp=now)
        self.touch("touchEnd", timestamp=now + 0.08)

    def key(self, code, key, number, text=None, modifiers=0):
        down = {"type": "keyDown" if text else "rawKeyDown", "code": code, "key": key, "windowsVirtualKeyCode": number,
                "modifiers": modifiers}
        if text:
            down["text"] = text
        self.cdp("Input.dispatchKeyEvent", **down)
        self.cdp("Input.dispatchKeyEvent", type="keyUp", code=code, key=key, windowsVirtualKeyCode=number, modifiers=modifiers)

    def close(self):
        try:
            self.call("DELETE", "")
        except (RuntimeError, OSError):
            pass
        self.driver.terminate()
        self.driver.wait()
        shutil.rmtree(self.profile, ignore_errors=True)
