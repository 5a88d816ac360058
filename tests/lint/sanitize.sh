#!/usr/bin/env bash
# Builds what the sanitizer preset $1 can judge, and runs it: under asan the unit tests and the viewer's own
# frames, under tsan what starts threads. Tests labelled "physics" compare long runs of code that others run
# through as well, and are left out.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
preset=$1

case $preset in
asan)
    export ASAN_OPTIONS=detect_leaks=1:strict_string_checks=1:detect_stack_use_after_return=1
    export UBSAN_OPTIONS=print_stacktrace=1
    export LSAN_OPTIONS=suppressions=$PWD/tests/lint/lsan.supp:print_suppressions=0
    labels='unit|soak'
    ;;
tsan)
    export TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1
    labels=threads
    ;;
*)
    echo "usage: sanitize.sh asan|tsan" >&2
    exit 2
    ;;
esac

# The shadow memory of gcc 12's thread sanitizer collides with the wide address randomisation of
# newer kernels; a fixed layout avoids it.
run_tests=(ctest --test-dir "build/$preset" -L "$labels" -LE '^physics$' --output-on-failure --no-tests=error -j "$(nproc)")
if [[ $preset == tsan ]] && setarch -R true 2>/dev/null; then run_tests=(setarch -R "${run_tests[@]}"); fi

cmake --preset "$preset" --log-level=NOTICE -DBUILD_TESTING=ON >/dev/null
# A test is named like the program it runs.
mapfile -t targets < <("${run_tests[@]}" -N | sed -n 's/^ *Test *#[0-9]*: *//p')
if [[ $preset == asan ]]; then targets+=(rbsim); fi # used by test_cli
cmake --build "build/$preset" --target "${targets[@]}" >"build/$preset/build.log" || {
    tail -n 30 "build/$preset/build.log"
    exit 1
}
"${run_tests[@]}"
