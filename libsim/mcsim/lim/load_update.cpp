// Reads the words of load update strings.
#include "mcsim/lim/load_update.hpp"

#include <algorithm>
#include <utility>

#include "mcsim/lim/load_number.hpp"

namespace mcsim::lim {
namespace {

/// As isspace() in the C locale.
bool is_space(char letter) { return letter == ' ' || (letter >= '\t' && letter <= '\r'); }

}  // namespace

using Found = LoadUpdateReader::Found;

Found LoadUpdateReader::next(std::string_view bytes, std::size_t& used) {
  if (state_ == State::name && pairs_left_ == 0) {
    state_ = State::count;
    pairs_promised_ = 0;
    return Found::report;
  }
  while (read_word(bytes, used))
    if (const Found found = found_word(); found != Found::nothing) return found;
  return Found::nothing;
}

Found LoadUpdateReader::end_of_bytes() {
  std::size_t used = 0;
  return next("\n", used);
}

bool LoadUpdateReader::read_word(std::string_view bytes, std::size_t& used) {
  if (std::exchange(word_is_old_, false)) {
    word_.clear();
    cut_ = false;
  }
  std::string_view rest = bytes.substr(used);
  if (word_.empty()) {
    const auto blanks = std::find_if_not(rest.begin(), rest.end(), is_space) - rest.begin();
    rest.remove_prefix(static_cast<std::size_t>(blanks));
  }
  const auto length =
      static_cast<std::size_t>(std::find_if(rest.begin(), rest.end(), is_space) - rest.begin());
  const std::size_t kept = std::min(length, longest_word - word_.size());
  word_.append(rest.substr(0, kept));
  cut_ = cut_ || kept < length;
  const bool ended = length < rest.size();
  used = bytes.size() - rest.size() + length + (ended ? 1 : 0);
  return ended;
}

Found LoadUpdateReader::found_word() {
  switch (state_) {
    case State::count:
      word_is_old_ = true;
      return found_count();
    case State::name:
      name_.swap(word_);
      word_.clear();
      name_was_cut_ = std::exchange(cut_, false);
      state_ = State::value;
      return Found::nothing;
    case State::value:
      break;
  }
  word_is_old_ = true;
  --pairs_left_;
  state_ = State::name;
  return Found::pair;
}

Found LoadUpdateReader::found_count() {
  const auto count = cut_ ? std::nullopt : read_load_count(word_);
  if (!count) return Found::bad_count;
  if (*count < 0) return Found::negative;
  pairs_left_ = pairs_promised_ = *count;
  if (*count == 0) return Found::report;
  state_ = State::name;
  return Found::nothing;
}

}  // namespace mcsim::lim
