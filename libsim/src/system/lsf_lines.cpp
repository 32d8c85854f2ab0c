// The lines in which jobs wait, and which of them come first.
#include <algorithm>

#include "mcsim/base/check.hpp"
#include "mcsim/system/lsf_book.hpp"

namespace mcsim {
namespace {

/// The element of a vector by id, made where there is none yet.
template <class Value>
Value& at_id(std::vector<Value>& values, NameId id) {
  if (index_of(id) >= values.size()) values.resize(index_of(id) + 1);
  return values[index_of(id)];
}

/// Sets a leaf of a tree that grows with its leaves.
void set_grown(MinTree& tree, std::size_t position, std::int64_t key) {
  if (position >= tree.capacity()) {
    MinTree larger(2 * (position + 1));
    for (std::size_t at = 0; at < tree.capacity(); ++at) larger.set(at, tree.at(at));
    tree = std::move(larger);
  }
  tree.set(position, key);
}

}  // namespace

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
    at_id(queue.pending_of_user, job.user) += std::int64_t{sign} * job.slots.count();
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
  Turn& turn = state_.turns[queue.turn];
  if (turn.free_places.empty()) {
    shape.place = static_cast<std::uint32_t>(turn.shapes.size());
    turn.shapes.push_back(id);
  } else {
    shape.place = turn.free_places.back();
    turn.free_places.pop_back();
    turn.shapes[shape.place] = id;
  }
  return id;
}

std::uint32_t LsfBook::line_of(Shape& shape, const LsfJob& job) {
  const NameId user = state_.queues[shape.queue].by_user ? job.user : none<NameId>;
  const auto [found, is_new] =
      shape.line_of.try_emplace(user, static_cast<std::uint32_t>(shape.lines.size()));
  if (is_new) {
    shape.lines.emplace_back();
    shape.lines.back().user = user;
  }
  return found->second;
}

void LsfBook::free_shape(ShapeId id) {
  Shape& shape = state_.shapes[id];
  Turn& turn = state_.turns[shape.turn];
  set_grown(turn.heads, shape.place, MinTree::nothing);
  turn.shapes[shape.place] = none<ShapeId>;
  turn.free_places.push_back(shape.place);
  state_.shape_of.erase(
      {shape.requirement, shape.slots.count(), shape.estimate, shape.excluded, shape.alone});
  shape = Shape();
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
  set_grown(shape.heads, line, hidden ? MinTree::nothing : first->key);
  update_turn(id);
}

void LsfBook::update_turn(ShapeId id) {
  const Shape& shape = state_.shapes[id];
  const bool hidden = shape.parked != Parked::no;
  set_grown(state_.turns[shape.turn].heads, shape.place,
            hidden ? MinTree::nothing : shape.heads.least());
}

}  // namespace mcsim
