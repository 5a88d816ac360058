#!/usr/bin/env bash
# The five minutes of someone who has never heard of a rattleback, with a mouse and nothing else: it turned
# back, it does not the other way, why, and where the energy went. (test_viewer_newcomer: at other sizes.)
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
start_display

click_on() { # NAME of a place that the viewer traces
    local spot
    spot=$(value "$1")
    click "${spot%,*}" "${spot#*,}"
}

faster() { press bracketright bracketright bracketright bracketright bracketright bracketright; }

start --theme dark
expect 'welcome=1 ' 'playing=1 ' 'speed=0.25 ' 'theme=dark ' 'begin=[1-9]'
click_on begin
expect 'welcome=0 ' 'lesson=spin-it:1:\.:0 ' 'playing=1 ' 'left=0 ' 'speed=0.3 ' 'next=[1-9]'
click_on next
# Asked of a stone at its start, however slow this machine is.
expect 'lesson=spin-it:2:\.:0 ' 'playing=0 ' 'speed=0.5 ' 'choice=[1-9]' ' t=0\.000'
click_on choice
expect 'lesson=spin-it:2:a:0 ' 'playing=1 '
faster
expect 'lesson=spin-it:2:a:2 ' # the run has decided
click_on next
expect 'lesson=spin-it:3:\.:0 ' 'playing=0 ' 'body=[1-9]'
body=$(value body)
x=$((${body%,*} + 60)) y=$((${body#*,} + 8))
drag $x $y $x $((y - ${size#*x} * 3 / 8)) # far: spun too slowly it stops before it can turn back
expect 'playing=1 '
faster
expect 'lesson=spin-it:3:x:0 ' # it reversed after being spun by hand
click_on next
expect 'lesson=spin-it:4:\.:0 ' 'runs=2 ' 'layout=grid '
click_on next
expect 'lesson=spin-it:5:\.:0 ' 'runs=1 ' 'right=1 '
click_on next
expect 'lesson=none ' 'lessons=1 '
stop
grep -q '^lessons = spin-it:1:xaxxx' config/rattleback/viewer.conf || fail "not all of the lesson was done"
