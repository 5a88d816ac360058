#!/usr/bin/env bash
# ./run soak [MINUTES]: random scenes and runner commands for half of the time, random sessions for a quarter,
# random input to the window for a quarter. RB_TEST_SEED repeats a run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source tools/setup.sh

minutes=${1:-5}
first=${RB_TEST_SEED:-$(date +%s)}
log=build/soak.log
check_minutes soak "$minutes"
set_up_tests
compile soak test_session_storm test_viewer_random
export RATTLEBACK_DATA=$PWD/assets
seconds=$(awk -v m="$minutes" 'BEGIN { print int(60 * m) }')

$build/tests/soak/soak $((seconds / 2)) "$first" || fail "the soak found an error; it is described above."

begin=$SECONDS
seed=0
while ((SECONDS - begin < seconds / 4)); do
    seed=$((seed + 1))
    RB_TEST_SEED=$((first + seed)) $build/tests/app/test_session_storm >$log 2>&1 ||
        fail "the session failed with RB_TEST_SEED=$((first + seed)):" "$(tail -n 20 $log)"
done
echo "session: $seed random session(s) in $((SECONDS - begin)) s, all consistent"

status=0
RB_TEST_SECONDS=$((seconds / 4)) RB_TEST_SEED=$first $build/tests/viewer/test_viewer_random >$log 2>&1 || status=$?
if ((status == 77)); then
    echo "window: skipped, there is no virtual display"
elif ((status)); then
    fail "the window failed with RB_TEST_SEED=$first:" "$(tail -n 20 $log)"
else
    grep -a '^hands: ' $log
fi
