#!/usr/bin/env bash
# The archive for other distributions: packed twice with the same bytes; unpacked into a folder with a space in its
# name, away from the source tree, both programs run there and rbsim gives the state hash of the ordinary build ($1);
# they need no library but glibc, libgcc and X11, and no newer glibc than docs/releasing.md says; a missing library and
# missing OpenGL are explained; the desktop entry is written and removed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
rbsim=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unset RATTLEBACK_DATA

fail() {
    printf '%s\n' "$*"
    exit 1
}

RATTLEBACK_NO_INSTALL=1 ./run tarball >"$scratch/log" 2>&1 || fail "$(cat "$scratch/log")"
tools/artefacts.py tarball build/portable "$scratch/first"
made=$(cd "$scratch/first" && echo *)
cmp "$scratch/first/$made" "dist/$made" || fail "two archives of one build differ"
baseline=$(sed -n 's/^Programs and wheel need glibc \([0-9.]*\) or newer.*/\1/p' docs/releasing.md)
[[ -n $baseline ]] || fail "docs/releasing.md: expected \"Programs and wheel need glibc NUMBER or newer\""

mkdir "$scratch/any where"
tar -xf "$scratch"/first/*.tar.xz -C "$scratch/any where"
folder=$(echo "$scratch/any where"/*)
if grep -rlaF -e "$PWD/" -e "${HOME%/}/.cache" "$folder"; then fail "the files above contain a path of this machine"; fi
for program in rbsim rattleback; do
    needed=$(objdump -p "$folder/bin/$program" | sed -n 's/^ *NEEDED *//p' | LC_ALL=C sort | tr '\n' ' ')
    expected='ld-linux-x86-64.so.2 libc.so.6 libdl.so.2 libm.so.6 libpthread.so.0 '
    if [[ $program == rattleback ]]; then
        expected='ld-linux-x86-64.so.2 libX11.so.6 libc.so.6 libdl.so.2 libgcc_s.so.1 libm.so.6 libpthread.so.0 '
    fi
    [[ $(uname -m) != x86_64 || $needed == "$expected" ]] || fail "$program: expected libraries $expected, got $needed"
    newest=$(objdump -T "$folder/bin/$program" | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -n 1)
    [[ $(printf '%s\n' "${newest#GLIBC_}" "$baseline" | sort -V | tail -n 1) == "$baseline" ]] ||
        fail "$program needs $newest, docs/releasing.md says $baseline"
    echo "$program: $newest, $needed"
done
for licence in LICENSE licenses/{cimgui,cimplot,cjson,glfw,imgui,implot,raylib}.txt; do
    [[ -s $folder/share/doc/rattleback/$licence ]] || fail "missing: $licence"
done

hash_of() { "$@" run toy-plastic --until 0.5 --summary - 2>/dev/null | sed -n 's/.*"state_hash":[ \t]*"\([0-9a-f]*\)".*/\1/p'; }
expected=$(hash_of "$rbsim")
cd /
clean=(env -i PATH=/usr/bin:/bin HOME="$scratch" LIBGL_ALWAYS_SOFTWARE=1)
got=$(hash_of "${clean[@]}" "$folder/rbsim")
[[ -n $got && $got == "$expected" ]] || fail "rbsim: expected the state hash $expected, got $got"
if command -v xvfb-run >/dev/null; then
    window=("${clean[@]}" timeout 100 xvfb-run -a -s '-screen 0 640x480x24')
    "${window[@]}" "$folder/rattleback" toy-plastic --size 640x480 --screenshot "$scratch/picture.png" --at 0.1 ||
        fail "rattleback: did not start"
    [[ -s $scratch/picture.png ]] || fail "rattleback: no picture was written"
    mkdir "$scratch/broken"
    touch "$scratch"/broken/{libGL.so.1,libGL.so,libGLX.so.0,libEGL.so.1,libEGL.so}
    message=$("${window[@]}" env LD_LIBRARY_PATH="$scratch/broken" "$folder/rattleback" toy-plastic --size 640x480 \
        --screenshot "$scratch/none.png" --at 0.1 2>&1) && fail "rattleback: started without OpenGL"
    [[ $message == *'OpenGL 3.3 (libGL.so.1)'*LIBGL_ALWAYS_SOFTWARE* ]] || fail "without OpenGL: $message"
else
    echo "not checked: xvfb-run is not installed"
fi

entry=$scratch/.local/share/applications/rattleback.desktop
"${clean[@]}" "$folder/desktop-entry.sh" | grep -qxF "Wrote $entry" || fail "desktop-entry.sh: did not print $entry"
grep -qxF "Exec=\"$folder/rattleback\"" "$entry" || fail "desktop entry: $(cat "$entry")"
if command -v desktop-file-validate >/dev/null; then desktop-file-validate "$entry" || fail "the desktop entry"; fi
"${clean[@]}" "$folder/desktop-entry.sh" --remove >/dev/null
[[ -z $(find "$scratch/.local" -type f) ]] || fail "left: $(find "$scratch/.local" -type f)"
echo '[Desktop Entry]' >"$entry"
if "${clean[@]}" "$folder/desktop-entry.sh" --remove 2>/dev/null; then fail "removed an entry of another program"; fi
[[ -e $entry ]] || fail "deleted an entry of another program"

# A library that does not exist, of the same length.
sed -i 's/libX11\.so\.6/libX99.so.6/' "$folder/bin/rattleback"
message=$("${clean[@]}" "$folder/rattleback" 2>&1) && fail "rattleback: started without a library"
[[ $message == *'  libX99.so.6'*'apt install libx11-6'* ]] || fail "without X11: $message"
