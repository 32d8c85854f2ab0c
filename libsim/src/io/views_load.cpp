// lsload.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "io/text_table.hpp"
#include "mcsim/base/check.hpp"
#include "mcsim/io/place_status.hpp"
#include "mcsim/io/views.hpp"
#include "mcsim/system/load_board.hpp"
#include "views_values.hpp"

namespace mcsim {
namespace {

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

/// External load indices that each host has for itself, in the order of lsf.shared.
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
        board_(*view.world.lsf->load),
        own_indices_(own_indices(view.config())) {
    board_.pass(view.at);
    board_.read_log();
  }

  const std::vector<ViewField> fields;

  bool is_unavailable(HostId host) const {
    const LsfHost& at = view_.world.lsf->hosts[host];
    return at.down || at.unheard;
  }
  /// Source: lsload, Platform LSF Command Reference: by r15s, and those that nobody reaches last.
  std::vector<HostId> hosts() const {
    std::vector<std::pair<double, HostId>> hosts;
    for (std::size_t at = 0; at < view_.config().hosts.size(); ++at)
      if (const auto host = static_cast<HostId>(at); !view_.config().hosts[at].home)
        hosts.emplace_back(run_queue(host, static_cast<double>(board_.known(host)[builtin::r15s])),
                           host);
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
    const LoadVector load = board_.known(host);
    if (field >= tmp) return megabytes(host, field);
    const auto index = static_cast<double>(load[builtin::r15s + (field - r15s)]);
    if (field <= r15m) return rounded(run_queue(host, index), 1);
    if (field == ut) return rounded(index * 100, 0) + "%";
    return rounded(index, field == pg ? 1 : 0);
  }

 private:
  /// Source: spec 4.5: a sbatchd is missed after 300 s.
  std::string status_of(HostId host) const {
    if (is_unavailable(host)) return "unavail";
    const auto& down = view_.world.lsf->sbatchds_down;
    const auto found = down.find(host);
    return found != down.end() && view_.at - found->second.since > 300s ? "-ok" : "ok";
  }
  double run_queue(HostId host, double length) const {
    const HostConfig& config = view_.settings().hosts[index_of(host)];
    switch (form_) {
      case RunQueueForm::raw:
        return length;
      case RunQueueForm::normalized:
        return normalized_run_queue(length, config.ncpus, config.cpuf);
      case RunQueueForm::effective:
        return effective_run_queue(length, config.ncpus);
    }
    return length;
  }
  std::string megabytes(HostId host, std::size_t field) const {
    const LsfState& state = *view_.world.lsf;
    const HostValues values(view_.settings(), state.hosts, state.counts_suspended, host, host);
    const auto index = static_cast<std::uint16_t>(builtin::tmp + (field - tmp));
    const auto value = values.number(resource(index));
    return value ? rounded(*value, 0) + "M" : "-";
  }

  std::string external(HostId host, ResourceId id) const {
    const auto value = view_.world.lsf->hosts.told(host, id);
    return value ? index_text(*value) : "-";
  }

  const ClusterView& view_;
  RunQueueForm form_;
  LoadBoard board_;
  std::vector<ResourceId> own_indices_;
};

}  // namespace

std::string index_text(double value) {
  const auto whole = static_cast<std::int64_t>(value);
  if (static_cast<double>(whole) == value) return std::to_string(whole);
  const auto tenths = static_cast<std::int64_t>(value * 10 + (value < 0 ? -0.5 : 0.5));
  return (tenths < 0 ? "-" : "") + rounded_text(std::abs(tenths), 10, 1);
}

std::vector<ViewField> load_fields(const ClusterConfig& config) {
  std::vector<ViewField> all(std::begin(fields), std::end(fields));
  for (const ResourceId id : own_indices(config)) {
    const std::string& name = config.resources[index_of(id)].name;
    all.push_back({name, "", name, 6});
  }
  return all;
}

bool tells_load(const ClusterView& view) { return view.world.lsf && view.world.lsf->load; }

ViewRecords load_records(const ClusterView& view, RunQueueForm form) {
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

}  // namespace mcsim
