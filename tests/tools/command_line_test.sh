#!/usr/bin/env bash
# the command line answers the shell with its exit codes, and never leaves half a folder
set -uo pipefail
: "${MCSIM:?the mcsim to be tested}"
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
. tests/tools/answers.sh
silent() { [[ ! -s $room/$1 ]] || complain "something on $1: $(cat "$room/$1")"; }
absent() { [[ -z $(ls -A "$room" | grep -F "$1") ]] || complain "left behind: $1"; }

# ---- usage ----
answers 0 --version
says 'mcsim 0.' out
for command in '' run compare validate convert decide explain report bjobs bhosts bqueues bhpart blimits bclusters lsload elim \
  'elim check' 'elim run' 'elim record' bench 'bench run' 'bench diff' sweep 'sweep plan' 'sweep run' \
  'sweep submit' 'sweep status' 'sweep collect' generate 'generate lublin' 'generate cyclic' \
  'generate estimates' import 'import lsf' 'import slurm' \
  'import pbs' backtest pjl 'pjl cmdline' completion man; do
  answers 0 $command --help
  says 'Exit codes: 0 done' out
  for columns in '' 60; do  # what is no terminal has 80 columns, unless COLUMNS says otherwise
    wide=$(COLUMNS=$columns "$MCSIM" $command --help | grep -E ".{$((${columns:-80} + 1))}")
    [[ -z $wide ]] || complain "mcsim $command --help: wider than ${columns:-80} columns: $wide"
  done
done
answers 2
answers 2 rum
says 'unknown command "rum"; nearest: run' err
answers 2 run
answers 2 run scenarios/first.json --sede 1
says 'unknown option --sede; nearest: --seed' err
answers 2 run scenarios/first.json --outputs jbos
says 'nearest: jobs' err
answers 2 run scenarios/first.json --outputs facts
says 'planned' err
answers 2 run scenarios/first.json --slots 5

# Whole numbers are decimal digits: 010 is not 8, and 0x10 not 16.
for number in nan inf -1 0x10 010 +5 1e1 1.5 ' 5' '5 ' '' 4294967297 18446744073709551617 $'\e[2J'; do
  answers 2 compare scenarios/first.json --vary 'seed=[1]' -j "$number"
  says '--jobs: expected a whole number from 1 to 1024' err
  answers 2 elim run "$room/elim.none" --abort-value "$number"
  says '--abort-value: expected a whole number from 1 to 255' err
  answers 2 elim run "$room/elim.none" --restarts "$number"
  says '--restarts: expected a whole number from 0 to 1000000' err
done
for number in nan null 0x10 010 1e3 1.5 -1 18446744073709551617; do
  answers 2 run scenarios/first.json --quiet --seed "$number"
  says '/seed: expected a whole number' err
  answers 2 run scenarios/traces/synthetic.swf --quiet --slots "$number"
  says '/ncpus: expected a whole number' err
done
for set in '' seed =1 =; do
  answers 2 run scenarios/first.json --quiet --set "$set"
  says 'expected PATH=VALUE' err
done
# No name makes a second line of a complaint.
for command in $'rum\nall is well' $'\e[2J'; do
  answers 2 "$command"
  answers 2 run "--$command"
  answers 2 decide "$command"
  (($(wc -l <"$room/err") == 2)) || complain "not two lines: $(cat "$room/err")"
done

answers 2 elim
answers 2 elim chekc
says 'unknown command "chekc"; nearest: check' err
answers 2 elim check elim.x --resorces x
says 'unknown option --resorces; nearest: --resources' err
answers 2 elim record elim.x
answers 3 elim check "$room/elim.none"

answers 2 pjl
answers 2 pjl cmdline
answers 0 pjl cmdline --address hosta:4711 -- pam -n 4 -g 2 mpirun -v app -x
says '  mpirun -v TaskStarter -p hosta:4711 -c $LSF_ENVDIR app -x' out
answers 0 pjl cmdline -- pam -g mpirun.wrap app
says 'TaskStarter $LSF_TS_OPTIONS' out
answers 0 pjl cmdline -- pam -g 1 mpirun $'my\xffapp'
says "\$'my\\377app'" out
answers 0 pjl cmdline --json -- pam -g 1 mpirun app
says '"method": 1' out
answers 2 pjl cmdline -- pam -g 3 mpirun app
silent out
says '-g 3: the PJL is to have 3 words, but only 2 words follow' err
# A terminal is not to obey a word.
answers 0 pjl cmdline -- pam -g 1 mpirun $'a\e[31m'
says "\$'a\\033" out

answers 2 completion
answers 2 completion bahs
says 'unknown shell "bahs"; nearest: bash; known: bash, zsh, fish' err
answers 2 man rum
says 'nearest: run' err
silent out
touch "$room/file"
answers 1 man -o "$room/file"
answers 1 man -o /dev/null/pages

answers 2 compare scenarios/first.json
says '--vary: missing' err
answers 2 compare scenarios/first.json --vary 'model.dispatch=[easy]'
says 'expected PATH=JSON-ARRAY' err
answers 2 compare scenarios/first.json --vary 'seed=[1]' -j 0
answers 2 compare scenarios/first.json --vray 'seed=[1]'
says 'nearest: --vary' err

# ---- bad input ----
answers 3 compare scenarios/first.json --vary 'model.dispatch=["esay", "easy"]' -o "$room/run"
says '--vary model.dispatch="esay" /model/dispatch: unknown' err
answers 3 run "$room/none.json" -o "$room/run"
answers 3 run "$room/none.swf" -o "$room/run"
answers 3 run "$room" -o "$room/run"
mkfifo "$room/pipe"
answers 3 run "$room/pipe" -o "$room/run"
says 'is not a regular file' err
answers 3 run scenarios/first.json --set model.dispatch=esay -o "$room/run"
says 'nearest: easy' err
answers 2 run scenarios/first.json --seed -1
answers 2 run scenarios/first.json --until 5parsecs
answers 2 run scenarios/traces/synthetic.swf --dispatch esay
answers 2 run scenarios/first.json --set about
silent out
absent run
printf '1 0 -1 x 1\n' >"$room/bad.swf"
answers 3 run "$room/bad.swf" --slots 4 -o "$room/run"
says "bad.swf:1:8" err
absent run.
answers 3 validate "$room/bad.swf" scenarios/first.json
says 'first.json: good scenario' out
answers 3 validate --json "$room/bad.swf"
says '"errors": 1' out
answers 0 validate scenarios/first.json scenarios/traces/synthetic.swf
silent err

# ---- runs ----
answers 0 run scenarios/first.json -o "$room/run"
silent err
says 'to reproduce: mcsim run scenarios/first.json --seed 1' out
[[ $(ls "$room/run" | tr '\n' ' ') == 'jobs.csv scenario.json skipped.csv summary.json ' ]] ||
  complain "the run folder holds $(ls "$room/run")"
answers 0 run scenarios/first.json -o "$room/run" --outputs '' --quiet
silent out
[[ ! -e $room/run/jobs.csv ]] || complain 'jobs.csv was not asked for'
answers 0 run scenarios/first.json --json
says '"format": 1' out
answers 0 run scenarios/first.json --print-config
cp "$room/out" "$room/printed.json"
cp -r scenarios/traces "$room"
answers 0 run "$room/printed.json" --print-config
cmp -s "$room/out" "$room/printed.json" || complain 'the printed scenario prints another one'
answers 0 run scenarios/easy_backfill.json --check
says 'hold' out
answers 4 run scenarios/easy_backfill.json --check --set model.dispatch=fcfs
answers 0 run scenarios/easy_backfill.json --set model.dispatch=fcfs
answers 4 run scenarios/easy_backfill.json -o "$room/gated" \
  --set 'gates=[{"metric": "makespan", "op": "<", "value": 5}]'
says 'makespan is 240, not < 5' err
[[ -s $room/gated/summary.json ]] || complain 'a gate that says no keeps the results away'
answers 0 run scenarios/traces/synthetic.swf --dispatch fcfs --until 5d
answers 0 run scenarios/fcfs_blocks.json --until 100d -q --set 'actions=[{"at": "1s", "do": "hclose", "host": "a1"}]'
says 'warning: 2 jobs wait and nothing will ever start them (stalled)' err
# Before stall_after is over a run with --until says at least that nothing is to come.
answers 0 run scenarios/fcfs_blocks.json --until 1d -q --set 'actions=[{"at": "1s", "do": "hclose", "host": "a1"}]'
says 'warning: 2 jobs wait, and nothing runs or is to come that could start them' err
answers 0 run scenarios/fcfs_blocks.json --until 1s -q
silent err
# A name that leaves no room for what a temporary one has behind it.
long=$(printf 'n%.0s' {1..250})
answers 0 run scenarios/first.json -q -o "$room/$long"
answers 0 run scenarios/first.json -q -o "$room/$long"
[[ -s $room/$long/jobs.csv && $(ls "$room" | grep -c '^nnn') == 1 ]] || complain 'a long name'
rm -r "${room:?}/$long"
# However little memory there is, it ends in words.
if [[ ${MCSIM_CXX_FLAGS-} != *sanitize* ]]; then
  for kilobytes in 16000 20000 24000 28000 32000; do
    code=0
    (ulimit -v $kilobytes; exec "$MCSIM" --version) >"$room/out" 2>"$room/err" || code=$?
    [[ $code == 0 || $code == 1 || $code == 127 ]] || complain "$kilobytes KB: exit $code"
    [[ $code != 1 ]] || says 'out of memory' err
  done
fi
# A job that each of its exit values sends back into its queue would run for ever.
for run in 1ms 0s; do
  cat >"$room/forever.json" <<END
{"mcsim": 1, "clusters": [{"name": "C", "hosts": [{"name": "a", "ncpus": 1}],
  "lsb.params": {"JOB_SCHEDULING_INTERVAL": 0, "JOB_ACCEPT_INTERVAL": 0},
  "lsb.queues": [{"QUEUE_NAME": "q", "REQUEUE_EXIT_VALUES": "3"}]}],
 "jobs": [{"id": 1, "run": "$run", "exit_codes": "3"}]}
END
  answers 0 run "$room/forever.json" -q
  says 'warning: 1 job has ended after model.max_requeues requeues' err
  answers 0 run "$room/forever.json" -q --set model.max_requeues=3 --outputs jobs,executions -o "$room/forever"
  [[ $(grep -c REQUEUE_LIMIT "$room/forever/jobs.csv") == 1 ]] || complain 'the bound is not told'
  [[ $(wc -l <"$room/forever/executions.csv") == 5 ]] || complain 'four executions, and a head'
  answers 0 run "$room/forever.json" -q --set clusters.C.lsb.params.MAX_JOB_REQUEUE=3
  silent err
done

# ---- comparisons ----
for jobs in 1 2; do
  answers 0 compare scenarios/first.json --vary 'model.dispatch=["easy", "fcfs"]' \
    --vary 'seed=[1, 2]' -j $jobs --outputs jobs -o "$room/compared$jobs"
  says 'easy looks at slots only, not at PRIORITY' err
  says 'nothing here is random' err
  says 'easy       1 ' out
done
cmp -s "$room/compared1/compare.json" "$room/compared2/compare.json" ||
  complain 'two threads give other results than one'
[[ $(ls "$room/compared2" | tr '\n' ' ') == 'cells compare.csv compare.json log.tsv plan.tsv ' ]] ||
  complain "the folder of a comparison holds $(ls "$room/compared2")"
diff -r "$room/compared1/cells" "$room/compared2/cells" || complain 'two threads make other cells than one'
cell=$(awk '/_dispatch=fcfs,/ { print $1 }' "$room/compared2/plan.tsv" | head -n 1)
answers 0 explain "$room/compared2/cells/$cell" --job 1
answers 0 compare scenarios/first.json --vary 'seed=[1, 2]' --json
says '"variants": [' out
answers 4 compare scenarios/easy_backfill.json --vary 'model.dispatch=["easy", "fcfs"]' -q \
  --set 'gates=[{"metric": "makespan", "op": "<", "value": 5}]'
silent out

# ---- looking into a run ----
answers 0 explain "$room/run" --job 1
says 'job 1@' out
answers 2 explain "$room/run" --job 999999999
answers 2 explain "$room/run"
answers 2 explain "$room/run" --jbo 1
says 'nearest: --job' err
answers 3 explain scenarios --job 1
cp -r "$room/run" "$room/newer"
sed -i 's/"format": *1,/"format": 2,/' "$room/newer/summary.json"
for command in 'explain --job 1' bjobs; do
  answers 3 ${command%% *} "$room/newer" ${command#"${command%% *}"}
  says 'format: expected 1, got 2' err
done
answers 0 bjobs "$room/run" -a -noheader -o "jobid stat delimiter=','"
says '1,DONE' out
answers 0 bqueues "$room/run" -json
says '"COMMAND": "bqueues"' out
answers 0 bclusters "$room/run" -noheader
says 'No local queue sending/receiving jobs' out
answers 0 bhosts "$room/run" --at 1s -w
says 'HOST_NAME' out

# ---- a single decision ----
pool='{"total": 2, "queues": [{"name": "a", "share": 100, "demand": 1}]}'
printf '%s\n{]}\n%s\n' "$pool" "$pool" >"$room/pools.jsonl"
printf '%s\n' "$pool" >"$room/pool.json"
answers 0 decide slot-pool "$room/pool.json"
says '{"slots": {"a": 1}, "order": ["a"]}' out
silent err
answers 3 decide slot-pool "$room/pools.jsonl"
says 'pools.jsonl:2:2' err
[[ $(wc -l <"$room/out") == 2 ]] || complain 'a bad question keeps the answers to good ones away'
answers 3 decide slot-pool "$room/none.json"
answers 2 decide
answers 2 decide slotpool "$room/pool.json"
says 'nearest: slot-pool' err
answers 3 decide priority "$room/pool.json"
says '/accounts: missing' err
answers 3 decide forward "$room/pool.json"
says '/setting: missing' err
printf '{"setting": "HIGH_QUEUE_PRIORITY", "job": {"slots": 1}, "candidates": []}' >"$room/forward.json"
answers 0 decide forward "$room/forward.json"
says '"choice": null' out
code=0
"$MCSIM" decide slot-pool <"$room/pool.json" >"$room/out" 2>"$room/err" || code=$?
((code == 0)) || complain "decide from standard input: exit $code"
says '"order": ["a"]' out

# ---- a cluster from LSF's own files ----
answers 0 validate scenarios/conf/riverside
says 'good LSF configuration' out
answers 0 run scenarios/conf/riverside.json --check
says 'hold' out
says 'lsb.hosts/Host/1/r1m: warning' err

# ---- what the disk refuses ----
answers 1 convert scenarios/traces/synthetic.swf /dev/full --to jobs.csv
answers 1 convert scenarios/traces/synthetic.swf "$room/none/of/these.csv"
answers 3 convert "$room/none.swf" "$room/these.csv"
mkdir "$room/mine"
touch "$room/mine/thesis.tex"
answers 1 run scenarios/easy_backfill.json -o "$room/mine"
[[ -e $room/mine/thesis.tex ]] || complain 'a folder that is not ours was replaced'
code=0
"$MCSIM" run scenarios/easy_backfill.json >/dev/full 2>"$room/err" || code=$?
((code == 1)) || complain "a full disk behind standard output: exit $code"

# ---- a file that the system lets grow no further ----
cp tests/elims/elim.good "$room/elim.good"
for writes in 'run scenarios/easy_backfill.json -o' \
  'compare scenarios/easy_backfill.json --vary seed=[1] -o' \
  'convert scenarios/traces/synthetic.swf --to jobs.csv' \
  "elim record $room/elim.good --poll-interval 20ms --for 100ms -o"; do
  (ulimit -f 0 && exec "$MCSIM" $writes "$room/grown") 2>&1 | cat >/dev/null
  code=${PIPESTATUS[0]}
  ((code == 1)) || complain "mcsim $writes: exit $code where no file may grow, not 1"
  absent grown
done

# ---- a closed pipe, and standard files that are closed ----
code=0
{ sleep 0.3; "$MCSIM" run scenarios/easy_backfill.json -o "$room/piped" 2>"$room/err"; } | :
code=${PIPESTATUS[0]}
((code == 141)) || complain "nobody reads standard output: exit $code"
silent err
[[ -s $room/piped/summary.json ]] || complain 'a closed pipe keeps results away that were complete'
for words in --help "explain $room/piped --job 1" "bjobs $room/piped -a" \
  'validate --json scenarios/easy_backfill.json' man; do
  { sleep 0.3; "$MCSIM" $words 2>"$room/err"; } | :
  code=${PIPESTATUS[0]}
  ((code == 141)) || complain "nobody reads what mcsim $words prints: exit $code"
  silent err
done
{ sleep 0.3; "$MCSIM" run scenarios/easy_backfill.json \
  --set 'gates=[{"metric": "makespan", "op": "<", "value": 1}]' 2>"$room/err"; } | :
((PIPESTATUS[0] == 4)) || complain 'a gate that says no is lost where nobody reads'
{ sleep 0.3; "$MCSIM" convert scenarios/traces/synthetic.swf /dev/stdout --to jobs.csv 2>"$room/err"; } | :
((PIPESTATUS[0] == 1)) || complain 'a file that cannot be written is not told, since it is a pipe'
says 'cannot be written: Broken pipe' err
answers 0 run scenarios/easy_backfill.json -o "$room/open"
code=0
"$MCSIM" run scenarios/easy_backfill.json -o "$room/closed" >&- 2>"$room/err" || code=$?
((code == 1)) || complain "standard output is closed: exit $code"
says 'cannot write to standard output' err
code=0
"$MCSIM" run scenarios/easy_backfill.json -o "$room/closed" <&- >&- 2>&- || code=$?
((code == 1)) || complain "all standard files are closed: exit $code"
for name in jobs.csv scenario.json skipped.csv; do
  cmp -s "$room/open/$name" "$room/closed/$name" || complain "what is printed went into $name"
done

# ---- names that would speak to the terminal ----
trick=$'\e]0;mine\a\xe2\x80\xae\xc2\x9b31m\x9b'
harmless() {
  ! LC_ALL=C grep -qP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]|(?<![\xc2-\xf4])\x9b' \
    "$room/out" "$room/err" || complain "$1 speaks to the terminal: $(cat -v "$room/out" "$room/err")"
}
answers 3 run "$room/$trick.json"
harmless 'the name of a file that is not there'
says '\u001b]0;mine\u0007\u202e\u009b31m\x9b' err
answers 2 "$trick"
harmless 'a command'
answers 3 run scenarios/first.json --set "$trick=1"
harmless 'a path of --set'
answers 3 run scenarios/first.json --set "model.dispatch=$trick"
harmless 'a value of --set'
answers 3 compare scenarios/first.json --vary $'model.dispatch=["es\xe2\x80\xaeay"]'
harmless 'a value of --vary'
cat >"$room/names.json" <<'END'
{"mcsim": 1, "name": "\u202eeman", "clusters": [{"name": "C", "hosts": [{"name": "h"}],
  "lsb.applications": [{"NAME": "app\u202e"}]}],
 "jobs": [{"id": 1, "run": "1s", "user": "ann\u202e\u2066=1"}]}
END
answers 0 run "$room/names.json" -o "$room/names$trick" --outputs jobs,executions
harmless 'a run'
for command in 'bjobs -a' 'bjobs -a -l' 'bjobs -a -json' 'bqueues -noheader' 'bqueues -w' 'bclusters -w' 'bhosts -w' 'explain --job 1'; do
  read -ra words <<<"$command"
  answers 0 "${words[0]}" "$room/names$trick" "${words[@]:1}"
  harmless "$command"
done
answers 0 convert "$room/names$trick/jobs.csv" "$room/names$trick.swf"
harmless 'convert'
answers 0 compare "$room/names.json" --vary 'x=[{"label": "\u202e", "set": {"seed": 1}}, {"label": "b", "set": {"seed": 2}}]' \
  -o "$room/labels"
harmless 'a comparison'
answers 3 validate "$room/$trick" --json
harmless 'diagnostics as JSON'
answers 3 run scenarios/first.json --set 'jobs=[{"id": 1, "run": "1s", "user": "a\u001b"}]'
says 'expected text without control characters' err

# ---- packed files ----
for packing in gz zst xz; do
  answers 0 convert scenarios/traces/synthetic.swf "$room/packed.csv.$packing"
  answers 0 convert "$room/packed.csv.$packing" "$room/packed.swf.$packing"
  answers 0 run "$room/packed.swf.$packing" --slots 64 -q
  answers 0 validate "$room/packed.swf.$packing"
  head -c 100 "$room/packed.swf.$packing" >"$room/cut.swf.$packing"
  answers 3 run "$room/cut.swf.$packing" --slots 64 -o "$room/nothing"
  says 'is cut off: its end is missing' err
done
absent nothing

# ---- Ctrl-C ----
cat >"$room/endless.json" <<'END'
{"mcsim": 1, "clusters": [{"name": "C", "hosts": [{"name": "h"}],
  "lsb.params": {"JOB_SCHEDULING_INTERVAL": "1ms"}}],
 "model": {"elide": false, "stall_after": "100000d"},
 "jobs": [{"id": 1, "run": "1d"}, {"id": 2, "submit": "90000d", "run": "1s"}]}
END
# A script's jobs behind it ignore SIGINT, and what nohup runs ignores SIGHUP.
heeds=(env --default-signal=INT,HUP,TERM)
# interrupt SIGNAL NAME ARGUMENT...: mcsim gets a signal while it runs, and writes the folder NAME.
interrupt() {
  local signal=$1 name=$2 process code=0
  shift 2
  "${heeds[@]}" "$MCSIM" "$@" -o "$room/$name" >"$room/out" 2>"$room/err" &
  process=$!
  for _ in $(seq 200); do
    [[ -n $(ls -d "$room/$name".partial-* 2>/dev/null) ]] && break
    sleep 0.05
  done
  sleep 0.2
  kill -"$signal" $process
  wait $process || code=$?
  ((code == 130)) || complain "$1 interrupted by $signal: exit $code: $(cat "$room/err")"
}
interrupt INT cut run "$room/endless.json"
grep -q '"complete": false' "$room/cut/summary.json" || complain 'a cut run looks complete'
absent partial
answers 3 convert "$room/cut/jobs.csv" "$room/cut.swf"
says 'was interrupted' err
answers 0 convert "$room/cut/jobs.csv" "$room/cut.swf" --partial
answers 0 run scenarios/easy_backfill.json -o "$room/good" -q
cp -r "$room/good" "$room/as_before"
interrupt TERM good run "$room/endless.json" -q
diff -r "$room/good" "$room/as_before" || complain 'an interrupted run replaces older results that are whole'
grep -q '"complete": false' "$room/good.partial/summary.json" || complain 'the results of a cut run are lost'
says "are in $room/good.partial; $room/good keeps its older results" err
mkdir "$room/theirs"
mv "$room/good.partial" "$room/theirs/kept" && mv "$room/theirs" "$room/good.partial"
interrupt TERM good run "$room/endless.json" -q
says "are in $room/good.partial.2; $room/good keeps its older results" err
answers 0 run scenarios/easy_backfill.json -o "$room/good" -q
[[ -d $room/good.partial/kept ]] || complain "somebody's folder is lost"
absent good.partial.2
rm -r "$room/good.partial"
interrupt HUP hung_up run "$room/endless.json"
grep -q '"complete": false' "$room/hung_up/summary.json" || complain 'a run hung up on looks complete'
absent partial
interrupt TERM many compare "$room/endless.json" --vary 'seed=[1, 2, 3]' -j 2
says 'interrupted: 0 of 3 runs are complete' err
absent many/compare.json
[[ -z $(ls "$room/many/cells") ]] || complain 'a cell of a run that was cut short is kept'
absent partial

# ---- an import that is interrupted leaves nothing, and draws nothing where there is no terminal ----
record=$(head -1 tests/fuzz/lsf_history/acct)
interrupt INT imported import lsf --acct <(yes "$record")
says 'the import was interrupted' err
absent imported
grep -q $'\r' "$room/err" && complain 'an import draws a bar into a file'
interrupt TERM imported import slurm <(cat tests/fuzz/slurm_history/january; yes "$(tail -1 tests/fuzz/slurm_history/january)")
absent imported
# Pipes can be read but once.
answers 0 import lsf --acct <(cat tests/fuzz/lsf_history/acct) <(cat tests/fuzz/lsf_history/acct) -o "$room/by_pipe"
answers 0 import lsf --acct tests/fuzz/lsf_history/acct tests/fuzz/lsf_history/acct -o "$room/read"
cmp -s "$room/by_pipe/jobs.csv.zst" "$room/read/jobs.csv.zst" || complain "a pipe is not read as a file is"
answers 2 import lsf --acct tests/fuzz/lsf_history/acct --anonymise-key key -o "$room/imported"
says '--anonymise-key requires --anonymise' err
answers 0 import pbs tests/fuzz/pbs_history/openpbs -o "$room/imported"
answers 0 run "$room/imported/scenario.json" -o "$room/replayed" -q

# ---- a real ELIM, which Ctrl-C ends together with what it has started ----
"$MCSIM" elim record tests/elims/elim.family -o "$room/record" >"$room/out" &
recorder=$!
for ((turn = 0; turn < 100; ++turn)); do
  [[ -n $(ls "$room" | grep record.partial) ]] && break
  sleep 0.1
done
sleep 1
kill -TERM $recorder
wait $recorder || complain "a record that is interrupted is not whole: exit $?"
says 'reports in' out
grep -q '"event": "end"' "$room/record" || complain 'a record without an end'
absent partial

exit $failed
