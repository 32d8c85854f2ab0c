// blimits: what is in use under sections Limit, and what they say.
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/scheduler/limit_rules.hpp"
#include "mcsim/text/put.hpp"
#include "mcsim/text/text_table.hpp"
#include "mcsim/views/views.hpp"
#include "mcsim/views/views_values.hpp"

namespace mcsim::views {
namespace limits_view {

enum Field : std::size_t {
  section_name,
  users,
  queues,
  hosts,
  projects,
  apps,
  slots,
  mem,
  tmp,
  swp,
  jobs,
  resources,
  count
};

constexpr ViewField fields[] = {
    {"name", "", "NAME", 12},         {"users", "", "USERS", 12},
    {"queues", "", "QUEUES", 12},     {"hosts", "", "HOSTS", 16},
    {"projects", "", "PROJECTS", 10}, {"apps", "", "APPS", 10},
    {"slots", "", "SLOTS", 9},        {"mem", "", "MEM", 12},
    {"tmp", "", "TMP", 12},           {"swp", "", "SWP", 12},
    {"jobs", "", "JOBS", 9},          {"resources", "", "RESOURCES", 16}};
static_assert(std::size(fields) == count);

using Row = std::array<std::string, count>;

NameId id_in(const NameTable& names, const std::string& name) {
  for (std::size_t at = 0; at < names.size(); ++at)
    if (const auto id = static_cast<NameId>(at); names.name(id) == name) return id;
  return none<NameId>;
}

/// A counter of a section: what is in use, and where.
struct Counter {
  std::uint32_t row = 0;
  LimitKey key{};
  LimitUse use{};
  bool is_used = false;
};

class Rows {
 public:
  explicit Rows(const ClusterView& view)
      : view_(view), state_(*view.world.lsf), rules_(view.config(), state_, view.at) {}

  /// In the order of the file, and of the consumers that have a counter each.
  std::vector<Row> of(const LimitFilter& filter) const {
    std::vector<Row> rows;
    for (const Counter& counter : counters(filter.all))
      if (is_asked_for(counter, filter)) rows.push_back(row_of(counter));
    return rows;
  }
  bool is_asked_for(const Counter& counter, const LimitFilter& filter) const {
    const ClusterSettings& settings = view_.settings();
    const LimitSection& section = settings.limits[counter.row];
    const LimitKey& key = counter.key;
    const auto number_of = [](const auto& list, const std::string& name) {
      return std::ranges::find(list, name, [](const auto& one) { return one.name; }) - list.begin();
    };
    return (filter.names.empty() || is_in(filter.names, section.name)) &&
           is_for(section.hosts, key.host, filter.hosts,
                  [&](const std::string& name) {
                    return static_cast<HostId>(number_of(settings.hosts, name));
                  }) &&
           is_for(section.queues, key.queue, filter.queues,
                  [&](const std::string& name) {
                    return static_cast<QueueId>(number_of(settings.queues, name));
                  }) &&
           is_for(section.users, key.user, filter.users,
                  [&](const std::string& name) { return id_in(view_.grid.users, name); }) &&
           is_for(section.projects, key.project, filter.projects,
                  [&](const std::string& name) { return id_in(view_.grid.projects, name); });
  }

 private:
  static bool is_in(const std::vector<std::string>& names, const std::string& name) {
    return std::ranges::find(names, name) != names.end();
  }
  /// Whether a counter is for one of the consumers asked for; `key`: the one that it is for alone.
  template <Id T, class IdOf>
  static bool is_for(const LimitConsumers<T>& column, T key, const std::vector<std::string>& asked,
                     IdOf&& id_of) {
    return asked.empty() || std::ranges::any_of(asked, [&](const std::string& name) {
             const T id = id_of(name);
             return column.has(id) && (key == none<T> || key == id);
           });
  }
  std::vector<Counter> counters(bool all) const {
    LimitCounts counts;
    state_.jobs.visit([&](JobSlotId id, const JobState&) {
      for (const auto& [counter, use] : rules_.shown_counts_of(id)) counts[counter].add(use, 1);
    });
    std::vector<Counter> found;
    auto next = counts.begin();  // by section
    for (std::uint32_t row = 0; row < view_.settings().limits.size(); ++row) {
      const bool any = next != counts.end() && next->first.first == row;
      for (; next != counts.end() && next->first.first == row; ++next)
        found.push_back({row, next->first.second, next->second, true});
      if (!any && all) found.push_back({.row = row});
    }
    return found;
  }

  /// `used/limit`; a dash where the section says nothing of it.
  static std::string ratio(const std::string& used, const std::string& limit) {
    return used + "/" + limit;
  }
  std::string amount(const Counter& counter, std::size_t at) const {
    const LimitSection& section = view_.settings().limits[counter.row];
    const LimitedResource& limited = section.amounts[at];
    const Amount used = at < counter.use.amounts.size() ? counter.use.amounts[at] : 0;
    const std::string limit = limited.percent > 0 && !counter.is_used
                                  ? std::to_string(limited.percent) + "%"
                                  : amount_text(rules_.amount_of(limited, host_of(counter)));
    return ratio(amount_text(used), limit);
  }
  static std::string amount_text(Amount amount) { return millionths_text(amount * 1'000); }
  static HostId host_of(const Counter& counter) {
    return counter.key.host == none<HostId> ? HostId{} : counter.key.host;
  }

  template <Id T, class NameOf>
  static std::string consumer(const LimitConsumers<T>& consumers, T key, NameOf&& name_of) {
    if (key != none<T>) return std::string(name_of(key));
    if (!consumers.is_given()) return "-";
    std::string text = consumers.all ? "all" : "";
    for (const T one : consumers.listed)
      text += (text.empty() ? "" : " ") + std::string(consumers.all ? "~" : "") +
              std::string(name_of(one));
    return text;
  }

 public:
  /// Of a section as configured: without what is in use.
  std::string config_of(std::uint32_t at) const {
    const LimitSection& section = view_.settings().limits[at];
    const Row row = row_of({.row = at});
    std::string text = "Begin Limit\n";
    const auto add = [&](const std::string& key, const std::string& value) {
      if (value != "-") text += key + " = " + value + "\n";
    };
    const auto per = [](bool each) { return std::string(each ? "PER_" : ""); };
    const auto limit = [&](std::size_t field) {
      const std::size_t slash = row[field].find('/');
      return slash == std::string::npos ? row[field] : row[field].substr(slash + 1);
    };
    add("NAME", row[section_name]);
    add(per(section.users.each) + (section.users.each ? "USER" : "USERS"), row[users]);
    add(per(section.queues.each) + (section.queues.each ? "QUEUE" : "QUEUES"), row[queues]);
    add(per(section.hosts.each) + (section.hosts.each ? "HOST" : "HOSTS"), row[hosts]);
    add(per(section.projects.each) + (section.projects.each ? "PROJECT" : "PROJECTS"),
        row[projects]);
    add(per(section.applications.each) + (section.applications.each ? "APP" : "APPS"), row[apps]);
    if (section.slots < no_limit) add("SLOTS", std::to_string(section.slots));
    if (section.slots_per_processor.thousandths >= 0)
      add("SLOTS_PER_PROCESSOR", rounded_text(section.slots_per_processor.thousandths, 1000, 3));
    add("MEM", limit(mem));
    add("TMP", limit(tmp));
    add("SWP", limit(swp));
    add("JOBS", limit(jobs));
    for (std::size_t one = 0; one < section.amounts.size(); ++one) {
      const ResourceId id = section.amounts[one].resource;
      if (index_of(id) == builtin::mem || index_of(id) == builtin::tmp ||
          index_of(id) == builtin::swp)
        continue;
      const std::string used = amount({.row = at}, one);
      add("RESOURCE", "[" + view_.settings().resources[index_of(id)].name + "," +
                          used.substr(used.find('/') + 1) + "]");
    }
    return text + "End Limit\n";
  }

 private:
  Row row_of(const Counter& counter) const {
    const ClusterSettings& settings = view_.settings();
    const LimitSection& section = settings.limits[counter.row];
    Row row;
    row.fill("-");
    if (!section.name.empty()) row[section_name] = section.name;
    row[users] = consumer(section.users, counter.key.user,
                          [&](NameId id) { return view_.grid.users.name(id); });
    row[queues] = consumer(section.queues, counter.key.queue,
                           [&](QueueId id) { return settings.queues[index_of(id)].name; });
    row[hosts] = consumer(section.hosts, counter.key.host,
                          [&](HostId id) { return settings.hosts[index_of(id)].name; });
    row[projects] = consumer(section.projects, counter.key.project,
                             [&](NameId id) { return view_.grid.projects.name(id); });
    row[apps] = consumer(section.applications, counter.key.application, [&](ApplicationId id) {
      return settings.applications[index_of(id)].name;
    });
    if (section.slots < no_limit || section.slots_per_processor.thousandths >= 0)
      row[slots] = ratio(
          std::to_string(rules_.started_slots(counter.row, counter.use) + counter.use.reserved),
          std::to_string(section.slots_on(state_.hosts[host_of(counter)].ncpus)));
    if (section.limits_jobs())
      row[jobs] = ratio(std::to_string(counter.use.jobs), std::to_string(section.jobs));
    for (std::size_t at = 0; at < section.amounts.size(); ++at) add_amount(counter, at, row);
    return row;
  }
  void add_amount(const Counter& counter, std::size_t at, Row& row) const {
    const ResourceId id = view_.settings().limits[counter.row].amounts[at].resource;
    switch (index_of(id)) {
      case builtin::mem:
        row[mem] = amount(counter, at);
        return;
      case builtin::swp:
        row[swp] = amount(counter, at);
        return;
      case builtin::tmp:
        row[tmp] = amount(counter, at);
        return;
      default:
        break;
    }
    std::string& cell = row[resources];
    if (cell == "-") cell.clear();
    cell += (cell.empty() ? "" : " ") + view_.settings().resources[index_of(id)].name + "=" +
            amount(counter, at);
  }

  const ClusterView& view_;
  const SchedulerState& state_;
  LimitRules rules_;
};

std::vector<Row> rows_of(const ClusterView& view, const LimitFilter& filter) {
  if (!view.world.lsf || view.world.lsf->dispatch) return {};
  return Rows(view).of(filter);
}

/// A table of some columns, without rows that have a dash in all of `needed`.
std::string table_of(const std::vector<Row>& rows, const std::vector<std::size_t>& columns,
                     const std::vector<std::size_t>& needed) {
  std::vector<std::size_t> widths;
  const auto is_there = [&](const Row& row) {
    return std::ranges::any_of(needed, [&](std::size_t column) { return row[column] != "-"; });
  };
  for (const std::size_t column : columns) {
    std::size_t width = fields[column].header.size();
    for (const Row& row : rows)
      if (is_there(row)) width = std::max(width, row[column].size());
    widths.push_back(width);
  }
  std::string text;
  const auto add = [&](auto&& cell) {
    std::string line;
    for (std::size_t at = 0; at < columns.size(); ++at)
      line += (at == 0 ? " " : "  ") + left(std::string(cell(columns[at])), widths[at]);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  };
  bool any = false;
  for (const Row& row : rows) {
    if (!is_there(row)) continue;
    if (!any) add([](std::size_t column) { return fields[column].header; });
    any = true;
    add([&](std::size_t column) { return row[column]; });
  }
  return text;
}

}  // namespace limits_view

std::span<const ViewField> limit_fields() { return limits_view::fields; }

ViewRecords limit_records(const ClusterView& view, const LimitFilter& filter) {
  return records_of("blimits", "LIMITS", limits_view::fields, limits_view::rows_of(view, filter));
}

std::string blimits_config_text(const ClusterView& view, const LimitFilter& filter) {
  if (!view.world.lsf) return {};
  const limits_view::Rows rows(view);
  std::string text;
  for (std::uint32_t at = 0; at < view.settings().limits.size(); ++at)
    if (rows.is_asked_for({.row = at}, filter))
      text += (text.empty() ? "" : "\n") + rows.config_of(at);
  return text;
}

std::string blimits_text(const ClusterView& view, const LimitFilter& filter) {
  using namespace limits_view;
  const std::vector<Row> rows = rows_of(view, filter);
  std::vector<std::size_t> consumers{section_name, users, queues, hosts, projects};
  if (std::ranges::any_of(rows, [](const Row& row) { return row[apps] != "-"; }))
    consumers.push_back(apps);
  const auto with = [&](std::vector<std::size_t> more) {
    std::vector<std::size_t> columns = consumers;
    columns.insert(columns.end(), more.begin(), more.end());
    return columns;
  };
  const std::vector<std::size_t> internal{slots, mem, tmp, swp, jobs};
  std::string text;
  if (const std::string table = table_of(rows, with(internal), internal); !table.empty())
    text += "INTERNAL RESOURCE LIMITS:\n\n" + table;
  if (const std::string table = table_of(rows, with({resources}), {resources}); !table.empty())
    text += (text.empty() ? "" : "\n") + ("EXTERNAL RESOURCE LIMITS:\n\n" + table);
  return text;
}

}  // namespace mcsim::views
