#!/usr/bin/env bash
# One machine, one scene: the same bits from every compiler and optimisation level. $1 is the rbsim
# of the build under test (-O3), which the others are compared with.
set -euo pipefail
shopt -s inherit_errexit # a build that fails inside $(...) must count
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

readonly folder=build/determinism
readonly variants=('gcc -O2' 'clang -O2')

state_hash() { # RBSIM
    "$1" run k11-fig5 --until 1 --summary - |
        sed -n 's/.*"state_hash"[ \t]*:[ \t]*"\([0-9a-fx]\{8,\}\)".*/\1/p'
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

first=$(state_hash "$1")
printf '%-12s %s\n' 'this build' "$first"
for variant in "${variants[@]}"; do
    read -r compiler flags <<<"$variant"
    if ! command -v "$compiler" >/dev/null; then
        echo "$compiler is not installed"
        exit 77
    fi
    build "$compiler" "$flags" "$folder/$compiler$flags"
    hash=$(state_hash "$folder/$compiler$flags/bin/rbsim")
    printf '%-12s %s\n' "$variant" "$hash"
    if [[ -z $hash || $hash != "$first" ]]; then
        echo "the state differs: expected $first as in this build"
        exit 1
    fi
done
