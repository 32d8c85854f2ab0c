// Counts slots of hosts over time.
#include "mcsim/app/history/used_hosts.hpp"

#include <algorithm>
#include <cstdint>

#include "mcsim/trace/lsb_words.hpp"

namespace mcsim::app {
namespace {

constexpr std::int64_t most_slots = INT32_MAX;
constexpr std::uint64_t no_slots = std::uint64_t{1} << 31;  // what stands for 0

std::uint64_t change(std::int64_t at, std::int64_t slots) {
  const std::int64_t time = std::clamp<std::int64_t>(at, 0, UINT32_MAX);
  const std::int64_t some = std::clamp(slots, -most_slots, most_slots);
  return (static_cast<std::uint64_t>(time) << 32) |
         (no_slots + static_cast<std::uint64_t>(some)) % (no_slots << 1);
}

std::int64_t slots_of_change(std::uint64_t change) {
  return static_cast<std::int64_t>(change % (no_slots << 1)) - static_cast<std::int64_t>(no_slots);
}

}  // namespace

const std::vector<UsedSlots>& UsedHosts::hosts_of(const std::vector<std::string_view>& names) {
  hosts_.clear();
  trace::visit_hosts(names, [&](std::string_view name, std::int32_t slots) {
    if (name.empty()) return;
    auto found = ids_.find(name);
    if (found == ids_.end()) {
      const auto id = static_cast<std::uint32_t>(names_.size());
      found = ids_.emplace(trace::without_doubled_quotes(name), id).first;
      if (found->second == id) names_.push_back(found->first);
      changes_.resize(names_.size());
      least_.resize(names_.size());
    }
    if (!hosts_.empty() && hosts_.back().first == found->second)
      hosts_.back().second += slots;
    else
      hosts_.emplace_back(found->second, slots);
  });
  return hosts_;
}

std::string UsedHosts::text() const {
  std::string text;
  for (const auto& [host, slots] : hosts_) {
    if (!text.empty()) text += ' ';
    if (slots > 1) text += std::to_string(slots) + "*";
    text += names_[host];
  }
  return text;
}

void UsedHosts::note(std::int64_t from, std::int64_t to) {
  for (const auto& [host, slots] : hosts_) {
    least_[host] = std::max(least_[host], slots);
    changes_[host].push_back(change(from, slots));
    changes_[host].push_back(change(to, -slots));
  }
}

std::map<std::string, std::int64_t> UsedHosts::most() {
  std::map<std::string, std::int64_t> found;
  for (std::size_t host = 0; host < names_.size(); ++host) {
    std::ranges::sort(changes_[host]);
    std::int64_t used = 0;
    std::int64_t most = least_[host];
    for (const Change change : changes_[host]) {
      used += slots_of_change(change);
      most = std::max(most, used);
    }
    if (most > 0) found[names_[host]] = most;
  }
  return found;
}

}  // namespace mcsim::app
