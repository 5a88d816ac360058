#!/usr/bin/env bash
# Every public header compiles alone and without a warning, as C17 and as C++17, and the shared
# library $1 exports exactly the functions that they declare.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
library=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mapfile -t headers < <(cd include && ls rattleback/*.h)
failed=0
shopt -s lastpipe # the last command of a pipe must be able to set it

# Twice, to test the include guard.
# shellcheck disable=SC2317
compile() { # HEADER COMPILER LANGUAGE STANDARD
    printf '#include <%s>\n#include <%s>\n' "$1" "$1" |
        "$2" -x "$3" -std="$4" -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -Iinclude \
            -fsyntax-only - || {
        echo "$1: not usable alone ($2, $4)"
        return 1
    }
}
export -f compile

each_alone() { # COMPILER LANGUAGE STANDARD, headers on stdin
    if command -v "$1" >/dev/null; then
        xargs -P "$(nproc)" -I {} bash -c 'compile "$@"' - {} "$@" || failed=1
    fi
}

# The C++ library is slow to parse, so clang reads all headers at once in C++.
printf '%s\n' "${headers[@]}" | each_alone gcc c c17
printf '%s\n' "${headers[@]}" | each_alone gcc c++ c++17
printf '%s\n' "${headers[@]}" | each_alone clang c c17
printf '%s\n' rattleback/rattleback.h rattleback/studies.h | each_alone clang c++ c++17

for header in "${headers[@]}"; do
    if [[ $header != rattleback/rattleback.h && $header != rattleback/studies.h ]] &&
        ! grep -qF "#include \"$header\"" include/rattleback/{rattleback,studies}.h; then
        echo "include/rattleback: neither rattleback.h nor studies.h includes $header"
        failed=1
    fi
done

# gcc lists the functions as parsed, one per line, with their location.
for header in "${headers[@]}"; do
    gcc -x c -std=c17 -Iinclude -fsyntax-only -aux-info "$scratch/functions" "include/$header"
    sed -n 's#^/\* include/rattleback/.*\*/ extern [^(]*\b\(rb_[a-z0-9_]*\) (.*#\1#p' "$scratch/functions"
done | sort -u >"$scratch/declared"
nm -D --defined-only "$library" | awk '{ print $NF }' | sort -u >"$scratch/exported"
if ! diff "$scratch/declared" "$scratch/exported" >"$scratch/differences"; then
    sed -n 's/^< \(.*\)/\1: declared in a public header, not exported (RB_API is missing, or its code)/p
            s/^> \(.*\)/\1: exported, but declared in no public header/p' "$scratch/differences"
    failed=1
fi
echo "${#headers[@]} headers, $(wc -l <"$scratch/exported") functions exported"
exit $failed
