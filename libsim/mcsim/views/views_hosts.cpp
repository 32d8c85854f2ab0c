// bhosts: the states and slots of hosts.
#include <string>
#include <utility>
#include <vector>

#include "mcsim/text/text_table.hpp"
#include "mcsim/views/place_status.hpp"
#include "mcsim/views/views.hpp"
#include "mcsim/views/views_values.hpp"

namespace mcsim::views {
namespace hosts_view {

enum Field : std::size_t { host_name, status, cpuf, jl_u, max, njobs, run, ssusp, ususp, rsv };

constexpr ViewField fields[] = {{"host_name", "hname", "HOST_NAME", 20},
                                {"status", "stat", "STATUS", 15},
                                {"cpuf", "", "CPUF", 10},
                                {"jl_u", "jlu", "JL/U", 8},
                                {"max", "", "MAX", 8},
                                {"njobs", "", "NJOBS", 8},
                                {"run", "", "RUN", 8},
                                {"ssusp", "", "SSUSP", 8},
                                {"ususp", "", "USUSP", 8},
                                {"rsv", "", "RSV", 8}};

/// The status; without `wide`, `closed` hides the reason.
std::string shown_status(const std::string& status, bool wide) {
  return wide || !status.starts_with("closed") ? status : "closed";
}

std::string host_value(const ClusterView& view, HostId host, std::size_t field, bool wide) {
  const HostConfig& config = view.settings().hosts[index_of(host)];
  const HostCounts counts = host_counts(view.world, host);
  switch (field) {
    case host_name:
      return config.name;
    case status:
      return shown_status(host_status(view.world, host), wide);
    case cpuf:
      return rounded_text(static_cast<std::int64_t>(config.cpuf * 100 + 0.5), 100, 2);
    case jl_u:
      return limit_or_dash(config.user_limit);
    case max:
      return std::to_string(counts.max);
    case njobs:
      return std::to_string(counts.all());
    case run:
      return std::to_string(counts.run);
    case ssusp:
      return std::to_string(counts.ssusp);
    case ususp:
      return std::to_string(counts.ususp);
    default:
      return std::to_string(counts.reserved);
  }
}

}  // namespace hosts_view

std::span<const ViewField> host_fields() {
  using namespace hosts_view;
  return fields;
}

ViewRecords host_records(const ClusterView& view, bool wide) {
  using namespace hosts_view;
  std::vector<HostId> hosts;
  for (std::size_t at = 0; at < view.config().hosts.size(); ++at)
    if (is_available(view.world, static_cast<HostId>(at))) hosts.push_back(static_cast<HostId>(at));
  const std::size_t size = hosts.size();
  return {.command = "bhosts",
          .count_key = "HOSTS",
          .fields = fields,
          .size = size,
          .value = [&view, wide, hosts = std::move(hosts)](std::size_t at, std::size_t field) {
            return host_value(view, hosts[at], field, wide);
          }};
}

std::string bhosts_text(const ViewRecords& records, bool wide, bool header) {
  using namespace hosts_view;
  std::string text = header ? "HOST_NAME          STATUS       JL/U    MAX  NJOBS    RUN  SSUSP"
                              "  USUSP    RSV\n"
                            : "";
  for (std::size_t at = 0; at < records.size; ++at) {
    const auto value = [&](std::size_t field) { return records.value(at, field); };
    const std::string name = value(host_name);
    text += (wide ? padded(name, 18) : tail(name, 18)) + " " + left(value(status), 12) + " " +
            right(value(jl_u), 4);
    for (const std::size_t field : {max, njobs, run, ssusp, ususp, rsv})
      text += " " + right(value(field), 6);
    text += "\n";
  }
  return text;
}

std::string bhosts_long_text(const ViewRecords& records) {
  using namespace hosts_view;
  std::string text;
  for (std::size_t at = 0; at < records.size; ++at) {
    const auto value = [&](std::size_t field) { return records.value(at, field); };
    text += (text.empty() ? "" : "\n") + ("HOST  " + value(host_name)) + "\n" +
            "STATUS           CPUF  JL/U    MAX  NJOBS    RUN  SSUSP  USUSP    RSV\n" +
            left(value(status), 14) + right(value(cpuf), 7) + right(value(jl_u), 6);
    for (const std::size_t field : {max, njobs, run, ssusp, ususp, rsv})
      text += " " + right(value(field), 6);
    text += "\n";
  }
  return text;
}

}  // namespace mcsim::views
