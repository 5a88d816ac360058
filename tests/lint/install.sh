#!/usr/bin/env bash
# `cmake --install` from build folder $1 puts everything where a distribution expects it: programs
# and library find their scenes there, and others can build on the library, in C and in C++, with
# find_package and with pkg-config, shared and static.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
build=$1
consumer=$PWD/tests/lint/consumer
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unset RATTLEBACK_DATA

fail() {
    echo "$*"
    exit 1
}

# Nothing may depend on the installation prefix: it is moved before the tests.
cmake --install "$build" --prefix "$scratch/first" >/dev/null
prefix=$scratch/prefix
mv "$scratch/first" "$prefix"
for file in bin/rbsim include/rattleback/rattleback.h share/rattleback/scenes/k11-fig5.json \
    share/bash-completion/completions/rbsim share/zsh/site-functions/_rbsim share/man/man1/rbsim.1; do
    [[ -f $prefix/$file ]] || fail "not installed: $file"
done
if grep -rlF -e "$PWD" -e "$scratch/first" "$prefix" | grep .; then
    fail "the files above know a folder of the machine they were built on"
fi

# A scene that exists only below the prefix proves that it is searched there.
cp "$prefix"/share/rattleback/scenes/{k11-fig5,only-installed}.json
cd "$scratch"
summary=$(prefix/bin/rbsim run only-installed --solver scene --until 0.01 --summary -)
version=$(prefix/bin/rbsim --version)
expected="${version#rbsim } $(sed -n 's/.*"state_hash":[ \t]*"\([0-9a-f]*\)".*/\1/p' <<<"$summary")"
[[ $expected == *' '????????* ]] || fail "no state_hash in the summary: $summary"

check() { # PROGRAM KIND
    local data='' needed=no
    # A static program is outside the prefix and needs the folder of the scenes.
    if [[ $2 == static ]]; then data=$prefix/share/rattleback; fi
    if readelf -d "$1" | grep -q 'NEEDED.*librattleback'; then needed=yes; fi
    [[ $needed == "$([[ $2 == shared ]] && echo yes || echo no)" ]] ||
        fail "$1: $2, but needs librattleback.so: $needed"
    result=$(LD_LIBRARY_PATH=$libdir RATTLEBACK_DATA=$data "$1" only-installed)
    [[ $result == "$expected" ]] || fail "$1: expected $expected, got $result"
}

libdir=$(dirname "$(find "$prefix" -name librattleback.so)")
cmake -S "$consumer" -B found -G Ninja -DCMAKE_PREFIX_PATH="$prefix" -DVERSION="$(sed "s/^rbsim //; s/-.*//" <<<"$version")" \
    -DCMAKE_BUILD_TYPE=Debug >cmake.log 2>&1 || fail "$(cat cmake.log)"
cmake --build found >build.log || fail "$(cat build.log)"
for language in c c++; do
    check found/$language-rattleback shared
    check found/$language-rattleback_static static
done

export PKG_CONFIG_PATH=$libdir/pkgconfig
[[ $(pkg-config --modversion rattleback) == "${version#rbsim }" ]] || fail "rattleback.pc: another version"
cp "$consumer/consumer.c" consumer.cpp
read -ra flags <<<"-Wall -Wextra -Wpedantic -Werror $(pkg-config --cflags rattleback)"
read -ra shared <<<"$(pkg-config --libs rattleback)"
read -ra static <<<"$(pkg-config --libs --static rattleback)"
static=("${static[@]/#-lrattleback/-l:librattleback.a}")
gcc -std=c17 "${flags[@]}" "$consumer/consumer.c" "${shared[@]}" -o c-shared
gcc -std=c17 "${flags[@]}" "$consumer/consumer.c" "${static[@]}" -o c-static
g++ -std=c++17 "${flags[@]}" consumer.cpp "${shared[@]}" -o c++-shared
g++ -std=c++17 "${flags[@]}" consumer.cpp "${static[@]}" -o c++-static
for language in c c++; do
    check ./$language-shared shared
    check ./$language-static static
done
