#!/usr/bin/env python3
"""Checks the catalogues of texts, assets/languages/*.po, against the texts in the code.

    languages.py [PROGRAM]             check: every text translated, the same placeholders and numbers, nothing left over
    languages.py [PROGRAM] --update    add new texts without a translation, and remove those that are gone
    languages.py [PROGRAM] --keys      print the texts

A text is found where the code calls rb_tr("...") or rb_trn("...", "...", n), marks it with RB_N("..."), or keeps
it in one of the tables below; in the web page's files where they call tr("...") or mark an element with data-tr. PROGRAM (default: build/release/bin/table_texts) prints the texts of scenes, lessons
and the tables that the glossary shows. C's own reader (src/app/language) is another implementation of the same format.
"""
import os
import pathlib
import re
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parents[2]
folder = root / "assets/languages"
plural_forms = {"de": "nplurals=2; plural=(n != 1);", "es": "nplurals=2; plural=(n != 1);",
                "pl": "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);"}
names = {"de": "German", "es": "Spanish", "pl": "Polish"}

LITERAL = r'"((?:[^"\\]|\\.)*)"'
LITERALS = rf"(?:{LITERAL}\s*)+"
# File, pattern of a row; its groups are texts.
TABLES = (
    ("src/app/actions/shortcuts.inc", rf"^SHORTCUT\({LITERAL}, {LITERAL}, {LITERAL},", (3,)),
    ("src/app/actions/table.inc", rf"^ACTION\({LITERAL}, {LITERAL},", (2,)),
    ("src/app/lesson/glossary_labels.inc", rf"^LABEL\({LITERAL}, {LITERAL}, {LITERAL}\)", (3,)),
    ("src/app/session/scene_groups.c", rf"^    {{{LITERAL},\s+(?:true|false)", (1,)),
    ("src/sim/outcomes.c", rf"^    case RB_EVENT_\w+: return {LITERAL};", (1,)),
    *((f"src/bodies/{name}.c", rf"{{\.signal = {LITERAL}, \.name = {LITERAL}, .*\.offset = ", (2,))
      for name in ("bearing", "disk_table", "rigid_signals")),
    ("src/sim/scene_variant.c", rf"^    {{{LITERAL}, {LITERAL}, {LITERAL},", (2, 3)),
    ("src/viewer/world/world_items.c", rf"^    {{{LITERAL}, RB_SHOW_\w+, {LITERAL}, {LITERAL},\s+({LITERALS})", (2, 4)),
    ("src/viewer/world/theme.c", rf"names\[\w*\] = {{((?:{LITERAL},?\s*)+)}}", ()),
)
PAGE_SCRIPT = rf"\btr\(\s*({LITERAL})"
PAGE_HTML = r'data-tr(?: hidden)?>([^<]+)<|data-tr-label aria-label="([^"]+)"'
KINDS = ("scene", "group", "term", "lesson")  # of table_texts


def unquote(literals):
    text = "".join(re.findall(LITERAL, literals))
    text = re.sub(r"\\u([0-9a-f]{4})", lambda m: chr(int(m.group(1), 16)), text)
    return re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m.group(1), m.group(1)), text)


def quote(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t") + '"'


def table_texts(kinds):
    """Texts of these kinds that tests/app/table_texts.c prints, in its order."""
    named = [word for word in sys.argv[1:] if not word.startswith("-")]
    program = named[0] if named else root / "build/release/bin/table_texts"
    try:
        printed = subprocess.run([program], check=True, stdout=subprocess.PIPE, encoding="utf-8",
                                 env={**os.environ, "RATTLEBACK_DATA": str(root / "assets")}).stdout
    except OSError as problem:
        sys.exit(f"{program}: expected the program built from tests/app/table_texts.c: {problem.strerror}")
    rows = (line.split(" ", 1) for line in printed.splitlines())
    return [unquote('"' + text.replace('"', '\\"') + '"') for kind, text in rows if kind in kinds]


def keys():
    """Texts in the order of the files: {text: plural or None}."""
    found = {}
    for path in sorted((root / "src").rglob("*.c")):
        source = path.read_text(encoding="utf-8")
        for match in re.finditer(rf"\b(?:rb_tr|RB_N)\(\s*({LITERALS})\)|\brb_trn\(\s*({LITERALS}),\s*({LITERALS}),", source):
            literals = [group for group in match.groups() if group and group.startswith('"')]
            text = unquote(literals[0])
            found[text] = unquote(literals[1]) if "rb_trn" in match.group(0)[:8] else found.get(text)
        calls = len(re.findall(r"\b(?:rb_trn?|RB_N)\(\s*\"", source))
        read = len(re.findall(rf"\b(?:rb_tr|RB_N)\(\s*{LITERALS}\)|\brb_trn\(\s*{LITERALS},\s*{LITERALS},", source))
        if calls != read:
            sys.exit(f"{path.relative_to(root)}: {calls} calls with a text, {read} understood")
    for path in sorted((root / "src/viewer/platform/web/page").iterdir()):
        source = path.read_text(encoding="utf-8")
        for match in re.finditer(PAGE_SCRIPT if path.suffix == ".js" else PAGE_HTML, source):
            found.setdefault(unquote(match.group(1)) if path.suffix == ".js" else match.group(1) or match.group(2), None)
        if len(re.findall(r"\btr\(", source)) != len(re.findall(PAGE_SCRIPT, source)) + source.count("tr(text,") + source.count("tr(e.dataset"):
            sys.exit(f"{path.relative_to(root)}: expected tr(\"text\" everywhere")
    for name, pattern, groups in TABLES:
        rows = list(re.finditer(pattern, (root / name).read_text(encoding="utf-8"), re.M))
        if not rows:
            sys.exit(f"{name}: no rows found: this script must follow a change of the table")
        for row in rows:
            texts = [row.group(i) for i in groups] if groups else re.findall(LITERAL, row.group(1))
            for text in texts:
                text = unquote(text if text.startswith('"') else f'"{text}"')
                found.setdefault(text, None)
    for text in table_texts(KINDS):
        found.setdefault(text, None)
    found.pop("", None)
    return found


def read(path):
    """{text: [forms]} of a catalogue, and what is wrong with it."""
    entries, problems, field = {}, [], None
    now = {}

    def end():
        key = now.get("msgid")
        if key:
            if key in entries:
                problems.append(f"duplicate: {key!r}")
            entries[key] = [now[name] for name in sorted(now) if name.startswith("msgstr")]
        now.clear()

    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = re.fullmatch(rf'(?:(msgid|msgid_plural|msgstr|msgstr\[\d\]) )?({LITERAL})', line)
        if match:
            if match.group(1) == "msgid":
                end()
            field = match.group(1) or field
            now[field] = now.get(field, "") + unquote(match.group(2))
        elif "fuzzy" in line and line.startswith("#,"):
            problems.append(f"line {number}: fuzzy")
        elif line and not line.startswith("#"):
            problems.append(f"line {number}: expected msgid, msgstr or a text in quotes")
    end()
    return entries, problems


def placeholders(text):
    text = text.replace("%%", "")
    return re.findall(r"%(?! )[-+#0-9.]*(\*?)[0-9.]*(\*?)([hlLzjt]*[a-zA-Z])", text)


def numbers(text):
    return sorted(number.replace(",", ".") for number in re.findall(r"\d+(?:[.,]\d+)?", text))


def linked_words(text):
    """Words of the glossary that a lesson's text refers to, as {word} or {shown|word}."""
    return sorted(word.split("|")[-1] for word in re.findall(r"\{([^{}]*)\}", text))


def check(language, wanted):
    entries, problems = read(folder / f"{language}.po")
    forms_count = int(re.match(r"nplurals=(\d)", plural_forms[language]).group(1))
    for text, plural in wanted.items():
        forms = entries.get(text)
        if not forms or not all(forms):
            problems.append(f"no translation: {text!r}")
            continue
        if len(forms) != (forms_count if plural else 1):
            problems.append(f"expected {forms_count if plural else 1} forms, found {len(forms)}: {text!r}")
        for form in forms:
            if placeholders(form) != placeholders(text):
                problems.append(f"other placeholders: {text!r}: {form!r}")
            if form.count("%%") != text.count("%%"):
                problems.append(f"other number of %%: {text!r}: {form!r}")
            if numbers(form) != numbers(text):
                problems.append(f"other numbers: {text!r}: {form!r}")
            if linked_words(form) != linked_words(text):
                problems.append(f"other words of the glossary in braces: {text!r}: {form!r}")
            if form.count("*") != text.count("*"):
                problems.append(f"other number of *: {text!r}: {form!r}")
            if "##" in form:
                problems.append(f"## would end the text of a button: {form!r}")
            if form[:1].isspace() != text[:1].isspace() or form[-1:].isspace() != text[-1:].isspace():
                problems.append(f"other spaces at the ends: {text!r}: {form!r}")
    problems += [f"no longer used: {text!r}" for text in entries if text not in wanted]
    answers = [text for text in wanted if text.startswith("Yes: ")]
    yes = entries.get("Yes", [""])[0]
    problems += [f"expected it to begin with {yes!r}, as the colour of the caption does: {form!r}"
                 for text in answers for form in entries.get(text, []) if not form.startswith(yes)]
    return [f"assets/languages/{language}.po: {problem}" for problem in problems]


def update(language, wanted):
    path = folder / f"{language}.po"
    entries = read(path)[0] if path.exists() else {}
    count = int(re.match(r"nplurals=(\d)", plural_forms[language]).group(1))
    lines = [f"# {names[language]} texts of Rattleback. The keys are the texts in the code; tests/lint/languages.py checks",
             "# this file, and languages.py --update adds new texts.", 'msgid ""', 'msgstr ""',
             '"Content-Type: text/plain; charset=UTF-8\\n"', f'"Language: {language}\\n"',
             f'"Plural-Forms: {plural_forms[language]}\\n"']
    for text, plural in wanted.items():
        forms = entries.get(text, [])
        lines += ["", *(["#, c-format"] if placeholders(text) else []), f"msgid {quote(text)}"]
        if plural:
            forms = (forms + [""] * count)[:count]
            lines += [f"msgid_plural {quote(plural)}", *(f"msgstr[{i}] {quote(form)}" for i, form in enumerate(forms))]
        else:
            lines.append(f"msgstr {quote(forms[0] if forms else '')}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main():
    wanted = keys()
    if "--keys" in sys.argv:
        print("\n".join(quote(text) for text in wanted))
    elif "--update" in sys.argv:
        folder.mkdir(exist_ok=True)
        for language in plural_forms:
            update(language, wanted)
    else:
        problems = [problem for language in plural_forms for problem in check(language, wanted)]
        print("\n".join(problems[:40]) if problems else f"{len(wanted)} texts in {len(plural_forms)} languages")
        sys.exit(1 if problems else 0)


main()
