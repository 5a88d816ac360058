#!/usr/bin/env bash
# Builds the page that the other tests open. Exit status 77 if it cannot be built.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

for tool in emcc node brotli; do
    if ! command -v "$tool" >/dev/null; then
        echo "skipped, $tool is not installed (./run test installs it on Debian)"
        exit 77
    fi
done
if ! /usr/bin/python3 -c 'import fontTools' 2>/dev/null; then
    echo "skipped, fonttools is not installed (./run test installs it on Debian)"
    exit 77
fi
RATTLEBACK_NO_INSTALL=1 ./run web
