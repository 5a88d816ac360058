#!/usr/bin/env bash
# The main views look as they do in docs/pictures, within a tolerance.
#   pictures.sh VIEWER FOLDER SAME_PICTURE          compare
#   pictures.sh VIEWER FOLDER --update              draw them again (after a look at the result)
set -euo pipefail
docs=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../docs/pictures" && pwd)
same=$3
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
start_display

four=exact-circle,k11-tanh,k11-p2,k11-p1
stones=k15-a1,exact-ellipse,ak18,k15-a0
views=(
    "demonstration toy-plastic --at 2.2"
    "microscope k15-a1 --at 0.7 --theme dark"
    "law-view k11-fig5 --compare $four --at 0.62 --panel laws --layout overlay"
    "comparison-grid k11-fig5 --compare $four --at 3"
    "comparison-overlay k15-a1 --compare $stones --at 1.5 --layout overlay --theme dark"
    "tippe-top tippetop-wood --at 4.5 --press spheres"
    "presenter tippetop-wood --at 1.1 --theme dark --press presenter"
    "plots tippetop-ka09 --at 2 --press theory"
    "lesson --link ?lesson=spin-it&step=5 --at 2.5"
)
for view in "${views[@]}"; do
    read -r name arguments <<<"$view"
    # shellcheck disable=SC2086
    "$viewer" $arguments --size 1280x720 --screenshot "$name.png" || fail "$name: not drawn"
    if [[ $same == --update ]]; then
        # 256 colours are enough to look at and to compare, and a fifth of the size.
        ffmpeg -y -v error -i "$name.png" -vf \
            'split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=dither=none' \
            -frames:v 1 "$docs/$name.png"
        continue
    fi
    echo -n "$name: "
    "$same" "$name.png" "$docs/$name.png" || fail "$work/$name.png does not look like docs/pictures/$name.png"
done
