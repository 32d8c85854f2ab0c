// lsb.hosts, section Host: job slots, limits and windows of hosts. A host's own line wins over one
// of its model, that over one of its type, and that over the line `default`. If LSF's own file has
// any line, hosts without a line are no batch hosts.
#include <algorithm>
#include <optional>

#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/values/settings_values.hpp"
#include "mcsim/config/vocabulary/field_defaults.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::config {
namespace {

struct HostLine {
  std::string mxj = "!";
  std::int32_t user_limit = no_limit;
  std::optional<TimeWindows> window{};
  std::vector<LoadThreshold> thresholds{};
};

class HostLineReader {
 public:
  explicit HostLineReader(SettingsDraft& in)
      : in_(in),
        line_of_(in.settings.hosts.size(), no_line),
        has_number_(in.settings.hosts.size(), false) {}

  void read() {
    visit_section(in_, "lsb.hosts"_key, "Host"_key,
                  [&](const JsonNode& line, const JsonAt& at) { host_line(line, at); });
    // A host has the line of the one that it is like, unless it has one of its own.
    for (const auto& [first, others] : in_.names.likes)
      for (const HostId other : others)
        if (std::size_t& line = line_of_[index_of(other)]; line == no_line)
          line = line_of_[index_of(first)];
    const bool is_all_known = in_.names.are_host_names_known() && in_.names.host_lines_known;
    for (std::size_t i = 0; i < line_of_.size(); ++i) {
      HostConfig& host = in_.settings.hosts[i];
      const std::size_t line = line_of_[i] != no_line ? line_of_[i] : line_of_kind(host);
      if (line != no_line)
        apply(lines_[line], host, i);
      else if (any_of_file_ && in_.is_of_file[i] && is_all_known)
        leave_out(host);
    }
    if (!in_.names.unlisted.empty()) warn_of_unlisted();
    if (in_.before.empty() && is_all_known) warn_of_unknown_ncpus();
  }

 private:
  static constexpr std::size_t no_line = SIZE_MAX;
  struct KindLine {
    std::string name;  ///< of a model, a type, or "default"
    std::size_t line;
  };

  void host_line(const JsonNode& node, const JsonAt& at) {
    const Fields fields(node);
    const auto name = fields.text("HOST_NAME"_key);
    if (!name) return;
    any_of_file_ = any_of_file_ || is_of_lsf_file(in_.draft, node.place);
    HostLine line;
    line.mxj = text_of(fields, lsb::host["MXJ"]);
    if (const auto limit = fields.whole("JL/U"_key))
      line.user_limit = static_cast<std::int32_t>(*limit);
    if (const auto window = fields.text("DISPATCH_WINDOW"_key)) line.window = read_windows(*window);
    line.thresholds = read_thresholds(in_, in_.idle_of_hosts, node, at);
    lines_.push_back(std::move(line));
    if (is_kind(*name)) return add_kind(*name, at);
    const auto hosts = find_hosts(in_.draft, in_.names, at, "HOST_NAME"_key, *name);
    if (!hosts) return;
    for (const HostId id : *hosts) {
      std::size_t& of_host = line_of_[index_of(id)];
      if (of_host == no_line)
        of_host = lines_.size() - 1;
      else if (!complain_twice(at, in_.settings.hosts[index_of(id)].name))
        return;
    }
  }

  bool is_kind(const std::string& name) const {
    if (in_.names.hosts.contains(name)) return false;
    return name == "default" || in_.model_factors.contains(name) || in_.host_types.contains(name) ||
           std::ranges::any_of(in_.settings.hosts, [&](const HostConfig& host) {
             return host.model == name || host.type == name;
           });
  }
  void add_kind(const std::string& name, const JsonAt& at) {
    if (std::ranges::find(kinds_, name, &KindLine::name) != kinds_.end())
      complain_twice(at, name);
    else
      kinds_.push_back({name, lines_.size() - 1});
  }
  /// The first line holds. True: LSF only logs it.
  bool complain_twice(const JsonAt& at, const std::string& name) {
    return complain_of_part(in_.draft, at, "HOST_NAME"_key, "host " + name + " is given twice");
  }

  std::size_t line_of_kind(const HostConfig& host) const {
    for (const std::string_view name :
         {std::string_view(host.model), std::string_view(host.type), std::string_view("default")}) {
      const auto found = std::ranges::find(kinds_, name, &KindLine::name);
      if (!name.empty() && found != kinds_.end()) return found->line;
    }
    return no_line;
  }

  /// Source: OpenLava 4.0, the sample lsb.hosts: "only the hosts listed will be used by Batch".
  void leave_out(HostConfig& host) {
    host.mxj = Slots{0};
    in_.names.unlisted.push_back(host.name);
  }
  void warn_of_unlisted() {
    const JsonNode& file = *in_.node.find("lsb.hosts"_key);
    in_.complaints().warning(
        JsonAt(in_.at, file, 0), "Host"_key,
        "no line is for " + first_names(in_.names.unlisted) +
            ", so no job runs there (MXJ is 0); a line `default` would be for "
            "all other hosts",
        {.who = "host", .what = "runs no job", .count = in_.names.unlisted.size()});
  }

  /// LIM finds out by itself how many processors a host has, so no file of LSF says it.
  void warn_of_unknown_ncpus() {
    std::vector<std::string> unknown;
    for (std::size_t i = 0; i < in_.settings.hosts.size(); ++i)
      if (in_.is_of_file[i] && !in_.has_ncpus[i] && !has_number_[i] &&
          in_.settings.hosts[i].mxj > Slots{0})
        unknown.push_back(in_.settings.hosts[i].name);
    if (unknown.empty()) return;
    const JsonNode* const file = in_.node.find("lsf.cluster"_key);
    const std::string count = std::to_string(unknown.size());
    in_.complaints().warning(
        file == nullptr ? in_.at : JsonAt(in_.at, *file, 0), "Host"_key,
        "nothing says how many processors " + count +
            (unknown.size() == 1 ? " host has (" : " hosts have (") + first_names(unknown) +
            "): 1 each; give ncpus in `hosts` of the scenario, or put what `lshosts -w` prints "
            "beside LSF's files, as lshosts",
        {.who = "host", .what = "counts as one processor", .count = unknown.size()});
  }

  void apply(const HostLine& line, HostConfig& host, std::size_t position) {
    const auto number = read_whole(line.mxj);
    has_number_[position] = number.has_value();
    if (!in_.has_ncpus[position] && number)
      host.ncpus = std::max<std::int32_t>(1, static_cast<std::int32_t>(*number));
    // Reconfiguration does not change the processors of a host.
    if (position < in_.before.size()) host.ncpus = in_.before[position].ncpus;
    host.mxj = Slots{number ? static_cast<std::int32_t>(*number) : host.ncpus};
    host.user_limit = line.user_limit;
    host.thresholds = line.thresholds;
    if (line.window) host.dispatch_window = both(host.dispatch_window, *line.window);
  }

  /// Open while both are.
  static TimeWindows both(const TimeWindows& left, const TimeWindows& right) {
    if (!left.is_set()) return right;
    std::vector<TimeWindows::Part> parts;
    for (const auto& a : left.parts())
      for (const auto& b : right.parts()) {
        const auto from = std::max(a.from, b.from);
        const auto to = std::min(a.to, b.to);
        if (from < to) parts.push_back({from, to});
      }
    return TimeWindows(std::move(parts));
  }

  SettingsDraft& in_;
  std::vector<HostLine> lines_;
  std::vector<std::size_t> line_of_;  ///< by HostId
  std::vector<bool> has_number_;      ///< by HostId: MXJ is a number
  std::vector<KindLine> kinds_;
  bool any_of_file_ = false;  ///< LSF's own file has lines
};

}  // namespace

void read_host_lines(SettingsDraft& in) { HostLineReader(in).read(); }

}  // namespace mcsim::config
