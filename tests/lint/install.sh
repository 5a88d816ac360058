#!/usr/bin/env bash
# `cmake --install` from build folder $1 puts everything where a distribution expects it, and the
# installed programs find their scenes there.
set -euo pipefail
build=$1
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT

cmake --install "$build" --prefix "$prefix" >/dev/null
for file in bin/rbsim include/rattleback/rattleback.h share/rattleback/scenes/k11-fig5.json; do
    if [[ ! -f $prefix/$file ]]; then
        echo "not installed: $file"
        exit 1
    fi
done

# A scene that exists only below the prefix proves that it is looked for there.
cp "$prefix"/share/rattleback/scenes/{k11-fig5,only-installed}.json
cd "$prefix"
bin/rbsim run only-installed --until 0.01 --summary - >/dev/null
