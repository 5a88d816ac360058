#!/usr/bin/env python3
"""read_back.py WRITE_IMAGES RBSIM: PNG and netCDF files, read by independent decoders.

PNG: chunks and CRCs by struct and zlib.crc32, deflate and Adler-32 by zlib, filters by hand; every pixel is
compared. netCDF: a reader of the classic format written from its specification; names, dimensions, units,
sizes, offsets and every number are compared with the CSV file of the same sweep.
"""

import csv
import math
import os
import struct
import subprocess
import sys
import tempfile
import zlib


def decode_png(data):
    """Width, height and the RGB bytes of a PNG file with 8 bits per channel."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n", "signature"
    at, chunks = 8, []
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + length]
        (crc,) = struct.unpack(">I", data[at + 8 + length : at + 12 + length])
        assert crc == zlib.crc32(kind + body), f"CRC of {kind}"
        chunks.append((kind, body))
        at += 12 + length
    assert [kind for kind, _ in chunks] == [b"IHDR", b"IDAT", b"IEND"], chunks
    width, height, depth, colour, method, filters, interlace = struct.unpack(">IIBBBBB", chunks[0][1])
    assert (depth, colour, method, filters, interlace) == (8, 2, 0, 0, 0), chunks[0]
    assert chunks[2][1] == b"", "IEND has data"
    rows = zlib.decompress(chunks[1][1])  # checks the Huffman code and Adler-32
    stride = 3 * width
    assert len(rows) == (stride + 1) * height, len(rows)
    image, above = bytearray(), bytes(stride)
    for y in range(height):
        row = rows[y * (stride + 1) : (y + 1) * (stride + 1)]
        assert row[0] in (0, 2), f"filter {row[0]}"
        above = bytes((value + (up if row[0] == 2 else 0)) & 255 for value, up in zip(row[1:], above))
        image += above
    return width, height, bytes(image)


def check_images(program, folder):
    subprocess.run([program, folder], check=True)
    names = sorted(name[:-4] for name in os.listdir(folder) if name.endswith(".rgb"))
    assert len(names) == 4, names
    for name in names:
        with open(os.path.join(folder, name + ".png"), "rb") as png, open(os.path.join(folder, name + ".rgb"), "rb") as rgb:
            width, height, image = decode_png(png.read())
            assert name.endswith(f"-{width}x{height}"), (name, width, height)
            assert image == rgb.read(), f"{name}: other pixels"
    print(f"{len(names)} images: every pixel is the same")


class NetCDF:
    """A file in the classic netCDF format (CDF-1 or CDF-2), big-endian."""

    def __init__(self, data):
        self.data, self.at = data, 4
        assert data[:3] == b"CDF" and data[3] in (1, 2), data[:4]
        self.offset = ">I" if data[3] == 1 else ">Q"
        assert self.word() == 0, "records"
        self.dimensions = self.items(10, lambda: (self.name(), self.word()))
        self.attributes = dict(self.items(12, self.attribute))
        self.variables = {name: rest for name, *rest in self.items(11, self.variable)}
        self.head = self.at

    def take(self, form):
        (value,) = struct.unpack_from(form, self.data, self.at)
        self.at += struct.calcsize(form)
        return value

    def word(self):
        return self.take(">i")

    def padded(self, count):
        value = self.data[self.at : self.at + count]
        self.at += (count + 3) // 4 * 4
        return value

    def name(self):
        return self.padded(self.word()).decode()

    def items(self, tag, read):
        found, count = self.word(), self.word()
        assert found == tag or (found, count) == (0, 0), (found, count)
        return [read() for _ in range(count)]

    def attribute(self):
        name, kind = self.name(), self.word()
        assert kind == 2, "text expected"
        return name, self.padded(self.word()).decode()

    def variable(self):
        name = self.name()
        axes = [self.word() for _ in range(self.word())]
        attributes = dict(self.items(12, self.attribute))
        assert self.word() == 6, "double expected"
        return name, axes, attributes, self.word(), self.take(self.offset)

    def numbers(self, name):
        axes, _, size, begin = self.variables[name]
        count = math.prod(self.dimensions[axis][1] for axis in axes)
        assert size == 8 * count, (name, size, count)
        return list(struct.unpack_from(f">{count}d", self.data, begin))


def rows_of(path):
    with open(path, encoding="utf-8") as file:
        rows = list(csv.reader(line for line in file if not line.startswith("#")))
    return {name: [float(row[i]) for row in rows[1:]] for i, name in enumerate(rows[0])}


def same(numbers, expected):
    """Up to the digits that a CSV file has."""
    return len(numbers) == len(expected) and all(map(lambda a, b: math.isclose(a, b, rel_tol=1e-12), numbers, expected))


def check_layout(file, data):
    """The variables' data follow the head without gaps or overlaps, up to the end of the file."""
    end = file.head
    for name, (_, _, size, begin) in file.variables.items():
        assert begin == end, (name, begin, end)
        end += size
    assert end == len(data), (end, len(data))


def check_netcdf(rbsim, folder):
    files = [os.path.join(folder, name) for name in ("map.nc", "map.csv", "points.nc", "points.csv")]
    common = [rbsim, "sweep", "k15-d1", "--until", "0.01", "--quiet"]
    axes = ["--param", "mu=0.2:0.4:3", "--param", "omega3=-4:4:5"]
    subprocess.run([*common, *axes, "--value", "omega3_final,E_final", "--netcdf", files[0], "--csv", files[1]], check=True)
    with open(files[0], "rb") as stream:
        data = stream.read()
    file, table = NetCDF(data), rows_of(files[1])
    assert file.dimensions == [("mu", 3), ("omega3", 5)], file.dimensions
    assert list(file.variables) == ["mu", "omega3", "omega3_final", "E_final"], file.variables
    for name, units in (("mu", "1"), ("omega3", "rad/s"), ("omega3_final", "rad/s"), ("E_final", "J")):
        axes, attributes, _, _ = file.variables[name]
        assert attributes["units"] == units, (name, attributes)
        assert len(attributes["long_name"]) > 3, (name, attributes)
        assert axes == {"mu": [0], "omega3": [1]}.get(name, [0, 1]), (name, axes)
    check_layout(file, data)
    mu, omega3 = file.numbers("mu"), file.numbers("omega3")
    assert same([value for value in mu for _ in omega3], table["mu"]), mu
    assert same(omega3 * len(mu), table["omega3"]), omega3
    for name in ("omega3_final", "E_final"):
        assert same(file.numbers(name), table[name]), name
    assert "sweep" in file.attributes["history"] and "k15-d1" in file.attributes["source"], file.attributes

    random = ["--param", "mu=0.2:0.4", "--random", "4", "--seed", "7", "--value", "E_final"]
    subprocess.run([*common, *random, "--netcdf", files[2], "--csv", files[3]], check=True)
    with open(files[2], "rb") as stream:
        data = stream.read()
    file, table = NetCDF(data), rows_of(files[3])
    assert file.dimensions == [("run", 4)], file.dimensions
    check_layout(file, data)
    for name in ("mu", "E_final"):
        assert same(file.numbers(name), table[name]), name
    print("netCDF: grid and random points have the numbers of the CSV files")


def main():
    with tempfile.TemporaryDirectory() as folder:
        check_images(sys.argv[1], folder)
        check_netcdf(sys.argv[2], folder)


main()
