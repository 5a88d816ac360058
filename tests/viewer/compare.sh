#!/usr/bin/env bash
# Comparison: four laws from the command line and by keys, layouts, the table, taking runs out.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
start_display

start --fresh k11-fig5 --compare exact-circle,k11-tanh,k11-p2,k11-p1
expect 'runs=4 shown=4 ' 'layout=grid ' 'playing=1 '
press v
expect 'layout=overlay '
press v
expect 'layout=single '
press v
expect 'layout=grid '
press 3
expect 'selected=2 ' 'law=k11-p2 '
press x
expect 'runs=3 shown=3 '
expect 'playing=1 '
press c
expect 'runs=4 shown=4 '
press ctrl+z
expect 'runs=3 shown=3 '
press Home
expect 'scrubbing=1 '
press space
expect 'scrubbing=0 ' 'playing=1 '
press shift+c
expect 'runs=1 shown=1 ' 'layout=single '
press ctrl+k
expect 'runs=[4-8] shown=[4-8] '
stop

# With the mouse: what a lecturer compares stands on top of the list, whatever the law.
start --fresh toy-plastic
click 327 18 # + compare
sleep 1
click 377 36 # opposite spin
expect 'runs=2 shown=2 ' 'layout=grid '
click 327 18
sleep 1
click 377 93 # no friction
expect 'runs=3 shown=3 '
stop
grep '^end' trace
