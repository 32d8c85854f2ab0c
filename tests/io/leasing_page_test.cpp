// What docs/leasing_tests.md names is there.
#include <filesystem>
#include <string>

#include "io/lsf_content.hpp"
#include "support/catch.hpp"

using namespace mcsim;

namespace {

std::string all_tests() {
  namespace fs = std::filesystem;
  std::string all;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(MCSIM_SOURCE_DIR) / "tests"))
    if (entry.path().extension() == ".cpp") all += bytes_of(entry.path());
  return all;
}

}  // namespace

TEST_CASE("each scenario and each test that the page on leasing names is there") {
  namespace fs = std::filesystem;
  const fs::path root = MCSIM_SOURCE_DIR;
  const std::string tests = all_tests();
  const std::string page = bytes_of(root / "docs/leasing_tests.md");
  std::size_t named = 0;
  for (std::size_t row = page.find("\n| "); row != std::string::npos;
       row = page.find("\n| ", row + 1)) {
    const std::string line = page.substr(row + 1, page.find('\n', row + 1) - row - 1);
    for (std::size_t at = line.find('`'); at != std::string::npos; at = line.find('`', at + 1)) {
      const std::size_t end = line.find('`', at + 1);
      REQUIRE(end != std::string::npos);
      const std::string name = line.substr(at + 1, end - at - 1);
      at = end;
      ++named;
      INFO(name);
      const bool is_scenario = fs::exists(root / "scenarios" / (name + ".json"));
      CHECK((is_scenario || tests.find("TEST_CASE(\"" + name + "\"") != std::string::npos));
    }
  }
  CHECK(named >= 40);
}
