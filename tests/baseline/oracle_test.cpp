// Real traces: the start times on which independent simulators agree, job by job.
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/text/lines.hpp"
#include "support/catch.hpp"
#include "support/read_trace.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::oracle_test {

namespace {

/// A trace, the size of its machine, and the ends of the files' names.
struct Sample {
  std::string trace;
  std::int32_t slots;
  std::string packed;
};

Trace read_trace(const std::string& path) {
  ReadTrace read(path);
  REQUIRE(read.report.has_value());
  REQUIRE(read.skipped.empty());
  return read.freeze();
}

/// job_id -> start, in seconds. The columns: job_id,submit,start,...
std::map<std::int64_t, std::int64_t> read_starts(const std::string& path) {
  auto source = ByteSource::open(path, path);
  REQUIRE(source.has_value());
  LineReader lines(std::move(source).value());
  std::map<std::int64_t, std::int64_t> starts;
  std::string_view line;
  lines.next(line);
  while (lines.next(line)) {
    std::int64_t columns[3] = {};
    for (std::int64_t& column : columns) {
      const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), column);
      REQUIRE((error == std::errc{} && *end == ','));
      line.remove_prefix(static_cast<std::size_t>(end + 1 - line.data()));
    }
    starts[columns[0]] = columns[2];
  }
  return starts;
}

}  // namespace

TEST_CASE("fcfs and easy start every job of real traces when independent simulators do") {
  const char* const traces = std::getenv("MCSIM_TRACES");
  const char* const oracle = std::getenv("MCSIM_ORACLE");
  if (traces == nullptr || oracle == nullptr) {
    WARN("skipped: MCSIM_TRACES and MCSIM_ORACLE are not set");
    return;
  }
  const Sample sample = GENERATE(Sample{"kth-3k", 100, ""}, Sample{"hpc2n-3k", 240, ""},
                                 Sample{"kth-28k", 100, ".gz"});
  const std::string dispatch = GENERATE("fcfs", "easy");
  INFO(sample.trace << " under " << dispatch);

  ClusterConfig cluster = flat_machine(sample.slots, dispatch, {});
  cluster.trace = read_trace(std::string(traces) + "/" + sample.trace + ".swf" + sample.packed);
  const auto expected = read_starts(std::string(oracle) + "/" + sample.trace + "_" + dispatch +
                                    ".csv" + sample.packed);
  const std::vector<Time> starts = start_times(cluster);
  REQUIRE(starts.size() == expected.size());
  std::size_t differ = 0;
  for (std::size_t row = 0; row < starts.size(); ++row) {
    const auto id = static_cast<std::int64_t>(cluster.trace[static_cast<JobIndex>(row)].id);
    if (starts[row] != at(expected.at(id) * 1s)) ++differ;
  }
  CHECK(differ == 0);
}

}  // namespace mcsim::testing::oracle_test
