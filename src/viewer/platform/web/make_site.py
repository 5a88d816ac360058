#!/usr/bin/env python3
"""Creates the folder that a static host serves.

    make_site.py FOLDER FILE...

@VERSION@, @EXPECTED@ (size and hash of the large files) and @FILES@ (hashes of all files, for the service
worker) are replaced. frame.html is index.html without preloads, for pages whose views share the large files
(element.js). The version is a hash of the files' contents, so that browsers load changed files only. Each
file is also written in brotli, for hosts that can serve it.
"""
import hashlib
import json
import pathlib
import shutil
import subprocess
import sys


def main():
    folder, *names = sys.argv[1:]
    folder = pathlib.Path(folder)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    files = {pathlib.Path(name).name: pathlib.Path(name).read_bytes() for name in names}
    files["frame.html"] = b"".join(line for line in files["index.html"].splitlines(True) if b'rel="preload"' not in line)
    version = hashlib.sha256(b"".join(name.encode() + data for name, data in sorted(files.items()))).hexdigest()[:16]
    expected = {name: {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
                for name, data in files.items() if name.endswith((".wasm", ".data"))}
    for name, data in files.items():
        data = data.replace(b"@VERSION@", version.encode())
        files[name] = data.replace(b'"@EXPECTED@"', json.dumps(expected).encode())
    hashes = {name: hashlib.sha256(data).hexdigest() for name, data in sorted(files.items()) if name != "worker.js"}
    files["worker.js"] = files["worker.js"].replace(b'"@FILES@"', json.dumps(hashes).encode())
    for name, data in files.items():
        (folder / name).write_bytes(data)
    if shutil.which("brotli"):
        subprocess.run(["brotli", "--best", "--keep", "--force", *(str(folder / name) for name in files)], check=True)
    sizes = [path.stat().st_size for path in folder.glob("*.br")]
    if sizes:
        print(f"{folder}: {len(sizes)} files, {sum(sizes)} bytes in brotli")


main()
