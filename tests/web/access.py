"""Tests of page.py: the page without eyes or without a mouse."""
import hashlib
import os
import pathlib
import shutil
import subprocess
import tarfile
import tempfile

AXE = "4.10.2"  # axe-core, the checker of accessibility rules
AXE_SHA256 = "b511cd9dec01c76f4b2ad1723b66b6db37d4c2eb4ed199076e1829d9ee7b75e3"


def axe():
    """The text of axe.min.js from the cache, else from npm; None: not available."""
    cache = pathlib.Path(os.environ.get("RATTLEBACK_CACHE") or
                         pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "rattleback")
    path = cache / f"axe-core-{AXE}" / "axe.min.js"
    if not path.is_file():
        if not shutil.which("npm") or os.environ.get("RATTLEBACK_NO_NETWORK"):
            return None
        with tempfile.TemporaryDirectory() as folder:
            got = subprocess.run(["npm", "pack", f"axe-core@{AXE}"], cwd=folder, capture_output=True, timeout=60, check=False)
            if got.returncode != 0:
                return None
            with tarfile.open(pathlib.Path(folder) / f"axe-core-{AXE}.tgz") as packed:
                data = packed.extractfile("package/axe.min.js").read()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    data = path.read_bytes()
    assert hashlib.sha256(data).hexdigest() == AXE_SHA256, path
    return data.decode()


def press(page, name):
    """Enter on the enabled button of this name, as a keyboard does it."""
    page.browser.until("const b = [...document.querySelectorAll('#controls button:enabled')].find((b) => b.textContent === arguments[0]);"
                       "b?.focus(); return document.activeElement === b;", name, what=f"a button {name}")
    page.browser.key("Enter", "Enter", 13, "\r")


def choose(page, name, value):
    page.browser.run("const s = document.getElementById(arguments[0]); s.focus(); s.value = arguments[1];"
                     "s.dispatchEvent(new Event('change'));", name, value)


def test_controls(context):
    """Everything important has a real control, which follows the program."""
    page = context.page().open()
    page.calm()
    page.browser.run("document.getElementById('canvas').focus()")
    page.browser.key("Tab", "Tab", 9, modifiers=8)
    width = page.browser.until("const c = document.getElementById('controls'); return c.contains(document.activeElement) &&"
                               "c.getBoundingClientRect().width > 100 && c.getBoundingClientRect().width", what="Shift+Tab shows the controls")
    assert width < 640, width
    press(page, "Play")
    page.wait("s.playing", "Play plays")
    press(page, "Pause")
    page.wait("!s.playing", "Pause pauses")
    choose(page, "scene", "k11-fig5")
    page.wait("s.scene === 'k11-fig5' && document.getElementById('law').value === s.runs[0].law", "the scene is chosen, and the list of laws follows")
    choose(page, "law", "k11-p2")
    page.wait("s.runs[0].law === 'k11-p2'", "the law is chosen")
    page.act("law k11-p1", "play off")
    page.browser.until("return document.getElementById('law').value === 'k11-p1'", what="the list follows")
    page.browser.run("const i = document.querySelector('#params input[name=mu]'); i.value = '0.25'; i.dispatchEvent(new Event('change'))")
    page.wait("/set=[^&]*mu:0.25/.test(s.link)", "the number is taken")
    press(page, "Describe")
    words = page.browser.run("return document.getElementById('description').textContent")
    assert "rad/s" in words, words
    keys_in_a_dialog(page)
    page.no_problems()


def keys_in_a_dialog(page):
    """The keys that the program names; the focus moves in and back."""
    name = "return document.activeElement.id"
    press(page, "All keys")
    page.browser.until(name + " === 'keys-close' && document.getElementById('keys').matches(':modal')", what="the dialog has the focus")
    shown = page.browser.run("const of = (tag) => [...document.querySelectorAll('#keys ' + tag)].map((e) => e.textContent);"
                             "return [of('dt'), of('dd'), of('h3')]")
    known = page.browser.run("return rattleback.controls().keys")
    assert shown[:2] == [[key["key"] for key in known], [key["name"] for key in known]], shown
    assert shown[2] == list(dict.fromkeys(key["group"] for key in known)), shown[2]
    assert ("Space", "Play or pause") in zip(*shown[:2], strict=True), shown
    page.browser.key("Escape", "Escape", 27)
    page.browser.until(name + " === 'show-keys' && !document.getElementById('keys').open", what="Esc closes it and returns the focus")


def test_languages(context):
    """The language of the link, then another one that is downloaded when it is chosen; text of the program and the page."""
    page = context.page().open("?style=plain&scene=toy-plastic&lang=de")
    page.calm()
    page.browser.until("return document.documentElement.lang === 'de' && document.getElementById('play').textContent === 'Abspielen'",
                       what="the controls are German")
    says = "return document.querySelector('#law option').textContent + ' ' + document.getElementById('controls').getAttribute('aria-label')"
    assert page.browser.run(says).endswith("Bedienung"), page.browser.run(says)
    assert "Punktkontakt" in page.browser.run("return document.getElementById('law').textContent")
    press(page, "Beschreiben")
    assert "Angehalten bei" in page.browser.run("return document.getElementById('description').textContent")
    page.act("language pl")
    page.browser.until("return document.getElementById('play').textContent === 'Odtwarzaj' &&"
                       "document.getElementById('lesson-list').textContent.includes('Zakręć nim')", what="the controls are Polish")
    page.act("lesson spin-it")
    page.browser.until("return document.querySelector('#lesson h2')?.textContent === 'Zakręć nim, krok 1 z 5: Zakręcony kamień'", what="the lesson is Polish")
    page.act("language en")
    page.browser.until("return document.getElementById('play').textContent === 'Play' && document.documentElement.lang === 'en'", what="English again")
    page.no_problems()


def test_lesson_by_keyboard(context):
    """Three lessons from their first to their last step, in HTML only; what happens is said once."""
    page = context.page(480, 360).open()
    page.calm()
    page.browser.run("""window.said = [];
        new MutationObserver(() => said.push(document.getElementById("description").textContent))
            .observe(document.getElementById("description"), {childList: true});""")
    page.act("until 2")
    said = page.browser.run("return said")
    assert any("has reversed after 1.7" in text and "clockwise" in text for text in said), said
    played = [play_lesson(page, lesson) for lesson in ("why-one-way", "spin-it", "friction")]
    assert all(answers > 0 and tasks > 0 for answers, tasks in played), played
    page.no_problems()


def play_lesson(page, lesson):
    """With the first answer to each question and the program's solution of each task; returns the numbers of both."""
    choose(page, "lesson-list", lesson)
    answers = tasks = 0
    heading = "return document.querySelector('#lesson h2')?.textContent ?? ''"
    steps = int(page.browser.until("return document.querySelector('#lesson h2')?.textContent.match(/of (\\d+)/)?.[1]", what="a lesson"))
    for step in range(1, steps + 1):
        page.browser.until(heading.replace("?? ''", f"?.includes('step {step} of') ?? false"), what=f"step {step}")
        page.settle()
        choice, task = page.browser.run("const s = rattleback.controls().lesson; return [s.choices?.[0], s.task]")
        if choice:
            press(page, choice)
            page.wait("s.lesson.answer === 1", "the answer is taken")
            answers += 1
        if task:
            press(page, "Show me")
            page.wait("s.lesson.done", "the task is done")
            tasks += 1
        press(page, "Finish" if step == steps else "Next")
    page.wait("!s.lesson", "the lesson has ended")
    page.browser.until("return document.getElementById('lesson').hidden", what="its text is gone")
    return answers, tasks


def test_axe(context):
    """The rules of axe-core, with the controls visible, without and with a lesson, and with the dialog of keys."""
    source = axe()
    if source is None:
        print("  not checked: axe-core is not available (npm)")
        return
    page = context.page().open()
    page.calm()
    for lines, script in (((), ""), (("lesson why-one-way 2",), ""), ((), "document.getElementById('show-keys').click()")):
        page.act(*lines)
        page.browser.run("document.getElementById('play').focus(); document.querySelector('details').open = true;" + script)
        found = page.browser.run(source + """; return axe.run(document, {resultTypes: ["violations"]}).then((r) =>
            r.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.html.slice(0, 80)).join(" | ")))""")
        assert found == [], found
