#!/usr/bin/env bash
# twice as much of anything takes at most 2.5 times as many instructions
# 53 families of scenarios (tests/growth), each run or compared with n and with 2 n; counted, not timed.
# What a run of one job takes is taken off. MCSIM_GROWTH: by what to multiply all n (default 1).
set -euo pipefail
: "${MCSIM:?the mcsim to be tested}" "${MCSIM_BUILD:?where it was built}"
most=1.3  # exponent
if [[ -n ${MCSIM_CXX_FLAGS-} ]] || ! grep -qs "CMAKE_BUILD_TYPE:.*=Release" "$MCSIM_BUILD/CMakeCache.txt"; then
  echo "skipped: not a Release build"
  exit 0
elif ! command -v valgrind >/dev/null; then
  echo "skipped: no valgrind (tools/test installs it)"
  exit 0
fi
families=$MCSIM_BUILD/tests/growth/mcsim_growth
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room"

# count FILE WORDS: instructions of what the words do with it
count() {
  local -a words
  read -ra words <<<"$2"
  valgrind --tool=callgrind --callgrind-out-file=/dev/null \
    "$MCSIM" "${words[@]}" "$1" --quiet -o "$1.out" >"$1.said" 2>&1 || { cat "$1.said" >&2; exit 1; }
  awk '/ Collected : / { print $4 }' "$1.said"
}
# measure NAME N WHAT: a line with the exponent
measure() {
  "$families" "$1" "$2" >"$1.once"
  "$families" "$1" $((2 * $2)) >"$1.twice"
  local once twice
  once=$(count "$1.once" "$("$families" "$1" "$2" command)")
  twice=$(count "$1.twice" "$("$families" "$1" $((2 * $2)) command)")
  awk -v name="$1" -v n="$2" -v what="$3" -v once=$((once - start)) -v twice=$((twice - start)) -v most=$most '
    BEGIN {
      exponent = log((twice > 1 ? twice : 1) / (once > 1 ? once : 1)) / log(2)
      printf "%-20s n %6d  %8.1f and %8.1f million  exponent %5.2f  %s%s\n", name, n,
        once / 1e6, twice / 1e6, exponent, what, (exponent > most ? "  TOO MUCH" : "")
    }'
  rm -rf "$1".*
}
export -f count measure
export families most

echo '{"mcsim": 1, "clusters": [{"name": "C", "hosts": [{"name": "h"}]}], "jobs": [{"id": 1, "run": "1s"}]}' >start
start=$(count start run)
export start
"$families" | while read -r name n what; do
  printf '%s\0%s\0%s\0' "$name" $((n * ${MCSIM_GROWTH:-1})) "$what"
done | xargs -0 -n 3 -P 2 bash -euo pipefail -c 'measure "$@"' measure | tee table
(($(wc -l <table) == $("$families" | wc -l)))
! grep -q "TOO MUCH" table
