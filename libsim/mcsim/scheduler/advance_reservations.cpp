// The slots of reservations that are to come.
#include "mcsim/scheduler/advance_reservations.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "mcsim/base/check.hpp"

namespace mcsim::scheduler {

ReservedLevels::ReservedLevels(std::vector<Span> spans) : spans_(std::move(spans)) {
  std::ranges::sort(spans_, {}, [](const Span& span) { return std::tuple(span.start, span.row); });
  std::vector<std::pair<Time, std::int32_t>> ends;
  for (const Span& span : spans_) ends.emplace_back(span.end, span.slots);
  std::ranges::sort(ends);
  const std::size_t size = spans_.size();
  tree_.resize(2 * size);
  std::int32_t level = 0;
  std::size_t over = 0;
  for (std::size_t first = 0; first < size;) {
    const Time start = spans_[first].start;
    std::size_t last = first;
    for (; last < size && spans_[last].start == start; ++last) level += spans_[last].slots;
    for (; over < size && ends[over].first <= start; ++over) level -= ends[over].second;
    for (; first < last; ++first) tree_[size + first] = level;
  }
  for (std::size_t at = size; at-- > 1;) tree_[at] = std::max(tree_[2 * at], tree_[2 * at + 1]);
}

std::size_t ReservedLevels::from(Time time) const {
  return static_cast<std::size_t>(std::ranges::lower_bound(spans_, time, {}, &Span::start) -
                                  spans_.begin());
}

std::int32_t ReservedLevels::most(std::size_t first, std::size_t last) const {
  MCSIM_CHECK(first < last && last <= spans_.size(), "a span of begins that is empty");
  std::int32_t most = 0;
  first += spans_.size();
  last += spans_.size();
  for (; first < last; first /= 2, last /= 2) {
    if (first % 2 == 1) most = std::max(most, tree_[first++]);
    if (last % 2 == 1) most = std::max(most, tree_[--last]);
  }
  return most;
}

}  // namespace mcsim::scheduler
