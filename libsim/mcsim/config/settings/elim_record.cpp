// Reads the lines of a record.
#include "mcsim/config/settings/elim_record.hpp"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <functional>
#include <limits>
#include <optional>
#include <utility>

#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/lim/elim_problem.hpp"
#include "mcsim/model/load_index.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/decimal.hpp"
#include "mcsim/text/json_tree.hpp"
#include "mcsim/text/lines.hpp"
#include "mcsim/text/picture.hpp"

namespace mcsim::config {
namespace {

using ElimNodeKind = JsonNode::Kind;

class RecordReader {
 public:
  explicit RecordReader(const std::string& name) : complaints_(name) {}

  void line(std::string_view text, std::size_t number) {
    if (text.find_first_not_of(" \t\r") == std::string_view::npos)
      return complaints_.error(number, 1, "an empty line; expected an object");
    auto tree = parse_json(text, complaints_.file(), static_cast<std::uint32_t>(number));
    if (!tree) {
      for (Diagnostic& one : tree.error().list) complaints_.add(std::move(one));
      return;
    }
    number_ = number;
    line_ = text;
    const JsonNode& root = tree->root;
    if (!root.is(ElimNodeKind::object)) return complain(root, "expected an object");
    if (number == 1) return head(root);
    if (has_ended_) return complain(root, "a line behind the record's end");
    entry(root);
  }
  /// To be called after the last line.
  Expected<ElimRecording, Diagnostics> finish(std::uint64_t hash) {
    if (!complaints_.any_errors() && !has_ended_)
      complaints_.error(number_ + 1, 1, "the record is not whole: its \"end\" is missing");
    if (complaints_.any_errors()) return Unexpected(complaints_.take());
    recording_.hash = hash;
    return std::move(recording_);
  }

 private:
  void head(const JsonNode& root) {
    const JsonNode* format = root.find("mcsim_elim");
    if (format == nullptr || !format->is(ElimNodeKind::whole) || format->whole != 1)
      complain(root, "expected \"mcsim_elim\": 1, the first line of a record");
  }

  void entry(const JsonNode& root) {
    const auto time = time_of(root);
    if (!time) return;
    const JsonNode* values = root.find("values");
    const std::string event = Fields(root).text("event").value_or("");
    const bool is_end = event == "exited" || event == "aborted" || event == "terminated";
    if (values == nullptr && !is_event(event))
      return complain(root, "expected \"values\", or an \"event\" that ELIMs have, got " +
                                (event.empty() ? "neither" : in_quotes(event)));
    // LIM notes other faults while it reads, when later reports may have been written: the times of
    // such lines need not ascend.
    if (values == nullptr && !is_end && event != "started" && event != "end") return;
    if (*time < last_) return complain(root, "a time before that of a line above");
    last_ = *time;
    if (event == "end") has_ended_ = true;
    if (event == "started") is_running_ = true;
    if (is_end && std::exchange(is_running_, false))
      recording_.ends.push_back({*time, code_of(root, event)});
    if (values != nullptr) report(*time, *values);
  }

  static bool is_event(std::string_view name) {
    bool is_fault = false;
    for (int fault = 0; fault <= static_cast<int>(ElimFault::unseen); ++fault)
      is_fault = is_fault || name == name_of(static_cast<ElimFault>(fault));
    return is_fault || name == "started" || name == "terminated" || name == "end";
  }

  /// Values that LIM makes unknown after the program's end are no report of the program.
  void report(Time time, const JsonNode& values) {
    if (!values.is(ElimNodeKind::object)) return complain(values, "expected an object");
    for (const JsonNode& value : values.children) add(time, value);
    std::vector<Time>& reports = recording_.reports;
    if (is_running_ && (reports.empty() || reports.back() < time)) reports.push_back(time);
  }

  std::optional<std::int32_t> code_of(const JsonNode& root, std::string_view event) {
    constexpr std::int64_t most = 255;
    if (event == "aborted") return std::nullopt;
    if (event == "terminated") return -SIGTERM;
    const auto signal = Fields(root).whole("signal");
    const auto code = signal ? signal : Fields(root).whole("status");
    if (code && *code >= 0 && *code <= most)
      return static_cast<std::int32_t>(signal ? -*code : *code);
    complain(root, "expected \"status\" or \"signal\", a whole number from 0 to 255");
    return std::nullopt;
  }

  std::optional<Time> time_of(const JsonNode& root) {
    const auto text = Fields(root).text("time");
    const auto number = text ? read_decimal(*text) : std::nullopt;
    const auto milliseconds = number ? in_units(*number, 3) : std::nullopt;
    if (milliseconds && *milliseconds >= 0 && Duration{*milliseconds} <= longest_duration)
      return Time{Duration{*milliseconds}};
    complain(root, "expected \"time\", in seconds");
    return std::nullopt;
  }

  void add(Time time, const JsonNode& value) {
    std::vector<ElimLevel>& levels = recording_.values[value.key];
    if (!levels.empty() && levels.back().at == time) levels.pop_back();
    if (value.is(ElimNodeKind::null)) return change(levels, {time, std::nullopt});
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    if (value.is(ElimNodeKind::text) && value.text == "nan") return change(levels, {time, nan});
    const bool has_any = std::ranges::any_of(
        levels, [](const ElimLevel& one) { return one.value && !std::isnan(*one.value); });
    const bool has_words = recording_.of_words.contains(value.key);
    if (value.is(ElimNodeKind::text) && (has_words || !has_any)) {
      recording_.of_words.insert(value.key);
      return change(levels, {time, number_of_word(value.text)});
    }
    const double number =
        (value.is(ElimNodeKind::whole) || value.is(ElimNodeKind::real)) && !has_words
            ? number_of(value_text(value))
            : std::numeric_limits<double>::infinity();
    if (number > -infinite_load && number < infinite_load) return change(levels, {time, number});
    complain(value, "expected null, a text, or a number between -2147483648 and 2147483648");
  }
  double number_of_word(const std::string& word) {
    std::vector<std::string>& words = recording_.words;
    const auto found = std::ranges::find(words, word);
    const auto number = static_cast<double>(found - words.begin());
    if (found == words.end()) words.push_back(word);
    return number;
  }
  static void change(std::vector<ElimLevel>& levels, const ElimLevel& level) {
    if (levels.empty() || levels.back().value != level.value) levels.push_back(level);
  }

  void complain(const JsonNode& at, std::string message) {
    if (at.place.column > 0) message += picture(line_, at.place.column - 1);
    complaints_.error(at.place.line == 0 ? number_ : at.place.line, at.place.column,
                      std::move(message));
  }

  Complaints complaints_;
  ElimRecording recording_;
  std::size_t number_ = 0;  ///< of the line that is read
  std::string_view line_;
  Time last_{};
  bool has_ended_ = false;  ///< the record
  bool is_running_ = true;  ///< the program
};

Diagnostics only(Diagnostic diagnostic) {
  Diagnostics all;
  all.add(std::move(diagnostic));
  return all;
}

}  // namespace

Expected<ElimRecording, Diagnostics> read_elim_record(const std::string& path,
                                                      const std::string& shown_name) {
  auto source = ByteSource::open(path, shown_name);
  if (!source) return Unexpected(std::move(source.error()));
  LineReader lines(std::move(*source));
  RecordReader reader(shown_name);
  std::string_view line;
  while (lines.next(line)) reader.line(line, lines.number());
  if (lines.failure()) return Unexpected(only(*lines.failure()));
  const auto hash = lines.source().hash();
  if (!hash) return Unexpected(only(hash.error()));
  return reader.finish(*hash);
}

}  // namespace mcsim::config
