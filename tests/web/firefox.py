"""Firefox on a virtual screen (without one it has no WebGL), driven over its Marionette protocol: messages "LENGTH:JSON"
over a socket. It has the methods of browser.Browser that the tests of both browsers use. Nothing but Python's own library."""
import base64
import itertools
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time

from browser import PATIENCE, Waits

PREFERENCES = {
    "marionette.port": 0,  # any free one; Firefox writes it to a file of the profile
    "webgl.force-enabled": True,
    "gfx.webrender.software": True,
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "browser.tabs.warnOnClose": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.disable_open_during_load": False,
    "media.autoplay.default": 0,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.proxy.type": 0,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "toolkit.telemetry.enabled": False,
}
# As WebDriver codes them. Letters and digits are their own codes.
KEYS = {"Enter": "\ue007", "Tab": "\ue004", "Escape": "\ue00c", " ": " ", "ArrowUp": "\ue013", "ArrowDown": "\ue015",
        "ArrowLeft": "\ue012", "ArrowRight": "\ue014", **{f"F{n}": chr(0xe030 + n) for n in range(1, 13)}}
MODIFIERS = {1: "\ue00a", 2: "\ue009", 4: "\ue03d", 8: "\ue008"}  # Alt, Ctrl, Meta, Shift
BUTTONS = {"left": 0, "none": 0, "right": 2}


class Firefox(Waits):
    def __init__(self, width=1280, height=720):
        self.profile = pathlib.Path(tempfile.mkdtemp(prefix="rattleback-firefox-"))
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
        (self.profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
        environment = {**os.environ, "HOME": str(self.profile), "LIBGL_ALWAYS_SOFTWARE": "1", "MOZ_CRASHREPORTER_DISABLE": "1"}
        self.process = subprocess.Popen(["xvfb-run", "-a", "-s", "-screen 0 1600x1000x24", "firefox-esr", "--marionette",
                                         "--remote-allow-system-access", "--no-remote", "--profile", str(self.profile)],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment, start_new_session=True)
        self.numbers = itertools.count(1)
        self.socket = self.connect()
        self.receive()  # its greeting
        self.call("WebDriver:NewSession", acceptInsecureCerts=False)
        self.call("WebDriver:SetTimeouts", script=PATIENCE * 1000, pageLoad=PATIENCE * 1000)
        self.size(width, height)

    def connect(self):
        active = self.profile / "MarionetteActivePort"
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            assert self.process.poll() is None, f"firefox-esr has ended with status {self.process.returncode}"
            text = active.read_text(encoding="utf-8") if active.is_file() else ""
            if text.strip():
                return socket.create_connection(("127.0.0.1", int(text)), PATIENCE + 10)
            time.sleep(0.05)
        raise AssertionError("Firefox does not listen")

    # ---- protocol

    def receive(self):
        head = b""
        while not head.endswith(b":"):
            part = self.socket.recv(1)
            assert part, "Firefox has closed the connection"
            head += part
        left, parts = int(head[:-1]), []
        while left > 0:
            parts.append(self.socket.recv(min(left, 1 << 16)))
            assert parts[-1], "Firefox has closed the connection"
            left -= len(parts[-1])
        return json.loads(b"".join(parts))

    def call(self, command, **params):
        number = next(self.numbers)
        text = json.dumps([0, number, command, params])
        self.socket.sendall(f"{len(text)}:{text}".encode())
        kind, answered, error, result = self.receive()
        assert (kind, answered) == (1, number), (command, kind, answered)
        if error is not None:
            raise RuntimeError(f"{command}: {error['message'].splitlines()[0]}")
        return result

    def run(self, script, *arguments):
        return self.call("WebDriver:ExecuteScript", script=script, args=list(arguments), sandbox=None)["value"]

    def run_async(self, script, *arguments):
        return self.call("WebDriver:ExecuteAsyncScript", script=script, args=list(arguments), sandbox=None)["value"]

    def chrome(self, script, *arguments):
        """Runs a script with the rights of the browser itself."""
        self.call("Marionette:SetContext", value="chrome")
        try:
            return self.call("WebDriver:ExecuteScript", script=script, args=list(arguments), sandbox="system")["value"]
        finally:
            self.call("Marionette:SetContext", value="content")

    # ---- as in browser.Browser

    def open(self, address):
        self.call("WebDriver:Navigate", url=address)

    def size(self, width, height, scale=1):
        """Size of the page; the window of Firefox is at least about 500 pixels wide."""
        assert scale == 1
        for _ in range(2):
            more = self.run("return [outerWidth - innerWidth, outerHeight - innerHeight]")
            self.call("WebDriver:SetWindowRect", width=width + more[0], height=height + more[1])

    def console(self):
        """Errors and warnings of pages since the last call."""
        return self.chrome("""const all = Services.console.getMessageArray().filter((m) => m instanceof Ci.nsIScriptError &&
            /^http:/.test(m.sourceName) && !(m.flags & Ci.nsIScriptError.infoFlag)).map((m) => m.errorMessage + " " + m.sourceName);
            Services.console.reset();
            return all;""")

    def requests(self):
        """Addresses that the page has loaded."""
        return self.run("return performance.getEntries().map((e) => e.name).filter((name) => /^[a-z]+:/.test(name))")

    def picture(self, path):
        shot = self.call("WebDriver:TakeScreenshot", full=False, hash=False)["value"]
        pathlib.Path(path).write_bytes(base64.b64decode(shot))

    def reset(self):
        self.call("WebDriver:ReleaseActions")

    def actions(self, kind, *steps):
        source = {"type": kind, "id": kind, "actions": list(steps)}
        if kind == "pointer":
            source["parameters"] = {"pointerType": "mouse"}
        self.call("WebDriver:PerformActions", actions=[source])

    def mouse(self, kind, x, y, button="none", clicks=0):
        del clicks  # Firefox counts them itself
        steps = [{"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0, "origin": "viewport"}]
        if kind != "mouseMoved":
            steps.append({"type": "pointerDown" if kind == "mousePressed" else "pointerUp", "button": BUTTONS[button]})
        self.actions("pointer", *steps)

    def key(self, code, key, number, text=None, modifiers=0):
        del code, number, text
        held = [value for bit, value in MODIFIERS.items() if modifiers & bit]
        value = KEYS.get(key, key)
        self.actions("key", *({"type": "keyDown", "value": v} for v in [*held, value]),
                     *({"type": "keyUp", "value": v} for v in [value, *held]))

    def close(self):
        try:
            self.call("Marionette:Quit", flags=["eForceQuit"])
        except (RuntimeError, AssertionError, OSError):
            os.killpg(self.process.pid, signal.SIGTERM)
        self.socket.close()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)
