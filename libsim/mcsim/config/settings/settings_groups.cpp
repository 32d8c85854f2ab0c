// Groups of hosts (lsb.hosts) and of users (lsb.users): members may be groups, `~` leaves out.
#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/values/share_assignments.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/complaints.hpp"

namespace mcsim::config {
namespace {

template <class Member>
class GroupReader {
 public:
  /// The members that a word means if it is no group; none: complained about.
  using Lookup = std::function<std::optional<NameSet<Member>>(std::string_view, const JsonAt&)>;
  /// Takes a group with all of its members.
  using Store = std::function<void(const std::string&, const NameSet<Member>&)>;

  GroupReader(SettingsDraft& in, std::string_view file, std::string_view section, Lookup lookup,
              Store store)
      : in_(in),
        file_(file),
        section_(section),
        lookup_(std::move(lookup)),
        store_(std::move(store)) {}

  void read() {
    visit_section(in_, file_, section_, [&](const JsonNode& line, const JsonAt& at) {
      const auto name = Fields(line).text("GROUP_NAME"_key);
      if (!name) return;
      const auto complain = [&](const std::string& text) {
        in_.complaints().error(at, "GROUP_NAME"_key, text);
      };
      if (is_reserved_name(*name))
        complain(in_quotes(*name) + " is reserved: expected another name");
      else if (in_.names.hosts.contains(*name) && section_ == "HostGroup"_key)
        complain("a host is called " + *name + " too");
      else if (!lines_.emplace(*name, at.position).second)
        complain("group " + *name + " is given twice");
    });
    for (const auto& line : lines_) resolve(line.first);
  }

 private:
  static constexpr std::size_t deepest = 100;

  const NameSet<Member>& resolve(const std::string& name) {
    if (const auto known = done_.find(name); known != done_.end()) return known->second;
    path_.push_back(name);
    NameSet<Member> found;
    with_place(lines_.find(name)->second, [&](const JsonAt& at) { found = members_of(at); });
    path_.pop_back();
    store_(name, found);
    return done_[name] = std::move(found);
  }

  NameSet<Member> members_of(const JsonAt& at) {
    NameSet<Member> members;
    NameSet<Member> out;
    bool asks_egroup = false;
    const std::string text = Fields(*at.node).text("GROUP_MEMBER"_key).value_or("");
    for (std::string_view word : list_words(text)) {
      if (word == "!") {
        asks_egroup = true;
        continue;
      }
      const bool leaves_out = word.starts_with('~');
      if (leaves_out) word.remove_prefix(1);
      if (borrows(word, leaves_out, at)) continue;
      const auto more = meaning(word, at);
      if (lines_.contains(word)) take_borrowed(word, leaves_out, at);
      (leaves_out ? out : members).add(more);
    }
    const bool any_told = asks_egroup && add_sharers(members, at);
    members.remove(out);
    if (asks_egroup) {
      warn_of_egroup(any_told, members.empty(), at);
    } else if (members.empty() && !in_.names.remote_groups.contains(path_.back())) {
      warn_of_empty(at);
    }
    return members;
  }

  /// Who has a share of a group of users is in it. Whether anybody has.
  bool add_sharers(NameSet<Member>& members, const JsonAt& at) {
    const auto text = Fields(*at.node).text("USER_SHARES"_key);
    if (!text || section_ == "HostGroup"_key) return false;
    bool any = false;
    for (const ShareAssignment& one : read_share_assignments(*text, "user", ShareForm::any).list) {
      std::string_view name = one.name;
      if (name.ends_with('@')) name.remove_suffix(1);
      if (is_reserved_name(name) || name.starts_with('~')) continue;
      members.add(meaning(name, at));
      any = true;
    }
    return any;
  }

  /// Whether a word means borrowed hosts alone, which are not known yet.
  bool borrows(std::string_view word, bool leaves_out, const JsonAt& at) {
    if (section_ != "HostGroup"_key) return false;
    if (word != "allremote" && is_borrow_word(word)) return refuse_borrowed(word, at);
    if (word != "allremote") return false;
    note_borrowed(word, leaves_out, at);
    return true;
  }

  /// Notes the borrowed hosts of a member that is a group, which is resolved.
  void take_borrowed(std::string_view group, bool leaves_out, const JsonAt& at) {
    if (section_ == "HostGroup"_key && in_.names.remote_groups.contains(group))
      note_borrowed(group, leaves_out, at);
  }
  void note_borrowed(std::string_view word, bool leaves_out, const JsonAt& at) {
    in_.names.remote_groups[path_.back()].push_back(
        borrow_word(word, 0, leaves_out, at, "GROUP_MEMBER"_key));
  }

  bool refuse_borrowed(std::string_view word, const JsonAt& at) {
    refuse(at, in_quotes(word) + " cannot be named in a host group: expected allremote");
    return true;
  }

  /// Members that a program of the site's names. Source: Platform LSF 7.3 Configuration Reference,
  /// lsb.hosts and lsb.users, GROUP_MEMBER.
  void warn_of_egroup(bool any_told, bool is_empty, const JsonAt& at) {
    in_.complaints().warning(at, "GROUP_MEMBER"_key,
                             any_told
                                 ? "members come from egroup, which is not run: they are taken "
                                   "to be those that USER_SHARES names; list them"
                                 : "members come from egroup, which is not run: list them",
                             {.who = std::string(kind()),
                              .what = is_empty ? "is empty" : "loses part of GROUP_MEMBER",
                              .count = 1});
  }

  std::string_view kind() const {
    return section_ == "HostGroup"_key ? "host group" : "user group";
  }

  void warn_of_empty(const JsonAt& at) {
    const bool of_hosts = section_ == "HostGroup"_key;
    if (!all_good_ || (of_hosts && !in_.names.are_host_names_known()) ||
        !Fields(*at.node).has("GROUP_MEMBER"_key))
      return;
    in_.complaints().warning(
        at, "GROUP_MEMBER"_key,
        of_hosts ? "no execution host is in this group" : "no user is in this group",
        {.who = std::string(kind()), .what = "is empty", .count = 1});
  }

  NameSet<Member> meaning(std::string_view word, const JsonAt& at) {
    const std::string name(word);
    if (!lines_.contains(name)) {
      const auto found = lookup_(word, at);
      all_good_ = all_good_ && found;
      return found.value_or(NameSet<Member>{});
    }
    const auto outer = std::ranges::find(path_, name);
    if (outer == path_.end() && path_.size() < deepest) return resolve(name);
    std::string way;
    for (auto step = outer; step != path_.end(); ++step) way += *step + " > ";
    refuse(at, outer == path_.end() ? "groups within groups, more than 100 deep"
                                    : "a group contains itself: " + way + name);
    return {};
  }

  /// Refuses one member.
  void refuse(const JsonAt& at, const std::string& text) {
    all_good_ = complain_of_part(in_.draft, at, "GROUP_MEMBER"_key, text) && all_good_;
  }

  /// Calls visit(place) with the place of the line at `position`.
  template <class Visit>
  void with_place(std::size_t position, Visit&& visit) {
    const JsonNode& file = *in_.node.find(file_);
    const JsonAt at_file(in_.at, file, 0);
    const JsonNode& list = *file.find(section_);
    const JsonAt at_list(at_file, list, 0);
    visit(JsonAt(at_list, list.children[position], position));
  }

  SettingsDraft& in_;
  std::string_view file_;
  std::string_view section_;
  Lookup lookup_;
  Store store_;
  std::map<std::string, std::size_t, std::less<>> lines_;  ///< by position
  std::vector<std::string> path_;                          ///< the groups that are being resolved
  std::map<std::string, NameSet<Member>, std::less<>> done_;
  bool all_good_ = true;  ///< no member was complained about
};

}  // namespace

bool is_reserved_name(std::string_view name) {
  constexpr std::string_view words[] = {"all", "allremote", "default", "none", "others"};
  return std::ranges::find(words, name) != std::end(words);
}

void read_host_groups(SettingsDraft& in) {
  const auto lookup = [&in](std::string_view word,
                            const JsonAt& at) -> std::optional<NameSet<HostId>> {
    if (word != "all" || in.names.hosts.contains(word)) {
      auto hosts = find_alike(in.draft, in.names, at, "GROUP_MEMBER"_key, word);
      if (!hosts) return std::nullopt;
      return NameSet<HostId>::of(*std::move(hosts));
    }
    NameSet<HostId> all;
    for (std::size_t i = 0; i < in.settings.hosts.size(); ++i)
      all.list.push_back(static_cast<HostId>(i));
    return all;
  };
  const auto store = [&in](const std::string& name, const NameSet<HostId>& members) {
    in.names.host_groups[name] = members.list;
  };
  GroupReader<HostId>(in, "lsb.hosts"_key, "HostGroup"_key, lookup, store).read();
}

/// Which users there are is known only when all jobs have been read, so `all` stays a word.
void read_user_groups(SettingsDraft& in) {
  const auto lookup = [&in](std::string_view word,
                            const JsonAt&) -> std::optional<NameSet<NameId>> {
    if (word == "all") return NameSet<NameId>{.all = true, .list = {}};
    return NameSet<NameId>::of({in.draft.scenario.config.users.id(word)});
  };
  const auto store = [&in](const std::string& name, const NameSet<NameId>& members) {
    in.names.user_groups[name] = members;
  };
  GroupReader<NameId>(in, "lsb.users"_key, "UserGroup"_key, lookup, store).read();
}

}  // namespace mcsim::config
