// Files of sections, line by line. The first line of a section shows which layout the section has.
#include "mcsim/config/lsf/lsf_file.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "mcsim/config/lsf/lsf_bytes.hpp"
#include "mcsim/config/lsf/lsf_table.hpp"
#include "mcsim/config/lsf/lsf_words.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {
namespace {

enum class Layout { unknown, horizontal, vertical };

class SectionParser {
 public:
  /// `text` must outlive this value.
  SectionParser(const LsfText& text, Complaints complaints, const NamesColumns& names_columns)
      : text_(text),
        complaints_(std::move(complaints)),
        lines_(text.text, complaints_),
        names_columns_(names_columns) {}

  /// All of the text is one table, of this section.
  LsfFile parse_table(const std::string& name) && {
    file_.sections.emplace_back();
    section().name = {name, {0, 1, 1}};
    LsfLine line;
    while (!is_full_ && lines_.next(line)) {
      layout_ = Layout::vertical;
      inside(line);
    }
    return lsf_outcome(std::move(file_), complaints_);
  }

  LsfFile parse() && {
    LsfLine line;
    while (!is_full_ && lines_.next(line)) take(line);
    if (is_open_ && !is_full_) complain_of_end_of_file();
    warn_of_outside();
    return lsf_outcome(std::move(file_), complaints_);
  }

 private:
  void take(const LsfLine& line) {
    const auto first = line.text.find_first_not_of(' ');
    const std::string_view word = std::string_view(line.text).substr(first);
    const std::string_view name = word.substr(0, word.find(' '));
    if (same_name(name, "begin")) return begin(words_of(line));
    if (same_name(name, "end")) return end(words_of(line));
    if (is_open_) return inside(line);
    if (!outside_) outside_ = line.at(first);
  }

  /// Text that no End follows, once for each file.
  void warn_of_outside() {
    if (outside_ && !any_outside_)
      warn(*outside_, "text outside of sections is ignored; expected Begin SECTION",
           {.who = "file", .what = "has text outside of sections", .count = 1});
    any_outside_ = any_outside_ || outside_;
    outside_.reset();
  }

  void begin(const std::vector<LsfWord>& words) {
    warn_of_outside();
    if (is_open_) section().is_whole = false;
    if (is_open_)
      error(words[0].place, "the section that begins in line " +
                                std::to_string(section().name.place.line) + " is not ended before" +
                                expected_end());
    if (words.size() == 1) {
      file_.has_gaps = true;
      error(words[0].place, "Begin without the name of a section");
    }
    check_rest(words);
    count(words[0].place, 1);
    file_.sections.emplace_back();
    section().name = words.size() > 1 ? words[1] : words[0];
    assignments_ = {};
    layout_ = Layout::unknown;
    is_lost_ = false;
    is_open_ = true;
  }

  void end(const std::vector<LsfWord>& words) {
    if (!is_open_) return end_without_begin(words);
    is_open_ = false;
    if (words.size() == 1) return warn(words[0].place, "End without a name" + expected_end());
    check_rest(words);
    if (!same_name(words[1].text, section().name.text))
      warn(words[1].place, "End " + in_quotes(words[1].text) +
                               " ends the section that begins in line " +
                               std::to_string(section().name.place.line) + expected_end());
  }

  /// Of the lines before it, and of all that they would say, nothing else is told.
  void end_without_begin(const std::vector<LsfWord>& words) {
    if (!outside_ || words.size() == 1)
      return warn(words[0].place, "End without a Begin is ignored");
    file_.has_gaps = true;
    error(*outside_, "expected Begin " + words[1].text + ", which End in line " +
                         std::to_string(words[0].place.line) +
                         " belongs to: it is missing, or a comment");
    outside_.reset();
  }

  void check_rest(const std::vector<LsfWord>& words) {
    if (words.size() > 2) warn(words[2].place, "text behind the name of a section is ignored");
  }

  /// Reported at the line that begins the section, among the complaints about its lines.
  void complain_of_end_of_file() {
    const LsfWord& name = section().name;
    section().is_whole = false;
    file_.has_gaps = true;  // it may have been cut off
    Diagnostic diagnostic = about_file(
        complaints_.file(), "section " + in_quotes(name.text) + " is not ended" + expected_end());
    diagnostic.line = name.place.line;
    diagnostic.column = name.place.column;
    complaints_.add(std::move(diagnostic));
  }

  std::string expected_end() { return "; expected End " + section().name.text; }

  void inside(const LsfLine& line) {
    if (is_lost_) return;
    const bool is_first = section().keywords.empty();
    if (layout_ == Layout::unknown)
      layout_ = line.text.find('=') == std::string::npos ? Layout::vertical : Layout::horizontal;
    section().horizontal = layout_ == Layout::horizontal;
    const bool names_columns = is_first && !section().horizontal;
    if (!names_columns && text_.is_unread(line)) {
      if (!section().horizontal) section().left_out.push_back(section().rows.size());
      return leave_out(line);
    }
    if (section().horizontal) return assign(line);
    return names_columns ? columns(line) : row(line);
  }

  void assign(const LsfLine& line) {
    auto assignment = assignment_of(line, complaints_);
    section().horizontal = assignment || !section().keywords.empty();  // else it says nothing
    if (!assignment) return;
    const LsfWord& keyword = assignment->keyword;
    if (same_name(keyword.text, "begin") || same_name(keyword.text, "end")) {
      error(keyword.place, in_quotes(keyword.text) + " is no keyword");
      return leave_out(line);
    }
    assignment->value.text = horizontal_value(assignment->value, complaints_);
    count(keyword.place, 1);
    assignments_.add(section(), std::move(*assignment), line.conditional, complaints_);
  }

  void columns(const LsfLine& line) {
    std::vector<LsfWord> words = words_of(line);
    if (names_columns_ && !names_columns_(section().name.text, words)) return lose(words);
    section().keywords = std::move(words);
    std::set<std::string> names;
    for (const LsfWord& column : section().keywords)
      if (!names.insert(small_letters(column.text)).second) {
        file_.has_gaps = true;
        error(column.place, "column " + in_quotes(column.text) + " is given twice");
      }
  }

  /// The line that names the columns is not there: nothing of the section can be read.
  void lose(const std::vector<LsfWord>& words) {
    is_lost_ = true;
    section().is_whole = false;
    file_.has_gaps = true;
    error(words[0].place, "expected the names of the columns of section " + section().name.text +
                              ", got " + in_quotes(words[0].text) +
                              ": the line that names them is missing, or a comment");
  }

  void row(const LsfLine& line) {
    auto values = values_of(line, complaints_);
    if (!values) return section().left_out.push_back(section().rows.size());
    const std::size_t wanted = section().keywords.size();
    count((*values)[0].place, values->size());
    if (values->size() == wanted) return section().rows.push_back(std::move(*values));
    section().left_out.push_back(section().rows.size());
    warn((*values)[0].place,
         "expected " + counted(wanted, "value") + ", one for each column of line " +
             std::to_string(section().keywords[0].place.line) + ", got " +
             std::to_string(values->size()) + "; this line is ignored",
         {.who = "line", .what = "is ignored", .count = 1});
  }

  /// The size of a file does not bound the memory that it takes: a value of a few letters takes
  /// hundreds of bytes.
  void count(JsonPlace place, std::size_t values) {
    values_ += values;
    if (values_ <= most_lsf_values || is_full_) return;
    is_full_ = true;
    file_.has_gaps = true;
    error(place, "the file has more than 1,000,000 values; what follows is not read");
  }

  /// Leaves out a line and keeps its words, which may be names.
  void leave_out(const LsfLine& line) {
    constexpr std::string_view between = " ()=@,~+\"";
    section().is_whole = false;
    std::string_view rest = line.text;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find_first_of(between), rest.size());
      if (end > 0) section().lost.emplace_back(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  LsfSection& section() { return file_.sections.back(); }
  void error(JsonPlace place, std::string message) {
    complaints_.error(place.line, place.column, std::move(message));
  }
  void warn(JsonPlace place, std::string message, Loss loss = {}) {
    complaints_.warning(place.line, place.column, std::move(message), std::move(loss));
  }

  const LsfText& text_;
  Complaints complaints_;
  LsfLines lines_;
  const NamesColumns& names_columns_;
  LsfFile file_;
  LsfAssignments assignments_;
  Layout layout_ = Layout::unknown;
  bool is_open_ = false;
  bool is_lost_ = false;              ///< nothing of the section is read
  std::optional<JsonPlace> outside_;  ///< where text began that is in no section
  bool any_outside_ = false;
  std::size_t values_ = 0;
  bool is_full_ = false;
};

}  // namespace

LsfFile parse_lsf_file(std::string_view text, const std::string& source) {
  return parse_lsf_tables(text, source, {});
}

LsfFile parse_lsf_tables(std::string_view text, const std::string& source,
                         const NamesColumns& names_columns) {
  Complaints complaints(source);
  const auto good = as_lsf_text(text, complaints);
  if (!good) return lsf_outcome({.sections = {}, .diagnostics = {}, .has_gaps = true}, complaints);
  const bool has_gaps = complaints.any_errors();
  LsfFile file = SectionParser(*good, std::move(complaints), names_columns).parse();
  file.has_gaps = file.has_gaps || has_gaps;
  return file;
}

LsfFile parse_lsf_table(std::string_view text, const std::string& source,
                        const std::string& section, const NamesColumns& names_columns) {
  Complaints complaints(source);
  const auto good = as_lsf_text(text, complaints);
  if (!good) return lsf_outcome({.sections = {}, .diagnostics = {}, .has_gaps = true}, complaints);
  return SectionParser(*good, std::move(complaints), names_columns).parse_table(section);
}

}  // namespace mcsim::config
