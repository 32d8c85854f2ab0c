#!/usr/bin/env bash
# a sweep has the same results whatever runs its cells: LSF, chunks, indexes, several at once, after kills
# No LSF is to be had for tests. A bsub of our own stands in for it: it reads a script from its standard
# input, understands -J "name[1-3,7]" and -o, and runs the script for each index, two at a time, after
# it has answered. tests/tools/sweep_slurm.sh tries the same with a real Slurm.
set -euo pipefail
: "${MCSIM:?the mcsim to be tested}"
# This test may be a task of an array itself.
unset LSB_JOBINDEX SLURM_ARRAY_TASK_ID OMPI_COMM_WORLD_RANK JOB_COMPLETION_INDEX
room=$(mktemp -d)
stopped=  # a process that is not to outlive the test
end_test() {
  [[ -z $stopped ]] || kill -KILL "$stopped" 2>/dev/null || true
  rm -rf "$room"
}
trap end_test EXIT

cells=40
sweep=(scenarios/forwarding_staleness.json --vary 'model.forward_policy=["random", "power-of-d"]'
  --replicas 20)

. tests/tools/answers.sh

# wait_for COMMAND...: until the command is true; 120 s are more than anything here can take.
wait_for() {
  local tries
  for ((tries = 0; tries < 12000; ++tries)); do
    "$@" && return 0
    sleep 0.01
  done
  echo "never came true: $*"
  exit 1
}
# catch COMMAND...: tries until the command has caught a moment; 50 times it is not missed.
catch() {
  local tries
  for ((tries = 0; tries < 50; ++tries)); do "$@" && return 0; done
  echo "not caught: $*"
  exit 1
}

planned() { answers 0 sweep plan "${sweep[@]}" -o "$room/$1"; }  # NAME: a new sweep
rows() { wc -l 2>/dev/null <"$room/$1/log.tsv" || echo 0; }      # NAME: how many cells were noted
has_rows() { (($(rows "$1") >= $2)); }                            # NAME LEAST
done_cells() { find "$room/$1/cells" -mindepth 1 -maxdepth 1 -name '????????????????' | wc -l; }

# no_cell_twice NAME: in its log.
no_cell_twice() {
  local twice
  twice=$(cut -f 1 "$room/$1/log.tsv" | sort | uniq -d)
  [[ -z $twice ]] || complain "$1: run twice: $twice"
}

# is_the_comparison NAME: all cells are done, each was run once, and all is as compare has it.
is_the_comparison() {
  local name=$1 file
  answers 0 sweep status "$room/$name"
  says "$cells cells: $cells done, 0 running, 0 to do" out
  answers 0 sweep collect "$room/$name" -q
  for file in compare.csv compare.json plan.tsv; do
    cmp "$room/compared/$file" "$room/$name/$file" || complain "$name: another $file"
  done
  diff -r "$room/compared/cells" "$room/$name/cells" || complain "$name: other cells"
  (($(rows "$name") == cells)) || complain "$name: $(rows "$name") rows in log.tsv, not $cells"
  no_cell_twice "$name"
}

# ---- what stands in for LSF ----
lsf=$room/lsf
mkdir -p "$lsf/bin"
export lsf
cat >"$lsf/bin/bsub" <<'END'
#!/usr/bin/env bash
set -euo pipefail
job=$$
script=$lsf/script.$job
cat >"$script"
array=$(sed -n 's/^#BSUB -J "[^"[]*\[\([0-9,-]*\)\]"$/\1/p' "$script")
output=$(sed -n 's/^#BSUB -o "\(.*\)"$/\1/p' "$script")
[[ -n $array && -n $output ]] || { echo "bsub: no array, or no -o" >&2; exit 255; }
one_task() {
  local said=${output//%J/$job}
  LSB_JOBINDEX=$1 sh "$script" >"${said//%I/$1}" 2>&1 &
  echo $! >"$lsf/process.$1"
  # Without bash's own words on a task that is killed.
  { wait $!; } 2>/dev/null || echo "$1" >>"$lsf/failed"
}
all_tasks() {
  tr , '\n' <<<"$array" | while IFS=- read -r first last; do seq "$first" "${last:-$first}"; done |
    tee -a "$lsf/tasks" | xargs -P 2 -I % bash -c 'one_task %' || true
  touch "$lsf/ended"
}
export -f one_task
export script output job
all_tasks </dev/null >/dev/null 2>"$lsf/complaints" &
echo "Job <$job> is submitted to default queue <normal>."
END
chmod +x "$lsf/bin/bsub"

# submitted NAME OPTION...: the tasks of the job then run.
submitted() {
  rm -f "$lsf"/{tasks,failed,ended,process.*}
  PATH=$lsf/bin:$PATH answers 0 sweep submit "$room/$1" --engine lsf "${@:2}"
  says 'is submitted to default queue' out
}
# ended NAME: waits for the tasks.
ended() {
  wait_for test -e "$lsf/ended"
  [[ ! -s $lsf/complaints ]] || complain "bsub: $(cat "$lsf/complaints")"
}
all_well() { [[ ! -e $lsf/failed ]] || complain "failed tasks: $(cat "$lsf/failed" "$room/$1"/tasks/*)"; }

a_job_array() {
  planned array
  submitted array --chunk 1ms
  ended
  all_well array
  # The first cell was run before, to see how long one takes.
  (($(wc -l <"$lsf/tasks") > 1)) || complain 'all cells in one task'
  (($(find "$room/array/tasks" -name 'lsf-*_*.out' | wc -l) == $(wc -l <"$lsf/tasks"))) ||
    complain "what tasks print lies elsewhere: $(ls "$room/array/tasks")"
  is_the_comparison array
  # Nothing is left to be submitted: bsub is not called.
  rm "$lsf/tasks"
  PATH=$lsf/bin:$PATH answers 0 sweep submit "$room/array" --engine lsf
  says "all $cells cells are done" out
  [[ ! -e $lsf/tasks ]] || complain 'submitted what is done'
}

is_under_way() { has_rows "$1" 3 || [[ -e $lsf/ended ]]; }
# A task that has all cells is killed. It may have come to its end by then: that is tried again.
is_killed_in_its_middle() {
  rm -rf "$room/killed"
  planned killed
  submitted killed --chunk 1h
  wait_for is_under_way killed
  kill -KILL "$(<"$lsf/process.1")" 2>/dev/null || true
  ended
  [[ $(<"$lsf/tasks") == 1 ]] || complain "more than one task: $(cat "$lsf/tasks")"
  (($(done_cells killed) < cells))
}
a_killed_task() {
  local rows_before kept=$room/kept
  catch is_killed_in_its_middle
  [[ -s $lsf/failed ]] || complain 'nothing was killed'
  # A kill between a cell and its row takes the row away; so one may be missing.
  rows_before=$(rows killed)
  local missing=$(($(done_cells killed) - rows_before))
  ((missing == 0 || missing == 1)) || complain "$missing cells are not in log.tsv"
  # No differences are told of results of which some are missing.
  answers 5 sweep collect "$room/killed" -q
  says 'are not done' err
  cp -rp "$room/killed/cells" "$kept"
  submitted killed --chunk 10ms
  ended
  all_well killed
  if ((missing == 1)); then
    head -n 1 "$room/killed/log.tsv" | sed 's/^.\{16\}/the row missing/' >>"$room/killed/log.tsv"
  fi
  is_the_comparison killed
  # What was done before was not touched again.
  local cell
  for cell in "$kept"/????????????????; do
    [[ ! $room/killed/cells/${cell##*/} -nt $cell && ! $cell -nt $room/killed/cells/${cell##*/} ]] ||
      complain "done again: ${cell##*/}"
  done
}

# In no order, one twice, one over the end, and several at the same time.
chunks() {
  local chunk others=()
  planned chunks
  for chunk in 31-50 7 8-15 16-30 1-6 8-15; do
    "$MCSIM" sweep run "$room/chunks" --cells "$chunk" -j 1 >"$room/chunk.$chunk" 2>&1 &
    others+=($!)
  done
  # 5: a cell of two chunks was at the other one.
  for chunk in "${others[@]}"; do wait "$chunk" || (($? == 5)) || complain "a chunk: exit $?"; done
  is_the_comparison chunks
}

# Ten cells by each variable: the first two count from 1, the others from 0.
indexes() {
  local at=0 variable offset
  planned indexes
  for variable in LSB_JOBINDEX:0 SLURM_ARRAY_TASK_ID:0 OMPI_COMM_WORLD_RANK:1 JOB_COMPLETION_INDEX:1; do
    offset=${variable#*:} variable=${variable%:*}
    while :; do
      at=$((at + 1))
      export "$variable=$((at - offset))"
      answers 0 sweep run "$room/indexes"
      says "cell $at: 1 run" out
      ((at % 10)) || break
    done
    export "$variable=$((cells + 1))"
    answers 2 sweep run "$room/indexes"
    says "$variable=$((cells + 1)): expected the number of a cell, from $((1 - offset)) to $((cells - offset))" err
    unset "$variable"
    (($(done_cells indexes) == at)) || complain "$variable: $(done_cells indexes) cells, not $at"
  done
  is_the_comparison indexes
  # LSF's 0 is no index of an array: all cells are meant. --cells goes before any index.
  LSB_JOBINDEX=0 answers 0 sweep run "$room/indexes"
  says "cells 1 to $cells: 0 run" out
  SLURM_ARRAY_TASK_ID=0 answers 2 sweep run "$room/indexes"
  says "SLURM_ARRAY_TASK_ID=0: expected the number of a cell, from 1 to $cells" err
  LSB_JOBINDEX=3 answers 0 sweep run "$room/indexes" --cells 5-6
  says 'cells 5 to 6: 0 run' out
}

two_at_once() {
  local one
  planned twins
  "$MCSIM" sweep run "$room/twins" -j 1 >"$room/twin.out" 2>&1 &
  one=$!
  # 5: the other one was still at a cell.
  "$MCSIM" sweep run "$room/twins" -j 1 >"$room/out" 2>&1 || (($? == 5)) || complain "one of two: exit $?"
  wait "$one" || (($? == 5)) || complain "the other of two: exit $?"
  is_the_comparison twins
}

refusals() {
  local engine
  planned refused
  printf '#!/bin/sh\ncat >/dev/null\necho "User cannot use the queue" >&2\nexit 1\n' >"$room/bsub"
  chmod +x "$room/bsub"
  PATH=$room:$PATH answers 1 sweep submit "$room/refused" --engine lsf
  says 'User cannot use the queue' err
  says 'bsub: has not taken the script (exit status 1)' err
  PATH=$room/none answers 1 sweep submit "$room/refused" --engine lsf
  says 'bsub: has not taken the script (exit status 127)' err

  answers 2 sweep submit "$room/refused" --engine lfs
  says '--engine "lfs": unknown engine; nearest: lsf; known: local, slurm, lsf' err
  answers 2 sweep submit "$room/refused"
  says '--engine' err
  answers 2 sweep submit "$room/refused" --engine lsf --chunk 5parsecs
  says 'expected a duration' err
  for engine in 0-3 x 3-2 41 ''; do
    answers 2 sweep run "$room/refused" --cells "$engine"
    says "expected A-B, numbers of cells from 1 to $cells" err
  done

  # Whatever is changed: the last row's seed, a row, the request.
  local edit
  cp "$room/refused/plan.tsv" "$room/plan.tsv"
  for edit in '$s/.$/7/' '10d' '2s/"replicas": 20/"replicas": 21/'; do
    sed "$edit" "$room/plan.tsv" >"$room/refused/plan.tsv"
    for engine in 'run' 'status' 'collect' 'submit --engine lsf' 'submit --engine local'; do
      answers 3 sweep $engine "$room/refused"
      says 'plan.tsv: was edited, or is cut off' err
    done
  done
  answers 3 sweep status "$room/none"
}

# The run is stopped in the middle of a cell; it may be between two, or have come to its end: that is
# tried again.
is_stopped_in_its_middle() {
  rm -rf "$room/shared"
  planned shared
  "$MCSIM" sweep run "$room/shared" -j 1 >"$room/stopped.out" 2>&1 &
  stopped=$!
  wait_for has_rows shared 1
  kill -STOP "$stopped" 2>/dev/null || true
  wait_for is_at_rest "$stopped"
  "$MCSIM" sweep status "$room/shared" >"$room/out" 2>&1 || (($? == 5)) || complain "status: exit $?"
  if grep -q ', 1 running, ' "$room/out"; then return 0; fi
  kill -KILL "$stopped" 2>/dev/null || true
  wait "$stopped" 2>/dev/null || true
  return 1
}
is_at_rest() { ! grep -q '^State:[[:space:]]*[RSD]' "/proc/$1/status" 2>/dev/null; }

compare_beside_a_run() {
  catch is_stopped_in_its_middle
  answers 1 compare "${sweep[@]}" -o "$room/shared"
  says 'shared: another mcsim works on it: wait for its end, or take another folder' err
  # Others that only run cells may. They say how many: what the stopped one has done is done.
  local before=$(($(rows shared)))
  answers 5 sweep run "$room/shared" -j 1
  says "cells 1 to $cells: $(($(rows shared) - before)) run, $before w" out
  says ', 1 is being run by another process' out
  kill -CONT "$stopped"
  wait "$stopped" || complain "a run that was stopped: exit $?"
  stopped=
  answers 0 compare "${sweep[@]}" -o "$room/shared" -q
  is_the_comparison shared
}

answers 0 compare "${sweep[@]}" -o "$room/compared" -q
(($(wc -l <"$room/compared/compare.csv") == cells + 1)) || complain 'another number of cells'
a_job_array
a_killed_task
chunks
indexes
two_at_once
refusals
compare_beside_a_run
exit $failed
