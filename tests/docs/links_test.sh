#!/usr/bin/env bash
# every link between the project's pages leads to a file and a heading that are there
set -uo pipefail
export LC_ALL=C

# The anchors of a page's headings, as GitHub makes them.
anchors() {  # PAGE
  awk '/^```/ { code = !code } !code && /^#+ /' "$1" |
    sed 's/^#* //' | tr '[:upper:]' '[:lower:]' | tr -cd 'a-z0-9_ \n-' | tr ' ' '-'
}

failed=0
links=0
for page in ./*.md docs/*.md docs/*/*.md; do
  while IFS= read -r link; do
    [[ $link == http*://* ]] && continue
    links=$((links + 1))
    file=${link%%#*} anchor=
    [[ $link == *'#'* ]] && anchor=${link#*#}
    target=$page
    [[ -z $file ]] || target=$(dirname "$page")/$file
    if [[ ! -e $target ]]; then
      echo "$page: no $file"
      failed=1
    elif [[ -n $anchor ]] && ! anchors "$target" | grep -qxF "$anchor"; then
      echo "$page: no heading #$anchor in $target"
      failed=1
    fi
  done < <(awk '/^```/ { code = !code } !code' "$page" | grep -oE '\]\([^) ]+\)' | sed 's/^](//; s/)$//' |
    sort -u)
done
size=$(wc -c <README.md)
((size <= 7000)) || { echo "README.md has $size bytes, not at most 7000"; failed=1; }
echo "$links links"
((links >= 60)) || { echo 'fewer links than there were'; failed=1; }
exit $failed
