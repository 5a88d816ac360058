#!/usr/bin/env bash
# ./run coverage [FILE...]: runs the unit tests in builds that count lines and branches, then prints the report
# of tools/coverage.py. Tests with threads need atomic counters, which are four times slower, so they have a
# build of their own.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source tools/setup.sh

readonly threaded=build/coverage-threads log=build/coverage/tests.log
readonly with_threads='^test_(cli_sweep|fit)$|_runner|_study|_storm|_determinism|_session_studies'
failed=

# Unit tests chosen by ctest's options. A test has the name of its program.
test_names() { ctest --test-dir $build -L unit -N "$@" | sed -n 's/^ *Test *#[0-9]*: //p'; }

ensure_packages "${packages_test[@]}"
build=$threaded
call_cmake --preset coverage-threads
mapfile -t tests < <(test_names -R "$with_threads")
compile rbsim "${tests[@]}"
build=build/coverage
call_cmake --preset coverage
mapfile -t tests < <(test_names -E "$with_threads")
compile rbsim save_scene fail_allocation one_core "${tests[@]}"
find build/coverage $threaded -name '*.gcda' -delete
LD_PRELOAD=$PWD/$build/lib/libone_core.so ctest --test-dir $build -L unit -E "$with_threads" \
    -j "$(nproc)" >$log 2>&1 || failed=1
ctest --test-dir $threaded -L unit -R "$with_threads" -j "$(nproc)" >>$log 2>&1 || failed=1
[[ -z $failed ]] || say "Some tests failed, see $log. The lines they ran are counted nevertheless."
exec tools/coverage.py $build,$threaded "$@"
