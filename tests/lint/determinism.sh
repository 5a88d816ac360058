#!/usr/bin/env bash
# Every scene with every solver, alone and side by side in lanes: the same bits from every compiler and
# optimisation level, on a processor that libc takes for an older one, on another kind of processor and
# in a browser's machine.
#
#   determinism.sh BUILD SECONDS VARIANT...
#
# BUILD is the build under test (-O3), which the others are compared with after SECONDS of each run. A
# variant is "no-FMA", or a compiler and its flags: "gcc -O0", "clang -O2", "aarch64 -O2" (a cross
# compiler; runs by qemu), "wasm -O2" (emscripten; runs by node), or "page" (the objects of the page that
# ./run web has made; runs by node). Exit status 77 if tools of one are missing; the others were compared.
set -euo pipefail
shopt -s inherit_errexit # a build that fails inside $(...) must count
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

readonly build_under_test=$1 seconds=$2 folder=build/determinism
shift 2
missing=no
programs=(state_hashes plain_scenes)

# Emscripten wants Debian's modules also where node is not Debian's.
export NODE_PATH=/usr/share/nodejs${NODE_PATH:+:$NODE_PATH}
readonly emscripten=/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake

have() { # WHO NEEDS IT, TOOL...
    local who=$1 tool
    shift
    for tool in "$@"; do
        if ! command -v "$tool" >/dev/null; then
            echo "$who: skipped, $tool is not installed (./run test installs it on Debian)"
            missing=yes
            return 1
        fi
    done
}

state_hashes() { # COMMAND...
    "$@" "$seconds" <"$folder/scenes.txt"
}

compare() { # NAME HASHES
    if ! diff <(echo "$first") <(echo "$2"); then
        echo "$1: the states above differ from this build's"
        exit 1
    fi
    printf '%-12s the same: %s states\n' "$1" "$(wc -l <<<"$2")"
}

# Only the physics, which does not need JSON: its header is enough, whatever the machine.
build() { # FOLDER FLAGS CMAKE_OPTION...
    local build=$1 flags=$2
    shift 2
    cmake -S . -B "$build" -G Ninja --log-level=NOTICE -DCMAKE_BUILD_TYPE=Release \
        -DRB_RELEASE_FLAGS="$flags" -DRB_cjson_INCLUDE="$PWD/$folder/include" -DRB_cjson_LIBRARY=m \
        -DRB_SHARED=OFF -DRB_VIEWER=OFF -DBUILD_TESTING=OFF "$@" >/dev/null
    cmake --build "$build" --target state_hashes >"$build/build.log" || {
        tail -n 30 "$build/build.log" >&2
        return 1
    }
}

check() { # VARIANT
    local machine flags there
    read -r machine flags <<<"$1"
    there=$folder/$machine$flags
    case $machine in
    no-FMA)
        compare "$1" "$(GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-AVX2,-AVX512F state_hashes "$own")"
        ;;
    aarch64)
        have "$1" aarch64-linux-gnu-gcc qemu-aarch64 || return 0
        build "$there" "$flags" -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 \
            -DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc -DCMAKE_EXE_LINKER_FLAGS=-static
        compare "$1" "$(state_hashes qemu-aarch64 "$there/bin/state_hashes")"
        ;;
    wasm)
        have "$1" emcc node || return 0
        build "$there" "$flags" -DCMAKE_TOOLCHAIN_FILE=$emscripten
        compare "$1" "$(state_hashes node --no-experimental-fetch "$there/bin/state_hashes.js")"
        ;;
    page)
        have "$1" emcc node || return 0
        if [[ ! -f build/emscripten/build.ninja ]]; then
            echo "$1: skipped, ./run web has not made the page"
            missing=yes
            return 0
        fi
        cmake --build build/emscripten --target state_hashes >/dev/null
        compare "$1" "$(state_hashes node --no-experimental-fetch build/emscripten/bin/state_hashes.js)"
        ;;
    *)
        have "$1" "$machine" || return 0
        build "$there" "$flags" -DCMAKE_C_COMPILER="$machine"
        compare "$1" "$(state_hashes "$there/bin/state_hashes")"
        ;;
    esac
}

cmake --build "$build_under_test" --target "${programs[@]}" >/dev/null
mkdir -p $folder/include/cjson
header=$(sed -n 's/^RB_cjson_INCLUDE:[A-Z]*=//p' "$build_under_test/CMakeCache.txt")
cp "$header/cjson/cJSON.h" $folder/include/cjson/
"$build_under_test/bin/plain_scenes" >$folder/scenes.txt
own=$build_under_test/bin/state_hashes
first=$(state_hashes "$own")
if (($(grep -c ' auto ' <<<"$first") != $(ls assets/scenes/*.json | wc -l))); then
    echo "$first"
    echo "some scenes have no state_hash"
    exit 1
fi
for variant in "$@"; do check "$variant"; done
if [[ $missing == yes ]]; then exit 77; fi
