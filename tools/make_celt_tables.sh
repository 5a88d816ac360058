#!/usr/bin/env bash
# Writes docs/celt-tables.md and docs/celt-compare.svg: every celt scene under every law that fits it.
# Takes some minutes. usage: tools/make_celt_tables.sh [RBSIM]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
rbsim=${1:-build/release/bin/rbsim}
export RATTLEBACK_DATA=$PWD/assets

# Celts on a table at rest.
scenes() { grep -l '"kind": "celt"' assets/scenes/*.json | xargs grep -L '"base"' | xargs -n 1 basename -s .json; }

tables() {
    cat <<'TEXT'
# Every celt scene under every law

Made by `tools/make_celt_tables.sh`, which calls `rbsim compare SCENE --table --solver rodas`. The
scene's own law comes first; the others take the scene's μ, patch and rolling resistance, and their
own parameters where these have no counterpart. [celt.md](celt.md) says how to read it.
TEXT
    local scene
    for scene in $(scenes); do
        printf '\n## %s\n\n```\n' "$scene"
        "$rbsim" compare "$scene" --table --solver rodas | sed '1,/^$/d; s/ *$//'
        printf '```\n'
    done
}

tables >docs/celt-tables.md.new
mv docs/celt-tables.md.new docs/celt-tables.md
"$rbsim" compare k11-fig5 --laws exact-circle,k11-tanh,k11-p2,k11-p1,coulomb --solver rodas \
    --svg docs/celt-compare.svg
