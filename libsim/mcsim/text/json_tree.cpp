// JSON text -> tree, on nlohmann's SAX parser. The parser reads through an iterator that counts, so
// each callback knows where its token ends, and finds where it began by looking back.
#include "mcsim/text/json_tree.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <tuple>

#include "mcsim/text/complaints.hpp"
#include "mcsim/text/input.hpp"
#include "mcsim/text/json_numbers.hpp"
#include "mcsim/text/json_places.hpp"
#include "mcsim/text/picture.hpp"

namespace mcsim::text {
namespace {

using Json = nlohmann::json;
using Kind = JsonNode::Kind;

/// Reads `text` and tells `consumed` how far the parser has come.
struct CountingIterator {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  std::string_view text;
  std::size_t* consumed = nullptr;  ///< null: the end

  reference operator*() const { return text[*consumed]; }
  CountingIterator& operator++() {
    ++*consumed;
    return *this;
  }
  bool at_end() const { return consumed == nullptr || *consumed == text.size(); }
  bool operator==(const CountingIterator& other) const { return at_end() == other.at_end(); }
  bool operator!=(const CountingIterator& other) const { return !(*this == other); }
};

/// The parser's words without its jargon: what stands between " - " and the text it echoes.
std::string plain_words(std::string message) {
  if (const auto dash = message.find(" - "); dash != std::string::npos) message.erase(0, dash + 3);
  const auto echo = message.find("; last read: '");
  if (echo != std::string::npos) {
    const auto end = message.rfind("'; expected");
    message.erase(echo, end == std::string::npos || end < echo ? end : end + 1 - echo);
  }
  return message;
}

/// A number as a diagnostic shows it: a long one is cut.
std::string shown_number(const std::string& written) {
  constexpr std::size_t longest = 40;
  return written.size() <= longest ? written : written.substr(0, longest) + "...";
}

/// Builds the tree. A callback that answers false ends the parse.
class TreeBuilder : public nlohmann::json_sax<Json> {
 public:
  /// `read` is what the parser reads: `text`, in which numbers may have been tamed.
  TreeBuilder(std::string_view text, std::string_view read, const std::string& source,
              std::uint32_t first_line, std::size_t& consumed)
      : text_(read),
        written_(text),
        consumed_(consumed),
        lines_(text, first_line),
        complaints_(source) {
    tree_.sources.push_back(source);
  }

  /// Whether the parser has stopped at a number that no double can hold.
  bool met_huge_number() const { return met_huge_number_; }

  bool null() override { return add(Kind::null, consumed_ - 4); }
  bool boolean(bool value) override {
    if (!add(Kind::boolean, consumed_ - (value ? 4 : 5))) return false;
    last_->boolean = value;
    return true;
  }
  bool number_integer(number_integer_t value) override { return add_number(Kind::whole, value); }
  bool number_unsigned(number_unsigned_t value) override {
    const bool fits = value <= static_cast<number_unsigned_t>(INT64_MAX);
    return add_number(fits ? Kind::whole : Kind::broken, static_cast<std::int64_t>(value));
  }
  /// Whole numbers beyond 64 bits arrive here too, rounded.
  bool number_float(number_float_t, const string_t& written) override {
    return add_number(is_real(written) ? Kind::real : Kind::broken, 0);
  }
  bool string(string_t& value) override {
    if (!add(Kind::text, string_start(text_, consumed_))) return false;
    last_->text = std::move(value);
    return true;
  }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Kind::object); }
  bool start_array(std::size_t) override { return open(Kind::list); }
  bool key(string_t& value) override {
    key_ = std::move(value);
    key_place_ = lines_.at(string_start(text_, consumed_));
    return true;
  }
  bool end_object() override {
    refuse_duplicates(*open_.back());
    return end_array();
  }
  bool end_array() override {
    open_.pop_back();
    return true;
  }
  bool parse_error(std::size_t read, const std::string&,
                   const nlohmann::detail::exception& error) override {
    constexpr int number_overflow = 406;
    if (error.id == number_overflow) {
      met_huge_number_ = true;
      add_number(Kind::broken, 0);
      return false;
    }
    const std::string words = plain_words(error.what());
    const std::size_t end = std::min(read, text_.size() + 1);
    const std::size_t start = words.starts_with("unexpected")        ? token_start(text_, end)
                              : words.starts_with("invalid literal") ? word_start(text_, end - 1)
                                                                     : end - 1;
    complain(lines_.at(start), "", "not JSON: " + words);
    return false;
  }

  Expected<JsonTree, Diagnostics> finish() && {
    if (complaints_.any_errors()) return Unexpected(complaints_.take());
    return std::move(tree_);
  }

 private:
  bool add(Kind kind, std::size_t start) {
    JsonNode* parent = open_.empty() ? nullptr : open_.back();
    if (parent != nullptr) parent->children.emplace_back();
    last_ = parent != nullptr ? &parent->children.back() : &tree_.root;
    last_->kind = kind;
    last_->place = lines_.at(start);
    if (parent != nullptr && parent->is(Kind::object)) {
      last_->key = std::move(key_);
      last_->key_place = key_place_;
    }
    return true;
  }
  bool add_number(Kind kind, std::int64_t value) {
    std::string_view written = last_number(text_, consumed_);
    const auto start = static_cast<std::size_t>(written.data() - text_.data());
    if (const std::string_view whole = number_at(written_, start);
        whole.size() != number_at(text_, start).size()) {  // it was tamed
      written = whole;
      kind = Kind::broken;
    }
    add(kind, start);
    last_->whole = value;
    last_->text = written;
    if (last_->is(Kind::broken))
      complain(
          last_->place, open_.empty() ? "" : pointer() + step(*open_.back(), *last_),
          "the number " + shown_number(last_->text) + " is too large: " +
              (is_real(last_->text) ? "at most some 1.797e308" : "whole numbers have 64 bits"));
    return true;
  }
  bool open(Kind kind) {
    add(kind, consumed_ - 1);
    open_.push_back(last_);
    if (open_.size() <= deepest_json) return true;
    complain(last_->place, "",
             "nested too deeply: at most " + std::to_string(deepest_json) + " levels");
    return false;
  }
  void refuse_duplicates(const JsonNode& object) {
    std::vector<const JsonNode*> members;
    members.reserve(object.children.size());
    for (const JsonNode& member : object.children) members.push_back(&member);
    std::sort(members.begin(), members.end(), [](const JsonNode* a, const JsonNode* b) {
      return std::tie(a->key, a->key_place.line, a->key_place.column) <
             std::tie(b->key, b->key_place.line, b->key_place.column);
    });
    for (std::size_t i = 1, first = 0; i < members.size(); ++i) {
      if (members[i]->key != members[first]->key) {
        first = i;
        continue;
      }
      complain(members[i]->key_place, pointer(),
               "the key " + in_quotes(members[i]->key) + " is given twice, first in line " +
                   std::to_string(members[first]->key_place.line));
    }
  }
  /// The pointer of the innermost open value.
  std::string pointer() const {
    std::string way;
    for (std::size_t i = 1; i < open_.size(); ++i) way += step(*open_[i - 1], *open_[i]);
    return way;
  }
  static bool is_real(std::string_view number) {
    return number.find_first_of(".eE") != std::string_view::npos;
  }
  static std::string step(const JsonNode& parent, const JsonNode& last) {
    return "/" + (parent.is(Kind::object) ? pointer_step(last.key)
                                          : std::to_string(parent.children.size() - 1));
  }
  void complain(JsonPlace place, std::string pointer, std::string message) {
    complaints_.error(place.line, place.column, std::move(message), std::move(pointer));
  }

  std::string_view text_;     ///< as the parser reads it
  std::string_view written_;  ///< as the file has it
  std::size_t& consumed_;
  bool met_huge_number_ = false;
  LineCounter lines_;
  JsonTree tree_;
  Complaints complaints_;
  std::vector<JsonNode*> open_;
  JsonNode* last_ = nullptr;
  std::string key_;
  JsonPlace key_place_;
};

}  // namespace

namespace {

constexpr std::string_view too_large_advice = "; put jobs into a workload file";

Expected<JsonTree, Diagnostics> parse(std::string_view text, const std::string& source,
                                      std::uint32_t first_line) {
  if (text.size() > largest_json_file)
    return refusal(source, "larger than 64 MiB" + std::string(too_large_advice));
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    return refusal(source, "empty: expected JSON");
  if (const auto zero = text.find('\0'); zero != std::string_view::npos) {
    const JsonPlace place = LineCounter(text, first_line).at(zero);
    Diagnostics diagnostics;
    diagnostics.add({Severity::error, source, place.line, place.column, "",
                     "not JSON: a zero byte; is this a text file?"});
    return Unexpected(std::move(diagnostics));
  }
  bool met_huge_number = false;
  const auto build = [&](std::string_view read) {
    std::size_t consumed = 0;
    TreeBuilder builder(text, read, source, first_line, consumed);
    Json::sax_parse(CountingIterator{read, &consumed}, CountingIterator{}, &builder,
                    Json::input_format_t::json, true, true);
    met_huge_number = builder.met_huge_number();
    return std::move(builder).finish();
  };
  auto tree = build(text);
  return met_huge_number ? build(with_huge_numbers_tamed(text)) : std::move(tree);
}

}  // namespace

Expected<JsonTree, Diagnostics> parse_json(std::string_view text, const std::string& source,
                                           std::uint32_t first_line) {
  auto tree = parse(text, source, first_line);
  if (tree) return tree;
  return Unexpected(with_pictures(std::move(tree.error()), source, text, first_line));
}

Expected<std::string, Diagnostics> read_json_text(const std::string& path,
                                                  const std::string& source) {
  std::error_code error;
  // What cannot be looked at may be there: reading it says why it cannot be read.
  if (!std::filesystem::exists(path, error) && !error) return refusal(source, "no such file");
  if (std::filesystem::is_directory(path, error))
    return refusal(source, "is a directory; expected a file");
  return read_file(path, source, largest_json_file, too_large_advice);
}

Expected<JsonTree, Diagnostics> read_json_file(const std::string& path, const std::string& source) {
  const auto text = read_json_text(path, source);
  if (!text) return Unexpected(text.error());
  return parse_json(*text, source);
}

}  // namespace mcsim::text
