// Conditions of bsub -w as text. Right answers: docs/rules/dependencies.md, section 2.
#include "mcsim/config/values/dependency_text.hpp"

#include <string>

#include "support/catch.hpp"

namespace mcsim::testing::dependency_text_test {

namespace {

using Word = DependencyStep::Word;
using Elements = DependencyRef::Elements;

/// The postfix order in short: `1 2 & 3 |`.
std::string postfix(std::string_view text) {
  const auto steps = parse_dependency(text);
  if (!steps) return steps.error().front().message;
  std::string all;
  for (const DependencyStep& step : *steps) {
    all += all.empty() ? "" : " ";
    if (step.word == Word::both || step.word == Word::either || step.word == Word::negation)
      all += step.word == Word::both ? "&" : step.word == Word::either ? "|" : "!";
    else
      all += step.refs.front().id ? std::to_string(*step.refs.front().id) : step.refs.front().name;
  }
  return all;
}

DependencyStep only_step(std::string_view text) {
  const auto steps = parse_dependency(text);
  REQUIRE(steps);
  REQUIRE(steps->size() == 1);
  return steps->front();
}

/// `POSITION MESSAGE` of the first mistake.
std::string mistake(std::string_view text) {
  const auto steps = parse_dependency(text);
  REQUIRE_FALSE(steps);
  return std::to_string(steps.error().front().position) + " " + steps.error().front().message;
}

}  // namespace

TEST_CASE("not binds before and, and before or, and parentheses before all") {
  CHECK(postfix("done(1) || done(2) && !done(3)") == "1 2 3 ! & |");
  CHECK(postfix("(done(1) || done(2)) && done(3)") == "1 2 | 3 &");
  CHECK(postfix("!!1") == "1 ! !");
  CHECK(postfix("!(1||2)") == "1 2 | !");
  CHECK(postfix("1&&2&&3||4") == "1 2 & 3 & 4 |");
}

TEST_CASE("a job alone is done of it") {
  CHECK(only_step("123").word == Word::done);
  CHECK(only_step("123").refs.front().id == 123);
  CHECK(only_step("build").refs.front().name == "build");
  CHECK(only_step("done").refs.front().name == "done");  // a job of this name
}

TEST_CASE("each condition has its word") {
  CHECK(only_step("done(1)").word == Word::done);
  CHECK(only_step("ended(1)").word == Word::ended);
  CHECK(only_step("exit(1)").word == Word::exit);
  CHECK(only_step("started(1)").word == Word::started);
  CHECK(only_step("post_done(1)").word == Word::post_done);
  CHECK(only_step("post_err(1)").word == Word::post_err);
  CHECK(only_step(R"(external(1, "SUSP"))").word == Word::external);
  CHECK(only_step("numdone(1)").word == Word::numdone);
  CHECK(only_step(" started ( 1 , 2 ) ").refs.size() == 2);
}

TEST_CASE("an exit code is compared as the sign says, without one as equal") {
  CHECK(only_step("exit(1)").how == CompareSign::any);
  CHECK(only_step("exit(1, 34)").how == CompareSign::eq);
  CHECK(only_step("exit(1, 34)").number == 34);
  CHECK(only_step("exit(1,==34)").how == CompareSign::eq);
  CHECK(only_step("exit(1, != 34)").how == CompareSign::ne);
  CHECK(only_step("exit(1, <34)").how == CompareSign::lt);
  CHECK(only_step("exit(1, <= 34)").how == CompareSign::le);
  CHECK(only_step("exit(1, >34)").how == CompareSign::gt);
  CHECK(only_step("exit(1, >=34)").how == CompareSign::ge);
}

TEST_CASE("elements of arrays are counted, at least one where nothing is said") {
  CHECK(only_step("numrun(7)").how == CompareSign::ge);
  CHECK(only_step("numrun(7)").number == 1);
  CHECK(only_step("numrun(7, 3)").how == CompareSign::eq);
  CHECK(only_step("numended(7, >= 3)").how == CompareSign::ge);
  CHECK(only_step("numdone(7, *)").is_all);
}

TEST_CASE("names may have quotes, which those that begin with a digit need, and end with a star") {
  CHECK(only_step(R"(done("1st run"))").refs.front().name == "1st run");
  CHECK_FALSE(only_step(R"(done("12"))").refs.front().id);
  CHECK(only_step("done('a b')").refs.front().name == "a b");
  CHECK(only_step("done(sim*)").refs.front().is_pattern);
  CHECK(only_step("done(sim*)").refs.front().name == "sim");
  CHECK(only_step(R"(done("sim*"))").refs.front().is_pattern);
  CHECK_FALSE(only_step("done(sim)").refs.front().is_pattern);
  CHECK(only_step("done(*)").refs.front().is_pattern);
}

TEST_CASE("elements are ranges, or each its own") {
  using Range = DependencyRef::Range;
  CHECK(only_step("done(7[*])").refs.front().elements == Elements::own);
  CHECK(only_step("done(a[*])").refs.front().name == "a");
  const DependencyRef listed = only_step("done(7[3,5-9:2])").refs.front();
  CHECK(listed.elements == Elements::listed);
  CHECK(listed.ranges == std::vector<Range>{{3, 3, 1}, {5, 9, 2}});
  CHECK(only_step(R"(done("a[2]"))").refs.front().ranges == std::vector<Range>{{2, 2, 1}});
  CHECK(only_step(R"(done("a"[2]))").refs.front().ranges == std::vector<Range>{{2, 2, 1}});
}

TEST_CASE("a mistake has its place") {
  CHECK(mistake("") == "0 expected a condition such as done(1), got the end");
  CHECK(mistake("done(1") == "6 expected ), got the end");
  CHECK(mistake("done(1) & done(2)") == "8 expected &&, || or the end, got \"&\"");
  CHECK(mistake("done(1) &&") == "10 expected a job: its number or its name, got the end");
  CHECK(mistake("dome(1)").starts_with("0 expected a condition: done, ended"));
  CHECK(mistake("done(1st)").starts_with("5 a name that begins with a digit needs quotes"));
  CHECK(mistake("done(\"a)") == "5 expected a quote that closes this one");
  CHECK(mistake("done(a[0])").starts_with("6 expected [*], or elements as [1,3-7:2] has them"));
  CHECK(mistake("done(a[5-3])").starts_with("6 expected [*]"));
  CHECK(mistake("exit(1, x)") == "8 expected an exit code, got \"x\"");
  CHECK(mistake("exit(1, 99999999999)").starts_with("8 expected an exit code of 32 bits"));
  CHECK(mistake("numrun(1, >)") == "11 expected a number, or * for all elements, got \")\"");
  CHECK(mistake(std::string(65, '!') + "1").find("within one another") != std::string::npos);
  CHECK(mistake(std::string(65'537, '1')).find("longer than 65536") != std::string::npos);
}

}  // namespace mcsim::testing::dependency_text_test
