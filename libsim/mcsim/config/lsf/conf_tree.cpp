// From the words of an LSF file to a tree, guided by the vocabulary.
#include "mcsim/config/lsf/conf_tree.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "mcsim/base/check.hpp"
#include "mcsim/config/lsf/left_out.hpp"
#include "mcsim/config/lsf/lsf_words.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/config/vocabulary/lost_keywords.hpp"
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

/// The file that has a keyword which stands in another one; empty: none has.
std::string_view file_with(std::string_view name, std::string_view wrong_file) {
  for (const std::string_view file :
       {"lsb.params"_key, "lsb.queues"_key, "lsb.applications"_key, "lsf.conf"_key})
    if (file != wrong_file &&
        (row_of(known_section(file), name) != nullptr || find_lost(file, name) != nullptr))
      return file;
  return {};
}

bool says_anything(const std::vector<LsfWord>& row) {
  return std::ranges::any_of(row, [](const LsfWord& value) { return !value.text.empty(); });
}

constexpr std::string_view planned_here = "planned, not in this version";

/// What a keyword of a section is here. Neither: it is without effect, and left out in silence.
struct Column {
  const VocabularyRow* row = nullptr;  ///< supported, or planned
  std::string_view known{};            ///< its name, if LSF knows it and it is not simulated at all
  bool is_unknown = false;

  bool is_planned() const { return row != nullptr && row->planned != 0; }
  std::string_view key() const { return row != nullptr ? row->key : known; }
  /// Why it is left out; empty: it is not, or in silence.
  std::string_view why() const {
    if (!known.empty()) return not_simulated_text;
    return is_planned() ? planned_here : "";
  }
};

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
    for (const LsfSection& section : file.sections) count_rows(section);
    for (const LsfSection& section : file.sections) add_section(root, section);
    left_out_.tell(complaints_);
    return root;
  }

 private:
  void add_section(JsonNode& root, const LsfSection& section) {
    if (kind_.shape == FileShape::sections) return add_by_name(root, section);
    if (!same_name(section.name.text, kind_.section)) {
      const std::string_view known[] = {kind_.section};
      return warn_unknown_section(section.name, nearest_name(section.name.text, known), true);
    }
    add_rows(root, section, vocabulary_);
  }

  void add_by_name(JsonNode& root, const LsfSection& section) {
    const VocabularyRow* row = row_of(vocabulary_, section.name.text);
    if (row == nullptr) return leave_out_section(section);
    if (row->no_effect) return;
    if (row->planned != 0) return leave_out_section(section, row->key, planned_here);
    JsonNode& value = root.member(row->key);
    if (value.is(Kind::null)) {
      value.kind = row->type == ValueType::list ? Kind::list : Kind::object;
      value.place = value.key_place = at(section.name.place);
    }
    add_rows(value, section, known_section(row->child));
  }

  /// A section that LSF knows, or perhaps not.
  void leave_out_section(const LsfSection& section) {
    const LostKeyword* const lost = find_lost(vocabulary_.name, section.name.text);
    if (lost == nullptr) return warn_unknown_section(section.name);
    leave_out_section(section, lost->key, not_simulated_text);
  }
  void leave_out_section(const LsfSection& section, std::string_view name, std::string_view why) {
    const auto rows = static_cast<std::size_t>(
        std::ranges::count_if(section.rows, [](const auto& row) { return says_anything(row); }));
    if (rows == 0) return;
    const bool is_lost = find_lost(vocabulary_.name, name) != nullptr;
    for (std::size_t i = 0; i < rows; ++i)
      left_out_.add("section " + std::string(name), section.name.place, why,
                    {is_lost ? std::string(name) : "", "is left out"}, ++objects_);
  }

  void count_rows(const LsfSection& section) {
    rows_[small_letters(section.name.text)] += section.rows.size();
  }
  /// That an item of the section is left out as a whole.
  Loss of_item(const LsfSection& section, const VocabularySection& keys) const {
    const std::string_view thing = thing_of(keys.name);
    return {.who = thing == "line" ? section.name.text : std::string(thing),
            .what = "is left out",
            .count = 1,
            .of = rows_.at(small_letters(section.name.text))};
  }

  /// Rows become items of a list; an object takes the keywords of one row.
  void add_rows(JsonNode& into, const LsfSection& section, const VocabularySection& keys) {
    if (into.is(Kind::object) && !section.horizontal && !section.rows.empty())
      return error(section.name.place, "section " + in_quotes(section.name.text) +
                                           " has KEYWORD = value lines, not columns");
    const auto columns = columns_of(section, keys);
    std::size_t gaps = 0;
    for (std::size_t at_row = 0; at_row < section.rows.size(); ++at_row) {
      const auto& row = section.rows[at_row];
      add_gaps(into, section, at_row, gaps);
      ++objects_;
      if (keys.all_or_nothing && is_left_out(section, row, columns, keys)) {
        add_gap(into, section);
        continue;
      }
      if (into.is(Kind::list)) {
        into.children.emplace_back().kind = Kind::object;
        into.children.back().place =
            at(section.horizontal || row.empty() ? section.name.place : row[0].place);
      }
      JsonNode& object = into.is(Kind::list) ? into.children.back() : into;
      add_members(object, section, row, columns, keys);
      if (section.horizontal && !section.is_whole) add_lost(object, keys);
      if (into.is(Kind::list) && !is_taken(object, section, keys)) {
        into.children.pop_back();
        add_gap(into, section);
      }
    }
    add_gaps(into, section, section.rows.size(), gaps);
  }

  /// An item that is left out keeps its place in the list: pointers count the items of the file.
  void add_gap(JsonNode& list, const LsfSection& section) const {
    if (!list.is(Kind::list)) return;
    list.children.emplace_back().kind = Kind::broken;
    list.children.back().place = at(section.name.place);
  }
  /// For the lines before row `at_row` that are no rows; `done` of all have theirs.
  void add_gaps(JsonNode& list, const LsfSection& section, std::size_t at_row,
                std::size_t& done) const {
    for (; done < section.left_out.size() && section.left_out[done] == at_row; ++done)
      add_gap(list, section);
  }

  /// Whether LSF takes an item in: it has all that it needs, and no section before has its name.
  bool is_taken(const JsonNode& item, const LsfSection& section, const VocabularySection& keys) {
    for (const VocabularyRow& row : keys.rows)
      if (row.required && row.planned == 0 && item.find(row.key) == nullptr) {
        const std::string what = section.horizontal ? "section " : "line of section ";
        warn(item.place,
             "this " + what + section.name.text + " has no " + std::string(row.key) +
                 ", and is ignored",
             of_item(section, keys));
        return false;
      }
    if (kind_.shape != FileShape::list) return true;
    const JsonNode& name = *item.find(keys.named_by);
    const auto [first, is_new] = names_.try_emplace(name.text, name.place.line);
    if (!is_new && name.is(Kind::text))
      warn(name.place,
           std::string(keys.named_by) + " " + name.text + " is given twice, first in line " +
               std::to_string(first->second) + "; this section " + section.name.text +
               " is ignored",
           of_item(section, keys));
    return is_new || !name.is(Kind::text);
  }

  /// Marks missing required keys as broken: the lines that could not be read may have had them.
  static void add_lost(JsonNode& object, const VocabularySection& keys) {
    for (const VocabularyRow& row : keys.rows)
      if (row.required && object.find(row.key) == nullptr)
        object.member(row.key).kind = Kind::broken;
  }

  /// What each keyword is.
  std::vector<Column> columns_of(const LsfSection& section, const VocabularySection& keys) {
    std::vector<Column> columns;
    columns.reserve(section.keywords.size());
    for (const LsfWord& keyword : section.keywords)
      columns.push_back(column_of(keyword, section, keys));
    return columns;
  }
  Column column_of(const LsfWord& keyword, const LsfSection& section,
                   const VocabularySection& keys) {
    const VocabularyRow* row = row_of(keys, keyword.text);
    if (row == nullptr) row = row_of_index(keyword.text, keys);
    if (row != nullptr) return {.row = row->no_effect ? nullptr : row};
    if (const LostKeyword* const lost = find_lost(keys.name, keyword.text))
      return {.known = lost->key};
    if (!keys.all_or_nothing) warn_unknown(keyword, section, keys);
    return {.is_unknown = true};
  }

  /// Sections with thresholds of built-in load indices may also have thresholds of external ones.
  const VocabularyRow* row_of_index(std::string_view name, const VocabularySection& keys) {
    if (keys.find("r1m"_key) == nullptr) return nullptr;
    const auto found = std::ranges::find(indices_, name);
    if (found == indices_.end()) return nullptr;
    return &of_indices_.try_emplace(*found, VocabularyRow{.key = *found, .about = {}})
                .first->second;
  }

  /// Whether a row uses a keyword that is not supported; warns of each.
  bool is_left_out(const LsfSection& section, const std::vector<LsfWord>& row,
                   const std::vector<Column>& columns, const VocabularySection& keys) {
    bool any = false;
    Loss loss = of_item(section, keys);  // told with the first keyword
    for (std::size_t i = 0; i < row.size(); ++i) {
      const Column& column = columns[i];
      if (row[i].text.empty() || (!column.is_unknown && column.why().empty())) continue;
      const std::string end = "; this " + section.name.text + " is ignored";
      const LsfWord& keyword = section.keywords[i];
      if (column.is_unknown)
        warn(section.horizontal ? keyword.place : row[i].place,
             "unknown keyword " + in_quotes(keyword.text) + if_meant(nearest(keyword.text, keys)) +
                 end,
             std::move(loss));
      else
        warn(row[i].place, std::string(column.key()) + ": " + std::string(column.why()) + end,
             std::move(loss));
      loss = {};
      any = true;
    }
    return any;
  }

  void add_members(JsonNode& object, const LsfSection& section, const std::vector<LsfWord>& row,
                   const std::vector<Column>& columns, const VocabularySection& keys) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (row[i].text.empty()) continue;
      if (!columns[i].why().empty()) {
        leave_out(section.keywords[i], columns[i], keys);
        continue;
      }
      if (columns[i].row == nullptr) continue;
      const JsonNode* const before = object.find(columns[i].row->key);
      const std::uint32_t first_line = first_line_of(object, section, i, columns[i].row->key);
      if (before != nullptr && before->is(Kind::text))
        warn(section.keywords[i].place, section.keywords[i].text +
                                            " is given twice, first in line " +
                                            std::to_string(first_line) + ", which does not count");
      JsonNode& member = object.member(columns[i].row->key);
      member.kind = Kind::text;
      member.text = row[i].text;
      member.place = at(row[i].place);
      member.key_place = at(section.keywords[i].place);
      if (kind_.key == "lsb.queues"_key && columns[i].row->key == "EXCLUSIVE"_key)
        without_units(member);
    }
  }
  /// Where a keyword of an object stands first, also if that is in an earlier section.
  std::uint32_t first_line_of(const JsonNode& object, const LsfSection& section, std::size_t at,
                              std::string_view key) {
    const std::uint32_t line =
        at < section.first_lines.size() ? section.first_lines[at] : section.keywords[at].place.line;
    const bool is_item = object.key.empty();  // which is of one section
    return is_item ? line : first_lines_.try_emplace({object.key, key}, line).first->second;
  }

  /// EXCLUSIVE = CU[...]: jobs may have whole compute units for themselves, and hosts.
  void without_units(JsonNode& exclusive) {
    if (!same_name(exclusive.text.substr(0, 2), "CU")) return;
    warn(exclusive.place, "compute units are not simulated: as EXCLUSIVE = Y",
         {.who = "queue", .what = "loses compute units", .count = 1});
    exclusive.text = "Y";
  }

  /// The name nearest to an unknown one; empty: none is near.
  static std::string_view nearest(std::string_view name, const VocabularySection& keys) {
    std::vector<std::string_view> known = all_keys(keys);
    for (const LostKeyword& row : lost_keywords(keys.name)) known.push_back(row.key);
    return nearest_name(name, known);
  }
  static std::string if_meant(std::string_view near) {
    return near.empty() ? "" : "; nearest: " + std::string(near);
  }
  void warn_unknown(const LsfWord& word, const LsfSection& section, const VocabularySection& keys) {
    const std::string_view file = file_with(word.text, keys.name);
    if (!file.empty()) {
      const VocabularyRow* const row = row_of(known_section(file), word.text);
      const bool matters = row == nullptr || !row->no_effect;
      return tell_unknown(
          "keyword", word,
          "; " + std::string(file) + " has one of this name" + std::string(if_column(section)),
          matters ? "misplaced " : "");
    }
    std::string_view near = nearest(word.text, keys);
    // What stands there, too, was not mistyped.
    if (std::ranges::any_of(section.keywords,
                            [&](const LsfWord& other) { return same_name(other.text, near); }))
      near = {};
    const VocabularyRow* const row = keys.find(near);
    const bool matters = !near.empty() && (row == nullptr || !row->no_effect);
    tell_unknown("keyword", word, if_meant(near) + std::string(if_column(section)),
                 matters ? "mistyped " : "");
  }
  /// Source: OpenLava 4.0, keyMatch() of the readers of columns; Lava 1.0 has the same.
  static std::string_view if_column(const LsfSection& section) {
    return section.horizontal
               ? ""
               : "; OpenLava and Lava ignore the whole section for an unknown column";
  }
  void warn_unknown_section(const LsfWord& word) {
    const std::string_view near = nearest(word.text, vocabulary_);
    const VocabularyRow* const row = vocabulary_.find(near);
    warn_unknown_section(word, near, row == nullptr || !row->no_effect);
  }
  /// `matters`: the one that is meant may change who waits.
  void warn_unknown_section(const LsfWord& word, std::string_view near, bool matters) {
    tell_unknown("section", word, if_meant(near), matters && !near.empty() ? "mistyped " : "");
  }
  /// `how` it came to be lost; empty: nothing is.
  void tell_unknown(std::string_view what, const LsfWord& word, const std::string& meant,
                    const std::string& how) {
    if (!warned_of_.insert(std::string(what) + " " + small_letters(word.text)).second) return;
    Loss loss;
    if (!how.empty()) loss = {.who = how + std::string(what), .what = "is ignored", .count = 1};
    warn(word.place,
         "unknown " + std::string(what) + " " + in_quotes(word.text) + " is ignored" + meant,
         std::move(loss));
  }

  /// A keyword that is planned, or not simulated.
  void leave_out(const LsfWord& keyword, const Column& column, const VocabularySection& keys) {
    const std::string name = "keyword " + std::string(column.key());
    const LostKeyword* const lost = find_lost(keys.name, column.key());
    const std::string thing(thing_of(keys.name));
    LeftOut::What what;
    if (lost != nullptr && thing == "parameter")
      what = {thing, "is left out"};
    else if (lost != nullptr)
      what = {thing, "loses " + std::string(lost->words())};
    // Each parameter is one by itself, and stands once in a file.
    left_out_.add(name, keyword.place, column.why(), what,
                  thing == "parameter" ? ++objects_ : objects_);
  }

  JsonPlace at(JsonPlace place) const { return {source_, place.line, place.column}; }
  void warn(JsonPlace place, std::string message, Loss loss = {}) {
    complaints_.warning(place.line, place.column, std::move(message), std::move(loss));
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
  std::set<std::string> warned_of_;  ///< "keyword name", in small letters
  LeftOut left_out_;
  std::size_t objects_ = 0;                     ///< numbers the objects of the file
  std::map<std::string, std::size_t> rows_;     ///< of the sections, by name in small letters
  std::map<std::string, std::uint32_t> names_;  ///< of sections of one name, with their lines
  std::map<std::pair<std::string, std::string_view>, std::uint32_t> first_lines_;  ///< of keywords
};

}  // namespace

JsonNode conf_tree(const LsfFile& file, const ConfFile& kind, std::uint32_t source,
                   std::span<const std::string> indices, Complaints& complaints) {
  return TreeOfFile(kind, source, indices, complaints).build(file);
}

bool names_columns(const ConfFile& kind, std::string_view section, std::span<const LsfWord> words) {
  const VocabularySection& file = known_section(kind.key);
  const VocabularySection* keys = same_name(section, kind.section) ? &file : nullptr;
  if (kind.shape == FileShape::sections) {
    const VocabularyRow* const row = row_of(file, section);
    keys = row == nullptr ? nullptr : find_section(row->child);
  }
  if (keys == nullptr) return true;
  return std::ranges::any_of(words, [&](const LsfWord& word) {
    return row_of(*keys, word.text) != nullptr || find_lost(keys->name, word.text) != nullptr;
  });
}

}  // namespace mcsim::config
