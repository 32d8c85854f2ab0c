// How the scheduler's state begins, and what reconfiguration makes of it.
#include "mcsim/scheduler/settings_in_force.hpp"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "mcsim/scheduler/host_places.hpp"
#include "mcsim/scheduler/policy_jobs.hpp"
#include "mcsim/scheduler/pool_hosts.hpp"
#include "mcsim/scheduler/requirement_maker.hpp"
#include "mcsim/scheduler/rusage.hpp"
#include "mcsim/scheduler/slot_reserver.hpp"
#include "mcsim/scheduler/use_counts.hpp"
#include "mcsim/scheduler/waiting_jobs.hpp"

namespace mcsim::scheduler {
namespace {

/// HIST_HOURS of pools.
double hist_hours(const ModelConfig& model, const ClusterParameters& params) {
  return model.pool_hist_hours.value_or(params.hist_hours);
}

std::vector<Duration> accept_intervals(const ClusterSettings& settings) {
  std::vector<Duration> intervals;
  for (const QueueConfig& queue : settings.queues) intervals.push_back(queue.job_accept_interval);
  return intervals;
}

}  // namespace

SchedulerState SettingsInForce::opened(const ClusterConfig& config, const MakeDecay& make_decay,
                                       const AnySlotPool& share_out,
                                       const std::optional<AnyHostOrder>& ranks,
                                       std::optional<PolicyDispatch> dispatch, Shares shares) {
  SchedulerState state;
  state.shares = std::move(shares);
  if (!state.shares.make_decay) state.shares.make_decay = make_decay;
  state.dispatch = std::move(dispatch);
  state.settings = config;  // the part that is settings
  state.pools.make_decay = make_decay;
  state.pools.decay = make_decay(hist_hours(config.model, config.params));
  state.pools.share_out = share_out;
  state.places.ranks = ranks;
  state.hosts = ClusterHosts(config);
  state.jobs = JobsInFlight(config.hosts.size());
  state.queues = Table<QueueId, QueueState>(config.queues.size());
  for (std::size_t at = 0; at < config.queues.size(); ++at) {
    QueueState& queue = state.queues[static_cast<QueueId>(at)];
    queue.dispatches = config.queues[at].dispatch_window.open_at(Time{}, config.clock);
    queue.runs = config.queues[at].run_window.open_at(Time{}, config.clock);
  }
  for (std::size_t at = 0; at < config.hosts.size(); ++at)
    state.hosts[static_cast<HostId>(at)].in_window =
        config.hosts[at].dispatch_window.open_at(Time{}, config.clock);
  SettingsInForce(config, state, Time{}).rearrange();
  return state;
}

void SettingsInForce::reconfigure(const ClusterSettings& settings) {
  the<SlotReserver>().drop_all();  // the next session makes them anew
  settle_decay(settings);
  const bool same_slots = std::ranges::equal(settings.hosts, state_.settings.hosts, {},
                                             &HostConfig::mxj, &HostConfig::mxj);
  if (state_.dispatch && !same_slots) the<PolicyJobs>().change_hosts();
  state_.hosts.reconfigure(settings);
  if (state_.load)
    for (std::size_t at = 0; at < settings.hosts.size(); ++at)
      state_.load->resize(static_cast<HostId>(at), settings.hosts[at].ncpus);
  const std::vector<ResourceConfig> earlier = std::move(state_.settings.resources);
  state_.settings = settings;
  // Jobs that started before may hold what nobody asks for any more: it changes when they end.
  for (std::size_t at = 0; at < earlier.size(); ++at)
    if (earlier[at].dynamic) state_.settings.resources[at].dynamic = true;
  the<RusageTakings>().take_again();
  rearrange();
}

/// What a queue has used so far counts in its pool. A reconfiguration that leaves that as it is
/// does not even round it.
void SettingsInForce::settle_decay(const ClusterSettings& settings) {
  const double hours = hist_hours(config_.model, settings.params);
  const bool decays_otherwise = hours != hist_hours(config_.model, state_.settings.params);
  for (std::size_t at = 0; at < state_.queues.size(); ++at) {
    QueueState& queue = state_.queues[static_cast<QueueId>(at)];
    if (state_.settings.queues[at].pool == none<PoolId>) {
      queue.accumulated = {.until = now_};
    } else if (decays_otherwise) {
      state_.pools.decay.add(queue.accumulated, Slots(queue.count.running), now_);
      hand_over(queue.accumulated);
    }
  }
  if (decays_otherwise) state_.pools.decay = state_.pools.make_decay(hours);
}

/// Makes everything anew that follows from the settings, and puts pending jobs into their waiting
/// lines.
void SettingsInForce::rearrange() {
  std::vector<JobSlotId> pending;
  state_.jobs.visit([&](JobSlotId id, const JobState& job) {
    if (job.stage == Stage::pending) pending.push_back(id);
  });
  std::ranges::sort(pending, {}, [&](JobSlotId id) { return order_key(state_.jobs[id]); });
  note_features();
  forget_requirements();
  ++state_.places.host_turns;
  arrange_groups();
  if (state_.dispatch) the<PolicyJobs>().arrange();
  state_.forward_lines.clear(state_.groups.size());
  the<PoolHosts>().arrange();
  arrange_reservations();
  the<UseCounts>().recount();
  for (const JobSlotId id : pending) the<WaitingJobs>().wait(id, state_.jobs[id].since);
  for (std::uint32_t group = 0; group < state_.groups.size(); ++group)
    state_.groups.mark_stale(group);
  auto places = the<HostPlaces>();
  state_.places.accept_gates.clear();
  for (std::size_t at = 0; at < state_.hosts.size(); ++at)
    places.close_gates(static_cast<HostId>(at));
  places.show_all();
  places.freed_everywhere();
}

/// Requirements stay, since jobs on hosts have them; none of them is found again.
void SettingsInForce::forget_requirements() {
  Places& places = state_.places;
  places.finder = HostFinder(state_.settings.hosts.size(), accept_intervals(state_.settings));
  places.orders.clear();
  places.stale.clear();
  places.measured.clear();
  the<RequirementMaker>().order_of({});
  state_.requirements.of_queue.assign(state_.queues.size(), {});
  state_.requirements.known.clear();
  state_.requirements.known_host_sets.clear();
  state_.requirements.could_hold.clear();
  state_.searches = {};
  state_.buckets = {};
  for (QueueState& queue : state_.queues) {
    queue.parked.clear();
    queue.on_one_host = {};
    queue.on_many_hosts = {};
  }
  state_.news.users_freed.clear();
}

/// Notes what is asked for; what is said of each queue, too.
void SettingsInForce::note_features() {
  note_reserved(config_, state_.settings);
  const ClusterSettings& settings = state_.settings;
  Features& features = state_.features;
  // Jobs that started before may still have such resources to take back when they resume.
  const bool reserved_told = features.reserves_told;
  features = features_of(config_, settings);
  features.reserves_told = features.reserves_told || reserved_told;
  if (state_.dispatch) features.has_limits = false;  // a dispatch policy looks at no limits
  if (features.has_spans) {
    const auto last = std::ranges::max_element(settings.hosts, {}, &HostConfig::span_group);
    state_.places.free_in_span.resize(last->span_group + 1);
  }
  if (state_.load) state_.load->watch(watched_loads(config_, settings));
  state_.jobs.visit([&](JobSlotId, const JobState& job) {
    if (job.stopped_for != none<ResourceId>) features.has_load_stops = true;  // to be resumed
  });
  for (std::size_t at = 0; at < settings.queues.size(); ++at) {
    const QueueConfig& config = settings.queues[at];
    QueueState& queue = state_.queues[static_cast<QueueId>(at)];
    queue.shared = config.fairshare != none<FairshareId> && !state_.dispatch;
    queue.users_differ = config.ujob_limit < no_limit || !settings.user_limits.empty() ||
                         features.has_user_hosts || features.has_reservations ||
                         features.has_limits;
    queue.by_user = queue.users_differ || queue.shared;
    queue.backfills = config.backfill && features.reserves_slots;
    queue.by_estimate = features.has_reservations || queue.backfills ||
                        (config.run_window.is_set() && !config.ignore_deadline);
  }
}

/// The queue in whose place a queue is served: itself, unless its pool has its turn as a whole
/// (`model.pool_turn` highest), or the queues that share its tree of accounts have.
QueueId SettingsInForce::place_of_turn(QueueId id) const {
  const std::vector<QueueConfig>& queues = state_.settings.queues;
  const QueueConfig& queue = queues[index_of(id)];
  const bool with_tree =
      state_.queues[id].shared && !state_.settings.fairshares[index_of(queue.fairshare)].by_queue;
  const bool with_pool = queue.pool != none<PoolId> && config_.model.pool_turn == PoolTurn::highest;
  if (!with_pool && !with_tree) return id;
  const std::vector<QueueId>& together =
      with_pool ? state_.settings.pools[index_of(queue.pool)].queues
                : state_.settings.fairshares[index_of(queue.fairshare)].queues;
  return *std::ranges::min_element(together, {}, [&](QueueId other) {
    return std::pair(-std::int64_t{queues[index_of(other)].priority}, other);
  });
}

/// The larger first. A dispatch policy has an order of queues of its own.
std::int32_t SettingsInForce::turn_of(QueueId id) const {
  const QueueConfig& queue = state_.settings.queues[index_of(place_of_turn(id))];
  return state_.dispatch ? state_.dispatch->policy.line_key(queue) : queue.priority;
}

void SettingsInForce::arrange_groups() {
  const std::vector<QueueConfig>& queues = state_.settings.queues;
  std::vector<QueueId> order;
  for (std::size_t at = 0; at < queues.size(); ++at) order.push_back(static_cast<QueueId>(at));
  std::ranges::sort(order, {}, [&](QueueId id) {
    return std::tuple(-std::int64_t{turn_of(id)}, place_of_turn(id), id);
  });
  std::vector<QueueGroup> groups;
  for (const QueueId id : order) {
    const QueueConfig& queue = queues[index_of(id)];
    const FairshareId tree = state_.queues[id].shared ? queue.fairshare : none<FairshareId>;
    const auto joins = [&](const QueueGroup& group) {
      return group.pool == none<PoolId> && queue.pool == none<PoolId> && group.tree == tree &&
             turn_of(group.queues.front()) == turn_of(id);
    };
    auto found = std::ranges::find_if(groups, joins);
    if (found == groups.end())
      found = groups.insert(found, QueueGroup{.pool = queue.pool, .tree = tree});
    found->queues.push_back(id);
    state_.queues[id].group = static_cast<std::uint32_t>(found - groups.begin());
  }
  state_.shares.ballots.assign(groups.size(), {});
  for (std::size_t at = 0; at < groups.size(); ++at)
    state_.shares.ballots[at].tree = groups[at].tree;
  state_.groups = QueueGroups(std::move(groups));
}

void SettingsInForce::arrange_reservations() {
  AdvanceReservations& advance = state_.advance;
  if (!advance.current.empty()) return;  // they do not change with the settings
  advance.current.resize(state_.hosts.size());
  std::vector<std::vector<ReservedLevels::Span>> spans(state_.hosts.size());
  for (std::uint32_t at = 0; at < config_.reservations.size(); ++at) {
    const ReservationConfig& reservation = config_.reservations[at];
    for (const ReservationConfig::Part& part : reservation.parts) {
      const auto row = static_cast<std::uint32_t>(advance.parts.size());
      advance.parts.push_back({at, part.host, part.slots.count()});
      spans[index_of(part.host)].push_back(
          {reservation.start, reservation.end, part.slots.count(), row});
    }
  }
  for (std::vector<ReservedLevels::Span>& of_host : spans)
    advance.levels.emplace_back(std::move(of_host));
}

}  // namespace mcsim::scheduler
