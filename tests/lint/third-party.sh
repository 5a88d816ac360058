#!/usr/bin/env bash
# Sources from git are used only if they are, to the bit, those of the list. Local repositories stand
# in for the projects'; status 77 where there is neither git nor a filled cache to make them from.
set -euo pipefail
script=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../cmake" && pwd)/third-party.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

skip() { echo "skipped: $*"; exit 77; }
fail() { echo "FAILED: $*"; exit 1; }

command -v git >/dev/null || skip "git is not installed"
known=$(find "${RATTLEBACK_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/rattleback}/third-party/sources" \
    -mindepth 1 -maxdepth 1 -type d -name 'raylib-*' 2>/dev/null | head -n 1)
[[ -n $known ]] || skip "no sources in the cache"

commit() { # REPOSITORY TAG
    git -C "$1" add -A
    git -C "$1" -c user.name=t -c user.email=t@t commit -qm "$2"
    git -C "$1" tag -f "$2" >/dev/null
}

version() { sed -n "s/.*\b$1=\([0-9.]*\).*/\1/p" "$script" | head -n 1; }

remote=$work/remote
mkdir -p "$remote"/{raysan5/raylib.git,glfw/glfw.git,monado/monado.git/src/external}
cp -R "$known/raylib/." "$remote/raysan5/raylib.git"
rm -rf "$remote/raysan5/raylib.git/src/external/glfw"
cp -R "$known/raylib/src/external/glfw/." "$remote/glfw/glfw.git"
cp -R "$known/imgui" "$remote/monado/monado.git/src/external/imgui"
echo 'not asked for' >"$remote/raysan5/raylib.git/src/extra.c"
for repository in raysan5/raylib.git glfw/glfw.git monado/monado.git; do
    git -C "$remote/$repository" init -q
done
commit "$remote/raysan5/raylib.git" "$(version RAYLIB)"
commit "$remote/glfw/glfw.git" "$(version GLFW)"
commit "$remote/monado/monado.git" "v$(version MONADO)"

export GIT_CONFIG_COUNT=2 RATTLEBACK_SOURCES=git
export GIT_CONFIG_KEY_0="url.file://$remote/.insteadOf" GIT_CONFIG_VALUE_0=https://github.com/
export GIT_CONFIG_KEY_1="url.file://$remote/.insteadOf" GIT_CONFIG_VALUE_1=https://gitlab.freedesktop.org/

# The listed files and others: the listed ones are used, the others dropped.
got=$(RATTLEBACK_CACHE=$work/good "$script" --sources 2>"$work/log") || fail "$(cat "$work/log")"
(cd "$got" && sha256sum --quiet --check "${script%.sh}.sha256") || fail "the files are not those of the list"
[[ ! -e $got/raylib/src/extra.c ]] || fail "a file that is not in the list was kept"
(($(find "$got" -type f ! -name origin | wc -l) == $(wc -l <"${script%.sh}.sha256"))) ||
    fail "expected the files of the list and no other"

# A tag that was moved: rejected, and nothing is kept.
echo '/* moved */' >>"$remote/glfw/glfw.git/src/window.c"
commit "$remote/glfw/glfw.git" "$(version GLFW)"
if RATTLEBACK_CACHE=$work/moved "$script" --sources >/dev/null 2>"$work/log"; then
    fail "a moved tag was accepted"
fi
grep -q 'glfw/src/window.c' "$work/log" || fail "the file is not named: $(cat "$work/log")"
[[ -z $(find "$work/moved" -name '*.c' 2>/dev/null) ]] || fail "something of it was kept"
