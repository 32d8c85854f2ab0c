// Which job of which cluster a fact is about.
#include "mcsim/results/guest_names.hpp"

namespace mcsim::results {

void GuestNames::accept(ClusterId cluster, const GuestAccepted& fact) {
  const std::size_t number = index_of(fact.guest) - grid_.clusters[index_of(cluster)].trace.size();
  std::vector<HomeJob>& guests = guests_[index_of(cluster)];
  if (number >= guests.size()) guests.resize(number + 1);
  guests[number] = {fact.home, fact.job, fact.id, fact.queue};
}

/// Only jobs of its own: a forwarded job is switched nowhere.
void GuestNames::move(ClusterId cluster, const JobSwitched& fact) {
  switched_[{cluster, fact.job}] = fact.queue;
}

HomeJob GuestNames::named(ClusterId cluster, JobIndex job) const {
  const Trace& own = grid_.clusters[index_of(cluster)].trace;
  if (index_of(job) < own.size()) {
    const auto found = switched_.empty() ? switched_.end() : switched_.find({cluster, job});
    return {cluster, job, own[job].id, found == switched_.end() ? own[job].queue : found->second};
  }
  return guests_[index_of(cluster)][index_of(job) - own.size()];
}

}  // namespace mcsim::results
