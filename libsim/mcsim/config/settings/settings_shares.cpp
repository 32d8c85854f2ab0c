// USER_SHARES lists of queues, user groups and host partitions: what they name, and what is wrong
// with them.
#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/nearest.hpp"
#include "mcsim/text/picture.hpp"

namespace mcsim::config {
namespace {

/// Reads one list.
class ShareListReader {
 public:
  ShareListReader(SettingsDraft& in, const JsonAt& at, std::string_view key,
                  const NameSet<NameId>* within)
      : in_(in), at_(at), key_(key), within_(within) {}

  std::optional<ShareList> read(std::string_view text, ShareForm form) {
    ShareAssignments read = read_share_assignments(text, "user", form);
    for (const ShareMistake& mistake : read.mistakes)
      fail(mistake.position, mistake.message + picture(text, mistake.position));
    std::set<std::string, std::less<>> seen;
    // Groups of lines that could not be read, which was complained about.
    const bool any_lost = std::erase_if(read.list, [&](const ShareAssignment& entry) {
                            return is_lost(entry.name);
                          }) > 0;
    std::erase_if(read.list, [&](const ShareAssignment& entry) {
      const auto wrong = !seen.insert(entry.name).second
                             ? std::optional("user " + entry.name + " is given twice")
                             : what_is_wrong_with(entry.name);
      if (wrong) is_good_ = leave_out(entry.position, *wrong) && is_good_;
      return wrong.has_value();
    });
    if (!is_good_ || (any_lost && read.list.empty())) return std::nullopt;
    if (in_.names.config.model.fairshare.duplicate == FairshareOptions::Duplicate::group_at)
      drop_named_in_groups(read.list);
    return std::move(read.list);
  }

 private:
  void fail(std::size_t position, const std::string& message) {
    in_.complaints().error(place_within(in_.draft, at_, key_, position), at_.pointer_to(key_),
                           message, std::exchange(is_good_, false));
  }

  /// One name of a site's file that nothing explains: the others hold. False: it is an error.
  bool leave_out(std::size_t position, const std::string& message) {
    return complain_of_part(in_.draft, place_within(in_.draft, at_, key_, position),
                            at_.pointer_to(key_), message);
  }

  bool is_lost(std::string_view name) const {
    if (!name.ends_with('@')) return false;
    name.remove_suffix(1);
    return !in_.names.user_groups.contains(name) && in_.names.may_be_user_group(name);
  }

  /// `group@` stands for each user of the group. Any other name may be a user's.
  std::optional<std::string> what_is_wrong_with(std::string_view name) {
    const auto& groups = in_.names.user_groups;
    if (name == "default" || name == "others") return std::nullopt;
    if (name == "all" || name.starts_with('~'))
      return "expected a user, a group, default or others, got " + in_quotes(name);
    const bool is_each = name.ends_with('@');
    const std::string_view plain = is_each ? name.substr(0, name.size() - 1) : name;
    const auto group = groups.find(plain);
    if (is_each && group == groups.end())
      return "unknown user group " + in_quotes(name) + known_names(plain, names_of(groups));
    if (within_ == nullptr) return std::nullopt;
    NameSet<NameId> outside = group != groups.end() ? group->second : only(name);
    outside.remove(*within_);
    if (outside.empty()) return std::nullopt;
    return in_quotes(name) + (group == groups.end() ? " is not" : " has users who are not") +
           " in the group whose shares these are";
  }

  /// Who is named alone and in group@ has the shares of the group@.
  void drop_named_in_groups(ShareList& list) {
    const ShareList whole = list;
    NameSet<NameId> in_groups;
    for (const ShareAssignment& each : whole)
      if (each.name.ends_with('@')) in_groups.add(members_of(each));
    std::erase_if(list, [&](const ShareAssignment& one) {
      if (!is_user(one.name) || !has(in_groups, one.name)) return false;
      for (const ShareAssignment& each : whole)
        if (each.name.ends_with('@') && has(members_of(each), one.name)) {
          in_.complaints().warning(at_, key_,
                                   "user " + one.name + " is in " + each.name +
                                       ", too, and has the shares of that: see "
                                       "model.fairshare_duplicate");
          break;
        }
      return true;
    });
  }
  bool is_user(std::string_view name) const {
    return name != "default" && name != "others" && !name.ends_with('@') &&
           !in_.names.user_groups.contains(name);
  }
  const NameSet<NameId>& members_of(const ShareAssignment& each) const {
    const std::string_view name = each.name;
    return in_.names.user_groups.find(name.substr(0, name.size() - 1))->second;
  }
  bool has(const NameSet<NameId>& set, std::string_view user) const {
    return std::ranges::binary_search(set.list, in_.draft.scenario.config.users.id(user)) !=
           set.all;
  }

  NameSet<NameId> only(std::string_view user) const {
    return NameSet<NameId>::of({in_.draft.scenario.config.users.id(user)});
  }

  SettingsDraft& in_;
  const JsonAt& at_;
  std::string_view key_;
  const NameSet<NameId>* within_;
  bool is_good_ = true;
};

/// Refuses groups whose shares contain the group itself, however far down.
class ShareCycles {
 public:
  /// Where the lists of groups stand.
  struct At {
    JsonPlace place;
    std::string pointer;
  };
  using Places = std::map<std::string, At, std::less<>>;

  ShareCycles(SettingsDraft& in, const Places& places) : in_(in), places_(places) {}

  void check() {
    for (const auto& [name, shares] : in_.group_shares) height_of(name);
    for (const std::string& name : refused_) in_.group_shares.erase(name);
  }

 private:
  static constexpr std::size_t deepest = 100;

  /// How many groups with shares are below each other from this one on.
  std::size_t height_of(const std::string& name) {
    if (const auto known = heights_.find(name); known != heights_.end()) return known->second;
    path_.push_back(name);
    std::size_t height = 0;
    for (const ShareAssignment& entry : in_.group_shares.find(name)->second) {
      if (!in_.group_shares.contains(entry.name)) continue;
      const auto outer = std::ranges::find(path_, entry.name);
      if (outer != path_.end())
        refuse(name, "a group has shares of itself: " + way_from(outer) + entry.name);
      else
        height = std::max(height, path_.size() < deepest ? height_of(entry.name) : deepest);
    }
    path_.pop_back();
    if (height >= deepest) refuse(name, "groups with shares within groups, more than 100 deep");
    return heights_[name] = height + 1;
  }
  std::string way_from(std::vector<std::string>::iterator step) const {
    std::string way;
    for (; step != path_.end(); ++step) way += *step + " > ";
    return way;
  }
  void refuse(const std::string& name, const std::string& text) {
    if (!refused_.insert(name).second) return;
    const At& at = places_.find(name)->second;
    in_.complaints().error(at.place, at.pointer, text);
  }

  SettingsDraft& in_;
  const Places& places_;
  std::vector<std::string> path_;
  std::map<std::string, std::size_t> heights_;
  std::set<std::string> refused_;
};

/// `(!)`: a program of the site's says who has which shares, as it says who is in the group.
bool are_of_egroup(const std::string& text) {
  const auto words = list_words(text);
  return words.size() == 1 && words.front() == "!";
}

}  // namespace

std::optional<ShareList> read_shares(SettingsDraft& in, const JsonAt& at, std::string_view key,
                                     ShareForm form, const NameSet<NameId>* within) {
  const auto text = Fields(*at.node).text(key);
  if (!text) return std::nullopt;  // complained about
  return ShareListReader(in, at, key, within).read(*text, form);
}

void read_group_shares(SettingsDraft& in) {
  ShareCycles::Places places;
  visit_section(in, "lsb.users"_key, "UserGroup"_key, [&](const JsonNode& line, const JsonAt& at) {
    const auto name = Fields(line).text("GROUP_NAME"_key);
    const auto group = name ? in.names.user_groups.find(*name) : in.names.user_groups.end();
    if (group == in.names.user_groups.end()) return;  // complained about
    if (are_of_egroup(Fields(line).text("USER_SHARES"_key).value_or(""))) {
      in.complaints().warning(at, "USER_SHARES"_key,
                              "shares come from egroup, which is not run: list them",
                              {.who = "user group", .what = "loses its shares", .count = 1});
      return;
    }
    auto shares = read_shares(in, at, "USER_SHARES"_key, ShareForm::any, &group->second);
    if (!shares || shares->empty()) return;
    if (in.group_shares.emplace(*name, *std::move(shares)).second)
      places[*name] = {TreeComplaints::place_of(at, "USER_SHARES"_key),
                       at.pointer_to("USER_SHARES"_key)};
  });
  ShareCycles(in, places).check();
}

}  // namespace mcsim::config
