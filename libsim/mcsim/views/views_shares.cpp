// bhpart, and what bqueues -l says of user fairshare: shares, priorities, and what was used.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/scheduler/share_charges.hpp"
#include "mcsim/scheduler/share_names.hpp"
#include "mcsim/text/text_table.hpp"
#include "mcsim/views/views.hpp"
#include "mcsim/views/views_values.hpp"

namespace mcsim::views {
namespace shares_view {

enum Field : std::size_t {
  share_info_for,
  user_group,
  shares,
  priority,
  started,
  reserved,
  cpu_time,
  run_time,
  forwarded
};

constexpr ViewField fields[] = {{"share_info_for", "", "SHARE_INFO_FOR", 20},
                                {"user_group", "", "USER/GROUP", 12},
                                {"shares", "", "SHARES", 7},
                                {"priority", "", "PRIORITY", 9},
                                {"started", "", "STARTED", 8},
                                {"reserved", "", "RESERVED", 9},
                                {"cpu_time", "", "CPU_TIME", 10},
                                {"run_time", "", "RUN_TIME", 9},
                                {"forwarded", "", "FORWARDED", 9}};

/// With so many decimals; what no display needs is cut.
std::string fixed_text(double value, int decimals) {
  constexpr double most = 1e12;
  std::int64_t unit = 1;
  for (int at = 0; at < decimals; ++at) unit *= 10;
  const double shown = std::min(value, most) * static_cast<double>(unit);
  return rounded_text(std::llround(shown), unit, decimals);
}

/// An account, and where it stands.
struct Row {
  FairshareId tree{};
  AccountId account{};
};

std::string name_of_account(const ClusterView& view, const Row& row) {
  return account_name(view.grid.users, *view.world.lsf, row.tree, row.account);
}
std::string place_of_account(const ClusterView& view, const Row& row) {
  return account_place(view.grid.users, *view.world.lsf, row.tree, row.account);
}

/// The accounts of one group; those of single users by name behind what USER_SHARES lists.
std::vector<Row> rows_below(const ClusterView& view, const Row& group) {
  const ShareTree& tree = view.world.lsf->shares.trees[index_of(group.tree)];
  std::vector<Row> rows;
  for (const AccountId child : tree[group.account].children) rows.push_back({group.tree, child});
  std::ranges::sort(rows, {}, [&](const Row& row) {
    return std::pair(index_of(tree[row.account].row), name_of_account(view, row));
  });
  return rows;
}

/// Those of a tree, and behind each group with shares of its own those below it.
void add_rows(const ClusterView& view, const Row& group, bool recursive, std::vector<Row>& all) {
  const std::vector<Row> rows = rows_below(view, group);
  all.insert(all.end(), rows.begin(), rows.end());
  if (!recursive) return;
  for (const Row& row : rows) add_rows(view, row, true, all);
}

std::string share_value(const ClusterView& view, const Row& row, std::size_t field) {
  if (field == share_info_for) return place_of_account(view, row);
  if (field == user_group) return name_of_account(view, row);
  const UserShareView seen =
      share_view_of(view.config(), *view.world.lsf, row.tree, row.account, view.at);
  switch (field) {
    case shares:
      return std::to_string(seen.shares);
    case priority:
      return fixed_text(view.world.lsf->shares.priority(seen), 3);
    case started:
      return std::to_string(seen.started_slots);
    case reserved:
      return std::to_string(seen.reserved_slots);
    case forwarded:
      return std::to_string(seen.forwarded_slots);
    case cpu_time:
      return fixed_text(seen.cpu_hours * 3600, 1);
    default:
      return fixed_text((seen.run_hours + seen.hist_run_hours) * 3600, 0);
  }
}

/// The tables of a tree: USER/GROUP, SHARES, PRIORITY and what was used; with FWD_JOB_FACTOR also
/// the slots that it counts.
std::string tables_of(const ClusterView& view, FairshareId tree, bool recursive) {
  std::vector<Row> rows;
  add_rows(view, {tree, root_account}, recursive, rows);
  std::string text, place;
  const bool has_forwarded = view.settings().fairshares[index_of(tree)].factors.fwd_job.has_value();
  if (rows.empty())
    return "SHARE_INFO_FOR: " + view.settings().fairshares[index_of(tree)].name +
           "/\nNo user has a share\n";
  for (const Row& row : rows) {
    if (std::string here = place_of_account(view, row); here != place) {
      place = std::move(here);
      text += (text.empty() ? "" : "\n") + ("SHARE_INFO_FOR: " + place) +
              "\n USER/GROUP   SHARES  PRIORITY  STARTED  RESERVED  CPU_TIME  RUN_TIME" +
              (has_forwarded ? "  FORWARDED\n" : "\n");
    }
    const auto value = [&](std::size_t field) { return share_value(view, row, field); };
    text += left(value(user_group), 12) + " " + right(value(shares), 7) + " " +
            right(value(priority), 9) + " " + right(value(started), 8) + " " +
            right(value(reserved), 9) + " " + right(value(cpu_time), 9) + " " +
            right(value(run_time), 9) +
            (has_forwarded ? "  " + right(value(forwarded), 9) : std::string()) + "\n";
  }
  return text;
}

bool is_partition(const FairshareConfig& tree) {
  return tree.of == FairshareConfig::Of::host_partition;
}

/// The accounts of those trees for which `shows(tree)` holds.
template <class Shows>
ViewRecords records_of(const ClusterView& view, Shows&& shows) {
  std::vector<Row> rows;
  const auto& trees = view.settings().fairshares;
  for (std::size_t at = 0; at < trees.size() && view.world.lsf && !view.world.lsf->dispatch; ++at)
    if (shows(trees[at])) add_rows(view, {static_cast<FairshareId>(at), root_account}, true, rows);
  const std::size_t size = rows.size();
  return {.command = "bhpart",
          .count_key = "ACCOUNTS",
          .fields = fields,
          .size = size,
          .value = [&view, rows = std::move(rows)](std::size_t at, std::size_t field) {
            return share_value(view, rows[at], field);
          }};
}

}  // namespace shares_view

std::span<const ViewField> share_fields() {
  using namespace shares_view;
  return fields;
}

ViewRecords share_records(const ClusterView& view, const std::vector<std::string>& partitions) {
  using namespace shares_view;
  return records_of(view, [&](const FairshareConfig& tree) {
    return is_partition(tree) &&
           (partitions.empty() || std::ranges::find(partitions, tree.name) != partitions.end());
  });
}

ViewRecords queue_share_records(const ClusterView& view, const std::vector<std::string>& queues) {
  using namespace shares_view;
  return records_of(view, [&](const FairshareConfig& tree) {
    return std::ranges::any_of(tree.queues, [&](QueueId id) {
      return queues.empty() ||
             std::ranges::find(queues, view.settings().queues[index_of(id)].name) != queues.end();
    });
  });
}

std::string bhpart_text(const ClusterView& view, const std::vector<std::string>& partitions,
                        bool recursive) {
  using namespace shares_view;
  std::string text;
  const auto& trees = view.settings().fairshares;
  for (std::size_t at = 0; at < trees.size() && view.world.lsf; ++at) {
    const FairshareConfig& tree = trees[at];
    if (!is_partition(tree) ||
        (!partitions.empty() && std::ranges::find(partitions, tree.name) == partitions.end()))
      continue;
    text += (text.empty() ? "" : "\n") + ("HOST_PARTITION_NAME: " + tree.name) + "\nHOSTS:";
    for (const HostId host : tree.hosts) text += " " + view.settings().hosts[index_of(host)].name;
    text += "\n\n" + tables_of(view, static_cast<FairshareId>(at), recursive);
  }
  return text;
}

std::string queue_shares_text(const ClusterView& view, const std::string& queue, bool recursive) {
  const auto& queues = view.settings().queues;
  const auto found = std::ranges::find(queues, queue, &QueueConfig::name);
  if (found == queues.end() || found->fairshare == none<FairshareId> || !view.world.lsf ||
      view.world.lsf->dispatch)
    return {};
  const FairshareConfig& tree = view.settings().fairshares[index_of(found->fairshare)];
  std::string text = "\nSCHEDULING POLICIES:  FAIRSHARE\n";
  if (tree.queues.size() > 1 && !shares_view::is_partition(tree)) {
    text += "FAIRSHARE_QUEUES: ";
    for (const QueueId other : tree.queues) text += " " + queues[index_of(other)].name;
    text += std::string("\n") + (tree.by_queue ? "DISPATCH_ORDER:  QUEUE\n" : "");
  }
  return text + "\n" + shares_view::tables_of(view, found->fairshare, recursive);
}

}  // namespace mcsim::views
