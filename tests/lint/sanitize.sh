#!/usr/bin/env bash
# Builds the sanitizer preset $1 and runs tests in it: under asan all unit tests, and the viewer for
# a few frames; under tsan those that start threads, as one thread alone cannot race.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
preset=$1
options=()

case $preset in
asan)
    export ASAN_OPTIONS=detect_leaks=1:strict_string_checks=1:detect_stack_use_after_return=1
    export UBSAN_OPTIONS=print_stacktrace=1
    export LSAN_OPTIONS=suppressions=$PWD/tests/lint/lsan.supp:print_suppressions=0
    label=unit
    target=all
    ;;
tsan)
    export TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1
    options=(-DRB_VIEWER=OFF) # the driver's own threads are not ours to judge
    label=threads
    target=thread_tests
    ;;
*)
    echo "usage: sanitize.sh asan|tsan" >&2
    exit 2
    ;;
esac

# The shadow memory of gcc 12's thread sanitizer collides with the wide address randomisation of
# newer kernels; a fixed layout avoids it.
run_tests=(ctest --test-dir "build/$preset" -L $label --output-on-failure --no-tests=error -j "$(nproc)")
if [[ $preset == tsan ]] && setarch -R true 2>/dev/null; then run_tests=(setarch -R "${run_tests[@]}"); fi

# A driver that is unloaded before the end leaves leaks without a name, which lsan.supp cannot
# match; so nothing is unloaded.
smoke_viewer() {
    local shim=build/asan/keep-loaded.so
    echo 'int dlclose(void *handle) { return handle == 0; }' |
        cc -shared -fPIC -x c -o "$shim" -
    ASAN_OPTIONS=$ASAN_OPTIONS:verify_asan_link_order=0 VIEWER_PRELOAD=$PWD/$shim \
        tests/lint/viewer-smoke.sh build/asan/bin/rattleback build/asan
}

cmake --preset "$preset" --log-level=NOTICE -DBUILD_TESTING=ON "${options[@]}" >/dev/null
cmake --build "build/$preset" --target "$target" >"build/$preset/build.log" || {
    tail -n 30 "build/$preset/build.log"
    exit 1
}
"${run_tests[@]}"
if [[ $preset == asan ]]; then
    smoke_viewer || [[ $? == 77 ]] # 77: cannot be checked here
fi
