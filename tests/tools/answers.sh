# For tests of the command line: runs mcsim, and complains of what it should not have answered. The test
# has a folder $room for what mcsim says, and fails at its end if $failed is 1.
# shellcheck shell=bash disable=SC2034

failed=0
complain() {
  echo "$*"
  failed=1
}

# answers CODE ARGUMENT...: mcsim's exit code; what it says is in $room/out and $room/err.
answers() {
  local wanted=$1 code=0
  shift
  "$MCSIM" "$@" >"$room/out" 2>"$room/err" || code=$?
  ((code == wanted)) || complain "mcsim $*: exit $code, not $wanted: $(cat "$room/err")"
}
says() { grep -qF -- "$1" "$room/$2" || complain "not on $2: $1, but: $(cat "$room/$2")"; }
