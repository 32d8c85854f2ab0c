// The hosts over time: every question goes through the whole timeline.
#include "support/host_history.hpp"

#include <algorithm>

namespace mcsim::testing {
namespace {

/// The entries that have happened by `when`, in the order in which they happened.
std::vector<TimelineEntry> entries_until(const ClusterConfig& config, Time when) {
  std::vector<TimelineEntry> past;
  for (const TimelineEntry& entry : config.timeline)
    if (entry.at <= when)
      past.insert(std::ranges::upper_bound(past, entry.at, {}, &TimelineEntry::at), entry);
  return past;
}

}  // namespace

std::int64_t HostHistory::mxj(HostId host, Time when) const {
  std::int64_t slots = config_->hosts[index_of(host)].mxj.count();
  for (const TimelineEntry& entry : entries_until(*config_, when))
    if (entry.kind == TimelineEntry::Kind::reconfigure)
      slots = entry.settings->hosts[index_of(host)].mxj.count();
  return slots;
}

bool HostHistory::is_closed(HostId host, Time when) const {
  bool closed = false;
  for (const TimelineEntry& entry : entries_until(*config_, when)) {
    if (entry.host != host) continue;
    if (entry.kind == TimelineEntry::Kind::hclose) closed = true;
    if (entry.kind == TimelineEntry::Kind::hopen) closed = false;
  }
  return closed;
}

bool HostHistory::is_up(HostId host, Time when) const {
  for (const TimelineEntry& entry : entries_until(*config_, when))
    if (entry.kind == TimelineEntry::Kind::host_down && entry.host == host &&
        end_of(entry.at, entry.down_for) > when)
      return false;
  return true;
}

Int128 HostHistory::capacity(Time from, Time to) const {
  Int128 sum = 0;
  const std::vector<Time> moments = moments_between(from, to);
  for (std::size_t next = 1; next < moments.size(); ++next)
    for (std::size_t at = 0; at < config_->hosts.size(); ++at) {
      const auto host = static_cast<HostId>(at);
      if (!is_up(host, moments[next - 1])) continue;
      sum += Int128{mxj(host, moments[next - 1])} * (moments[next] - moments[next - 1]).count();
    }
  return sum;
}

std::vector<Time> HostHistory::moments_between(Time from, Time to) const {
  if (to <= from) return {};
  std::vector<Time> moments{from, to};
  const auto add = [&](Time when) {
    if (when > from && when < to) moments.push_back(when);
  };
  for (const TimelineEntry& entry : config_->timeline) {
    add(entry.at);
    if (entry.kind == TimelineEntry::Kind::host_down) add(end_of(entry.at, entry.down_for));
  }
  std::ranges::sort(moments);
  return moments;
}

}  // namespace mcsim::testing
