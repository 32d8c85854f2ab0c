#!/usr/bin/env bash
# the pages of mcsim report check themselves in a browser, and a hostile name in one stays text
set -uo pipefail
: "${MCSIM:?the mcsim to be tested}"
if [[ -n ${MCSIM_CXX_FLAGS-} ]]; then
  echo "what the browser does is the same with sanitizers: not tested again"
  exit 0
fi
browser=$(command -v chromium || command -v chromium-browser || true)
[[ -n $browser ]] || { echo 'skipped: no chromium'; exit 0; }
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
. tests/tools/answers.sh

# opened PAGE: what the page says of itself is in $room/checks.
opened() {
  HOME=$room timeout 120 "$browser" --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage \
    --virtual-time-budget=30000 --dump-dom "file://$1#check" >"$room/dom" 2>"$room/browser"
  python3 - "$room/dom" >"$room/checks" <<'PYTHON'
import html, re, sys
text = open(sys.argv[1]).read()
found = re.search(r'<pre id="(?:checks|failed)">(.*?)</pre>', text, re.S)
print(html.unescape(found.group(1)) if found else 'the page was not drawn')
PYTHON
  grep -qE '^[0-9]+ checks hold, 0 do not$' "$room/checks" ||
    complain "$1: $(cat "$room/checks") $(tail -3 "$room/browser")"
}

# Names that would be elements, and would end the script, if they were not taken for text.
bad='</script><script>hurt=1</script><img src=x onerror=hurt=1>'
cat >"$room/hostile.json" <<JSON
{"mcsim": 1, "name": "$bad", "about": "$bad", "clusters": [
  {"name": "home", "hosts": [{"name": "h1", "ncpus": 2}], "lsb.queues": [{"QUEUE_NAME": "normal"}]}],
 "jobs": [{"id": 1, "user": "$bad", "slots": 2, "run": "300s"},
          {"id": 2, "user": "'\"&lt;b&gt;", "slots": 1, "run": "100s", "submit": "20s"},
          {"id": 3, "user": "ann", "slots": 3, "run": "100s", "submit": "30s"}]}
JSON
answers 0 run "$room/hostile.json" -q -o "$room/hostile" --outputs jobs,segments
answers 0 report "$room/hostile"
opened "$room/hostile/report.html"
grep -q 'and by its user' "$room/checks" || complain 'no user was searched for'

# Jobs that are forwarded, preempted and suspended; those of a table alone; launches; leases.
for scenario in federation_weeks preemption launch_clean lease_two_slots; do
  answers 0 run "scenarios/$scenario.json" -q -o "$room/$scenario" --outputs jobs,segments
  answers 0 report "$room/$scenario" -o "$room/page.html"
  opened "$room/page.html"
done
answers 0 run scenarios/first.json -q -o "$room/first"
answers 0 report "$room/first" -o "$room/first.html"
answers 0 report "$room/first" -o "$room/again.html"
cmp "$room/first.html" "$room/again.html" || complain 'the same folder has two pages'
opened "$room/first.html"

# A hundred jobs with their stories.
mkdir "$room/hundred"
for cluster in north east west; do
  awk '/^;/ {print; next} ++jobs <= 34' "scenarios/traces/federation_$cluster.swf" >"$room/hundred/federation_$cluster.swf"
done
sed 's|traces/||' scenarios/federation.json >"$room/hundred/scenario.json"
answers 0 run "$room/hundred/scenario.json" -q -o "$room/of_hundred" --outputs jobs,segments
answers 0 report "$room/of_hundred"
opened "$room/of_hundred/report.html"
size=$(stat -c %s "$room/of_hundred/report.html")
((size <= 200000)) || complain "a page of 102 jobs has $size bytes, not at most 200000"

# A backtest, of which a job is suspended that has no segments.
answers 0 run scenarios/conf/riverside.json -q -o "$room/riverside" --outputs jobs,acct
answers 0 import lsf --acct "$room/riverside/lsb.acct" --conf scenarios/conf/riverside -o "$room/site"
answers 0 backtest "$room/site" -o "$room/backtest"
answers 0 report "$room/backtest"
opened "$room/backtest/report.html"

# A sweep of several settings; one that is half done; a comparison of single runs.
answers 0 sweep plan scenarios/federation_weeks.json -o "$room/sweep" --replicas 2 \
  --vary 'clusters.*.lsb.params.MC_PLUGIN_SCHEDULE_ENHANCE=[null, "RESOURCE_ONLY"]' \
  --vary 'clusters.north.lsb.params.MBD_SLEEP_TIME=[10, 60]'
answers 0 sweep run "$room/sweep" --cells 1-4
answers 5 sweep collect "$room/sweep"
answers 0 report "$room/sweep" -o "$room/half.html"
opened "$room/half.html"
grep -q 'Not all runs were done' "$room/half.html" || complain 'half of a sweep is not told from all of it'
answers 0 sweep run "$room/sweep"
answers 0 sweep collect "$room/sweep"
answers 0 report "$room/sweep"
opened "$room/sweep/report.html"
grep -q 'wait_time.mean of MC_PLUGIN_SCHEDULE_ENHANCE=RESOURCE_ONLY, MBD_SLEEP_TIME=60' "$room/checks" ||
  complain 'a setting of the sweep is not on its page'
answers 0 compare scenarios/preemption.json -o "$room/once" \
  --vary 'clusters.C1.lsb.queues.urgent.PREEMPTION=["PREEMPTIVE[low]", null]'
answers 0 report "$room/once"
opened "$room/once/report.html"
exit $failed
