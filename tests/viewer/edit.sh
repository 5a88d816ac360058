#!/usr/bin/env bash
# Editing by hand: fields dragged and typed, undo, sliders, flicks, the mouse on the plots.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
start_display

start --fresh k11-fig5
press space
expect 'playing=0 '

# The start waits for a restart and says so; undo takes it back.
drag_item start.omega3 57
expect 'pending=1 '
press ctrl+z
expect 'pending=0 '
drag_item start.omega3 -98
expect 'pending=1 '
press r
expect 'pending=0 ' 'playing=1 '

# What acts at once does not wait, typed or dragged.
press space
expect 'playing=0 '
drag_item contact.mu 37
expect 'pending=0 '
click_item contact.mu
sleep 0.5
xdotool type --delay 50 '0.25'
press Return
sleep 1
press ctrl+s
expect_message 'Scene saved'
scene=$(find . -name 'k11-fig5-*.json')
grep -q '"mu": *0.25' "$scene" || fail "the typed friction coefficient is not in $scene"

# What is out of range is not taken in silence.
click_item contact.mu
sleep 0.5
xdotool type --delay 50 '700'
press Return
expect_message 'μ: expected 0 to .*, got 700'

# The other tab has every parameter; it is remembered.
click_item tab.all
click_item section.start # folds it: Contact moves to the top
drag_item contact.a -30
expect 'pending=0 '
click_item section.start
find_item start.omega1
click_item tab.basic

# Keys typed into a field are text, not shortcuts.
expect 'hidden=0 ' 'theme=light '

# The hand on the stone spins it, without any key; time stops while the button is down.
press ctrl+BackSpace
expect 'playing=1 '
camera=$(value camera)
xdotool mousemove --window "$window" 562 262 mousedown 1
expect 'flick=1 ' 'playing=0 '
for x in 580 610 650; do
    xdotool mousemove --window "$window" $x 258
    sleep 0.1
done
xdotool mouseup 1
expect_message 'Spun by hand'
expect 'playing=1 ' 'flick=0 ' "camera=$camera "
# Beside it the same drag looks round.
drag 330 560 400 565
expect_other camera "$camera"
expect 'playing=1 '

# The plots: a click goes to that time.
sleep 2
click 1000 190
expect 'scrubbing=1 '
press Escape
expect 'scrubbing=0 '
stop
