#!/usr/bin/env bash
# Windows programs under wine give the bits of this build: every scene with every solver, alone and in lanes,
# files of rbsim byte by byte, file names outside ASCII, an interrupted study, exit statuses.
#
#   hashes.sh BUILD SECONDS
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
readonly build=$1 seconds=$2
cross_compile rbsim state_hashes
cmake --build "$build" --target rbsim state_hashes plain_scenes >/dev/null
scratch=$(mktemp -d)
trap 'stop_wine; rm -rf "$scratch"' EXIT

native() { "$build/bin/rbsim" "$@"; }
rbsim() { wine "$windows/bin/rbsim.exe" "$@"; }

"$build/bin/plain_scenes" >"$scratch/scenes.txt"
"$build/bin/state_hashes" "$seconds" <"$scratch/scenes.txt" >"$scratch/native.txt"
wine "$windows/bin/state_hashes.exe" "$seconds" <"$scratch/scenes.txt" | tr -d '\r' >"$scratch/windows.txt"
scenes=$(ls assets/scenes/*.json | wc -l)
for method in auto rodas dp5 lanes; do
    count=$(grep -c " $method " "$scratch/native.txt")
    if [[ $method == auto ]]; then ((count == scenes)) || fail "expected $scenes scenes, got $count"; fi
    ((count > scenes / 2)) || fail "expected most of the $scenes scenes with $method, got $count"
done
diff "$scratch/native.txt" "$scratch/windows.txt" || fail "the states above differ under Windows"
echo "the same: $(wc -l <"$scratch/native.txt") states"

cd "$scratch"
mkdir native windows
same() { # ARGUMENT...: standard output, without the measured time, and all files of a command
    (cd native && native "$@") | sed '/"wall_seconds"/d' >native.out || fail "rbsim $* failed here"
    (cd windows && rbsim "$@") | sed '/"wall_seconds"/d' >windows.out || fail "rbsim $* failed under Windows"
    diff native.out windows.out || fail "rbsim $*: other output under Windows"
    diff -r native windows || fail "rbsim $*: other files under Windows"
}
same scenes
same run k11-fig5 --until 1 --csv 'größe µ 力.csv' --png run.png --pdf run.pdf --svg run.svg --summary -
[[ -s windows/größe\ µ\ 力.csv ]] || fail "the file with a name outside ASCII is missing"
same sweep k11-fig5 --until 0.2 --param mu=0.1:0.5:6 --value N_max,omega3_final --csv sweep.csv --netcdf sweep.nc --quiet

# A study that this build began, interrupted and cut inside a row, is continued under Windows.
study=(sweep k11-fig5 --until 5 --param mu=0.1:0.5:400 --value N_max,omega3_final --quiet)
"$build/bin/rbsim" "${study[@]}" --csv resumed.csv --journal journal --threads 1 &
pid=$!
until [[ -f journal ]] && (($(wc -l <journal) > 4)); do
    kill -0 $pid 2>/dev/null || fail "the study ended before it was interrupted"
    sleep 0.05
done
kill -TERM $pid
wait $pid || true
[[ -s journal ]] || fail "an interrupted study kept no journal"
truncate -s -3 journal
rbsim "${study[@]}" --csv resumed.csv --journal journal --resume || fail "the study was not resumed"
native "${study[@]}" --csv whole.csv
cmp whole.csv resumed.csv || fail "the resumed study differs"

status=0
message=$(rbsim run no-such-scene 2>&1) || status=$?
[[ $status == 1 && $message == *'no-such-scene: no scene of this id'* ]] || fail "status $status: $message"
status=0
rbsim run k11-fig5 --no-such-option 2>/dev/null || status=$?
expected=0
native run k11-fig5 --no-such-option 2>/dev/null || expected=$?
[[ $status == "$expected" && $status != 0 ]] || fail "expected status $expected, got $status"
echo "the same: files, names, resumed study, exit statuses"
