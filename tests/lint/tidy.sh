#!/usr/bin/env bash
# Runs clang-tidy on every file that the build in folder $1 compiles.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
build=$1

if ! command -v clang-tidy >/dev/null; then
    echo "clang-tidy is not installed"
    exit 77
fi
# One "file" line per compiled file; generated files are excluded.
mapfile -t files < <(sed -n 's/^ *"file": "\(.*\)",\{0,1\}$/\1/p' "$build/compile_commands.json" |
    grep -v "^$build/" | sort -u)
if ((${#files[@]} == 0)); then
    echo "no compiled files found in $build/compile_commands.json"
    exit 1
fi
echo "checking ${#files[@]} files"
# Limits the analyzer to this number of states per function, a quarter of its default: the few functions with
# more took most of the time.
states=(--extra-arg=-Xclang --extra-arg=-analyzer-config --extra-arg=-Xclang --extra-arg=max-nodes=50000)
printf '%s\0' "${files[@]}" |
    xargs -0 -n 4 -P "$(nproc)" clang-tidy -p "$build" "${states[@]}" --quiet 2>/dev/null
