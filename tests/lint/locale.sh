#!/usr/bin/env bash
# locale.sh TEST_LOCALE RBSIM LIBRARY: numbers are read and written the same in locales with a decimal
# comma (de_DE) and with other rules for letters (tr_TR), in C, in rbsim and in Python. LIBRARY is the
# shared library, or "".
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
test=$1 rbsim=$2 library=$3
command -v localedef >/dev/null || exit 77
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

plain=$("$rbsim" run k11-fig5 --set mu=0.3 --until 0.05 --csv -)
for locale in de_DE tr_TR; do
    # localedef returns status 1 for a warning.
    localedef -i $locale -f UTF-8 "$scratch/$locale.UTF-8" 2>"$scratch/log" || true
    if [[ ! -f $scratch/$locale.UTF-8/LC_NUMERIC ]]; then
        cat "$scratch/log"
        exit 77 # the package "locales" is not installed
    fi
    export LOCPATH=$scratch
    "$test" $locale.UTF-8
    [[ $(LC_ALL=$locale.UTF-8 "$rbsim" run k11-fig5 --set mu=0.3 --until 0.05 --csv -) == "$plain" ]] || {
        echo "rbsim: another table under LC_ALL=$locale.UTF-8"
        exit 1
    }
    if [[ -n $library ]] && python3 -c 'import numpy' 2>/dev/null; then
        RATTLEBACK_LIBRARY=$library PYTHONPATH=python LOCALE=$locale.UTF-8 python3 - <<'PYTHON'
import locale, os
import rattleback as rb
locale.setlocale(locale.LC_ALL, os.environ["LOCALE"])
assert locale.localeconv()["decimal_point"] == ","
run = rb.run("k11-fig5", set={"mu": 0.3}, until=0.05)
assert run["t"][-1] == 0.05, run
try:
    rb.run("k11-fig5", set={"mu": 10.5})
except rb.RattlebackError as problem:
    assert "got 10.5" in str(problem), problem
else:
    raise AssertionError("mu = 10.5 was accepted")
PYTHON
    fi
done
