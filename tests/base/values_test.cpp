// The small values of base: slots, times, ids, names, Expected, diagnostics.
#include <string>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/base/ids.hpp"
#include "mcsim/base/names.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/base/time.hpp"
#include "support/catch.hpp"

namespace mcsim::testing::values_test {

TEST_CASE("slots add up, compare, and are never negative") {
  CHECK((Slots(3) + Slots(4) == Slots(7)));
  CHECK((Slots(3) < Slots(4)));
  CHECK((Slots(4) - Slots(4) == Slots()));
  CHECK_THROWS_AS(Slots(-1), InvariantBroken);
  CHECK_THROWS_AS(Slots(3) - Slots(4), InvariantBroken);
  Slots slots(5);
  slots += Slots(2);
  slots -= Slots(6);
  CHECK(slots.count() == 1);
}

TEST_CASE("what is unlimited never ends, and the longest duration does not overflow") {
  CHECK((end_of(Time{} + 5s, 10s) == Time{} + 15s));
  CHECK((end_of(Time{} + 5s, unlimited) == never));
  CHECK((end_of(Time{} + longest_duration, longest_duration) == Time{} + 2 * longest_duration));
}

TEST_CASE("a broken promise says what is broken, and where") {
  std::string message;
  try {
    MCSIM_CHECK(1 + 1 == 3, "sums are right");
  } catch (const InvariantBroken& broken) {
    message = broken.what();
  }
  CHECK(message.find("values_test.cpp:") != std::string::npos);
  CHECK(message.find("sums are right (1 + 1 == 3)") != std::string::npos);
}

TEST_CASE("an Expected is a value or an error, and asking for the other stops the run") {
  Expected<int, std::string> value = 7;
  REQUIRE(value.has_value());
  CHECK(*value == 7);
  CHECK_THROWS_AS(value.error(), InvariantBroken);

  Expected<int, std::string> error = Unexpected<std::string>("no number");
  REQUIRE_FALSE(error);
  CHECK(error.error() == "no number");
  CHECK_THROWS_AS(*error, InvariantBroken);
}

TEST_CASE("an Expected may hold the same type on both sides") {
  const Expected<std::string, std::string> value = std::string("fine");
  const Expected<std::string, std::string> error = Unexpected<std::string>("broken");
  CHECK(value->size() == 4);
  CHECK(std::move(error).error() == "broken");
}

TEST_CASE("a diagnostic prints the parts of its place that are known") {
  Diagnostic diagnostic;
  diagnostic.message = "expected a whole number, got -4";
  diagnostic.file = "two_sites.json";
  CHECK(to_text(diagnostic) == "two_sites.json: expected a whole number, got -4");
  diagnostic.line = 6;
  CHECK(to_text(diagnostic) == "two_sites.json:6: expected a whole number, got -4");
  diagnostic.column = 41;
  diagnostic.pointer = "/clusters/0/hosts/0/ncpus";
  CHECK(to_text(diagnostic) ==
        "two_sites.json:6:41 /clusters/0/hosts/0/ncpus: expected a whole number, got -4");
  diagnostic.severity = Severity::warning;
  CHECK(to_text(diagnostic) ==
        "two_sites.json:6:41 /clusters/0/hosts/0/ncpus: warning: expected a "
        "whole number, got -4");
}

TEST_CASE("warnings alone are no errors") {
  Diagnostic diagnostic;
  Diagnostics diagnostics;
  diagnostic.severity = Severity::warning;
  diagnostics.add(diagnostic);
  CHECK_FALSE(diagnostics.has_errors());
  diagnostic.severity = Severity::error;
  diagnostics.add(diagnostic);
  CHECK(diagnostics.has_errors());
}

TEST_CASE("names get ids in the order of first sight, and keep them") {
  NameTable names;
  CHECK(index_of(names.id("bob")) == 0);
  CHECK(index_of(names.id("ann")) == 1);
  CHECK(index_of(names.id("bob")) == 0);
  CHECK(names.size() == 2);
  CHECK(names.name(names.id("ann")) == "ann");
  CHECK(names.name(none<NameId>).empty());
}

TEST_CASE("names survive a copy of their table, and a thousand more") {
  NameTable names;
  const NameId first = names.id("first");
  NameTable copy = names;
  for (int n = 0; n < 1000; ++n) names.id("user" + std::to_string(n));
  CHECK(names.name(first) == "first");
  CHECK(copy.size() == 1);
  CHECK((copy.id("first") == first));
}

TEST_CASE("a table gives out its ids in order") {
  Table<HostId, std::string> table;
  const HostId first = table.add("a");
  const HostId second = table.add("b");
  CHECK(table[first] == "a");
  CHECK(table[second] == "b");
  CHECK((table.id_at(1) == second));
  CHECK((table.id_of(table[second]) == second));
  table.resize(3, "c");
  CHECK(table[table.id_at(2)] == "c");
}

}  // namespace mcsim::testing::values_test
