#!/usr/bin/env bash
# The Debian package made from build folder $1: unpacked into an empty root by dpkg, both programs start
# from there and find their scenes; programs and library are hardened; manual pages, desktop entry and metadata
# are well-formed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
build=$1
viewer=$2 # yes if the build has one
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

for tool in cpack dpkg dpkg-shlibdeps file; do
    if ! command -v $tool >/dev/null; then
        echo "$tool is not installed"
        exit 77
    fi
done

fail() {
    printf '%s\n' "$*"
    exit 1
}

have() {
    command -v "$1" >/dev/null || {
        echo "not checked: $1 is not installed"
        return 1
    }
}

(cd "$build" && cpack -G DEB -B "$scratch") >"$scratch/cpack.log" 2>&1 || fail "$(cat "$scratch/cpack.log")"
package=$(echo "$scratch"/*.deb)
echo "$(basename "$package"): $(wc -c <"$package") bytes"

depends=$(dpkg-deb -f "$package" Depends)
for name in libc6 libcjson1; do
    [[ ", $depends" == *", $name "* ]] || fail "Depends: expected $name among: $depends"
done

# dpkg of this machine, with a separate database and root. Dependencies are checked above: the root is
# otherwise empty, and the libraries are those of this machine.
root=$scratch/root
mkdir -p "$root"/var/lib/dpkg/{info,updates}
touch "$root"/var/lib/dpkg/status
dpkg --root="$root" --force-depends --force-not-root --log=/dev/null --unpack "$package" >"$scratch/dpkg.log" 2>&1 ||
    fail "$(cat "$scratch/dpkg.log")"

third_party=$(sed -n 's/^RB_THIRD_PARTY_PREFIX:INTERNAL=//p' "$build/CMakeCache.txt")
# cmake/Hardening.cmake, checked in the installed files.
check_hardening() { # FILE
    local name=${1#"$root"} header dynamic symbols marks
    header=$(readelf -hlW "$1") dynamic=$(readelf -dW "$1") symbols=$(readelf -W --dyn-syms "$1")
    grep -q 'Type:.*DYN' <<<"$header" || fail "$name: not position independent"
    grep -q GNU_RELRO <<<"$header" || fail "$name: no RELRO"
    grep -qE 'BIND_NOW|FLAGS.*NOW' <<<"$dynamic" || fail "$name: not bound at start (BIND_NOW)"
    grep -q '__stack_chk_fail' <<<"$symbols" || fail "$name: no stack protector"
    grep -qE '__[a-z]+_chk@' <<<"$(grep -v stack_chk <<<"$symbols")" || fail "$name: no _FORTIFY_SOURCE"
    if [[ $(uname -m) == x86_64 ]]; then
        marks=$(objdump -d --no-show-raw-insn "$1" | grep -c endbr64 || true)
        ((marks > 100)) || fail "$name: no control-flow marks (-fcf-protection): $marks"
    fi
    echo "$name: position independent, RELRO, BIND_NOW, stack protector, fortified"
}
if [[ $(sed -n 's/^RB_HARDEN:BOOL=//p' "$build/CMakeCache.txt") == ON ]]; then
    mapfile -t hardened < <(find "$root/usr" -type f \( -path '*/bin/*' -o -name 'librattleback.so.*' \))
    ((${#hardened[@]} >= 2)) || fail "expected rbsim and the library, got: ${hardened[*]}"
    for file in "${hardened[@]}"; do check_hardening "$file"; done
    # The libraries linked into the viewer were built with the same protection.
    for file in "$third_party"/lib/*.a; do
        [[ ! -f $file || $(nm "$file") == *__stack_chk_fail* ]] || fail "${file##*/}: no stack protector"
    done
else
    echo "not checked: this build is not hardened (RB_HARDEN=OFF)"
fi

# No path of this machine is in an installed file.
for path in "$PWD/" "${third_party:+${third_party%/*}/}"; do
    [[ -z $path ]] || ! named=$(grep -rlaF "$path" "$root/usr") || fail "$path is named in: ${named//$root/}"
done

clean=(env -i PATH=/usr/bin:/bin HOME="$scratch" LIBGL_ALWAYS_SOFTWARE=1)
cp "$root"/usr/share/rattleback/scenes/{k11-fig5,only-packaged}.json
cd "$scratch"
"${clean[@]}" "$root/usr/bin/rbsim" run only-packaged --until 0.01 --summary - | grep -q state_hash ||
    fail "rbsim: no summary of a scene below $root"
if "${clean[@]}" python3 -c 'import numpy' 2>/dev/null; then
    "${clean[@]}" PYTHONPATH="$root/usr/lib/python3/dist-packages" PYTHONDONTWRITEBYTECODE=1 \
        python3 -c 'import rattleback; print(rattleback.run("only-packaged", until=0.01))' >/dev/null ||
        fail "the Python module does not work"
fi
pages=(rbsim)
if [[ $viewer == yes ]]; then
    pages+=(rattleback)
    version=$("${clean[@]}" "$root/usr/bin/rattleback" --version)
    [[ $(dpkg-deb -f "$package" Version) == "$(tr - "~" <<<"${version#rattleback }")-1" ]] || fail "rattleback --version: $version"
    if have xvfb-run; then
        "${clean[@]}" timeout 100 xvfb-run -a -s '-screen 0 640x480x24' "$root/usr/bin/rattleback" \
            only-packaged --size 640x480 --screenshot picture.png --at 0.1 || fail "rattleback: did not start"
        [[ -s picture.png ]] || fail "rattleback: no picture was written"
    fi
    if have desktop-file-validate; then
        desktop-file-validate "$root/usr/share/applications/rattleback.desktop" || fail "the desktop entry"
    fi
    if have appstreamcli; then
        # The id is not a reversed domain name: the project has no domain.
        appstreamcli validate --no-net --no-color "$root/usr/share/metainfo/rattleback.metainfo.xml" >appstream.log 2>&1 || true
        if grep -E '^[EW]:' appstream.log | grep -v cid-desktopapp-is-not-rdns; then fail "the AppStream metadata"; fi
    fi
fi
if have groff; then
    for page in "${pages[@]}"; do
        gunzip -c "$root/usr/share/man/man1/$page.1.gz" | preconv -e utf8 |
            groff -man -Tutf8 -P-cbou -ww -b >"$page.txt" 2>"$page.warnings"
        [[ ! -s $page.warnings ]] || fail "$page.1: $(cat "$page.warnings")"
        grep -q -- '--law' "$page.txt" || fail "$page.1: --law is missing, which --help lists"
    done
fi
if have lintian; then
    lintian --allow-root --fail-on error,warning "$package" || fail "lintian"
fi
