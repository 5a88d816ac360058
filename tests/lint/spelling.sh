#!/usr/bin/env bash
# Spelling: codespell over everything that is written by hand. spelling_words.txt lists words that codespell
# mistakes for errors, and errors that tests make on purpose.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
if ! command -v codespell >/dev/null; then
    echo "codespell is not installed"
    exit 77
fi
codespell --quiet-level 3 --ignore-words tests/lint/spelling_words.txt \
    --skip 'build,.git,*.po,*.svg,*.csv,*.png,*.webp,*.sha256,./tests/golden,./tests/fuzz/seeds,./tests/fuzz/finds,./docs/bench,./cmake/third-party*' .
