// Moves jobs between the waiting lines and the stage of those that wait for others.
#include "mcsim/handlers/jobs/held_jobs.hpp"

#include <utility>

#include "mcsim/scheduler/slot_reserver.hpp"
#include "mcsim/scheduler/waiting_jobs.hpp"

namespace mcsim::handlers {
namespace {

bool may_be_in_line(const ClusterWorld& world, JobIndex job) {
  return world.holds_condition(job) && world.has_begun(job);
}

/// A waiting job comes into line, or leaves it, unless it is there, or is not, already.
void put_in_line(ClusterWorld& world, JobSlotId id, bool in_line) {
  SchedulerState& state = *world.lsf;
  JobState& job = state.jobs[id];
  const Time since = job.since;
  WaitingJobs waiting(world.config, state, world.agenda.now());
  if (job.stage == Stage::held && in_line) {
    world.leasing.call(job.queue);
    waiting.wait(id, since);
  } else if (job.stage == Stage::pending && !in_line) {
    SlotReserver(world.config, state, world.agenda.now()).stop(id);
    waiting.leave(id, Stage::held);
    job.since = since;
  }
}

/// An element of an array, by its place there.
struct ElementPlace {
  ArrayId array = none<ArrayId>;
  std::uint32_t place = 0;
};

ElementPlace place_in_array(const ClusterWorld& world, JobIndex job) {
  const ArrayId array = world.config.arrays.of(job);
  if (array == none<ArrayId>) return {};
  const JobIndex first = world.config.arrays[array].first;
  return {array, static_cast<std::uint32_t>(index_of(job) - index_of(first))};
}

bool has_limit(const ClusterWorld& world, ElementPlace at) {
  return at.array != none<ArrayId> && world.arrays.limit(at.array) > 0;
}

/// Returns whether an element has come into line.
bool settle_array(ClusterWorld& world, ArrayId array) {
  bool any = false;
  for (const ArrayBoard::Move& move : world.arrays.take_moves(array)) {
    put_in_line(world, move.job, move.to_line);
    any = any || move.to_line;
  }
  return any;
}

void tell_board(ClusterWorld& world, JobSlotId id, ElementPlace at) {
  const JobState& job = world.lsf->jobs[id];
  const bool waits = job.stage == Stage::pending || job.stage == Stage::held;
  if (waits && may_be_in_line(world, job.index))
    world.arrays.wait(at.array, at.place, kind_of(job), order_key(job));
  else if (job.is_started() || job.stage == Stage::away)
    world.arrays.start(at.array, at.place);
  else
    world.arrays.stop(at.array, at.place);
}

void follow_board(ClusterWorld& world, JobSlotId id, ElementPlace at) {
  const JobState& job = world.lsf->jobs[id];
  if (job.stage == Stage::pending || job.stage == Stage::held)
    put_in_line(world, id, world.arrays.is_in_line(at.array, at.place));
}

void follow_limited(ClusterWorld& world, JobSlotId id, ElementPlace at) {
  tell_board(world, id, at);
  settle_array(world, at.array);
  follow_board(world, id, at);
}

}  // namespace

void follow_condition(ClusterWorld& world, JobSlotId id) {
  const JobState& job = world.lsf->jobs[id];
  if (job.is_guest()) return;
  if (world.arrays.any())
    if (const ElementPlace at = place_in_array(world, job.index); has_limit(world, at))
      return follow_limited(world, id, at);
  if (job.stage == Stage::pending || job.stage == Stage::held)
    put_in_line(world, id, may_be_in_line(world, job.index));
}

void follow_element(ClusterWorld& world, JobSlotId id) {
  if (!world.arrays.any() || world.lsf->jobs[id].is_guest()) return;
  const ElementPlace at = place_in_array(world, world.lsf->jobs[id].index);
  if (has_limit(world, at)) follow_limited(world, id, at);
}

void follow_elements(ClusterWorld& world, const std::vector<JobSlotId>& jobs) {
  if (!world.arrays.any()) return;
  std::vector<std::pair<JobSlotId, ElementPlace>> limited;
  for (const JobSlotId id : jobs) {
    const JobState& job = world.lsf->jobs[id];
    const ElementPlace at = job.is_guest() ? ElementPlace{} : place_in_array(world, job.index);
    if (has_limit(world, at)) limited.emplace_back(id, at);
  }
  for (const auto& [id, at] : limited) tell_board(world, id, at);
  ArrayId settled = none<ArrayId>;
  for (const auto& [id, at] : limited)
    if (std::exchange(settled, at.array) != at.array) settle_array(world, at.array);
  for (const auto& [id, at] : limited) follow_board(world, id, at);
}

bool forget_element(ClusterWorld& world, JobIndex job) {
  if (!world.arrays.any()) return false;
  const ElementPlace at = place_in_array(world, job);
  if (at.array == none<ArrayId>) return false;
  world.arrays.end(at.array, at.place);
  return settle_array(world, at.array);
}

void limit_array(ClusterWorld& world, ArrayId array, std::int32_t limit) {
  world.arrays.set_limit(array, limit);
  const std::uint32_t size = world.config.arrays[array].spec.indices.size();
  std::vector<JobSlotId> elements;
  for (std::uint32_t place = 0; place < size; ++place)
    if (const JobSlotId id = world.arrays.slot(array, place); id != none<JobSlotId>)
      elements.push_back(id);
  if (limit > 0) return follow_elements(world, elements);
  for (const JobSlotId id : elements) follow_condition(world, id);
}

}  // namespace mcsim::handlers
