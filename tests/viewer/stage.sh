#!/usr/bin/env bash
# The lecturer's tools by mouse and keys: the row of buttons that appears when the mouse moves, the running
# order, and the second window.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
start_display

start --fresh toy-plastic --press "presenter on"
move 400 300
click_item tool.draw
expect 'playing=0 '
find_item tool.erase
drag 300 250 500 350
click_item tool.done
expect 'playing=1 '
click_item tool.plot
click_item plot.energy
expect 'plots=1 '

# A running order made by the mouse.
press ctrl+F6
click_item order.add
find_item order.1
press Escape
press Escape
expect 'left=1 '
press ctrl+f
expect 'search=1 '
press Escape
press ctrl+F6
click_item order.add
click_item order.up.2
click_item order.save
expect_message 'Running order saved'
press Escape
grep -c '"title"' running-order.json | grep -qx 2 || fail "two items were expected in running-order.json"

# The second window of the same process: its button pauses the run.
expect 'playing=1 '
press shift+F7
expect 'notes=1 '
notes=$(xdotool search --sync --onlyvisible --name 'Rattleback: notes' | head -n 1)
find_item notes.play
xdotool mousemove --window "$notes" "$item_x" "$item_y"
sleep 0.5
xdotool mousedown 1
sleep 0.5
xdotool mouseup 1
expect 'playing=0 '
press shift+F7
expect 'notes=0 '
xdotool windowfocus --sync "$window"
stop
grep '^end' trace
