// Warnings about an input: one line of what changes who waits, then what matters most.
#include "mcsim/app/base/warnings.hpp"

#include <sstream>
#include <string>

#include "support/catch.hpp"
#include "support/texts.hpp"

namespace mcsim::testing::warnings_test {

namespace {

Diagnostic warning(std::size_t line, Loss loss = {}, bool is_minor = false) {
  return {.severity = Severity::warning,
          .file = "f",
          .line = line,
          .pointer = {},
          .message = "w",
          .loss = std::move(loss),
          .is_minor = is_minor};
}

std::string printed(const Diagnostics& diagnostics, std::string_view choice = "first") {
  std::ostringstream out;
  std::ostringstream err;
  print_about_input(Console{.out = out, .err = err}, diagnostics, "s.json", choice);
  CHECK(out.str().empty());
  return err.str();
}

const Loss no_fairshare{.who = "queue", .what = "loses fairshare", .count = 1};

}  // namespace

TEST_CASE("what is lost is counted over all warnings, in the words of LSF's files") {
  const Loss limit{.who = "Limit", .what = "is left out", .count = 1, .of = 3};
  Diagnostics all{{warning(1, limit), warning(2, {"queue", "loses fairshare", 3, 0}),
                   warning(3, limit), warning(4, {"file", "is not read", 1, 0}),
                   warning(5, {"requirement", "can never hold", 2, 0}),
                   warning(6, {"user group", "has no hosts", 1, 0}), warning(7)}};
  CHECK(losses_of(all) == Texts{"2 requirements can never hold", "2 of 3 Limits are left out",
                                "1 file is not read", "1 user group has no hosts",
                                "3 queues lose fairshare"});
  all.list.front().file = "g";  // of another site: three of its own
  CHECK(losses_of(all)[1] == "2 of 6 Limits are left out");
  for (Diagnostic& one : all.list) one.severity = Severity::error;
  CHECK(losses_of(all).empty());
}

TEST_CASE("all of a kind are just that many, and one of several is still a plural") {
  CHECK(losses_of({{warning(1, {"Limit", "is left out", 2, 2})}}) ==
        Texts{"2 Limits are left out"});
  CHECK(losses_of({{warning(1, {"Limit", "is left out", 1, 1})}}) == Texts{"1 Limit is left out"});
  CHECK(losses_of({{warning(1, {"Limit", "is left out", 1, 4})}}) ==
        Texts{"1 of 4 Limits is left out"});
  CHECK(losses_of({{warning(1, {"policy", "is left out", 2, 0})}}) ==
        Texts{"2 policies are left out"});
  CHECK(losses_of({{warning(1, {"Queue", "is left out", 1, 3}),
                    warning(2, {"Queue", "is left out", 1, 0})}}) ==
        Texts{"2 of 3 Queues are left out"});  // the second one does not know how many there are
}

TEST_CASE("what variants lose is told once, as a range where they differ") {
  const Loss memory{.who = "job", .what = "loses memory", .count = 2};
  const auto skipped = [](std::size_t count) {
    return warning(2, {.who = "job", .what = "is skipped", .count = count});
  };
  const auto first_line = [](const std::vector<Diagnostics>& of_each) {
    Diagnostics all;
    for (const Diagnostics& one : of_each) append(all, one);
    std::ostringstream out;
    std::ostringstream err;
    print_about_variants(Console{.out = out, .err = err}, all, of_each, "s.json", "first");
    return err.str().substr(0, err.str().find('\n'));
  };
  const Diagnostics same{{warning(1, memory)}};
  CHECK(first_line({same, same, same}) == "s.json: warning: changes who waits: 2 jobs lose memory");
  CHECK(first_line({{{skipped(618)}}, {{skipped(100), skipped(73)}}}) ==
        "s.json: warning: changes who waits: 173 to 618 jobs are skipped");
  CHECK(first_line({same, {{skipped(1)}}}) ==
        "s.json: warning: changes who waits: 0 to 1 jobs are skipped, 0 to 2 jobs lose memory");
}

TEST_CASE("the first line says what changes who waits, and what changes it comes first") {
  CHECK(printed({{warning(1, {}, true), warning(2), warning(3, no_fairshare), warning(4)}}) ==
        "s.json: warning: changes who waits: 1 queue loses fairshare\n"
        "f:3: warning: w\nf:2: warning: w\nf:4: warning: w\nf:1: warning: w\n");
}

// In the order of files the mistyped keyword and the parameters, which stand in lsf.conf, would be
// first, and of eleven warnings the job at the end would not be printed.
TEST_CASE("warnings come by what is lost: jobs, whole parts, rules, keywords, and the rest") {
  const Diagnostics all{
      {warning(1, {"parameter", "is left out", 1, 0}),
       warning(2, {"mistyped keyword", "is ignored", 1, 0}), warning(3, {}, true), warning(4),
       warning(5, no_fairshare), warning(6, {"misplaced keyword", "is ignored", 1, 0}),
       warning(7, {"Limit", "is left out", 1, 1}), warning(8, {"file", "is not read", 1, 0}),
       warning(9, {"queue", "loses fairshare", 0, 0}),  // lost with line 5
       warning(10, {"requirement", "can never hold", 1, 0}),
       warning(11, {"plugin", "is left out", 1, 0}), warning(12, {"job", "is skipped", 2, 0})}};
  std::string lines = printed(all, "all");
  lines.erase(0, lines.find('\n') + 1);
  std::string expected;
  for (const int line : {12, 10, 7, 8, 5, 9, 2, 6, 1, 11, 4, 3})
    expected += "f:" + std::to_string(line) + ": warning: w\n";
  CHECK(lines == expected);
  CHECK(losses_of(all) ==
        Texts{"2 jobs are skipped", "1 requirement can never hold", "1 Limit is left out",
              "1 file is not read", "1 queue loses fairshare", "1 mistyped keyword is ignored",
              "1 misplaced keyword is ignored", "1 parameter is left out", "1 plugin is left out"});
}

TEST_CASE(
    "where nothing is lost the first line is missing, and nothing at all is said of nothing") {
  CHECK(printed({{warning(1)}}) == "f:1: warning: w\n");
  CHECK(printed({}).empty());
}

TEST_CASE("of many warnings ten are printed, all on request, and none") {
  Diagnostics many;
  for (std::size_t line = 1; line <= 11; ++line) many.add(warning(line));
  many.add(warning(12, no_fairshare));
  std::string first = "s.json: warning: changes who waits: 1 queue loses fairshare\n";
  std::string all = first + "f:12: warning: w\n";
  first = all;
  for (std::size_t line = 1; line <= 11; ++line) {
    const std::string text = "f:" + std::to_string(line) + ": warning: w\n";
    all += text;
    if (line <= 9) first += text;
  }
  CHECK(printed(many) == first + "s.json: warning: and 2 more warnings: --warnings all\n");
  CHECK(printed(many, "all") == all);
  CHECK(printed(many, "none").empty());
  many.list.resize(10);
  CHECK(printed(many) == printed(many, "all"));
}

TEST_CASE("errors are all printed, first, and nothing is summed up then") {
  Diagnostics mixed{{warning(1, no_fairshare)}};
  for (std::size_t line = 2; line <= 13; ++line) {
    mixed.add(warning(line));
    mixed.list.back().severity = Severity::error;
  }
  std::string errors;
  for (std::size_t line = 2; line <= 13; ++line) errors += "f:" + std::to_string(line) + ": w\n";
  CHECK(printed(mixed) == errors + "f:1: warning: w\n");
  CHECK(printed(mixed, "none") == errors);
}

TEST_CASE("the first line names eight kinds of losses, and counts the others, or names all") {
  Diagnostics all;
  for (int i = 0; i < 10; ++i) all.add(warning(1, {"queue", "loses K" + std::to_string(i), 1, 0}));
  const auto first_line = [&](std::string_view choice) {
    const std::string text = printed(all, choice);
    return text.substr(0, text.find('\n'));
  };
  CHECK(first_line("first").starts_with("s.json: warning: changes who waits: 1 queue loses K0, "));
  CHECK(first_line("first").ends_with("1 queue loses K7, and 2 more kinds of losses"));
  CHECK(first_line("all").ends_with("1 queue loses K8, 1 queue loses K9"));
  all.list.pop_back();
  CHECK(first_line("first").ends_with("1 queue loses K7, and 1 more kind of loss"));
}

}  // namespace mcsim::testing::warnings_test
