#!/usr/bin/env bash
# One machine, one scene: the same bits from every compiler and optimisation level.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

readonly folder=build/determinism
readonly variants=('gcc -O2' 'gcc -O3' 'clang -O2')

state_hash() { # COMPILER FLAGS
    local build=$folder/$1$2
    cmake -S . -B "$build" -G Ninja --log-level=NOTICE -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_C_COMPILER="$1" -DRB_RELEASE_FLAGS="$2" -DRB_VIEWER=OFF -DBUILD_TESTING=OFF >&2
    cmake --build "$build" --target rbsim | tail -n 30 >&2
    "$build/bin/rbsim" run k11-fig5 --until 1 --summary - |
        grep -o '"state_hash" *: *"\{0,1\}[0-9a-zA-Z]*' | grep -o '[0-9a-zA-Z]*$'
}

first=
for variant in "${variants[@]}"; do
    read -r compiler flags <<<"$variant"
    if ! command -v "$compiler" >/dev/null; then
        echo "$compiler is not installed"
        exit 77
    fi
    hash=$(state_hash "$compiler" "$flags")
    printf '%-12s %s\n' "$variant" "$hash"
    first=${first:-$hash}
    if [[ $hash != "$first" ]]; then
        echo "the state differs: expected $first as with ${variants[0]}"
        exit 1
    fi
done
