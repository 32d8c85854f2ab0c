#!/usr/bin/env bash
# cpack makes two Debian packages, with what they depend on, and the same bytes when it makes them again
set -euo pipefail
: "${MCSIM_BUILD:?the build directory}"
if [[ -n ${MCSIM_CXX_FLAGS-} ]]; then
  echo "a build with sanitizers is not what is packed: not tested"
  exit 0
fi
for tool in cpack dpkg-deb dpkg-shlibdeps file; do
  command -v $tool >/dev/null || { echo "$tool is not installed: not tested"; exit 0; }
done
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
export SOURCE_DATE_EPOCH=1700000000
umask 022

for turn in 1 2; do
  cpack --config "$MCSIM_BUILD/CPackConfig.cmake" -B "$room/$turn" >"$room/said" 2>&1 ||
    { cat "$room/said"; exit 1; }
done
cd "$room"
names=$(cd 1 && echo ./*.deb)
[[ $(wc -w <<<"$names") == 2 ]] || { echo "packages: $names"; exit 1; }
for name in $names; do cmp "1/$name" "2/$name"; done

# has PACKAGE FIELD PATTERN
has() {
  local value
  value=$(dpkg-deb -f 1/"$1"_*.deb "$2")
  [[ $value =~ $3 ]] || { echo "$1: $2: '$value', not like $3"; exit 1; }
}
has mcsim Depends 'libc6 \(>= .*libstdc\+\+6 \(>= .*zlib1g \(>='
has mcsim Section '^science$'
has mcsim Description '^simulator of federations of LSF clusters'
has libmcsim-dev Depends '(^|, )zlib1g-dev(,|$)'
has libmcsim-dev Section '^libdevel$'

# holds PACKAGE PATH...
holds() {
  local package=$1 path
  shift
  dpkg-deb -c 1/"$package"_*.deb >"$package.list"
  for path; do
    grep -qE " \./usr/$path( ->|$)" "$package.list" || { echo "$package lacks $path"; exit 1; }
  done
}
holds mcsim bin/mcsim share/man/man1/mcsim-run.1.gz share/zsh/vendor-completions/_mcsim \
  share/bash-completion/completions/mcsim share/fish/vendor_completions.d/mcsim.fish \
  share/doc/mcsim/copyright share/doc/mcsim/scenarios share/mcsim/scenarios/first.json
holds libmcsim-dev lib/libmcsim.a lib/cmake/mcsim/mcsim-config.cmake \
  include/mcsim/mcsim.hpp share/doc/libmcsim-dev/copyright
if grep -hE '^-(...x|......w)' libmcsim-dev.list mcsim.list | grep -v ' ./usr/bin/mcsim$'; then
  echo 'neither programs nor files that all may write'
  exit 1
fi
