#!/usr/bin/env bash
# a program finds the installed package, brings a policy of its own, and is a whole command line
set -euo pipefail
: "${MCSIM_BUILD:?the build directory}"
if [[ -n ${MCSIM_CXX_FLAGS-} ]]; then
  echo "a build with sanitizers is not what is installed: not tested"
  exit 0
fi
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
# never COMMAND...: it must fail; `!` would not end this script.
never() {
  if "$@"; then
    echo "did not fail: $*"
    exit 1
  fi
}
cmake --install "$MCSIM_BUILD" --prefix "$room/elsewhere" >/dev/null
mv "$room/elsewhere" "$room/prefix"  # nothing in it knows where it was
never grep -rqF "$room/elsewhere" "$room/prefix"

# What belongs to the tool, each in its place.
for file in bin/mcsim share/man/man1/mcsim.1 share/man/man1/mcsim-run.1 share/man/man1/mcsim-elim.1 \
  share/bash-completion/completions/mcsim share/zsh/site-functions/_mcsim \
  share/fish/vendor_completions.d/mcsim.fish share/mcsim/scenario.schema.json \
  share/doc/mcsim/README.md share/doc/mcsim/LICENSE share/doc/mcsim/docs/rules/scheduling.md \
  share/doc/mcsim/scenarios/first.json; do
  [[ -s $room/prefix/$file ]] || { echo "not installed: $file"; exit 1; }
done
"$room/prefix/bin/mcsim" --version
(cd "$room/prefix/share/mcsim" && ../../bin/mcsim run scenarios/conf/riverside.json --check -q)
"$room/prefix/bin/mcsim" man run | cmp - "$room/prefix/share/man/man1/mcsim-run.1"
bash -c '. "$0/share/bash-completion/completions/mcsim"; complete -p mcsim' "$room/prefix" >/dev/null

cat >"$room/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(mine LANGUAGES CXX)
find_package(mcsim REQUIRED)
add_executable(mine mine.cpp)
target_link_libraries(mine PRIVATE mcsim::mcsim)
# A library to be loaded at run time, as a module of Python is.
file(WRITE ${CMAKE_BINARY_DIR}/module.cpp
  "#include \"mcsim/mcsim.hpp\"\nextern \"C\" unsigned long policies() {"
  " return mcsim::default_registry().dispatch.size(); }\n")
add_library(module MODULE ${CMAKE_BINARY_DIR}/module.cpp)
target_link_libraries(module PRIVATE mcsim::mcsim)
END
# The programs of a page, to the letter: each block says its file's name first.
files_of() {
  awk -v folder="$2" '$0 == "```" { file = "" }
    file == "?" { file = folder "/" substr($2, 1, length($2) - 1) }
    file != "" { print >file }
    $0 == "```cpp" { file = "?" }
    $0 == "```cmake" { file = folder "/CMakeLists.txt" }' "$1"
}
# mine: a policy of each family, as docs/guide/policy_families.md has them
files_of docs/guide/policy_families.md "$room"

# At most 80 headers are installed, and each finds what it includes.
headers=$(cd "$room/prefix/include" && find mcsim -name '*.hpp' | LC_ALL=C sort)
((20 <= $(wc -l <<<"$headers") && $(wc -l <<<"$headers") <= 80))
for header in $headers; do echo "#include \"$header\""; done >"$room/each.cpp"
"${MCSIM_CXX-g++}" -std=c++20 -fsyntax-only -I"$room/prefix/include" "$room/each.cpp"

cmake -S "$room" -B "$room/build" -DCMAKE_PREFIX_PATH="$room/prefix" \
  -DCMAKE_CXX_COMPILER="${MCSIM_CXX-g++}" >/dev/null
cmake --build "$room/build" >/dev/null
"$room/build/mine" run scenarios/traces/synthetic.swf --dispatch smallest --json >"$room/summary"
grep -q '"DONE": 14' "$room/summary"
"$room/build/mine" completion bash >"$room/mine.bash"
grep -q "'run/--dispatch') .* smallest" "$room/mine.bash"
"$room/build/mine" run scenarios/federation.json --json \
  --set 'clusters.*.model.forward_policy={"name": "most-idle", "least": 0}' >"$room/summary"
grep -q '"DONE": 3931' "$room/summary"
"$room/build/mine" run scenarios/first.json -q --set model.host_order=packed \
  --set model.victims=longest-first --set model.pool_shares=first-come --set model.pool_decay=forgets \
  --set model.lease_dealing=all-to-first --set model.lease_reclaim=home-first
never "$room/build/mine" run scenarios/federation.json \
  --set 'clusters.*.model.forward_policy={"name": "most-idle", "most": 0}' 2>"$room/said"
grep -q 'unknown parameter "most" of most-idle; ' "$room/said"

# a forwarding policy in one file, as docs/guide/own_policy.md has it, to the letter
own=$room/own
mkdir "$own"
block() { awk -v kind="$1" '$0 == "```" { on = 0 } on { print } $0 == "```" kind { on = 1 }' docs/guide/own_policy.md; }
block cpp >"$own/mine.cpp"
block cmake >"$own/CMakeLists.txt"
cmake -S "$own" -B "$own/build" -DCMAKE_PREFIX_PATH="$room/prefix" \
  -DCMAKE_CXX_COMPILER="${MCSIM_CXX-g++}" >/dev/null
cmake --build "$own/build" >/dev/null
"$own/build/mine" run scenarios/federation.json --json \
  --set 'clusters.*.model.forward_policy=least-crowded' >"$room/summary"
grep -q '"DONE": 3931' "$room/summary"
row='"priority": 1, "total": 10, "available": 0, "running": 0, "preemptable": 0,
  "lowest_preemptable_priority": null, "backlog_room": 1'
answer=$(echo '{"setting": "least-crowded", "job": {"slots": 1}, "candidates": [
  {"queue": "a@B", "pending": 5, '"$row"'}, {"queue": "c@D", "pending": 3, '"$row"'}]}' |
  "$own/build/mine" decide forward)
grep -q '"choice":"c@D"' <<<"${answer// /}"
"$own/build/mine" compare scenarios/federation.json --json \
  --vary 'clusters.*.model.forward_policy=["RESOURCE_ONLY", "least-crowded"]' >"$room/comparison"
grep -q 'least-crowded' "$room/comparison"

# the programs of docs/guide/library.md, to the letter: each says its file's name first
library=$room/library
mkdir "$library"
page=docs/guide/library.md
files_of "$page" "$library"
cmake -S "$library" -B "$library/build" -DCMAKE_PREFIX_PATH="$room/prefix" \
  -DCMAKE_CXX_COMPILER="${MCSIM_CXX-g++}" >/dev/null
cmake --build "$library/build" >/dev/null
{ "$library/build/waits"; "$library/build/fork" scenarios/federation.json; } >"$room/printed"
awk '$0 == "```" { on = 0 } on { print } $0 == "```text" { on = 1 }' "$page" | diff - "$room/printed"

# as a part of another project, of which nothing is installed but what it says itself
mkdir "$room/whole"
cat >"$room/whole/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.25)
project(whole LANGUAGES CXX)
add_subdirectory($PWD mcsim EXCLUDE_FROM_ALL)
add_executable(mine ../mine.cpp)
target_link_libraries(mine PRIVATE mcsim::mcsim)
install(TARGETS mine)
END
cmake -S "$room/whole" -B "$room/whole/build" -G 'Unix Makefiles' \
  -DCMAKE_CXX_COMPILER="${MCSIM_CXX-g++}" >/dev/null
never grep -q mcsim_tests "$room/whole/build/Makefile"
never grep -q 'include/mcsim' "$room/whole/build/mcsim/libsim/cmake_install.cmake"
grep -q 'mcsim/libsim/libmcsim.a' "$room/whole/build/CMakeFiles/mine.dir/link.txt"
