#!/usr/bin/env bash
# Editing by hand: fields dragged and typed, undo, sliders, flicks, the mouse on the plots.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
start_display

start --fresh k11-fig5
press space
expect 'playing=0 '

# The start waits for a restart and says so; undo takes it back.
drag 163 217 220 217
expect 'pending=1 '
press ctrl+z
expect 'pending=0 '
drag 158 244 60 244
expect 'pending=1 '
press r
expect 'pending=0 '
press space
expect 'playing=1 '

# What acts at once does not wait, typed or dragged.
press space
expect 'playing=0 '
drag 163 440 200 440
expect 'pending=0 '
click 163 440
sleep 0.5
xdotool type --delay 50 '0.25'
press Return
sleep 1
press ctrl+s
expect_message 'Scene saved'
scene=$(find . -name 'k11-fig5-*.json')
grep -q '"mu": *0.25' "$scene" || fail "the typed friction coefficient is not in $scene"

# Keys typed into a field are text, not shortcuts.
expect 'hidden=0 ' 'theme=light '

# A flick: Ctrl and the left button on the stone, which stands at its start.
press r
xdotool mousemove --window "$window" 530 310
sleep 0.3
xdotool keydown ctrl
sleep 0.2
drag 530 310 620 290
sleep 0.2
xdotool keyup ctrl
expect_message 'Flick'
expect 'playing=1 '

# The plots: a click goes to that time.
sleep 2
click 1000 190
expect 'scrubbing=1 '
press Escape
expect 'scrubbing=0 '
stop
