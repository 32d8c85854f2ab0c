// The hosts of a cluster: section Host of lsf.cluster, then `hosts` of the scenario, which may also
// complete what the file leaves open.
#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/values/settings_values.hpp"
#include "mcsim/config/vocabulary/field_defaults.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::config {
namespace {

/// What one entry says of its hosts.
struct HostEntry {
  std::optional<std::int64_t> ncpus{};
  std::optional<std::string> type{};
  std::optional<std::string> model{};
  std::optional<double> cpuf{};
  std::optional<TimeWindows> window{};
  std::vector<ResourceValue> values{};
  std::vector<LoadThreshold> busy{};
  bool is_of_file = false;  ///< from LSF's own file
};

class HostReader {
 public:
  explicit HostReader(SettingsDraft& in) : in_(in) {}

  void read() {
    visit_section(in_, "lsf.cluster"_key, "Host"_key,
                  [&](const JsonNode& line, const JsonAt& at) { cluster_line(line, at); });
    seen_.clear();
    visit_lines(&in_.node, in_.at, "hosts"_key,
                [&](const JsonNode& line, const JsonAt& at) { entry(line, at); });
    if (in_.settings.hosts.empty()) complain_of_none();
    for (HostConfig& host : in_.settings.hosts) finish(host);
  }

 private:
  void cluster_line(const JsonNode& line, const JsonAt& at) {
    const Fields fields(line);
    HostEntry entry = kind_of(fields, at);
    entry.is_of_file = is_of_lsf_file(in_.draft, line.place);
    if (const auto window = fields.text("RUNWINDOW"_key)) entry.window = read_windows(*window);
    entry.busy = read_busy_thresholds(in_, line);
    number(entry, fields, "nd"_key, builtin::ndisks);
    number(entry, fields, "ndisks"_key, builtin::ndisks);
    const std::string resources = fields.text("RESOURCES"_key).value_or("");
    for (const std::string_view word : list_words(resources)) add(entry, word, at, "RESOURCES"_key);
    const bool is_server = whole_of(fields, lsf::host["server"]) != 0;
    for_each_name(fields, at, "HOSTNAME"_key, [&](const std::string& name) {
      if (is_server)
        apply(entry, name);
      else
        in_.names.host_groups[name];  // a name that stands for no execution host
    });
  }

  void entry(const JsonNode& line, const JsonAt& at) {
    const Fields fields(line);
    HostEntry entry = kind_of(fields, at);
    entry.ncpus = fields.whole("ncpus"_key);
    if (const auto cpuf = fields.text("cpuf"_key))
      entry.cpuf = read_cpu_factor(in_, *cpuf, at, "cpuf"_key);
    number(entry, fields, "maxmem"_key, builtin::maxmem);
    number(entry, fields, "maxswp"_key, builtin::maxswp);
    number(entry, fields, "maxtmp"_key, builtin::maxtmp);
    number(entry, fields, "ndisks"_key, builtin::ndisks);
    const JsonNode* resources = line.find("resources"_key);
    if (resources != nullptr && resources->is(JsonNode::Kind::list))
      for (const JsonNode& word : resources->children) add(entry, word.text, at, "resources"_key);
    for_each_name(fields, at, "name"_key, [&](const std::string& name) { apply(entry, name); });
  }

  template <class Visit>
  void for_each_name(const Fields& fields, const JsonAt& at, std::string_view key, Visit&& visit) {
    const auto name = fields.text(key);
    const auto names = name ? expand_hosts(*name) : std::nullopt;
    if (!names) {
      in_.names.hosts_known = false;
      return;
    }
    if (names->size() > most_hosts - std::min(most_hosts, in_.settings.hosts.size()))
      return in_.complaints().error(at, key, "a cluster has at most 1000000 hosts");
    for (const std::string& one : *names)
      if (seen_.insert(one).second)
        visit(one);
      else
        in_.complaints().error(at, key, "host " + one + " is given twice");
  }

  HostEntry kind_of(const Fields& fields, const JsonAt& at) {
    HostEntry entry;
    entry.type = kind(fields.text("type"_key));
    entry.model = kind(fields.text("model"_key));
    if (entry.type && !in_.host_types.empty() && !in_.host_types.contains(*entry.type))
      complain(at, "type"_key, *entry.type, {in_.host_types.begin(), in_.host_types.end()});
    if (entry.model && !in_.model_factors.empty() && !in_.model_factors.contains(*entry.model)) {
      std::vector<std::string_view> known;
      for (const auto& model : in_.model_factors) known.push_back(model.first);
      complain(at, "model"_key, *entry.model, known);
    }
    return entry;
  }
  /// `!` asks the LIM to find it out; here it finds nothing.
  static std::optional<std::string> kind(std::optional<std::string> written) {
    return written == "!" || written == "" ? std::nullopt : std::move(written);
  }
  void complain(const JsonAt& at, std::string_view key, const std::string& name,
                const std::vector<std::string_view>& known) {
    if (in_.names.may_be_resource(name)) return;
    in_.complaints().error(
        at, key,
        "unknown host " + std::string(key) + " " + in_quotes(name) + known_names(name, known));
  }

  static void number(HostEntry& entry, const Fields& fields, std::string_view key,
                     std::uint16_t id) {
    if (const auto text = fields.whole(key))
      entry.values.push_back({.resource = resource(id), .number = static_cast<double>(*text)});
  }
  void add(HostEntry& entry, std::string_view word, const JsonAt& at, std::string_view key) {
    if (auto value = read_host_resource(in_, word, at, key))
      entry.values.push_back(std::move(*value));
  }

  void apply(const HostEntry& entry, const std::string& name) {
    auto& hosts = in_.settings.hosts;
    const auto id = static_cast<HostId>(hosts.size());
    const auto found = in_.names.hosts.emplace(name, id);
    if (found.second) {
      hosts.push_back({.name = name, .cpuf = 0});
      in_.has_ncpus.push_back(false);
      in_.is_of_file.push_back(entry.is_of_file);
      in_.names.host_groups.erase(name);
    }
    HostConfig& host = hosts[index_of(found.first->second)];
    if (entry.ncpus) {
      host.ncpus = static_cast<std::int32_t>(*entry.ncpus);
      in_.has_ncpus[index_of(found.first->second)] = true;
    }
    if (entry.type) host.type = *entry.type;
    if (entry.model) host.model = *entry.model;
    if (entry.cpuf) host.cpuf = *entry.cpuf;
    if (entry.window) host.dispatch_window = host.run_window = *entry.window;
    if (!entry.busy.empty()) host.busy = entry.busy;
    for (const ResourceValue& value : entry.values) set_value(host, value);
  }

  void finish(HostConfig& host) {
    host.mxj = Slots{host.ncpus};
    if (host.cpuf > 0) return;
    const auto model = in_.model_factors.find(host.model);
    host.cpuf = model == in_.model_factors.end() ? 1.0 : model->second;
  }

  void complain_of_none() {
    const JsonNode* hosts = in_.node.find("hosts"_key);
    if (!in_.names.hosts_known || !in_.names.lost_hosts.empty() ||
        (hosts != nullptr && hosts->is(JsonNode::Kind::broken)))
      return;
    in_.names.hosts_known = false;  // else every name of a host would be a mistake too
    const JsonNode* file = in_.node.find("lsf.cluster"_key);
    if (file != nullptr && is_of_lsf_file(in_.draft, file->place))
      return in_.complaints().error(JsonAt(in_.at, *file, 0), "Host"_key,
                                    "section Host names no execution host");
    in_.complaints().error(in_.at, "hosts"_key,
                           hosts == nullptr ? "missing" : "expected at least one host");
  }

  SettingsDraft& in_;
  std::set<std::string, std::less<>> seen_;
};

}  // namespace

void read_hosts(SettingsDraft& in) { HostReader(in).read(); }

}  // namespace mcsim::config
