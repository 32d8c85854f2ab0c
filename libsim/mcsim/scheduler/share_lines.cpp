#include "mcsim/scheduler/share_lines.hpp"

#include "mcsim/scheduler/share_charges.hpp"

namespace mcsim::scheduler {

std::uint32_t ShareLines::sharer_of(QueueId queue, NameId user, NameId group) {
  Ballot& ballot = ballot_of(queue);
  const auto [found, is_new] = ballot.sharer_of.try_emplace(
      two_names(user, group), static_cast<std::uint32_t>(ballot.sharers.size()));
  if (is_new) {
    ballot.sharers.push_back({.user = user, .group = group, .lines = {}});
    the<ShareCharges>().accounts_of(ballot.tree, user);
  }
  return found->second;
}

void ShareLines::list(BucketId id, std::uint32_t line, bool has_jobs) {
  Bucket& bucket = state_.buckets[id];
  Bucket::Line& one = bucket.lines[line];
  if ((one.listed_at != Bucket::Line::not_listed) == has_jobs) return;
  Ballot& ballot = ballot_of(bucket.queue);
  std::vector<LineOfBucket>& lines = ballot.sharers[one.sharer].lines;
  if (has_jobs) {
    one.listed_at = static_cast<std::uint32_t>(lines.size());
    lines.push_back({id, line});
    ++ballot.openings;
    return;
  }
  const LineOfBucket last = lines.back();
  state_.buckets[last.bucket].lines[last.line].listed_at = one.listed_at;
  lines[one.listed_at] = last;
  lines.pop_back();
  one.listed_at = Bucket::Line::not_listed;
}

void ShareLines::forget(BucketId id) {
  for (std::uint32_t line = 0; line < state_.buckets[id].lines.size(); ++line)
    list(id, line, false);
}

}  // namespace mcsim::scheduler
