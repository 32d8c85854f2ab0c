// lsb.hosts, sections HostPartition: hosts with shares of users. HOSTS of queues may name them.
#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/values/settings_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::config {
namespace {

class PartitionReader {
 public:
  explicit PartitionReader(SettingsDraft& in) : in_(in), of_host_(in.settings.hosts.size()) {}

  /// `others` are known only when all partitions are.
  void read() {
    visit_section(in_, "lsb.hosts"_key, "HostPartition"_key,
                  [&](const JsonNode& line, const JsonAt& at) {
                    const auto name = Fields(line).text("HPART_NAME"_key);
                    const auto hosts = Fields(line).text("HOSTS"_key);
                    auto shares = read_shares(in_, at, "USER_SHARES"_key, ShareForm::some);
                    if (!name || !is_free(*name, at)) return;
                    partitions_[*name];  // its name is known even if its hosts are wrong
                    if (hosts) take_hosts(*name, *hosts, at);
                    if (shares && !shares->empty())
                      in_.partition_shares.push_back({*name, *std::move(shares)});
                    else if (shares)
                      in_.complaints().warning(at, "USER_SHARES"_key,
                                               "no share is left: jobs on these hosts are served "
                                               "first come, first served");
                  });
    for (std::size_t i = 0; i < of_host_.size() && !others_.empty(); ++i)
      if (of_host_[i].empty() && !out_of_others_[i])
        partitions_[others_].push_back(static_cast<HostId>(i));
    if (!others_.empty()) std::ranges::sort(partitions_[others_]);
    in_.names.host_partitions = std::move(partitions_);
  }

 private:
  /// What HOSTS names, by HostId.
  struct Named {
    std::vector<bool> in;
    std::vector<bool> out;  ///< `~`
    bool borrowed = false;
    bool not_borrowed = false;
    bool others = false;
    bool is_good = true;  ///< false: something was complained about
  };

  bool is_free(const std::string& name, const JsonAt& at) {
    const char* const wrong = is_reserved_name(name)                 ? " is reserved"
                              : in_.names.hosts.contains(name)       ? " is a host"
                              : in_.names.host_groups.contains(name) ? " is a host group"
                              : partitions_.contains(name)           ? " is given twice"
                                                                     : nullptr;
    if (wrong != nullptr)
      in_.complaints().error(at, "HPART_NAME"_key,
                             in_quotes(name) + wrong + ": expected another name");
    return wrong == nullptr;
  }

  void take_hosts(const std::string& name, std::string_view text, const JsonAt& at) {
    Named named{.in = std::vector<bool>(of_host_.size()),
                .out = std::vector<bool>(of_host_.size())};
    for (const std::string_view word : list_words(text)) read_word(named, name, word, at);
    std::vector<HostId>& members = partitions_[name];
    std::map<std::string, std::vector<std::string>> taken;  // by the partition that has them
    for (std::size_t i = 0; i < of_host_.size(); ++i) {
      if (!named.in[i] || named.out[i]) continue;
      if (of_host_[i].empty())
        members.push_back(static_cast<HostId>(i));
      else
        taken[of_host_[i]].push_back(in_.settings.hosts[i].name);
    }
    for (const HostId id : members) of_host_[index_of(id)] = name;
    if (named.borrowed && !named.not_borrowed && !has_borrowed_.empty())
      taken[has_borrowed_].emplace_back("allremote");
    if (named.borrowed && !named.not_borrowed) has_borrowed_ = name;
    if (named.others) take_others(name, std::move(named.out), at);
    for (const auto& [other, hosts] : taken)
      complain_of_part(in_.draft, at, "HOSTS"_key,
                       "host partition " + other + " has " + first_names(hosts) +
                           ", too: a host is in one partition at most");
    const bool is_empty = members.empty() && taken.empty() && !named.others && !named.borrowed;
    if (is_empty && named.is_good && in_.names.are_host_names_known())
      in_.complaints().warning(at, "HOSTS"_key, "no execution host is in this partition",
                               {.who = "host partition", .what = "is empty", .count = 1});
  }

  void read_word(Named& named, const std::string& name, std::string_view word, const JsonAt& at) {
    const bool leaves_out = word.starts_with('~');
    if (leaves_out) word.remove_prefix(1);
    auto& hosts = leaves_out ? named.out : named.in;
    auto& remote = in_.names.remote_groups;
    if (word == "allremote" || (in_.names.host_groups.contains(word) && remote.contains(word))) {
      (leaves_out ? named.not_borrowed : named.borrowed) = true;
      remote[name].push_back(borrow_word(word, 0, leaves_out, at, "HOSTS"_key));
      if (word == "allremote") return;
    }
    if (is_borrow_word(word)) {
      named.is_good = false;
      complain_of_part(
          in_.draft, at, "HOSTS"_key,
          in_quotes(word) + " cannot be named in a host partition: expected allremote");
      return;
    }
    if (!in_.names.hosts.contains(word)) {
      if (word == "all") return hosts.assign(hosts.size(), true);
      if (word == "others" && !leaves_out) {
        named.others = true;
        return;
      }
    }
    const auto found = find_alike(in_.draft, in_.names, at, "HOSTS"_key, word);
    named.is_good = named.is_good && found;
    for (const HostId id : found.value_or(std::vector<HostId>{})) hosts[index_of(id)] = true;
  }

  void take_others(const std::string& name, std::vector<bool> out, const JsonAt& at) {
    if (!others_.empty())
      return void(complain_of_part(
          in_.draft, at, "HOSTS"_key,
          "host partition " + others_ + " has others, too: expected it in one partition at most"));
    others_ = name;
    out_of_others_ = std::move(out);
  }

  SettingsDraft& in_;
  std::map<std::string, std::vector<HostId>, std::less<>> partitions_;
  std::vector<std::string> of_host_;  ///< by HostId: its partition; empty: none yet
  std::string has_borrowed_;          ///< the partition with borrowed hosts
  std::string others_;                ///< the partition of the hosts that no other has
  std::vector<bool> out_of_others_;   ///< by HostId
};

}  // namespace

void read_host_partitions(SettingsDraft& in) { PartitionReader(in).read(); }

}  // namespace mcsim::config
