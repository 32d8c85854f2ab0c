// How hosts fall into classes.
#include "mcsim/scheduler/host_finder.hpp"

#include <algorithm>
#include <functional>
#include <map>

#include "mcsim/base/check.hpp"
#include "mcsim/kernel/fingerprint.hpp"

namespace mcsim::scheduler {
namespace {

std::uint64_t hash_of(const std::vector<std::int32_t>& levels) {
  Fingerprint hash;
  for (std::size_t at = 0; at < levels.size(); ++at) {
    if (levels[at] == HostFinder::not_in_set) continue;
    hash.add(at);
    hash.add(static_cast<std::uint64_t>(levels[at]));
  }
  return hash.value();
}

}  // namespace

HostFinder::HostFinder(std::size_t hosts, std::vector<Duration> accept_intervals)
    : intervals_(std::move(accept_intervals)), class_of_(hosts), place_of_(hosts) {
  std::ranges::sort(intervals_);
  intervals_.erase(std::unique(intervals_.begin(), intervals_.end()), intervals_.end());
  std::vector<HostId> all;
  for (std::size_t at = 0; at < hosts; ++at) all.push_back(static_cast<HostId>(at));
  move_in(add_class(), std::move(all), {});
}

std::uint32_t HostFinder::accept_kind(Duration interval) const {
  const auto found = std::ranges::lower_bound(intervals_, interval);
  MCSIM_CHECK(found != intervals_.end() && *found == interval, "an unknown accept interval");
  return static_cast<std::uint32_t>(found - intervals_.begin());
}

HostSetId HostFinder::add_set(std::vector<std::int32_t> levels) {
  const std::uint64_t hash = hash_of(levels);
  const auto [first, last] = sets_by_hash_.equal_range(hash);
  const auto found = std::find_if(first, last, [&](const auto& known) {
    return sets_[index_of(known.second)].levels == levels;
  });
  if (found != last) return found->second;
  const auto id = static_cast<HostSetId>(sets_.size());
  sets_by_hash_.emplace(hash, id);
  std::vector<bool> are_touched(members_.size(), false);
  for (std::size_t at = 0; at < levels.size(); ++at)
    if (levels[at] != not_in_set) are_touched[class_of_[static_cast<HostId>(at)]] = true;
  for (std::uint32_t at = 0; at < are_touched.size(); ++at)
    if (are_touched[at]) split_class(at, levels);
  sets_.emplace_back();
  sets_.back().levels = std::move(levels);
  arrange(sets_.back());
  return id;
}

HostSetId HostFinder::add_set(std::vector<std::int32_t> levels,
                              std::span<const std::uint32_t> span_of) {
  std::map<std::uint32_t, std::vector<std::int32_t>> levels_in;  // by span
  for (std::size_t at = 0; at < levels.size(); ++at) {
    if (levels[at] == not_in_set) continue;
    std::vector<std::int32_t>& of_span = levels_in[span_of[at]];
    of_span.resize(levels.size(), not_in_set);
    of_span[at] = levels[at];
  }
  const HostSetId id = add_set(std::move(levels));
  if (levels_in.size() < 2 || !sets_[index_of(id)].spans.empty()) return id;
  std::vector<std::pair<std::uint32_t, HostSetId>> spans;
  for (auto& [span, of_span] : levels_in) spans.emplace_back(span, add_set(std::move(of_span)));
  sets_[index_of(id)].spans = std::move(spans);
  return id;
}

std::uint32_t HostFinder::add_order(std::size_t width) {
  for (std::size_t kind = 0; kind < intervals_.size(); ++kind) {
    Ranking& ranking = rankings_.emplace_back();
    ranking.width = width;
    for (const std::vector<HostId>& members : members_)
      ranking.trees.emplace_back(members.size(), width);
    ranking.firsts.resize(members_.size());
  }
  return static_cast<std::uint32_t>(rankings_.size() / intervals_.size() - 1);
}

std::uint32_t HostFinder::add_measure() {
  const std::uint32_t fresh = measures_++;
  most_.resize(measures_ * members_.size());
  for (std::uint32_t id = 0; id < members_.size(); ++id) {
    amounts_[id].emplace_back(members_[id].size());
    for (std::uint32_t measure = 0; measure < measures_; ++measure) note_most(id, measure);
  }
  return fresh;
}

/// A class without hosts.
std::uint32_t HostFinder::add_class() {
  members_.emplace_back();
  for (Ranking& ranking : rankings_) {
    ranking.trees.emplace_back(0, ranking.width);
    ranking.firsts.emplace_back();
  }
  amounts_.emplace_back(measures_);
  most_.resize(measures_ * members_.size());
  return static_cast<std::uint32_t>(members_.size() - 1);
}

/// Splits a class: hosts with another level than its first host go into new classes, one for each
/// level.
void HostFinder::split_class(std::uint32_t host_class, const std::vector<std::int32_t>& levels) {
  const auto level_of = [&](HostId host) { return levels[index_of(host)]; };
  const std::vector<HostId>& members = members_[host_class];
  if (std::ranges::adjacent_find(members, std::ranges::not_equal_to{}, level_of) == members.end())
    return;
  std::map<std::int32_t, std::vector<HostId>> parts;
  for (const HostId host : members) parts[level_of(host)].push_back(host);
  const std::int32_t stays = level_of(members.front());
  const ClassTrees known = take_out(host_class);
  for (auto& [level, hosts] : parts) {
    if (level == stays) continue;
    const std::uint32_t fresh = add_class();
    for (HostSet& set : sets_)
      for (Tier& tier : set.tiers)
        if (tier.level == set.levels[index_of(hosts.front())]) tier.classes.push_back(fresh);
    move_in(fresh, std::move(hosts), known);
  }
  move_in(host_class, std::move(parts[stays]), known);
}

HostFinder::ClassTrees HostFinder::take_out(std::uint32_t host_class) {
  ClassTrees trees;
  for (Ranking& ranking : rankings_) trees.keys.push_back(std::move(ranking.trees[host_class]));
  trees.amounts = std::move(amounts_[host_class]);
  return trees;
}

/// Makes `hosts` the members of a class. `from` has their keys and amounts, by their old places.
void HostFinder::move_in(std::uint32_t host_class, std::vector<HostId> hosts,
                         const ClassTrees& from) {
  for (std::size_t at = 0; at < rankings_.size(); ++at) {
    Ranking& ranking = rankings_[at];
    KeyTree& tree = ranking.trees[host_class] = KeyTree(hosts.size(), ranking.width);
    for (std::uint32_t place = 0; place < hosts.size(); ++place)
      if (const std::uint32_t old = place_of_[hosts[place]]; from.keys[at].has(old))
        tree.set(place, from.keys[at].key(old));
  }
  amounts_[host_class].assign(measures_, MinTree(hosts.size()));
  for (std::uint32_t measure = 0; measure < from.amounts.size(); ++measure)
    for (std::uint32_t place = 0; place < hosts.size(); ++place)
      amounts_[host_class][measure].set(place, from.amounts[measure].at(place_of_[hosts[place]]));
  for (std::uint32_t place = 0; place < hosts.size(); ++place) {
    class_of_[hosts[place]] = host_class;
    place_of_[hosts[place]] = place;
  }
  members_[host_class] = std::move(hosts);
  for (Ranking& ranking : rankings_) note_first(ranking, host_class);
  for (std::uint32_t measure = 0; measure < measures_; ++measure) note_most(host_class, measure);
}

/// Finds the classes of a set, by level.
void HostFinder::arrange(HostSet& set) const {
  std::map<std::int32_t, std::vector<std::uint32_t>, std::greater<>> tiers;
  for (std::uint32_t id = 0; id < members_.size(); ++id) {
    if (members_[id].empty()) continue;
    const std::int32_t level = set.levels[index_of(members_[id].front())];
    if (level != not_in_set) tiers[level].push_back(id);
  }
  for (auto& tier : tiers) set.tiers.push_back({tier.first, std::move(tier.second)});
}

void HostFinder::show(HostId host, std::uint32_t order, std::uint32_t accept,
                      std::span<const std::int64_t> key) {
  Ranking& ranking = rankings_[ranking_at(order, accept)];
  ranking.trees[class_of_[host]].set(place_of_[host], key);
  note_first(ranking, class_of_[host]);
}

void HostFinder::hide(HostId host, std::uint32_t order, std::uint32_t accept) {
  Ranking& ranking = rankings_[ranking_at(order, accept)];
  ranking.trees[class_of_[host]].remove(place_of_[host]);
  note_first(ranking, class_of_[host]);
}

void HostFinder::measure(HostId host, std::uint32_t measure, std::int64_t amount) {
  const std::uint32_t id = class_of_[host];
  amounts_[id][measure].set(place_of_[host], -amount);
  note_most(id, measure);
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

}  // namespace mcsim::scheduler
