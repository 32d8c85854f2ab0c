// A line of JSON that asks a policy, member by member.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "mcsim/base/time.hpp"
#include "mcsim/rooms.hpp"
#include "mcsim/text/json_tree.hpp"
#include "mcsim/text/put.hpp"

namespace mcsim::results {

/// Writes members of objects, each with a comma before it.
class QuestionLine {
 public:
  explicit QuestionLine(std::string& line) : line_(line) {}

  void key(std::string_view name) {
    const bool is_first = line_.back() == '{' || line_.back() == '[';
    const std::size_t before = line_.size();
    line_.resize(before + name.size() + (is_first ? 3 : 4));
    char* place = line_.data() + before;
    if (!is_first) *place++ = ',';
    *place++ = '"';
    place = std::copy(name.begin(), name.end(), place);
    *place++ = '"';
    *place = ':';
  }
  template <class Whole>
  void number(Whole value) {
    char room[widest_number];
    line_.append(room, std::to_chars(room, room + sizeof room, value).ptr);
  }
  /// One of a list.
  template <class Whole>
  void item(Whole value) {
    if (line_.back() != '[') line_ += ',';
    number(value);
  }
  void whole(std::string_view name, std::int64_t value) {
    key(name);
    number(value);
  }
  void time(std::string_view name, Duration value) {
    key(name);
    char room[widest_number + 8];
    line_.append(room, put_seconds(room, value));
  }
  void word(std::string_view name, std::string_view text) {
    key(name);
    line_ += quoted_json(text);
  }
  void flag(std::string_view name, bool value) {
    key(name);
    line_ += value ? "true" : "false";
  }
  void nothing(std::string_view name) {
    key(name);
    line_ += "null";
  }
  void begin(char bracket) {
    if (line_.back() == '}') line_ += ',';
    line_ += bracket;
  }
  void end(char bracket) { line_ += bracket; }

 private:
  std::string& line_;
};

}  // namespace mcsim::results
