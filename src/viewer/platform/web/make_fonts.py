#!/usr/bin/env python3
"""Reduces system fonts to the glyphs that the panels use.

    make_fonts.py FOLDER PROJECT FONT.ttf...

The glyphs are Latin and Greek letters, and those symbols of the ranges in gui/imgui_fonts.c that occur in a text of
the program, a scene, a lesson or a catalogue of translations. Hints and layout tables are removed: stb_truetype, which draws
the text, does not read them.
"""
import pathlib
import re
import sys

from fontTools import subset


def ranges(source):
    table = re.search(r"glyph_ranges\[\] = \{(.*?)\};", source, re.S).group(1)
    for first, last in re.findall(r"(0x[0-9a-f]+), (0x[0-9a-f]+),", table):
        yield from range(int(first, 16), int(last, 16) + 1)


def texts(project):
    """All characters of sources and assets."""
    used = set()
    for path in (*(project / "src").rglob("*.*"), *(project / "assets").rglob("*.*")):
        if path.suffix in (".c", ".h", ".inc", ".json", ".po"):
            text = path.read_text(encoding="utf-8")
            used.update(map(ord, text))
            used.update(int(code, 16) for code in re.findall(r"\\u([0-9a-fA-F]{4})", text))
    return used


def main():
    folder, project, *fonts = sys.argv[1:]
    project = pathlib.Path(project)
    source = project / "src/viewer/gui/imgui_fonts.c"
    options = subset.Options(hinting=False, layout_features=[], notdef_outline=True, glyph_names=False,
                             drop_tables=["GSUB", "GPOS", "GDEF", "kern", "FFTM", "name", "post", "OS/2"])
    used, letters = texts(project), 0x0400  # Latin and Greek come before
    glyphs = [code for code in ranges(source.read_text(encoding="utf-8")) if code < letters or code in used]
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    for path in fonts:
        font = subset.load_font(path, options)
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=glyphs)
        cutter.subset(font)
        subset.save_font(font, str(pathlib.Path(folder) / pathlib.Path(path).name), options)


main()
