#!/usr/bin/env bash
# the floors hold in this tree, and each of its rules refuses what it should
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
check=$root/tools/check_floors
world=$(mktemp -d)
trap 'rm -rf "$world"' EXIT
failed=0

# A small tree that keeps every rule: base/a.hpp below kernel/k.hpp, model/m.hpp and io/i.hpp.
good_world() {
  rm -rf "${world:?}"/*
  mkdir -p "$world"/libsim/include/mcsim/{base,kernel,model,policy,system,io,experiment} \
    "$world"/libsim/src/{io,system,experiment} "$world"/tools
  cat >"$world/libsim/CMakeLists.txt" <<'END'
set(headers
  # base
  base/a.hpp
  base/b.hpp
  kernel/k.hpp  # a comment
  model/m.hpp
  system/s.hpp
  io/i.hpp
)
END
  echo '#include <map>' >"$world/libsim/include/mcsim/base/a.hpp"
  echo '#include "mcsim/base/a.hpp"' >"$world/libsim/include/mcsim/base/b.hpp"
  echo '#include "mcsim/base/a.hpp"' >"$world/libsim/include/mcsim/kernel/k.hpp"
  echo '#include "mcsim/base/b.hpp"' >"$world/libsim/include/mcsim/model/m.hpp"
  echo '#include "mcsim/model/m.hpp"' >"$world/libsim/include/mcsim/system/s.hpp"
  echo '#include "mcsim/system/s.hpp"' >"$world/libsim/include/mcsim/io/i.hpp"
  echo 'int x;' >"$world/libsim/src/io/i.cpp"
}

# refused FILE LINES WISH: a good tree in which FILE ends with LINES must be refused there, by WISH.
refused() {
  local said
  good_world
  printf '%b\n' "$2" >>"$world/libsim/$1"
  if said=$("$check" "$world"); then
    echo "not refused: $1: $2"
    failed=1
  elif ! grep -q "^libsim/.*:[0-9]*: .*$3" <<<"$said"; then
    echo "refused $1: $2, but for another reason: $said"
    failed=1
  fi
}

# allowed FILE LINES: a good tree in which FILE ends with LINES must pass.
allowed() {
  local said
  good_world
  printf '%b\n' "$2" >>"$world/libsim/$1"
  if ! said=$("$check" "$world"); then
    echo "refused, though it keeps the rules: $1: $2: $said"
    failed=1
  fi
}

base=include/mcsim/base/a.hpp
kernel=include/mcsim/kernel/k.hpp
model=include/mcsim/model/m.hpp
system=include/mcsim/system/s.hpp

allowed $base ''
refused $base '#include "mcsim/model/m.hpp"' 'base knows base and climbs to model/m.hpp'
refused $model '#include "mcsim/kernel/k.hpp"' 'climbs to kernel/k.hpp'
refused $kernel '#include "mcsim/model/m.hpp"' 'climbs to model/m.hpp'
refused src/system/s.cpp '#include "io/i.hpp"' 'climbs to io/i.hpp'
refused src/io/i.cpp '#include "mcsim/experiment/e.hpp"' 'climbs to experiment/e.hpp'
refused src/io/i.cpp '#include "../system/s.hpp"' 'not by its floor'
refused include/mcsim/io/i.hpp '#include <mcsim/experiment/e.hpp>' 'climbs to'
refused src/stray.cpp 'int y;' 'lies on no floor'
allowed src/io/i.cpp '#include "mcsim/system/s.hpp"\n#include "i.hpp"'

refused include/mcsim/io/unlisted.hpp 'int y;' 'is not in the header list'
refused CMakeLists.txt 'set(headers\n  io/gone.hpp\n)' 'does not exist'
refused CMakeLists.txt 'set(headers\n  io/i.hpp\n)' 'is listed twice'
refused $base '#include "mcsim/base/b.hpp"' 'lists later'

refused $base 'struct A {\n};\nenum class A : char {};' 'defines A, which'
refused src/io/i.hpp 'class B final : A {\n};\nstruct B {};' 'defines B, which'
allowed $base 'struct A;\nstruct A {\n};\nstruct AB {\n};'

refused $base 'std::map<Job*, int> jobs;' 'keyed by pointers'
refused src/io/i.cpp 'std::unordered_set<const Job *> jobs;' 'keyed by pointers'
refused $base 'std::set<\n    std::pair<int, Job*>> jobs;' 'keyed by pointers'
refused $base 'std::map<std::shared_ptr<Job>, int> jobs;' 'keyed by pointers'
allowed $base 'std::map<std::pair<int, int>, Job*> jobs;  // not std::map<Job*, int>'

for clock in 'std::chrono::system_clock::now()' 'std::chrono::steady_clock::now()' \
  'std::chrono::high_resolution_clock::now()' 'time(nullptr)' 'clock_gettime(a, b)' \
  'gettimeofday(a, b)'; do
  refused src/io/i.cpp "auto now = $clock;" 'looks at the machine'
done
allowed src/experiment/stopwatch.cpp 'auto now = std::chrono::steady_clock::now();'
allowed src/io/i.cpp 'auto end = finish_time(0); /* not\ntime(nullptr) */ auto s = "steady_clock";'

for luck in 'std::uniform_int_distribution<int> d;' 'std::random_device device;' 'int n = rand();' \
  'std::shuffle(a, b, c);'; do
  refused src/io/i.cpp "$luck" 'use RngStream'
done
allowed src/io/i.cpp 'int n = operand();'

refused include/mcsim/io/i.hpp '#include <nlohmann/json.hpp>' 'stay in .cpp files'
refused $base '#include <boost/graph/adjacency_list.hpp>' 'stay in .cpp files'
allowed src/io/i.cpp '#include <nlohmann/json.hpp>'
allowed include/mcsim/io/i.hpp '#include <nlohmann/json_fwd.hpp>'

refused $system 'std::unordered_map<int, int> shares;' 'hash order'
allowed $system 'std::unordered_map<int, int> shares;  // never iterated'
allowed $base 'std::unordered_map<int, int> names;'

"$check" "$root" || failed=1
exit $failed
