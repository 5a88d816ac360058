#!/usr/bin/env python3
"""Packs what ./run has built into files for others: wheel, archive, source archive; without network.

    tools/artefacts.py wheel BUILD DIST       rattleback_dynamics-VERSION-py3-none-manylinux_..._MACHINE.whl
    tools/artefacts.py windows-wheel TREE DIST  rattleback_dynamics-VERSION-py3-none-win_amd64.whl
    tools/artefacts.py tarball BUILD DIST     rattleback-VERSION-linux-MACHINE.tar.xz
    tools/artefacts.py site FOLDER DIST       rattleback-VERSION-site.tar.xz: the web site that ./run site has made
    tools/artefacts.py source BUILD DIST      rattleback-VERSION-source.tar.xz: the newest commit
    tools/artefacts.py needs FILE...          libraries and newest glibc version that programs need

The same commit gives the same bytes: times are SOURCE_DATE_EPOCH (default: the time of the commit), names are
sorted, owners and modes are fixed. BUILD is a build folder of the preset "portable"; TREE is
the folder for Windows that ./run windows has installed.
"""

from __future__ import annotations

import base64
import hashlib
import io
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BASELINE = (2, 27)  # the oldest glibc that the files run with, see packaging/portable/glibc.c
# Libraries that every Linux distribution with glibc has (PEP 600 lists them for wheels).
LIBC = {"libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}


def fail(message: str) -> None:
    sys.exit(f"artefacts: {message}")


def output_of(*command: str | pathlib.Path) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout


def version() -> str:
    """The version as in include/rattleback/base.h, the only place that has it: "1.0.0-rc"."""
    text = (ROOT / "include/rattleback/base.h").read_text()
    parts = re.findall(r"^#define RB_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", text, re.M)
    suffix = re.search(r'^#define RB_PRERELEASE "([^"]*)"', text, re.M)
    if len(parts) != 3 or suffix is None:
        fail("include/rattleback/base.h: expected RB_VERSION_MAJOR, _MINOR, _PATCH and RB_PRERELEASE")
    return ".".join(parts) + suffix[1]


def python_version() -> str:
    """The version as PEP 440 normalises it: "1.0.0rc0"."""
    release, _, suffix = version().partition("-")
    return release + (suffix if not suffix or suffix[-1].isdigit() else suffix + "0")


def epoch() -> int:
    given = os.environ.get("SOURCE_DATE_EPOCH")
    if given is None:
        given = output_of("git", "log", "-1", "--format=%ct").strip()
    if not given.isdigit():
        fail(f"SOURCE_DATE_EPOCH: expected seconds since 1970, got {given!r}")
    return int(given)


# ---------------------------------------------------------------- what programs need of a system


def needed_libraries(file: pathlib.Path) -> list[str]:
    return re.findall(r"\(NEEDED\).*\[(.+)\]", output_of("readelf", "-dW", file))


def glibc_symbols(file: pathlib.Path) -> dict[str, tuple[int, ...]]:
    """Symbols that the file takes from glibc, and the version that introduced each."""
    rows = re.findall(r" UND (\S+)@GLIBC_([0-9.]+)", output_of("readelf", "-W", "--dyn-syms", file))
    return {name: tuple(map(int, number.split("."))) for name, number in rows}


def glibc_baseline(files: list[pathlib.Path]) -> tuple[int, int]:
    """The oldest glibc that has every symbol of the files. PEP 600 has no tag below 2.5."""
    newest = max((v for file in files for v in glibc_symbols(file).values()), default=(0,))
    return max(newest[:2], (2, 5))


def packed_baseline(files: list[pathlib.Path]) -> tuple[int, int]:
    newer = sorted({f"{s}@{'.'.join(map(str, v))}" for file in files for s, v in glibc_symbols(file).items() if v[:2] > BASELINE})
    if newer:
        fail(f"expected symbols of glibc {'.'.join(map(str, BASELINE))} or older, got {' '.join(newer)} (packaging/portable/glibc.c)")
    return glibc_baseline(files)


def print_needs(names: list[str]) -> None:
    files = [pathlib.Path(name).resolve() for name in names]
    for name, file in zip(names, files):
        print(f"{name}: {' '.join(sorted(needed_libraries(file)))}")
    baseline = glibc_baseline(files)
    decisive = sorted({s for f in files for s, v in glibc_symbols(f).items() if v[:2] == baseline})
    print(f"glibc {'.'.join(map(str, baseline))}: {' '.join(decisive)}")


# ---------------------------------------------------------------- wheel


def stripped(file: pathlib.Path) -> bytes:
    with tempfile.TemporaryDirectory() as scratch:
        copy = pathlib.Path(scratch) / "copy"
        subprocess.run(["strip", "--strip-unneeded", "-o", copy, file], check=True)
        return copy.read_bytes()


def write_zip(path: pathlib.Path, files: dict[str, bytes]) -> None:
    # A zip file has no dates before 1980 and counts in steps of two seconds.
    date = time.gmtime(max(epoch(), 315532800))[:6]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, date)
            entry.create_system, entry.compress_type = 3, zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if ".so" in name else 0o100644) << 16
            archive.writestr(entry, content)


METADATA = """Metadata-Version: 2.1
Name: rattleback-dynamics
Version: {version}
Summary: Rattlebacks and tippe-tops under combined dry friction
License: MIT
Requires-Python: >=3.9
Requires-Dist: numpy
Classifier: Operating System :: {system}
Classifier: Topic :: Scientific/Engineering :: Physics
Description-Content-Type: text/markdown

```python
import rattleback as rb
run = rb.run("k11-fig5", law="k11-tanh", set={{"mu": 0.3}}, until=5)
print(run["omega3"][-1], run.outcomes["first_reversal_time"])
```

The physics library and its scenes are inside: no compiler is needed.
"""


def record(files: dict[str, bytes], own_name: str) -> bytes:
    rows = []
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        rows.append(f"{name},sha256={digest},{len(content)}\n")
    return "".join([*rows, f"{own_name},,\n"]).encode()


def make_wheel(build: pathlib.Path, dist: pathlib.Path) -> pathlib.Path:
    library = (build / "lib/librattleback.so").resolve()
    strange = set(needed_libraries(library)) - LIBC
    if strange:
        fail(f"{library.name}: expected to need glibc only, but needs {' '.join(sorted(strange))} (not a portable build?)")
    major, minor = packed_baseline([library])
    tag = f"py3-none-manylinux_{major}_{minor}_{platform.machine()}"
    return pack_wheel(dist, tag, "POSIX :: Linux", "librattleback.so", stripped(library), cjson_licence(build))


def make_windows_wheel(tree: pathlib.Path, dist: pathlib.Path) -> pathlib.Path:
    library = tree / "bin/librattleback.dll"
    licence = tree / "share/doc/rattleback/licenses/cjson.txt"
    return pack_wheel(dist, "py3-none-win_amd64", "Microsoft :: Windows", library.name, library.read_bytes(), licence.read_bytes())


def pack_wheel(dist: pathlib.Path, tag: str, system: str, name: str, library: bytes, licence: bytes) -> pathlib.Path:
    """licence: that of cJSON, which is compiled in."""
    module = sorted(path for path in (ROOT / "python/rattleback").iterdir() if path.is_file())
    files = {f"rattleback/{path.name}": path.read_bytes() for path in module}
    files[f"rattleback/lib/{name}"] = library
    for header in sorted((ROOT / "include/rattleback").glob("*.h")):  # for laws in C
        files[f"rattleback/include/rattleback/{header.name}"] = header.read_bytes()
    for scene in sorted((ROOT / "assets/scenes").glob("*.json")):
        files[f"rattleback/share/rattleback/scenes/{scene.name}"] = scene.read_bytes()
    info = f"rattleback_dynamics-{python_version()}.dist-info"
    files[f"{info}/METADATA"] = METADATA.format(version=python_version(), system=system).encode()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: rattleback\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    files[f"{info}/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    files[f"{info}/LICENSE.cjson"] = licence
    files[f"{info}/RECORD"] = record(files, f"{info}/RECORD")
    path = dist / f"rattleback_dynamics-{python_version()}-{tag}.whl"
    write_zip(path, files)
    return path


def cjson_licence(build: pathlib.Path) -> bytes:
    source = re.search(r"^build \S*cJSON\.c\.o: \S+ (\S+)/cJSON\.c", (build / "build.ninja").read_text(), re.M)
    if source is None:
        fail(f"{build}: expected a build that contains cJSON (cmake --preset portable)")
    return (pathlib.Path(source[1]) / "LICENSE").read_bytes()


# ---------------------------------------------------------------- archive


def write_tar(path: pathlib.Path, folder: pathlib.Path) -> None:
    """Packs a folder under its own name."""
    with tarfile.open(path, "w:xz", format=tarfile.GNU_FORMAT, preset=9) as archive:
        for file in [folder, *sorted(folder.rglob("*"))]:
            entry = archive.gettarinfo(file, str(file.relative_to(folder.parent)))
            entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname = epoch(), 0, 0, "root", "root"
            executable = entry.isdir() or entry.mode & 0o100
            entry.mode = 0o777 if entry.issym() else 0o755 if executable else 0o644
            archive.addfile(entry, io.BytesIO(file.read_bytes()) if entry.isreg() else None)


def make_tarball(build: pathlib.Path, dist: pathlib.Path) -> pathlib.Path:
    name = f"rattleback-{version()}-linux-{platform.machine()}"
    with tempfile.TemporaryDirectory() as scratch:
        folder, installed = pathlib.Path(scratch) / name, pathlib.Path(scratch) / "installed"
        subprocess.run(["cmake", "--install", build, "--prefix", installed, "--strip"], check=True, stdout=subprocess.DEVNULL)
        folder.mkdir()
        for part in ("bin", "share"):
            (installed / part).rename(folder / part)
        shutil.rmtree(folder / "share/doc/rattleback/examples")  # they need the library, which is not here
        programs = [folder / "bin" / program for program in ("rbsim", "rattleback")]
        strange = {library for file in programs for library in needed_libraries(file)} - LIBC - {"libX11.so.6", "libgcc_s.so.1"}
        if strange:
            fail(f"expected programs that need glibc, libgcc and X11 only, but they need {' '.join(sorted(strange))}")
        words = {"VERSION": version(), "MACHINE": platform.machine(), "GLIBC": "%d.%d" % packed_baseline(programs)}
        for file in (ROOT / "packaging/archive").iterdir():
            copy = pathlib.Path(shutil.copy(file, folder))
            copy.write_text(re.sub(r"@([A-Z]+)@", lambda match: words[match[1]], file.read_text()))
        (folder / "rbsim").symlink_to("bin/rbsim")
        path = dist / f"{name}.tar.xz"
        write_tar(path, folder)
    return path


def make_site(site: pathlib.Path, dist: pathlib.Path) -> pathlib.Path:
    if not (site / "index.html").is_file():
        fail(f"{site}: expected a web site with index.html (./run site)")
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / f"rattleback-{version()}-site"
        shutil.copytree(site, folder)
        path = dist / f"{folder.name}.tar.xz"
        write_tar(path, folder)
    return path


def make_source(_: pathlib.Path, dist: pathlib.Path) -> pathlib.Path:
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / f"rattleback-{version()}"
        folder.mkdir()
        # Through files: the tar file of git contains the number of the commit.
        committed = subprocess.run(["git", "archive", "HEAD"], check=True, capture_output=True, cwd=ROOT).stdout
        subprocess.run(["tar", "-x", "-C", folder], check=True, input=committed)
        path = dist / f"rattleback-{version()}-source.tar.xz"
        write_tar(path, folder)
    return path


MAKERS = {"wheel": make_wheel, "windows-wheel": make_windows_wheel, "tarball": make_tarball, "site": make_site, "source": make_source}


def main(arguments: list[str]) -> None:
    if len(arguments) == 3 and arguments[0] in MAKERS:
        build, dist = pathlib.Path(arguments[1]).resolve(), pathlib.Path(arguments[2]).resolve()
        dist.mkdir(parents=True, exist_ok=True)
        made = MAKERS[arguments[0]](build, dist)
        print(f"{made}: {made.stat().st_size} bytes")
    elif len(arguments) >= 2 and arguments[0] == "needs":
        print_needs(arguments[1:])
    else:
        fail(f"usage: {'|'.join(MAKERS)} BUILD DIST, or needs FILE...")


if __name__ == "__main__":
    main(sys.argv[1:])
