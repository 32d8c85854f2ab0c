// Texts of a record that do not stand in its line as they are meant.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>

#include "mcsim/rooms.hpp"

namespace mcsim::trace {

/// Keeps the texts of one record: a FinishRecord has parts of texts with doubled quotes.
class FinishTexts {
 public:
  /// Forgets those of the record before.
  void clear() { used_ = 0; }
  std::string_view keep(std::string text) {
    if (used_ == texts_.size()) texts_.emplace_back();
    std::string& kept = texts_[used_++];
    kept = std::move(text);
    return kept;
  }
  /// `text` itself, unless it has quotes, which are doubled then.
  std::string_view quoted(std::string_view text) {
    if (text.find('"') == std::string_view::npos) return text;
    std::string doubled;
    for (const char letter : text) doubled.append(letter == '"' ? 2 : 1, letter);
    return keep(std::move(doubled));
  }

 private:
  std::deque<std::string> texts_;  // their places must not change
  std::size_t used_ = 0;
};

}  // namespace mcsim::trace
