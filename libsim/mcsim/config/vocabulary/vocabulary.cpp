// Look-ups in the vocabulary.
#include "mcsim/config/vocabulary/vocabulary.hpp"

#include "mcsim/config/vocabulary/vocabulary_lsb.hpp"
#include "mcsim/config/vocabulary/vocabulary_lsf.hpp"
#include "mcsim/config/vocabulary/vocabulary_scenario.hpp"

namespace mcsim::config {
namespace {

std::vector<VocabularySection> joined() {
  using Part = std::span<const VocabularySection>;
  std::vector<VocabularySection> all;
  for (const Part part : {Part(scenario::all), Part(lsb::all), Part(lsf::all)})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

}  // namespace

const VocabularyRow* VocabularySection::find(std::string_view key) const {
  for (const VocabularyRow& row : rows)
    if (row.key == key) return &row;
  return nullptr;
}

std::span<const VocabularySection> vocabulary() {
  static const std::vector<VocabularySection> all = joined();
  return all;
}

const VocabularySection* find_section(std::string_view name) {
  for (const VocabularySection& section : vocabulary())
    if (section.name == name) return &section;
  return nullptr;
}

bool is_lsf_file(std::string_view path) {
  if (path.starts_with("--")) return false;  // an option: --set /clusters/0/lsb.params={...}
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return name.starts_with("lsb.") || name.starts_with("lsf.") || name == "lshosts";
}

std::vector<std::string_view> supported_keys(const VocabularySection& section) {
  std::vector<std::string_view> keys;
  for (const VocabularyRow& row : section.rows)
    if (row.planned == 0 && !row.no_effect) keys.push_back(row.key);
  return keys;
}

std::vector<std::string_view> all_keys(const VocabularySection& section) {
  std::vector<std::string_view> keys;
  for (const VocabularyRow& row : section.rows) keys.push_back(row.key);
  if (const auto* rest = find_section(section.rest))
    for (const VocabularyRow& row : rest->rows)
      if (section.find(row.key) == nullptr) keys.push_back(row.key);
  return keys;
}

}  // namespace mcsim::config
