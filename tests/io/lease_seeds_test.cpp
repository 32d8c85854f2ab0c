// What the fuzzers of scenarios and of LSF's files begin with, beside anything: leases.
#include <filesystem>
#include <set>
#include <string>

#include "io/lsf_content.hpp"
#include "io/settings_support.hpp"
#include "mcsim/io/lsf_file.hpp"

using namespace mcsim;

TEST_CASE("the fuzzers begin with leases that are good, and with some that are not") {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(MCSIM_SOURCE_DIR) / "tests/fuzz";
  std::set<std::string> refused;
  std::size_t loaded = 0;
  for (const auto& entry : fs::directory_iterator(folder / "scenario")) {
    const auto scenario = load_scenario(entry.path().string(), choices_of(default_registry()));
    if (!scenario) refused.insert(entry.path().filename().string());
    if (scenario) ++loaded;
  }
  CHECK(loaded >= 3);
  CHECK(refused == std::set<std::string>{"bad_exports"});
  std::size_t sections = 0;
  for (const auto& entry : fs::directory_iterator(folder / "lsf_conf")) {
    const auto file = parse_lsf_file(bytes_of(entry.path()), "f");
    CHECK(file.is_whole());
    sections += file.sections.size();
  }
  CHECK(sections >= 5);
}
