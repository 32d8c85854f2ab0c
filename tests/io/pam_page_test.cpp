// docs/pam.md is what the table of PAM says now.
#include "mcsim/io/pam_page.hpp"

#include "io/generated_page.hpp"

using namespace mcsim;

TEST_CASE("the page on PAM is the one that its table makes", "[docs][pam]") {
  check_page("pam.md", pam_page());
}
