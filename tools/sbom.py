#!/usr/bin/env python3
"""Writes the list of third-party parts inside the programs, as SPDX 2.3 JSON: name, version, licence, origin.

    tools/sbom.py BUILD SOURCES FILE

BUILD is a build folder of the preset "portable", SOURCES what `cmake/third-party.sh --sources` prints. Versions come
from cmake/third-party.sh, from headers and from the compiler. Parts of the Debian package that are separate
packages (cJSON, the C++ run-time library) are compiled into the archive and the wheel, and listed for these.
"""

from __future__ import annotations

import hashlib
import json
import pathlib
import re
import sys
import time

from artefacts import ROOT, epoch, fail, output_of, version

# Name, licence (SPDX expression) and supplier of what cmake/third-party.sh builds; versions are in that script.
BUILT = (
    ("raylib", "Zlib", "Ramon Santamaria"),
    ("GLFW", "Zlib", "Marcus Geelnard, Camilla Löwy"),
    ("ImGui", "MIT", "Omar Cornut"),
    ("ImPlot", "MIT", "Evan Pezent"),
    ("cJSON", "MIT", "Dave Gamble and cJSON contributors"),
)
# Bindings without a version of their own: they come with monado's tree.
BINDINGS = (("cimgui", "MIT", "Stephan Dilly"), ("cimplot", "MIT", "Victor Bombi"))
UNLICENSE_OR_MIT = "MIT OR Unlicense"
# Files of raylib/src/external that raylib compiles in; the version is in the first lines of most.
INSIDE_RAYLIB = (
    ("miniaudio.h", "Unlicense OR MIT-0"),
    ("dr_wav.h", "Unlicense OR MIT-0"),
    ("dr_mp3.h", "Unlicense OR MIT-0"),
    ("stb_image.h", UNLICENSE_OR_MIT),
    ("stb_image_write.h", UNLICENSE_OR_MIT),
    ("stb_image_resize2.h", UNLICENSE_OR_MIT),
    ("stb_perlin.h", UNLICENSE_OR_MIT),
    ("stb_rect_pack.h", UNLICENSE_OR_MIT),
    ("stb_truetype.h", UNLICENSE_OR_MIT),
    ("stb_vorbis.c", UNLICENSE_OR_MIT),
    ("sdefl.h", UNLICENSE_OR_MIT),
    ("sinfl.h", UNLICENSE_OR_MIT),
    ("cgltf.h", "MIT"),
    ("m3d.h", "MIT"),
    ("par_shapes.h", "MIT"),
    ("qoa.h", "MIT"),
    ("qoi.h", "MIT"),
    ("tinyobj_loader_c.h", "MIT"),
    ("vox_loader.h", "MIT"),
    ("jar_mod.h", "WTFPL"),
    ("jar_xm.h", "WTFPL"),
    ("rltexgpu.h", "Zlib"),
    ("rprand.h", "Zlib"),
    ("glad.h", "NOASSERTION"),  # generated from Khronos' specification; states no licence of its own
)
INSIDE_IMGUI = (
    ("imstb_rectpack.h", UNLICENSE_OR_MIT),
    ("imstb_textedit.h", UNLICENSE_OR_MIT),
    ("imstb_truetype.h", UNLICENSE_OR_MIT),
)


def package(name: str, number: str, licence: str, supplier: str = "", comment: str = "") -> dict:
    entry = {
        "SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.]+", "-", name),
        "name": name,
        "versionInfo": number,
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": licence,
        "licenseDeclared": licence,
        "copyrightText": "NOASSERTION",
        "supplier": f"Person: {supplier}" if supplier else "NOASSERTION",
    }
    return entry | ({"comment": comment} if comment else {})


def pinned_versions() -> dict[str, str]:
    """RAYLIB=6.0 and the others at the top of cmake/third-party.sh."""
    text = (ROOT / "cmake/third-party.sh").read_text()
    return dict(pair for line in re.findall(r"^readonly (.*)", text, re.M) for pair in re.findall(r"([A-Z]+)=([0-9.]+)", line))


def cglm_version(build: pathlib.Path) -> str:
    folder = re.search(r"^RB_cglm_INCLUDE:PATH=(.+)$", (build / "CMakeCache.txt").read_text(), re.M)
    if folder is None:
        fail(f"{build}: expected a build with the viewer")
    text = (pathlib.Path(folder[1]) / "cglm/version.h").read_text()
    return ".".join(re.findall(r"CGLM_VERSION_(?:MAJOR|MINOR|PATCH)\s+(\d+)", text))


def embedded(folder: pathlib.Path, parent: str, files: tuple) -> list[dict]:
    """Single-file libraries. Their version is the one beside their own name: some embed others."""
    found = []
    for name, licence in files:
        text = (folder / name).read_text(errors="replace")[:3000]
        own_name = re.escape(re.sub(r"^im|\.[ch]$", "", name)).replace("stb_rectpack", "stb_rect_pack")
        number = re.search(own_name + r"\S* *-? *v?(\d+\.\d+(?:\.\d+)?)", text, re.I)
        found.append(package(name, number[1] if number else f"of {parent}", licence, comment=f"compiled into {parent}"))
    return found


def packages(build: pathlib.Path, sources: pathlib.Path) -> list[dict]:
    pinned = pinned_versions()
    found = [package(name, pinned[name.upper()], licence, supplier) for name, licence, supplier in BUILT]
    found += [package(name, f"of monado {pinned['MONADO']}", licence, supplier) for name, licence, supplier in BINDINGS]
    found += embedded(sources / "raylib/src/external", f"raylib {pinned['RAYLIB']}", INSIDE_RAYLIB)
    found += embedded(sources / "imgui/imgui", f"ImGui {pinned['IMGUI']}", INSIDE_IMGUI)
    found.append(package("cglm", cglm_version(build), "MIT", "Recep Aslantas", "headers"))
    compiler = output_of("cc", "-dumpfullversion").strip()
    found.append(package("libstdc++ and libgcc", compiler, "GPL-3.0-or-later WITH GCC-exception-3.1",
                         comment="linked statically into the archive's programs; the wheel has libgcc only"))
    return found


def document(build: pathlib.Path, sources: pathlib.Path) -> dict:
    own = package("rattleback", version(), "MIT")
    parts = packages(build, sources)
    digest = hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()
    return {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"rattleback-{version()}",
        "documentNamespace": f"https://rattleback.invalid/spdx/{version()}/{digest}",
        "creationInfo": {
            "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(epoch())),
            "creators": ["Tool: rattleback tools/sbom.py"],
        },
        "documentDescribes": [own["SPDXID"]],
        "packages": [own, *parts],
        "relationships": [
            {"spdxElementId": own["SPDXID"], "relationshipType": "CONTAINS", "relatedSpdxElement": part["SPDXID"]}
            for part in parts
        ],
    }


def main(arguments: list[str]) -> None:
    if len(arguments) != 3:
        fail("usage: tools/sbom.py BUILD SOURCES FILE")
    build, sources, file = map(pathlib.Path, arguments)
    file.write_text(json.dumps(document(build, sources), indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
