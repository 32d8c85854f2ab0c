#!/usr/bin/env bash
# the jobs of the page on CI run as they stand there: they pass, and fail where a policy costs more
set -uo pipefail
: "${MCSIM:?the mcsim to be tested}"
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
page=$PWD/docs/guide/ci.md
mkdir "$room/bin"
ln -s "$(realpath "$MCSIM")" "$room/bin/mcsim"
export PATH=$room/bin:$PATH
cp -r scenarios "$room"
cd "$room" || exit 1
failed=0
complain() {
  echo "$*"
  failed=1
}

# The lines of the n-th yaml block that call mcsim, as a shell runs them: each must succeed.
lines_of() {  # N
  awk -v n="$1" '/^```/ { code = code ? "" : substr($0, 4); blocks += code == "yaml"; next }
    code == "yaml" && blocks == n && sub(/^ *(- )?mcsim /, "mcsim ")' "$page"
}
run_job() {  # N
  { echo 'set -e'; lines_of "$1"; } >job.sh
  bash job.sh >said 2>complaints
}

mcsim bench run scenarios/federation.json -o base.json --quiet || exit 1
for job in 1 2; do
  (($(lines_of $job | wc -l) >= 2)) || complain "job $job calls mcsim less often than it did"
  run_job $job || complain "job $job fails: $(cat complaints)"
  grep -q 'numbers, all equal' said || complain "job $job prints something else: $(cat said)"
done

# The base had less work: the same jobs say so, by name.
sed 's/"real_time": [1-9][0-9]*,/"real_time": 1,/' base.json >less.json
mv less.json base.json
for job in 1 2; do
  code=0
  run_job $job || code=$?
  ((code == 4)) || complain "job $job: exit code $code, not 4"
  grep -qE '^mcsim: forward/.*/p99: steps 1 -> ' complaints || complain "job $job names no policy: $(cat complaints)"
done
exit $failed
