// What docs/reference/explain.md says of pending reasons.
#include <filesystem>
#include <string>

#include "mcsim/model/pend_reason.hpp"
#include "support/catch.hpp"
#include "support/lsf_content.hpp"
#include "support/places.hpp"

namespace mcsim::testing::explain_page_test {

TEST_CASE("the page of reasons has every pending reason, word by word") {
  std::string page = bytes_of(std::filesystem::path(source_dir()) / "docs/reference/explain.md");
  for (char& letter : page)
    if (letter == '\n') letter = ' ';
  for (auto at = 1; at <= static_cast<int>(last_pend_reason); ++at) {
    const std::string text(text_of(static_cast<PendReason>(at)));
    INFO(text);
    CHECK(page.find(text) != std::string::npos);
  }
}

}  // namespace mcsim::testing::explain_page_test
