// Pages of docs/ that name the tests which show their claims.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"
#include "support/lsf_content.hpp"
#include "support/places.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// The text of a page from the first occurrence of `begin` on.
inline std::string page_from(const std::string& name, std::string_view begin) {
  const std::string page = bytes_of(std::filesystem::path(source_dir()) / "docs" / name);
  const std::size_t from = page.find(begin);
  REQUIRE(from != std::string::npos);
  return page.substr(from);
}

/// All names in backquotes in the rows of the page's tables.
inline std::vector<std::string> names_in_tables(const std::string& page) {
  std::vector<std::string> names;
  for (std::size_t row = page.find("\n| "); row != std::string::npos;
       row = page.find("\n| ", row + 1)) {
    const std::string line = page.substr(row + 1, page.find('\n', row + 1) - row - 1);
    for (std::size_t at = line.find('`'); at != std::string::npos; at = line.find('`', at + 1)) {
      const std::size_t end = line.find('`', at + 1);
      INFO(line);
      REQUIRE(end != std::string::npos);
      names.push_back(line.substr(at + 1, end - at - 1));
      at = end;
    }
  }
  return names;
}

/// The sources of all tests.
class TestSources {
 public:
  TestSources() {
    namespace fs = std::filesystem;
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(source_dir()) / "tests"))
      if (entry.path().extension() == ".cpp") all_ += bytes_of(entry.path());
  }
  /// A long name may stand on a line of its own.
  bool have(const std::string& name) const {
    return all_.find("TEST_CASE(\"" + name + "\"") != std::string::npos ||
           all_.find("TEST_CASE(\n    \"" + name + "\"") != std::string::npos;
  }

 private:
  std::string all_;
};

}  // namespace mcsim::testing
