// Users and groups by name, and what USERS makes of them.
#include <optional>

#include "mcsim/config/settings/settings.hpp"
#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/settings_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::config {
namespace {

/// Letters that no user's name has: most of them separate names elsewhere.
constexpr std::string_view never_in_names = ",;*?()[]{}<>|&!~=\"'";

/// Reads USERS word by word.
class UserReader {
 public:
  UserReader(ScenarioDraft& draft, const ClusterDraft& names, const JsonAt& at,
             std::string_view key)
      : draft_(draft), names_(names), at_(at), key_(key) {}

  std::optional<UserList> read(std::string_view text, const Loss& none_left) {
    const auto words = list_words(text);
    for (const std::string_view word : words) read_word(word);
    if (!is_good_) return std::nullopt;
    in_.remove(out_);
    if (in_.empty() && !words.empty() && names_.are_user_groups_known())
      draft_.complaints.warning(at_, key_, "no user is left", none_left);
    return UserList{.all = in_.all, .users = in_.list};
  }

 private:
  void read_word(std::string_view word) {
    const bool leaves_out = word.starts_with('~');
    const std::string_view name = leaves_out ? word.substr(1) : word;
    if (name.empty() || name.find_first_of(never_in_names) != std::string_view::npos)
      return refuse("expected users and user groups, separated by blanks, got " + in_quotes(word));
    if (name == "all") {
      if (leaves_out) return refuse("expected a user or a group after ~, got " + in_quotes(word));
      return in_.add({.all = true, .list = {}});
    }
    (leaves_out ? out_ : in_).add(members_of(name));
  }

  /// `group/` is a group even where a user has that name too. Source: IBM Spectrum LSF 10.1,
  /// lsb.queues, USERS.
  NameSet<NameId> members_of(std::string_view name) {
    const bool is_group = name.ends_with('/');
    if (is_group) name.remove_suffix(1);
    const UserGroups& groups = names_.user_groups;
    if (const auto group = groups.find(name); group != groups.end()) return group->second;
    if (!is_group) return NameSet<NameId>::of({draft_.scenario.config.users.id(name)});
    if (!names_.may_be_user_group(name))
      refuse("unknown user group " + in_quotes(name) +
             known_names(std::string(name), names_of(groups)));
    return {};
  }

  void refuse(const std::string& message) {
    is_good_ = complain_of_part(draft_, at_, key_, message) && is_good_;
  }

  ScenarioDraft& draft_;
  const ClusterDraft& names_;
  const JsonAt& at_;
  std::string_view key_;
  bool is_good_ = true;
  NameSet<NameId> in_;
  NameSet<NameId> out_;
};

}  // namespace

std::optional<UserList> read_users(ScenarioDraft& draft, const ClusterDraft& names,
                                   const JsonAt& at, std::string_view key, std::string_view text,
                                   const Loss& none_left) {
  return UserReader(draft, names, at, key).read(text, none_left);
}

}  // namespace mcsim::config
