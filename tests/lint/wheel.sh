#!/usr/bin/env bash
# The Python wheel: made twice with the same bytes; its tag names the glibc of the newest symbol that its library
# needs, counted here with objdump; installed without network into a fresh environment, a scene gives the state
# hash of rbsim ($1), which is built with other flags and another cJSON.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
rbsim=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unset RATTLEBACK_DATA RATTLEBACK_LIBRARY PYTHONPATH

fail() {
    printf '%s\n' "$*"
    exit 1
}

python=
for candidate in python3 /usr/bin/python3; do
    if [[ -z $python ]] && $candidate -c 'import numpy, venv, ensurepip' 2>/dev/null; then python=$candidate; fi
done
if [[ -z $python ]]; then
    echo "no Python with numpy, venv and ensurepip is installed"
    exit 77
fi

RATTLEBACK_NO_INSTALL=1 ./run wheel 2>"$scratch/log" >&2 || fail "$(cat "$scratch/log")"
export SOURCE_DATE_EPOCH=1700000000
tools/artefacts.py wheel build/portable "$scratch/first"
sleep 2 # a time in the file would differ: zip files count in steps of two seconds
tools/artefacts.py wheel build/portable "$scratch/second" >/dev/null
cmp "$scratch"/first/*.whl "$scratch"/second/*.whl || fail "two wheels of one build differ"
wheel=$(echo "$scratch"/first/*.whl)

mkdir "$scratch/inside"
(cd "$scratch/inside" && $python -m zipfile -e "$wheel" .)
library=$scratch/inside/rattleback/lib/librattleback.so
newest=$(objdump -T "$library" | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -n 1)
[[ $wheel == *-py3-none-manylinux_$(tr . _ <<<"${newest#GLIBC_}")_$(uname -m).whl ]] ||
    fail "$(basename "$wheel"): the library needs $newest"
needed=$(objdump -p "$library" | sed -n 's/^ *NEEDED *//p' | grep -vE '^(lib(c|m)\.so\.6|libdl\.so\.2|libpthread\.so\.0|ld-linux-.*)$' || true)
[[ -z $needed ]] || fail "the library needs more than glibc: $needed"
if objdump -T "$library" | grep -i cjson; then fail "the library exports names of cJSON"; fi
if grep -rlaF "$PWD/" "$scratch/inside"; then fail "the files above contain $PWD"; fi

# pip checks names and sizes of RECORD only when it uninstalls: the hashes are compared here.
$python tests/lint/wheel_record.py "$scratch/inside"

# numpy is the one of the system: there is no network. Nothing else of it may be used.
$python -m venv --system-site-packages "$scratch/fresh"
"$scratch/fresh/bin/pip" --disable-pip-version-check install --quiet --no-index "$wheel" || fail "pip refused the wheel"
cd "$scratch" # away from the source tree
cat >run.py <<'PROGRAM'
import rattleback, sys
assert rattleback.__file__.startswith(sys.prefix), rattleback.__file__
print(rattleback.version(), len(rattleback.scenes()))
for scene in ("k11-fig5", "tippetop-leine-glocker", "toy-plastic"):
    print(f"{rattleback.run(scene, until=0.5).state_hash}")
PROGRAM
env -i HOME="$scratch" fresh/bin/python run.py >got
{
    echo "$("$rbsim" --version | sed 's/^rbsim //') $(ls inside/rattleback/share/rattleback/scenes | wc -l)"
    for scene in k11-fig5 tippetop-leine-glocker toy-plastic; do
        "$rbsim" run $scene --until 0.5 --summary - | sed -n 's/.*"state_hash":[ \t]*"\([0-9a-f]*\)".*/\1/p'
    done
} >expected
diff expected got || fail "the wheel and rbsim disagree"
fresh/bin/pip --disable-pip-version-check uninstall --quiet --yes rattleback-dynamics
[[ -z $(find fresh -ipath '*rattleback*') ]] || fail "uninstalling left: $(find fresh -ipath '*rattleback*')"
cat got
