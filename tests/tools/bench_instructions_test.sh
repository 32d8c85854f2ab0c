#!/usr/bin/env bash
# bench run counts instructions under valgrind, nearly the same each time, and says where it cannot
set -uo pipefail
: "${MCSIM:?the mcsim to be tested}"
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
failed=0
complain() {
  echo "$*"
  failed=1
}

mcsim=$(realpath "$MCSIM")
code=0
PATH=$room "$mcsim" bench run scenarios/first.json --count instructions >"$room/out" 2>"$room/err" || code=$?
((code == 1)) || complain "without valgrind: exit code $code, not 1"
grep -qE 'cannot count instructions: (PATH has no valgrind|it was built without)' "$room/err" ||
  complain "without valgrind it says: $(cat "$room/err")"
[[ ! -s $room/out ]] || complain 'without valgrind it prints something'

if [[ -n ${MCSIM_CXX_FLAGS-} ]]; then
  echo "skipped: valgrind does not run what was built with sanitizers"
  exit $failed
elif ! command -v valgrind >/dev/null || grep -q 'built without' "$room/err"; then
  echo "skipped: no valgrind (tools/test installs it)"
  exit $failed
fi
for name in a b; do
  "$mcsim" bench run scenarios/forwarding_example_1.json --count instructions --quiet -o "$room/$name.json" ||
    complain "exit code $?"
done
"$mcsim" bench diff "$room/a.json" "$room/b.json" --max-regress 1 || complain "two runs differ: exit code $?"
grep -q '"label": "instructions"' "$room/a.json" || complain 'no entry of instructions'
exit $failed
