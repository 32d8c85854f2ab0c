// Every file in scenarios/ is an example and a test: it carries what it expects.
#include <filesystem>
#include <set>
#include <sstream>
#include <string>

#include "mcsim/app/run/run_command.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

namespace mcsim::testing::scenarios_test {

namespace {

/// The diagnostics without those about jobs that are skipped or refused, that can never start, or
/// that nothing can start before the end, which some scenarios show.
std::string unasked(const std::string& said) {
  std::istringstream lines(said);
  std::string rest;
  for (std::string line; std::getline(lines, line);)
    if (!line.ends_with(": the job is skipped") &&
        !line.ends_with("changes who waits: 1 job is skipped") &&
        !line.ends_with("(each in skipped.csv)") &&
        line.find(" rows are skipped") == std::string::npos &&
        !line.ends_with("had no effect and were ignored") &&
        !line.ends_with(": the job can never start") &&
        !line.ends_with("changes who waits: 2 jobs can never start") &&
        !line.ends_with("changes who waits: 1 job will be refused") &&
        line.find(" will be refused, since ") == std::string::npos &&
        line.find("nothing runs or is to come") == std::string::npos)
      rest += line + "\n";
  return rest;
}

}  // namespace

TEST_CASE("each scenario of the project comes to what it expects, and warns of nothing else") {
  namespace fs = std::filesystem;
  std::set<fs::path> files;
  for (const auto& entry : fs::directory_iterator(fs::path(source_dir()) / "scenarios"))
    if (entry.path().extension() == ".json") files.insert(entry.path());
  REQUIRE(files.size() >= 10);
  for (const fs::path& file : files) {
    std::ostringstream out;
    std::ostringstream err;
    RunRequest request;
    request.input = file.string();
    request.check = true;
    const ExitCode code = run_command(request, default_registry(), Console{out, err});
    CHECK(unasked(err.str()) == "");
    INFO(file << "\n" << out.str());
    CHECK(code == ExitCode::done);
    CHECK(out.str().find("expectations: ") != std::string::npos);
  }
}

}  // namespace mcsim::testing::scenarios_test
