#!/usr/bin/env bash
# One machine, one scene: the same bits from every compiler and optimisation level.
set -euo pipefail
shopt -s inherit_errexit # a build that fails inside $(...) must count
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

readonly folder=build/determinism
readonly variants=('gcc -O2' 'gcc -O3' 'clang -O2')

state_hash() { # COMPILER FLAGS
    local build=$folder/$1$2
    cmake -S . -B "$build" -G Ninja --log-level=NOTICE -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_C_COMPILER="$1" -DRB_RELEASE_FLAGS="$2" -DRB_VIEWER=OFF -DBUILD_TESTING=OFF >/dev/null
    cmake --build "$build" --target rbsim >"$build/build.log" || {
        tail -n 30 "$build/build.log" >&2
        return 1
    }
    "$build/bin/rbsim" run k11-fig5 --until 1 --summary - |
        sed -n 's/.*"state_hash"[ \t]*:[ \t]*"\([0-9a-fx]\{8,\}\)".*/\1/p'
}

first=
for variant in "${variants[@]}"; do
    read -r compiler flags <<<"$variant"
    if ! command -v "$compiler" >/dev/null; then
        echo "$compiler is not installed"
        exit 77
    fi
    hash=$(state_hash "$compiler" "$flags")
    if [[ -z $hash ]]; then
        echo "no state_hash in the summary of rbsim built with $variant"
        exit 1
    fi
    printf '%-12s %s\n' "$variant" "$hash"
    first=${first:-$hash}
    if [[ $hash != "$first" ]]; then
        echo "the state differs: expected $first as with ${variants[0]}"
        exit 1
    fi
done
