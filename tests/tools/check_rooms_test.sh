#!/usr/bin/env bash
# the rooms hold in this tree, and each of its rules refuses what it should
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
check=$root/tools/check_rooms
world=$(mktemp -d)
trap 'rm -rf "$world"' EXIT
failed=0

# A small tree that keeps every rule: policy uses model uses base, kernel uses base; handlers have
# inner rooms.
good_world() {
  rm -rf "${world:?}"/*
  mkdir -p "$world"/libsim/mcsim/{base,kernel,model,policy,handlers/jobs,handlers/load,app/base,views} \
    "$world"/tools
  cat >"$world/libsim/mcsim/rooms.hpp" <<'END'
namespace mcsim {
namespace base {}
namespace model {
using namespace base;
}
namespace policy {
using namespace model;
}
namespace kernel {
using namespace base;
}
namespace handlers {  // jobs load
using namespace policy;
using namespace kernel;
}
namespace views {
using namespace handlers;
}  // namespace views
namespace app {  // base
using namespace views;
}
}  // namespace mcsim
END
  echo '#include <map>' >"$world/libsim/mcsim/base/a.hpp"
  echo '#include "mcsim/base/a.hpp"' >"$world/libsim/mcsim/base/b.hpp"
  echo '#include "mcsim/base/a.hpp"' >"$world/libsim/mcsim/kernel/k.hpp"
  echo '#include "mcsim/base/b.hpp"' >"$world/libsim/mcsim/model/m.hpp"
  echo '#include "mcsim/model/m.hpp"' >"$world/libsim/mcsim/handlers/jobs/j.hpp"
  echo '#include "mcsim/handlers/jobs/j.hpp"' >"$world/libsim/mcsim/handlers/load/l.cpp"
  echo 'int x;' >"$world/libsim/mcsim/views/v.cpp"
}

# refused FILE LINES WISH: a good tree in which FILE ends with LINES must be refused there, by WISH.
refused() {
  local said
  good_world
  mkdir -p "$(dirname "$world/libsim/$1")"
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

base=mcsim/base/a.hpp
kernel=mcsim/kernel/k.hpp
model=mcsim/model/m.hpp
jobs=mcsim/handlers/jobs/j.hpp
views=mcsim/views/v.cpp

allowed $base ''
refused $base '#include "mcsim/model/m.hpp"' 'base climbs to model/m.hpp'
refused $model '#include "mcsim/kernel/k.hpp"' 'model climbs to kernel/k.hpp'
refused $kernel '#include "mcsim/model/m.hpp"' 'climbs to model/m.hpp'
refused $jobs '#include "mcsim/views/v.hpp"' 'handlers/jobs climbs to views/v.hpp'
refused $jobs '#include "mcsim/handlers/load/l.hpp"' 'handlers/jobs climbs to handlers/load/l.hpp'
refused $jobs '#include <mcsim/app/base/x.hpp>' 'climbs to app/base/x.hpp'
refused $views '#include "../model/m.hpp"' 'otherwise than by mcsim/ROOM/'
refused $views '#include "v.hpp"' 'otherwise than by mcsim/ROOM/'
refused $views '#include "mcsim/handlers/jobs/j.hpp"' 'only handlers and the simulation'
refused mcsim/stray/s.cpp 'int y;' 'lies in no room'
refused mcsim/rooms.hpp 'namespace cellar {\nusing namespace attic;\n}' 'does not stand above it'
allowed $views '#include "mcsim/model/m.hpp"\n#include "mcsim/rooms.hpp"\n#include <vector>'
allowed $jobs '#include "mcsim/kernel/k.hpp"'

refused $base 'struct A {\n};\nenum class A : char {};' 'defines A, which'
refused mcsim/views/v.hpp 'class B final : A {\n};\nstruct B {};' 'defines B, which'
allowed $base 'struct A;\nstruct A {\n};\nstruct AB {\n};'

refused $base 'std::map<Job*, int> jobs;' 'keyed by pointers'
refused mcsim/views/v.cpp 'std::unordered_set<const Job *> jobs;' 'keyed by pointers'
refused $base 'std::set<\n    std::pair<int, Job*>> jobs;' 'keyed by pointers'
refused $base 'std::map<std::shared_ptr<Job>, int> jobs;' 'keyed by pointers'
allowed $base 'std::map<std::pair<int, int>, Job*> jobs;  // not std::map<Job*, int>'

for clock in 'std::chrono::system_clock::now()' 'std::chrono::steady_clock::now()' \
  'std::chrono::high_resolution_clock::now()' 'time(nullptr)' 'clock_gettime(a, b)' \
  'gettimeofday(a, b)'; do
  refused mcsim/views/v.cpp "auto now = $clock;" 'looks at the machine'
done
allowed mcsim/app/base/stopwatch.cpp 'auto now = std::chrono::steady_clock::now();'
allowed mcsim/views/v.cpp 'auto end = finish_time(0); /* not\ntime(nullptr) */ auto s = "steady_clock";'

for luck in 'std::uniform_int_distribution<int> d;' 'std::random_device device;' 'int n = rand();' \
  'std::shuffle(a, b, c);'; do
  refused mcsim/views/v.cpp "$luck" 'use RngStream'
done
allowed mcsim/views/v.cpp 'int n = operand();'

refused mcsim/views/v.hpp '#include <nlohmann/json.hpp>' 'stay in .cpp files'
refused $base '#include <boost/graph/adjacency_list.hpp>' 'stay in .cpp files'
allowed mcsim/views/v.cpp '#include <nlohmann/json.hpp>'
allowed mcsim/views/v.hpp '#include <nlohmann/json_fwd.hpp>'

refused $jobs 'std::unordered_map<int, int> shares;' 'hash order'
allowed $jobs 'std::unordered_map<int, int> shares;  // never iterated'
allowed $base 'std::unordered_map<int, int> names;'

"$check" "$root" || failed=1
exit $failed
