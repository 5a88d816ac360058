#!/usr/bin/env bash
# `./run sim` asks for no graphics, neither as packages nor when configuring, and uses a folder with
# everything where there is one. Programs that only write down what they were asked stand in for apt,
# cmake and ninja on a machine that has nothing installed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source=$PWD
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() {
    printf '%s\n' "$*" "asked for:" "$(cat "$scratch/asked" 2>/dev/null)"
    exit 1
}

stand_in() { # NAME BODY
    printf '#!/bin/bash\necho "%s $*" >>"%s/asked"\n%s\n' "$1" "$scratch" "$2" >"$scratch/tools/$1"
    chmod +x "$scratch/tools/$1"
}

mkdir "$scratch/tools" "$scratch/clone"
cp run "$scratch/clone"
stand_in apt-get ''
stand_in dpkg-query ''
stand_in sudo 'exec "$@"'
stand_in ninja ''
# Configuring leaves a build.ninja, building a program that says where it is.
# shellcheck disable=SC2016
stand_in cmake '
preset=$(sed -n "s/.*--preset \([a-z]*\).*/\1/p" <<<"$*")
if [[ -n $preset ]]; then mkdir -p build/$preset && touch build/$preset/build.ninja; fi
if [[ $1 == --build ]]; then
    mkdir -p "$2/bin" && printf "#!/bin/sh\necho $2 \$*\n" >"$2/bin/rbsim" && chmod +x "$2/bin/rbsim"
fi'

run_sim() {
    rm -f "$scratch/asked"
    (cd "$scratch/clone" && env -u RATTLEBACK_NO_INSTALL PATH="$scratch/tools:/usr/bin:/bin" ./run sim "$@" 2>/dev/null)
}

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

# The real preset: a build that knows no viewer, hence looks for no library of its.
cmake -S "$source" --preset sim -B "$scratch/sim" >"$scratch/asked" 2>&1 || fail "the preset sim cannot be configured"
if ninja -C "$scratch/sim" -t targets all | grep -E '^(bin/)?rattleback:'; then fail "the preset sim builds the viewer"; fi
