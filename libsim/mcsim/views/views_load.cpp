// lsload: the load of hosts as LIMs report it.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/lim/master_load.hpp"
#include "mcsim/text/text_table.hpp"
#include "mcsim/views/place_status.hpp"
#include "mcsim/views/views.hpp"
#include "mcsim/views/views_values.hpp"

namespace mcsim::views {
namespace load_view {

enum Field : std::size_t { host_name, status, r15s, r1m, r15m, ut, pg, io, ls, it, tmp, swp, mem };

constexpr ViewField fields[] = {{"host_name", "hname", "HOST_NAME", 20},
                                {"status", "stat", "STATUS", 10},
                                {"r15s", "", "R15S", 6},
                                {"r1m", "", "R1M", 6},
                                {"r15m", "", "R15M", 6},
                                {"ut", "", "UT", 6},
                                {"pg", "", "PG", 6},
                                {"io", "", "IO", 6},
                                {"ls", "login", "LS", 6},
                                {"it", "idle", "IT", 6},
                                {"tmp", "", "TMP", 10},
                                {"swp", "swap", "SWP", 10},
                                {"mem", "", "MEM", 10}};

std::string rounded(double value, int decimals) {
  const std::int64_t unit = decimals == 0 ? 1 : 10;
  return rounded_text(static_cast<std::int64_t>(value * static_cast<double>(unit) + 0.5), unit,
                      decimals);
}

/// The external load indices that are not shared by hosts, in the order of lsf.shared.
std::vector<ResourceId> own_indices(const ClusterSettings& settings) {
  std::vector<ResourceId> indices;
  for (std::size_t at = 0; at < settings.resources.size(); ++at)
    if (const auto id = static_cast<ResourceId>(at);
        settings.resources[at].is_external() &&
        std::ranges::find(settings.shared_resources, id, &SharedResource::resource) ==
            settings.shared_resources.end())
      indices.push_back(id);
  return indices;
}

/// The loads of one cluster at one instant.
class Loads {
 public:
  Loads(const ClusterView& view, RunQueueForm form)
      : fields(load_fields(view.config())),
        view_(view),
        form_(form),
        master_load_(*view.world.lsf->load),
        own_indices_(own_indices(view.config())) {
    master_load_.pass(view.at);
    master_load_.read_log();
  }

  const std::vector<ViewField> fields;

  bool is_unavailable(HostId host) const {
    const HostState& at = view_.world.lsf->hosts[host];
    return at.down || at.unheard;
  }
  /// The hosts ordered by r15s, with unavailable ones last. Source: lsload, Platform LSF Command
  /// Reference.
  std::vector<HostId> hosts() const {
    std::vector<std::pair<double, HostId>> hosts;
    for (std::size_t at = 0; at < view_.config().hosts.size(); ++at)
      if (const auto host = static_cast<HostId>(at); !view_.config().hosts[at].home)
        hosts.emplace_back(*index_value(host, resource(builtin::r15s), form_), host);
    std::ranges::sort(hosts, {}, [&](const std::pair<double, HostId>& host) {
      return std::tuple(is_unavailable(host.second), host.first, host.second);
    });
    std::vector<HostId> sorted;
    for (const auto& host : hosts) sorted.push_back(host.second);
    return sorted;
  }
  std::string value(HostId host, std::size_t field) const {
    if (field == host_name) return view_.settings().hosts[index_of(host)].name;
    if (field == status) return status_of(host);
    if (is_unavailable(host)) return "-";
    if (field > mem) return external(host, own_indices_[field - mem - 1]);
    const ResourceId index = resource(static_cast<std::uint16_t>(field - r15s));
    const auto value = index_value(host, index, form_);
    if (!value) return "-";
    const std::string mark = is_beyond_busy(host, index) ? "*" : "";
    if (field <= r15m) return mark + rounded(*value, 1);
    if (field == ut) return mark + rounded(*value * 100, 0) + "%";
    if (field >= tmp) return mark + rounded(*value, 0) + "M";
    return mark + rounded(*value, field == pg ? 1 : 0);
  }

 private:
  /// The status; a dash before it means that the sbatchd has not been heard of for 300 s. Source:
  /// docs/rules/lsf.md, 4.5, also for exclusive jobs, which lock their hosts.
  std::string status_of(HostId host) const {
    if (is_unavailable(host)) return "unavail";
    const auto& down = view_.world.lsf->sbatchds.down;
    const auto found = down.find(host);
    const bool is_missed = found != down.end() && view_.at - found->second.since > 300s;
    return (is_missed ? "-" : "") + status_by_lim(host);
  }
  std::string status_by_lim(HostId host) const {
    const HostConfig& config = view_.settings().hosts[index_of(host)];
    if (!config.run_window.open_at(view_.at, view_.config().clock)) return "lockW";
    if (view_.world.lsf->hosts[host].exclusive_jobs > 0) return "lockU";
    const auto is_exceeded = [&](const LoadThreshold& one) {
      return is_beyond_busy(host, one.index);
    };
    const bool is_busy =
        view_.world.lsf->hosts[host].nans > 0 || std::ranges::any_of(config.busy, is_exceeded);
    return is_busy ? "busy" : "ok";
  }
  /// Compares effective run queues, whichever form is shown.
  bool is_beyond_busy(HostId host, ResourceId index) const {
    const std::vector<LoadThreshold>& busy = view_.settings().hosts[index_of(host)].busy;
    const auto found = std::ranges::find(busy, index, &LoadThreshold::index);
    if (found == busy.end()) return false;
    const auto value = index_value(host, index, RunQueueForm::effective);
    const bool increasing = view_.config().resources[index_of(index)].increasing;
    return value && (increasing ? *value > *found->sched : *value < *found->sched);
  }
  /// The value of an index in its own unit; none: unknown.
  std::optional<double> index_value(HostId host, ResourceId index, RunQueueForm form) const {
    if (index_of(index) > builtin::mem) return view_.world.lsf->hosts.told(host, index);
    if (index_of(index) >= builtin::tmp) return amount(host, index);
    const auto value = static_cast<double>(master_load_.known(host)[index_of(index)]);
    return index_of(index) <= builtin::r15m ? run_queue(host, value, form) : value;
  }
  double run_queue(HostId host, double length, RunQueueForm form) const {
    const HostConfig& config = view_.settings().hosts[index_of(host)];
    switch (form) {
      case RunQueueForm::raw:
        return length;
      case RunQueueForm::normalized:
        return normalized_run_queue(length, config.ncpus, config.cpuf);
      case RunQueueForm::effective:
        return effective_run_queue(length, config.ncpus);
    }
    return length;
  }
  /// The value of tmp, swp or mem, in MB.
  std::optional<double> amount(HostId host, ResourceId index) const {
    const SchedulerState& state = *view_.world.lsf;
    const HostValues values(view_.settings(), state.hosts, state.features.counts_suspended, host,
                            host);
    return values.number(index);
  }
  std::string external(HostId host, ResourceId id) const {
    if (view_.settings().resources[index_of(id)].kind == ResourceKind::text)
      return std::string(view_.world.lsf->hosts.told_text(host, id).value_or("-"));
    const auto value = index_value(host, id, form_);
    if (!value) return "-";
    if (std::isnan(*value)) return "*nan";
    return (is_beyond_busy(host, id) ? "*" : "") + index_text(*value);
  }

  const ClusterView& view_;
  RunQueueForm form_;
  MasterLoad master_load_;
  std::vector<ResourceId> own_indices_;
};

}  // namespace load_view

std::string index_text(double value) {
  using namespace load_view;
  const auto whole = static_cast<std::int64_t>(value);
  if (static_cast<double>(whole) == value) return std::to_string(whole);
  const auto tenths = static_cast<std::int64_t>(value * 10 + (value < 0 ? -0.5 : 0.5));
  return (tenths < 0 ? "-" : "") + rounded_text(std::abs(tenths), 10, 1);
}

std::vector<ViewField> load_fields(const ClusterConfig& config) {
  using namespace load_view;
  std::vector<ViewField> all(std::begin(fields), std::end(fields));
  for (const ResourceId id : own_indices(config)) {
    const std::string& name = config.resources[index_of(id)].name;
    all.push_back({name, "", name, 6});
  }
  return all;
}

bool tells_load(const ClusterView& view) {
  using namespace load_view;
  return view.world.lsf && view.world.lsf->load;
}

ViewRecords load_records(const ClusterView& view, RunQueueForm form) {
  using namespace load_view;
  MCSIM_CHECK(tells_load(view), "load is asked for where no LIM tells it");
  const auto loads = std::make_shared<const Loads>(view, form);
  std::vector<HostId> hosts = loads->hosts();
  const std::size_t size = hosts.size();
  return {.command = "lsload",
          .count_key = "HOSTS",
          .fields = loads->fields,
          .size = size,
          .value = [loads, hosts = std::move(hosts)](std::size_t at, std::size_t field) {
            return loads->value(hosts[at], field);
          }};
}

std::string lsload_text(const ClusterView& view, RunQueueForm form, bool is_long, bool header) {
  using namespace load_view;
  const ViewRecords records = load_records(view, form);
  constexpr std::size_t widths[] = {16, 7, 5, 5, 5, 5, 5, 5, 3, 5, 6, 6, 6};
  const std::size_t shown = is_long ? records.fields.size() : mem + 1;
  const auto width_of = [&](std::size_t field) {
    return field <= mem ? widths[field]
                        : std::max<std::size_t>(records.fields[field].name.size(), 6);
  };
  const auto line = [&](const auto& value) {
    std::string text = padded(value(host_name), widths[host_name]);
    for (std::size_t field = status; field < shown; ++field)
      if (is_long || field != io) text += " " + right(value(field), width_of(field));
    return text + "\n";
  };
  const auto heading = [&](std::size_t field) {
    return std::string(field == host_name ? "HOST_NAME" : records.fields[field].name);
  };
  std::string text;
  if (header) text = line(heading);
  for (std::size_t at = 0; at < records.size; ++at) {
    if (records.value(at, status) != "unavail")
      text += line([&](std::size_t field) { return records.value(at, field); });
    else
      text += padded(records.value(at, host_name), widths[host_name]) + " unavail\n";
  }
  return text;
}

}  // namespace mcsim::views
