// What docs/rules/elim.md names is there.
#include <string>

#include "support/page_support.hpp"

namespace mcsim::testing::elim_page_test {

TEST_CASE("each test that the page on ELIMs names is there", "[elim]") {
  const TestSources tests;
  std::size_t named = 0;
  for (const std::string& name :
       names_in_tables(page_from("rules/elim.md", "| sentence | shown by |"))) {
    if (name.starts_with("3 tmp2")) continue;  // the document's example
    ++named;
    INFO(name);
    CHECK(tests.have(name));
  }
  CHECK(named >= 20);
}

}  // namespace mcsim::testing::elim_page_test
