# Helpers of the driven tests: a display of their own, the viewer on it, keys and mouse like a
# person's, and queries of the result. Source it with the viewer's path and a folder.
viewer=$1
work=$2/$(basename "$0" .sh)
size=1280x720

for tool in Xvfb xdotool; do
    if ! command -v $tool >/dev/null; then
        echo "$tool is not installed"
        exit 77
    fi
done
rm -rf "$work"
mkdir -p "$work"
cd "$work"
export XDG_CONFIG_HOME=$work/config LIBGL_ALWAYS_SOFTWARE=1 LC_ALL=C.UTF-8
server=
program=

finish() {
    if [[ -n $program ]]; then kill "$program" 2>/dev/null || true; fi
    if [[ -n $server ]]; then kill "$server" 2>/dev/null || true; fi
}
trap finish EXIT

fail() {
    echo "FAILED: $*"
    echo "--- what the viewer said:"
    tail -n 12 "$work/trace" 2>/dev/null || true
    exit 1
}

# The server chooses a free display number and prints it.
start_display() {
    exec 9<> <(:)
    Xvfb -displayfd 9 -screen 0 1920x1080x24 -nolisten tcp >/dev/null 2>&1 &
    server=$!
    local number
    read -r -t 20 number <&9 || fail "no virtual display"
    export DISPLAY=:$number
}

start() { # ARGS...: the viewer, until it has drawn its first frames
    : >"$work/trace"
    # RB_VIEWER_OPTIONS: more of them, to drive the same another way
    # shellcheck disable=SC2086
    "$viewer" --trace ${RB_VIEWER_OPTIONS:-} ${size:+--size "$size"} "$@" >>"$work/trace" 2>&1 &
    program=$!
    expect 'scene='
    window=$(xdotool search --sync --onlyvisible --pid $program | head -n 1)
    xdotool windowfocus --sync "$window"
}

# The last traced line with the state.
state() { grep '^scene=' "$work/trace" | tail -n 1; }

# Waits until the newest state matches; a slow machine gets its time.
expect() { # PATTERN...
    local pattern tries
    for ((tries = 0; tries < 300; tries++)); do
        local all=1
        for pattern in "$@"; do
            if [[ ! "$(state) " =~ $pattern ]]; then all=0; fi
        done
        if ((all)); then return; fi
        if ! kill -0 "$program" 2>/dev/null; then fail "the viewer ended while waiting for: $*"; fi
        sleep 0.1
    done
    fail "expected $*, got: $(state)"
}

# Waits until the named value of the state is another one.
expect_other() { # NAME OLD
    local tries
    for ((tries = 0; tries < 300; tries++)); do
        if [[ $(value "$1") != "$2" ]]; then return; fi
        sleep 0.1
    done
    fail "expected another $1 than $2"
}

expect_message() { # PATTERN
    local tries
    for ((tries = 0; tries < 300; tries++)); do
        if grep -q "^message=.*$1" "$work/trace"; then return; fi
        sleep 0.1
    done
    fail "expected a message like: $1"
}

press() { xdotool key "$@"; } # through the server, with modifiers as held by a hand

# Waits until a frame has seen the pointer there, however slow frames are: a click or drag between two frames
# would be lost. Outside the window it is never seen, so the wait ends after some seconds.
pointer_seen() { # X Y BUTTON-IS-DOWN
    local tries
    for ((tries = 0; tries < 100; tries++)); do
        if [[ "$(state) " == *" pointer=$1,$2,$3 "* ]]; then return; fi
        sleep 0.05
    done
}

move() { # X Y [BUTTON-IS-DOWN]
    xdotool mousemove --window "$window" "$1" "$2"
    pointer_seen "$1" "$2" "${3:-0}"
}

click() { # X Y
    move "$1" "$2"
    xdotool mousedown 1
    pointer_seen "$1" "$2" 1
    xdotool mouseup 1
    pointer_seen "$1" "$2" 0
}

drag() { # X1 Y1 X2 Y2 [BUTTON]
    local button=${5:-1} i
    move "$1" "$2"
    xdotool mousedown "$button"
    pointer_seen "$1" "$2" 1
    for i in 1 2 3 4; do
        move $(($1 + ($3 - $1) * i / 4)) $(($2 + ($4 - $2) * i / 4)) 1
    done
    xdotool mouseup "$button"
    pointer_seen "$3" "$4" 0
}

# Waits for a visible item of the panels, by its name in the trace; its centre is then (item_x, item_y).
find_item() { # NAME
    local tries places
    for ((tries = 0; tries < 300; tries++)); do
        places=$(grep '^places=' "$work/trace" | tail -n 1)
        if [[ "$places " =~ \ $1:([0-9]+),([0-9]+)\  ]]; then
            item_x=${BASH_REMATCH[1]}
            item_y=${BASH_REMATCH[2]}
            return
        fi
        sleep 0.1
    done
    fail "expected a visible item $1, got: $places"
}

click_item() { # NAME
    find_item "$1"
    click "$item_x" "$item_y"
}

drag_item() { # NAME DX
    find_item "$1"
    drag "$item_x" "$item_y" $((item_x + $2)) "$item_y"
}

stop() { # ends the viewer as a person would
    press ctrl+q
    expect_end
}

expect_end() { # of the viewer, and a good one
    local tries
    for ((tries = 0; tries < 300; tries++)); do
        if ! kill -0 "$program" 2>/dev/null; then break; fi
        sleep 0.1
    done
    local code=0
    wait "$program" || code=$?
    program=
    if ((code)); then fail "the viewer ended with status $code"; fi
}

value() { # NAME: of the newest state
    state | sed "s/.*\b$1=\([^ ]*\).*/\1/"
}
