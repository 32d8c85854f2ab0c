// Select expressions: their value on a host, how they are split, and whether less load can only
// help them.
#include "mcsim/model/select.hpp"

#include <array>
#include <functional>

#include "mcsim/base/random.hpp"
#include "support/catch.hpp"
#include "support/requirements.hpp"

namespace mcsim::testing::select_test {

namespace {

const SampleHost host{
    .numbers = {{builtin::mem, 500},
                {builtin::swp, 0},
                {builtin::r1m, 0.5},
                {builtin::ncpus, 4},
                {bigmem, 1}},
    .words = {{builtin::type, "LINUX"}, {builtin::model, "Y"}, {builtin::hname, "h1"}}};

bool selected(std::string_view text) { return select_host(select_of(text), host); }

std::string parts_of(std::string_view text) {
  const auto resources = sample_resources();
  const SelectParts parts = split_select(select_of(text), resources);
  ResourceRequirement fixed;
  fixed.select = parts.fixed;
  ResourceRequirement dynamic;
  dynamic.select = parts.dynamic;
  return config::to_text(fixed, resources) + " / " + config::to_text(dynamic, resources);
}

bool helps(std::string_view text) { return only_frees_help(select_of(text), sample_resources()); }

/// A random expression as text, and its value, computed without any code of mcsim: 1 or 0 for a
/// condition, none where a number is undefined.
struct Sample {
  std::string text;
  int level = 0;  ///< precedence of its outermost operator, as in C; 8: an operand
  std::function<std::optional<double>(const SampleHost&)> value;
};

/// Draws expressions over few resources with small values, so that comparisons come out both ways.
class Samples {
 public:
  explicit Samples(std::uint64_t seed) : stream_(seed, "test/select") {}

  Sample condition(int depth) {
    const std::uint64_t kind = stream_.below(depth == 0 ? 4 : 8);
    if (kind == 0) return boolean();
    if (kind == 1) return text();
    if (kind == 2 || kind == 3) return compared(depth);
    if (kind == 4) return negated(depth);
    return joined(depth, kind == 5);
  }

  SampleHost host() {
    SampleHost made;
    for (const std::uint16_t id : numbers_)
      if (stream_.below(6) != 0) made.numbers[id] = static_cast<double>(stream_.below(4));
    if (stream_.below(2) == 0) made.numbers[bigmem] = 1;
    for (const std::uint16_t id : {std::uint16_t{builtin::type}, std::uint16_t{builtin::model}})
      if (stream_.below(4) != 0) made.words[id] = stream_.below(2) == 0 ? "X" : "LINUX";
    return made;
  }

  /// The same host with less load, and more free memory and slots.
  SampleHost freer(SampleHost made) {
    for (auto& [id, value] : made.numbers) {
      const auto step = static_cast<double>(stream_.below(3));
      const bool is_free = id == builtin::mem || id == builtin::slots;
      const bool is_load = id == builtin::r1m || id == builtin::ut;
      if (is_free) value += step;
      if (is_load) value = std::max(0.0, value - step);
    }
    return made;
  }

 private:
  std::string blank() { return stream_.below(3) == 0 ? " " : ""; }
  std::string inside(const Sample& sample, int lowest) {
    const bool bare = sample.level >= lowest && stream_.below(8) != 0;
    return bare ? sample.text : "(" + blank() + sample.text + blank() + ")";
  }

  Sample boolean() {
    return {"bigmem", 8, [](const SampleHost& at) { return at.numbers.count(bigmem) ? 1.0 : 0.0; }};
  }

  Sample text() {
    const bool is_type = stream_.below(2) == 0;
    const bool equal = stream_.below(2) == 0;
    const std::array<std::string, 4> words = {"any", "local", "LINUX", "X"};
    const std::string word = words[stream_.below(4)];
    const auto value = [=](const SampleHost& at) -> std::optional<double> {
      if (word == "any") return equal ? 1 : 0;
      const auto found = at.words.find(is_type ? builtin::type : builtin::model);
      if (found == at.words.end()) return 0;
      const std::string local = is_type ? "LINUX" : "X";
      return (found->second == (word == "local" ? local : word)) == equal ? 1 : 0;
    };
    return {(is_type ? "type" : "model") + blank() + (equal ? "==" : "!=") + blank() + word, 3,
            value};
  }

  Sample negated(int depth) {
    const Sample inner = condition(depth - 1);
    return {"!" + blank() + inside(inner, 7), 7,
            [=](const SampleHost& at) { return 1 - *inner.value(at); }};
  }

  Sample joined(int depth, bool either) {
    const int level = either ? 1 : 2;
    const Sample left = condition(depth - 1);
    const Sample right = condition(depth - 1);
    const auto value = [=](const SampleHost& at) -> std::optional<double> {
      const double count = *left.value(at) + *right.value(at);
      return count >= (either ? 1 : 2) ? 1 : 0;
    };
    return {
        inside(left, level) + blank() + (either ? "||" : "&&") + blank() + inside(right, level + 1),
        level, value};
  }

  Sample compared(int depth) {
    const std::array<std::string, 6> signs = {"<", "<=", ">", ">=", "==", "!="};
    const std::size_t kind = stream_.below(6);
    const int level = kind < 4 ? 4 : 3;
    const Sample left = number(depth);
    const Sample right = number(depth);
    const auto value = [=](const SampleHost& at) -> std::optional<double> {
      const auto a = left.value(at);
      const auto b = right.value(at);
      if (!a || !b) return 0;
      const bool yes[] = {*a<*b, *a <= *b, *a> * b, *a >= *b, *a == *b, *a != *b};
      return yes[kind] ? 1 : 0;
    };
    return {inside(left, level) + blank() + signs[kind] + blank() + inside(right, level + 1), level,
            value};
  }

  Sample number(int depth) {
    const std::uint64_t kind = stream_.below(depth == 0 ? 3 : 6);
    if (kind == 0) {
      const auto value = static_cast<double>(stream_.below(9)) / 2;
      const std::string whole = std::to_string(static_cast<int>(value));
      return {whole + (value > static_cast<int>(value) ? ".5" : ""), 8,
              [=](const SampleHost&) { return std::optional(value); }};
    }
    if (kind <= 2) {
      const std::uint16_t id = numbers_[stream_.below(numbers_.size())];
      return {builtin_resources()[id].name, 8,
              [=](const SampleHost& at) { return at.number(resource(id)); }};
    }
    return kind == 3 ? opposite(depth) : calculated(depth);
  }

  Sample opposite(int depth) {
    const Sample inner = number(depth - 1);
    return {"-" + inside(inner, 7), 7, [=](const SampleHost& at) {
              const auto value = inner.value(at);
              return value ? std::optional(-*value) : value;
            }};
  }

  Sample calculated(int depth) {
    const std::size_t kind = stream_.below(4);
    const int level = kind < 2 ? 5 : 6;
    const Sample left = number(depth - 1);
    const Sample right = number(depth - 1);
    const auto value = [=](const SampleHost& at) -> std::optional<double> {
      const auto a = left.value(at);
      const auto b = right.value(at);
      if (!a || !b || (kind == 3 && *b == 0)) return std::nullopt;
      if (kind == 0) return *a + *b;
      if (kind == 1) return *a - *b;
      return kind == 2 ? *a * *b : *a / *b;
    };
    const std::string sign(1, "+-*/"[kind]);
    return {inside(left, level) + blank() + sign + blank() + inside(right, level + 1), level,
            value};
  }

  static constexpr std::array<std::uint16_t, 5> numbers_ = {
      builtin::mem, builtin::slots, builtin::r1m, builtin::ut, builtin::ncpus};
  RngStream stream_;
};

}  // namespace

TEST_CASE("a host is selected by its numbers, words and Boolean resources") {
  CHECK(selected("mem>=500 && mem<501 && r1m==0.5"));
  CHECK_FALSE(selected("mem>500"));
  CHECK(selected("bigmem && type==LINUX && hname!=h2"));
  CHECK_FALSE(selected("!bigmem"));
  CHECK(selected("mem/ncpus>=125 && -mem<0 && mem-100*4==100"));
  CHECK(selected("mem"));
  CHECK_FALSE(selected("swp"));
  CHECK(select_host(SelectExpression{}, host));
}

TEST_CASE("type any is every type, and local is that of the submission host") {
  CHECK(selected("type==any && model==any"));
  CHECK_FALSE(selected("type!=any"));
  CHECK(selected("type==local"));
  CHECK_FALSE(selected("model==local"));
  CHECK(selected("model!=local"));
  CHECK(select_host(select_of("type==any"), SampleHost{}));
  CHECK_FALSE(select_host(select_of("type==local"), SampleHost{}));
}

TEST_CASE("a comparison with what is not defined is false, and its opposite true") {
  CHECK_FALSE(selected("licence>=0"));
  CHECK_FALSE(selected("licence!=5"));
  CHECK_FALSE(selected("os!=x"));
  CHECK(selected("!(licence>=0)"));
  CHECK_FALSE(selected("licence"));
  CHECK(selected("!licence"));
  CHECK_FALSE(selected("-licence<5 || licence+1>0 || 1-licence<5"));
  CHECK_FALSE(selected("defined(licence) || defined(os)"));
  CHECK(selected("defined(mem) && defined(type) && defined(bigmem)"));
}

TEST_CASE("a division by zero is not defined") {
  CHECK_FALSE(selected("mem/swp>0 || mem/swp<=0 || mem/0!=1"));
  CHECK(selected("!(mem/swp>0)"));
  CHECK(selected("swp/mem==0"));
}

TEST_CASE("an expression says whether it names what changes, and what kind of host is wanted") {
  const auto resources = sample_resources();
  for (const char* text : {"mem>1", "ncpus>1 && defined(licence)", "slots", "!(ut>0.5)"})
    CHECK(is_dynamic(select_of(text), resources));
  for (const char* text : {"maxmem>1", "bigmem && type==any", "scratch>1", "1"})
    CHECK_FALSE(is_dynamic(select_of(text), resources));
  for (const char* text : {"type==any", "mem>1 || !(model==X)", "bigmem", "defined(bigmem)"})
    CHECK(names_kind(select_of(text), resources));
  for (const char* text : {"mem>1", "hname==h1", "os==x", "1"})
    CHECK_FALSE(names_kind(select_of(text), resources));
  CHECK_FALSE(is_dynamic({}, resources));
  CHECK_FALSE(names_kind({}, resources));
}

TEST_CASE("an expression is split into what can change and what cannot") {
  CHECK(parts_of("mem>1 && bigmem && swp>1 && ncpus>2") ==
        "select[bigmem && ncpus>2] / select[mem>1 && swp>1]");
  CHECK(parts_of("bigmem && (type==any && mem>1)") ==
        "select[bigmem && type==any] / select[mem>1]");
  CHECK(parts_of("bigmem || mem>1") == " / select[bigmem || mem>1]");
  CHECK(parts_of("bigmem || ncpus>1") == "select[bigmem || ncpus>1] / ");
  CHECK(split_select({}, sample_resources()) == SelectParts{});
}

TEST_CASE("several expressions are joined in their order, and empty ones left out") {
  const SelectExpression a = select_of("mem>1 || bigmem");
  const SelectExpression b;
  const SelectExpression c = select_of("type==any && swp>1");
  const SelectExpression d = select_of("ncpus>1");
  CHECK(all_of(std::array{&a, &b, &c, &d}) ==
        select_of("(mem>1 || bigmem) && (type==any && swp>1) && ncpus>1"));
  CHECK(all_of(std::array{&b, &d}) == d);
  CHECK(all_of(std::array{&b, &b}).empty());
  CHECK(all_of({}).empty());
}

TEST_CASE("it is seen where a host that gets freer stays selected") {
  for (const char* text : {"mem>100", "100<mem && r1m<=2", "slots", "mem+swp>100 || ut<0.5",
                           "!(r15s>1)", "!r1m", "mem-ut*2>1", "mem/2>1", "2*mem>ncpus",
                           "mem*ncpus>5", "mem>r1m", "-tmp<0", "bigmem", "type==any && ncpus>1",
                           "defined(mem)", "ncpus==4", "mem>1 && !(mem<1)", "licence>1", "1"}) {
    INFO(text);
    CHECK(helps(text));
  }
  for (const char* text :
       {"mem<100",   "r1m>1",          "!(mem>1)", "mem==100", "mem!=100",  "mem-swp>1",
        "mem>swp",   "r15m",           "!mem",     "10/mem<1", "mem*-1>-5", "mem*(ncpus-2)>1",
        "mem-5",     "mem+-5",         "it>1",     "ls<1",     "pg<1",      "io<1",
        "licence<1", "mem>1 && mem<5", "mem>-r1m", "it>0 || 1"}) {
    INFO(text);
    CHECK_FALSE(helps(text));
  }
  CHECK(only_frees_help({}, sample_resources()));
}

// Property: evaluation, splitting and printing agree with the value that is computed without them.
TEST_CASE("random expressions select the hosts that a second evaluation selects", "[property]") {
  const auto resources = sample_resources();
  std::array<int, 2> answers{};
  std::uint64_t helpful = 0;
  for (std::uint64_t seed = 1; seed <= 3'000; ++seed) {
    Samples samples(seed);
    const Sample sample = samples.condition(static_cast<int>(seed % 5));
    INFO("seed " << seed << ": " << sample.text);
    REQUIRE_NOTHROW(keeps_promises(sample.text, resources));
    const SelectExpression select = select_of(sample.text);
    const SelectParts parts = split_select(select, resources);
    REQUIRE_FALSE(is_dynamic(parts.fixed, resources));
    const BestCases best = best_cases(select, resources);
    const bool is_helpful = only_frees_help(select, resources);
    helpful += is_helpful && is_dynamic(select, resources) ? 1U : 0U;
    for (int trial = 0; trial < 20; ++trial) {
      const SampleHost at = samples.host();
      const bool expected = *sample.value(at) != 0;
      REQUIRE(select_host(select, at) == expected);
      REQUIRE((select_host(parts.fixed, at) && select_host(parts.dynamic, at)) == expected);
      ++answers[expected ? 1 : 0];
      const SampleHost freer = samples.freer(at);
      if (is_helpful && expected) REQUIRE(select_host(select, freer));
      if (expected) REQUIRE((select_host(best.idle, freer) && select_host(best.full, at)));
      if (select_host(best.full, freer)) REQUIRE(select_host(best.full, at));
    }
  }
  CHECK(answers[0] > 10'000);
  CHECK(answers[1] > 10'000);
  CHECK(helpful > 100);
}

}  // namespace mcsim::testing::select_test
