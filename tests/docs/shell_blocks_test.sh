#!/usr/bin/env bash
# every shell block of the README, the guide and two pages of the reference runs, and prints what the page shows
# A ```sh block holds commands. A ```console block has a command behind each `$ `, and below it what
# the command prints to standard output; a line `...` stands for any number of lines. A command that
# ends with `# exit code N` has to fail so. All blocks of a page are one session, in a room of its
# own with the scenarios in it.
set -uo pipefail
: "${MCSIM:?the mcsim to be tested}"
export LC_ALL=C
unset MCSIM_TRACES
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT

# Commands that begin so are not run here, each with its reason.
skipped=(
  'tools/quickstart'        # installs packages, and builds mcsim anew
  'tools/test'              # is what runs this test
  'tools/package'           # makes a Debian of its own
  'apt-get'                 # installs
  'cmake --preset'          # builds mcsim anew
  'cmake --install'         # tests/tools/package_test.sh installs
  'cmake -S . -B build'     # tests/tools/package_test.sh builds the programs of these pages
  'cp -r PREFIX/'           # where it was installed
  'build/'                  # such a program
  'source <(build/'         # likewise
  'parallel'                # GNU parallel is not installed for tests, nor are there other machines
  'snakemake'               # is not installed for tests
)
is_skipped() {  # COMMAND
  local one
  for one in "${skipped[@]}"; do [[ $1 == "$one"* ]] && return 0; done
  return 1
}

mkdir "$room/bin"
ln -s "$(realpath "$MCSIM")" "$room/bin/mcsim"
# The one that Debian's packages are for.
[[ -x /usr/bin/python3 ]] && ln -s /usr/bin/python3 "$room/bin/python3"
export PATH=$room/bin:$PATH

# A line that ends within quotes, a document or a pipe goes on.
is_whole() {  # COMMAND
  local said
  [[ $1 != *\\ ]] && said=$(bash -n <<<"$1" 2>&1) && [[ -z $said ]]
}

failed=0
ran=0
complain() {  # PAGE LINE TEXT
  echo "$1:$2: $3"
  failed=1
}

# read_page PAGE: its commands, what each is said to print (empty: not said), and their lines.
read_page() {
  local page=$1 line number=0 kind='' command='' before=''
  commands=() wants=() lines=()
  while IFS= read -r line; do
    number=$((number + 1))
    if [[ -z $kind ]]; then
      case $line in
        '```sh' | '```console') kind=${line#'```'} ;;
        '```'?*) kind=other ;;
        '```') complain "$page" "$number" 'a block of no kind' ;;
        '    '*) [[ -z $before ]] && complain "$page" "$number" 'an indented block: write ```sh or ```console' ;;
      esac
    elif [[ $line == '```' ]]; then
      [[ -z $command ]] || complain "$page" "$number" "not a whole command: $command"
      kind='' command=''
    elif [[ $kind == other ]]; then
      :
    elif [[ -n $command ]]; then
      command+=$'\n'$line
    elif [[ $kind == sh ]]; then
      [[ -z $line || $line == '#'* ]] || command=$line
    elif [[ $line == '$ '* ]]; then
      command=${line#'$ '}
    elif ((${#wants[@]} == 0)); then
      complain "$page" "$number" 'a block that begins with no command'
    else
      wants[-1]+=$line$'\n'
    fi
    if [[ -n $command ]] && is_whole "$command"; then
      commands+=("$command") wants+=('') lines+=("$number")
      command=''
    fi
    before=$line
  done <"$page"
}

# Whether TEXT is as SHOWN, but for trailing blanks, empty lines around, and what `...` stands for.
is_as_shown() {  # SHOWN TEXT
  local pattern text
  text=$(sed 's/[[:space:]]*$//' <<<"$2" | sed '/./,$!d')
  pattern=$(sed 's/[[:space:]]*$//' <<<"$1" | sed '/./,$!d' |
    sed '/^\.\.\.$/!s/[^[:alnum:][:space:]]/\\&/g; s/^\.\.\.$/*/')
  pattern=${pattern//$'\n*\n'/'*'$'\n'}
  pattern=${pattern//$'\n*'/'*'}
  # shellcheck disable=SC2053 # a pattern
  [[ $text == $pattern ]]
}

play_page() {  # PAGE, in its room
  local at command want code said
  for at in "${!commands[@]}"; do
    command=${commands[at]} want=0
    is_skipped "$command" && continue
    [[ $command =~ '# exit code '([0-9]+)$ ]] && want=${BASH_REMATCH[1]}
    eval "$command" >"$room/said" 2>"$room/complaints" </dev/null
    code=$?
    said=$(<"$room/said")
    ran=$((ran + 1))
    if [[ $code != "$want" ]]; then
      complain "$1" "${lines[at]}" "exit code $code, not $want: $command"
      cat "$room/complaints"
    elif [[ -n ${wants[at]} ]] && ! is_as_shown "${wants[at]}" "$said"; then
      complain "$1" "${lines[at]}" "prints something else: $command"
      diff <(echo "${wants[at]}") <(echo "$said")
    fi
  done
}

root=$PWD
for page in README.md docs/guide/*.md docs/reference/decide.md docs/reference/results.md; do
  cd "$root" || exit 1
  read_page "$page"
  rm -rf "$room/page"
  mkdir "$room/page"
  cp -r scenarios "$room/page"
  cd "$room/page" || exit 1
  play_page "$page"
done
echo "$ran commands ran"
((ran >= 30)) || complain 'README.md' 1 'fewer commands than there were'
exit $failed
