#!/usr/bin/env bash
# make.sh FOLDER: the reference of the library's interface, with the pages of prose, as FOLDER/html. Fails
# with Doxygen's messages, even for one undocumented field.
set -euo pipefail
folder=$1
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Doxygen cannot follow links between pages in a folder with a space in its name.
if [[ $PWD == *' '* ]]; then
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    cp -r ./*.md docs include packaging "$scratch"
    cd "$scratch"
fi

version=$(sed -n 's/^#define RB_VERSION_[A-Z]* \([0-9]*\).*/\1/p' include/rattleback/base.h | paste -sd .)
version+=$(sed -n 's/^#define RB_PRERELEASE "\([^"]*\)".*/\1/p' include/rattleback/base.h)
RB_DOCS=$folder RB_VERSION=$version doxygen docs/Doxyfile
