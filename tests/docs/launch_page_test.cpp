// What docs/evidence/launch_tests.md names is there.
#include <filesystem>
#include <string>

#include "support/page_support.hpp"
#include "support/places.hpp"

namespace mcsim::testing::launch_page_test {

TEST_CASE("each scenario and each test that the page on launches names is there", "[launch]") {
  namespace fs = std::filesystem;
  const TestSources tests;
  std::size_t named = 0;
  for (const std::string& name : names_in_tables(page_from("evidence/launch_tests.md", "#"))) {
    ++named;
    INFO(name);
    const fs::path scenario = fs::path(source_dir()) / "scenarios" / (name + ".json");
    CHECK((fs::exists(scenario) || tests.have(name)));
  }
  CHECK(named >= 40);
}

}  // namespace mcsim::testing::launch_page_test
