// What docs/elim.md names is there.
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

TEST_CASE("each test that the page on ELIMs names is there", "[elim]") {
  const std::string tests = all_tests();
  const std::string page = bytes_of(std::filesystem::path(MCSIM_SOURCE_DIR) / "docs/elim.md");
  const std::string rows = page.substr(page.find("| sentence | shown by |"));
  std::size_t named = 0;
  for (std::size_t at = rows.find('`'); at != std::string::npos; at = rows.find('`', at + 1)) {
    const std::size_t end = rows.find('`', at + 1);
    REQUIRE(end != std::string::npos);
    const std::string name = rows.substr(at + 1, end - at - 1);
    at = end;
    if (name.starts_with("3 tmp2")) continue;  // the document's example
    ++named;
    INFO(name);
    CHECK(tests.find("TEST_CASE(\"" + name + "\"") != std::string::npos);
  }
  CHECK(named >= 20);
}
