// A dispatch policy and what it works on: waiting lines, predicted ends, and what it remembers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/baseline/dispatch.hpp"
#include "mcsim/baseline/end_profile.hpp"
#include "mcsim/baseline/foresight.hpp"
#include "mcsim/baseline/host_index.hpp"
#include "mcsim/baseline/order.hpp"
#include "mcsim/baseline/waiting_line.hpp"
#include "mcsim/model/config.hpp"

namespace mcsim::baseline {

/// Of one cluster. Policies see slots and time, and nothing else of it.
struct PolicyState {
  PolicyState(const ModelConfig& model, AnyDispatch dispatch, AnyOrder order_of_lines,
              bool on_raster)
      : policy(std::move(dispatch)),
        order(std::move(order_of_lines)),
        predicts_ends(policy.predicts_ends()),
        has_gates(policy.has_gates()),
        hears(policy.hears()),
        per_event(policy.per_event() && !on_raster),
        is_changing(order.changes()),
        turns_on_raster(is_changing && on_raster),
        wakes_itself(has_gates || turns_on_raster),
        foresight(foresight_by(model)) {}

  AnyDispatch policy;
  AnyOrder order;      ///< of the waiting lines
  bool predicts_ends;  ///< policy.predicts_ends(), and so on: read on every event
  bool has_gates;
  bool hears;
  bool per_event;        ///< never on a raster, where an instant has one session
  bool is_changing;      ///< order.changes()
  bool turns_on_raster;  ///< time alone may change who is first in a session of the raster
  bool wakes_itself;     ///< sessions may be due though nothing has happened
  Foresight foresight;

  WaitingLines lines;  ///< largest line_key first
  Table<JobSlotId, WaitingLine::Place> places;
  EndProfile ends;
  bool lines_are_stale = false;  ///< a line_key has changed: to be arranged before a session
  bool ends_are_stale = false;   ///< other slots will become free: count_ends() before a session
  std::uint64_t version = 0;     ///< of what is free and running
};

/// Calls note(queue, line) for each queue, by its place: there is one line for all queues with the
/// same line_key, the largest key first. Returns how many lines there are.
template <class ConfigOf, class Note>
std::size_t line_up(const AnyDispatch& policy, std::size_t queues, ConfigOf&& config_of,
                    Note&& note) {
  std::vector<std::int32_t> keys;
  for (std::size_t at = 0; at < queues; ++at) keys.push_back(policy.line_key(config_of(at)));
  std::vector<std::int32_t> order = keys;
  std::ranges::sort(order, std::ranges::greater{});
  order.erase(std::unique(order.begin(), order.end()), order.end());
  for (std::size_t at = 0; at < queues; ++at)
    note(at, static_cast<std::uint32_t>(std::ranges::find(order, keys[at]) - order.begin()));
  return order.size();
}

/// Counts anew how many slots the end of each running job frees: none on a closed host; on a host
/// whose MXJ was reduced below what runs there, only the jobs that end last free some. `running` is
/// in the order of estimated ends; `visit_hosts(job, visitor)`; `note(job, slots)` returns when the
/// job is expected to end.
template <class Jobs, class VisitHosts, class Note>
void count_ends(PolicyState& state, Table<HostId, Host> hosts, const Jobs& running,
                VisitHosts&& visit_hosts, Note&& note) {
  state.ends_are_stale = false;
  state.ends = EndProfile{};
  for (const JobSlotId id : running) {
    Slots frees;
    visit_hosts(id, [&](HostSlots part) {
      Host& host = hosts[part.host];
      const Slots before = host.free();
      host.busy -= part.slots;
      frees += host.free() - before;
    });
    state.ends.add(note(id, frees), frees);
  }
}

}  // namespace mcsim::baseline
