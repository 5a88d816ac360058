#!/usr/bin/env python3
"""Links, small screens, fingers and frames in a browser.

    test_links.py SITE RATTLEBACK FOLDER [CHECK...]

SITE is the folder that a host serves, RATTLEBACK the program of the desktop, whose state a link must give
there as well; pictures go into FOLDER. What decides is the state, never the clock.
"""
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import threading

here = pathlib.Path(__file__).resolve().parent
root = here.parent.parent
sys.path[:0] = [str(here), str(root / "src/viewer/platform/web")]
from browser import Browser  # noqa: E402
import serve  # noqa: E402

LINKS = [
    "?scene=k11-fig5&t=0.2",
    "?scene=k11-fig5&compare=exact-circle,k11-p1&set=mu:0.3&t=0.2",
    "?scene=toy-plastic&compare=opposite-spin&t=0.15",
    "?scene=toy-plastic&start=2&speed=0.25&t=0.1",
    "?scene=toy-plastic&flick=0.1:0,0.1,-5&t=0.2",
    "?scene=k11-fig6&law=k11-p2&look=30.0,20.0,0.5&t=0.1",
    "?scene=k11-fig5&compare=copy&set2=mu:0.05&own=2&layout=overlay&t=0.2",
    "?scene=tippetop-ka09&t=0.02&show=momentum",
    "?scene=disk-k12&t=1",
    "?scene=k11-fig5&compare=k11-tanh,exact-circle,k11-p1,k11-p2&run=3&reference=2&t=0.1",
]
BAD = [
    ("?scene=k11-fig5x&t=0", "link: scene: expected the id of a scene"),
    ("?scene=k11-fig5&set=mu:0.2,weight:3&t=0", "link: set: weight: no parameter"),
    ("?scene=k11-fig5&quit&t=0", "link: quit: unknown part"),
    ("?scene=%zz&t=0", "expected letters"),
    ("?scene=<script>alert(1)</script>&t=0", "link: scene: expected the id of a scene"),
]
PLAIN = "&style=plain"  # without the welcome card
ROOMY = (640, 448)      # the smallest window that is not a phone


def native(program, links):
    """Hashes of the runs at the time of each link, all on one screen."""
    script = 'program=$1; shift; for link in "$@"; do echo "link"; "$program" --link "$link" --size 320x200 --print-hash || exit 1; done'
    reported = subprocess.run(["xvfb-run", "-a", "-s", "-screen 0 1280x720x24 -noreset", "sh", "-c", script, "sh", program, *links],
                          check=True, capture_output=True, text=True,
                          env={**os.environ, "RATTLEBACK_DATA": str(root / "assets"), "LIBGL_ALWAYS_SOFTWARE": "1"})
    return [re.findall(r"hash ([0-9a-f]{16})", part) for part in reported.stdout.split("link\n")[1:]]


def arrived(browser, link):
    """The state that a link leads to, once it is reached and paused."""
    t = float(re.search(r"[?&]t=([0-9.]+)", link).group(1))
    browser.until("const s = window.rattleback ? rattleback.state() : null;"
                  "return s && s.runs.length > 0 && !s.busy && !s.playing && Math.abs(s.t - arguments[0]) < 1e-6", t, what=link)
    return browser.run("return rattleback.state()")


def links_give_the_same_state(browser, site, program):
    browser.size(*ROOMY)
    for link, expected in zip(LINKS, native(program, LINKS), strict=True):
        browser.open(site + link + PLAIN)
        state = arrived(browser, link)
        hashes = [run["hash"] for run in state["runs"]]
        assert state["problems"] == 0, (link, state["messages"])
        assert hashes == expected, link
        assert browser.run("return rattleback.run('copy-link')") is None
        address = browser.run("return location.search")
        assert PLAIN in address, address
        browser.open(site + address)
        again = arrived(browser, link)
        assert [run["hash"] for run in again["runs"]] == hashes, address
        browser.run("rattleback.run('copy-link')")
        assert browser.run("return location.search") == address, address


def bad_links_are_reported(browser, site):
    for link, words in BAD:
        browser.open(site + link + PLAIN)
        state = arrived(browser, link)
        assert any(words in message for message in state["messages"]), (link, state["messages"])


def frames(browser, count=3):
    browser.later(f"const end = rattleback.state().frames + {count}; return () => rattleback.state().idle || rattleback.state().frames >= end;")


def phones(browser, site, folder):
    for width, height, scale in ((390, 844, 2), (844, 390, 1), (768, 1024, 1)):
        browser.size(width, height, scale, mobile=True)
        browser.open(site + "?scene=toy-plastic&t=0.5&presenter=off" + PLAIN)
        arrived(browser, "?t=0.5")
        frames(browser)
        browser.picture(folder / f"phone-{width}x{height}.png")
        for line in ("right on", "presenter on"):
            assert browser.run("return rattleback.run(arguments[0])", line) is None
            frames(browser)
            browser.picture(folder / f"phone-{width}x{height}-{line.split()[0]}.png")
    # On a small screen presenter mode is the default.
    browser.run("localStorage.clear()")
    browser.size(390, 844, 1, mobile=True)
    browser.open(site + "?scene=toy-plastic&t=0.1" + PLAIN)
    arrived(browser, "?t=0.1")
    browser.run("rattleback.run('copy-link')")
    assert "presenter" in browser.run("return location.search")


def fingers(browser, site):
    browser.size(390, 844, 1, mobile=True)
    browser.cdp("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
    browser.open(site + "?scene=toy-plastic&t=0&presenter=off" + PLAIN)
    camera = arrived(browser, "?t=0")["camera"]
    browser.touch("touchStart", (100, 650))  # next to the body: rotates the view
    frames(browser)
    browser.touch("touchMove", (160, 650))
    frames(browser)
    browser.touch("touchEnd")
    frames(browser)
    turned = browser.run("return rattleback.state().camera")
    assert abs(turned[0] - camera[0]) > 0.1 and turned[2] == camera[2], (camera, turned)
    browser.touch("touchStart", (150, 600), (250, 600))
    frames(browser)
    browser.touch("touchMove", (100, 600), (300, 600))
    frames(browser)
    browser.touch("touchEnd")
    frames(browser)
    spread = browser.run("return rattleback.state().camera")
    assert math.isclose(spread[2], camera[2] / 2, rel_tol=0.05), (camera, spread)
    browser.touch("touchStart", (360, 815))  # the plots, at the right end of the lower bar
    browser.touch("touchEnd")
    frames(browser, 10)
    assert browser.run("return rattleback.state().t") == 0


def slow_frames_draw_fewer_pixels(browser, site):
    """With a simulated clock: on a screen with 3 pixels per CSS pixel, then with 1."""
    browser.open(site + "?scene=toy-plastic&t=0" + PLAIN)
    shares = browser.run("""return import(new URL("resolution.js", location.href)).then(({Resolution}) => {
        const run = (device, times) => {
            const r = new Resolution();
            let now = 10, scale = 0;
            return times.map(([count, time]) => { for (let i = 0; i < count; i++) scale = r.frame(now += time, device); return scale; });
        };
        return [run(3, [[100, 1 / 60], [20, 0.1], [200, 0.1], [3000, 1 / 60], [1, 3600], [10, 1 / 60]]), run(1, [[300, 0.2]])];
    })""")
    quick, blink, slow, again, hidden, _ = shares[0]
    assert quick == 3 and blink == 3, shares  # a few slow frames have no effect
    assert slow == 1, shares  # at least one pixel per CSS pixel
    assert 1 < again < 3 and hidden == again, shares  # increases step by step; an hour in the background is not a slow frame
    assert shares[1] == [1], shares


def frame_in_a_page(browser, host, folder):
    browser.size(900, 1200)
    browser.open(host + "reversal.html")
    browser.until("return document.getElementById('against-outcome').textContent.includes('Reversed after 1.78 s')")
    assert "No reversal" in browser.run("return document.getElementById('along-outcome').textContent")
    browser.picture(folder / "embedding.png")
    browser.run("""window.answers = []; window.addEventListener("message", (e) => window.answers.push(e.data));
        window.say = (message) => document.getElementById("against").contentWindow.postMessage({rattleback: 1, ...message}, "*");
        say({id: "a", do: "set", values: {mu: 0}}); say({id: "b", do: "restart"}); say({id: "c", do: "pause"});
        say({id: "d", do: "quit"}); say({id: "e", do: "set", values: {"mu=1;quit": 1}}); say({id: "f", do: "set", values: {mu: "1 x=2"}});
        say({id: "g", do: "set", values: {weight: 1}}); say({id: "h", do: "open", link: "?scene=k11-fig5&t=0.1"});
        say({id: "i", do: "__proto__"}); say({id: "j", do: "open", link: "?scene=k11-fig5x&t=0.1"});
        say({id: "k", do: "open", link: "?scene=k11-fig5&t=0.1&utm_source=mail&fbclid=1"}); say({id: "z", do: "outcome"});""")
    browser.until("return window.answers.some((a) => a.id === 'z')")
    answers = {a["id"]: a for a in browser.run("return window.answers") if "id" in a}
    assert answers["k"]["ok"], answers["k"]
    assert answers["a"]["ok"] and answers["b"]["ok"] and answers["c"]["ok"] and answers["h"]["ok"], answers
    for name, words in (("d", "expected do:"), ("e", "name of a parameter"), ("f", "a number or a word"),
                        ("g", "no parameter"), ("i", "expected do:"), ("j", "link: scene: expected the id")):
        assert not answers[name]["ok"] and words in answers[name]["error"], answers[name]
    assert browser.run("return window.answers.some((a) => a.event === 'state' && a.playing === false)")
    browser.run("window.last = null; window.addEventListener('message', (e) => { if (e.data.id === 'y') window.last = e.data; })")
    browser.until("say({id: 'y', do: 'outcome'}); const v = window.last?.value;"
                  "return v && v.scene === 'k11-fig5' && Math.abs(v.t - 0.1) < 1e-6 && !v.playing")


def main():
    site, program, folder = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
    if not all(shutil.which(name) for name in ("chromium", "chromedriver", "xvfb-run")) or not (site / "index.html").is_file():
        print("chromium, chromedriver, xvfb-run or the page is missing")
        sys.exit(77)
    host = folder / "host"
    shutil.rmtree(host, ignore_errors=True)
    shutil.copytree(root / "docs/embedding", host)
    (host / "rattleback").symlink_to(site.resolve())
    server = serve.server(host)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}/"
    browser = Browser()
    try:
        for name, check, arguments in (
                ("links", links_give_the_same_state, (address + "rattleback/", program)),
                ("bad links", bad_links_are_reported, (address + "rattleback/",)),
                ("a page around it", frame_in_a_page, (address, folder)),
                ("resolution", slow_frames_draw_fewer_pixels, (address + "rattleback/",)),
                ("phones", phones, (address + "rattleback/", folder)),
                ("fingers", fingers, (address + "rattleback/",))):
            if not sys.argv[4:] or name in sys.argv[4:]:
                check(browser, *arguments)
                print(f"{name}: as it should be", flush=True)
        wrong = [line for line in browser.console() if "favicon" not in line and "link: " not in line]
        assert not wrong, wrong
        # The browser's own pages are ignored.
        strange = [url for url in browser.requests() if not url.startswith((address, "data:", "blob:", "chrome:"))]
        assert not strange, strange
    finally:
        browser.close()


main()
