#!/usr/bin/env bash
# The examples and the Python module against an installed prefix ($1: the build folder), with nothing
# of the source tree in reach but the tests themselves.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
build=$1
tests=$PWD/tests/python
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unset RATTLEBACK_DATA RATTLEBACK_LIBRARY

fail() {
    echo "$*"
    exit 1
}

cmake --install "$build" --prefix "$scratch/prefix" >/dev/null
cd "$scratch"
examples=$(dirname "$(find prefix/share -name own_law.c)")
cmake -S "$examples" -B examples -G Ninja -DCMAKE_PREFIX_PATH="$PWD/prefix" >log 2>&1 || fail "$(cat log)"
cmake --build examples >log 2>&1 || fail "$(cat log)"

reported=$(examples/reversal)
# K11 Fig. 5 with the scene's own law: the time is that of tests/sim/test_simulation_k11.c.
grep -q '^0\.70.* s: the spin has reversed' <<<"$reported" || fail "reversal: $reported"
grep -q ': 1 reversal' <<<"$reported" || fail "reversal: $reported"
if examples/reversal nosuch 2>/dev/null; then fail "reversal: an unknown scene was accepted"; fi
reported=$(examples/own_law)
grep -q '^own-ellipse .*reverses at 0\.[67]' <<<"$reported" || fail "own_law: $reported"
reported=$(examples/own_surface)
grep -q '^own-egg .*reverses at 0\.[678]' <<<"$reported" || fail "own_surface: $reported"
reported=$(examples/own_body)
# At phi = 0 after a quarter of a pendulum's period from 0.8 rad, K(sin 0.4) sqrt(l/g) = 0.16518 s.
grep -q '^0\.1652 s: strikes the wall' <<<"$reported" || fail "own_body: $reported"
grep -q ' strokes, energy balance closes to [0-9.]*e-0[7-9]\|e-1' <<<"$reported" || fail "own_body: $reported"
reported=$(examples/control_loop 2)
grep -q '^t 2.00 s  spin -[23]\.' <<<"$reported" || fail "control_loop: $reported"
grep -q 'energy balance off by [0-9.]*e-\(0[6-9]\|1\)' <<<"$reported" || fail "control_loop: $reported"
# The same file in C, as C++ and by pkg-config.
libdir=$PWD/$(dirname "$(find prefix -name librattleback.so)")
export PKG_CONFIG_PATH=$libdir/pkgconfig
read -ra flags <<<"-Wall -Wextra -Wpedantic -Werror $(pkg-config --cflags rattleback)"
read -ra libraries <<<"$(pkg-config --libs rattleback) -lm -Wl,-rpath,$libdir"
gcc -std=c17 "${flags[@]}" "$examples/outside.c" "${libraries[@]}" -o outside-c
g++ -std=c++17 "${flags[@]}" -x c++ "$examples/outside.c" -x none "${libraries[@]}" -o outside-cpp
for program in examples/outside ./outside-c ./outside-cpp; do
    reported=$($program)
    grep -q '^law outside-ellipse on a shaking table: .* balance off by [0-9]e-\(0[6-9]\|1\)' <<<"$reported" ||
        fail "$program: $reported"
    grep -q '^from a checkpoint: the same bits$' <<<"$reported" || fail "$program: $reported"
    # A damped spring loses all of its energy before it rests.
    grep -q '^body outside-spring: ends by rest at .* lost 1\.000 of its energy$' <<<"$reported" ||
        fail "$program: $reported"
done
reported=$(examples/real_time 0.3)
grep -q '^t 0\.000 s  spin' <<<"$reported" || fail "real_time: $reported"

python=/usr/bin/python3
if ! $python -c 'import numpy' 2>/dev/null; then
    echo "the Python module was not tried: Debian's python3-numpy is missing"
    exit 77
fi
export PYTHONPATH=$PWD/prefix/lib/python3/dist-packages RBSIM=$PWD/prefix/bin/rbsim
export PYTHONDONTWRITEBYTECODE=1
for file in test_rattleback test_studies test_laws; do
    $python "$tests/$file.py" 2>log || fail "$(cat log)"
done
if $python -m mypy --version >/dev/null 2>&1; then
    $python -m mypy --strict --cache-dir=mypy-cache "$PYTHONPATH/rattleback" >log || fail "$(cat log)"
fi
if $python -c 'import matplotlib' 2>/dev/null; then
    $python "$examples/k11_fig5.py" fig5.png >log 2>&1 || fail "$(cat log)"
    [[ $(head -c 4 fig5.png | tail -c 3) == PNG ]] || fail "k11_fig5.py made no picture"
    MPLBACKEND=Agg $python "$tests/run_notebook.py" "$examples/tutorial.ipynb" >log 2>&1 || fail "$(cat log)"
fi
