#!/usr/bin/env bash
# Export: pictures, data, the state, scenes and videos while the program runs.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
start_display

start --fresh k11-fig5
expect 'playing=1 '
press F8
expect_message 'Picture saved'
press shift+F8
sleep 1
press ctrl+e
expect 'csv=1 '
sleep 1
press ctrl+e
expect 'csv=0 '
press ctrl+shift+e
expect_message 'Plotted data saved'
press ctrl+shift+p
sleep 1
press ctrl+s
expect_message 'Scene saved'
press ctrl+shift+c
expect_message 'clipboard'
press F9
expect 'recording=1 '
sleep 4
press F9
expect 'recording=0 '
expect_message 'frames saved'

# An ffmpeg that ends in the middle is reported at once.
if command -v ffmpeg >/dev/null; then
    video=$(find . -maxdepth 1 -name '*.mp4')
    press F9
    expect 'recording=1 '
    sleep 1
    kill -9 "$(pgrep -P "$program" ffmpeg)"
    expect_message 'the video is incomplete'
    expect 'recording=0 '
    find . -maxdepth 1 -name '*.mp4' ! -path "$video" -delete
fi
stop

count() { find . -maxdepth 1 -name "$1" -size +0 | wc -l; }
(($(count 'rattleback-2*.png') == 2)) || fail "expected two pictures, got $(count 'rattleback-2*.png')"
(($(count 'rattleback-plot-*.png') == 1)) || fail "expected a picture of the plot"
(($(count 'rattleback-plot-*.csv') == 1)) || fail "expected the plot's data"
csv=$(find . -maxdepth 1 -name 'rattleback-2*.csv')
grep -q '^# units: t s, omega1 rad/s, ' "$csv" || fail "$csv does not name its units"
grep -v '^#' "$csv" >table
head -n 1 table | grep -q '^t,omega1,omega2,omega3' || fail "$csv has no header"
(($(wc -l <table) > 20)) || fail "$csv has only $(wc -l <table) lines"
scene=$(find . -maxdepth 1 -name 'k11-fig5-*.json')
if command -v ffmpeg >/dev/null; then
    video=$(find . -maxdepth 1 -name '*.mp4')
    [[ -s $video ]] || fail "no video was written"
    ffmpeg -v error -i "$video" -f null - || fail "$video cannot be played"
else
    find . -name '000001.png' | grep -q . || fail "no video frames were written"
fi

# A full disk: reported, and no half picture stays.
ln -s /dev/full full.png
code=0
"$viewer" k11-fig5 --at 0 --screenshot full.png >full.log 2>&1 || code=$?
((code == 1)) || fail "a full disk: expected exit status 1, got $code"
grep -q 'full.png.*No space left' full.log || fail "a full disk is not reported: $(cat full.log)"

# The saved scene opens again; a broken one is reported, in the window, and nothing is lost.
start --fresh "$scene"
expect 'scene=k11-fig5 '
stop
echo '{"format": "rattleback-scene", "version": 1, "contact": {"mu": -1}}' >broken.json
code=0
"$viewer" ./broken.json --screenshot x.png >broken.log 2>&1 || code=$?
((code == 1)) || fail "a broken scene: expected exit status 1, got $code"
grep -q 'broken.json' broken.log || fail "the message does not name the file: $(cat broken.log)"
start --fresh k11-fig5
press ctrl+o
sleep 0.7
xdotool type --delay 40 ./broken.json
press Return
expect_message 'broken.json'
expect 'scene=k11-fig5 ' 'playing=1 '
stop
