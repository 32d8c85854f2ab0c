// The vocabulary: one complete table without contradictions.
#include "mcsim/config/vocabulary/vocabulary.hpp"

#include <set>
#include <string>

#include "mcsim/text/json_tree.hpp"
#include "mcsim/text/words.hpp"
#include "support/catch.hpp"

namespace mcsim::testing::vocabulary_test {

namespace {

template <class Visit>
void for_each_row(Visit&& visit) {
  for (const VocabularySection& section : vocabulary())
    for (const VocabularyRow& row : section.rows) {
      INFO(section.name << " " << row.key);
      visit(section, row);
    }
}

}  // namespace

TEST_CASE("no section and no key stands twice in the vocabulary") {
  std::set<std::string_view> sections;
  for (const VocabularySection& section : vocabulary()) {
    INFO(section.name);
    CHECK(sections.insert(section.name).second);
    std::set<std::string_view> keys;
    for (const VocabularyRow& row : section.rows) CHECK(keys.insert(row.key).second);
  }
}

TEST_CASE("each section says where its keys come from, and what names one of several") {
  for (const VocabularySection& section : vocabulary()) {
    INFO(section.name);
    CHECK_FALSE(section.about.empty());
    CHECK_FALSE(section.source.empty());
    CHECK((section.named_by.empty() || section.find(section.named_by) != nullptr));
    CHECK((section.rest.empty() || find_section(section.rest) != nullptr));
  }
}

TEST_CASE("each key of the vocabulary says in a sentence what it is") {
  for_each_row([](const VocabularySection&, const VocabularyRow& row) {
    CHECK_FALSE(row.key.empty());
    CHECK_FALSE(row.about.empty());
  });
}

TEST_CASE("what is inside of a supported object or list is a section of the vocabulary") {
  for_each_row([](const VocabularySection&, const VocabularyRow& row) {
    const bool has_inside = row.type == ValueType::object || row.type == ValueType::overrides ||
                            row.type == ValueType::list;
    if (has_inside && row.planned == 0) CHECK(find_section(row.child) != nullptr);
    if (!row.child.empty()) CHECK(find_section(row.child) != nullptr);
  });
}

TEST_CASE("each default of the vocabulary is JSON, and a choice's is one of its values") {
  for_each_row([](const VocabularySection&, const VocabularyRow& row) {
    if (row.fallback.empty()) return;
    const auto tree = parse_json(row.fallback, "default");
    REQUIRE(tree);
    if (row.type != ValueType::choice) return;
    bool known = false;
    for (const std::string_view value : split_words(row.allowed))
      known = known || value == tree->root.text;
    CHECK(known);
  });
}

TEST_CASE("a required key has no default, and a supported key that is left out has a stated one") {
  for_each_row([](const VocabularySection& section, const VocabularyRow& row) {
    if (row.required) CHECK(row.fallback.empty());
    const bool optional = row.planned == 0 && !row.required;
    const bool silent = row.fallback.empty() && row.fallback_rule.empty();
    const bool is_free = section.name.starts_with("changes.set") || section.name == "action" ||
                         row.child.starts_with("ls") || row.type == ValueType::overrides;
    if (optional && silent) CHECK(is_free);
  });
}

TEST_CASE("LSF's own keywords are known whether this version supports them or not") {
  const VocabularySection& params = *find_section("lsb.params");
  CHECK(params.find("RELAX_JOB_DISPATCH_ORDER")->planned != 0);
  CHECK(params.find("JOB_SCHEDULING_INTERVAL")->planned == 0);
  const VocabularySection& queues = *find_section("lsb.queues");
  for (const char* key : {"CHUNK_JOB_SIZE", "STOP_COND", "APS_PRIORITY"})
    CHECK(queues.find(key)->planned != 0);
  CHECK(queues.find("PRIORTY") == nullptr);
}

TEST_CASE("words are split at blanks, however many") {
  CHECK(split_words("  lsf  fcfs easy ") == std::vector<std::string_view>{"lsf", "fcfs", "easy"});
  CHECK(split_words(" ").empty());
}

}  // namespace mcsim::testing::vocabulary_test
