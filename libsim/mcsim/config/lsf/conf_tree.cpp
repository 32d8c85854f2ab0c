// From the words of an LSF file to a tree, guided by the vocabulary.
#include "mcsim/config/lsf/conf_tree.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "mcsim/base/check.hpp"
#include "mcsim/config/lsf/lsf_words.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/config/vocabulary/vocabulary.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::config {
namespace {

using Kind = JsonNode::Kind;
using FileShape = ConfFile::Shape;

/// The row of `name`, in any capitals; null: unknown.
const VocabularyRow* row_of(const VocabularySection& section, std::string_view name) {
  for (const VocabularyRow& row : section.rows)
    if (same_name(row.key, name)) return &row;
  return nullptr;
}

const VocabularySection& known_section(std::string_view name) {
  const VocabularySection* section = find_section(name);
  MCSIM_CHECK(section != nullptr, "a section of the vocabulary is missing");
  return *section;
}

bool says_anything(const LsfSection& section) {
  for (const auto& row : section.rows)
    for (const LsfWord& value : row)
      if (!value.text.empty()) return true;
  return false;
}

class TreeOfFile {
 public:
  TreeOfFile(const ConfFile& kind, std::uint32_t source, std::span<const std::string> indices,
             Complaints& complaints)
      : kind_(kind),
        vocabulary_(known_section(kind.key)),
        source_(source),
        indices_(indices),
        complaints_(complaints) {}

  JsonNode build(const LsfFile& file) {
    JsonNode root;
    root.kind = kind_.shape == FileShape::list ? Kind::list : Kind::object;
    root.place.source = root.key_place.source = source_;
    root.key = kind_.key;
    for (const LsfSection& section : file.sections) add_section(root, section);
    return root;
  }

 private:
  void add_section(JsonNode& root, const LsfSection& section) {
    if (kind_.shape == FileShape::sections) return add_by_name(root, section);
    if (!same_name(section.name.text, kind_.section)) {
      const std::string_view known[] = {kind_.section};
      return warn_unknown("section", section.name, known);
    }
    add_rows(root, section, vocabulary_);
  }

  void add_by_name(JsonNode& root, const LsfSection& section) {
    const VocabularyRow* row = row_of(vocabulary_, section.name.text);
    if (row == nullptr) return warn_unknown("section", section.name, all_keys(vocabulary_));
    if (row->no_effect) return;
    if (row->planned != 0) {
      if (says_anything(section)) warn_planned("section", section.name, row->key);
      return;
    }
    JsonNode& value = root.member(row->key);
    if (value.is(Kind::null)) {
      value.kind = row->type == ValueType::list ? Kind::list : Kind::object;
      value.place = value.key_place = at(section.name.place);
    }
    add_rows(value, section, known_section(row->child));
  }

  /// Rows become items of a list; an object takes the keywords of one row.
  void add_rows(JsonNode& into, const LsfSection& section, const VocabularySection& keys) {
    if (into.is(Kind::object) && !section.horizontal && !section.rows.empty())
      return error(section.name.place, "section " + in_quotes(section.name.text) +
                                           " has KEYWORD = value lines, not columns");
    const auto columns = columns_of(section, keys);
    for (const auto& row : section.rows) {
      if (keys.all_or_nothing && is_left_out(section, row, columns)) continue;
      if (into.is(Kind::list)) {
        into.children.emplace_back().kind = Kind::object;
        into.children.back().place =
            at(section.horizontal || row.empty() ? section.name.place : row[0].place);
      }
      JsonNode& object = into.is(Kind::list) ? into.children.back() : into;
      add_members(object, section, row, columns);
      if (section.horizontal && !section.is_whole) add_lost(object, keys);
      if (into.is(Kind::list) && !is_taken(object, section, keys)) into.children.pop_back();
    }
  }

  /// Whether LSF takes an item in: it has all that it needs, and no section before has its name.
  bool is_taken(const JsonNode& item, const LsfSection& section, const VocabularySection& keys) {
    for (const VocabularyRow& row : keys.rows)
      if (row.required && row.planned == 0 && item.find(row.key) == nullptr) {
        const std::string what = section.horizontal ? "section " : "line of section ";
        warn(item.place, "this " + what + section.name.text + " has no " + std::string(row.key) +
                             ", and is ignored");
        return false;
      }
    if (kind_.shape != FileShape::list) return true;
    const JsonNode& name = *item.find(keys.named_by);
    const auto [first, is_new] = names_.try_emplace(name.text, name.place.line);
    if (!is_new && name.is(Kind::text))
      warn(name.place, std::string(keys.named_by) + " " + name.text +
                           " is given twice, first in line " + std::to_string(first->second) +
                           "; this section " + section.name.text + " is ignored");
    return is_new || !name.is(Kind::text);
  }

  /// Marks missing required keys as broken: the lines that could not be read may have had them.
  static void add_lost(JsonNode& object, const VocabularySection& keys) {
    for (const VocabularyRow& row : keys.rows)
      if (row.required && object.find(row.key) == nullptr)
        object.member(row.key).kind = Kind::broken;
  }

  /// What each keyword is in the vocabulary; null: it is left out.
  std::vector<const VocabularyRow*> columns_of(const LsfSection& section,
                                               const VocabularySection& keys) {
    std::vector<const VocabularyRow*> columns;
    columns.reserve(section.keywords.size());
    for (const LsfWord& keyword : section.keywords) {
      const VocabularyRow* row = row_of(keys, keyword.text);
      if (row == nullptr) row = row_of_index(keyword.text, keys);
      if (row == nullptr) warn_unknown("keyword", keyword, all_keys(keys));
      columns.push_back(row != nullptr && row->no_effect ? nullptr : row);
    }
    return columns;
  }

  /// Sections with thresholds of built-in load indices may also have thresholds of external ones.
  const VocabularyRow* row_of_index(std::string_view name, const VocabularySection& keys) {
    if (keys.find("r1m"_key) == nullptr) return nullptr;
    const auto found = std::ranges::find(indices_, name);
    if (found == indices_.end()) return nullptr;
    return &of_indices_.try_emplace(*found, VocabularyRow{.key = *found, .about = {}})
                .first->second;
  }

  /// Whether a row uses a keyword that is not supported; warns of it if it is planned.
  bool is_left_out(const LsfSection& section, const std::vector<LsfWord>& row,
                   const std::vector<const VocabularyRow*>& columns) {
    bool left_out = false;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (row[i].text.empty()) continue;
      if (columns[i] == nullptr) left_out = true;  // unknown (warned of) or without effect
      if (columns[i] == nullptr || columns[i]->planned == 0) continue;
      left_out = true;
      warn(row[i].place, std::string(columns[i]->key) + ": planned, not in this version; this " +
                             section.name.text + " is ignored");
    }
    return left_out;
  }

  void add_members(JsonNode& object, const LsfSection& section, const std::vector<LsfWord>& row,
                   const std::vector<const VocabularyRow*>& columns) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (columns[i] == nullptr || row[i].text.empty()) continue;
      if (columns[i]->planned != 0) {
        warn_planned("keyword", section.keywords[i], columns[i]->key);
        continue;
      }
      const JsonNode* const before = object.find(columns[i]->key);
      if (before != nullptr && before->is(Kind::text))
        warn(section.keywords[i].place,
             section.keywords[i].text + " is given twice, first in line " +
                 std::to_string(before->key_place.line) + "; the last one counts");
      JsonNode& member = object.member(columns[i]->key);
      member.kind = Kind::text;
      member.text = row[i].text;
      member.place = at(row[i].place);
      member.key_place = at(section.keywords[i].place);
      if (kind_.key == "lsb.queues"_key && columns[i]->key == "EXCLUSIVE"_key)
        without_units(member);
    }
  }
  /// EXCLUSIVE = CU[...]: jobs may have whole compute units for themselves, and hosts.
  void without_units(JsonNode& exclusive) {
    if (!same_name(exclusive.text.substr(0, 2), "CU")) return;
    warn(exclusive.place, "compute units are not simulated: as EXCLUSIVE = Y");
    exclusive.text = "Y";
  }

  void warn_unknown(std::string_view what, const LsfWord& word,
                    std::span<const std::string_view> known) {
    if (!is_first(what, word.text)) return;
    const std::string_view near = nearest_name(word.text, known);
    warn(word.place, "unknown " + std::string(what) + " " + in_quotes(word.text) + " is ignored" +
                         (near.empty() ? "" : "; nearest: " + std::string(near)));
  }
  void warn_planned(std::string_view what, const LsfWord& word, std::string_view key) {
    if (is_first(what, word.text))
      warn(word.place,
           std::string(what) + " " + std::string(key) + ": planned, not in this version; ignored");
  }
  bool is_first(std::string_view what, std::string_view name) {
    return warned_of_.insert(std::string(what) + " " + small_letters(name)).second;
  }

  JsonPlace at(JsonPlace place) const { return {source_, place.line, place.column}; }
  void warn(JsonPlace place, std::string message) {
    complaints_.warning(place.line, place.column, std::move(message));
  }
  void error(JsonPlace place, std::string message) {
    complaints_.error(place.line, place.column, std::move(message));
  }

  const ConfFile& kind_;
  const VocabularySection& vocabulary_;
  std::uint32_t source_;
  std::span<const std::string> indices_;
  std::map<std::string, VocabularyRow> of_indices_;  ///< that some section names
  Complaints& complaints_;
  std::set<std::string> warned_of_;             ///< "keyword name", in small letters
  std::map<std::string, std::uint32_t> names_;  ///< of sections of one name, with their lines
};

}  // namespace

JsonNode conf_tree(const LsfFile& file, const ConfFile& kind, std::uint32_t source,
                   std::span<const std::string> indices, Complaints& complaints) {
  const VocabularyRow* row = scenario::cluster.find(kind.key);
  MCSIM_CHECK(row != nullptr, "a cluster of a scenario has no such file");
  if (row->planned == 0) return TreeOfFile(kind, source, indices, complaints).build(file);
  if (std::ranges::any_of(file.sections, says_anything))
    complaints.warning(0, 0, "planned, not in this version; ignored");
  return {};
}

}  // namespace mcsim::config
