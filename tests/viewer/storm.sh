#!/usr/bin/env bash
# Rough handling: sizes from one pixel up, scenes in a hurry, keys at random, quitting anywhere.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
start_display

start --fresh
for geometry in '1 1' '320 240' '1920 1080' '700 200' '200 900' '1280 720'; do
    # shellcheck disable=SC2086
    xdotool windowsize "$window" $geometry
    sleep 0.3
done
xdotool windowminimize "$window" 2>/dev/null || true
sleep 0.3
xdotool windowmap "$window"
xdotool windowfocus "$window"
for ((i = 0; i < 20; i++)); do
    press Next
done
keys=(c c v v l L space r m w o ctrl+z ctrl+shift+z x shift+c Home End Left Right bracketleft
    bracketright alt+n alt+l period comma F2 F3 F4 F5 t shift+p p shift+p p g Escape Escape Tab Tab F1 F1 F10 F10 e 2 1)
for ((i = 0; i < 2; i++)); do
    for k in "${keys[@]}"; do press "$k"; done
done
kill -0 "$program" 2>/dev/null || fail "the viewer ended"
stop

# Quit in the middle of a drag, and while recording; test_viewer_states quits everywhere else.
start --fresh
xdotool mousemove --window "$window" 600 300 mousedown 1
sleep 0.3
xdotool mousemove --window "$window" 660 320
sleep 0.3
stop
xdotool mouseup 1
start --fresh
press F9
expect 'recording=1 '
press ctrl+q
expect 'asking=1 '
press Return
expect_end
grep '^end' trace
