#!/usr/bin/env python3
"""What a frame of the page costs in a headless Chromium, with one run and with eight.

    bench_page.py SITE FOLDER

The program measures itself (rattleback --bench): the time of its frames without the rasteriser, the share
of the physics included that a sixtieth of a second needs. The clock is the wall's, so that on a busy
machine the least and the median count, not the mean.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from stage import Context, in_harness  # noqa: E402

LAWS = "exact-circle,exact-ellipse,k11-p1,k11-p2,k11-tanh,coulomb,ak18,ka09-pade"


def main():
    site, folder = sys.argv[1:]
    context = Context(site, None, None, folder)
    page = context.page()
    try:
        for more in ((), ("--compare", LAWS)):
            result = in_harness(page, "k11-fig5", "--bench", *more, expected=(0, 1))
            print("\n".join(result), flush=True)
    finally:
        context.close()


main()
