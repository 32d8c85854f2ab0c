// The frame of a page: what it lets work, and names that would break out of it.
#include "mcsim/report/page.hpp"

#include <string>

#include "mcsim/report/page_json.hpp"
#include "mcsim/report/page_sources.hpp"
#include "support/catch.hpp"

namespace mcsim::testing::page_test {

namespace {

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

std::string page_called(const std::string& title) {
  return page_text({.title = title, .data = json_object({json_member("title", json_text(title))})});
}

}  // namespace

TEST_CASE("no name in a page ends its script or begins an element") {
  const std::string bad = "</script><script>hurt()</script><!-- & \"";
  const std::string page = page_called(bad);
  CHECK(times(page, "hurt()</script>") == 0);
  CHECK(page.find("<h1>&lt;/script&gt;&lt;script&gt;hurt()") != std::string::npos);
  CHECK(page.find(R"(\u003c/script\u003e\u003cscript\u003ehurt())") != std::string::npos);
  // data, columns, stories, library, the script itself, and what unpacks it.
  CHECK(times(page, "</script>") == 6);
}

TEST_CASE("a value that is put into the frame is not looked into") {
  CHECK(page_called("{{program}}").find("<h1>{{program}}</h1>") != std::string::npos);
}

TEST_CASE("the policy of a page lets no request and no other script work") {
  const std::string page = page_called("calm");
  CHECK(page.find("default-src 'none'; base-uri 'none'; form-action 'none'; script-src 'sha256-") !=
        std::string::npos);
  CHECK(times(page, "unsafe") == 0);
  CHECK(times(page, "http") ==
        times(std::string(page_source("chart_licence.txt")), "http") + 1 /* http-equiv */);
  // The script is packed: what its sources name is what an SVG is.
  CHECK(times(std::string(page_source("elements.js")), "http") == 1);
}

TEST_CASE("equal parts make equal pages, and without lines there is no chart library") {
  CHECK(page_called("one") == page_called("one"));
  PageParts parts{.title = "one", .data = json_object({}), .has_lines = false};
  CHECK(page_text(parts).size() + 80'000 < page_called("one").size());
}

}  // namespace mcsim::testing::page_test
