#!/usr/bin/env bash
# bash, zsh and fish complete commands, options and their values, each as its own users type
set -uo pipefail
: "${MCSIM:?the mcsim to be tested}"
MCSIM=$(realpath "$MCSIM")
keys=$PWD/tests/tools/type_into_zsh.zsh
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room" || exit 1
mkdir results
touch 'a trace.swf' scenario.json
for shell in bash zsh fish; do
  "$MCSIM" completion $shell >completion.$shell || exit 1
done
failed=0

complain() {
  echo "$*"
  failed=1
}

# What was typed, where | is the last word's beginning, and the one word that it becomes.
rows=(
  'mcsim |ru' run
  'mcsim |lsl' lsload
  'mcsim elim |ch' check
  'mcsim pjl |c' cmdline
  'mcsim run |--print' --print-config
  'mcsim run |scen' scenario.json
  'mcsim run scenario.json |--di' --dispatch
  'mcsim run scenario.json --dispatch |fc' fcfs
  'mcsim run scenario.json --dispatch=|fc' fcfs
  'mcsim run --set a.b=run --outputs |dec' decisions
  'mcsim run --outputs |jobs,ex' jobs,executions
  'mcsim run --outputs=|jobs,ex' jobs,executions
  'mcsim run --outputs |jobs,j' ''
  'mcsim run -o |res' results/
  'mcsim compare scenario.json -o |res' results/
  'mcsim explain |res' results/
  'mcsim explain results --lease A:B |--jo' --job
  'mcsim explain results --job 1@A |--l' --lease
  'mcsim validate results scenario.json |scen' scenario.json
  'mcsim bench |d' diff
  'mcsim bench run scenario.json --count |in' instructions
  'mcsim bench diff |scen' scenario.json
  'mcsim decide |slot' slot-pool
  'mcsim decide slot-pool |scen' scenario.json
  'mcsim convert scenario.json |scen' scenario.json
  'mcsim convert --from |jo' jobs.csv
  'mcsim bjobs |-no' -noheader
  'mcsim bjobs results 1 |-js' -json
  'mcsim bjobs |--no' --noheader
  'mcsim elim check --for 1min |--resou' --resources
  'mcsim elim record |--res' '--resources --restarts'
  'mcsim pjl cmdline -- pam |scen' scenario.json
  'mcsim completion |z' zsh
  'mcsim man |elim' elim
  'mcsim run scenario.json --seed |r' ''
  'mcsim run scenario.json |ru' ''
)

# bash breaks words at = : and @ before it asks.
in_bash() {
  (
    # shellcheck disable=SC1090
    . ./completion.bash
    typed=$1
    for letter in = : @; do typed=${typed//"$letter"/ "$letter" }; done
    read -ra COMP_WORDS <<<"${typed/|/ }"
    [[ ${typed%|} != "$typed" ]] && COMP_WORDS+=('')
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _mcsim
    for at in "${!COMPREPLY[@]}"; do
      [[ -d ${COMPREPLY[at]} ]] && COMPREPLY[at]+=/  # as readline shows a directory
    done
    echo "${COMPREPLY[*]}"
  )
}

# fish 4 also offers what has the typed letters anywhere, --json for --jo: only beginnings count here.
in_fish() {
  HOME=$room fish --no-config -c 'source completion.fish; complete -C $argv[1]' "${1/|/}" |
    sed 's/\t.*//; s/^--[a-z]*=//' |
    typed=${1#*|} awk 'index($0, ENVIRON["typed"]) == 1 || ENVIRON["typed"] == ""' | paste -sd ' '
}

check() {
  local shell=$1 at got
  for ((at = 0; at < ${#rows[@]}; at += 2)); do
    got=$("in_$shell" "${rows[at]}")
    [[ $got == "${rows[at + 1]}" ]] || complain "$shell: ${rows[at]}: '$got', not '${rows[at + 1]}'"
  done
}

# The line itself, of zsh, where one word only is possible.
check_zsh() {
  local -a lines=()
  local at typed wanted got
  for ((at = 0; at < ${#rows[@]}; at += 2)); do lines+=("${rows[at]/|/}"); done
  HOME=$room timeout 60 zsh -f "$keys" "$room/completion.zsh" "${lines[@]}" >zsh.said
  for ((at = 0; at < ${#rows[@]}; at += 2)); do
    typed=${rows[at]} wanted=${rows[at + 1]}
    read -r got
    got=${got%[=, ]}
    [[ $wanted == *' '* ]] && wanted=--res  # it stays, or goes as far as all agree
    [[ -z $wanted ]] && wanted=${typed#*|}
    [[ $got == "${typed%|*}$wanted" ]] || complain "zsh: $typed: '$got', not '$wanted'"
  done <zsh.said
  ((at == ${#rows[@]})) && [[ $(wc -l <zsh.said) == $((${#rows[@]} / 2)) ]] ||
    complain "zsh: $(wc -l <zsh.said) answers"
}

check bash
if command -v fish >/dev/null; then check fish; else echo 'fish is not installed: not tested'; fi
if command -v zsh >/dev/null; then check_zsh; else echo 'zsh is not installed: not tested'; fi

# Whatever --help names is offered.
options_in_help() { "$MCSIM" $1 --help | sed -n 's/^  -[^ ]*.*/&/p' | grep -oE '^  (-[a-zA-Z],)?--?[a-zA-Z-]+' | tr -d ' ' | tr ',' '\n'; }
for command in '' run compare validate convert decide 'elim check' 'elim record' 'pjl cmdline' explain \
  bjobs bhosts bclusters lsload completion man; do
  offered=" $(in_bash "mcsim $command |-") "
  for option in $(options_in_help "$command"); do
    [[ $offered == *" $option "* ]] || complain "bash: mcsim $command does not offer $option"
  done
done

# A program of another name has its own completion.
ln -s "$MCSIM" my-sim
for shell in bash zsh; do ./my-sim completion $shell >my-sim.$shell; done
grep -q '^complete -F _my_sim my-sim$' my-sim.bash || complain 'bash: no completion of my-sim'
grep -q '^#compdef my-sim$' my-sim.zsh || complain 'zsh: no completion of my-sim'
(exec -a '-$(x)' "$MCSIM" completion fish) >unnamed.fish
grep -q '^complete -c mcsim ' unnamed.fish || complain 'a name that is no word got into a script'

exit $failed
