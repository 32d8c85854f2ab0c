// The resources that hosts have, that jobs hold, and that are left.
#include "support/naive_lsf_resources.hpp"

#include <algorithm>
#include <cmath>

namespace mcsim::testing::naive {
namespace {

const ResourceValue* find(const HostConfig& host, ResourceId id) {
  const auto found = std::ranges::find(host.resources, id, &ResourceValue::resource);
  return found == host.resources.end() ? nullptr : &*found;
}

bool is_kept(ResourceId id) {
  return id == resource(builtin::mem) || id == resource(builtin::swp) ||
         id == resource(builtin::tmp);
}

/// A suspended job keeps mem, swp, tmp, and each resource with RELEASE = N.
bool is_held(const State& state, const Job& job, const ResourceUse& use) {
  if (state.is_gone(job)) return false;
  return state.runs_now(job) || is_kept(use.resource) ||
         !state.settings->resources[index_of(use.resource)].release;
}

/// `slots`: those that the job has there.
Amount held(const State& state, const Job& job, ResourceId id, std::int64_t slots) {
  Amount sum = 0;
  for (const ResourceUse& use : job.uses)
    if (use.resource == id && is_held(state, job, use))
      sum += left_of(use, state.now - job.start, decay_step(state)) * (use.per_slot ? slots : 1);
  return sum;
}

bool is_in(const SharedResource& shared, HostId host) {
  return std::ranges::find(shared.hosts, static_cast<std::uint32_t>(index_of(host))) !=
         shared.hosts.end();
}

std::int64_t slots_in(const SharedResource& shared, const Job& job) {
  std::int64_t slots = 0;
  for (const HostSlots& part : job.hosts)
    if (is_in(shared, part.host)) slots += part.slots.count();
  return slots;
}

/// What mbatchd was told last of the output of a host's ELIM. LIM reads it at each look: at 0 s it
/// starts the program, so the first report is read at the next one.
std::optional<double> told(const State& state, HostId reporter, ResourceId id) {
  const auto last = [](Duration by, Duration interval) { return by / interval * interval; };
  const LimParameters& lim = state.config.lim;
  const Duration asked = last(state.now - Time{}, state.config.params.load_update_interval);
  const Duration look = last(last(asked, lim.exchange_interval), lim.elim_poll_interval);
  std::optional<double> value;
  if (look == 0ms) return value;
  for (const ElimConfig& elim : state.config.elims) {
    if (std::ranges::find(elim.hosts, reporter) == elim.hosts.end()) continue;
    for (const ElimOutput& output : elim.values)
      for (const ElimLevel& level : output.steps)
        if (output.resource == id && level.at <= Time{} + last(look, elim.interval))
          value = level.value;
  }
  return value;
}

std::optional<Amount> to_amount(std::optional<double> number) {
  if (!number) return std::nullopt;
  return std::llround(*number * amount_unit);
}

/// The first of the hosts that can report a shared resource does; here no host goes down.
std::optional<Amount> whole(const State& state, const SharedResource& shared) {
  if (!state.settings->resources[index_of(shared.resource)].is_external()) return shared.amount;
  return to_amount(told(state, static_cast<HostId>(shared.reporters.front()), shared.resource));
}

std::optional<Amount> left_of_shared(const State& state, const SharedResource& shared) {
  std::optional<Amount> left = whole(state, shared);
  if (!left) return left;
  for (const Job& job : state.jobs)
    if (const std::int64_t slots = slots_in(shared, job); job.is_started() && slots > 0)
      *left -= held(state, job, shared.resource, slots);
  return left;
}

/// How much the host has of its own resource before jobs take any.
std::optional<Amount> whole(const State& state, HostId host, ResourceId id) {
  if (state.settings->resources[index_of(id)].is_external())
    return to_amount(told(state, host, id));
  ResourceId name = id;
  if (id == resource(builtin::mem)) name = resource(builtin::maxmem);
  if (id == resource(builtin::swp)) name = resource(builtin::maxswp);
  if (id == resource(builtin::tmp)) name = resource(builtin::maxtmp);
  const ResourceValue* const value = find(state.host(host), name);
  if (value == nullptr) return std::nullopt;
  return to_amount(value->number);
}

std::optional<Amount> left_on(const State& state, HostId host, ResourceId id) {
  std::optional<Amount> left = whole(state, host, id);
  if (!left) return left;
  for (const Job& job : state.jobs)
    if (job.is_started() && job.slots_on(host) > 0)
      *left -= held(state, job, id, job.slots_on(host));
  return left;
}

/// How much a job could take on the host; of a shared resource the least of its instances there.
std::optional<Amount> available(const State& state, HostId host, ResourceId id) {
  bool is_shared = false;
  std::optional<Amount> least;
  for (const SharedResource& shared : state.settings->shared_resources) {
    if (shared.resource != id) continue;
    is_shared = true;
    if (!is_in(shared, host)) continue;
    const std::optional<Amount> left = left_of_shared(state, shared);
    least = least && left ? std::min(*least, *left) : left;
  }
  return is_shared ? least : left_on(state, host, id);
}

bool is_shared(const State& state, ResourceId id) {
  return std::ranges::find(state.settings->shared_resources, id, &SharedResource::resource) !=
         state.settings->shared_resources.end();
}

/// The most slots of one job that draw on the same source as those on the host: its own only, where
/// it shares none.
std::int64_t slots_beside(const State& state, const Job& job, HostId host, ResourceId id) {
  std::int64_t most = job.slots_on(host);
  for (const SharedResource& shared : state.settings->shared_resources)
    if (shared.resource == id && is_in(shared, host)) most = std::max(most, slots_in(shared, job));
  return most;
}

double from_amount(Amount amount) { return static_cast<double>(amount) / amount_unit; }
std::optional<double> from_amount(std::optional<Amount> amount) {
  if (!amount) return std::nullopt;
  return from_amount(*amount);
}

}  // namespace

std::optional<double> HostView::load(ResourceId id) const {
  const HostConfig& host = state_.host(id_);
  std::int64_t running = 0;
  for (const Job& job : state_.jobs)
    if (state_.runs_now(job)) running += job.slots_on(id_);
  const double queue_length = static_cast<double>(running) / host.ncpus;
  switch (index_of(id)) {
    case builtin::r15s:
    case builtin::r1m:
    case builtin::r15m:
      return queue_length;
    case builtin::ut:
      return std::min(queue_length, 1.0);
    case builtin::slots:
      return static_cast<double>(
          host.mxj.count() - state_.used({.host = id_, .suspended_too = !state_.has_preemption()}));
    case builtin::mem:
    case builtin::swp:
    case builtin::tmp:
      if (const auto left = left_on(state_, id_, id)) return from_amount(*left);
      return std::nullopt;
    case builtin::it:
      return 1440;  // for jobs nobody touches a keyboard
    default:
      return 0;  // pg, io, ls
  }
}

std::optional<double> HostView::number(ResourceId id) const {
  if (index_of(id) <= builtin::slots) return load(id);
  if (id == resource(builtin::ncpus)) return state_.host(id_).ncpus;
  if (id == resource(builtin::cpuf)) return state_.host(id_).cpuf;
  const ResourceConfig& config = state_.settings->resources[index_of(id)];
  if (config.kind == ResourceKind::text) return std::nullopt;
  // What rises with load is not less for what jobs reserve of it.
  const bool is_load = config.is_external() && config.increasing;
  for (const SharedResource& shared : state_.settings->shared_resources)
    if (shared.resource == id && is_in(shared, id_))
      return from_amount(is_load ? whole(state_, shared) : left_of_shared(state_, shared));
  if (config.is_external()) {
    if (is_shared(state_, id)) return std::nullopt;
    return from_amount(is_load ? whole(state_, id_, id) : left_on(state_, id_, id));
  }
  const ResourceValue* const value = find(state_.host(id_), id);
  if (value == nullptr) return std::nullopt;
  // Jobs reserve numeric resources of the site's own.
  const bool can_be_less = index_of(id) >= builtin::count && config.kind == ResourceKind::numeric;
  return can_be_less ? from_amount(*left_on(state_, id_, id)) : value->number;
}

std::optional<std::string_view> HostView::text(ResourceId id) const {
  const HostConfig& host = state_.host(id_);
  if (id == resource(builtin::type)) return host.type;
  if (id == resource(builtin::model)) return host.model;
  if (id == resource(builtin::hname)) return host.name;
  if (state_.settings->resources[index_of(id)].kind != ResourceKind::text) return std::nullopt;
  const ResourceValue* const value = find(host, id);
  if (value == nullptr) return std::nullopt;
  return value->text;
}

Duration decay_step(const State& state) {
  const auto& own = state.config.model.rusage_decay_step;
  return own ? *own : state.settings->params.mbd_sleep_time;
}

Amount left_of(const ResourceUse& use, Duration since_start, Duration step) {
  if (since_start >= use.duration) return 0;
  if (!use.decay) return use.amount;
  const Duration last_step = since_start - since_start % step;
  const std::int64_t rest = (use.duration - last_step).count();
  const std::int64_t whole_time = use.duration.count();
  return (use.amount * rest + whole_time - 1) / whole_time;
}

bool has_resources(const State& state, const Job& job, HostId host,
                   const std::vector<ResourceUse>& uses) {
  return std::ranges::all_of(uses, [&](const ResourceUse& use) {
    const Amount amount = left_of(use, state.now - job.start, decay_step(state)) *
                          (use.per_slot ? slots_beside(state, job, host, use.resource) : 1);
    if (amount == 0) return true;
    const std::optional<Amount> there = available(state, host, use.resource);
    return there && *there >= amount;
  });
}

std::int64_t slots_for_resources(const State& state, const Job& job, HostId host) {
  std::int64_t slots = job.slots();
  for (const ResourceUse& use : job.wants.rusage) {
    const std::optional<Amount> there = available(state, host, use.resource);
    // What hosts share must suffice for all slots: others of the job may be on these hosts, too.
    const bool for_all = use.per_slot && is_shared(state, use.resource);
    const Amount least = for_all ? use.amount * job.slots() : use.amount;
    if (use.amount > 0 && (!there || *there < least)) return 0;
    if (use.amount > 0 && use.per_slot && !for_all)
      slots = std::min<std::int64_t>(slots, *there / use.amount);
  }
  return slots;
}

std::vector<ResourceUse> given_back(const State& state, const Job& job) {
  std::vector<ResourceUse> back;
  for (const ResourceUse& use : job.uses)
    if (!is_held(state, job, use)) back.push_back(use);
  return back;
}

}  // namespace mcsim::testing::naive
