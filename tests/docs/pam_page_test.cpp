// docs/rules/pam.md is what the table of PAM says now.
#include "mcsim/config/lsf/pam_page.hpp"

#include "support/generated_page.hpp"

namespace mcsim::testing::pam_page_test {

TEST_CASE("the page on PAM is the one that its table makes", "[docs][pam]") {
  check_page("rules/pam.md", pam_page());
}

}  // namespace mcsim::testing::pam_page_test
