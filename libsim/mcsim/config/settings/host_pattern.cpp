// Looks for a number of the range wherever one may stand in a name, not for the name of each
// number.
#include "mcsim/config/settings/host_pattern.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/text/digits.hpp"

namespace mcsim::config {
namespace {

/// Whether `*` of the pattern, each for any letters, make `name` of it.
bool stars_match(std::string_view pattern, std::string_view name) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == name;
  if (!name.starts_with(pattern.substr(0, star))) return false;
  pattern.remove_prefix(star + 1);
  name.remove_prefix(star);
  const std::size_t next = pattern.find('*');
  if (next == std::string_view::npos) return name.ends_with(pattern);
  // The first place where the letters up to the next star fit leaves the most for what follows.
  const std::size_t found = name.find(pattern.substr(0, next));
  return found != std::string_view::npos &&
         stars_match(pattern.substr(next), name.substr(found + next));
}

}  // namespace

HostPattern::HostPattern(std::string_view word) : head_(word) {
  const std::size_t open = word.find('[');
  const std::size_t close = word.find(']', std::min(open, word.size()));
  if (close == std::string_view::npos) return;
  constexpr std::string_view any = "h";  // what stands before a range must be a name
  auto names = expand_hosts(std::string(any).append(word, open, close + 1 - open));
  if (!names) return;
  head_ = word.substr(0, open);
  tail_ = word.substr(close + 1);
  numbers_ = *std::move(names);
  for (std::string& number : numbers_) {
    number.erase(0, any.size());
    lengths_.push_back(number.size());
  }
  std::ranges::sort(numbers_);
  std::ranges::sort(lengths_);
  lengths_.erase(std::ranges::unique(lengths_).begin(), lengths_.end());
}

bool HostPattern::matches(std::string_view name) const {
  if (numbers_.empty()) return stars_match(head_, name);
  for (std::size_t begin = 0; begin < name.size(); ++begin)
    if (is_digit(name[begin]) && has_number_at(name, begin) &&
        stars_match(head_, name.substr(0, begin)))
      return true;
  return false;
}

/// And the tail behind it.
bool HostPattern::has_number_at(std::string_view name, std::size_t begin) const {
  return std::ranges::any_of(lengths_, [&](std::size_t length) {
    return length <= name.size() - begin && stars_match(tail_, name.substr(begin + length)) &&
           std::ranges::binary_search(numbers_, name.substr(begin, length), std::less<>{});
  });
}

}  // namespace mcsim::config
