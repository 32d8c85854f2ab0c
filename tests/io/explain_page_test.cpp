// What docs/explain.md says of pending reasons.
#include <filesystem>
#include <string>

#include "io/lsf_content.hpp"
#include "mcsim/model/pend_reason.hpp"
#include "support/catch.hpp"

namespace mcsim::io_explain_page_test {

TEST_CASE("the page of reasons has every pending reason, word by word") {
  std::string page = bytes_of(std::filesystem::path(MCSIM_SOURCE_DIR) / "docs/explain.md");
  for (char& letter : page)
    if (letter == '\n') letter = ' ';
  for (auto at = 1; at <= static_cast<int>(last_pend_reason); ++at) {
    const std::string text(text_of(static_cast<PendReason>(at)));
    INFO(text);
    CHECK(page.find(text) != std::string::npos);
  }
}

}  // namespace mcsim::io_explain_page_test
