// What must hold of queues, users, pools and hosts for a job to run.
#include "support/lsf_start_check.hpp"

#include <set>

#include "mcsim/base/check.hpp"
#include "support/lsf_advance_check.hpp"
#include "support/lsf_usage.hpp"

namespace mcsim::testing {
namespace {

/// Whether a row of lsb.users applies to the job's user.
bool holds(const LsfUsage& usage, const UserLimit& row) {
  const auto names = [&](const UserLimit& other) {
    return (std::ranges::find(other.users, usage.job.user) != other.users.end()) != other.all_but;
  };
  if (!row.is_default) return names(row);
  return std::ranges::none_of(usage.state.settings.user_limits, [&](const UserLimit& other) {
    return !other.is_default && !other.together && names(other);
  });
}

/// Whether another job counts towards the same limit of lsb.users.
bool shares(const LsfUsage& usage, const UserLimit& row, const JobState& other) {
  if (!row.together) return other.user == usage.job.user;
  return (std::ranges::find(row.users, other.user) != row.users.end()) != row.all_but;
}

void check_queue(const LsfUsage& usage) {
  const QueueState& queue = usage.state.queues[usage.job.queue];
  MCSIM_CHECK(queue.active && queue.dispatches && queue.runs,
              "a job starts from a queue that is not active, or outside of its windows");
  const auto same_queue = [&](const JobState& other) { return other.queue == usage.job.queue; };
  MCSIM_CHECK(usage.of_jobs(true, same_queue) <= usage.queue().qjob_limit,
              "a start exceeds QJOB_LIMIT");
  const auto same_user = [&](const JobState& other) {
    return same_queue(other) && other.user == usage.job.user;
  };
  MCSIM_CHECK(usage.of_jobs(usage.suspended_count(), same_user) <= usage.queue().ujob_limit,
              "a start exceeds UJOB_LIMIT");
}

void check_user(const LsfUsage& usage) {
  for (const UserLimit& row : usage.state.settings.user_limits) {
    if (!holds(usage, row)) continue;
    const std::int64_t used = usage.of_jobs(
        usage.suspended_count(), [&](const JobState& other) { return shares(usage, row, other); });
    MCSIM_CHECK(used <= row.max_jobs, "a start exceeds MAX_JOBS");
  }
}

/// Beyond what it is entitled to a queue starts jobs by USE_PRIORITY_IN_POOL, and where the limit
/// is soft. What it has on hosts that are not shared out is its own besides.
void check_pool(const LsfUsage& usage) {
  if (usage.queue().pool == none<PoolId>) return;
  const PoolConfig& pool = usage.state.settings.pools[index_of(usage.queue().pool)];
  const std::int64_t most = usage.state.pools.most[index_of(usage.queue().pool)];
  std::int64_t entitled = 0;
  for (const QueueId queue : pool.queues) entitled += usage.state.queues[queue].entitlement;
  const bool is_soft = usage.world.config.model.pool_limit == PoolLimit::soft;
  MCSIM_CHECK(is_soft || entitled <= most,
              "the queues of a pool are entitled to more slots than it has");
  const std::int64_t of_queue =
      usage.of_jobs(true, [&](const JobState& other) { return other.queue == usage.job.queue; });
  const std::int64_t of_pool = usage.of_jobs(true, [&](const JobState& other) {
    return std::ranges::find(pool.queues, other.queue) != pool.queues.end();
  });
  const bool within = of_queue <= usage.state.queues[usage.job.queue].entitlement;
  MCSIM_CHECK(of_pool <= most && of_pool <= pool.max_slots,
              "the queues of a pool use more slots than they may");
  MCSIM_CHECK(within || pool.use_priority || is_soft,
              "a queue starts a job beyond its entitlement");
}

bool is_listed(const HostPreferences& hosts, HostId id) {
  return hosts.all ||
         std::ranges::find(hosts.list, id, &HostPreferences::Entry::host) != hosts.list.end();
}

/// The job is not beside an exclusive one, and if exclusive, it is alone; jobs in SSUSP do not
/// count.
void check_exclusive(const LsfUsage& usage, HostId at) {
  usage.state.jobs.visit([&](JobSlotId id, const JobState& other) {
    const bool beside = id != usage.id && other.is_started() && other.stage != Stage::ssusp &&
                        usage.slots_on(id, at) > 0;
    MCSIM_CHECK(!beside || (!other.exclusive && !usage.job.exclusive),
                "a job is put beside another one, and one of them is exclusive");
  });
}

/// SSUSP jobs of queues of the same or larger PRIORITY go first, except on slots that are reserved
/// for the job's user and not for the users of those jobs.
void check_suspended(const LsfUsage& usage, HostId at) {
  usage.state.jobs.visit([&](JobSlotId id, const JobState& other) {
    if (other.stage != Stage::ssusp || usage.slots_on(id, at) == 0) return;
    const auto& queue = usage.state.settings.queues[index_of(other.queue)];
    MCSIM_CHECK(queue.priority < usage.queue().priority || is_on_slots_kept_from(usage, other, at),
                "a job starts on a host on which one that goes before it is suspended");
  });
}

void check_host(const LsfUsage& usage, HostId at) {
  const HostState& host = usage.state.hosts[at];
  MCSIM_CHECK(!host.closed && !host.down && !host.unreached && host.in_window,
              "a job starts on a host that takes none");
  const auto& asked = usage.world.config.profiles[index_of(usage.job.profile)].hosts;
  MCSIM_CHECK(is_listed(usage.queue().hosts, at) && (!asked || is_listed(*asked, at)),
              "a job starts on a host that its queue or it does not name");
  check_exclusive(usage, at);
  check_suspended(usage, at);
}

/// `suspended`: whether suspended jobs count, too.
void check_mxj(const LsfUsage& usage, HostId at, bool suspended) {
  const std::int64_t used = usage.on_host(at, suspended, [](const JobState&) { return true; });
  MCSIM_CHECK(used <= usage.mxj(at), "a start exceeds MXJ");
}

void check_host_limits(const LsfUsage& usage, HostId at) {
  const std::int32_t ncpus = usage.host(at).ncpus;
  const std::int64_t of_queue = usage.on_host(
      at, true, [&](const JobState& other) { return other.queue == usage.job.queue; });
  MCSIM_CHECK(of_queue <= usage.queue().hjob_limit, "a start exceeds HJOB_LIMIT");
  MCSIM_CHECK(of_queue <= usage.queue().pjob_limit.on(ncpus), "a start exceeds PJOB_LIMIT");
  const bool suspended = usage.suspended_count();
  const std::int64_t of_user = usage.on_host(
      at, suspended, [&](const JobState& other) { return other.user == usage.job.user; });
  MCSIM_CHECK(of_user <= usage.host(at).user_limit, "a start exceeds JL/U");
  for (const UserLimit& row : usage.state.settings.user_limits) {
    if (!holds(usage, row)) continue;
    const std::int64_t used = usage.on_host(
        at, suspended, [&](const JobState& other) { return shares(usage, row, other); });
    MCSIM_CHECK(used <= row.per_processor.on(ncpus), "a start exceeds JL/P");
  }
}

/// No job starts on a host where a resource that the job takes is exceeded, for whatever reason.
void check_resources(const LsfUsage& usage, HostId at) {
  for (const ResourceUse& use : usage.state.requirements[usage.job.requirement].asked.rusage)
    MCSIM_CHECK(usage.state.hosts.available(at, use.resource) >= 0,
                "a job takes more of a resource than there is");
}

/// What a job takes back when it resumes is available. What has decayed to 0 is not checked: it may
/// be exceeded, or gone.
void check_taken_back(const LsfUsage& usage, HostId at) {
  const auto& uses = usage.state.requirements[usage.job.requirement].asked.rusage;
  for (std::size_t use = 0; use < uses.size(); ++use) {
    const std::size_t resource = index_of(uses[use].resource);
    const bool was_given_back =
        resource >= builtin::count && usage.state.settings.resources[resource].release;
    if (!was_given_back || usage.state.jobs.taken(usage.id)[use] == 0) continue;
    MCSIM_CHECK(usage.state.hosts.available(at, uses[use].resource) >= 0,
                "a job resumes and takes more of a resource than there is");
  }
}

/// Hosts of clusters that no job may span are not those of one job.
void check_span(const LsfUsage& usage) {
  std::set<std::uint32_t> groups;
  usage.state.jobs.visit_hosts(
      usage.id, [&](HostSlots part) { groups.insert(usage.host(part.host).span_group); });
  MCSIM_CHECK(groups.size() == 1, "a job spans clusters that do not list each other");
}

}  // namespace

void check_start(const ClusterWorld& world, JobSlotId id) {
  const LsfUsage usage(world, id);
  check_queue(usage);
  check_user(usage);
  check_pool(usage);
  check_span(usage);
  world.lsf->jobs.visit_hosts(id, [&](HostSlots part) {
    check_host(usage, part.host);
    check_mxj(usage, part.host, usage.suspended_count());
    check_host_limits(usage, part.host);
    check_resources(usage, part.host);
    check_kept_slots(usage, part.host, usage.suspended_count());
    check_later_reservations(usage, part.host);
  });
}

void check_resume(const ClusterWorld& world, JobSlotId id) {
  const LsfUsage usage(world, id);
  MCSIM_CHECK(world.lsf->queues[usage.job.queue].runs, "a job resumes outside of its run window");
  world.lsf->jobs.visit_hosts(id, [&](HostSlots part) {
    MCSIM_CHECK(!world.lsf->hosts[part.host].down, "a job resumes on a host that is down");
    check_exclusive(usage, part.host);
    check_mxj(usage, part.host, false);  // other suspended jobs do not count
    check_kept_slots(usage, part.host, false);
    check_resumes_before_reservations(usage, part.host);
    check_taken_back(usage, part.host);
  });
}

}  // namespace mcsim::testing
