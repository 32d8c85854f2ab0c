#!/usr/bin/env bash
# A sweep by a real Slurm: its controller and a node are killed in the middle, and nothing is lost.
# Usage: sweep_slurm.sh     As root, with slurm-wlm and munge; MCSIM: the mcsim to be tested.
# Four nodes on this machine, without systemd: each is a slurmd with a port and a folder of its own. All
# of it lies in a folder of /tmp, and ends with this script. tools/test --full runs it, from the root of
# the project.
set -euo pipefail
: "${MCSIM:?the mcsim to be tested}"
((EUID == 0)) || { echo "as root" >&2; exit 2; }
export LC_ALL=C
# This test may be run by a Slurm itself.
unset "${!SLURM@}" "${!SBATCH@}" "${!SQUEUE@}"
unset LSB_JOBINDEX OMPI_COMM_WORLD_RANK JOB_COMPLETION_INDEX

room=$(mktemp -d /tmp/mcsim-slurm.XXXXXX)
nodes=(n1 n2 n3 n4)
cells=240
sweep=(scenarios/federation.json --vary 'model.forward_policy=["random", "power-of-d"]'
  --replicas $((cells / 2)))

# ---- a Slurm ----

# processes_with NAME=VALUE: those that have it in their environment. grep itself is to have none.
processes_with() {
  env -i grep -lzxF -- "$1" /proc/[0-9]*/environ 2>/dev/null | cut -d / -f 3 || true
}

# kill_all NAME=VALUE: until none is left.
kill_all() {
  local found
  while found=$(processes_with "$1") && [[ -n $found ]]; do
    # shellcheck disable=SC2086 # several numbers
    kill -KILL $found 2>/dev/null || true
    sleep 0.05
  done
}

end_test() {
  local code=$?
  if ((code != 0)); then
    { squeue; sinfo -R; grep -h -i 'drain\|requeue\|error' "$room"/log/slurmctld | tail -n 20; } 2>&1 || true
  fi
  kill_all MCSIM_SLURM="$room"
  rm -rf --one-file-system "$room"
}
trap end_test EXIT

fail() {
  echo "$*"
  exit 1
}

# wait_for WHAT COMMAND...: until the command is true.
wait_for() {
  local what=$1 begin=$SECONDS
  shift
  while ((SECONDS - begin < 180)); do
    "$@" && return 0
    sleep 0.1
  done
  fail "waited in vain: $what"
}

# first_of_ports N: the first of N ports in a row on which nobody listens.
first_of_ports() {
  local first port
  while :; do
    first=$((20000 + RANDOM % 10000))
    for ((port = first; port < first + $1; ++port)); do
      if (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then continue 2; fi
    done
    echo "$first"
    return
  done
}

write_configuration() {
  local host port
  host=$(uname -n)
  port=$(first_of_ports 5)
  chmod 755 "$room"
  mkdir "$room"/{log,state,run,spool} "${nodes[@]/#/$room/spool/}"
  # Jobs of a node that has died start again after cred_expire, by default after two minutes.
  cat >"$room/slurm.conf" <<END
ClusterName=mcsim
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$room/munge/socket,cred_expire=10
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
ReturnToService=2
StateSaveLocation=$room/state
SlurmdSpoolDir=$room/spool/%n
SlurmctldPidFile=$room/run/slurmctld.pid
SlurmdPidFile=$room/run/slurmd.%n.pid
SlurmctldLogFile=$room/log/slurmctld
SlurmdLogFile=$room/log/slurmd.%n
SlurmdTimeout=30
SchedulerParameters=sched_min_interval=0
NodeName=n[1-4] NodeHostname=$host NodeAddr=127.0.0.1 Port=[$((port + 1))-$((port + 4))] CPUs=1
PartitionName=all Nodes=n[1-4] Default=YES MaxTime=INFINITE State=UP
END
  printf 'CgroupPlugin=cgroup/v1\nCgroupAutomount=no\n' >"$room/cgroup.conf"
}

# munged insists on a key and a folder that are its user's alone.
start_munge() {
  local place=$room/munge
  install -d -o munge -g munge -m 755 "$place"
  install -o munge -g munge -m 600 /dev/null "$place/key"
  head -c 1024 /dev/urandom >"$place/key"
  setpriv --reuid=munge --regid=munge --clear-groups munged --foreground --force \
    --key-file="$place/key" --socket="$place/socket" --pid-file="$place/pid" \
    --log-file="$place/log" --seed-file="$place/seed" >/dev/null 2>&1 &
  disown
  wait_for 'munge' test -S "$place/socket"
}

# A daemon that is started again finds what the one before it has saved.
start_controller() {
  slurmctld -D >/dev/null 2>&1 &
  controller=$!
  disown
}
start_node() {
  MCSIM_NODE=$room/$1 slurmd -D -N "$1" >/dev/null 2>&1 &
  disown
}
controller_answers() { scontrol ping 2>/dev/null | grep -q ' is UP'; }
# A controller that was killed has forgotten its last seconds. It gives a node tasks that the node has
# just had, and takes the node away since it refuses them: an operator gives it back.
nodes_are_up() {
  (($(sinfo -h -N -t idle,alloc,mix,comp -o %N 2>/dev/null | sort -u | wc -l) == ${#nodes[@]})) && return 0
  scontrol update NodeName=n[1-4] State=RESUME >/dev/null 2>&1 || true
  return 1
}

# As where a machine loses its power: the slurmd, what started its tasks, and the tasks.
kill_node() {
  kill_all MCSIM_NODE="$room/$1"
  kill_all SLURMD_NODENAME="$1"
}

start_slurm() {
  local node
  export SLURM_CONF=$room/slurm.conf MCSIM_SLURM=$room
  write_configuration
  start_munge
  start_controller
  for node in "${nodes[@]}"; do start_node "$node"; done
  wait_for 'slurmctld' controller_answers
  wait_for 'four nodes' nodes_are_up
}

# ---- the sweep ----

done_cells() { find "$room/a sweep/cells" -mindepth 1 -maxdepth 1 -name '????????????????' | wc -l; }
some_are_done() { (($(done_cells) >= 20)); }
# Whether no task runs or will run. Those that a node has refused are held for ever.
all_have_ended() {
  nodes_are_up || return 1
  squeue -h -o %r >"$room/reasons" 2>/dev/null || return 1
  ! grep -qvi held "$room/reasons"
}
is_saved() { [[ $room/state/job_state -nt $room/cancelled ]]; }
# The folder has a blank in its name, as a user's may.
submit() { "$MCSIM" sweep submit "$room/a sweep" --engine slurm --chunk 250ms; }

start_slurm
"$MCSIM" compare "${sweep[@]}" -o "$room/compared" -q
"$MCSIM" sweep plan "${sweep[@]}" -o "$room/a sweep"
# The task with the last cells is cancelled before anything runs, and Slurm has saved that: whatever it
# starts again by itself later, these cells are missing.
scontrol update PartitionName=all State=DOWN
submit
last=$(sed -n 's/^#SBATCH --array=.*[-,]\([0-9]*\)$/\1/p' "$room/a sweep/slurm.sh")
[[ $last -ge 5 ]] || fail "too few tasks for four nodes: $(cat "$room/a sweep/slurm.sh")"
scancel "$(squeue -h -o %A | head -n 1)_$last"
touch "$room/cancelled"
wait_for 'a saved state' is_saved
scontrol update PartitionName=all State=UP

wait_for 'the first cells' some_are_done
kill -KILL "$controller"
kill_node n2
at_kill=$(done_cells)
((at_kill < cells)) || fail 'all cells were done before anything was killed'
echo "slurmctld and a node killed after $at_kill cells"
start_controller
start_node n2
wait_for 'slurmctld' controller_answers
wait_for 'four nodes' nodes_are_up
wait_for 'the end of all tasks' all_have_ended
scancel --name=mcsim
before=$(done_cells)
((before < cells)) || fail 'the cells of a task that was cancelled are done'
echo "$before cells done; the others once more"
submit
wait_for 'the end of all tasks' all_have_ended
(($(done_cells) == cells)) || fail "$(done_cells) cells are done, not $cells"

"$MCSIM" sweep collect "$room/a sweep" -q
for file in compare.csv compare.json plan.tsv; do
  cmp "$room/compared/$file" "$room/a sweep/$file" || fail "another $file"
done
diff -r "$room/compared/cells" "$room/a sweep/cells" || fail 'other cells'
twice=$(cut -f 1 "$room/a sweep/log.tsv" | sort | uniq -d)
[[ -z $twice ]] || fail "run twice: $twice"
echo "$cells cells, as mcsim compare has them"
