// Random advance reservations, actions, faults and reconfigurations.
#include <algorithm>
#include <memory>
#include <utility>

#include "support/random_lsf_draft.hpp"

namespace mcsim::testing {
namespace {

using enum LsfFeature;
using Kind = TimelineEntry::Kind;

std::int64_t reserved_on(const ClusterConfig& cluster, HostId host) {
  std::int64_t sum = 0;
  for (const ReservationConfig& reservation : cluster.reservations)
    for (const ReservationConfig::Part& part : reservation.parts)
      if (part.host == host) sum += part.slots.count();
  return sum;
}

/// All reservations of a host together never exceed its MXJ.
void draw_reservation(LsfDraft& draft) {
  ClusterConfig& cluster = draft.cluster;
  ReservationConfig reservation;
  reservation.start = Time{} + draft.between(0, 200) * 1s;
  reservation.end = reservation.start + draft.between(20, 200) * 1s;
  for (std::size_t at = 0; at < cluster.hosts.size(); ++at) {
    const auto host = static_cast<HostId>(at);
    const std::int64_t left = cluster.hosts[at].mxj.count() - reserved_on(cluster, host);
    if (left > 0 && draft.one_in(2))
      reservation.parts.push_back({host, Slots(static_cast<std::int32_t>(draft.between(1, left)))});
  }
  for (const NameId user : draft.users)
    if (draft.one_in(2)) reservation.users.users.push_back(user);
  reservation.users.all = draft.one_in(4);
  if (reservation.parts.empty() || reservation.users == UserList::only({})) return;
  cluster.reservations.push_back(reservation);
  draft.has_used(advance_reservation);
}

void add(LsfDraft& draft, TimelineEntry entry) {
  std::vector<TimelineEntry>& timeline = draft.cluster.timeline;
  if (!timeline.empty() && draft.one_in(6)) entry.at = std::max(entry.at, timeline.back().at);
  timeline.push_back(std::move(entry));
}

/// An action, and with `undo` often its opposite some time later.
void draw_action(LsfDraft& draft, LsfFeature feature, Kind kind, LsfFeature undo = count,
                 Kind undo_kind = Kind::host_down) {
  if (!draft.uses(feature)) return;
  for (std::int64_t left = draft.between(1, 3); left > 0; --left) {
    TimelineEntry entry;
    const TraceJob& job = draft.cluster.trace[draft.id_below<JobIndex>(draft.cluster.trace.size())];
    entry.at = job.submit + draft.between(0, 60) * 1s;
    entry.kind = kind;
    entry.job = job.id;
    entry.host = draft.id_below<HostId>(draft.cluster.hosts.size());
    entry.queue = draft.id_below<QueueId>(draft.cluster.queues.size());
    entry.by_admin = draft.one_in(2);
    if (draft.one_in(3)) entry.place = draft.number(1, 4);
    add(draft, entry);
    if (undo == count || !draft.wants(undo)) continue;
    const bool must = left == 1 && !draft.used[place_of(undo)];
    if (!must && draft.one_in(4)) continue;
    draft.has_used(undo);
    entry.at += draft.between(1, 60) * 1s;
    entry.kind = undo_kind;
    add(draft, entry);
  }
}

void draw_faults(LsfDraft& draft) {
  if (!draft.uses(host_down)) return;
  for (std::int64_t left = draft.between(1, 3); left > 0; --left) {
    TimelineEntry entry;
    entry.at = Time{} + draft.between(0, 200) * 1s;
    entry.host = draft.id_below<HostId>(draft.cluster.hosts.size());
    entry.down_for = draft.between(1, 90) * 1s;
    if (left == 1 && draft.uses(host_down_for_ever)) entry.down_for = unlimited;
    add(draft, entry);
  }
}

void change_queue(LsfDraft& draft, QueueConfig& queue) {
  if (!draft.wants(equal_priorities) && draft.one_in(2)) queue.priority = draft.number(1, 45);
  draw_limits(draft, queue);
  if (draft.one_in(4)) queue.qjob_limit = draft.number(2, 8);
  if (draft.uses(run_window, 3)) queue.run_window = draw_windows(draft);
  if (draft.uses(dispatch_window, 3)) queue.dispatch_window = draw_windows(draft);
  if (queue.pool == none<PoolId> && draft.uses(queue_hosts, 3))
    queue.hosts = draw_preferences(draft, draft.one_in(2));
  if (queue.pool != none<PoolId> && draft.one_in(2)) queue.slot_share = draft.number(1, 100);
  if (draft.uses(queue_res_req, 4)) queue.rules.res_req = draw_requirement(draft);
  if (draft.uses(accept_interval, 4)) queue.job_accept_interval = draft.between(0, 1) * 10s;
  if (draft.uses(new_job_delay, 4)) queue.new_job_sched_delay = draft.between(0, 20) * 1s;
}

/// Resources have other amounts, disappear, or come back.
void change_resources(LsfDraft& draft, HostConfig& host) {
  for (const ResourceId id : {resource(builtin::maxmem), own::scratch}) {
    if (!draft.one_in(3)) continue;
    std::erase_if(host.resources, [&](const ResourceValue& value) { return value.resource == id; });
    if (draft.one_in(3)) continue;
    const double unit = id == own::scratch ? 1 : 500;
    host.resources.push_back({id, unit * static_cast<double>(draft.between(1, 8)), ""});
    std::ranges::sort(host.resources, {}, &ResourceValue::resource);
  }
}

/// Instances have other amounts, and hosts belong to another instance, or to none.
void change_shared(LsfDraft& draft, std::vector<SharedResource>& instances) {
  for (SharedResource& shared : instances) {
    if (draft.one_in(2)) shared.amount = draft.between(1, 9) * amount_unit;
    if (shared.hosts.size() < 2 || !draft.one_in(2)) continue;
    const std::uint32_t host = shared.hosts.back();
    shared.hosts.pop_back();
    if (&shared == &instances.front() || draft.one_in(2)) continue;
    instances.front().hosts.push_back(host);
    std::ranges::sort(instances.front().hosts);
  }
}

void change_host(LsfDraft& draft, HostConfig& host, std::int64_t at_least) {
  if (draft.one_in(2))
    host.mxj = Slots(static_cast<std::int32_t>(std::max(at_least, draft.between(1, 6))));
  if (draft.uses(jl_user, 2)) host.user_limit = draft.number(1, 4);
  if (draft.uses(host_window, 3)) host.dispatch_window = draw_windows(draft);
  change_resources(draft, host);
}

void draw_reconfiguration(LsfDraft& draft) {
  const ClusterConfig& cluster = draft.cluster;
  auto settings = std::make_shared<ClusterSettings>(cluster);
  for (QueueConfig& queue : settings->queues)
    if (draft.one_in(2)) change_queue(draft, queue);
  for (std::size_t at = 0; at < settings->hosts.size(); ++at)
    if (draft.one_in(2))
      change_host(draft, settings->hosts[at], reserved_on(cluster, static_cast<HostId>(at)));
  change_shared(draft, settings->shared_resources);
  change_shares(draft, *settings);
  change_sections(draft, *settings);
  if (draft.uses(max_dispatch, 3)) settings->params.max_dispatch_per_session = draft.number(1, 3);
  if (draft.one_in(3)) settings->user_limits.clear();
  if (draft.one_in(4))
    settings->params.job_scheduling_interval = draft.one_of<Duration>({0ms, 3s, 7s, 10s});
  if (draft.uses(hist_hours)) settings->params.hist_hours = draft.one_of<double>({0.0, 0.1, 1.0});
  TimelineEntry entry;
  entry.at = Time{} + draft.between(0, 200) * 1s;
  entry.kind = Kind::reconfigure;
  entry.settings = std::move(settings);
  add(draft, std::move(entry));
}

}  // namespace

void draw_timeline(LsfDraft& draft) {
  if (draft.wants(advance_reservation))
    for (std::int64_t left = draft.between(1, 3); left > 0; --left) draw_reservation(draft);
  draw_faults(draft);
  draw_action(draft, bkill, Kind::bkill);
  draw_action(draft, bstop, Kind::bstop, bresume, Kind::bresume);
  draw_action(draft, bswitch, Kind::bswitch);
  draw_action(draft, btop, Kind::btop);
  draw_action(draft, bbot, Kind::bbot);
  draw_action(draft, hclose, Kind::hclose, hopen, Kind::hopen);
  draw_action(draft, qclose, Kind::qclose, qopen, Kind::qopen);
  draw_action(draft, qinact, Kind::qinact, qact, Kind::qact);
  if (draft.uses(reconfigure))
    for (std::int64_t left = draft.between(1, 2); left > 0; --left) draw_reconfiguration(draft);
}

}  // namespace mcsim::testing
