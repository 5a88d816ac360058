#!/usr/bin/env bash
# Off-screen: the same picture twice, the same state at any frame rate, bad arguments explained.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
start_display

# Small pictures are drawn quickly; an option given twice has its last value.
draw() { "$viewer" --size 320x180 "$@"; }
shoot() { draw "$@" || fail "$* ended with status $?"; }
shoot k11-fig5 --at 0.8 --screenshot a.png
shoot k11-fig5 --at 0.8 --screenshot b.png
cmp a.png b.png || fail "two pictures of the same moment differ"
shoot k11-fig5 --compare exact-circle,k11-tanh,k11-p2,k11-p1 --at 0.5 --theme dark \
    --size 640x360 --screenshot c.png
shoot k11-fig5 --compare exact-circle,k11-tanh,k11-p2,k11-p1 --at 0.5 --theme dark \
    --size 640x360 --screenshot d.png
cmp c.png d.png || fail "two pictures of the same comparison differ"

# Data is whole however soon one quits, and a plot's data is all that it shows.
shoot k11-fig5 --at 2 --press csv,plot-csv --screenshot e.png
for file in rattleback-2*.csv rattleback-plot-*.csv; do
    rows=$(($(grep -vc '^#' "$file") - 1))
    ((rows == 501)) || fail "$file: expected 501 rows, got $rows"
    grep -q '^# contact: mu=0.*, a=.* m, ' "$file" || fail "$file: no parameters in its head"
    grep -q '^# units: t s, ' "$file" || fail "$file: no units in its head"
done
rm rattleback-*.csv

# Lines follow each other, each when the one before it is done.
shoot k11-fig5 --at 0.4 --press "picture f.png; until 0.8; picture 'g h.png'" --screenshot i.png
shoot k11-fig5 --at 0.4 --screenshot j.png
cmp f.png j.png || fail "a picture by a line differs from the one of that moment"
cmp 'g h.png' i.png || fail "nothing was asked for after the second picture, and yet it differs"
if cmp -s f.png i.png; then fail "the first picture was taken too late"; fi
plus=$(draw k11-fig5 --at 0.1 --press 'set omega3=-4; restart; until 0.2' --print-hash)
minus=$(draw k11-fig5 --at 0.1 --press 'start 2; until 0.2' --print-hash)
[[ $plus == "$minus" && $plus == *'t 0.200000'* ]] || fail "expected the same run, got $plus and $minus"

# Frame rate and speed never change results.
reference=$(draw k11-fig5 --at 0.6 --fps 10 --print-hash)
for how in '--fps 200' '--fps 60 --speed 0.25' '--fps 30 --speed 10' '--fps 7 --hide-ui'; do
    # shellcheck disable=SC2086
    got=$(draw k11-fig5 --at 0.6 $how --print-hash)
    [[ $got == "$reference" ]] || fail "$how: expected $reference, got $got"
done
echo "$reference"

refuse() { # STATUS PATTERN ARGS...
    local status=$1 pattern=$2 code=0
    shift 2
    draw "$@" >refused.log 2>&1 || code=$?
    ((code == status)) || fail "$*: expected exit status $status, got $code"
    grep -q -- "$pattern" refused.log || fail "$*: expected \"$pattern\", got $(cat refused.log)"
}
refuse 2 'unknown option' --frobnicate
refuse 2 'requires a value' --law
refuse 2 'got the option --for' --screenshot --for 3
refuse 2 'expected one of' --law nothing
refuse 2 'expected WIDTHxHEIGHT' --size 12
refuse 2 'expected a number' --speed fast
refuse 2 'expected light or dark' --theme pink
refuse 1 'no scene of this id' not-a-scene --screenshot x.png
refuse 2 'no action is called "cmpare" (did you mean compare?)' --press 'undo; cmpare'
refuse 2 'expected light or dark, got "pink"' --press 'theme pink' --screenshot x.png
refuse 2 'its own mirror image' tippetop-ka09 --at 0 --press 'compare mirrored' --screenshot x.png
refuse 2 'expected a number from 0.001 to 10' --at 0 --press 'speed 99' --screenshot x.png
refuse 1 'nowhere/a.png' --at 0 --press 'picture nowhere/a.png' --screenshot x.png
refuse 1 'nothing.json' --at 0 --press 'open nothing.json' --screenshot x.png
[[ ! -e x.png ]] || fail "a picture was taken of what could not be done"
refuse 2 'expected one scene' k11-fig4 k11-fig5
refuse 2 'expected at most' --compare "$(printf 'k11-p1,%.0s' {1..9})k11-p1"
grep -q -- --compare <<<"$("$viewer" --help)" || fail "--help is not complete"
grep -q 'compare KIND \[LAW\]' <<<"$("$viewer" --actions)" || fail "--actions is not complete"
"$viewer" --version | grep -q '^rattleback [0-9]' || fail "--version prints no version"

shoot k11-fig5 --record video.mp4 --for 0.2 --fps 20
if command -v ffmpeg >/dev/null; then
    frames=$(ffmpeg -i video.mp4 -f null - 2>&1 | grep -o 'frame= *[0-9]*' | tail -n 1 | grep -o '[0-9]*')
else
    frames=$(find video.mp4-frames -name '*.png' | wc -l)
fi
((frames == 4)) || fail "expected 4 video frames, got $frames"
# A name is a name, its ending is one we know, and what fails is reported.
for name in x:y.mp4 -y.mp4; do
    shoot k11-fig5 --record "$name" --for 0.1 --fps 20
    [[ -s ./$name || -d ./$name-frames ]] || fail "$name was not written"
done
refuse 1 'video: expected a name that ends in .mp4' k11-fig5 --record video --for 0.1
refuse 2 'expected a name that ends in .png' --screenshot picture.jpg
if command -v ffmpeg >/dev/null; then
    ln -s /dev/full full.mp4
    refuse 1 'full.mp4: the video is incomplete' k11-fig5 --record full.mp4 --for 0.1 --fps 20
fi
# So is what is still under way when the program ends, and standard output.
mkdir fake && printf '#!/bin/sh\ncat >/dev/null\nexit 3\n' >fake/ffmpeg && chmod +x fake/ffmpeg
PATH=$PWD/fake:$PATH refuse 1 'late.mp4: the video is incomplete' k11-fig5 --at 0.1 \
    --press 'record late.mp4' --screenshot late.png
for what in --help --version --actions 'k11-fig5 --size 320x180 --at 0 --print-hash'; do
    code=0
    # shellcheck disable=SC2086
    "$viewer" $what >/dev/full 2>refused.log || code=$?
    ((code == 1)) || fail "$what into a full disk: expected exit status 1, got $code"
    grep -q 'standard output' refused.log || fail "$what: lost output is not reported"
done
PATH=/nonexistent "$viewer" k11-fig5 --size 320x180 --record bare.mp4 --for 0.1 --fps 20 2>/dev/null
(($(find bare.mp4-frames -name '*.png' | wc -l) == 2)) || fail "expected 2 PNG frames"
