// What docs/rules/requirements.md says of requirement strings, read by the parser.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "mcsim/config/values/requirement_text.hpp"
#include "mcsim/model/requirement_merge.hpp"
#include "mcsim/text/picture.hpp"
#include "support/catch.hpp"
#include "support/lsf_content.hpp"
#include "support/places.hpp"

namespace mcsim::testing::requirements_page_test {

namespace {

using Strings = std::vector<std::string>;

/// The lines of all blocks of the page that are marked as `kind`.
Strings lines_of(const std::string& kind) {
  const std::string page =
      bytes_of(std::filesystem::path(source_dir()) / "docs/rules/requirements.md");
  const std::string mark = "\n```" + kind + "\n";
  Strings lines;
  for (auto at = page.find(mark); at != page.npos; at = page.find(mark, at)) {
    at += mark.size();
    for (std::size_t end; !page.substr(at).starts_with("```"); at = end + 1) {
      end = page.find('\n', at);
      lines.push_back(page.substr(at, end - at));
    }
  }
  return lines;
}

/// As the page says in its section 2.
std::vector<ResourceConfig> resources() {
  std::vector<ResourceConfig> table = builtin_resources();
  table.push_back({.name = "bigmem"});
  table.push_back({.name = "gpu"});
  table.push_back({.name = "site", .kind = ResourceKind::text});
  table.push_back({.name = "licence", .kind = ResourceKind::numeric});
  return table;
}

ResourceRequirement parsed(const std::string& text) {
  INFO(text);
  auto requirement = parse_requirement(text, resources());
  REQUIRE(requirement);
  return *requirement;
}

bool asks_for_local(const std::string& text) {
  const auto all = merged(parsed(text), {}, {}, resources());
  return std::ranges::find(all.select.nodes, SelectExpression::Op::local,
                           &SelectExpression::Node::op) != all.select.nodes.end();
}

}  // namespace

TEST_CASE("every requirement string that the page shows is one") {
  const Strings lines = lines_of("requirements");
  CHECK(lines.size() >= 15);
  for (const std::string& line : lines) parsed(line);
}

TEST_CASE("every string that the page refuses is refused with its picture") {
  const Strings lines = lines_of("refused");
  CHECK(lines.size() >= 10);
  REQUIRE(lines.size() % 2 == 0);
  for (std::size_t i = 0; i < lines.size(); i += 2) {
    const auto requirement = parse_requirement(lines[i], resources());
    REQUIRE_FALSE(requirement);
    const RequirementMistake& first = requirement.error().front();
    CHECK(caret_picture(lines[i], first.position) + " " + first.message ==
          lines[i] + "\n" + lines[i + 1]);
  }
}

TEST_CASE("type==local is added to what names no type, no model and no Boolean resource") {
  const Strings local = lines_of("local");
  const Strings any = lines_of("any");
  CHECK((local.size() >= 3 && any.size() >= 3));
  for (const std::string& line : local) CHECK(asks_for_local(line));
  for (const std::string& line : any) CHECK_FALSE(asks_for_local(line));
}

TEST_CASE("job and queue together ask for what the page says") {
  const auto all = merged(parsed("bigmem rusage[mem=100]"), {},
                          parsed("select[mem>500] rusage[mem=200:licence=1]"), resources());
  CHECK(config::to_text(all, resources()) ==
        config::to_text(parsed("bigmem && mem>500 rusage[mem=100,licence=1]"), resources()));
}

}  // namespace mcsim::testing::requirements_page_test
