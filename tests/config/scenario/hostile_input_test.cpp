// Thousands of small mutations of good input never cause a crash, a hang or an exception, and
// always get a sensible answer. The fuzz targets in tests/fuzz go further.
#include <algorithm>
#include <string>

#include "mcsim/text/json_tree.hpp"
#include "support/catch.hpp"
#include "support/mutation.hpp"
#include "support/packed.hpp"
#include "support/read_trace.hpp"

namespace mcsim::testing::hostile_input_test {

namespace {

const std::string trace =
    "; MaxJobs: 4\r\n; MaxProcs: 16\n"
    "1 0 5 10 1 -1 -1 1 20 -1 1 1 1 -1 0 -1 -1 -1\n"
    "2 3.5 5 10 4 7.25 -1 8 20 -1 1 2 1 -1 1 -1 -1 -1\n"
    "3 3 -1 -1 4 -1 -1 8 20 -1 5 2 1 -1 1 -1 -1 -1\n"
    "3 -1 5 10 4 -1 -1 8 20 -1 3 2 1 -1 1 -1 -1 -1\n"
    "4 9 5 0 4\n"
    "\n"
    "5 10 0 31557600000 16 -1 -1 -1 -1 -1 1 2 1 -1 1 -1 -1 -1";

const std::string scenario = R"({
  "mcsim": 1, "seed": 9223372036854775807, // as large as it gets
  "clusters": [{"name": "home", "hosts": [{"name": "h[1-4]", "ncpus": 4, "cpuf": 1.50e0}],
    "lsb.queues": [{"QUEUE_NAME": "normal", "PRIORITY": -1}], "open": true, "note": null}],
  "jobs": [{"id": 1, "submit": "0s", "text": "a\"\\\u00e4\n"}, {}, []] /* end */
})";

void check_places(const Diagnostics& diagnostics, const std::string& text) {
  const auto ends = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  const bool plain = !is_packed(text);
  const std::size_t lines = plain ? ends + 1 : 0;  // 0: unknown
  for (const Diagnostic& diagnostic : diagnostics.list) {
    INFO(to_text(diagnostic));
    REQUIRE_FALSE(diagnostic.message.empty());
    if (lines == 0) continue;
    REQUIRE(diagnostic.line <= lines);
    REQUIRE(diagnostic.column <= text.size() + 1);
  }
}

/// Reads `bytes` as a trace. Returns whether it is valid.
bool check_trace(const TempFolder& folder, const std::string& bytes) {
  WorkloadOptions options;
  options.file = folder.write("trace", bytes);
  options.shown_name = "trace";
  ReadTrace read(options);
  const auto& report = read.report;
  if (!report) {
    REQUIRE(report.error().has_errors());
    check_places(report.error(), bytes);
    return false;
  }
  REQUIRE_FALSE(report->warnings.has_errors());
  REQUIRE(report->rows == report->jobs + read.skipped.size());
  REQUIRE(report->jobs == read.builder.size());
  const Trace jobs = read.freeze();
  for (std::size_t place = 0; place < jobs.size(); ++place) {
    const TraceJob& job = jobs[static_cast<JobIndex>(place)];
    REQUIRE((job.submit >= Time{} && job.submit <= Time{longest_duration}));
    REQUIRE((job.run >= 0s && job.run <= longest_duration));
    REQUIRE((job.limit >= 0s && job.slots >= Slots(1) && job.slots <= Slots(most_slots)));
  }
  return true;
}

void check_json(const std::string& text) {
  const auto tree = parse_json(text, "f");
  if (!tree) {
    REQUIRE(tree.error().has_errors());
    check_places(tree.error(), text);
    return;
  }
  const std::string compact = to_compact_json(tree->root);
  const auto again = parse_json(compact, "f");
  REQUIRE(again);
  REQUIRE(to_compact_json(again->root) == compact);
  REQUIRE(to_compact_json(parse_json(to_pretty_json(tree->root), "f")->root) == compact);
}

}  // namespace

TEST_CASE("no damage to a trace does more than make it refused", "[property]") {
  const TempFolder folder;
  REQUIRE(check_trace(folder, trace));
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    INFO("seed " << seed);
    check_trace(folder, mutated(trace, RngStream{seed, "test/trace"}));
  }
}

TEST_CASE("no damage to a packed trace does more than make it refused", "[property]") {
  const auto packing = GENERATE(Compression::gzip, Compression::zstd, Compression::xz);
  const TempFolder folder;
  const std::string whole = packed(trace, packing);
  REQUIRE(check_trace(folder, whole + packed("\n6 7 8 9 10\n", packing)));
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    INFO("packing " << static_cast<int>(packing) << ", seed " << seed);
    const std::string damaged = mutated(whole, RngStream{seed, "test/packed"});
    const ReadBytes found = read_bytes(folder.write("f", damaged), 1 + seed % 300);
    REQUIRE((found.bytes.size() < 10'000 || !found.failure.empty()));
    if (!found.failure.empty()) REQUIRE_FALSE(check_trace(folder, damaged));
  }
}

TEST_CASE("no damage to JSON does more than make it refused", "[property]") {
  check_json(scenario);
  for (std::uint64_t seed = 1; seed <= 5000; ++seed) {
    INFO("seed " << seed);
    check_json(mutated(scenario, RngStream{seed, "test/json"}));
  }
}

TEST_CASE("bytes without any sense are refused by every reader", "[property]") {
  const TempFolder folder;
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    INFO("seed " << seed);
    RngStream stream{seed, "test/noise"};
    std::string noise(stream.below(300), '\0');
    for (char& byte : noise) byte = static_cast<char>(stream.below(256));
    check_trace(folder, noise);
    check_json(noise);
  }
}

}  // namespace mcsim::testing::hostile_input_test
