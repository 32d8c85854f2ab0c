#!/usr/bin/env bash
# every command has a manual page that formats without a warning and tells all of its --help
set -uo pipefail
: "${MCSIM:?the mcsim to be tested}"
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
failed=0

complain() {
  echo "$*"
  failed=1
}

"$MCSIM" man -o "$room/man" || complain 'no pages'
commands=$("$MCSIM" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]\+\) .*/\1/p')
wanted=$(for command in '' $commands; do echo "mcsim${command:+-$command}.1"; done | LC_ALL=C sort)
[[ $(wc -w <<<"$commands") -gt 10 && $(LC_ALL=C ls "$room/man") == "$wanted" ]] ||
  complain "pages: $(ls "$room/man"), not $wanted"
for command in '' $commands; do
  page=$room/man/mcsim${command:+-$command}.1
  "$MCSIM" man $command | cmp - "$page" || complain "$page is another page than that of man $command"
  if command -v mandoc >/dev/null; then
    # A page without a date is the same whenever it is made.
    said=$(mandoc -Tlint -Wwarning "$page" | grep -v 'missing date')
    [[ -z $said ]] || complain "$said"
  fi
  if command -v man >/dev/null && said=$(MANROFFOPT= man --warnings -l "$page" 2>&1 >"$room/text"); then
    [[ -z $said ]] || complain "$said"
    grep -q '^EXIT STATUS' "$room/text" || complain "no exit status in $page"
  fi
  for option in $("$MCSIM" $command --help | grep -oE '^  (-[a-zA-Z],)?--?[a-zA-Z-]+' | tr ',' ' '); do
    grep -qF -- "\\fB${option//-/\\-}\\fR" "$page" || complain "$page does not tell of $option"
  done
done

# The folder's name follows the rules for all outputs.
for name in - '' "$room/none/../pages"; do
  "$MCSIM" man -o "$name" 2>"$room/said" && complain "pages in '$name'"
  grep -q 'cannot be made: ' "$room/said" || complain "refused '$name' with: $(cat "$room/said")"
  [[ ! -e ./- && ! -e $room/none && ! -e $room/pages ]] || complain "'$name' left something"
done

# What is shown as it is stands there as in --help, quotes and all.
if command -v mandoc >/dev/null; then
  mandoc -T ascii -O width=120 "$room/man/mcsim-decide.1" | sed 's/.\x08//g' >"$room/text"
  "$MCSIM" decide --help | grep '^  {' | sed 's/^ *//' >"$room/examples"
  [[ -s $room/examples ]] || complain 'the help of decide has no examples'
  while IFS= read -r line; do
    grep -qF -- "$line" "$room/text" || complain "not in the page of decide: $line"
  done <"$room/examples"
fi

exit $failed
