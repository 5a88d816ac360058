#!/usr/bin/env bash
# fuzz.sh FOLDER MINUTES: every harness in FOLDER gets its share of the time. What it finds is kept in
# tests/fuzz/finds/HARNESS, from where the test suite replays it. Status 1 if anything was found.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
readonly programs=$1/tests/fuzz minutes=$2 work=$1/work
readonly harnesses=(scene round_trip cli settings actions link journal csv lesson)
export RATTLEBACK_DATA=$PWD/assets
# A division by zero of doubles is defined and used; a leak, an overflow or a cast out of range is not.
export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1

for harness in "${harnesses[@]}"; do # one that is not there would find nothing
    [[ -x $programs/fuzz_$harness ]] || { echo "fuzz: $programs/fuzz_$harness was not built" >&2 && exit 1; }
done
seconds=$(awk -v m="$minutes" -v n=${#harnesses[@]} 'BEGIN { s = int(60 * m / n); print s < 1 ? 1 : s }')
begin=$SECONDS
executions=0 found=0

# Words that files of this kind are made of: the fuzzer puts them in whole.
make_dictionary() { # FILE
    grep -ohE '"[A-Za-z0-9_.-]+"' assets/scenes/*.json | sort -u | sed 's/^"\(.*\)"$/"\1"/' >"$1"
    printf '"%s"\n' 1e999 -1e308 1e-320 NaN null true false --set --law --solver rodas --csv --svg \
        --summary --start --every --step --rtol --omega --json 'version = 1' 'set ' 'open ' \
        friction= normal= rolling= mu= 'scene=' '&set=' '&compare=' 'mu:' '&flick=' %22 'id:' 'name:' 'start:' >>"$1"
}

seeds() { # HARNESS
    if [[ $1 == scene || $1 == lesson ]]; then echo "assets/$1s"; else echo "tests/fuzz/seeds/$1"; fi
}

finds() { find "tests/fuzz/finds/$1" -type f 2>/dev/null | sort; } # HARNESS

fuzz_one() { # HARNESS SECONDS: one run of libFuzzer, up to its time or its first find
    local harness=$1 left=$2 log=$work/$1.log longest=4096
    if [[ $harness == actions ]]; then longest=400; fi # every misspelt name costs a search
    "$programs/fuzz_$harness" -max_total_time="$left" -timeout=30 -rss_limit_mb=2048 -max_len=$longest \
        -dict="$work/words.dict" -artifact_prefix="tests/fuzz/finds/$harness/" -close_fd_mask=1 \
        -print_final_stats=1 -verbosity=0 "$work/corpus/$harness" "tests/fuzz/finds/$harness" "$(seeds "$harness")" \
        </dev/null 2>&1 | grep -avE '^(rbsim: |replay )' >"$log" || true
    sed -n 's/^stat::number_of_executed_units: *//p' "$log" | tail -n 1
}

mkdir -p "$work"
make_dictionary "$work/words.dict"
for harness in "${harnesses[@]}"; do
    mkdir -p "$work/corpus/$harness" "tests/fuzz/finds/$harness"
    before=$(finds "$harness")
    since=$SECONDS count=0
    # A find ends libFuzzer; with what time is left it begins again, elsewhere, but not forever.
    for ((round = 0; round < 5; round++)); do
        left=$((seconds - (SECONDS - since)))
        if ((left < 1)); then break; fi
        done_now=$(fuzz_one "$harness" "$left")
        count=$((count + ${done_now:-0}))
        cp "$work/$harness.log" "$work/$harness-$round.log"
    done
    fresh=$(comm -13 <(echo "$before") <(finds "$harness"))
    number=$(grep -c . <<<"$fresh" || true)
    printf '%-10s %9d executions in %4d s, %5d inputs in the corpus, %d new find(s)\n' "$harness" "$count" \
        $((SECONDS - since)) "$(find "$work/corpus/$harness" -type f | wc -l)" "$number"
    if ((number)); then
        sed 's/^/           /' <<<"$fresh"
        grep -hE '^(SUMMARY|==.*ERROR|.*does not hold|.*runtime error)' "$work/$harness"-*.log | sort -u | head -n 8 || true
    fi
    rmdir --ignore-fail-on-non-empty "tests/fuzz/finds/$harness"
    executions=$((executions + count)) found=$((found + number))
done
echo "$executions executions in $((SECONDS - begin)) s, $found new find(s); corpora and logs are in $work"
if ((found)); then
    echo "Each find stays in tests/fuzz/finds: repair it, and commit it with the repair."
    exit 1
fi
