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

compile() { # COMPILER LANGUAGE STANDARD HEADER
    # Twice, so that a guard is needed, too.
    printf '#include <%s>\n#include <%s>\n' "$4" "$4" |
        "$1" -x "$2" -std="$3" -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -Iinclude \
            -fsyntax-only - || {
        echo "$4: not usable alone ($1, $3)"
        failed=1
    }
}

for header in "${headers[@]}"; do
    for compiler in gcc clang; do
        if command -v $compiler >/dev/null; then
            compile $compiler c c17 "$header"
            compile $compiler c++ c++17 "$header"
        fi
    done
    if [[ $header != rattleback/rattleback.h ]] &&
        ! grep -qF "#include \"$header\"" include/rattleback/rattleback.h; then
        echo "include/rattleback/rattleback.h: does not include $header"
        failed=1
    fi
done

# gcc lists the functions as it understood them, one a line, with where it saw them.
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
