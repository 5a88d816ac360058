# Shell library of the tests of the Windows build: source it. Exit status 77 if a tool is not installed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
readonly windows=$PWD/build/windows
# A prefix of our own: no settings of another wine program. C.UTF-8: wine takes names of files as UTF-8.
export WINEPREFIX=$PWD/build/wine WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml=' LC_ALL=C.UTF-8

fail() {
    printf '%s\n' "$@"
    exit 1
}

need() { # TOOL...
    local tool
    for tool in "$@"; do
        if ! command -v "$tool" >/dev/null; then
            echo "skipped, $tool is not installed (./run test installs it on Debian)"
            exit 77
        fi
    done
}

cross_compile() { # TARGET...
    local log=$windows/build.log
    need x86_64-w64-mingw32-gcc-posix wine ninja
    mkdir -p "$windows"
    if [[ ! -f $windows/build.ninja ]] || ! grep -q '^BUILD_TESTING:.*=ON' "$windows/CMakeCache.txt"; then
        cmake --preset windows >"$log" 2>&1 || fail "configuring failed:" "$(tail -n 30 "$log")"
    fi
    ninja -C "$windows" "$@" >"$log" || fail "the build failed:" "$(tail -n 30 "$log")"
}

# The server of wine lives on for some seconds and keeps files open.
stop_wine() { wineserver -k -w 2>/dev/null || true; }
