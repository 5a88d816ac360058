#!/usr/bin/env python3
"""Link checker of the static site, a check of the checker, and the article with live symbols in Chromium.

    test_site.py [FOLDER]

Without FOLDER it builds the site (./run site) and checks it; exit status 77 where a tool for that is missing. Every link
must be relative and lead to a file of the folder and, with an anchor, to an element of that file. Addresses of other hosts are
not followed.
"""
import html.parser
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class Links(html.parser.HTMLParser):
    """Links and anchors of a page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.anchors = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src") and value is not None:
                self.links.append(value)
            elif name == "id" or (name == "name" and tag == "a"):
                self.anchors.add(value)


def problems(folder):
    """One line for each broken link."""
    pages = {path.resolve(): Links(path.read_text(encoding="utf-8", errors="replace")) for path in folder.rglob("*.html")}
    found = []
    for path, page in pages.items():
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            where = f"{path.relative_to(folder.resolve())}: {link}"
            if parts.path.startswith("/"):
                found.append(f"{where}: expected a relative link")
                continue
            target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            if not target.is_relative_to(folder.resolve()) or not target.exists():
                found.append(f"{where}: no such file")
            elif parts.fragment and target in pages and urllib.parse.unquote(parts.fragment) not in pages[target].anchors:
                found.append(f"{where}: no such anchor")
    return found, len(pages)


def check_checker():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "a.html").write_text('<a href="b.html#here">1</a><a href="b.html#there">2</a><a href="c.html">3</a><a href="/b.html">4</a>'
                                       '<a href="../b.html">5</a><img src="d.png">', encoding="utf-8")
        (folder / "b.html").write_text('<h1 id="here">b</h1>', encoding="utf-8")
        found, _ = problems(folder)
        assert len(found) == 5 and not any("#here" in line for line in found), found


def check_article(folder):
    """A symbol of an equation changes the parameter of its live view; a word switches an arrow."""
    if not shutil.which("chromium") or not shutil.which("chromedriver"):
        print("  without Chromium: the article's symbols are not tested")
        return
    sys.path[:0] = [str(ROOT / "tests/web"), str(ROOT / "src/viewer/platform/web")]
    from browser import Browser
    import serve
    server = serve.server(folder, 0, "/sub/path/")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    browser = Browser()
    try:
        browser.open(f"http://127.0.0.1:{server.server_address[1]}/sub/path/docs/article-friction.html")
        browser.run("document.getElementById('patch').scrollIntoView(); document.getElementById('patch').ready.then(() => { window.live = true; })")
        browser.until("return window.live", what="the view of the article runs")
        link = "return document.getElementById('patch').shadowRoot.querySelector('iframe').contentWindow.rattleback.state().link"
        symbol = "document.querySelectorAll('[data-view=patch][data-param=mu]')"
        browser.run(f"{symbol}[0].dispatchEvent(new KeyboardEvent('keydown', {{key: 'Home', bubbles: true}}))")
        browser.until(f"{link}.includes('mu:0.05')", what="Home on a symbol sets the smallest value")
        assert browser.run(f"return {symbol}[1].getAttribute('aria-valuenow')") == "0.05"
        assert browser.run("return document.querySelector('output[data-value-of=mu]').textContent") == "0.05"
        links = []
        for pressed in ("true", "false"):
            browser.run("document.querySelector('[data-show=roll]').click()")
            browser.until("return document.querySelector('[data-show=roll]').getAttribute('aria-pressed') === arguments[0]", pressed, what="the word is pressed")
            browser.until(f"const now = (() => {{ {link} }})(); return now !== arguments[0]", links[-1] if links else "", what="the arrow is switched")
            links.append(browser.run(link))
        assert "roll" in links[0] or "roll" in links[1], links
        problems = [line for line in browser.console() if "favicon" not in line]
        assert problems == [], problems
        print("  Chromium: symbols and words of the article move its view")
    finally:
        browser.close()
        server.shutdown()


def main():
    check_checker()
    if len(sys.argv) > 1:
        folder = pathlib.Path(sys.argv[1])
    else:
        if not shutil.which("emcc") or subprocess.run(["/usr/bin/python3", "-c", "import markdown"], capture_output=True, check=False).returncode:
            print("skipped, emscripten or python3-markdown is not installed (./run test installs them on Debian)")
            sys.exit(77)
        subprocess.run(["./run", "site"], check=True, cwd=ROOT, env={**os.environ, "RATTLEBACK_NO_INSTALL": "1"})
        folder = ROOT / "build/site"
    found, count = problems(folder)
    print("\n".join(found))
    for name in ("index.html", "viewer/index.html", "lessons.html", "docs/physics.html", "docs/article-friction.html", "worksheets/why-one-way-answers.html"):
        assert (folder / name).exists(), f"{name} is missing"
    print(f"{count} pages, {len(found)} broken links")
    check_article(folder)
    sys.exit(1 if found else 0)


main()
