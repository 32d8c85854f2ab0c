// docs/pam.md is what the table of PAM says now.
#include "mcsim/io/pam_page.hpp"

#include "io/generated_page.hpp"

namespace mcsim::io_pam_page_test {

TEST_CASE("the page on PAM is the one that its table makes", "[docs][pam]") {
  check_page("pam.md", pam_page());
}

}  // namespace mcsim::io_pam_page_test
