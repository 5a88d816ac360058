#!/usr/bin/env bash
# Doxygen writes the reference without warnings, includes every function of the public headers, and understands all
# links. It works in a folder with a space in its name: the reference has the same bytes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
if ! command -v doxygen >/dev/null; then
    echo "doxygen is not installed"
    exit 77
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

mkdir "$scratch/a copy"
cp -r ./*.md docs include packaging "$scratch/a copy"
docs/make.sh "$scratch" || exit 1
"$scratch/a copy/docs/make.sh" "$scratch/again" || exit 1
if ! diff -rq "$scratch/html" "$scratch/again/html"; then
    echo "the files above differ in another folder"
    exit 1
fi
missing=0
if grep -rlF '@ref ' "$scratch/html" --include='*.html'; then
    echo "links in the files above were not understood (a link's text on two lines?)"
    missing=1
fi
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
