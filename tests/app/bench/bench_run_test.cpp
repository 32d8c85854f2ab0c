// What `mcsim bench run` writes.
#include "mcsim/app/bench/bench_run.hpp"

#include <string>

#include "mcsim/app/bench/bench_diff.hpp"
#include "mcsim/app/bench/bench_file.hpp"
#include "support/catch.hpp"
#include "support/forwarded_run.hpp"
#include "support/places.hpp"
#include "support/run_once.hpp"

namespace mcsim::testing::bench_run_test {

namespace {

/// The first queue that accepts the job, found in so many passes over the candidates.
template <int passes>
struct FirstThatAccepts {
  static constexpr std::string_view name = "first";

  ForwardAnswer choose(const ForwardView& view) const {
    ForwardAnswer answer;
    for (int pass = 0; pass < passes; ++pass) {
      std::uint32_t position = 0;
      for (const ForwardCandidate& queue : view.candidates) {
        if (queue.accepts && !answer) answer.position = position;
        ++position;
      }
    }
    return answer;
  }
};

template <int passes>
Registry registry_with_first() {
  Registry registry = default_registry();
  registry.add(FirstThatAccepts<passes>{});
  return registry;
}

struct Benched {
  TempFolder room;

  /// Writes the file `name`.
  std::string run(const std::string& name, const Registry& registry = default_registry(),
                  BenchRunRequest request = {}) const {
    if (request.run.input.empty()) request.run.input = room.write("s.json", forwarded_scenario);
    request.run.sets.push_back("clusters.*.model.forward_policy=first");
    if (registry.find_forward("first") == nullptr) request.run.sets.clear();
    request.run.quiet = true;
    request.file = room.path(name);
    const Answer answer = answer_of(
        [&](const Console& console) { return bench_run_command(request, registry, console); });
    INFO(answer.err);
    REQUIRE(answer.code == ExitCode::done);
    CHECK(answer.out.empty());
    return *request.file;
  }
  BenchFile read(const std::string& name) const {
    auto file = read_bench_file(room.path(name));
    if (!file) UNSCOPED_INFO(to_text(file.error().list.front()));
    REQUIRE(file);
    return std::move(*file);
  }
  Answer diff(const std::string& base, const std::string& now) const {
    BenchDiffRequest request;
    request.base = room.path(base);
    request.now = room.path(now);
    request.max_regress = 0;
    return answer_of([&](const Console& console) { return bench_diff_command(request, console); });
  }
};

const BenchEntry& entry_of(const BenchFile& file, const std::string& name) {
  for (const BenchEntry& entry : file.entries)
    if (entry.name == name) return entry;
  FAIL("no entry " << name);
  throw 0;
}

}  // namespace

TEST_CASE("a bench has an entry for each quantile of each kind, policy and cluster") {
  if (!counts_work) return;
  const Benched bench;
  bench.run("b.json");
  const BenchFile file = bench.read("b.json");
  CHECK(file.count == "work");
  const std::string policy = "forward/COUNT_PREEMPTABLE/home/";
  const BenchEntry& most = entry_of(file, policy + "max");
  const BenchEntry& sum = entry_of(file, policy + "sum");
  CHECK(most.decisions > 2);
  CHECK(sum.value > most.value);
  CHECK(entry_of(file, policy + "p50").value <= entry_of(file, policy + "p99").value);
  CHECK(entry_of(file, "forward/sum").value == sum.value);  // no other cluster forwards
  // Each cluster has sessions; together they are all of them.
  std::uint64_t of_clusters = 0;
  for (const char* const cluster : {"home", "near", "far"})
    of_clusters += entry_of(file, std::string("session/lsf/") + cluster + "/sum").value;
  CHECK(entry_of(file, "session/sum").value == of_clusters);
  for (const BenchEntry& entry : file.entries) {
    std::uint64_t counters = 0;
    for (const auto& [key, value] : entry.counters) counters += value;
    INFO(entry.name);
    if (entry.name.ends_with("/sum")) CHECK(entry.value == counters);
    CHECK(entry.cpu == entry.value);
    CHECK(entry.label == work_label);
  }
}

TEST_CASE("two runs of the same scenario leave the same file, and differ in nothing") {
  if (!counts_work) return;
  const Benched bench;
  bench.run("a.json");
  bench.run("b.json", default_registry(), {.run = {}, .file = {}, .repeat = 3});
  CHECK(bench.room.read("a.json") == bench.room.read("b.json"));
  const Answer same = bench.diff("a.json", "b.json");
  CHECK(same.code == ExitCode::done);
  CHECK(same.out.find("numbers, all equal") != std::string::npos);
}

TEST_CASE("a policy that looks at every candidate twice costs more, by its name") {
  if (!counts_work) return;
  const Benched bench;
  bench.run("once.json", registry_with_first<1>());
  bench.run("twice.json", registry_with_first<2>());
  const Answer answer = bench.diff("once.json", "twice.json");
  INFO(answer.err);
  CHECK(answer.code == ExitCode::gate);
  CHECK(answer.err.find("mcsim: forward/first/home/p50: candidates 2 -> 4 (+100.0 %)") !=
        std::string::npos);
  CHECK(answer.err.find("session/") == std::string::npos);
  CHECK(bench.diff("twice.json", "once.json").code == ExitCode::done);
}

TEST_CASE("a policy that decides otherwise has another schedule, which is not comparable") {
  if (!counts_work) return;
  const Benched bench;
  bench.run("lsf.json");
  bench.run("first.json", registry_with_first<1>());
  CHECK(bench.diff("lsf.json", "first.json").code == ExitCode::bad_input);
}

TEST_CASE("a bench stops when so many jobs have ended") {
  if (!counts_work) return;
  const Benched bench;
  bench.run("all.json");
  bench.run("two.json", default_registry(), {.run = {}, .file = {}, .jobs = 2});
  CHECK(entry_of(bench.read("two.json"), "session/sum").decisions <
        entry_of(bench.read("all.json"), "session/sum").decisions);
  CHECK(bench.diff("all.json", "two.json").code == ExitCode::bad_input);
}

TEST_CASE("times are entries of their own, with the counts of the same decisions beside them") {
  if (!counts_work) return;
  const Benched bench;
  bench.run("work.json");
  bench.run("time.json", default_registry(), {.run = {}, .file = {}, .time = true, .repeat = 2});
  const BenchFile work = bench.read("work.json");
  const BenchFile timed = bench.read("time.json");
  CHECK(timed.entries.size() == 2 * work.entries.size());
  for (const BenchEntry& entry : work.entries) {
    CHECK(entry_of(timed, entry.name).value == entry.value);
    CHECK(entry_of(timed, "time/" + entry.name).decisions == entry.decisions);
    CHECK(entry_of(timed, "time/" + entry.name).label == time_label);
  }
}

TEST_CASE("leases that are evaluated, and passes of baselines, are decisions too") {
  if (!counts_work) return;
  const Benched bench;
  BenchRunRequest shared;
  shared.run.input = source_dir() + "/scenarios/lease_shared.json";
  bench.run("lease.json", default_registry(), shared);
  bool any = false;
  for (const BenchEntry& entry : bench.read("lease.json").entries) {
    if (!entry.name.starts_with("reclaim/lsf/") || !entry.name.ends_with("/sum")) continue;
    any = true;
    CHECK(entry.counters.at("leases") == entry.decisions);
  }
  CHECK(any);
  BenchRunRequest easy;
  easy.run.input = source_dir() + "/scenarios/easy_backfill.json";
  bench.run("easy.json", default_registry(), easy);
  const BenchFile passes = bench.read("easy.json");
  CHECK(entry_of(passes, "session/sum").value > 0);
  CHECK(passes.entries[4].name.starts_with("session/easy/"));
}

TEST_CASE("a bench refuses what run refuses, and writes nothing") {
  const TempFolder room;
  BenchRunRequest request;
  request.run.input = room.write("s.json", "{}");
  request.file = room.path("b.json");
  const Answer answer = answer_of([&](const Console& console) {
    return bench_run_command(request, default_registry(), console);
  });
  CHECK(answer.code == ExitCode::bad_input);
  CHECK(room.names() == std::vector<std::string>{"s.json"});
}

}  // namespace mcsim::testing::bench_run_test
