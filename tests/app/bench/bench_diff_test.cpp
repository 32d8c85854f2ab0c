// What `mcsim bench diff` prints, and its exit codes.
#include "mcsim/app/bench/bench_diff.hpp"

#include <string>

#include "mcsim/text/json_tree.hpp"
#include "support/catch.hpp"
#include "support/run_once.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing::bench_diff_test {

namespace {

/// An entry of a file, with one counter.
std::string entry(const std::string& name, int steps, int hosts,
                  const std::string& label = "work") {
  return R"({"name": ")" + name + R"(", "iterations": 2, "real_time": )" + std::to_string(steps) +
         R"(, "cpu_time": )" + std::to_string(steps) + R"(, "time_unit": "ns", "label": ")" +
         label + R"(", "hosts": )" + std::to_string(hosts) + "}";
}
std::string file(const std::string& entries, const std::string& fingerprint = "11",
                 const std::string& count = "work") {
  return R"({"context": {"mcsim": {"format": 1, "version": "1", "revision": "a", "input": "s.json",
    "count": ")" +
         count + R"(", "fingerprint": ")" + fingerprint + R"("}},
    "benchmarks": [)" +
         entries + "]}";
}

struct Files {
  TempFolder room;

  Answer diff(const std::string& base, const std::string& now,
              BenchDiffRequest request = {}) const {
    request.base = room.write("base.json", base);
    request.now = room.write("now.json", now);
    return answer_of([&](const Console& console) { return bench_diff_command(request, console); });
  }
};

}  // namespace

TEST_CASE("a file of a benchmark is equal to itself") {
  const Files files;
  const std::string same = file(entry("session/p50", 4, 2) + "," + entry("session/p99", 9, 3));
  const Answer answer = files.diff(same, same, {.base = {}, .now = {}, .max_regress = 0});
  CHECK(answer.code == ExitCode::done);
  CHECK(answer.out == "4 numbers, all equal\n");
  CHECK(answer.err.empty());
}

TEST_CASE("what costs too much more is named, and the exit code is 4") {
  const Files files;
  const std::string base = file(entry("session/p50", 100, 100) + "," + entry("forward/p99", 0, 7));
  const auto with = [&](int p50, int p99, double most) {
    return files.diff(base,
                      file(entry("session/p50", p50, 100) + "," + entry("forward/p99", p99, 7)),
                      {.base = {}, .now = {}, .max_regress = most});
  };
  CHECK(with(105, 0, 5).code == ExitCode::done);
  CHECK(with(105, 0, 5).out.find("+5.0 %") != std::string::npos);
  const Answer over = with(106, 0, 5);
  CHECK(over.code == ExitCode::gate);
  CHECK(over.err == "mcsim: session/p50: steps 100 -> 106 (+6.0 %), over +5 %\n");
  CHECK(with(101, 0, 0).code == ExitCode::gate);
  CHECK(with(99, 0, 0).code == ExitCode::done);
  CHECK(with(99, 0, 0).out.find("-1.0 %") != std::string::npos);
  // No percentage of nothing is anything.
  const Answer from_nothing = with(100, 1, 1000);
  CHECK(from_nothing.code == ExitCode::gate);
  CHECK(from_nothing.err == "mcsim: forward/p99: steps 0 -> 1 (from 0), over +1000 %\n");
}

TEST_CASE("times are shown, and judged only where that is asked for") {
  const Files files;
  const auto timed = [](int ns) { return file(entry("time/session/p50", ns, 1, "time")); };
  const Answer shown = files.diff(timed(100), timed(300));
  CHECK(shown.code == ExitCode::done);
  CHECK(shown.out.find("+200.0 %") != std::string::npos);
  CHECK(files.diff(timed(100), timed(300), {.base = {}, .now = {}, .time = true}).code ==
        ExitCode::gate);
}

TEST_CASE("entries that only one file has are shown") {
  const Files files;
  const Answer answer =
      files.diff(file(entry("session/p50", 1, 1)), file(entry("forward/p50", 1, 1)));
  CHECK(answer.code == ExitCode::done);
  CHECK(answer.out.find("gone") != std::string::npos);
  CHECK(answer.out.find("new") != std::string::npos);
}

TEST_CASE("another schedule, or another kind of counts, is not comparable") {
  const Files files;
  const std::string base = file(entry("session/p50", 1, 1));
  const Answer other = files.diff(base, file(entry("session/p50", 1, 1), "22"));
  CHECK(other.code == ExitCode::bad_input);
  CHECK(other.out.empty());
  CHECK(other.err.find("another schedule (fingerprint 22, not 11): not comparable with") !=
        std::string::npos);
  const Answer kind = files.diff(base, file(entry("session/p50", 1, 1), "11", "instructions"));
  CHECK(kind.code == ExitCode::bad_input);
  CHECK(kind.err.find("counts instructions, not work: not comparable with") != std::string::npos);
}

TEST_CASE("all that is wrong with both files is told at once, each with its place") {
  const Files files;
  const Answer answer = files.diff(
      R"({"context": {"date": "2026"}, "benchmarks": []})",
      file(entry("a/p50", 1, 1) + ",\n" + entry("a/p50", -1, 1) + R"(, {"name": "b/p50"})"));
  CHECK(answer.code == ExitCode::bad_input);
  const auto says = [&](const std::string& part) {
    INFO(answer.err << "\n" << part);
    CHECK(answer.err.find(part) != std::string::npos);
  };
  says("base.json:1:13 /context/mcsim: expected what mcsim bench run has written");
  says("now.json:4:");
  says("/benchmarks/1/name: another entry has this name");
  says("/benchmarks/1/real_time: expected a whole number of at least 0");
  says("/benchmarks/2/label: missing");
  BenchDiffRequest absent;
  absent.base = files.room.path("not_there.json");
  absent.now = files.room.path("neither.json");
  const Answer gone =
      answer_of([&](const Console& console) { return bench_diff_command(absent, console); });
  CHECK(gone.code == ExitCode::bad_input);
  CHECK(gone.err.find("not_there.json") != std::string::npos);
  CHECK(gone.err.find("neither.json") != std::string::npos);
}

TEST_CASE("differences are JSON where that is asked for") {
  const Files files;
  const Answer answer = files.diff(file(entry("a/p50", 1, 1)), file(entry("a/p50", 2, 1)),
                                   {.base = {}, .now = {}, .json = true});
  CHECK(answer.code == ExitCode::gate);
  const auto tree = parse_json(answer.out, "diff");
  REQUIRE(tree);
  CHECK(to_compact_json(tree->root) ==
        R"({"numbers": 2, "changes": [{"entry": "a/p50", "what": "steps", "base": 1, "new": 2, )"
        R"("regresses": true}]})");
}

}  // namespace mcsim::testing::bench_diff_test
