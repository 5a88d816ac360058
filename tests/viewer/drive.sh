#!/usr/bin/env bash
# A person's first minutes: look, pause, step, change scene and law, compare, scrub, hide, quit.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
start_display

# First start: the demonstration is already running and explained.
start
expect 'scene=toy-plastic ' 'playing=1 ' 'runs=1 ' 'microscope=1 ' 'speed=0.25 ' 'welcome=1 '
click 409 598 # it asks where to begin: never again
expect 'welcome=0 '
press space
expect 'playing=0 '
press space
expect 'playing=1 '

# Every panel has its key.
press Tab
expect 'hidden=1 '
press Tab
expect 'hidden=0 '
press F1
expect 'help=1 '
press Escape
expect 'help=0 '

# The microscope: a click enlarges it, another one brings it back; so does Escape.
click 760 520
expect 'enlarged=1 '
click 560 400
expect 'enlarged=0 '
press shift+m
expect 'enlarged=1 '
press Escape
expect 'enlarged=0 '
press w
expect 'page=1 '
press o
expect 'page=0 '
press t
expect 'theme=dark '
press t
expect 'theme=light '
press ctrl+plus
expect 'scale=1.10 '
press ctrl+0
expect 'scale=1.00 '
press backslash
expect 'speed=1 '
press bracketleft
expect 'speed=0.7 '
press backslash
expect 'speed=1 '

# Scenes and laws.
first=$(value scene)
press Next
expect_other scene "$first"
expect 'playing=1 '
press Prior
expect "scene=$first "
law=$(value law)
press l
expect_other law "$law"
expect 'runs=1 '
press ctrl+z
expect "law=$law "
press ctrl+shift+z
expect_other law "$law"

# The scene picker is found by typing.
# From the first letter on: none is taken for a key, however quickly it follows.
xdotool key --delay 1 ctrl+f t o r q u e
expect 'search=1 ' 'runs=1 ' 'theme=light '
sleep 0.5
press Return
expect 'scene=k11-fig5-no-torque ' 'search=0 '

# Restart, then scrub: the timeline shows the past, play continues from there.
sleep 1
press Home
expect 'scrubbing=1 ' 'playing=0 '
press Right
press shift+Right
expect 'scrubbing=1 '
press space
expect 'scrubbing=0 ' 'playing=1 '
width=$(value size | cut -dx -f1)
height=$(value size | cut -dx -f2)
click $((width / 4)) $((height - 30))
expect 'scrubbing=1 '
press End
expect 'scrubbing=0 '
press r
expect 'pending=0 '

# The mouse turns the camera and does not disturb the run; panning ends following.
drag 330 560 410 580
drag $((width / 2)) 300 $((width / 2 + 40)) 320 3
expect 'follow=0 '
press f
expect 'follow=1 '

# A comparison takes the microscope's place only while it lasts; what is remembered is the wish.
press c
expect 'runs=2 ' 'microscope=0 '
stop
grep -q '^end frames=' trace || fail "no closing line"
grep -qx 'microscope = 1' config/rattleback/viewer.conf || fail "the comparison took the microscope"
[[ -s config/rattleback/viewer.conf ]] || fail "the configuration was not remembered"

# Second start: where one left.
start
expect 'scene=k11-fig5-no-torque ' 'welcome=0 '

# Lines from the command line; so slow that no frame is longer than what is left to go.
stop
start --press 'theme dark; compare opposite-spin; layout overlay; speed 0.01; play off; restart; until 0.02'
expect 'theme=dark ' 'runs=2 ' 'layout=overlay ' 'speed=0.01 ' 'playing=0 .* t=0.020'
stop
start --press 'theme light; single; run 3; theme dark'
expect_message 'only one run'
expect 'theme=light ' 'runs=1 '

# While one types, keys that write nothing do what they always do.
press ctrl+f
expect 'search=1 '
sleep 0.5
xdotool type --delay 60 'qx'
press F1
expect 'help=1 ' 'runs=1 '
press F1
expect 'help=0 '
stop
grep '^end' trace
