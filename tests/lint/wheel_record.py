"""Checks that RECORD of an unpacked wheel lists every file with its size and hash: wheel_record.py FOLDER"""

import base64, csv, hashlib, pathlib, sys
root = pathlib.Path(sys.argv[1])
[path] = root.glob("*.dist-info/RECORD")
rows = {name: (digest, size) for name, digest, size in csv.reader(path.open())}
files = {str(p.relative_to(root)): p.read_bytes() for p in root.rglob("*") if p.is_file()}
assert rows.keys() == files.keys(), rows.keys() ^ files.keys()
for name, content in files.items():
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
    expected = ("", "") if name.endswith("/RECORD") else ("sha256=" + digest, str(len(content)))
    assert rows[name] == expected, (name, rows[name], expected)
