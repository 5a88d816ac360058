#!/usr/bin/env bash
# ./run release [NAME...]: makes every file of a release in dist/, or those of the rows NAME below, with checksums,
# the list of third-party parts and the notes. See docs/releasing.md.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source tools/setup.sh

version=$(python3 -c 'import sys; sys.path.insert(0, "tools"); import artefacts; print(artefacts.version())')

# The files of a release: the command of ./run that makes them, and their names, where * stands for a part that
# depends on the machine. A command that writes to dist/ becomes part of a release by a row here.
artefacts=(
    "source dist/rattleback-$version-source.tar.xz"
    "package build/package/rattleback_*.deb"
    "tarball dist/rattleback-$version-linux-*.tar.xz"
    "wheel dist/rattleback_dynamics-*-manylinux_*.whl"
    "npm dist/rattleback-$version.tgz"
    "site dist/rattleback-$version-site.tar.xz"
    "windows build/dist/rattleback-*-windows-x86_64.zip build/dist/rattleback-*-windows-x86_64-setup.exe build/dist/rattleback_dynamics-*-win_amd64.whl"
)

is_chosen() { # NAME CHOSEN...
    local name=$1 chosen
    shift
    if (($# == 0)); then return 0; fi
    for chosen in "$@"; do if [[ $chosen == "$name" ]]; then return 0; fi; done
    return 1
}

check_names() { # NAME...
    local name known=()
    for row in "${artefacts[@]}"; do known+=("${row%% *}"); done
    for name in "$@"; do
        is_chosen "$name" "${known[@]}" || fail "release: expected some of ${known[*]}, got \"$name\""
    done
}

# Only files of this release are replaced; others in dist/ stay.
make_artefact() { # COMMAND PATTERN...
    local command=$1 pattern matches
    shift
    for pattern in "$@"; do rm -f $pattern; done
    say "release: ./run $command"
    ./run "$command" >&2
    for pattern in "$@"; do
        matches=($pattern)
        [[ ${#matches[@]} == 1 && -f ${matches[0]} ]] || fail "release: ./run $command: expected one file $pattern, got ${matches[*]}"
        if [[ ${matches[0]} != dist/* ]]; then cp "${matches[0]}" dist/; fi
        files+=("${matches[0]##*/}")
    done
}

# The part of CHANGELOG.md about this version.
write_notes() { # FILE
    awk -v heading="## $version " 'index($0, heading) == 1 { inside = 1; print; next } /^## / { inside = 0 } inside' \
        CHANGELOG.md >"$1"
    [[ -s $1 ]] || fail "release: CHANGELOG.md: expected a section \"## $version (DATE)\""
}

check_names "$@"
changed=$(git status --porcelain) || fail "release: expected a git clone: the source archive is made of its commit"
[[ -z $changed ]] || fail "release: expected no uncommitted changes, got:" "$changed"
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
files=()
mkdir -p dist
for row in "${artefacts[@]}"; do
    read -ra words <<<"$(set -f && echo $row)"
    if is_chosen "${words[0]}" "$@"; then make_artefact "${words[@]}"; fi
done
set_up_portable # its build folder names the headers that the list looks up
tools/sbom.py $build "$(cmake/third-party.sh --sources)" "dist/rattleback-$version.spdx.json"
write_notes "dist/rattleback-$version-notes.md"
files+=("rattleback-$version.spdx.json" "rattleback-$version-notes.md")
(cd dist && sha256sum "${files[@]}" >SHA256SUMS)
say "Release $version is in $PWD/dist:"
(cd dist && wc -c "${files[@]}" SHA256SUMS) >&2
say "To sign and publish it: docs/releasing.md"
