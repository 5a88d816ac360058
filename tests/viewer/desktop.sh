#!/usr/bin/env bash
# On a desktop with a window manager: full screen, minimising, losing the focus in the middle of
# things, closing, dropped files, the clipboard, finer screens.
set -euo pipefail
for tool in openbox wmctrl xclip xev xprop xwininfo ffmpeg; do
    if ! command -v $tool >/dev/null; then
        echo "$tool is not installed"
        exit 77
    fi
done
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
same_picture=$3
drop_file=$4
helpers=()
trap 'kill "${helpers[@]}" 2>/dev/null || true; finish' EXIT
conf=config/rattleback/viewer.conf

# ---------------------------------------------------------------- helpers

# "X Y WIDTHxHEIGHT" of the picture inside the frame, on the screen.
place() {
    xwininfo -id "$window" | awk '/Absolute upper-left X/ { x = $4 } /Absolute upper-left Y/ { y = $4 }
        /Width:/ { w = $2 } /Height:/ { h = $2 } END { print x, y, w "x" h }'
}

expect_place() { # PLACE
    local tries
    for ((tries = 0; tries < 100; tries++)); do
        if [[ $(place) == "$1" ]]; then return; fi
        sleep 0.1
    done
    fail "expected the window at $1, got $(place)"
}

# What the screen shows of the window, the mouse out of the way.
picture() { # NAME
    local x y extent
    xdotool mousemove 1919 1079
    sleep 0.7
    read -r x y extent < <(place)
    ffmpeg -v error -y -f x11grab -draw_mouse 0 -video_size "$extent" -i "$DISPLAY+$x,$y" \
        -frames:v 1 "$1.png" || fail "the screen cannot be read"
}

expect_same() { # PICTURE PICTURE
    "$same_picture" "$1.png" "$2.png" >same.log || fail "$1 and $2 differ: $(cat same.log)"
}

# The window manager says so at once; the keyboard may follow later.
activate() { # WINDOW
    local tries
    xdotool windowactivate "$1" 2>/dev/null
    for ((tries = 0; tries < 100; tries++)); do
        if (($(xdotool getwindowfocus) == $1)); then break; fi
        sleep 0.1
    done
    sleep 0.3
}

camera_stands() { # WHEN
    local before
    sleep 0.3
    before=$(value camera)
    sleep 0.5
    [[ $(value camera) == "$before" ]] || fail "the camera moves by itself $1"
}

# Where the body is, once it stands still: "X Y".
body() {
    local before='' tries
    for ((tries = 0; tries < 100; tries++)); do
        if [[ $(value body) == *,* && $(value body) == "$before" ]]; then break; fi
        before=$(value body)
        sleep 0.5
    done
    echo "${before/,/ }"
}

# Ctrl and the left button at a point: is the body there?
pick() { # X Y EXPECTED
    xdotool mousemove --window "$window" "$1" "$2"
    sleep 0.2
    xdotool keydown ctrl mousedown 1
    expect "flick=$3 "
    sleep 0.3
    expect "flick=$3 "
    xdotool mouseup 1 keyup ctrl
    expect 'flick=0 '
}

dpi() { # NUMBER
    xprop -root -f RESOURCE_MANAGER 8s -set RESOURCE_MANAGER "$(printf 'Xft.dpi:\t%s\n ' "$1")"
}

drop() { # PATTERN-OF-THE-MESSAGE PATH...
    "$drop_file" "$window" "${@:2}" || fail "dropping ${*:2} failed"
    expect_message "$1"
}

# ---------------------------------------------------------------- full screen

full_screen() {
    start k11-fig5 --speed 0.05 # the camera need not follow, and pictures can be compared
    press space
    expect 'playing=0 '
    [[ $(xprop -id "$window" WM_CLASS) == *'"Rattleback"'* ]] || fail "the window has no class"
    [[ $(xprop -id "$window" -notype _NET_WM_ICON) == *'(128 x 128)'* ]] || fail "it has not our icon"
    [[ $(xdotool getwindowname "$window") == 'Rattleback: Spin reversal' ]] || fail "no title"
    xdotool windowmove --sync "$window" 200 150
    sleep 0.3
    local home
    home=$(place)
    picture plain
    press F11
    expect 'size=1920x1080 '
    expect_place '0 0 1920x1080'
    moment=$(value t)
    "$viewer" k11-fig5 --size 1920x1080 --speed 0.05 --at "$moment" --screenshot reference.png
    picture full
    expect_same full reference
    # shellcheck disable=SC2046
    pick $(body) 1
    pick 500 850 0
    press F11
    expect 'size=1280x720 '
    expect_place "$home"
    picture back
    expect_same plain back
    # shellcheck disable=SC2046
    pick $(body) 1
    pick 400 600 0
    press F11
    expect 'size=1920x1080 '
    stop
    grep -qx 'width = 1280' $conf || fail "the full screen's size was remembered"
}

# ---------------------------------------------------------------- sizes, workspaces, closing

window_manager() {
    local i
    size='' start
    press space
    expect 'size=1280x720 ' 'playing=0 '
    picture plain
    for ((i = 0; i < 40; i++)); do
        wmctrl -i -r "$window" -e "0,$((i * 7)),$((i * 5)),$((400 + 37 * i % 900)),$((300 + 53 * i % 500))"
    done
    wmctrl -i -r "$window" -e 0,200,150,1280,720
    expect 'size=1280x720 '
    picture stormed
    expect_same plain stormed
    wmctrl -s 1
    expect 'minimized=1 '
    wmctrl -s 0
    expect 'minimized=0 '
    activate "$window"
    picture returned
    expect_same plain returned
    wmctrl -i -r "$window" -b add,maximized_vert,maximized_horz
    expect 'size=1920x10'
    wmctrl -i -c "$window"
    expect_end
    grep -qx 'width = 1280' $conf || fail "the maximised size was remembered"
    size='' start --speed 1
    expect 'size=1920x10'
    wmctrl -i -r "$window" -b remove,maximized_vert,maximized_horz
    expect 'size=1280x720 '
}

# While a video is made closing asks, and the question is not in the video.
close_while_recording() {
    local video
    press F9
    expect 'recording=1 '
    sleep 1
    wmctrl -i -c "$window"
    expect 'asking=1 '
    press Escape
    expect 'asking=0 ' 'recording=1 '
    wmctrl -i -c "$window"
    expect 'asking=1 '
    press Return
    expect_end
    video=$(find . -maxdepth 1 -name '*.mp4')
    ffmpeg -v error -i "$video" -f null - || fail "$video cannot be played"
    grep -qx 'maximized = 0' $conf || fail "the configuration was not saved"
}

# ---------------------------------------------------------------- minimised

minimised() {
    local before after
    start --fresh k11-fig5 --speed 10
    xdotool windowminimize "$window"
    expect 'minimized=1 '
    before=$(value t)
    sleep 3
    activate "$window"
    expect 'minimized=0 '
    after=$(value t)
    awk "BEGIN { exit !($after > $before + 1) }" || fail "time stood still: $before, $after"
    press space
    expect 'playing=0 '
    xdotool windowminimize "$window"
    expect 'minimized=1 '
    before=$(awk '{ print $14 + $15 }' "/proc/$program/stat")
    sleep 2
    after=$(awk '{ print $14 + $15 }' "/proc/$program/stat")
    ((after - before < $(getconf CLK_TCK) / 2)) || fail "minimised, it used $((after - before)) ticks in 2 s"
    activate "$window"
    expect 'minimized=0 '
    stop
    grep -q '^end .*dropped=0' trace || fail "the history has holes"
}

# ---------------------------------------------------------------- focus

other_window() {
    xev -geometry 100x100+0+0 >/dev/null 2>&1 &
    helpers+=($!)
    other=$(xdotool search --sync --name 'Event Tester' | tail -n 1)
}

focus() {
    local before
    start --fresh k11-fig5
    other_window
    activate "$window"
    before=$(value camera)
    xdotool mousemove --window "$window" 400 560
    sleep 0.2
    xdotool mousedown 1
    for i in 1 2 3 4; do
        xdotool mousemove --window "$window" $((400 + 10 * i)) 560
        sleep 0.1
    done
    expect_other camera "$before"
    activate "$other"
    before=$(value camera)
    xdotool mousemove --window "$window" 500 500
    camera_stands 'after a drag lost the focus'
    xdotool mouseup 1
    activate "$window"
    xdotool mousemove --window "$window" 420 520
    sleep 0.3
    expect "camera=$before "

    # A key held, and Ctrl with it.
    xdotool keydown ctrl keydown Left
    expect_other camera "$before"
    activate "$other"
    camera_stands 'with the key held elsewhere'
    xdotool keyup Left keyup ctrl
    activate "$window"
    camera_stands 'after coming back'
    press t
    expect 'theme=dark '

    # A flick taken out of the hand is no flick.
    if [[ $(value playing) == 1 ]]; then press space; fi
    expect 'playing=0 '
    # shellcheck disable=SC2046
    xdotool mousemove --window "$window" $(body)
    sleep 0.2
    xdotool mousedown 1
    expect 'flick=1 '
    xdotool mousemove --window "$window" 600 280
    sleep 0.3
    activate "$other"
    expect 'flick=0 '
    xdotool mouseup 1
    activate "$window"
    if grep -q '^message=.* by hand' trace; then fail "a flick without letting go"; fi

    # Alt-Tab all the way round: the window manager keeps the release of Alt for itself.
    xdotool keydown alt
    sleep 0.2
    xdotool key Tab
    sleep 0.2
    xdotool key Tab
    sleep 0.2
    xdotool keyup alt
    activate "$window"
    press t
    expect 'theme=light '

    # What was typed stays, what was typed elsewhere is not here.
    press ctrl+f
    expect 'search=1 '
    sleep 0.5
    xdotool type --delay 60 'no-'
    activate "$other"
    xdotool type --delay 30 'zzz'
    activate "$window"
    xdotool type --delay 60 'torque'
    sleep 0.5
    press Return
    expect 'scene=k11-fig5-no-torque '
}

# ---------------------------------------------------------------- clipboard and dropped files

# "SCENE T Q_Z" of a state in JSON; CMake reads it, and refuses what is none.
read_state() { # FILE
    cat >read_state.cmake <<'CODE'
file(READ ${file} text)
string(JSON scene GET "${text}" scene)
string(JSON t GET "${text}" t)
string(JSON q_z GET "${text}" q 3)
execute_process(COMMAND ${CMAKE_COMMAND} -E echo "${scene} ${t} ${q_z}")
CODE
    cmake -D "file=$1" -P read_state.cmake 2>&1
}

clipboard() {
    local reported found
    press space
    expect 'playing=0 '
    press ctrl+shift+c
    expect_message 'on the clipboard'
    timeout 10 xclip -o -selection clipboard >state.json || fail "nothing on the clipboard"
    reported=$(sed -n 's/^message=The state at t = \([0-9.]*\) s is.*/\1/p' trace)
    found=$(read_state "$work/state.json") || fail "not JSON: $found"
    [[ $found =~ ^'k11-fig5-no-torque '([0-9.]+)' '[-0-9.e]+$ ]] &&
        awk "BEGIN { exit !((${BASH_REMATCH[1]} - $reported) ^ 2 < 1e-8) }" || fail "not the state at $reported s: $found"
    printf 'fig4' | xclip -i -selection clipboard
    press ctrl+f
    expect 'search=1 '
    sleep 0.5
    press ctrl+v
    sleep 0.5
    press Return
    expect 'scene=k11-fig4 ' 'playing=1 '
}

dropped_files() {
    local scenes=$RATTLEBACK_DATA/scenes odd="$work/ä ω%41 dir"
    mkdir "$odd"
    cp "$scenes/k11-fig5.json" "$odd/50% off.json"
    echo '{ "format": }' >bad.json
    drop 'Opened .*50% off' "$odd/50% off.json"
    expect 'scene=k11-fig5 ' 'playing=1 '
    drop 'bad.json.*not JSON' "$work/bad.json"
    drop 'missing.json: cannot be opened' "$work/missing.json"
    drop 'expected a plain file, got a directory' "$odd"
    drop 'full.png: not JSON' "$work/full.png"
    expect 'scene=k11-fig5 ' 'playing=1 '
    drop 'only the first' "$scenes/k11-fig4.json" "$scenes/k11-fig5-no-torque.json"
    expect 'scene=k11-fig4 ' 'playing=1 '
    stop
}

# ---------------------------------------------------------------- finer screens

fine_screen() {
    dpi 144
    size='' start --fresh k11-fig5
    expect 'size=1728x972 '
    stop
    start --fresh k11-fig5 --speed 0.05
    press space
    expect 'playing=0 '
    press F11
    expect 'size=1920x1080 '
    # In this size text has 18 px at 96 dpi and 22.5 px at 144.
    "$viewer" k11-fig5 --size 1920x1080 --speed 0.05 --at "$(value t)" --ui-scale 1.25 \
        --screenshot larger.png
    "$viewer" k11-fig5 --size 1920x1080 --speed 0.05 --at "$moment" --screenshot again.png
    cmp reference.png again.png || fail "a picture depends on the screen's scale"
    picture fine
    expect_same fine larger
    click 1821 27
    expect 'theme=dark '
    # shellcheck disable=SC2046
    pick $(body) 1
    for ((i = 0; i < 8; i++)); do press ctrl+minus; done
    expect 'scale=0.50 '
    press ctrl+0
    expect 'scale=1.00 '
    for ((i = 0; i < 12; i++)); do press ctrl+plus; done
    expect 'scale=3.00 '
    stop
    dpi 96
}

start_display
openbox >openbox.log 2>&1 &
helpers+=($!)
sleep 1
full_screen
window_manager
close_while_recording
minimised
focus
clipboard
dropped_files
fine_screen
