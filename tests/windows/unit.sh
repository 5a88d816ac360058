#!/usr/bin/env bash
# The unit tests built for Windows, run under wine; excluded.txt lists those that are left out, with reasons.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
need ctest
cross_compile rbsim unit_tests
while read -r name reason; do
    [[ -n $reason ]] || fail "tests/windows/excluded.txt: $name: expected a reason"
    ls tests/*/"$name.c" >/dev/null 2>&1 || fail "tests/windows/excluded.txt: there is no test $name"
done < <(grep -v '^#' tests/windows/excluded.txt)
trap stop_wine EXIT
wineboot -i >/dev/null 2>&1 || fail "wine cannot make the prefix $WINEPREFIX"
log=$windows/unit.log
status=0
ctest --test-dir "$windows" -L unit -j "$(nproc)" --output-on-failure >"$log" 2>&1 || status=$?
if ((status != 0)); then fail "unit tests failed under wine:" "$(tail -n 200 "$log")"; fi
grep -E '^100% tests passed, 0 tests failed' "$log" || fail "expected tests, got:" "$(tail -n 20 "$log")"
echo "left out: $(grep -vc '^#' tests/windows/excluded.txt) (tests/windows/excluded.txt)"
