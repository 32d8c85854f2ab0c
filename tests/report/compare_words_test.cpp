// Which setting a comparison calls better, and how sure it says that is.
#include "mcsim/report/compare_words.hpp"

#include <string>

#include "mcsim/text/json_tree.hpp"
#include "support/catch.hpp"

namespace mcsim::testing::compare_words_test {

namespace {

ComparedVariant variant(const std::string& label, std::optional<double> wait) {
  return {
      .label = label, .name = "name of " + label, .values = {{wait}}, .summaries = {JsonNode{}}};
}

CompareContents runs_with(std::vector<ComparedVariant> variants) {
  return {.folder = "out",
          .title = "t",
          .metrics = {"wait_time.mean"},
          .variants = std::move(variants)};
}

/// What compare.json has of a variant: `more` and `half` of its difference.
std::string entry(const std::string& label, double mean, const std::string& difference) {
  return R"({"variant": "name of )" + label + R"(", "of": {"mean": )" + std::to_string(mean) +
         R"(}, "difference": )" + difference + "}";
}
std::string difference(const std::string& more, const std::string& half) {
  return R"({"of": {"mean": )" + more + R"(, "half_width": )" + half + "}}";
}

/// Variants A (that all are compared with), B, ... of several runs each.
CompareContents replicas_with(const std::vector<std::string>& entries) {
  CompareContents contents;
  contents.metrics = {"wait_time.mean"};
  std::string list;
  for (std::size_t at = 0; at < entries.size(); ++at) {
    contents.variants.push_back(variant(std::string(1, static_cast<char>('A' + at)), 0));
    contents.variants.back().summaries.resize(4);
    list += (at == 0 ? "" : ", ") + entries[at];
  }
  auto tree = parse_json(R"({"confidence": "95%", "metrics": [{"metric": "wait_time.mean",
      "against": "name of A", "sentence": "As compare says.", "variants": [)" +
                             list + "]}]}",
                         "compare.json");
  REQUIRE(tree);
  contents.replicas = std::move(tree->root);
  return contents;
}

std::string first_of(const CompareContents& contents) { return compare_words(contents).front(); }

}  // namespace

TEST_CASE("of single runs the least and the longest wait are told, with those that are equal") {
  CHECK(first_of(runs_with({variant("A", 60), variant("B", 0), variant("C", 0)})) ==
        "Jobs waited least with B (and 1 other with the same wait), 0 s on average, and longest "
        "with A, 60 s.");
  CHECK(first_of(runs_with({variant("A", 7), variant("B", 7)})) ==
        "Jobs waited equally long with all, 7 s on average.");
  CHECK(first_of(runs_with({variant("A", 60), variant("B", {}), variant("C", 40)})) ==
        "Jobs waited least with C, 40 s on average, and longest with A, 60 s.");
}

TEST_CASE("a sentence has the name of what was varied, where a picture has values alone") {
  ComparedVariant two = variant("2", 60);
  two.values_of = {{"ncpus", "2"}};
  ComparedVariant three = variant("3", 0);
  three.values_of = {{"ncpus", "3"}};
  CHECK(first_of(runs_with({two, three})) ==
        "Jobs waited least with ncpus=3, 0 s on average, and longest with ncpus=2, 60 s.");
}

TEST_CASE(
    "a difference larger than its interval is more than chance, and how large it is is told") {
  const auto words =
      compare_words(replicas_with({entry("A", 80, "null"), entry("B", 60, difference("-20", "5")),
                                   entry("C", 90, difference("10", "5"))}));
  REQUIRE(words.size() == 3);
  CHECK(words[0] ==
        "Jobs waited least with B, 60 s on average: 20 s (25 %) less than with A. This is more "
        "than chance: the true difference is 15 s to 25 s less, at 95% confidence.");
  CHECK(words[1] == "As compare says.");
  CHECK(words[2].starts_with("Each of 3 variants was run 4 times."));
}

TEST_CASE("a difference smaller than its interval may be chance, and the other sign is told") {
  CHECK(
      first_of(replicas_with({entry("A", 80, "null"), entry("B", 60, difference("-20", "30"))})) ==
      "Jobs waited least with B, 60 s on average: 20 s (25 %) less than with A. This may be "
      "chance: the true difference is between 50 s less and 10 s more, at 95% confidence.");
}

TEST_CASE(
    "where the one that all are compared with is best it is told how sure the others are worse") {
  const std::string best = "Jobs waited least with A, 80 s on average. ";
  const auto others = [&](const std::string& b, const std::string& c) {
    return first_of(replicas_with({entry("A", 80, "null"), entry("B", 90, difference("10", b)),
                                   entry("C", 95, difference("15", c))}));
  };
  CHECK(others("4", "4") == best + "With all others they waited longer, by more than chance.");
  CHECK(others("40", "4") ==
        best +
            "With 1 of the 2 others they waited longer by more than chance, the rest may be as "
            "good.");
  CHECK(others("40", "40") ==
        best + "That may be chance: with none of the others it is surely longer.");
}

TEST_CASE("queues and clusters that surely differ are told beside the mean of all") {
  CompareContents contents =
      replicas_with({entry("A", 80, "null"), entry("B", 60, difference("-20", "30"))});
  using enum PartDifference::Of;
  contents.parts = {
      {.variant = 1, .of = wait, .name = "q@west", .more = 7200, .half_width = 3600},
      {.variant = 1, .of = wait, .name = "q@east", .more = -10, .half_width = 60},
      {.variant = 1, .of = utilization, .name = "west", .more = -0.059, .half_width = 0.028}};
  CHECK(compare_words(contents)[1] ==
        "Beside that, 2 of 3 differences of single queues' mean waits and clusters' utilizations "
        "have intervals (95% each) without 0: with B slots of west are busy for 5.9 \u00B1 2.8 "
        "points less of the time, jobs of q@west wait 2.0 h \u00B1 60 min longer. Of so many some "
        "are chance: where the setting changes nothing, about one in 20 is like that.");
  contents.parts.resize(2);
  contents.parts.erase(contents.parts.begin());
  CHECK(compare_words(contents)[1] ==
        "Of 1 difference of single queues' mean waits and clusters' utilizations none is more than "
        "chance, each by itself.");
}

TEST_CASE("what was varied is said with the name of its cluster") {
  CompareContents contents;
  contents.clusters = {"north", "east"};
  CHECK(varied_words(contents).empty());
  contents.varied = {"clusters.1.lsb.params.MBD_SLEEP_TIME", "clusters.*.lsb.queues.a.PRIORITY",
                     "clusters.north.hosts", "dispatch"};
  CHECK(varied_words(contents) ==
        "lsb.params.MBD_SLEEP_TIME of cluster east, lsb.queues.a.PRIORITY of all clusters, hosts "
        "of cluster north, dispatch");
}

TEST_CASE("of replicas that are not all done nothing is said to be better") {
  CompareContents half = runs_with({variant("A", 60), variant("B", 40)});
  for (ComparedVariant& one : half.variants) one.summaries.resize(2);
  CHECK(compare_words(half).size() == 1);
  CHECK(first_of(half).starts_with("Each of 2 variants was run 2 times."));
}

TEST_CASE("a setting that changes nothing is said to make no difference") {
  CHECK(first_of(replicas_with({entry("A", 80, "null"), entry("B", 80, difference("0", "0"))})) ==
        "The setting makes no difference: jobs waited equally long with each in every run, 80 s "
        "on average.");
}

}  // namespace mcsim::testing::compare_words_test
