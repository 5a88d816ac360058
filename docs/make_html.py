#!/usr/bin/env python3
"""Creates the static site: the viewer, lessons with worksheets, and all documents as HTML.

    make_html.py FOLDER VIEWER RBSIM [REFERENCE]

VIEWER: the page (build/web); REFERENCE: the API reference as HTML. All links are relative, so that the folder works
below any path. A link to a file of the repository that is not a page leads to a copy of it; a link to a folder becomes
text. Exit status 1 if a document links to a file that does not exist.
"""
import html
import json
import pathlib
import posixpath
import re
import shutil
import subprocess
import sys

import markdown

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "CONDUCT.md", "npm/README.md"]
STYLE = """:root { color-scheme: light dark; }
body { max-width: 52rem; margin: 2rem auto; padding: 0 1rem; font: 1.05rem/1.55 system-ui, sans-serif; }
img, svg, video { max-width: 100%; height: auto; }
pre, table { display: block; overflow-x: auto; }
pre, code { font-family: ui-monospace, monospace; font-size: 0.92em; }
th, td { padding: 0.2rem 0.7rem 0.2rem 0; text-align: left; vertical-align: top; }
nav { border-bottom: 1px solid #8888; padding-bottom: 0.5rem; }
[role="slider"] { cursor: ew-resize; touch-action: none; color: light-dark(#9a4a00, #ffb868); text-decoration: underline dotted; }
mi[role="slider"] { border-bottom: 2px dotted; }
[role="button"] { cursor: pointer; text-decoration: underline dotted; }
[aria-pressed="true"] { background: #ffd04080; }
@media print { nav { display: none; } }
"""


def slug(text, separator):
    """The anchor that GitHub gives a heading: documents link to those."""
    return re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", separator)


class Site:
    def __init__(self, folder):
        self.folder = folder
        self.missing = []
        self.pages = PAGES + sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs").rglob("*.md"))

    def write(self, path, title, body):
        """A page with the common frame; path is relative to the site."""
        up = "../" * path.count("/")
        links = [("index.html", "Home"), ("viewer/", "Viewer"), ("lessons.html", "Lessons"), ("documents.html", "Documents")]
        bar = " · ".join(f'<a href="{up}{to}">{name}</a>' for to, name in links)
        script = f'<script type="module" src="{up}viewer/element.js"></script>\n' if "<rattle-back" in body else ""
        if "data-param=" in body:
            script += f'<script type="module" src="{up}docs/article.js"></script>\n'
            shutil.copyfile(ROOT / "docs/article.js", self.folder / "docs/article.js")
        text = (f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{html.escape(title)}</title>\n'
                f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
                f'<link rel="stylesheet" href="{up}style.css">\n{script}</head>\n<body>\n<nav>{bar}</nav>\n<main>\n{body}\n</main>\n</body>\n</html>\n')
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")

    def address(self, page, link):
        """The link of a document as a link of its page; None: there is nothing to link to."""
        if re.match(r"[a-z]+:|#", link):
            return link
        name, _, anchor = link.partition("#")
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page), name))
        source = ROOT / path
        if path.startswith("..") or not source.exists():
            self.missing.append(f"{page}: {link}: no such file")
            return None
        if source.is_dir():
            return None
        if path.endswith(".md"):
            if path not in self.pages:
                self.pages.append(path)
            return re.sub(r"\.md$", ".html", name) + ("#" + anchor if anchor else "")
        copy = self.folder / path
        if copy.exists():
            return link
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, copy)
        return link

    def render(self, page):
        """A Markdown document; returns its title."""
        text = (ROOT / page).read_text(encoding="utf-8")
        extensions = ["tables", "fenced_code", "toc", "sane_lists"]
        body = markdown.markdown(text, extensions=extensions, extension_configs={"toc": {"slugify": slug}})
        body = re.sub(r'<a href="([^"]*)">(.*?)</a>', lambda found: self.anchor(page, *found.groups()), body, flags=re.S)
        body = re.sub(r' src="([^"]*)"', lambda found: f' src="{self.address(page, found[1])}"', body)
        title = re.search(r"^# (.*)$", text, re.M)[1].replace("`", "")
        self.write(re.sub(r"\.md$", ".html", page), title, body)
        return title

    def anchor(self, page, link, text):
        to = self.address(page, html.unescape(link))
        return text if to is None else f'<a href="{html.escape(to)}">{text}</a>'

    def example(self):
        """The page with embedded views (docs/embedding.md), with the viewer of this site."""
        folder = shutil.copytree(ROOT / "docs/embedding", self.folder / "docs/embedding")
        page = folder / "reversal.html"
        page.write_text(page.read_text(encoding="utf-8").replace('src="rattleback/', 'src="../../viewer/'), encoding="utf-8")

    def reference(self, source):
        """The reference. It contains the documents, whose pictures and files are elsewhere in the site."""
        folder = shutil.copytree(source, self.folder / "api")

        def moved(found):
            name, link = found[1], html.unescape(found[2])
            path = re.sub("[?#].*", "", link)
            if re.match(r"md_.*#", link) and f'"{link.partition("#")[2]}"' not in (folder / path).read_text(encoding="utf-8"):
                return f' {name}="{path}"'  # Doxygen 1.9 drops the names of some headings
            if re.match(r"[a-z]+:|#", link) or (folder / path).exists():
                return found[0]
            for base in ("docs/", ""):
                if (ROOT / base / path).is_file():
                    return f' {name}="../{html.escape(self.address("README.md", base + link))}"'
            return found[0] if name == "src" else ""  # a folder: text

        for page in folder.glob("*.html"):
            text = page.read_text(encoding="utf-8")
            page.write_text(re.sub(r' (href|src)="([^"]*)"', moved, text), encoding="utf-8")

    def lessons(self, rbsim):
        """A list of lessons; a worksheet and an answer key for each."""
        (self.folder / "worksheets").mkdir()
        rows = []
        for lesson in json.loads(subprocess.run([rbsim, "lesson", "list", "--json"], check=True, capture_output=True, text=True).stdout):
            name = lesson["id"]
            for ending, more in (("", []), ("-answers", ["--key"])):
                page = self.folder / "worksheets" / f"{name}{ending}.html"
                subprocess.run([rbsim, "lesson", "worksheet", name, "--html", str(page), *more], check=True)
            title = html.escape(lesson["name"])
            rows.append(f'<li><a href="viewer/?lesson={name}">{title}</a> – {html.escape(lesson["summary"])} (<a href="worksheets/{name}.html">worksheet</a>, '
                        f'<a href="worksheets/{name}-answers.html">answers</a>)</li>')
        self.write("lessons.html", "Lessons", "<h1>Lessons</h1>\n<p>Each lesson runs in the viewer. Worksheets are for printing.</p>\n"
                   "<ul>\n" + "\n".join(rows) + "\n</ul>")


def main():
    folder, viewer, rbsim, *reference = sys.argv[1:]
    folder = pathlib.Path(folder)
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(viewer, folder / "viewer")
    (folder / "style.css").write_text(STYLE, encoding="utf-8")
    site = Site(folder)
    site.example()
    links = []
    for page in site.pages:  # grows by the documents that others link to
        links.append(f'<li><a href="{re.sub(".md$", ".html", page)}">{html.escape(site.render(page))}</a> ({page})</li>')
    if reference:
        site.reference(reference[0])
        links.append('<li><a href="api/index.html">Reference of the C library</a></li>')
    site.write("documents.html", "Documents", "<h1>Documents</h1>\n<ul>\n" + "\n".join(links) + "\n</ul>")
    site.lessons(rbsim)
    site.write("index.html", "Rattleback", '<h1>Rattleback</h1>\n<p>Rattlebacks, tippe-tops and disks under combined dry friction: '
               'spin them, compare laws, measure.</p>\n<ul>\n<li><a href="viewer/">Open the viewer</a></li>\n<li><a href="docs/article.html">Read why a rattleback turns back</a></li>\n<li><a href="docs/article-friction.html">Read how one friction slides and spins</a></li>\n<li><a href="lessons.html">Take a lesson, '
               'or print a worksheet</a></li>\n<li><a href="README.html">About the programs, and how to build them</a></li>\n'
               '<li><a href="documents.html">All documents</a></li>\n</ul>')
    for problem in site.missing:
        print(problem, file=sys.stderr)
    sys.exit(1 if site.missing else 0)


main()
