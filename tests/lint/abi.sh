#!/usr/bin/env bash
# abi.sh [renew]: the binary interface of the public headers is the one described in tests/lint/rattleback.abi
# (docs/api.md). Compared is a library of stubs with the public prototypes, so that no debug build is needed;
# headers.sh checks that the real library exports the same functions. "renew" writes a new description.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
for tool in abidw abidiff gcc; do
    command -v $tool >/dev/null || {
        echo "$tool is not installed (package abigail-tools)"
        exit 77
    }
done
if [[ $(uname -m) != x86_64 ]]; then
    echo "the description is for x86-64"
    exit 77
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
description=tests/lint/rattleback.abi

printf '#include <rattleback/rattleback.h>\n#include <rattleback/studies.h>\n' >"$scratch/stubs.c"
gcc -std=c17 -Iinclude -fsyntax-only -aux-info "$scratch/functions" "$scratch/stubs.c"
# "/* FILE:LINE:NC */ extern TYPE NAME (TYPES);" becomes a definition; gcc 11 and later need no parameter names.
sed -n 's#^/\* include/rattleback/.*\*/ extern \(.*\brb_[a-z0-9_]* (.*)\);$#\1 { __builtin_trap(); }#p' \
    "$scratch/functions" | sort -u >>"$scratch/stubs.c"
gcc -std=c2x -Iinclude -g -O0 -fPIC -shared -w -o "$scratch/librattleback.so" "$scratch/stubs.c" || exit 77
count=$(grep -c builtin_trap "$scratch/stubs.c")
((count > 100)) || { echo "only $count public functions were found"; exit 1; }
if [[ ${1:-} == renew ]]; then
    abidw --no-show-locs --no-comp-dir-path --no-corpus-path --no-elf-needed "$scratch/librattleback.so" |
        sed "s#path='[^']*/stubs.c'#path='stubs.c'#" >$description
    exit
fi
status=0
abidiff --no-show-locs "$description" "$scratch/librattleback.so" >"$scratch/differences" || status=$?
if ((status & 3)); then # abidiff itself failed
    cat "$scratch/differences"
    exit 77
fi
if ((status)); then
    cat "$scratch/differences"
    echo "the binary interface differs from $description; if that is meant: tests/lint/abi.sh renew"
    exit 1
fi
echo "$count functions: the binary interface is as described"
