#!/usr/bin/env bash
# ./run bench: measures simulations, friction laws, studies and the viewer on this machine, compares with
# other libraries ("rivals") and with WebAssembly ("web"). See ./run help.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source tools/setup.sh

# The viewer, drawn off-screen: the first picture, and the cost of a frame with eight runs. Skipped without
# a virtual display.
bench_viewer() {
    local laws=exact-circle,exact-ellipse,k11-p1,k11-p2,k11-tanh,coulomb,ak18,ka09-pade picture round
    if ! command -v xvfb-run >/dev/null; then return; fi
    picture=$(mktemp --suffix .png)
    export LIBGL_ALWAYS_SOFTWARE=1
    echo "first picture of k11-fig5 at 1280x720, CPU seconds of the whole program (user, system), $repeats times:"
    for ((round = 0; round < repeats; round++)); do
        # shellcheck disable=SC2016
        xvfb-run -a -s '-screen 0 1280x720x24' bash -c 'TIMEFORMAT="  %U %S"; time "$@" >/dev/null' \
            - $build/bin/rattleback k11-fig5 --screenshot "$picture" --at 0 2>&1
    done
    rm -f "$picture"
    xvfb-run -a -s '-screen 0 1280x720x24' $build/bin/rattleback k11-fig5 --bench --compare $laws || true
    echo "the same while a map is computed on the other cores:"
    xvfb-run -a -s '-screen 0 1280x720x24' $build/bin/rattleback k11-fig5 --bench --compare $laws \
        --press 'study map omega1=-1:1:61 omega2=-1:1:61 omega3_final' --press 'page plots' || true
}

bench_start() {
    local round
    echo "rbsim list of scenes, CPU seconds (user, system), $repeats times:"
    for ((round = 0; round < repeats; round++)); do
        (TIMEFORMAT="  %U %S" && time $build/bin/rbsim scenes >/dev/null) 2>&1
    done
}

# Every benchmark; the results are also written to FOLDER.
bench_all() { # FOLDER
    local repeats=7
    set_up
    compile bench_core bench_disk bench_elementary bench_film bench_lanes bench_laws bench_studies bench_history rbsim rattleback
    mkdir -p "$1"
    $build/bin/bench_core --repeats $repeats --csv "$1/scenes.csv" | tee "$1/scenes.txt"
    $build/bin/bench_lanes | tee "$1/lanes.txt"
    $build/bin/bench_laws | tee "$1/laws.txt"
    $build/bin/bench_elementary | tee "$1/elementary.txt"
    $build/bin/bench_studies | tee "$1/studies.txt"
    $build/bin/bench_disk | tee "$1/disk.txt"
    $build/bin/bench_film | tee "$1/film.txt"
    { $build/bin/bench_history && bench_start && bench_viewer; } | tee "$1/programs.txt"
    if command -v python3 >/dev/null; then tools/make_bench_pictures.py "$1"; fi
    say "Text, tables and charts are in $1."
}

# Benchmark rivals: other integrators and physics engines. Each is left out if its package is not available.
bench_rivals() { # [record] ARGUMENT...
    local name folder=build/bench
    if [[ ${1:-} == record ]]; then
        shift
        folder=docs/bench
    fi
    ensure_packages "${packages_sim[@]}" libgsl-dev
    for name in "${packages_rivals[@]}"; do
        (ensure_packages "$name") || say "Continuing without $name."
    done
    build=build/rivals
    call_cmake --preset rivals
    compile rivals
    export RATTLEBACK_DATA=$PWD/assets
    mkdir -p $folder
    $build/bin/work_precision --csv $folder/rivals.csv "$@" | tee $folder/rivals.txt
    $build/bin/engines | tee $folder/engines.txt
    bench_stone "$folder"
    if [[ -x $build/bin/bearing_cvode ]]; then $build/bin/bearing_cvode | tee $folder/bearing.txt; fi
    if command -v python3 >/dev/null; then tools/make_bench_pictures.py $folder; fi
    say "That took $((SECONDS / 60)) minutes $((SECONDS % 60)) s. Text, tables and charts are in $folder."
}

# The stone of K11 in Rapier and Jolt, which node runs.
bench_stone() { # FOLDER
    local work=build/engines
    if ! command -v npm >/dev/null; then
        say "Continuing without Rapier and Jolt (npm is not installed)."
        return
    fi
    mkdir -p $work
    cp tests/bench/rivals/stone.mjs $work
    if ! npm install --prefix $work --no-save --silent @dimforge/rapier3d-compat@0.21.0 jolt-physics@1.1.0; then
        say "Continuing without Rapier and Jolt (not installed)."
        return
    fi
    ./run sim run k11-fig5 --law coulomb --until 3 --summary $work/ours.json
    node $work/stone.mjs $work/ours.json | tee "$1/stone.txt"
}

# Physics as WebAssembly (node) and as native code, each scene with its own method: processor time of a step,
# the minimum over several processes, which alternate so that both see the same machine.
bench_web_physics() { # SCENE...
    local folder=$PWD/build/bench/web round
    set_up_sim
    compile bench_core
    local own=$build
    use_emscripten
    compile bench_core
    rm -rf "$folder" && mkdir -p "$folder"
    export RATTLEBACK_DATA=$PWD/assets
    for round in 1 2 3; do
        say "round $round of 3"
        $own/bin/bench_core --repeats 2 --methods own --csv "$folder/native$round.csv" "$@" >/dev/null 2>&1
        node --no-experimental-fetch $build/bin/bench_core.js --repeats 3 --methods own --csv "$folder/wasm$round.csv" "$@" >/dev/null 2>&1
    done
    awk -F, 'FNR == 1 { next }
             { row = $1 "," $2 "," $3; wasm = FILENAME ~ /wasm[0-9].csv$/
               if (!(row in named)) { named[row] = 1; rows[++count] = row }
               if (!((wasm, row) in least) || $9 < least[wasm, row]) least[wasm, row] = $9 }
             END { for (i = 1; i <= count; i++) {
                       split(rows[i], part, ","); ratio = least[1, rows[i]] / least[0, rows[i]]
                       sum += log(ratio); if (ratio > most) most = ratio
                       printf "%-20s %-14s %-7s %9.3f us %9.3f us in wasm  x %.2f\n",
                              part[1], part[2], part[3], least[0, rows[i]], least[1, rows[i]], ratio }
                   printf "%d scenes, a step: x %.2f in the mean, x %.2f at most\n", count, exp(sum / count), most }' \
        "$folder"/native?.csv "$folder"/wasm?.csv
}

# The cost of a frame of the page in a headless browser.
bench_web_page() {
    if ! command -v chromedriver >/dev/null; then
        say "Not measured: frames of the page (chromium and chromium-driver are not installed)."
        return
    fi
    ./run web
    python3 tests/web/bench_page.py build/web build/bench/page
}

bench_web() { # [SCENE...] or page
    ensure_packages "${packages_web[@]}"
    mkdir -p build/bench
    {
        if [[ ${1:-} != page ]]; then bench_web_physics "$@"; fi
        if (($# == 0)) || [[ $1 == page ]]; then bench_web_page; fi
    } | tee build/bench/web.txt
}

case ${1:-} in
web) bench_web "${@:2}" ;;
'') bench_all build/bench ;;
record) bench_all docs/bench ;;
rivals) bench_rivals "${@:2}" ;;
laws | lanes | studies | disk | elementary | film)
    set_up_sim
    compile "bench_$1"
    exec "$build/bin/bench_$1" "${@:2}"
    ;;
*)
    set_up_sim
    compile bench_core
    exec $build/bin/bench_core "$@"
    ;;
esac
