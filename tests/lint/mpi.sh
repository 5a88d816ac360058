#!/usr/bin/env bash
# rbsim-mpi gives the same bytes as rbsim, for any number of processes, after a process was killed, and
# says what is wrong once. usage: mpi.sh RBSIM RBSIM_MPI MPIEXEC
set -euo pipefail
rbsim=$1 mpi=$2 mpiexec=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

# In a container the user may be root, with fewer cores than processes. Uses only this machine.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_btl=self,vader OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_plm=isolated
export OMPI_MCA_hwloc_base_binding_policy=none PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe
export TMPDIR=$scratch

fail() {
    echo "mpi: $1"
    exit 1
}

sweep=(sweep k15-d1 --until 0.1 --param 'mu=0.2:0.6:20' --param 'omega3=-4:4:15' --value omega3_final,E_final)
"$rbsim" "${sweep[@]}" --csv threads.csv

for n in 1 3; do
    "$mpiexec" -n $n "$mpi" "${sweep[@]}" --csv mpi-$n.csv 2>mpi-$n.err || { cat mpi-$n.err; fail "-n $n failed"; }
    cmp threads.csv mpi-$n.csv || fail "-n $n gives another file than threads"
    [[ ! -e mpi-$n.csv.journal ]] || fail "-n $n leaves its journal"
done
"$mpiexec" -n 2 "$mpi" "${sweep[@]}" --csv - >mpi-2.csv 2>/dev/null
cmp threads.csv mpi-2.csv || fail "standard output differs from the file"

# An error is reported by one process.
if "$mpiexec" -n 3 "$mpi" sweep k15-d1 --param 'mu=0.2:0.1:3' --value t_end >wrong.out 2>wrong.err; then
    fail "a range that falls was accepted"
fi
[[ $(grep -c 'rises' wrong.err) == 1 ]] || { cat wrong.err; fail "expected the message once"; }

# A worker is killed: MPI ends the others, the journal has the completed jobs, --resume continues.
many=(sweep k15-d1 --until 1.5 --param 'mu=0.2:0.6:10' --param 'omega3=-4:4:10' --value omega3_final,E_final)
"$mpiexec" -n 3 "$mpi" "${many[@]}" --csv killed.csv --resume >killed.out 2>&1 &
job=$!
for ((i = 0; i < 600; i++)); do # until some jobs are done
    if [[ -s killed.csv.journal && $(wc -l <killed.csv.journal) -gt 10 ]]; then break; fi
    sleep 0.05
done
# The last child of our mpiexec is a worker.
worker=$(pgrep -P $job | tail -n 1)
kill -KILL "$worker"
if wait $job; then fail "a killed process was not noticed"; fi
[[ -s killed.out ]] || fail "the death of a process was not reported"
[[ ! -e killed.csv ]] || fail "half a result was written"
"$mpiexec" -n 2 "$mpi" "${many[@]}" --csv killed.csv --resume 2>/dev/null
"$rbsim" "${many[@]}" --csv whole.csv 2>/dev/null
cmp whole.csv killed.csv || fail "the file differs after a process was killed"
echo "mpi: the same bytes for threads and 1, 2, 3 processes, and after a kill"
