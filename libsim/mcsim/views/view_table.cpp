// Reads -o, and writes records as a table or as JSON.
#include "mcsim/views/view_table.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>

#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/json_tree.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::views {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& letter : result)
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return result;
}

/// The words of a text that blanks separate; a blank in quotes does not separate.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  char quote = 0;
  bool any = false;
  for (const char letter : text) {
    if (quote == 0 && letter == ' ') {
      if (any) words.push_back(word);
      word.clear();
      any = false;
      continue;
    }
    any = true;
    if ((letter == '\'' || letter == '"') && (quote == 0 || quote == letter))
      quote = quote == 0 ? letter : '\0';
    else
      word += letter;
  }
  if (any) words.push_back(word);
  return words;
}

class FormatReader {
 public:
  explicit FormatReader(std::span<const ViewField> fields) : fields_(fields) {}

  Expected<ViewFormat, Diagnostics> read(std::string_view text) {
    for (const std::string& word : words_of(text)) take(word);
    if (format_.columns.empty() && wrong_.list.empty()) complain("expected names of fields");
    if (!wrong_.list.empty()) return Unexpected(std::move(wrong_));
    return std::move(format_);
  }

 private:
  void complain(std::string message) { wrong_.add(about_file("-o", std::move(message))); }

  void take(const std::string& word) {
    constexpr std::string_view delimiter = "delimiter=";
    if (lower(word).starts_with(delimiter)) {
      const std::string_view value = std::string_view(word).substr(delimiter.size());
      if (value.size() != 1)
        return complain("delimiter: expected one character, got " + in_quotes(value));
      format_.delimiter = value[0];
      format_.has_delimiter = true;
      return;
    }
    const auto colon = word.find(':');
    const std::string name = lower(word.substr(0, colon));
    const auto width = colon == std::string::npos ? std::string() : word.substr(colon + 1);
    if (name == "all") {
      for (std::size_t at = 0; at < fields_.size(); ++at)
        add(at, colon != std::string::npos, width);
      return;
    }
    const auto found = std::ranges::find_if(fields_, [&](const ViewField& field) {
      return field.name == name || (!field.alias.empty() && field.alias == name);
    });
    if (found == fields_.end()) {
      std::vector<std::string_view> known;
      for (const ViewField& field : fields_) known.push_back(field.name);
      return complain("unknown field " + in_quotes(name) + known_names(name, known));
    }
    add(static_cast<std::size_t>(found - fields_.begin()), colon != std::string::npos, width);
  }

  void add(std::size_t field, bool has_width, std::string_view width) {
    ViewFormat::Column column{.field = field};
    column.flush_right = width.starts_with('-');
    if (column.flush_right) width.remove_prefix(1);
    if (width.empty()) {
      if (has_width) column.width = fields_[field].width;
    } else {
      const auto number = read_whole(width);
      if (!number || *number < 1 || *number > 4096)
        return complain(std::string(fields_[field].name) +
                        ": expected a width from 1 to 4096, got " + in_quotes(width));
      column.width = static_cast<std::size_t>(*number);
    }
    format_.columns.push_back(column);
  }

  std::span<const ViewField> fields_;
  ViewFormat format_;
  Diagnostics wrong_;
};

std::string cut(const std::string& value, std::size_t width, bool keeps_end) {
  if (width == 0 || value.size() <= width) return value;
  return keeps_end ? "*" + value.substr(value.size() - width + 1) : value.substr(0, width);
}

}  // namespace

Expected<ViewFormat, Diagnostics> read_view_format(std::string_view text,
                                                   std::span<const ViewField> fields) {
  return FormatReader(fields).read(text);
}

ViewRecords only(ViewRecords records, const std::vector<std::string>& names) {
  if (names.empty()) return records;
  std::vector<std::size_t> chosen;
  for (std::size_t at = 0; at < records.size; ++at)
    if (std::ranges::find(names, records.value(at, 0)) != names.end()) chosen.push_back(at);
  records.size = chosen.size();
  records.value = [of_all = std::move(records.value), chosen = std::move(chosen)](
                      std::size_t at, std::size_t field) { return of_all(chosen[at], field); };
  return records;
}

std::string view_text(const ViewRecords& records, const ViewFormat& format, bool header) {
  std::string text;
  const auto line = [&](auto&& value_of) {
    std::string row;
    for (std::size_t at = 0; at < format.columns.size(); ++at) {
      const ViewFormat::Column& column = format.columns[at];
      const bool keeps_end = records.fields[column.field].name == "job_name";
      const std::string value = cut(value_of(column.field), column.width, keeps_end);
      const std::size_t width = format.has_delimiter ? 0 : column.width;
      const std::string padding(width > value.size() ? width - value.size() : 0, ' ');
      if (at > 0) row += format.delimiter;
      row += column.flush_right ? padding + value : value + padding;
    }
    if (!format.has_delimiter) row.erase(row.find_last_not_of(' ') + 1);
    text += row + "\n";
  };
  if (header) line([&](std::size_t field) { return std::string(records.fields[field].header); });
  for (std::size_t at = 0; at < records.size; ++at)
    line([&](std::size_t field) { return records.value(at, field); });
  return text;
}

namespace {

JsonNode list_of(const ViewRecords& records, const std::vector<std::size_t>& fields) {
  std::vector<JsonNode> rows;
  for (std::size_t at = 0; at < records.size; ++at) {
    std::vector<JsonNode> members;
    for (const std::size_t field : fields) {
      const std::string header(records.fields[field].header);
      if (std::ranges::find(members, header, &JsonNode::key) != members.end()) continue;
      members.push_back(json_member(header, json_text(records.value(at, field))));
    }
    rows.push_back(json_object(std::move(members)));
  }
  return json_list(std::move(rows));
}

void add_table(std::vector<JsonNode>& members, const ViewRecords& records, const std::string& list,
               const std::vector<std::size_t>& fields) {
  members.push_back(json_member(std::string(records.count_key),
                                json_whole(static_cast<std::int64_t>(records.size))));
  members.push_back(json_member(list, list_of(records, fields)));
}

std::vector<JsonNode> json_members(const ViewRecords& records, const ViewFormat& format) {
  std::vector<std::size_t> fields;
  for (const ViewFormat::Column& column : format.columns) fields.push_back(column.field);
  std::vector<JsonNode> members;
  members.push_back(json_member("COMMAND", json_text(std::string(records.command))));
  add_table(members, records, "RECORDS", fields);
  return members;
}

}  // namespace

std::string view_json(const ViewRecords& records, const ViewFormat& format) {
  return to_pretty_json(json_object(json_members(records, format)));
}

std::string view_json(const ViewRecords& records, const ViewFormat& format,
                      const ViewRecords& more) {
  std::vector<JsonNode> members = json_members(records, format);
  std::vector<std::size_t> fields(more.fields.size());
  std::iota(fields.begin(), fields.end(), std::size_t{0});
  add_table(members, more, std::string(more.count_key) + "_RECORDS", fields);
  return to_pretty_json(json_object(std::move(members)));
}

}  // namespace mcsim::views
