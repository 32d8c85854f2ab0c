// Random jobs and their profiles.
#include <algorithm>
#include <utility>

#include "support/random_lsf_draft.hpp"

namespace mcsim::testing {
namespace {

using enum LsfFeature;

/// The last code repeats, so it never requeues: else the job would be requeued for ever.
std::vector<std::int32_t> draw_exit_codes(LsfDraft& draft) {
  std::vector<std::int32_t> codes;
  if (draft.wants(requeue_exit_values))
    for (std::int64_t left = draft.between(0, 3); left > 0; --left)
      codes.push_back(draft.one_of<std::int32_t>({99, 99, 98, 1}));
  if (!codes.empty() || draft.one_in(6)) codes.push_back(draft.one_of<std::int32_t>({0, 0, 1, 7}));
  return codes;
}

JobProfile draw_profile(LsfDraft& draft) {
  JobProfile profile;
  const ClusterConfig& cluster = draft.cluster;
  if (!cluster.applications.empty() && draft.one_in(2))
    profile.application = draft.id_below<ApplicationId>(cluster.applications.size());
  if (draft.uses(job_res_req)) profile.res_req = draw_requirement(draft);
  if (draft.uses(job_hosts, 3)) profile.hosts = draw_preferences(draft, draft.one_in(2));
  if (draft.one_in(4)) profile.from_host = draft.id_below<HostId>(cluster.hosts.size());
  profile.exclusive = draft.uses(exclusive, 4);
  profile.rerunnable = draft.uses(rerunnable, 3);
  if (draft.uses(job_priority, 2)) profile.priority = draft.number(1, 3);
  if (draft.uses(min_slots, 2)) profile.most_slots = draft.number(2, 6);
  if (draft.wants(memlimit)) profile.memory = draft.between(0, 4) * 600;
  if (draft.uses(memlimit, 4)) profile.mem_limit = draft.between(2, 5) * 500;
  profile.exit_codes = draw_exit_codes(draft);
  if (draft.uses(preexec_fails, 3)) profile.preexec_failures = draft.number(1, 4);
  profile.overuse = draft.overuses();
  return profile;
}

Duration draw_run(LsfDraft& draft) {
  if (draft.uses(zero_runs, 5)) return 0ms;
  if (draft.one_in(8)) return draft.between(1, 3'000) * 10ms;
  if (draft.one_in(2)) return draft.between(1, 12) * 10s;
  return draft.between(1, 90) * 1s;
}

/// A limit that is not given, none, exact, generous or too small.
Duration draw_limit(LsfDraft& draft, Duration run) {
  if (draft.one_in(draft.wants(slot_reserve) ? 8 : 3))
    return draft.one_in(2) ? queues_default : unlimited;
  if (draft.one_in(4)) return run;
  if (draft.one_in(5)) return draft.between(0, run / 10ms) * 10ms;
  return run + draft.between(0, 12) * 5s;
}

std::int32_t draw_slots(LsfDraft& draft) {
  if (draft.wants(slot_reserve) && draft.one_in(3)) return draft.number(2, 5);
  if (draft.one_in(2)) return 1;
  return draft.one_in(6) ? draft.number(2, 8) : draft.number(1, 3);
}

/// Where there is preemption, most of the first jobs go to the lowest queue, so that they are
/// preempted.
QueueId draw_queue(LsfDraft& draft, std::int64_t id) {
  const std::vector<QueueConfig>& queues = draft.cluster.queues;
  const auto one = draft.id_below<QueueId>(queues.size());
  if (!draft.wants(preemptive) || id > 8 || draft.one_in(3)) return one;
  const auto lowest = std::ranges::min_element(queues, {}, &QueueConfig::priority);
  return static_cast<QueueId>(lowest - queues.begin());
}

TraceJob draw_job(LsfDraft& draft, std::int64_t id, Time submit) {
  TraceJob job;
  job.id = static_cast<JobId>(id);
  job.submit = submit;
  job.run = draw_run(draft);
  job.limit = draw_limit(draft, job.run);
  if (job.limit >= 0ms && job.limit < unlimited && !draft.one_in(4)) job.requested = job.limit;
  job.user = draft.one_of(draft.users);
  if (draft.uses(nameless_users, 2)) job.user = none<NameId>;
  job.profile = draft.id_below<ProfileId>(draft.cluster.profiles.size());
  job.slots = Slots(draw_slots(draft));
  job.queue = draw_queue(draft, id);
  return job;
}

}  // namespace

void draw_jobs(LsfDraft& draft) {
  ClusterConfig& cluster = draft.cluster;
  for (std::int64_t left = draft.between(2, 6); left > 0; --left)
    cluster.profiles.push_back(draw_profile(draft));
  const bool bursty = draft.uses(bursts);
  const std::int64_t size = draft.between(
      draft.least_jobs,
      draft.one_in(4) ? draft.most_jobs : std::min<std::int64_t>(draft.most_jobs, 24));
  TraceBuilder builder;
  Time submit{};
  for (std::int64_t id = 1; id <= size; ++id) {
    if (!draft.one_in(bursty ? 2 : 6)) submit += draft.between(0, bursty ? 40 : 12) * 1s;
    if (bursty && draft.one_in(6)) submit += draft.between(0, 2'000) * 1ms;
    builder.add(draw_job(draft, id, submit));
  }
  cluster.trace = std::move(builder).freeze();
}

}  // namespace mcsim::testing
