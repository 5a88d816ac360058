#!/usr/bin/env bash
# Every scene with both solvers: the same bits from every compiler and optimisation level, and on a
# processor that libc takes for an older one. $1 is the rbsim of the build under test (-O3), which the
# others are compared with.
set -euo pipefail
shopt -s inherit_errexit # a build that fails inside $(...) must count
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

readonly folder=build/determinism
readonly variants=('gcc -O2' 'clang -O2')

# A line "SCENE SOLVER HASH" for each.
state_hashes() { # RBSIM
    local scene solver
    for scene in assets/scenes/*.json; do
        scene=$(basename "$scene" .json)
        for solver in dp5 rodas; do
            printf '%s %s ' "$scene" "$solver"
            "$1" run "$scene" --solver "$solver" --until 0.2 --summary - 2>/dev/null |
                sed -n 's/.*"state_hash"[ \t]*:[ \t]*"\([0-9a-fx]\{8,\}\)".*/\1/p'
        done
    done
}

compare() { # NAME HASHES
    if ! diff <(echo "$first") <(echo "$2"); then
        echo "$1: the states above differ from this build's"
        exit 1
    fi
    printf '%-12s the same\n' "$1"
}

build() { # COMPILER FLAGS FOLDER
    local build=$3
    cmake -S . -B "$build" -G Ninja --log-level=NOTICE -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_C_COMPILER="$1" -DRB_RELEASE_FLAGS="$2" -DRB_VIEWER=OFF -DBUILD_TESTING=OFF >/dev/null
    cmake --build "$build" --target rbsim >"$build/build.log" || {
        tail -n 30 "$build/build.log" >&2
        return 1
    }
}

first=$(state_hashes "$1")
if (($(grep -cE ' [0-9a-f]{16}$' <<<"$first") != 2 * $(ls assets/scenes/*.json | wc -l))); then
    echo "$first"
    echo "some runs have no state_hash"
    exit 1
fi
compare 'no FMA' "$(GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-AVX2,-AVX512F state_hashes "$1")"
for variant in "${variants[@]}"; do
    read -r compiler flags <<<"$variant"
    if ! command -v "$compiler" >/dev/null; then
        echo "$compiler is not installed"
        exit 77
    fi
    build "$compiler" "$flags" "$folder/$compiler$flags"
    compare "$variant" "$(state_hashes "$folder/$compiler$flags/bin/rbsim")"
done
