#!/usr/bin/env bash
# no picture of the pages of mcsim report is missing, blank or of other colours than expected
set -uo pipefail
: "${MCSIM:?the mcsim to be tested}"
if [[ -n ${MCSIM_CXX_FLAGS-} ]]; then
  echo "what the browser draws is the same with sanitizers: not tested again"
  exit 0
fi
browser=$(command -v chromium || command -v chromium-browser || true)
[[ -n $browser ]] || { echo 'skipped: no chromium'; exit 0; }
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
. tests/tools/answers.sh
expected=tests/tools/pictures

# seen PAGE NAME OPTION...: the pictures of a page are those of a file; MCSIM_UPDATE_PICTURES=1 writes it.
seen() {
  local page=$1 name=$2
  shift 2
  timeout 200 python3 tests/tools/pictures.py "$browser" "file://$page" "$expected/$name.txt" "$@" \
    >"$room/differences" 2>&1 || complain "$(tail -9 "$room/differences")"
}

answers 0 run scenarios/federation_weeks.json -q -o "$room/weeks" --outputs jobs,segments,counters
answers 0 report "$room/weeks"
seen "$room/weeks/report.html" weeks_light
seen "$room/weeks/report.html" weeks_dark --dark
seen "$room/weeks/report.html" weeks_phone --width 390
# On paper a dark page is a light one.
[[ -n ${MCSIM_UPDATE_PICTURES:-} ]] || seen "$room/weeks/report.html" weeks_light --dark --print

answers 0 sweep plan scenarios/federation_weeks.json -o "$room/sweep" --replicas 3 \
  --vary 'clusters.*.lsb.params.MC_PLUGIN_SCHEDULE_ENHANCE=[null, "RESOURCE_ONLY"]' \
  --vary 'clusters.north.lsb.params.MBD_SLEEP_TIME=[10, 60]'
answers 0 sweep run "$room/sweep"
answers 0 sweep collect "$room/sweep"
answers 0 report "$room/sweep"
seen "$room/sweep/report.html" sweep_light
seen "$room/sweep/report.html" sweep_dark --dark
seen "$room/sweep/report.html" sweep_phone --width 390

answers 0 run scenarios/conf/riverside.json -q -o "$room/riverside" --outputs jobs,acct
answers 0 import lsf --acct "$room/riverside/lsb.acct" --conf scenarios/conf/riverside -o "$room/site"
answers 0 backtest "$room/site" -o "$room/backtest"
answers 0 report "$room/backtest"
seen "$room/backtest/report.html" backtest_light

# What goes wrong is found: nothing is drawn where a browser no longer knows how.
[[ -z ${MCSIM_UPDATE_PICTURES:-} ]] || exit $failed
lacks() {
  python3 tests/tools/pictures.py "$browser" "file://$room/weeks/report.html" "$expected/weeks_light.txt" \
    --first "$1" >"$room/differences" 2>&1
  grep -qF "$2" "$room/differences" || complain "without $1 nobody misses $2: $(cat "$room/differences")"
}
lacks 'CanvasRenderingContext2D.prototype.putImageData = () => {}; 0' 'Every job on every host, canvas: ink'
lacks 'CanvasRenderingContext2D.prototype.stroke = () => {}; 0' 'How long jobs waited, canvas: ink'
lacks 'document.querySelector(".heat").remove()' 'pictures: ['
exit $failed
