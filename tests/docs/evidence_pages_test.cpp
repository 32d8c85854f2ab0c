// What the pages in docs/evidence name is there.
#include <filesystem>
#include <string>

#include "support/page_support.hpp"
#include "support/places.hpp"

namespace mcsim::testing::evidence_pages_test {
namespace {

/// Checks that each name in the tables of a page is a scenario or a test case. `least`: how many
/// there are.
void check_names_in(const std::string& page, std::size_t least) {
  namespace fs = std::filesystem;
  const TestSources tests;
  std::size_t named = 0;
  for (const std::string& name : names_in_tables(page_from("evidence/" + page, "#"))) {
    ++named;
    INFO(page << ": " << name);
    const fs::path scenario = fs::path(source_dir()) / "scenarios" / (name + ".json");
    CHECK((fs::exists(scenario) || tests.have(name)));
  }
  CHECK(named >= least);
}

}  // namespace

TEST_CASE("each scenario and each test that the pages of evidence name is there") {
  check_names_in("leasing_tests.md", 40);
  check_names_in("launch_tests.md", 40);
  check_names_in("faults.md", 80);
}

}  // namespace mcsim::testing::evidence_pages_test
