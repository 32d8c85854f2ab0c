# Types each LINE and a tab into a zsh that has sourced FILE, and prints what it makes of the line.
# Usage: zsh -f type_into_zsh.zsh FILE LINE...
zmodload zsh/zpty || exit 1
file=$1
shift
zpty shell 'TERM=dumb PS1= zsh -f -i'
zpty -w shell "autoload -Uz compinit; compinit -D; . ${(q)file}; setopt no_beep"
zpty -w shell 'show() { print -r -- "<<$BUFFER>>"; BUFFER= }; zle -N show'
zpty -w shell 'bindkey "^T" show; bindkey "^I" complete-word; print is $((6 * 7))'
zpty -r -m shell said '*is 42*'
for line; do
  zpty -w -n shell "$line"$'\t\x14'
  zpty -r -m shell said '*<<*>>*' || break
  said=${said##*<<}
  print -r -- "${said%%>>*}"
done
zpty -d shell
