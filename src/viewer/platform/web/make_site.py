#!/usr/bin/env python3
"""Creates the folder that a static host serves.

    make_site.py FOLDER FILE...

@VERSION@ and @FILES@ in the service worker are replaced. The version is a hash of the files' contents, so
that browsers load changed files only. Each file is also written in brotli, for hosts that can serve it.
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
    version = hashlib.sha256(b"".join(name.encode() + data for name, data in sorted(files.items()))).hexdigest()[:16]
    listed = json.dumps(sorted(name for name in files if name != "worker.js"))
    for name, data in files.items():
        data = data.replace(b"@VERSION@", version.encode()).replace(b'"@FILES@"', listed.encode())
        (folder / name).write_bytes(data)
    if shutil.which("brotli"):
        subprocess.run(["brotli", "--best", "--keep", "--force", *(str(folder / name) for name in files)], check=True)
    sizes = [path.stat().st_size for path in folder.glob("*.br")]
    if sizes:
        print(f"{folder}: {len(sizes)} files, {sum(sizes)} bytes in brotli")


main()
