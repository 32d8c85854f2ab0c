// Pairs each hshutdown with the hstartup that ends it.
#include "mcsim/config/scenario/sbatchd_actions.hpp"

#include <algorithm>
#include <utility>

namespace mcsim::config {

void SbatchdActions::add(ClusterId cluster, HostId host, Time at, bool starts,
                         const JsonAt& where) {
  all_.push_back({.number = all_.size(),
                  .cluster = cluster,
                  .host = host,
                  .at = at,
                  .starts = starts,
                  .place = where.node->place,
                  .pointer = where.pointer()});
}

void SbatchdActions::close() {
  std::ranges::sort(all_, {}, [](const Action& one) { return std::pair(one.at, one.number); });
  std::vector<bool> is_used(all_.size());
  for (std::size_t at = 0; at < all_.size(); ++at) {
    const Action& down = all_[at];
    if (down.starts) {
      if (!end_faults(down) && !is_used[at])
        draft_.complaints.warning(down.place, down.pointer,
                                  "is without effect: the sbatchd is not down then");
      continue;
    }
    std::size_t up = at + 1;
    while (up < all_.size() &&
           !(all_[up].starts && all_[up].cluster == down.cluster && all_[up].host == down.host))
      ++up;
    if (up == all_.size()) {
      draft_.complaints.error(down.place, down.pointer,
                              "expected an hstartup of the host later: jobs would wait for ever "
                              "for its sbatchd to tell of them");
      continue;
    }
    is_used[up] = true;
    TimelineEntry entry{.at = down.at, .kind = TimelineEntry::Kind::sbatchd_down};
    entry.host = down.host;
    entry.down_for = all_[up].at - down.at;
    draft_[down.cluster].config.timeline.push_back(std::move(entry));
  }
}

/// Whether the sbatchd is down then by a fault, which is over now.
bool SbatchdActions::end_faults(const Action& startup) {
  bool any = false;
  for (TimelineEntry& entry : draft_[startup.cluster].config.timeline) {
    const bool is_down = entry.kind == TimelineEntry::Kind::sbatchd_down &&
                         entry.host == startup.host && entry.at < startup.at &&
                         startup.at - entry.at < entry.down_for;
    if (is_down) entry.down_for = startup.at - entry.at;
    any = any || is_down;
  }
  return any;
}

}  // namespace mcsim::config
