#!/usr/bin/env bash
# a replay of a real trace takes at most 5,000 instructions a job
# From SWF text to jobs.csv and summary.json, start and end of the process included. Counted, not
# timed: the same on a busy machine.
set -euo pipefail
: "${MCSIM:?the mcsim to be tested}"
most=5000
trace=${MCSIM_TRACES:+$MCSIM_TRACES/kth-28k.swf.gz}
if [[ -n ${MCSIM_CXX_FLAGS-} ]] || ! grep -qs "CMAKE_BUILD_TYPE:.*=Release" "${MCSIM_BUILD-}/CMakeCache.txt"; then
  echo "skipped: not a Release build"
  exit 0
elif [[ ! -f $trace ]]; then
  echo "skipped: MCSIM_TRACES names no folder with kth-28k.swf.gz"
  exit 0
elif ! command -v valgrind >/dev/null; then
  echo "skipped: no valgrind (tools/test installs it)"
  exit 0
fi
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT

# Eight times, each time with other numbers and later: what the start of the process costs is little.
gzip -dc "$trace" | awk '
  /^;/ { next }
  { row[++rows] = $0 }
  END {
    print "; MaxProcs: 100"
    split(row[rows], last, " ")
    for (turn = 0; turn < 8; ++turn)
      for (at = 1; at <= rows; ++at) {
        $0 = row[at]
        $1 += turn * 100000
        $2 += turn * (last[2] + 1000)
        print
      }
  }' >"$room/trace.swf"
cd "$room"
valgrind --tool=callgrind --callgrind-out-file=counts \
  "$MCSIM" run trace.swf --dispatch easy --quiet -o out >said 2>&1 ||
  { cat said; exit 1; }
instructions=$(awk '/ Collected : / { print $4 }' said)
jobs=$(($(wc -l <out/jobs.csv) - 1))
((jobs == 227848)) || { echo "$jobs jobs were replayed"; exit 1; }
echo "$instructions instructions for $jobs jobs: $((instructions / jobs)) a job, at most $most"
((instructions <= most * jobs))
