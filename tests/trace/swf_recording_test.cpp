// A recording plays what a reader reads.
#include "mcsim/trace/swf_recording.hpp"

#include <string>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "mcsim/registry/registry.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing::swf_recording_test {

namespace {

constexpr const char* trace = R"(; MaxProcs: 8
; UnixStartTime: 1000000
1 0 3 60 2 -1 2048 2 60 4096 1 7 1 -1 1 -1 -1 -1
2 5 -1 60 4 -1 -1 4 60 -1 1 8 1 -1 1 -1 1 10
; AllowOveruse: True
3 6 -1 -1 4 -1 -1 4 60
4 7 -1 60 99 -1 -1 99 60 -1 1 8 1 -1 1 -1 -1 -1
)";

Expected<Scenario, Diagnostics> load(const std::string& path, SwfCache* cache) {
  ScenarioChoices choices = choices_of(default_registry());
  choices.traces = cache;
  return load_trace(path, "8", "easy", choices);
}

std::string warnings_of(const Scenario& scenario) {
  std::string text;
  for (const Diagnostic& one : scenario.warnings.list) text += to_text(one) + "\n";
  return text;
}

/// Whether two scenarios are the same, job by job.
void check_same(const Scenario& first, const Scenario& second) {
  CHECK(first.effective == second.effective);
  CHECK(warnings_of(first) == warnings_of(second));
  REQUIRE(first.skipped.size() == second.skipped.size());
  for (std::size_t at = 0; at < first.skipped.size(); ++at)
    CHECK(first.skipped[at].line == second.skipped[at].line);
  const Trace& one = first.config.clusters[0].trace;
  const Trace& other = second.config.clusters[0].trace;
  REQUIRE(one.size() == other.size());
  for (std::size_t row = 0; row < one.size(); ++row) {
    const TraceJob& job = one[static_cast<JobIndex>(row)];
    const TraceJob& copy = other[static_cast<JobIndex>(row)];
    CHECK(job.id == copy.id);
    CHECK(job.submit == copy.submit);
    CHECK(job.run == copy.run);
    CHECK(job.limit == copy.limit);
    CHECK(job.slots == copy.slots);
    CHECK(job.user == copy.user);
    CHECK(job.profile == copy.profile);
    CHECK(job.trace_wait == copy.trace_wait);
  }
}

}  // namespace

TEST_CASE("a trace that is read from a recording is the trace, comments and warnings too") {
  const TempFolder room;
  for (const std::string& path :
       {room.write("t.swf", trace), source_dir() + "/scenarios/traces/irregular.swf",
        source_dir() + "/scenarios/traces/synthetic.swf"}) {
    INFO(path);
    const auto read = load(path, nullptr);
    REQUIRE(read);
    SwfCache cache;
    for (int times = 0; times < 2; ++times) {
      const auto played = load(path, &cache);
      REQUIRE(played);
      check_same(*read, *played);
    }
  }
}

TEST_CASE("a trace is read once: what comes later to the file is not seen") {
  const TempFolder room;
  const std::string path = room.write("t.swf", trace);
  SwfCache cache;
  const auto first = load(path, &cache);
  room.write("t.swf", "nonsense");
  const auto second = load(path, &cache);
  REQUIRE((first && second));
  check_same(*first, *second);
}

TEST_CASE("mistakes of a trace are told as often as it is read") {
  const TempFolder room;
  const std::string path = room.write("t.swf", "; MaxProcs: 8\n1 0 x 60 2\n2 0 0 y 2\n");
  const auto read = load(path, nullptr);
  REQUIRE_FALSE(read);
  SwfCache cache;
  for (int times = 0; times < 2; ++times) {
    const auto played = load(path, &cache);
    REQUIRE_FALSE(played);
    CHECK(played.error().list == read.error().list);
  }
}

}  // namespace mcsim::testing::swf_recording_test
