// Traces from archives, also irregular ones: no row is lost between the file and the jobs.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/packed.hpp"
#include "support/read_trace.hpp"

namespace mcsim::testing::real_traces_test {
namespace fs = std::filesystem;

namespace {

/// The trace files in the folder that MCSIM_TRACES names, sorted; none where it is unset.
std::vector<fs::path> trace_files() {
  std::vector<fs::path> files;
  const char* folder = std::getenv("MCSIM_TRACES");
  if (folder == nullptr || !fs::is_directory(folder)) return files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(".swf") || name.ends_with(".swf.gz")) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// Lines that are neither blank nor comments, counted without the reader under test.
std::uint64_t rows_of(const std::string& text) {
  std::uint64_t rows = 0;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const auto first = text.find_first_not_of(" \t\r", start);
    if (first < end && text[first] != ';') ++rows;
    start = end + 1;
  }
  return rows;
}

}  // namespace

TEST_CASE("every row of every real trace is a job or listed as skipped") {
  const auto files = trace_files();
  if (files.empty()) {
    WARN("skipped: MCSIM_TRACES names no folder with traces");
    return;
  }
  for (const fs::path& file : files) {
    INFO(file.filename().string());
    const ReadTrace read(file.string());
    const auto& report = read.report;
    if (!report) FAIL(to_text(report.error().list.front()));
    const std::uint64_t rows = rows_of(read_bytes(file.string(), 1 << 16).bytes);
    CHECK(rows > 0);
    CHECK(report->rows == rows);
    CHECK(report->jobs + read.skipped.size() == rows);
    CHECK(report->jobs == read.builder.size());
    std::uint64_t counted = 0;
    for (const std::uint64_t count : report->skipped) counted += count;
    CHECK(counted == read.skipped.size());
    CHECK_FALSE(report->warnings.has_errors());
  }
}

TEST_CASE("the counts of real traces are those that their source names") {
  // Source: the README beside the traces; jobs that can be replayed.
  const std::map<std::string, std::uint64_t> known = {{"hpc2n-3k.swf", 3145},
                                                      {"kth-3k.swf", 3000},
                                                      {"kth-28k.swf.gz", 28'481},
                                                      {"nasa-18k.swf.gz", 18'239},
                                                      {"lublin256-10k.swf.gz", 10'000}};
  const auto files = trace_files();
  if (files.empty()) WARN("skipped: MCSIM_TRACES names no folder with traces");
  for (const fs::path& file : files) {
    const auto found = known.find(file.filename().string());
    if (found == known.end()) continue;
    INFO(found->first);
    const ReadTrace read(file.string());
    const auto& report = read.report;
    REQUIRE(report);
    CHECK(report->jobs == found->second);
    CHECK(read.skipped.empty());
    CHECK(read.builder.in_order());
  }
}

}  // namespace mcsim::testing::real_traces_test
