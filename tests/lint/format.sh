#!/usr/bin/env bash
# Our C files are formatted as .clang-format says. To repair: clang-format -i FILE...
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# Other versions lay out some lines differently; the version of Debian 12 is the reference.
version=$(clang-format --version 2>/dev/null | grep -o 'version [0-9]*' || true)
if [[ $version != 'version 14' ]]; then
    echo "clang-format 14 is needed for this check, found: ${version:-none}"
    exit 77
fi
find include src tests -name '*.[ch]' -print0 | xargs -0 clang-format --dry-run -Werror
