# What a Debian 12 needs to build and to test mcsim, and how it gets it. Sourced by the tools here, from
# the root of the project.
# shellcheck shell=bash disable=SC2034

build_packages=(g++ cmake make libboost-graph-dev libcli11-dev libjs-chart.js liblzma-dev libsqlite3-dev
  libxxhash-dev libzstd-dev nlohmann-json3-dev zlib1g-dev)

# ccache: building again costs little. clang: the second compiler, whose sanitizers the tests run
# with, and the formatter; its version is pinned, since each one formats in its own way. valgrind
# counts instructions. fish, zsh and mandoc: completions and manual pages are tried with them. chromium:
# so are the pages of mcsim report. python3-pandas: so are the recipes of docs/guide/analysing.md.
# dpkg-dev and file: cpack needs them.
test_packages=(catch2 libbenchmark-dev ccache chromium valgrind clang-19 libclang-rt-19-dev clang-format-19
  clang-tidy-19 dpkg-dev file fish mandoc python3 python3-pandas zsh)

# What tools/package needs beside build_packages; valgrind for its headers, without which mcsim bench
# cannot count instructions.
package_packages=(debootstrap dpkg-dev file valgrind)

# What tests/tools/sweep_slurm.sh makes a cluster of.
slurm_packages=(slurm-wlm munge)

# What one folder of the project has compiled, ccache serves in any other.
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1

# need PACKAGE...: installs those that are missing. Quiet when it works; without root, or without
# apt, it names them and fails.
need() {
  local missing=() package
  if ! command -v dpkg-query >/dev/null; then
    echo "not a Debian: cannot see whether these are installed: $*" >&2
    return 0
  fi
  for package in "$@"; do
    [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] ||
      missing+=("$package")
  done
  ((${#missing[@]})) || return 0
  if ((EUID != 0)); then
    echo "missing packages; as root: apt-get install ${missing[*]}" >&2
    return 1
  fi
  echo "installing ${missing[*]}"
  install_packages "${missing[@]}" >/dev/null && return 0
  # The lists of packages may be absent, or older than the archive.
  quietly apt-get update && quietly install_packages "${missing[@]}"
}

install_packages() {
  DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" </dev/null 2>&1
}

# quietly COMMAND...: shows what the command says only when it fails.
quietly() {
  local said
  said=$("$@" 2>&1) && return 0
  printf '%s\nfailed: %s\n' "$said" "$*" >&2
  return 1
}
