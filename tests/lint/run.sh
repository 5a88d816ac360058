#!/usr/bin/env bash
# What ./run asks of a machine with nothing installed: `sim` needs no graphics, neither as packages nor when
# configuring, and uses an existing full build; `test` needs no browser, no cross compilers and no emscripten,
# `test all` does; a failing test is followed by the command that repeats it, and ctest's line comes last.
# Stand-ins for apt, cmake, ninja and ctest record how they are called.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source=$PWD
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() {
    printf '%s\n' "$*" "asked for:" "$(cat "$scratch/asked" 2>/dev/null)"
    exit 1
}

fake() { # NAME BODY
    printf '#!/bin/bash\necho "%s $*" >>"%s/asked"\n%s\n' "$1" "$scratch" "$2" >"$scratch/tools/$1"
    chmod +x "$scratch/tools/$1"
}

mkdir "$scratch/tools" "$scratch/clone"
mkdir "$scratch/clone/tools"
cp run "$scratch/clone"
cp tools/*.sh tools/*.py "$scratch/clone/tools"
fake apt-get ''
fake dpkg-query ''
fake sudo 'exec "$@"'
fake ninja ''
# Configuring creates a build.ninja, building a program that prints its location.
# shellcheck disable=SC2016
fake cmake '
preset=$(sed -n "s/.*--preset \([a-z]*\).*/\1/p" <<<"$*")
if [[ -n $preset ]]; then mkdir -p build/$preset && touch build/$preset/build.ninja; fi
if [[ $1 == --build ]]; then
    mkdir -p "$2/bin" && printf "#!/bin/sh\necho $2 \$*\n" >"$2/bin/rbsim" && chmod +x "$2/bin/rbsim"
fi'

# Two tests, one of them only in the full set.
# shellcheck disable=SC2016
fake ctest '
case "$*" in
*" -N -V "*-LE*) echo "Labels: unit" ;;
*" -N -V"*) echo "Labels: unit"; echo "Labels: web full"; echo "Labels: determinism full" ;;
*" -N "*) echo "  Test #1: web_build" ;;
*) echo "1/2 Test #1: test_math ....   Passed    0.01 sec"
    echo "2/2 Test #2: web_build ....***Failed    0.01 sec"
    echo "50% tests passed, 1 tests failed out of 2"
    exit 8 ;;
esac'

run() { # ARGUMENT...
    rm -f "$scratch/asked"
    (cd "$scratch/clone" && env -u RATTLEBACK_NO_INSTALL PATH="$scratch/tools:/usr/bin:/bin" ./run "$@" 2>/dev/null)
}
run_sim() { run sim "$@"; }

result=$(run_sim run some-scene) || fail "./run sim failed on an empty machine"
[[ $result == "build/sim run some-scene" ]] || fail "expected rbsim from build/sim, got: $result"
grep -q 'apt-get .*install.* libcjson-dev' "$scratch/asked" || fail "libcjson-dev was not installed"
if grep -E 'apt-get .*(libgl|libx|mesa|fonts|xvfb|cglm)' "$scratch/asked"; then fail "graphics were installed"; fi
result=$(run_sim scenes)
if grep -q -e --preset "$scratch/asked"; then fail "configured again"; fi

mkdir -p "$scratch/clone/build/release"
touch "$scratch/clone/build/release/build.ninja"
echo "RB_THIRD_PARTY_PREFIX:INTERNAL=$scratch" >"$scratch/clone/build/release/CMakeCache.txt"
result=$(run_sim scenes)
[[ $result == "build/release scenes" ]] || fail "expected rbsim from the full build/release, got: $result"

# Without apt: the command of another system is named, and nothing is installed.
mkdir "$scratch/other"
for tool in bash cat dirname env grep id mkdir sed uname; do ln -s "$(command -v $tool)" "$scratch/other/$tool"; done
for manager in dnf pacman zypper brew; do
    printf '#!/bin/sh\necho installed >>"%s/installed"\n' "$scratch" >"$scratch/other/$manager"
    chmod +x "$scratch/other/$manager"
    message=$(cd "$scratch/clone" && env -u RATTLEBACK_NO_INSTALL PATH="$scratch/other" ./run view 2>&1) &&
        fail "./run succeeded without a compiler"
    [[ $message == *"Install them with: $manager "*cmake*ninja* ]] ||
        fail "$manager: expected its command, got: $message"
    [[ $message == *libXrandr-devel* || $message == *libxrandr* ]] || fail "$manager: no package of Xrandr: $message"
    message=$(cd "$scratch/clone" && env -u RATTLEBACK_NO_INSTALL PATH="$scratch/other" ./run tarball 2>&1) &&
        fail "./run tarball succeeded without a compiler"
    [[ $message == *"Install them with: $manager "*cmake*python*binutils* ]] || fail "$manager, tarball: got: $message"
    rm "$scratch/other/$manager"
done
[[ ! -e $scratch/installed ]] || fail "./run installed something"

# Uninstalling deletes what was made, and nothing else.
mkdir -p "$scratch/cache/third-party" "$scratch/again"
cp -r "$scratch/clone/." "$scratch/again"
mkdir -p "$scratch/again/build" "$scratch/again/dist"
touch "$scratch/cache/other"
(cd "$scratch/again" && RATTLEBACK_CACHE=$scratch/cache ./run uninstall 2>/dev/null)
[[ ! -e $scratch/again/build && ! -e $scratch/cache/third-party && -e $scratch/cache/other && -e $scratch/again/run && -d $scratch/again/dist ]] ||
    fail "./run uninstall: left $(ls "$scratch/again" "$scratch/cache")"

# The real preset: a build without the viewer, which needs none of its libraries.
cmake -S "$source" --preset sim -B "$scratch/sim" >"$scratch/asked" 2>&1 || fail "the preset sim cannot be configured"
if ninja -C "$scratch/sim" -t targets all | grep -E '^(bin/)?rattleback:'; then fail "the preset sim builds the viewer"; fi

# Sets of tests.
heavy='apt-get .*install.* (emscripten|chromium|gcc-aarch64-linux-gnu|qemu-user|clang-tidy|libopenmpi-dev)'
result=$(run test) && fail "./run test succeeded although a test failed"
grep -q 'apt-get .*install.* libcmocka-dev' "$scratch/asked" || fail "./run test did not install libcmocka-dev"
if grep -qE "$heavy" "$scratch/asked"; then fail "./run test installed packages of the full set"; fi
[[ $(tail -n 1 <<<"$result") == '50% tests passed'* ]] || fail "expected ctest's summary as the last line, got: $result"
grep -qF "./run test -R '^web_build\$'" <<<"$result" || fail "no command to repeat the failure: $result"
if grep -qF 'test_math$' <<<"$result"; then fail "a command to repeat a test that passed: $result"; fi
result=$(run test all) && fail "./run test all succeeded although a test failed"
for package in emscripten chromium gcc-aarch64-linux-gnu; do
    grep -q "apt-get .*install.* $package" "$scratch/asked" || fail "./run test all did not install $package"
done
result=$(run test -R web) || true
grep -q 'apt-get .*install.* chromium' "$scratch/asked" || fail "./run test -R web did not install chromium"
grep -q -- '^ctest .*-R web$' "$scratch/asked" || fail "-R was not passed to ctest"
if run test everything; then fail "an unknown set of tests was accepted"; fi
