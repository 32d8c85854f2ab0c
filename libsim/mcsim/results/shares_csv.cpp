#include "mcsim/results/shares_csv.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/results/decisions_jsonl.hpp"
#include "mcsim/scheduler/share_names.hpp"
#include "mcsim/scheduler/share_priority.hpp"
#include "mcsim/text/csv.hpp"
#include "mcsim/text/put.hpp"

namespace mcsim::results {
namespace {

/// Rounded to milliseconds, as all times in tables are; what no table needs is cut.
std::string hours_in_seconds(double hours) {
  constexpr double most = 9e15;
  return seconds_text(Duration{std::llround(std::min(hours * 3'600'000, most))});
}

}  // namespace

void ShareLog::look(const std::vector<ClusterWorld>& worlds, Time at) {
  for (const ClusterWorld& world : worlds) look_at(world, at, false);
}

void ShareLog::finish(const std::vector<ClusterWorld>& worlds, Time end) {
  for (const ClusterWorld& world : worlds) look_at(world, end, true);
}

void ShareLog::look_at(const ClusterWorld& world, Time at, bool is_last) {
  if (!world.lsf || world.lsf->dispatch) return;
  const SchedulerState& state = *world.lsf;
  for (std::size_t tree = 0; tree < state.shares.trees.size(); ++tree)
    for (std::size_t row = 1; row < state.shares.trees[tree].accounts.size(); ++row)
      look_at(world, static_cast<FairshareId>(tree), row, at, is_last);
}

void ShareLog::look_at(const ClusterWorld& world, FairshareId tree, std::size_t row, Time at,
                       bool is_last) {
  const SchedulerState& state = *world.lsf;
  const auto id = static_cast<AccountId>(row);
  const ShareAccount& account = state.shares.trees[index_of(tree)][id];
  const Seen seen{.shares = account.shares,
                  .started = account.use.slots.running + account.use.slots.suspended,
                  .reserved = account.use.slots.reserved,
                  .forwarded = account.use.forwarded};
  std::vector<Looked>& places = places_[{world.id, tree}];
  places.resize(std::max(places.size(), row + 1));
  const Looked place{account.row, account.user, seen};
  if (std::exchange(places[row], place) == place && !is_last) return;
  const std::string& list = state.settings.fairshares[index_of(tree)].name;
  const std::string groups = account_place(grid_.users, state, tree, id).substr(list.size() + 1);
  const std::string start = csv_name(grid_.clusters[index_of(world.id)].name) + "," +
                            csv_name(list) + "," +
                            csv_name(groups + account_name(grid_.users, state, tree, id)) + ",";
  const auto known = last_.find(start);
  if (known == last_.end() ? !seen.is_of_use()
                           : known->second.first == seen && !(is_last && known->second.second < at))
    return;
  last_[start] = {seen, at};
  const UserShareView view = share_view_of(world.config, state, tree, id, at);
  rows_ += seconds_text(at.time_since_epoch()) + "," + start + std::to_string(seen.shares) + "," +
           exact_number(state.shares.priority(view)) + "," + std::to_string(seen.started) + "," +
           std::to_string(seen.reserved) + "," + std::to_string(seen.forwarded) + "," +
           hours_in_seconds(view.cpu_hours) + "," +
           hours_in_seconds(view.run_hours + view.hist_run_hours) + "\n";
}

std::optional<Diagnostic> ShareLog::write(OutputFile& file) {
  for (const std::string_view& name : shares_csv_columns) {
    file.write(name);
    file.write(&name == &shares_csv_columns.back() ? "\n" : ",");
  }
  file.write(rows_);
  return file.close();
}

}  // namespace mcsim::results
