#include "mcsim/scheduler/limit_index.hpp"

#include <algorithm>

namespace mcsim::scheduler {
namespace {

bool says_nothing(const LimitSection& row) {
  return !row.limits_slots() && !row.limits_jobs() && row.amounts.empty();
}

}  // namespace

LimitIndex::LimitIndex(const std::vector<LimitSection>& rows) {
  for (std::uint32_t at = 0; at < rows.size(); ++at) {
    const LimitSection& row = rows[at];
    if (says_nothing(row)) continue;
    const auto put_in = [at](auto& rows_of, const auto& column) {
      if (column.all) return false;
      for (const auto id : column.listed) rows_of[id].push_back(at);
      return true;
    };
    put_in(naming_, row.hosts);
    if (!put_in(of_user_, row.users) && !put_in(of_project_, row.projects) &&
        !put_in(of_application_, row.applications) && !put_in(of_queue_, row.queues))
      others_.push_back(at);
  }
}

std::vector<std::uint32_t> LimitIndex::rows_for(const std::vector<LimitSection>& rows,
                                                const LimitJob& job) const {
  Rows found;
  const auto add = [&](const Rows& candidates) {
    for (const std::uint32_t at : candidates)
      if (rows[at].takes(job)) found.push_back(at);
  };
  const auto add_of = [&](const auto& rows_of, auto id) {
    if (const auto of_it = rows_of.find(id); of_it != rows_of.end()) add(of_it->second);
  };
  add(others_);
  add_of(of_user_, job.user);
  add_of(of_project_, job.project);
  add_of(of_application_, job.application);
  add_of(of_queue_, job.queue);
  std::ranges::sort(found);
  return found;
}

std::span<const std::uint32_t> LimitIndex::rows_naming(HostId host) const {
  const auto found = naming_.find(host);
  return found == naming_.end() ? std::span<const std::uint32_t>{} : found->second;
}

}  // namespace mcsim::scheduler
