#!/usr/bin/env bash
# Someone who has never heard of a rattleback, with a mouse: the first start, a lesson, its question,
# leaving and coming back, words that are not understood.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
start_display

click_at() { # NAME: a position that the trace reports
    local at
    expect "$1=[1-9]"
    at=$(value "$1")
    click "${at%,*}" "${at#*,}"
}

start
expect 'welcome=1 ' 'lesson=none ' 'playing=1 '
click_at begin # Take a lesson
expect 'welcome=0 ' 'lesson=spin-it:1:\.:0 ' 'scene=toy-plastic ' 'left=0 ' 'playing=1 '
click_at next
expect 'lesson=spin-it:2:\.:0 ' 'playing=0 '
click_at choice # the first answer, which is wrong
expect 'lesson=spin-it:2:a:0 ' 'playing=1 '
press bracketright bracketright bracketright bracketright bracketright bracketright
expect 'lesson=spin-it:2:a:2 ' # the run has decided
click_at next
expect 'lesson=spin-it:3:\.:0 '
click_item dot.5
expect 'lesson=spin-it:5:' 'right=1 '
press ctrl+Prior
expect 'lesson=spin-it:4:' 'runs=2 ' 'right=0 '
click_item leave # the panels are as they were
expect 'lesson=none ' 'left=1 ' 'right=1 '

press F6
expect 'lessons=1 '
click 500 107 # the first one, where it was left
expect 'lessons=0 ' 'lesson=spin-it:4:' 'runs=2 '
press g
expect 'glossary=1 '
xdotool type jellett
press Escape
expect 'glossary=0 ' 'lesson=spin-it:4:'
stop

# The next day.
start
expect 'lesson=spin-it:4:' 'runs=2 ' 'welcome=0 '
press ctrl+l
expect 'lesson=none '
stop
grep -q '^lessons = spin-it:4:xa\.\.\.' config/rattleback/viewer.conf || fail "the way through the lesson was forgotten"
