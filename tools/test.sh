#!/usr/bin/env bash
# ./run test [all|changed [BASE]] [CTEST_ARGUMENT...]: builds and runs one set of the tests.
#
#   (no word)       every test without the label "full"
#   all             every test
#   changed [BASE]  the tests that the files changed since the commit BASE can affect (tools/select_tests.py);
#                   default: where this branch left main
#
# With an argument that selects tests (-R, -L ...) the choice is made among all tests. Only the packages and
# programs of the chosen tests are installed and built. The last line of the output is ctest's own.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source tools/setup.sh

set=default
selection=()
case ${1:-} in
all)
    set=all
    shift
    ;;
changed)
    set=changed
    shift
    base=$(git merge-base HEAD main 2>/dev/null || git rev-parse HEAD)
    if (($#)) && [[ $1 != -* ]]; then
        base=$(git rev-parse --verify -q "$1^{commit}") || fail "test changed: expected a commit, got \"$1\""
        shift
    fi
    ;;
-*) set=chosen ;;
'') ;;
*) fail "test: expected all, changed or options of ctest, got \"$1\"" ;;
esac

set_up_tests
case $set in
default) selection=(-LE '^full$') ;;
changed)
    # The build records which program includes which file.
    compile all
    names=$(python3 tools/select_tests.py --changed "$base" $build)
    if [[ -z $names ]]; then
        say "No test depends on the files changed since ${base:0:12}."
        exit 0
    fi
    selection=(-R "^($(paste -sd '|' <<<"$names"))\$")
    ;;
esac

labels() { ctest --test-dir $build -N -V "${selection[@]}" "$@" | sed -n 's/^Labels: *//p' | tr ' ' '\n' | sort -u; }

mapfile -t needed < <(for label in $(labels "$@"); do packages_of_label "$label"; done | sort -u)
ensure_packages "${needed[@]}"
configure ON
if [[ $set == chosen ]]; then
    mapfile -t targets < <(python3 tools/select_tests.py --targets $build \
        <(ctest --test-dir $build -N "$@" | sed -n 's/^ *Test *#[0-9]*: //p'))
    if ((${#targets[@]})); then compile "${targets[@]}"; fi
else
    compile all
fi

# Beside each failure, the command that repeats it.
repeat='{ print }
/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: .*(\*\*\*|Not Run)/ && !/\*\*\*Skipped/ {
    print "        repeat it alone: ./run test -R '\''^" $4 "$'\''"
}
{ fflush() }'
status=0
# Tests that use all cores have PROCESSORS set to their number: two of them run beside one that mostly waits.
ctest --test-dir $build --output-on-failure -j $((2 * $(nproc) + 1)) "${selection[@]}" "$@" | awk "$repeat" || status=$?
exit $status
