#!/usr/bin/env python3
"""Creates the folder that a static host serves.

    make_site.py FOLDER FILE...

@VERSION@, @EXPECTED@ (size and hash of the large files) and @FILES@ (hashes of the files that the service worker
keeps: all but the catalogues, which are kept when they are used) are replaced. frame.html is index.html for pages
whose views share the large files (element.js). The version is a hash of the files' contents, so that browsers load
changed files only. The same sources give the same files. Each file is also written in brotli, for hosts that can
serve it.
"""
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys


def fnv(data):
    value = 2166136261
    for byte in data:
        value = (value ^ byte) * 16777619 & 0xffffffff
    return value


def shortened(text):
    """A catalogue without comments, and with hashes instead of the English texts (src/app/language/language.h)."""
    blocks, hashes = [], set()
    for block in re.split(r"\n\n+", text):
        lines = re.sub(r'"\n"', "", "\n".join(line for line in block.splitlines() if not line.startswith("#")))
        key = re.match(r'msgid "((?:[^"\\]|\\.)+)"', lines)
        if key:
            english = re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m.group(1), m.group(1)), key.group(1))
            value = fnv(english.encode())
            if value in hashes:
                sys.exit(f"make_site.py: two texts with the hash {value:08x}, one is {english!r}: change a word of it")
            hashes.add(value)
            blocks.append(re.sub(r'msgid_plural ".*"', 'msgid_plural "="', f'msgid "={value:08x}"' + lines[key.end():]))
    return "\n".join(blocks) + "\n"


def main():
    folder, *names = sys.argv[1:]
    folder = pathlib.Path(folder)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    files = {pathlib.Path(name).name: pathlib.Path(name).read_bytes() for name in names}
    for name in files:
        if name.endswith(".po"):
            files[name] = shortened(files[name].decode()).encode()
    # Frames of one page share the large files (element.js): they do not request them early.
    files["frame.html"] = files["index.html"].replace(b' data-load="rattleback.wasm rattleback.data"', b"")
    assert files["frame.html"] != files["index.html"]
    # emcc gives the package of files a random name.
    package = hashlib.sha256(files["rattleback.data"]).hexdigest()[:32].encode()
    files["rattleback.js"] = re.sub(rb'"package_uuid":"[^"]*"', b'"package_uuid":"%s"' % package, files["rattleback.js"])
    version = hashlib.sha256(b"".join(name.encode() + data for name, data in sorted(files.items()))).hexdigest()[:16]
    expected = {name: {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
                for name, data in files.items() if name.endswith((".wasm", ".data", ".po"))}
    for name, data in files.items():
        data = data.replace(b"@VERSION@", version.encode())
        files[name] = data.replace(b'"@EXPECTED@"', json.dumps(expected).encode())
    hashes = {name: hashlib.sha256(data).hexdigest() for name, data in sorted(files.items()) if name != "worker.js" and not name.endswith(".po")}
    files["worker.js"] = files["worker.js"].replace(b'"@FILES@"', json.dumps(hashes).encode())
    for name, data in files.items():
        (folder / name).write_bytes(data)
    if shutil.which("brotli"):
        subprocess.run(["brotli", "--best", "--keep", "--force", *(str(folder / name) for name in files)], check=True)
    sizes = [path.stat().st_size for path in folder.glob("*.br")]
    if sizes:
        print(f"{folder}: {len(sizes)} files, {sum(sizes)} bytes in brotli")


main()
