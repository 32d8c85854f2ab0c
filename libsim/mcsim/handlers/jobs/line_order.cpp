// Jobs that trade their positions.
#include "mcsim/handlers/jobs/line_order.hpp"

#include <algorithm>
#include <iterator>
#include <list>
#include <map>
#include <tuple>

namespace mcsim::handlers {
namespace {

/// What the waiting jobs have in common that a job is moved among: those of its queue and priority;
/// for a user, of these, his own.
using LineKey = std::tuple<QueueId, std::int32_t, NameId>;

LineKey line_key(const JobState& job, bool by_admin) {
  return {job.queue, job.priority, by_admin ? none<NameId> : job.user};
}

/// The waiting jobs of one line in their order, and those of them that are moved, one after the
/// other.
struct Line {
  std::vector<JobSlotId> jobs;
  std::vector<JobSlotId> movers;
};

std::map<LineKey, Line> lines_of(const SchedulerState& state, const std::vector<JobSlotId>& movers,
                                 bool by_admin) {
  std::map<LineKey, Line> lines;
  for (const JobSlotId id : movers) lines[line_key(state.jobs[id], by_admin)].movers.push_back(id);
  state.jobs.visit([&](JobSlotId id, const JobState& job) {
    if (job.is_started() || job.stage == Stage::away) return;
    const auto line = lines.find(line_key(job, by_admin));
    if (line != lines.end()) line->second.jobs.push_back(id);
  });
  for (auto& [key, line] : lines)
    std::ranges::sort(line.jobs, {}, [&](JobSlotId id) { return state.jobs[id].position; });
  return lines;
}

/// Jobs of a line that go, one after the other, to one place of it, counted from 0; those between
/// move by one. Each takes as long, however long the line is.
class MovesToPlace {
 public:
  MovesToPlace(const std::vector<JobSlotId>& line, std::size_t to) {
    for (const JobSlotId id : line) {
      rows_.push_back({id, rows_.size() < to});
      before_moves_.push_back(std::prev(rows_.end()));
    }
    at_place_ = before_moves_[to];
  }

  /// `from`: where the job stood before any of them went.
  void go(std::size_t from) {
    const auto row = before_moves_[from];
    if (row == at_place_) return;
    if (row->is_ahead) {
      at_place_->is_ahead = true;
      rows_.splice(std::next(at_place_), rows_, row);
    } else {
      rows_.splice(at_place_, rows_, row);
    }
    row->is_ahead = false;
    at_place_ = row;
  }

  std::vector<JobSlotId> order() const {
    std::vector<JobSlotId> jobs;
    for (const Row& row : rows_) jobs.push_back(row.job);
    return jobs;
  }

 private:
  struct Row {
    JobSlotId job{};
    bool is_ahead = false;  ///< of the place
  };
  std::list<Row> rows_;
  std::vector<std::list<Row>::iterator> before_moves_;
  std::list<Row>::iterator at_place_;
};

std::vector<PlaceInLine> after_moves(const SchedulerState& state, const Line& line,
                                     std::size_t to) {
  const auto position = [&](JobSlotId id) { return state.jobs[id].position; };
  MovesToPlace moves(line.jobs, to);
  for (const JobSlotId id : line.movers) {
    const auto found = std::ranges::lower_bound(line.jobs, position(id), {}, position);
    moves.go(static_cast<std::size_t>(found - line.jobs.begin()));
  }
  const std::vector<JobSlotId> order = moves.order();
  std::vector<PlaceInLine> moved;
  for (std::size_t at = 0; at < order.size(); ++at)
    if (order[at] != line.jobs[at]) moved.push_back({order[at], position(line.jobs[at])});
  return moved;
}

}  // namespace

std::vector<JobSlotId> move_in_line(SchedulerState& state, JobLifecycle& life,
                                    const std::vector<JobSlotId>& movers,
                                    const TimelineEntry& entry) {
  const bool to_top = entry.kind == TimelineEntry::Kind::btop;
  const auto place = static_cast<std::size_t>(entry.place - 1);
  if (entry.by_admin && place == 0) {
    for (const JobSlotId id : movers)
      life.waiting().put(
          {{id, to_top ? state.jobs.position_before_all() : state.jobs.next_position()}});
    return movers;
  }
  std::vector<JobSlotId> moved;
  for (const auto& [key, line] : lines_of(state, movers, entry.by_admin)) {
    const std::size_t from_end = std::min(place, line.jobs.size() - 1);
    const std::size_t to = to_top ? from_end : line.jobs.size() - 1 - from_end;
    const std::vector<PlaceInLine> places = after_moves(state, line, to);
    life.waiting().put(places);
    for (const PlaceInLine& one : places) moved.push_back(one.job);
  }
  return moved;
}

}  // namespace mcsim::handlers
