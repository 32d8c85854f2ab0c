// How a cluster's world begins, and how it is checked.
#include "mcsim/cluster/cluster_world.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "mcsim/base/check.hpp"
#include "mcsim/base/log.hpp"
#include "mcsim/base/random.hpp"
#include "mcsim/cluster/check.hpp"
#include "mcsim/cluster/facts.hpp"
#include "mcsim/cluster/phase.hpp"
#include "mcsim/config/vocabulary/slots_only.hpp"
#include "mcsim/scheduler/settings_in_force.hpp"

namespace mcsim::cluster {
namespace {

const Registry::Dispatch& known_policy(const Registry& registry, const std::string& name) {
  const Registry::Dispatch* entry = registry.find_dispatch(name);
  MCSIM_CHECK(entry != nullptr, "dispatch policy " + name + " is not in the registry");
  return *entry;
}

/// Makes the decay that the model names.
MakeDecay decays_of(const Registry& registry, const ModelConfig& model) {
  const Registry::Decay* entry = registry.find_decay(model.pool_decay);
  MCSIM_CHECK(entry != nullptr, "decay policy " + model.pool_decay + " is not in the registry");
  return [make = entry->make, values = values_of(model, "pool_decay")](double hist_hours) {
    return make(hist_hours, values);
  };
}

AnySlotPool shares_of(const Registry& registry, const ModelConfig& model) {
  const Registry::SlotPool* entry = registry.find_slot_pool(model.pool_shares);
  MCSIM_CHECK(entry != nullptr,
              "slot pool policy " + model.pool_shares + " is not in the registry");
  return entry->make(values_of(model, "pool_shares"));
}

/// Whose job is next where users have shares.
Shares user_shares_of(const Registry& registry, const ModelConfig& model) {
  const Registry::UserShare* priority = registry.find_user_share(model.fairshare.priority);
  MCSIM_CHECK(priority != nullptr,
              "user share policy " + model.fairshare.priority + " is not in the registry");
  const Registry::Decay* decay = registry.find_decay(model.fairshare.decay);
  MCSIM_CHECK(decay != nullptr,
              "decay policy " + model.fairshare.decay + " is not in the registry");
  Shares shares;
  shares.priority = priority->make(values_of(model, "fairshare_priority"));
  shares.make_decay = [make = decay->make, values = values_of(model, "fairshare_decay")](
                          double hist_hours) { return make(hist_hours, values); };
  constexpr std::string_view of_lsf[] = {NoDecay::name, ContinuousDecay::name, StepDecay::name};
  const auto is_one = [&](std::string_view name) { return name == model.fairshare.decay; };
  shares.is_lsf = model.fairshare.priority == LsfUserShare::name;
  shares.is_bounded = (model.fairshare.priority == LsfUserShare::name ||
                       model.fairshare.priority == SlotsPerShare::name) &&
                      std::ranges::any_of(of_lsf, is_one);
  return shares;
}

/// None: LSF's own order.
std::optional<AnyHostOrder> host_order_of(const Registry& registry, const ModelConfig& model) {
  const Registry::HostOrder* entry = registry.find_host_order(model.host_order);
  MCSIM_CHECK(entry != nullptr,
              "host order policy " + model.host_order + " is not in the registry");
  if (!entry->make) return std::nullopt;
  return entry->make(values_of(model, "host_order"));
}

std::optional<AnyVictims> victims_of(const Registry& registry, const ModelConfig& model) {
  const Registry::Victims* entry = registry.find_victims(model.victims);
  MCSIM_CHECK(entry != nullptr, "victim policy " + model.victims + " is not in the registry");
  if (!entry->make) return std::nullopt;
  return entry->make(values_of(model, "victims"));
}

AnyOrder order_of(const Registry& registry, const ModelConfig& model) {
  const Registry::Order* entry = registry.find_order(model.baseline.order);
  MCSIM_CHECK(entry != nullptr, "order " + model.baseline.order + " is not in the registry");
  return entry->make(values_of(model, "order"));
}

bool names_job(TimelineEntry::Kind kind) {
  using Kind = TimelineEntry::Kind;
  return kind == Kind::bkill || kind == Kind::bstop || kind == Kind::bresume ||
         kind == Kind::bswitch || kind == Kind::btop || kind == Kind::bbot || kind == Kind::bmod;
}

/// Where the raster of sessions begins: at 0, or at a drawn millisecond of the first interval.
Duration session_offset(const ClusterConfig& config, std::uint64_t seed) {
  if (!config.model.seeded_daemon_phase || config.params.job_scheduling_interval == 0ms) return 0ms;
  RngStream stream{seed, config.name + "/daemon_phase"};
  const auto interval = static_cast<std::uint64_t>(config.params.job_scheduling_interval.count());
  return Duration(static_cast<std::int64_t>(stream.below(interval)));
}

/// The running jobs by estimated end, the earliest first.
std::vector<JobSlotId> running_by_end(const BaselineState& world) {
  std::vector<JobSlotId> running;
  world.jobs.visit([&](JobSlotId id, const JobInFlight& job) {
    if (job.start != never) running.push_back(id);
  });
  std::ranges::sort(running, {}, [&](JobSlotId id) {
    const JobInFlight& job = world.jobs[id];
    return std::pair(world.jobs.expected_end(id), job.index);
  });
  return running;
}

/// The options that a baseline is made with: where some jobs may outrun their run limits, it relies
/// on none.
ModelConfig options_for_baseline(const ClusterConfig& config) {
  ModelConfig model = config.model;
  if (std::ranges::any_of(config.profiles, &JobProfile::overuse)) model.enforce_runlimit = false;
  return model;
}

}  // namespace

ClusterWorld::ClusterWorld(ClusterId cluster, ClusterConfig cluster_config, std::uint64_t seed,
                           const Registry& registry)
    : id(cluster),
      config(std::move(cluster_config)),
      agenda(static_cast<Source>(index_of(cluster))),
      sessions(config.params.job_scheduling_interval, session_offset(config, seed),
               config.model.elide),
      fault_draws_(seed, config.name + "/faults") {
  const Registry::Dispatch& policy = known_policy(registry, config.model.dispatch);
  if (policy.make && !keeps_job_states(config)) {
    baseline.emplace(config, policy.make(options_for_baseline(config)),
                     order_of(registry, config.model), sessions.on_raster());
    arrange_lines(*this);
  } else if (policy.make) {
    config = slots_only(std::move(config));
    open_lsf(registry, PolicyDispatch(config.model, policy.make(options_for_baseline(config)),
                                      order_of(registry, config.model), sessions.on_raster()));
  } else {
    open_lsf(registry, std::nullopt);
    lsf->victims = victims_of(registry, config.model);
    open_load(seed);
    if (!config.launch.profiles.empty())
      lsf->launches.emplace(RngStream(seed, config.name + "/pjl"));
  }
  dependents = Dependents(config.dependencies);
  conditions = ConditionBoard(config.conditions, config.arrays);
  arrays = ArrayBoard(config.arrays);
  const bool modifies_begins = std::ranges::any_of(
      config.timeline, [](const TimelineEntry& entry) { return entry.begin >= Time{}; });
  is_ordered_ = dependents.any() || conditions.any() || arrays.any() || config.begins.any() ||
                modifies_begins;
  arrivals.start(static_cast<std::uint32_t>(config.trace.size()), [&](std::uint32_t row) {
    return config.trace[static_cast<JobIndex>(row)].submit;
  });
  std::vector<JobId> acted_on;
  for (std::uint32_t entry = 0; entry < config.timeline.size(); ++entry) {
    agenda.schedule(config.timeline[entry].at, phase::change, TimelineDue{entry});
    if (names_job(config.timeline[entry].kind)) acted_on.push_back(config.timeline[entry].job);
  }
  named.name(std::move(acted_on));
  for (std::uint32_t row = 0; row < config.random_faults.size(); ++row) expect_fault(row, 0);
}

Work ClusterWorld::work() const {
  Work all = (baseline ? baseline->work() : lsf->work) + forwarding.work + leasing.work;
  all.messages += forwarding.outbox.size();
  return all;
}

ClusterWorld::ClusterWorld(const ClusterWorld& other) = default;
ClusterWorld::ClusterWorld(ClusterWorld&& other) noexcept = default;
// By way of a copy: memberwise assignment of all this takes 15 s to compile.
ClusterWorld& ClusterWorld::operator=(const ClusterWorld& other) {
  return *this = ClusterWorld(other);
}
ClusterWorld& ClusterWorld::operator=(ClusterWorld&& other) noexcept = default;
ClusterWorld::~ClusterWorld() = default;

bool ClusterWorld::is_due(JobIndex job, Time now) {
  const Time due = dependents.due(job, now);
  if (due > now && due != never) agenda.schedule(due, phase::change, DependentComes{job});
  return due <= now;
}

void ClusterWorld::tell_held_back(Time now, JobIndex job, Observer& observer) const {
  observer.on(id, JobHeldBack{now, job});
}

void ClusterWorld::expect_dependents(JobIndex job) {
  dependents.end(job, agenda.now(), [&](JobIndex dependent, Time due) {
    agenda.schedule(due, phase::change, DependentComes{dependent});
  });
}

void ClusterWorld::note_end(JobIndex job, JobStatus status, std::int32_t own_code) {
  conditions.end(job, status, own_code, agenda.now());
  if (conditions.any()) conditions.leave(config.conditions, job);
  expect_dependents(job);
}

void ClusterWorld::open_lsf(const Registry& registry, std::optional<PolicyDispatch> dispatch) {
  lsf.emplace(SettingsInForce::opened(config, decays_of(registry, config.model),
                                      shares_of(registry, config.model),
                                      host_order_of(registry, config.model), std::move(dispatch),
                                      user_shares_of(registry, config.model)));
  for (std::size_t at = 0; at < config.queues.size(); ++at)
    expect_windows(static_cast<QueueId>(at), Time{});
  for (std::size_t at = 0; at < config.hosts.size(); ++at)
    expect_windows(static_cast<HostId>(at), Time{});
  for (std::uint32_t at = 0; at < config.reservations.size(); ++at)
    for (const Time turn : {config.reservations[at].start, config.reservations[at].end})
      agenda.schedule(turn, phase::change, ReservationTurns{at});
}

void ClusterWorld::open_load(std::uint64_t seed) {
  if (config.model.load != LoadMode::lim) return;
  std::vector<std::int32_t> processors;
  for (const HostConfig& host : config.hosts) processors.push_back(host.ncpus);
  const Duration pull = config.params.load_update_interval;
  const LoadExchange exchange{
      .interval = config.lim.exchange_interval,
      .pull = config.lim.exchange_interval % pull == 0ms ? Duration{} : pull,
      .on_change = config.model.lim_send_on_change,
      .most_unsent = static_cast<std::uint8_t>(config.lim.host_inactivity_limit - 2),
      .noise = config.model.load_noise,
      .draws = RngStream(seed, config.name + "/load_noise")};
  lsf->load.emplace(exchange, processors);
  lsf->load->open_elims(ClusterElims(config, seed));
  lsf->load->watch(watched_loads(config, config));
  const auto own = static_cast<std::size_t>(
      std::ranges::count_if(config.hosts, [](const HostConfig& host) { return !host.home; }));
  lsf->lims = {.election = MasterElection(own, config.lim),
               .mbatchd_on = own > 0 ? HostId{0} : none<HostId>,
               .down_until = Table<HostId, Time>(config.hosts.size()),
               .turns = Table<HostId, std::uint32_t>(config.hosts.size()),
               .unheard = {},
               .waits = {}};
  for (std::size_t at = 0; at < own; ++at) {
    const auto host = static_cast<HostId>(at);
    const Time look = lsf->load->wait_of(host).next_look;
    if (look == never) continue;
    lsf->lims.waits[host] = look;
    agenda.schedule(look, phase::state, LimMayWait{host});
  }
  lsf->hosts.open_loads();
  lsf->hosts.note_texts(config.elim_texts);
  for (std::size_t at = 0; at < config.hosts.size(); ++at)
    lsf->hosts.set_load(static_cast<HostId>(at), lsf->load->told(static_cast<HostId>(at)));
}

Duration ClusterWorld::drawn(Duration mean, std::uint32_t row, std::uint64_t number) const {
  const std::uint64_t draw = fault_draws_.at(index_of(config.random_faults[row].host), number);
  const double unit = (static_cast<double>(draw >> 12) + 0.5) * 0x1p-52;  // above 0, below 1
  const double length = -natural_log(unit) * static_cast<double>(mean.count());
  return std::max(Duration(static_cast<Duration::rep>(length)), Duration(1ms));
}

Duration ClusterWorld::down_time(const HostFails& event) const {
  return drawn(config.random_faults[event.row].mttr, event.row,
               2 * std::uint64_t{event.number} + 1);
}

void ClusterWorld::expect_fault(std::uint32_t row, std::uint32_t number) {
  const Duration up = drawn(config.random_faults[row].mtbf, row, 2 * std::uint64_t{number});
  const Time since = number == 0 ? config.random_faults[row].from
                                 : end_of(agenda.now(), down_time({row, number - 1}));
  agenda.schedule(end_of(since, up), phase::change, HostFails{row, number});
}

void ClusterWorld::expect_windows(QueueId queue, Time now) {
  const QueueConfig& windows = lsf->settings.queues[index_of(queue)];
  expect(std::min(windows.dispatch_window.next_change(now, config.clock),
                  windows.run_window.next_change(now, config.clock)),
         QueueWindowTurns{queue, settings});
}

void ClusterWorld::expect_windows(HostId host, Time now) {
  const TimeWindows& windows = lsf->settings.hosts[index_of(host)].dispatch_window;
  expect(windows.next_change(now, config.clock), HostWindowTurns{host, settings});
}

void ClusterWorld::expect(Time turn, const ClusterEvent& event) {
  if (turn == never) return;
  agenda.schedule(turn, phase::change, event);
}

void arrange_lines(ClusterWorld& cluster) {
  BaselineState& world = *cluster.baseline;
  world.lines_are_stale = false;
  const auto queue_at = [&](std::size_t at) -> Queue& {
    return world.queues[static_cast<QueueId>(at)];
  };
  const std::size_t count = line_up(
      world.policy, world.queues.size(),
      [&](std::size_t at) -> const QueueConfig& { return queue_at(at).config; },
      [&](std::size_t at, std::uint32_t line) { queue_at(at).line = line; });

  std::vector<WaitingJob> waiting;
  for (const WaitingLine& line : world.lines)
    line.visit([&](const WaitingJob& job) { waiting.push_back(job); });
  std::ranges::sort(waiting, {}, &WaitingJob::rank);
  world.lines = WaitingLines(count, world.order, world.lines.work());
  world.lines.advance(cluster.agenda.now());
  for (const WaitingJob& job : waiting) {
    const QueueId queue = cluster.config.trace[world.jobs[job.job].index].queue;
    const std::uint32_t line = world.jobs[job.job].line = world.queues[queue].line;
    add_to_line(cluster, line, job);
  }
}

void add_to_line(ClusterWorld& cluster, std::uint32_t line, const WaitingJob& job) {
  BaselineState& world = *cluster.baseline;
  if (world.order)
    world.lines.add(line, job, cluster.reader().facts(job.job));
  else
    world.lines.add(line, job, world.places);
}

void count_ends(BaselineState& world) {
  baseline::count_ends(
      world, world.hosts.all(), running_by_end(world),
      [&](JobSlotId id, auto&& visit) { world.jobs.visit_hosts(id, visit); },
      [&](JobSlotId id, Slots slots) {
        world.jobs[id].gives_back = slots;
        return world.jobs.expected_end(id);
      });
}

PendReasons::PendReasons(const ClusterWorld& world) : world_(world) {
  const auto add = [&](std::int32_t mxj, std::int32_t busy) {
    all_ += mxj;
    free_if_open_ += std::max(mxj, busy) - busy;
  };
  if (world.lsf)
    for (const HostState& host : world.lsf->hosts) add(host.mxj, host.running);
  else
    for (const Host& host : world.baseline->hosts.all()) add(host.mxj.count(), host.busy.count());
}

PendReason PendReasons::of(const WaitingJob& job) const {
  if (job.slots.count() > all_) return PendReason::too_few_slots_in_cluster;
  const DispatchView view = world_.view();
  if (job.slots > view.free())
    return job.slots.count() <= free_if_open_ ? PendReason::hosts_closed
                                              : PendReason::not_enough_slots;
  if (world_.sessions.has_news()) return PendReason::new_job;
  const AnyDispatch& policy = world_.lsf ? world_.lsf->dispatch->policy : world_.baseline->policy;
  return policy.why_waiting(view, job);
}

void check_baseline(const BaselineState& world) {
  Table<HostId, std::int64_t> busy(world.hosts.size());
  std::uint64_t waiting = 0;
  std::uint64_t running = 0;
  world.jobs.visit([&](JobSlotId id, const JobInFlight& job) {
    ++(job.start == never ? waiting : running);
    std::int64_t held = 0;
    world.jobs.visit_hosts(id, [&](HostSlots part) {
      busy[part.host] += part.slots.count();
      held += part.slots.count();
    });
    MCSIM_CHECK(held == (job.start == never ? 0 : job.slots.count()),
                "a job holds other slots than it asked for");
  });
  std::int64_t free = 0;
  for (std::size_t at = 0; at < world.hosts.size(); ++at) {
    const Host& host = world.hosts[static_cast<HostId>(at)];
    MCSIM_CHECK(host.busy.count() == busy[static_cast<HostId>(at)],
                "a host's busy slots are not those of its jobs");
    MCSIM_CHECK(!host.down || host.busy == Slots{}, "a job runs on a host that is down");
    free += host.free().count();
  }
  std::size_t in_lines = 0;
  for (const WaitingLine& line : world.lines) in_lines += line.size();
  MCSIM_CHECK(free == world.hosts.free().count(), "the free slots are not the sum of the hosts'");
  MCSIM_CHECK(waiting == world.waiting && running == world.running && in_lines == waiting,
              "jobs in flight are lost or counted twice");
}

void check_invariants(const ClusterWorld& world) {
  if (world.baseline) check_baseline(*world.baseline);
  if (!world.lsf) return;
  check_lsf(world);
  check_lsf_at_rest(world);
}

}  // namespace mcsim::cluster
