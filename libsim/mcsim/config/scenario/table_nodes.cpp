// Rows of a table of jobs as jobs of a scenario.
#include "mcsim/config/scenario/table_nodes.hpp"

#include <algorithm>
#include <utility>

#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/config/vocabulary/scenario_shapes.hpp"
#include "mcsim/text/utf8.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {
namespace {

/// Bytes that are not UTF-8 as letters of ISO 8859-1.
std::string from_latin(std::string_view text) {
  std::string all;
  while (!text.empty()) {
    const std::size_t length = letter_length(text);
    if (length > 0) {
      all += text.substr(0, length);
    } else {
      const auto byte = static_cast<unsigned char>(text.front());
      all += static_cast<char>(0xC0 | byte >> 6);
      all += static_cast<char>(0x80 | (byte & 0x3F));
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return all;
}

bool is_utf8(std::string_view text) {
  for (std::size_t length = 0; !text.empty(); text.remove_prefix(length))
    if (length = letter_length(text); length == 0) return false;
  return true;
}

}  // namespace

std::string TableNodes::text_of(JobColumn column) {
  const std::string_view text = without_guard(cells_[column]);
  if (!has_control(text)) [[likely]]
    return std::string(text);
  std::string all(text);
  if (!is_utf8(text)) {
    if (latin_++ == 0) first_latin_ = cells_.place(column);
    all = from_latin(text);
  }
  const bool is_condition = column == JobColumn::depends || column == JobColumn::res_req;
  if (has_control(all, is_condition))
    cells_.error(column, "expected text without control characters, got " + in_quotes(all));
  return all;
}

JsonNode TableNodes::node_of(std::span<const JobColumn> columns) {
  JsonNode node = json_object({});
  node.place = node.key_place = cells_.place_of_row();
  for (const JobColumn column : columns) {
    const JobColumnRow& known = row_of(column);
    if (known.key.empty() || cells_[column].empty()) continue;
    const VocabularyRow* const row = scenario::job.find(known.key);
    JsonNode value = json_text(text_of(column));
    if (row->type == ValueType::whole)
      if (const auto number = read_whole(value.text)) value = json_whole(*number);
    value.place = value.key_place = cells_.place_of_text(column);
    if (row->type == ValueType::duration) {
      const std::int64_t time = cells_.milliseconds(column);
      if (time < 0) continue;
      value.text =
          time % 1000 == 0 ? std::to_string(time / 1000) + "s" : std::to_string(time) + "ms";
    } else if (const auto wrong = what_is_wrong(value, scenario::job, *row, {})) {
      cells_.error(column, *wrong);
      value.kind = JsonNode::Kind::broken;
    }
    node.children.push_back(json_member(std::string(known.key), std::move(value)));
  }
  return node;
}

void TableNodes::add_exit_code(JsonNode& node) {
  if (cells_[JobColumn::exit_code].empty() || node.find("exit_codes"_key) != nullptr ||
      !cells_[JobColumn::end_reason].empty())
    return;
  const std::int64_t code = cells_.whole(JobColumn::exit_code, 0, 255);
  if (code <= 0) return;
  JsonNode codes = json_text(std::to_string(code));
  codes.place = codes.key_place = cells_.place_of_text(JobColumn::exit_code);
  node.children.push_back(json_member("exit_codes", std::move(codes)));
}

void TableNodes::sum_up() {
  if (latin_ > 0)
    draft_.complaints.warning(first_latin_, {},
                              counted(latin_, "text") + (latin_ == 1 ? " is" : " are") +
                                  " not UTF-8: taken for ISO 8859-1 (first here)");
}

}  // namespace mcsim::config
