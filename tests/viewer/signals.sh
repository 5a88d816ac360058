#!/usr/bin/env bash
# SIGTERM and SIGHUP end the viewer as quitting does: settings and lesson progress are saved, files under
# way are finished, and no temporary file is left. The exit status is 128 + the signal's number.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
start_display
conf=config/rattleback/viewer.conf

wait_for_file() { # PATTERN: until a file of this name has contents
    local tries
    for ((tries = 0; tries < 600; tries++)); do
        if [[ -n $(find . -path "$1" -size +0) ]]; then return; fi
        sleep 0.1
    done
    fail "no file like $1"
}

expect_signal_end() { # STATUS
    local code=0
    wait "$program" || code=$?
    program=
    ((code == $1)) || fail "expected exit status $1, got $code"
    [[ -z $(find . -name '*.part') ]] || fail "a temporary file is left: $(find . -name '*.part')"
}

# SIGTERM, with a data file and a video under way: no question is asked.
start --press 'theme dark; csv'
expect 'theme=dark ' 'csv=1 '
press F9
expect 'recording=1 '
if command -v ffmpeg >/dev/null; then wait_for_file './*.mp4'; fi
kill -TERM "$program"
expect_signal_end 143
grep -qx 'theme = 0' $conf || fail "SIGTERM: the theme was not saved"
csv=$(find . -maxdepth 1 -name 'rattleback-*.csv')
head -n 1 "$csv" | grep -q '^# ' || fail "$csv has no head"
awk -F, '/^#/ { next } !columns { columns = NF } NF != columns { exit 1 } END { if (!columns) exit 1 }' "$csv" ||
    fail "$csv: a row is not complete"
if command -v ffmpeg >/dev/null; then
    video=$(find . -maxdepth 1 -name '*.mp4')
    ffmpeg -v error -i "$video" -f null - || fail "$video cannot be played"
fi

# SIGHUP, in the second step of a lesson.
start --press 'lesson spin-it; lesson next'
expect 'lesson=spin-it:2:'
kill -HUP "$program"
expect_signal_end 129
grep -q '^lessons = spin-it:2:' $conf || fail "SIGHUP: the lesson's progress was not saved"
grep -qx 'lesson = spin-it' $conf || fail "SIGHUP: the open lesson was not saved"

# A signal that was ignored from the start (nohup) stays ignored.
(trap '' HUP && exec "$viewer" --trace --fresh >trace 2>&1) &
program=$!
expect 'scene='
kill -HUP "$program"
kill -TERM "$program"
expect_signal_end 143

# Off-screen, in the middle of a long series of pictures.
"$viewer" k11-fig5 --record frames/ --for 1000 --size 320x240 >trace 2>&1 &
program=$!
wait_for_file './frames/000002.png'
kill -TERM "$program"
expect_signal_end 143
