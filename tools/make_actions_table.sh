#!/usr/bin/env bash
# Writes the table of actions into docs/viewer.md. usage: tools/make_actions_table.sh [RATTLEBACK]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
viewer=${1:-build/release/bin/rattleback}

awk -v command="$viewer --actions-table" '
    /^<!-- made by .*: end -->$/ { inside = 0 }
    !inside { print }
    /^<!-- made by .*: begin -->$/ { inside = 1; while ((command | getline line) > 0) print line }
' docs/viewer.md >docs/viewer.md.new
mv docs/viewer.md.new docs/viewer.md
