"""An independent reader of printed meshes: python3 and its standard library only.

Reads an STL or 3MF file, checks that every edge belongs to two triangles of opposite direction, and compares volume,
centroid and second moments, by the divergence theorem, with what `rbsim mass` says.

Usage: check_mesh.py RBSIM FOLDER
"""
import json
import struct
import subprocess
import sys
import zipfile
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree


def read_stl(path):
    data = Path(path).read_bytes()
    (count,) = struct.unpack_from("<I", data, 80)
    assert len(data) == 84 + 50 * count, f"{path}: {len(data)} bytes for {count} triangles"
    rows = [struct.unpack_from("<12f", data, 84 + 50 * i) for i in range(count)]
    return [(row[3:6], row[6:9], row[9:12]) for row in rows]


def read_3mf(path):
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        root = ElementTree.fromstring(archive.read("3D/3dmodel.model"))
    assert root.get("unit") == "millimeter"
    space = {"m": "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"}
    points = [tuple(float(v.get(k)) for k in "xyz") for v in root.findall(".//m:vertex", space)]
    triangles = [tuple(int(t.get(k)) for k in ("v1", "v2", "v3")) for t in root.findall(".//m:triangle", space)]
    return [tuple(points[i] for i in t) for t in triangles]


def check_closed(path, triangles):
    edges = Counter((t[i], t[(i + 1) % 3]) for t in triangles for i in range(3))
    assert max(edges.values()) == 1, f"{path}: an edge is used twice in one direction"
    open_edges = [e for e in edges if (e[1], e[0]) not in edges]
    assert not open_edges, f"{path}: {len(open_edges)} open edges"


def moments(triangles):
    """Volume, centroid and integral of x^2 over the body, mm; sums over tetrahedra with the origin."""
    volume, first, second = 0.0, [0.0] * 3, 0.0
    for a, b, c in triangles:
        v = (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])) / 6
        volume += v
        for k in range(3):
            first[k] += v * (a[k] + b[k] + c[k]) / 4
        second += v * (a[0] ** 2 + b[0] ** 2 + c[0] ** 2 + a[0] * b[0] + b[0] * c[0] + c[0] * a[0]) / 10
    return volume, [f / volume for f in first], second


def check_file(rbsim, path, read, expected):
    triangles = read(path)
    check_closed(path, triangles)
    volume, centre, second = moments(triangles)
    said = json.loads(subprocess.run([rbsim, "mass", path, "--density", "1000", "--summary", "-"],
                                     check=True, capture_output=True, text=True).stdout)
    # Coordinates of an STL have 24 bits, so sums over thousands of triangles agree to about 1e-6.
    assert abs(said["mass"] / (volume * 1e-6) - 1) < 1e-5, (path, said["mass"], volume)
    assert all(abs(said["centre"][k] - 1e-3 * centre[k]) < 1e-7 for k in range(3)), (path, said["centre"], centre)
    b = said["inertia"]
    xx = (b[1][1] + b[2][2] - b[0][0]) / 2  # integral of density x^2 about the centre
    mine = 1e-12 * (second - volume * centre[0] ** 2)
    assert abs(xx / mine - 1) < 1e-5, (path, xx, mine)
    # And the volume is that of the summary, whose mesh has not been through a file.
    assert abs(volume * 1e-9 / expected - 1) < 1e-5, (path, volume, expected)
    return volume


def main():
    rbsim, folder = sys.argv[1], Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    design = folder / "boat.json"
    design.write_text(json.dumps({
        "format": "rattleback-stone", "version": 1, "name": "boat", "body": "boat", "surface": "paraboloid",
        "a1": 0.06, "a2": 0.013, "a3": 0.012, "length": 0.06, "width": 0.0125,
        "weights": [{"x": 0.026, "y": 0.003}, {"x": -0.026, "y": -0.003, "shape": "sphere", "material": "lead"}]}))
    volumes = {}
    for name, what in (("plain", ["toy-plastic"]), ("sunk", ["toy-plastic", "--text", "Toy %&8 é"]),
                       ("raised", ["toy-plastic", "--text", "Toy %&8 é", "--text-depth", "-0.6"]), ("boat", [str(design)])):
        files = {"--stl": folder / f"{name}.stl", "--3mf": folder / f"{name}.3mf"}
        options = [str(word) for pair in files.items() for word in pair]
        summary = json.loads(subprocess.run([rbsim, "print", *what, "--sides", "96", *options, "--summary", "-"],
                                            check=True, capture_output=True, text=True).stdout)
        check_file(rbsim, str(files["--stl"]), read_stl, summary["mesh_volume"])
        volumes[name] = check_file(rbsim, str(files["--3mf"]), read_3mf, summary["mesh_volume"])
    # Sunk letters remove what raised ones add.
    removed, added = volumes["plain"] - volumes["sunk"], volumes["raised"] - volumes["plain"]
    assert removed > 1 and abs(removed / added - 1) < 1e-6, (removed, added)
    print(f"lettering: {removed:.2f} mm3; volumes {volumes}")


main()
