// Jobs that trade their positions.
#include "mcsim/handlers/jobs/line_order.hpp"

#include <algorithm>
#include <iterator>

namespace mcsim::handlers {
namespace {

/// The waiting jobs that one job is moved among, itself one of them, in their order: those of its
/// queue and priority; for a user, of these, his own.
std::vector<JobSlotId> line_of(const SchedulerState& state, JobSlotId id, bool by_admin) {
  const JobState& mine = state.jobs[id];
  std::vector<JobSlotId> line;
  state.jobs.visit([&](JobSlotId other, const JobState& job) {
    const bool waits = !job.is_started() && job.stage != Stage::away;
    if (waits && job.queue == mine.queue && job.priority == mine.priority &&
        (by_admin || job.user == mine.user))
      line.push_back(other);
  });
  std::ranges::sort(line, {}, [&](JobSlotId other) { return state.jobs[other].position; });
  return line;
}

/// The job goes to a place of the line, counted from 0; those between move by one.
std::vector<PlaceInLine> after_move(const SchedulerState& state, std::vector<JobSlotId> line,
                                    JobSlotId id, std::size_t to) {
  std::vector<std::int64_t> positions;
  for (const JobSlotId one : line) positions.push_back(state.jobs[one].position);
  line.erase(std::ranges::find(line, id));
  line.insert(std::next(line.begin(), static_cast<std::ptrdiff_t>(to)), id);
  std::vector<PlaceInLine> moved;
  for (std::size_t at = 0; at < line.size(); ++at)
    if (state.jobs[line[at]].position != positions[at]) moved.push_back({line[at], positions[at]});
  return moved;
}

std::vector<JobSlotId> put_in_order(JobLifecycle& life, const std::vector<PlaceInLine>& places) {
  life.waiting().put(places);
  std::vector<JobSlotId> moved;
  for (const PlaceInLine& place : places) moved.push_back(place.job);
  return moved;
}

}  // namespace

std::vector<JobSlotId> move_in_line(SchedulerState& state, JobLifecycle& life, JobSlotId id,
                                    const TimelineEntry& entry) {
  const bool to_top = entry.kind == TimelineEntry::Kind::btop;
  const auto place = static_cast<std::size_t>(entry.place - 1);
  if (entry.by_admin && place == 0) {
    const std::int64_t position =
        to_top ? state.jobs.position_before_all() : state.jobs.next_position();
    return put_in_order(life, {{id, position}});
  }
  std::vector<JobSlotId> line = line_of(state, id, entry.by_admin);
  const std::size_t from_end = std::min(place, line.size() - 1);
  const std::size_t to = to_top ? from_end : line.size() - 1 - from_end;
  return put_in_order(life, after_move(state, std::move(line), id, to));
}

}  // namespace mcsim::handlers
