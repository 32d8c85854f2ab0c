// The lines in which jobs wait, and which of them come first.
#include <algorithm>
#include <utility>

#include "mcsim/base/check.hpp"
#include "mcsim/base/grown.hpp"
#include "mcsim/system/lsf_book.hpp"

namespace mcsim {
void LsfBook::wait(JobSlotId id) {
  LsfJob& job = state_.jobs[id];
  job.stage = Stage::pending;
  job.since = now_;
  job.requirement = requirement_of(job.queue, job.profile);
  const ShapeId shape_id = shape_of(job, job.requirement);
  Shape& shape = state_.shapes[shape_id];
  job.shape = shape_id;
  job.line = line_of(shape, job);
  shape.lines[job.line].jobs.add(order_key(job), id);
  ++shape.jobs;
  count_pending(job, 1);
  update_head(shape_id, job.line);
}

void LsfBook::leave(JobSlotId id, Stage stage) {
  LsfJob& job = state_.jobs[id];
  const ShapeId shape = job.shape;
  const std::uint32_t line = job.line;
  if (!state_.slot_reservations.empty()) drop_reservations_of(id);
  count_pending(job, -1);
  job.stage = stage;
  job.since = now_;
  job.shape = none<ShapeId>;
  if (--state_.shapes[shape].jobs == 0)
    free_shape(shape);
  else
    update_head(shape, line);
}

void LsfBook::count_pending(const LsfJob& job, std::int32_t sign) {
  LsfQueue& queue = state_.queues[job.queue];
  queue.pending_slots += std::int64_t{sign} * job.slots.count();
  if (queue.by_user)
    grown(queue.pending_of_user, job.user) += std::int64_t{sign} * job.slots.count();
}

ShapeId LsfBook::shape_of(const LsfJob& job, RequirementId requirement) {
  const LsfQueue& queue = state_.queues[job.queue];
  const Duration estimate = queue.by_estimate ? job.estimate : unlimited;
  const JobIndex alone = state_.requirements[requirement].stands_alone ? job.index : none<JobIndex>;
  const ShapeKey key{requirement, job.slots.count(), estimate, job.excluded, alone};
  const auto [found, is_new] = state_.shape_of.try_emplace(key, none<ShapeId>);
  if (!is_new) return found->second;
  ShapeId id{};
  if (state_.free_shapes.empty()) {
    id = state_.shapes.add(Shape());
  } else {
    id = state_.free_shapes.back();
    state_.free_shapes.pop_back();
  }
  found->second = id;
  Shape& shape = state_.shapes[id];
  shape.requirement = requirement;
  shape.queue = job.queue;
  shape.slots = job.slots;
  shape.estimate = estimate;
  shape.excluded = job.excluded;
  shape.alone = alone;
  shape.turn = queue.turn;
  const Requirement& wish = state_.requirements[requirement];
  const ResourceRequirement& asked = wish.asked;
  shape.one_host = job.slots == Slots{1} || asked.one_host || asked.ptile >= job.slots.count();
  shapes_of(shape).add(id, slots_to_look(wish, job), shape);
  return id;
}

std::uint32_t LsfBook::line_of(Shape& shape, const LsfJob& job) {
  if (!state_.queues[shape.queue].by_user) {
    if (shape.lines.empty()) shape.lines.emplace_back();
    return 0;
  }
  const NameId user = job.user;
  const auto [found, is_new] =
      shape.line_of.try_emplace(user, static_cast<std::uint32_t>(shape.lines.size()));
  if (is_new) {
    shape.lines.emplace_back();
    shape.lines.back().user = user;
  }
  return found->second;
}

/// How many slots must be free for a look at a job to be of use: who preempts makes them free, who
/// reserves is content with less.
Slots LsfBook::slots_to_look(const Requirement& requirement, const LsfJob& job) const {
  if (requirement.is_volatile) return Slots{};
  const bool reserves = state_.settings.queues[index_of(job.queue)].max_reserve_time > 0ms;
  return reserves ? Slots{1} : job.slots;
}

ShapesBySize& LsfBook::shapes_of(const Shape& shape) {
  Turn& turn = state_.turns[shape.turn];
  return shape.one_host ? turn.on_one_host : turn.on_many_hosts;
}

/// An unused shape, which keeps the memory of the old one.
void LsfBook::recycle(Shape& shape) {
  Shape fresh;
  if (shape.lines.size() == 1 && shape.line_of.empty()) {
    shape.lines[0].jobs.clear();
    shape.lines[0].parked = Parked::no;
    fresh.lines = std::move(shape.lines);
    fresh.heads = std::move(shape.heads);
    fresh.heads.set(0, MinTree::nothing);
  }
  shape = std::move(fresh);
}

void LsfBook::free_shape(ShapeId id) {
  Shape& shape = state_.shapes[id];
  shapes_of(shape).remove(shape);
  update_live(shape.turn);
  state_.shape_of.erase(
      {shape.requirement, shape.slots.count(), shape.estimate, shape.excluded, shape.alone});
  recycle(shape);
  state_.free_shapes.push_back(id);
}

bool LsfBook::is_live(ShapeId id, std::uint32_t line, const JobLine::Entry& entry) const {
  const LsfJob& job = state_.jobs[entry.job];
  return job.stage == Stage::pending && !job.is_aside && job.shape == id && job.line == line &&
         order_key(job) == entry.key;
}

void LsfBook::update_head(ShapeId id, std::uint32_t line) {
  Shape& shape = state_.shapes[id];
  Shape::Line& one = shape.lines[line];
  const JobLine::Entry* first =
      one.jobs.first([&](const JobLine::Entry& entry) { return is_live(id, line, entry); });
  const bool hidden = first == nullptr || one.parked != Parked::no;
  shape.heads.set_grown(line, hidden ? MinTree::nothing : first->key);
  update_turn(id);
}

void LsfBook::update_live(std::uint32_t id) {
  const Turn& turn = state_.turns[id];
  const bool resumes = std::ranges::any_of(
      turn.queues, [&](QueueId queue) { return !state_.queues[queue].suspended.empty(); });
  state_.turn_needs.set(
      id, resumes ? 0 : std::min(turn.on_one_host.least(), turn.on_many_hosts.least()));
}

void LsfBook::update_turn(ShapeId id) {
  const Shape& shape = state_.shapes[id];
  const bool hidden = shape.parked != Parked::no;
  shapes_of(shape).set(shape, hidden ? MinTree::nothing : shape.heads.least());
  update_live(shape.turn);
}

}  // namespace mcsim
