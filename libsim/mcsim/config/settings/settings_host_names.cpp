// Hosts and groups by name, and what HOSTS makes of them.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "mcsim/config/settings/borrow_names.hpp"
#include "mcsim/config/settings/host_pattern.hpp"
#include "mcsim/config/settings/scenario_inputs.hpp"
#include "mcsim/config/settings/settings.hpp"
#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::config {
namespace {

/// `"h2"`; of several `h003, h004, h005, ..., h100`.
std::string unknown_names(const std::vector<std::string>& unknown) {
  constexpr std::size_t first = 3;
  if (unknown.size() == 1) return in_quotes(unknown[0]);
  std::string text;
  for (std::size_t at = 0; at < std::min(unknown.size() - 1, first); ++at)
    text += unknown[at] + ", ";
  if (unknown.size() > first + 1) text += "..., ";
  return text + unknown.back();
}

/// `unknown`: the names of one word that are, at least one. True: LSF passes over them, and takes
/// the others.
bool complain_unknown(ScenarioDraft& draft, const ClusterDraft& names, const JsonAt& at,
                      std::string_view key, const std::vector<std::string>& unknown) {
  const std::string& name = unknown.front();
  const bool is_logged = is_lsfs_own(draft, at, key);
  if (is_logged ? draft.complaints.is_full_of_warnings() : draft.complaints.is_full())
    return complain_of_part(draft, at, key, {});
  std::vector<std::string_view> known = names_of(names.hosts);
  const std::size_t hosts = known.size();
  for (const auto& group : names.host_groups) known.push_back(group.first);
  for (const auto& partition : names.host_partitions) known.push_back(partition.first);
  std::string what = known.size() == hosts ? "unknown host " : "unknown host or group ";
  if (unknown.size() > 1) what = std::to_string(unknown.size()) + " unknown hosts: ";
  return complain_of_part(
      draft, at, key,
      what + unknown_names(unknown) + " in " + names.config.name + known_names(name, known));
}

bool is_pattern(std::string_view name) { return name.find('*') != std::string_view::npos; }

/// The hosts of the cluster that a word with `*` means.
std::optional<std::vector<HostId>> find_matching(ScenarioDraft& draft, const ClusterDraft& names,
                                                 const JsonAt& at, std::string_view key,
                                                 std::string_view word) {
  const HostPattern pattern(word);
  std::vector<HostId> hosts;
  for (const auto& [name, id] : names.hosts)
    if (!is_borrow_word(name) && pattern.matches(name)) hosts.push_back(id);
  std::ranges::sort(hosts);
  const bool has_clients = std::ranges::any_of(names.host_groups, [&](const auto& group) {
    return group.second.empty() && pattern.matches(group.first);  // hosts that are no servers
  });
  if (!hosts.empty() || has_clients) return hosts;
  if (!names.are_host_names_known()) return std::nullopt;
  const bool is_logged = complain_of_part(
      draft, at, key, "no host in " + names.config.name + " is called as " + in_quotes(word));
  return is_logged ? std::optional(hosts) : std::nullopt;
}

/// Reads HOSTS word by word.
class PreferenceReader {
 public:
  /// `within`: what `all` and `others` can mean, by HostId. `borrowed`: takes what is said of
  /// borrowed hosts; null: these are among the hosts of `asking`.
  PreferenceReader(ScenarioDraft& draft, const ClusterDraft& names, ClusterId asking,
                   std::vector<bool> within, BorrowWords* borrowed, const JsonAt& at,
                   std::string_view key)
      : draft_(draft),
        names_(names),
        asking_(asking),
        within_(std::move(within)),
        borrowed_(borrowed),
        at_(at),
        key_(key) {}

  std::optional<HostPreferences> read(std::string_view text) {
    const auto words = list_words(text);
    if (words.empty()) return refuse_nothing();
    for (const std::string_view word : words) read_word(word);
    if (!is_good_) return std::nullopt;
    sort_named();
    if (others_) add_others(*others_);
    return result();
  }

 private:
  void read_word(std::string_view word) {
    const bool leaves_out = word.starts_with('~');
    std::string_view name = leaves_out ? word.substr(1) : word;
    const auto plus = name.find('+');
    const auto level = plus == std::string_view::npos ? std::optional<std::int64_t>(0)
                                                      : read_whole(name.substr(plus + 1));
    if (!level || *level < 0 || *level > INT32_MAX || (leaves_out && *level > 0))
      return refuse("expected a whole number as preference, as in host+1, got " + in_quotes(word));
    name = without_first_mark(name.substr(0, plus));
    const auto preference = static_cast<std::int32_t>(*level);
    if (is_borrow_word(name)) return read_borrowed(name, preference, leaves_out);
    if (names_.hosts.contains(name) || leaves_out || (name != "all" && name != "others"))
      return read_name(name, preference, leaves_out);
    if (name == "others") others_ = preference;
    if (name != "all") return;
    names_all_ = true;
    for (std::size_t i = 0; i < within_.size(); ++i)
      if (within_[i]) prefer(i, preference);
  }

  /// `host!` is a candidate of the first execution host. Source: Platform LSF 7.3 Configuration
  /// Reference, lsb.queues, HOSTS.
  std::string_view without_first_mark(std::string_view name) {
    if (name.size() < 2 || !name.ends_with('!')) return name;
    name.remove_suffix(1);
    if (!std::exchange(draft_.told_of_first_hosts, true))
      draft_.complaints.warning(at_, key_,
                                in_quotes(std::string(name) + "!") +
                                    ": which host is a job's first one is not simulated; the host "
                                    "counts without ! (said once)");
    return name;
  }

  void read_borrowed(std::string_view name, std::int32_t level, bool leaves_out) {
    if (borrowed_ != nullptr)
      return borrowed_->push_back(borrow_word(name, level, leaves_out, at_, key_));
    if (name != "allremote") return read_remote(name, level, leaves_out);
    const auto& hosts = names_.config.hosts;  // no host is borrowed after a mistake
    for (std::size_t i = 0; i < hosts.size(); ++i)
      if (hosts[i].home && leaves_out)
        out_.insert(static_cast<HostId>(i));
      else if (hosts[i].home)
        prefer(i, level);
  }

  /// Reads `host@cluster`, or a range of such hosts, some of which may never be borrowed.
  void read_remote(std::string_view name, std::int32_t level, bool leaves_out) {
    const std::vector<HostId> all = hosts_of_all(names_.config.hosts, draft_, name);
    for (const HostId id : all)
      if (leaves_out)
        out_.insert(id);
      else
        prefer(index_of(id), level);
    if (!all.empty()) return;
    std::set<std::string> told;  // many hosts of a range may share a complaint
    for (const std::string& one : expand_borrowed(name))
      if (names_.hosts.contains(one))
        read_name(one, level, leaves_out);
      else if (told.size() < TreeComplaints::most)
        read_unknown(one, leaves_out, told);
  }
  void read_unknown(const std::string& name, bool leaves_out, std::set<std::string>& told) {
    using Why = NotBorrowed::Kind;
    const NotBorrowed why = why_not_borrowed(draft_, asking_, name);
    if (!told.insert(why.text).second) return;
    if (why.kind == Why::cluster_unknown || why.kind == Why::host_unknown) return refuse(why.text);
    has_unknown_ = has_unknown_ || !leaves_out;
    if (why.kind == Why::never_lent && draft_.borrowed_known)
      draft_.complaints.warning(
          at_, key_, why.text + (leaves_out ? "" : ": a job that asks for it is refused"));
  }

  void read_name(std::string_view name, std::int32_t level, bool leaves_out) {
    if (borrowed_ != nullptr && names_.remote_groups.contains(name))
      borrowed_->push_back(borrow_word(name, level, leaves_out, at_, key_));
    const auto hosts = borrowed_ != nullptr ? find_alike(draft_, names_, at_, key_, name)
                                            : find_hosts(draft_, names_, at_, key_, name);
    is_good_ = is_good_ && hosts;
    if (!hosts) return;
    for (const HostId id : *hosts)
      if (leaves_out)
        out_.insert(id);
      else
        prefer(index_of(id), level);
  }

  /// Named twice, a host has the larger preference.
  void prefer(std::size_t host, std::int32_t level) {
    if (host < within_.size()) named_.push_back({static_cast<HostId>(host), level});
  }
  void sort_named() {
    std::ranges::sort(named_, {}, [](const HostPreferences::Entry& entry) {
      return std::pair(entry.host, -entry.level);
    });
    const auto twice = std::ranges::unique(named_, {}, &HostPreferences::Entry::host);
    named_.erase(twice.begin(), twice.end());
  }
  void add_others(std::int32_t level) {
    std::vector<HostPreferences::Entry> with_others;
    auto named = named_.begin();
    for (std::size_t i = 0; i < within_.size(); ++i)
      if (const auto host = static_cast<HostId>(i); named != named_.end() && named->host == host)
        with_others.push_back(*named++);
      else if (within_[i])
        with_others.push_back({host, level});
    named_ = std::move(with_others);
  }

  /// What those who wait lose, where it is not one job that names its hosts.
  Loss without_hosts() const {
    if (key_ != "HOSTS"_key) return {};
    return {.who = "queue", .what = "has no hosts", .count = 1};
  }

  std::optional<HostPreferences> result() {
    HostPreferences preferences{.all = true};
    for (const HostPreferences::Entry& entry : named_) {
      if (out_.contains(entry.host)) continue;
      preferences.all = preferences.all && entry.level == 0 && within_[index_of(entry.host)];
      preferences.list.push_back(entry);
    }
    // Only who names all, or each of them, needs all to be looked at.
    const std::size_t named = preferences.list.size();
    preferences.all = preferences.all && (names_all_ || named == within_.size()) &&
                      static_cast<std::ptrdiff_t>(named) == std::ranges::count(within_, true);
    const bool has_hosts = !within_.empty() && names_.are_host_names_known();
    const bool borrows = borrowed_ != nullptr && !borrowed_->empty();
    if (preferences.list.empty() && has_hosts && !borrows && !has_unknown_)
      draft_.complaints.warning(at_, key_, "no execution host is left", without_hosts());
    preferences.all = preferences.all && !has_unknown_;
    if (preferences.all) preferences.list.clear();
    if (has_unknown_) preferences.list.push_back({none<HostId>, 0});  // JobLifecycle refuses it
    return preferences;
  }

  /// Refuses one word.
  void refuse(const std::string& message) {
    is_good_ = complain_of_part(draft_, at_, key_, message) && is_good_;
  }
  std::optional<HostPreferences> refuse_nothing() {
    refuse("expected hosts, groups, all or others, got nothing");
    return std::nullopt;
  }

  ScenarioDraft& draft_;
  const ClusterDraft& names_;
  ClusterId asking_;
  std::vector<HostPreferences::Entry> named_;  ///< by host once all words are read
  std::set<HostId> out_;                       ///< `~`
  std::vector<bool> within_;                   ///< by HostId
  BorrowWords* borrowed_;
  bool names_all_ = false;
  std::optional<std::int32_t> others_;
  bool has_unknown_ = false;
  bool is_good_ = true;
  const JsonAt& at_;
  std::string_view key_;
};

}  // namespace

std::optional<std::vector<HostId>> find_hosts(ScenarioDraft& draft, const ClusterDraft& names,
                                              const JsonAt& at, std::string_view key,
                                              std::string_view name) {
  if (const auto host = names.hosts.find(name); host != names.hosts.end())
    return std::vector{host->second};
  if (const auto group = names.host_groups.find(name); group != names.host_groups.end())
    return group->second;
  if (const auto part = names.host_partitions.find(name); part != names.host_partitions.end())
    return part->second;
  if (is_pattern(name)) return find_matching(draft, names, at, key, name);
  std::vector<HostId> hosts;
  const auto range = expand_hosts(name);
  const std::vector<std::string> ones = range ? *range : std::vector{std::string(name)};
  std::vector<std::string> unknown;
  bool may_be = false;
  for (const std::string& one : ones) {
    if (range && names.host_groups.contains(one)) continue;  // a host that is no server
    const auto host = names.hosts.find(one);
    if (host != names.hosts.end())
      hosts.push_back(host->second);
    else if (names.may_be_host(one))
      may_be = true;
    else
      unknown.push_back(one);
  }
  if (!unknown.empty() && !complain_unknown(draft, names, at, key, unknown)) return std::nullopt;
  return may_be ? std::nullopt : std::optional(std::move(hosts));
}

std::optional<std::vector<HostId>> find_alike(ScenarioDraft& draft, const ClusterDraft& names,
                                              const JsonAt& at, std::string_view key,
                                              std::string_view name) {
  auto hosts = find_hosts(draft, names, at, key, name);
  if (!hosts || names.likes.empty()) return hosts;
  const std::vector<HostId> named = *hosts;
  for (const HostId host : named)
    if (const auto alike = names.likes.find(host); alike != names.likes.end())
      hosts->insert(hosts->end(), alike->second.begin(), alike->second.end());
  std::ranges::sort(*hosts);
  hosts->erase(std::ranges::unique(*hosts).begin(), hosts->end());
  return hosts;
}

bool is_borrow_word(std::string_view name) {
  return name == "allremote" || name.find('@') != std::string_view::npos;
}

BorrowWord borrow_word(std::string_view name, std::int32_t level, bool leaves_out, const JsonAt& at,
                       std::string_view key) {
  const JsonNode* const member = at.node->find(key);
  return {.name = std::string(name),
          .level = level,
          .leaves_out = leaves_out,
          .place = member == nullptr ? at.node->place : member->place,
          .pointer = at.pointer_to(key)};
}

std::optional<HostPreferences> read_queue_hosts(ScenarioDraft& draft, const ClusterDraft& names,
                                                std::size_t hosts, const JsonAt& at,
                                                std::string_view key, std::string_view text,
                                                BorrowWords& borrowed) {
  return PreferenceReader(draft, names, none<ClusterId>, std::vector<bool>(hosts, true), &borrowed,
                          at, key)
      .read(text);
}

std::optional<HostPreferences> read_host_preferences(ScenarioDraft& draft, ClusterId cluster,
                                                     std::optional<QueueId> queue, const JsonAt& at,
                                                     std::string_view key, std::string_view text) {
  const ClusterDraft& names = draft[cluster];
  const auto& hosts = names.config.hosts;
  const HostPreferences of_queue =
      queue ? names.config.queues[index_of(*queue)].hosts : HostPreferences{};
  std::vector<bool> within(hosts.size(), of_queue.all);
  for (const HostPreferences::Entry& entry : of_queue.list) within[index_of(entry.host)] = true;
  for (std::size_t i = hosts.size(); i > 0 && hosts[i - 1].home; --i)  // borrowed ones come last
    within[i - 1] = false;
  return PreferenceReader(draft, names, cluster, std::move(within), nullptr, at, key).read(text);
}

}  // namespace mcsim::config
