#!/usr/bin/env python3
"""Reduces system fonts to the glyphs that the panels use.

    make_fonts.py FOLDER imgui_fonts.c FONT.ttf...

The glyphs are the ranges in imgui_fonts.c. Hints and layout tables are removed: stb_truetype, which draws
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


def main():
    folder, source, *fonts = sys.argv[1:]
    options = subset.Options(hinting=False, layout_features=[], notdef_outline=True, glyph_names=False,
                             drop_tables=["GSUB", "GPOS", "GDEF", "kern", "FFTM", "name", "post", "OS/2"])
    glyphs = list(ranges(pathlib.Path(source).read_text(encoding="utf-8")))
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    for path in fonts:
        font = subset.load_font(path, options)
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=glyphs)
        cutter.subset(font)
        subset.save_font(font, str(pathlib.Path(folder) / pathlib.Path(path).name), options)


main()
