#!/usr/bin/env bash
# Doxygen writes the reference without warnings, and includes every function of the public headers.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
if ! command -v doxygen >/dev/null; then
    echo "doxygen is not installed"
    exit 77
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

docs/make.sh "$scratch" || exit 1
missing=0
while IFS= read -r name; do
    if ! grep -rqF ">$name<" "$scratch/html" --include='globals_func*.html' --include='*_8h.html'; then
        echo "not in the reference: $name"
        missing=1
    fi
done < <(grep -ohE '^RB_API .*\brb_[a-z0-9_]+\(' include/rattleback/*.h | grep -oE 'rb_[a-z0-9_]+\($' | tr -d '(')
for file in docs/*.md; do
    page=$(basename "$file" .md)
    if [[ $page == article* ]]; then
        continue # docs/Doxyfile says why
    fi
    if [[ ! -f $scratch/html/md_docs_${page//-/_}.html ]]; then
        echo "not in the reference: $file"
        missing=1
    fi
done
exit $missing
