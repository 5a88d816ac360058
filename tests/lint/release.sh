#!/usr/bin/env bash
# ./run release in a clone in another folder, for the cheap files: the wheel built there has the bytes of the one
# built here, as has the source archive of another clone; checksums, notes and the list of third-party parts are
# right; uncommitted changes are refused. The Debian package of build folder $1 is packed twice with the same bytes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
build=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export RATTLEBACK_NO_INSTALL=1 GIT_CONFIG_GLOBAL=/dev/null SOURCE_DATE_EPOCH=1700000000

fail() {
    printf '%s\n' "$*"
    exit 1
}

clone() { # FOLDER: the files of this tree, changes included, as the only commit
    mkdir -p "$1"
    git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -P -t "$1"
    git -C "$1" init -q
    git -C "$1" add -A
    GIT_AUTHOR_DATE="@$SOURCE_DATE_EPOCH +0000" GIT_COMMITTER_DATE="@$SOURCE_DATE_EPOCH +0000" \
        git -C "$1" -c user.name=test -c user.email=test@rattleback.invalid commit -qm "$2"
}

clone "$scratch/first clone" one
clone "$scratch/second" another
first="$scratch/first clone"
touch "$first/not-committed"
if message=$(cd "$first" && ./run release source 2>&1); then fail "a release of uncommitted changes was made"; fi
[[ $message == *not-committed* ]] || fail "uncommitted changes: $message"
rm "$first/not-committed"
if (cd "$first" && ./run release sauce) >/dev/null 2>&1; then fail "an unknown file was accepted"; fi
mkdir "$first/dist"
echo mine >"$first/dist/mine.whl.txt"
(cd "$first" && env -u SOURCE_DATE_EPOCH ./run release source wheel) >"$scratch/log" 2>&1 || fail "$(tail -n 30 "$scratch/log")"
[[ $(cat "$first/dist/mine.whl.txt") == mine ]] || fail "./run release changed a file that it did not make"
(cd "$first/dist" && sha256sum --quiet --strict -c SHA256SUMS) || fail "SHA256SUMS is wrong"
[[ $(wc -l <"$first/dist/SHA256SUMS") == 4 ]] || fail "expected 4 files, got: $(cat "$first/dist/SHA256SUMS")"

./run wheel >/dev/null 2>&1 # builds what has changed
tools/artefacts.py wheel build/portable "$scratch/here"
cmp "$first"/dist/*.whl "$scratch"/here/*.whl || fail "wheels built in two folders differ"
(cd "$scratch/second" && ./run source)
cmp "$first"/dist/*-source.tar.xz "$scratch"/second/dist/*-source.tar.xz || fail "source archives of two clones differ"
for copy in first second; do # the same web site, of different times
    mkdir -p "$scratch/site-$copy/sub"
    echo page | tee "$scratch/site-$copy/index.html" >"$scratch/site-$copy/sub/page.html"
    touch -d "200${#copy}-01-01" "$scratch/site-$copy/index.html"
    tools/artefacts.py site "$scratch/site-$copy" "$scratch/packed-$copy"
done
cmp "$scratch"/packed-first/*-site.tar.xz "$scratch"/packed-second/*-site.tar.xz || fail "archives of the same web site differ"
mkdir "$scratch/unpacked"
tar -xf "$first"/dist/*-source.tar.xz -C "$scratch/unpacked" --strip-components=1
diff -r --exclude=.git --exclude=build --exclude=dist "$first" "$scratch/unpacked" || fail "the source archive is incomplete"

version=$(sed -n 's/^version: //p' CITATION.cff) # lint_repo compares it with base.h
notes=$first/dist/rattleback-$version-notes.md
[[ $(head -n 1 "$notes") == "## $version "* && $(grep -c '^## ' "$notes") == 1 ]] || fail "notes: $(head -n 3 "$notes")"
third_party=$(sed -n 's/^RB_THIRD_PARTY_PREFIX:INTERNAL=//p' "$build/CMakeCache.txt")
python3 - "$first/dist/rattleback-$version.spdx.json" "$version" "$third_party" <<'PROGRAM'
import json, pathlib, re, subprocess, sys
path, version, third_party = sys.argv[1:]
sbom = json.load(open(path))
parts = {part["name"]: part for part in sbom["packages"]}
ids = [part["SPDXID"] for part in parts.values()]
assert sbom["spdxVersion"] == "SPDX-2.3" and len(set(ids)) == len(ids) == len(sbom["packages"])
assert sbom["creationInfo"]["created"] == "2023-11-14T22:13:20Z", sbom["creationInfo"]
assert all(re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", name) for name in ids), ids
assert parts["rattleback"]["versionInfo"] == version
# Independent of the list: what was written down when the libraries were built, and whose licences are installed.
manifest = pathlib.Path(third_party, "manifest.txt").read_text()
for name in ("raylib", "GLFW", "ImGui", "ImPlot"):
    assert f"{name} {parts[name]['versionInfo']}" in manifest, (name, manifest)
for licence in pathlib.Path(third_party, "share/licenses").iterdir():
    assert licence.stem in {name.lower() for name in parts}, licence
# Single-file libraries that are listed are really in raylib, and the one that is switched off is not listed.
archive = pathlib.Path(third_party, "lib/libraylib.a")
if archive.exists():
    names = subprocess.run(["nm", archive], capture_output=True, text=True).stdout
    prefix = {"miniaudio.h": "ma_", "dr_wav.h": "drwav_", "dr_mp3.h": "drmp3_", "dr_flac.h": "drflac_", "cgltf.h": "cgltf_",
              "stb_image.h": "stbi_", "stb_vorbis.c": "stb_vorbis_", "stb_truetype.h": "stbtt_", "m3d.h": "m3d_", "qoa.h": "qoa_",
              "qoi.h": "qoi_", "jar_xm.h": "jar_xm_", "jar_mod.h": "jar_mod_", "par_shapes.h": "par_shapes_", "glad.h": "glad_"}
    for name, start in prefix.items():
        assert (name in parts) == bool(re.search(rf" {start}", names)), name
PROGRAM

for folder in one two; do
    (cd "$build" && cpack -G DEB -B "$scratch/$folder") >"$scratch/log" 2>&1 || fail "$(cat "$scratch/log")"
    sleep 1
done
cmp "$scratch"/one/*.deb "$scratch"/two/*.deb || fail "two Debian packages of one build differ"
cat "$first/dist/SHA256SUMS"
