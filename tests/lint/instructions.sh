#!/usr/bin/env bash
# What a right-hand side of a whole dp5 run costs, a unit of time of the disk, and the exact law on the
# longest patch, in instructions by Valgrind's count, which does not depend on what else the machine does. $1 is the rbsim
# of the build under test.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# Measured with gcc 12 -O3 on x86-64. Compilers differ, so a sixth more is allowed; lower numbers should be
# noted here.
readonly counts='
ak18-a        1312
k11-fig5      1541
k15-a1        1902
k15-ah        2428
toy-plastic   2772
long-wood     2775
tippetop-ka09 1391
'
readonly disk=30467 # disk-k12, by its own method
readonly percent=115

if [[ $(uname -m) != x86_64 ]] || ! command -v valgrind >/dev/null; then
    echo 'instructions are counted on x86-64 with Valgrind, which is not here'
    exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Instructions and right-hand sides of a run.
count() { # RBSIM SCENE SECONDS [OPTION...]
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$1" run "$2" --until "$3" "${@:4}" \
        --summary "$folder/summary.json" 2>"$folder/log" >/dev/null
    sed -n 's/.*refs: *\([0-9,]*\)$/\1/p' "$folder/log" | tr -d ,
    sed -n 's/.*"rhs_evaluations": *\([0-9]*\).*/\1/p' "$folder/summary.json"
}

status=0
while read -r scene allowed; do
    if [[ -z $scene ]]; then continue; fi
    # The difference of two lengths excludes start and end of the program.
    mapfile -t short < <(count "$1" "$scene" 0.01 --solver dp5)
    mapfile -t long < <(count "$1" "$scene" 0.02 --solver dp5)
    each=$(((long[0] - short[0]) / (long[1] - short[1])))
    printf '%-14s %5d instructions for each right-hand side (%d)\n' "$scene" $each "$allowed"
    if ((100 * each > percent * allowed)); then
        echo "$scene: expected at most $((percent * allowed / 100))"
        status=1
    fi
done <<<"$counts"

# Two periods of the disk, after the first.
mapfile -t short < <(count "$1" disk-k12 131)
mapfile -t long < <(count "$1" disk-k12 393)
each=$(((long[0] - short[0]) / 262))
printf '%-14s %5d instructions for a unit of time (%d)\n' disk-k12 $each $disk
if ((100 * each > percent * disk)); then
    echo "disk-k12: expected at most $((percent * disk / 100))"
    status=1
fi

# Allowed ratio of the cost of the longest patch to a moderate one: the number of parts grows as log(1/b).
law() { # RBSIM U B
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$1" law exact-ellipse --u "$2" --omega 1 --b "$3" \
        2>&1 >/dev/null | sed -n 's/.*refs: *\([0-9,]*\)$/\1/p' | tr -d ,
}
for u in '1 0' '0 2' '0.3 1'; do
    more=$(($(law "$1" "$u" 1e-6) - $(law "$1" "$u" 0.5)))
    printf 'u = %-6s %8d instructions more at b = 1e-6 than at 0.5\n' "$u" $more
    if ((more > 600000)); then
        echo "u = $u: expected at most 600000"
        status=1
    fi
done
exit $status
