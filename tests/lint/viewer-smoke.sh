#!/usr/bin/env bash
# The viewer $1 starts without a display of its own, draws, writes a picture into folder $2 and
# leaves with status 0.
set -euo pipefail
viewer=$1
picture=$2/viewer-smoke.png

if ! command -v xvfb-run >/dev/null; then
    echo "xvfb-run is not installed"
    exit 77
fi
rm -f "$picture"
LIBGL_ALWAYS_SOFTWARE=1 timeout 100 xvfb-run -a -s '-screen 0 1280x720x24' \
    "$viewer" --screenshot "$picture"
if [[ ! -f $picture ]]; then
    echo "no picture was written: expected $picture"
    exit 1
fi
# An empty picture compresses to almost nothing.
size=$(wc -c <"$picture")
if ((size < 10000)); then
    echo "$picture has only $size bytes: expected a drawn window"
    exit 1
fi
echo "$picture: $size bytes"
