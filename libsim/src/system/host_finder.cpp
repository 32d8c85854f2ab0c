// How hosts fall into classes.
#include "mcsim/system/host_finder.hpp"

#include <algorithm>
#include <functional>
#include <map>

#include "mcsim/base/check.hpp"

namespace mcsim {

HostFinder::HostFinder(std::size_t hosts, std::vector<Duration> accept_intervals)
    : intervals_(std::move(accept_intervals)), class_of_(hosts), place_of_(hosts) {
  std::ranges::sort(intervals_);
  intervals_.erase(std::unique(intervals_.begin(), intervals_.end()), intervals_.end());
  members_.emplace_back();
  for (std::size_t at = 0; at < hosts; ++at) members_[0].push_back(static_cast<HostId>(at));
  rebuild();
}

std::uint32_t HostFinder::accept_kind(Duration interval) const {
  const auto found = std::ranges::lower_bound(intervals_, interval);
  MCSIM_CHECK(found != intervals_.end() && *found == interval, "an unknown accept interval");
  return static_cast<std::uint32_t>(found - intervals_.begin());
}

HostSetId HostFinder::add_set(std::vector<std::int32_t> levels, bool& changed) {
  for (std::size_t at = 0; at < sets_.size(); ++at)
    if (sets_[at].levels == levels) return static_cast<HostSetId>(at);
  const bool split = split_classes(levels);
  sets_.emplace_back();
  sets_.back().levels = std::move(levels);
  arrange(sets_.back());
  if (split) rebuild();
  changed = changed || split;
  return static_cast<HostSetId>(sets_.size() - 1);
}

std::uint32_t HostFinder::add_order(std::size_t width) {
  widths_.push_back(width);
  rebuild();
  return static_cast<std::uint32_t>(widths_.size() - 1);
}

std::uint32_t HostFinder::add_measure() {
  rebuild_measures(measures_ + 1);
  return measures_ - 1;
}

bool HostFinder::split_classes(const std::vector<std::int32_t>& levels) {
  std::vector<std::vector<HostId>> finer;
  for (const std::vector<HostId>& members : members_) {
    std::map<std::int32_t, std::vector<HostId>> by_level;
    for (const HostId host : members) by_level[levels[index_of(host)]].push_back(host);
    for (auto& part : by_level) finer.push_back(std::move(part.second));
  }
  const bool split = finer.size() != members_.size();
  members_ = std::move(finer);
  return split;
}

void HostFinder::rebuild() {
  for (std::uint32_t id = 0; id < members_.size(); ++id)
    for (std::uint32_t place = 0; place < members_[id].size(); ++place) {
      class_of_[members_[id][place]] = id;
      place_of_[members_[id][place]] = place;
    }
  trees_.clear();
  for (const std::size_t width : widths_)
    for (std::size_t kind = 0; kind < intervals_.size(); ++kind)
      for (const std::vector<HostId>& members : members_)
        trees_.emplace_back(members.size(), width);
  roots_.assign(trees_.size(), {});
  rebuild_measures(measures_);
  for (HostSet& set : sets_) arrange(set);
}

void HostFinder::rebuild_measures(std::uint32_t count) {
  measures_ = count;
  amounts_.clear();
  for (const std::vector<HostId>& members : members_)
    amounts_.emplace_back(measures_, MinTree(members.size()));
  most_.assign(measures_ * members_.size(), -1);
}

/// Which classes a set has, by level.
void HostFinder::arrange(HostSet& set) const {
  std::map<std::int32_t, std::vector<std::uint32_t>, std::greater<>> tiers;
  for (std::uint32_t id = 0; id < members_.size(); ++id) {
    if (members_[id].empty()) continue;
    const std::int32_t level = set.levels[index_of(members_[id].front())];
    if (level == not_in_set) continue;
    tiers[level].push_back(id);
  }
  set.tiers.clear();
  for (auto& tier : tiers) set.tiers.push_back({tier.first, std::move(tier.second)});
}

void HostFinder::show(HostId host, std::uint32_t order, std::uint32_t accept,
                      std::span<const std::int64_t> key) {
  const std::uint32_t id = class_of_[host];
  const std::size_t at = tree_at(id, order, accept);
  trees_[at].set(place_of_[host], key);
  note_root(at, id);
}

void HostFinder::hide(HostId host, std::uint32_t order, std::uint32_t accept) {
  const std::uint32_t id = class_of_[host];
  const std::size_t at = tree_at(id, order, accept);
  trees_[at].remove(place_of_[host]);
  note_root(at, id);
}

void HostFinder::measure(HostId host, std::uint32_t measure, std::int64_t amount) {
  const std::uint32_t id = class_of_[host];
  MinTree& amounts = amounts_[id][measure];
  amounts.set(place_of_[host], -amount);
  most_[measure * members_.size() + id] = -amounts.least();
}

HostFinder::Offers HostFinder::offers_of(std::span<const HostId> hosts) const {
  Offers offers;
  std::vector<std::uint32_t> last(members_.size(), 0);  // 1 + the last row, by class
  std::vector<std::int64_t> mine(measures_);
  for (const HostId host : hosts) {
    const std::uint32_t id = class_of_[host];
    for (std::uint32_t measure = 0; measure < measures_; ++measure)
      mine[measure] = -amounts_[id][measure].at(place_of_[host]);
    bool is_matched = false;
    for (std::uint32_t row = last[id]; row != 0 && !is_matched; row = offers.rows[row - 1].before)
      is_matched = std::ranges::equal(
          mine, std::span(offers.amounts).subspan((row - 1) * measures_, measures_),
          std::ranges::less_equal{});
    if (is_matched) continue;
    offers.rows.push_back({host, last[id]});
    offers.amounts.insert(offers.amounts.end(), mine.begin(), mine.end());
    last[id] = static_cast<std::uint32_t>(offers.rows.size());
  }
  return offers;
}

void HostFinder::rows_in(HostSetId set, const Offers& offers,
                         std::vector<std::uint32_t>& rows) const {
  const std::vector<std::int32_t>& levels = sets_[index_of(set)].levels;
  rows.clear();
  for (std::uint32_t row = 0; row < offers.rows.size(); ++row)
    if (levels[index_of(offers.rows[row].host)] != not_in_set) rows.push_back(row);
  std::ranges::sort(rows, std::greater{}, [&](std::uint32_t row) {
    return offers.amounts[row * measures_ + free_slots];
  });
}

std::int64_t HostFinder::most_slots(const Offers& offers, std::span<const std::uint32_t> rows,
                                    std::span<const Need> others) const {
  for (const std::uint32_t row : rows) {
    const std::int64_t* const amounts = offers.amounts.data() + row * measures_;
    if (std::ranges::all_of(others,
                            [&](const Need& need) { return amounts[need.measure] >= need.least; }))
      return amounts[free_slots];
  }
  return -1;
}

}  // namespace mcsim
