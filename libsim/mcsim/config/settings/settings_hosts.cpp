// The hosts of a cluster: section Host of lsf.cluster, then what `lshosts -w` prints of them, then
// `hosts` of the scenario, which may also complete what the files leave open.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "mcsim/config/settings/scenario_inputs.hpp"
#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/megabytes.hpp"
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
  std::vector<ResourceId> told{};  ///< external load indices
  std::vector<LoadThreshold> busy{};
  std::optional<HostId> like{};  ///< what the entry does not say is that host's
  bool is_of_file = false;       ///< from LSF's own file
  bool detects_type = false;     ///< from LSF's files, too: the LIM finds out what they do not say
};

/// The names that follow those of hosts called like `name`: behind x09 come x10, x11, ...
std::vector<std::string> following_names(const ClusterDraft& names, const std::string& name,
                                         std::size_t count) {
  const std::size_t digits = name.size() - (name.find_last_not_of("0123456789") + 1);
  const std::string prefix = name.substr(0, name.size() - digits);
  std::int64_t last = 0;
  const auto see = [&](const std::string& other) {
    const std::string_view rest =
        std::string_view(other).substr(other.starts_with(prefix) ? prefix.size() : other.size());
    constexpr std::size_t most_digits = 15;
    if (rest.size() <= most_digits &&
        rest.find_first_not_of("0123456789") == std::string_view::npos)
      last = std::max(last, read_whole(rest).value_or(0));
  };
  for (const auto& host : names.hosts) see(host.first);
  for (const auto& group : names.host_groups) see(group.first);
  std::vector<std::string> found;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string number = std::to_string(++last);
    found.push_back(prefix + std::string(digits - std::min(digits, number.size()), '0') + number);
  }
  return found;
}

struct Client {
  std::string name;
  ForeignHost kind;
};

class HostReader {
 public:
  explicit HostReader(SettingsDraft& in) : in_(in) {}

  void read() {
    visit_section(in_, "lsf.cluster"_key, "Host"_key,
                  [&](const JsonNode& line, const JsonAt& at) { cluster_line(line, at); });
    const bool has_files = std::ranges::find(in_.is_of_file, true) != in_.is_of_file.end() ||
                           (!in_.settings.hosts.empty() && holds_lsf_files(in_.draft));
    misses_names_ = has_files && in_.names.hosts_known && in_.names.lost_hosts.empty();
    seen_.clear();
    visit_lines(&in_.node, in_.at, "lshosts"_key,
                [&](const JsonNode& line, const JsonAt& at) { told_line(line, at); });
    if (!strangers_.empty())
      in_.draft.complaints.warning(
          strangers_at_.place, strangers_at_.pointer,
          "lsf.cluster does not name " + first_names(strangers_) + ": not taken in",
          {.who = "host", .what = "is left out", .count = strangers_.size()});
    seen_.clear();
    // A host may be like one that stands below it.
    for (const bool alike : {false, true})
      visit_lines(&in_.node, in_.at, "hosts"_key, [&](const JsonNode& line, const JsonAt& at) {
        if ((line.find("like"_key) != nullptr) == alike) entry(line, at);
      });
    if (in_.settings.hosts.empty()) complain_of_none();
    for (HostConfig& host : in_.settings.hosts) finish(host);
    take_clients();
    guess_host_types(in_);
    if (in_.before.empty()) warn_of_equal_factors();
  }

 private:
  void cluster_line(const JsonNode& line, const JsonAt& at) {
    const Fields fields(line);
    HostEntry entry = kind_of(fields, at);
    entry.is_of_file = is_of_lsf_file(in_.draft, line.place);
    entry.detects_type = !entry.type && (fields.text("type"_key) == "!" ||
                                         is_lsfs_own(in_.draft, at, "HOSTNAME"_key));
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
        add_client(entry, name);
    });
  }

  void add_client(const HostEntry& entry, const std::string& name) {
    in_.names.host_groups[name];  // a name that stands for no execution host
    clients_.push_back({name, {entry.type.value_or(""), entry.model.value_or("")}});
  }
  /// Clients but those that `hosts` or `lshosts` have made execution hosts.
  void take_clients() {
    for (Client& client : clients_)
      if (!in_.names.hosts.contains(client.name)) {
        in_.names.clients.push_back(std::move(client.name));
        in_.settings.foreign_hosts.push_back(std::move(client.kind));
      }
  }

  /// A line of what `lshosts -w` prints: completes a host of lsf.cluster, or is one that has joined
  /// the cluster by itself.
  void told_line(const JsonNode& line, const JsonAt& at) {
    const Fields fields(line);
    const auto name = fields.text("HOST_NAME"_key);
    const std::string server = fields.text("server"_key).value_or("Yes");
    if (!name || server == "No" || in_.names.host_groups.contains(*name)) return;
    const auto known = in_.names.hosts.find(*name);
    const bool is_new = known == in_.names.hosts.end();
    if (is_new && server != "Dyn") return take_stranger(*name, at);
    if (!seen_.insert(*name).second) return complain_twice(at, "HOST_NAME"_key, *name);
    const HostConfig host = is_new ? HostConfig{} : in_.settings.hosts[index_of(known->second)];
    const auto told = [&](std::string_view key) {
      auto text = kind(fields.text(key));
      return text == "UNKNOWN" ? std::nullopt : text;
    };
    HostEntry entry{.ncpus = fields.whole("ncpus"_key), .is_of_file = true, .detects_type = true};
    if (host.type.empty()) entry.type = told("type"_key);
    if (host.model.empty()) entry.model = told("model"_key);
    const std::string model = entry.model.value_or(host.model);
    if (const auto cpuf = fields.text("cpuf"_key); cpuf && !in_.model_factors.contains(model))
      entry.cpuf = read_cpu_factor(in_, *cpuf, at, "cpuf"_key);
    size(entry, fields, at, "maxmem"_key, builtin::maxmem);
    size(entry, fields, at, "maxswp"_key, builtin::maxswp);
    const std::string resources = is_new ? fields.text("RESOURCES"_key).value_or("") : "";
    for (const std::string_view word : list_words(resources)) add(entry, word, at, "RESOURCES"_key);
    apply(entry, *name);
  }

  void take_stranger(const std::string& name, const JsonAt& at) {
    if (strangers_.empty())
      strangers_at_ = {TreeComplaints::place_of(at, "HOST_NAME"_key),
                       at.pointer_to("HOST_NAME"_key)};
    strangers_.push_back(name);
  }

  void size(HostEntry& entry, const Fields& fields, const JsonAt& at, std::string_view key,
            std::uint16_t id) {
    const auto text = fields.text(key);
    if (!text) return;
    if (const auto megabytes = read_megabytes(*text))
      entry.values.push_back({.resource = resource(id), .number = *megabytes});
    else
      complain_of_part(in_.draft, at, key, "expected a size such as 7.8G, got " + in_quotes(*text));
  }

  void entry(const JsonNode& line, const JsonAt& at) {
    const Fields fields(line);
    HostEntry entry = kind_of(fields, at);
    if (fields.has("like"_key) && !find_like(entry, fields, at)) return;
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
    const auto names = names_of_entry(entry, fields, at);
    std::vector<std::string> strange;  // to lsf.cluster
    for (const std::string& name : names)
      if (misses_names_ && !is_known(name) && !entry.like && !entry.type) strange.push_back(name);
    if (!strange.empty()) warn_of_strange(strange, at);
    for (const std::string& name : names) apply(entry, name);
  }

  bool is_known(const std::string& name) const {
    return in_.names.hosts.contains(name) || in_.names.host_groups.contains(name);
  }
  void warn_of_strange(const std::vector<std::string>& names, const JsonAt& at) {
    const std::string near(nearest_name(names[0], names_of(in_.names.hosts)));
    in_.complaints().warning(
        at, "name"_key,
        "lsf.cluster does not name " + first_names(names) +
            ": new, without a type, and so never used by jobs that want type==local" +
            (near.empty() ? "" : "; nearest: " + near) +
            "; say which host is \"like\" it, or give its \"type\"",
        {.who = "host", .what = "has no type", .count = names.size()});
  }

  /// Finds the host that an entry is like; false: complained about.
  bool find_like(HostEntry& entry, const Fields& fields, const JsonAt& at) {
    const auto like = fields.text("like"_key);
    const auto found = like ? in_.names.hosts.find(*like) : in_.names.hosts.end();
    if (found != in_.names.hosts.end()) {
      entry.like = found->second;
      return true;
    }
    if (like && in_.names.hosts_known)
      in_.complaints().error(
          at, "like"_key,
          "unknown host " + in_quotes(*like) + known_names(*like, names_of(in_.names.hosts)));
    in_.names.hosts_known = false;  // else every host that it would have made is a mistake, too
    return false;
  }

  std::vector<std::string> names_of_entry(const HostEntry& entry, const Fields& fields,
                                          const JsonAt& at) {
    std::vector<std::string> names;
    const auto take = [&](const std::string& name) {
      if (entry.like && is_known(name))
        in_.complaints().error(at, "name"_key,
                               "host " + name + " is there already, and not like another");
      else
        names.push_back(name);
    };
    const auto add = fields.whole("add"_key);
    if (!add) {
      if (!fields.has("name"_key) && !fields.has("add"_key))
        in_.complaints().error(at, "name"_key, "missing");
      for_each_name(fields, at, "name"_key, take);
    } else if (!entry.like || fields.has("name"_key)) {
      in_.complaints().error(at, "add"_key, "goes with `like`, and without a name");
      in_.names.hosts_known = false;
    } else if (may_add(static_cast<std::size_t>(*add), at, "add"_key)) {
      const std::string& like = in_.settings.hosts[index_of(*entry.like)].name;
      names = following_names(in_.names, like, static_cast<std::size_t>(*add));
    }
    return names;
  }

  bool may_add(std::size_t count, const JsonAt& at, std::string_view key) {
    if (count <= most_hosts - std::min(most_hosts, in_.settings.hosts.size())) return true;
    in_.complaints().refusal(at, key, "a cluster has at most 1000000 hosts");
    return false;
  }

  template <class Visit>
  void for_each_name(const Fields& fields, const JsonAt& at, std::string_view key, Visit&& visit) {
    const auto name = fields.text(key);
    const auto names = name ? expand_hosts(*name) : std::nullopt;
    if (!names) {
      in_.names.hosts_known = false;
      return;
    }
    if (!may_add(names->size(), at, key)) return;
    for (const std::string& one : *names) {
      const std::size_t before = seen_.size();
      seen_.insert(seen_.end(), one);  // mostly they come in order
      if (seen_.size() > before)
        visit(one);
      else
        complain_twice(at, key, one);
    }
  }
  void complain_twice(const JsonAt& at, std::string_view key, const std::string& name) {
    complain_of_part(in_.draft, at, key, "host " + name + " is given twice");
  }

  HostEntry kind_of(const Fields& fields, const JsonAt& at) {
    HostEntry entry;
    entry.type = kind(fields.text("type"_key));
    entry.model = kind(fields.text("model"_key));
    if (entry.type && !in_.host_types.empty() && !in_.host_types.contains(*entry.type) &&
        complain(at, "type"_key, *entry.type, {in_.host_types.begin(), in_.host_types.end()}))
      entry.type.reset();
    if (entry.model && !in_.model_factors.empty() && !in_.model_factors.contains(*entry.model)) {
      std::vector<std::string_view> known;
      for (const auto& model : in_.model_factors) known.push_back(model.first);
      if (complain(at, "model"_key, *entry.model, known)) entry.model.reset();
    }
    return entry;
  }
  /// `!` asks the LIM to find it out; here it finds nothing.
  static std::optional<std::string> kind(std::optional<std::string> written) {
    return written == "!" || written == "" ? std::nullopt : std::move(written);
  }
  /// True: LSF only logs it, and knows no such thing of the host.
  bool complain(const JsonAt& at, std::string_view key, const std::string& name,
                const std::vector<std::string_view>& known) {
    if (in_.names.may_be_resource(name)) return false;
    return complain_of_part(
        in_.draft, at, key,
        "unknown host " + std::string(key) + " " + in_quotes(name) + known_names(name, known));
  }

  static void number(HostEntry& entry, const Fields& fields, std::string_view key,
                     std::uint16_t id) {
    if (const auto text = fields.whole(key))
      entry.values.push_back({.resource = resource(id), .number = static_cast<double>(*text)});
  }
  void add(HostEntry& entry, std::string_view word, const JsonAt& at, std::string_view key) {
    auto value = read_host_resource(in_, word, at, key);
    if (!value) return;
    if (in_.settings.resources[index_of(value->resource)].is_external())
      entry.told.push_back(value->resource);
    else
      entry.values.push_back(std::move(*value));
  }

  void apply(const HostEntry& entry, const std::string& name) {
    auto& hosts = in_.settings.hosts;
    const auto id = static_cast<HostId>(hosts.size());
    const std::size_t before = in_.names.hosts.size();
    const auto known = in_.names.hosts.emplace_hint(in_.names.hosts.end(), name, id);
    if (in_.names.hosts.size() > before) {
      HostConfig host{.cpuf = 0};
      if (entry.like) host = hosts[index_of(*entry.like)];
      host.name = name;
      hosts.push_back(std::move(host));
      in_.has_ncpus.push_back(entry.like && in_.has_ncpus[index_of(*entry.like)]);
      in_.is_of_file.push_back(entry.like ? in_.is_of_file[index_of(*entry.like)]
                                          : entry.is_of_file);
      in_.detects_type.push_back(entry.like ? in_.detects_type[index_of(*entry.like)]
                                            : entry.detects_type);
      if (entry.like) note_like(id, *entry.like);
      in_.names.host_groups.erase(name);
    }
    HostConfig& host = hosts[index_of(known->second)];
    if (entry.ncpus) {
      host.ncpus = static_cast<std::int32_t>(*entry.ncpus);
      in_.has_ncpus[index_of(known->second)] = true;
    }
    if (entry.type) host.type = *entry.type;
    if (entry.model) host.model = *entry.model;
    if (entry.cpuf) host.cpuf = *entry.cpuf;
    if (entry.window) host.dispatch_window = host.run_window = *entry.window;
    if (!entry.busy.empty()) host.busy = entry.busy;
    for (const ResourceValue& value : entry.values) set_value(host, value);
    for (const ResourceId told : entry.told) note_told(told, known->second);
  }

  void note_told(ResourceId id, HostId host) {
    std::vector<HostId>& hosts = in_.told_by[id];
    if (std::ranges::find(hosts, host) == hosts.end()) hosts.push_back(host);
  }

  /// LSF's files can only name the first of several that are like each other.
  void note_like(HostId host, HostId like) {
    const auto first = first_.find(like);
    const HostId root = first == first_.end() ? like : first->second;
    first_.emplace(host, root);
    for (auto& [id, hosts] : in_.told_by)
      if (std::ranges::find(hosts, like) != hosts.end()) hosts.push_back(host);
    in_.names.likes[root].push_back(host);
  }

  void finish(HostConfig& host) {
    host.mxj = Slots{host.ncpus};
    if (host.cpuf > 0) return;
    const auto model = in_.model_factors.find(host.model);
    host.cpuf = model == in_.model_factors.end() ? 1.0 : model->second;
  }

  /// Where LSF's files say no CPU factors, scaling by them changes nothing.
  void warn_of_equal_factors() {
    const JsonNode* const file = in_.node.find("lsf.shared"_key);
    const bool is_of_file = file != nullptr && is_of_lsf_file(in_.draft, file->place);
    const auto is_one = [](const HostConfig& host) { return host.cpuf == 1; };
    if (is_of_file && in_.names.config.model.run_time_scaling && in_.names.are_hosts_whole() &&
        std::ranges::all_of(in_.settings.hosts, is_one))
      in_.complaints().warning(in_.at, "lsf.shared"_key,
                               "section HostModel gives no host a CPU factor (CPUFACTOR): all are "
                               "1, and so run times are not scaled");
  }

  void complain_of_none() {
    const JsonNode* hosts = in_.node.find("hosts"_key);
    if (!in_.names.hosts_known || !in_.names.lost_hosts.empty() ||
        (hosts != nullptr && hosts->is(JsonNode::Kind::broken)))
      return;
    in_.names.hosts_known = false;  // else every name of a host would be a mistake too
    const JsonNode* file = in_.node.find("lsf.cluster"_key);
    if (file != nullptr && is_of_lsf_file(in_.draft, file->place))
      return in_.complaints().refusal(JsonAt(in_.at, *file, 0), "Host"_key,
                                      "section Host names no execution host");
    in_.complaints().refusal(in_.at, "hosts"_key,
                             hosts == nullptr ? "missing" : "expected at least one host");
  }

  SettingsDraft& in_;
  std::set<std::string, std::less<>> seen_;
  std::map<HostId, HostId> first_;      ///< of hosts that are like another
  std::vector<std::string> strangers_;  ///< hosts of lshosts that no file names
  WrittenAt strangers_at_;              ///< of the first one
  std::vector<Client> clients_;         ///< hosts of lsf.cluster that are no servers
  bool misses_names_ = false;           ///< LSF's files name hosts, all of which are known
};

}  // namespace

void read_hosts(SettingsDraft& in) { HostReader(in).read(); }

}  // namespace mcsim::config
