// Share trees: the accounts that a USER_SHARES list and those of its groups make.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"

namespace mcsim::config {
namespace {

/// How much the trees of a cluster may take: groups in groups may make very much of a few lines.
/// Unit: one user or group of a row.
constexpr std::size_t most_share_entries = 10'000'000;
constexpr std::size_t entries_of_row = 16;  ///< what a row takes beside these

class ShareTreeMaker {
 public:
  explicit ShareTreeMaker(SettingsDraft& in) : in_(in), groups_(in.names.user_groups) {}

  /// Adds the accounts of a list. `within`: whom default and others can reach; `above`: the groups
  /// that the list is in, ascending.
  void add(const ShareList& list, ShareRow parent, const NameSet<NameId>& within,
           const std::vector<NameId>& above) {
    const NameSet<NameId> rest = left_by(list, within);
    const std::size_t first = rows_.size();
    for (const ShareAssignment& entry : list) {
      ShareRowConfig row = row_of(entry, rest, above);
      row.parent = parent;
      in_.share_entries += entries_of_row + row.users.users.size() + row.under_groups.size();
      if (is_too_large()) return;
      rows_.push_back(std::move(row));
    }
    drop_named(first);
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (rows_[first + i].kind != ShareRowConfig::Kind::tree) continue;
      const std::vector<NameId> groups = rows_[first + i].under_groups;
      add(in_.group_shares.find(list[i].name)->second, static_cast<ShareRow>(first + i),
          groups_.find(list[i].name)->second, groups);
    }
  }
  bool is_too_large() const { return in_.share_entries > most_share_entries; }
  std::vector<ShareRowConfig> take() { return std::move(rows_); }

 private:
  static bool is_for_rest(const ShareAssignment& entry) {
    return entry.name == "default" || entry.name == "others";
  }

  /// The users of `within` that no entry names.
  NameSet<NameId> left_by(const ShareList& list, const NameSet<NameId>& within) const {
    NameSet<NameId> named;
    std::vector<NameId> alone;
    for (const ShareAssignment& entry : list) {
      if (is_for_rest(entry)) continue;
      if (const auto group = group_of(entry); group != groups_.end())
        named.add(group->second);
      else
        alone.push_back(in_.draft.scenario.config.users.id(entry.name));
    }
    named.add(NameSet<NameId>::of(std::move(alone)));
    NameSet<NameId> rest = within;
    rest.remove(named);
    return rest;
  }

  UserGroups::const_iterator group_of(const ShareAssignment& entry) const {
    std::string_view name = entry.name;
    if (name.ends_with('@')) name.remove_suffix(1);
    return groups_.find(name);
  }

  ShareRowConfig row_of(const ShareAssignment& entry, const NameSet<NameId>& rest,
                        const std::vector<NameId>& above) const {
    using Kind = ShareRowConfig::Kind;
    ShareRowConfig row{.name = entry.name, .shares = entry.shares, .under_groups = above};
    if (is_for_rest(entry)) {
      row.kind = entry.name == "default" ? Kind::each : Kind::collective;
      row.users = users_of(rest);
      return row;
    }
    const auto group = group_of(entry);
    if (group == groups_.end()) {
      row.users = UserList::only({in_.draft.scenario.config.users.id(entry.name)});
      return row;
    }
    row.name = group->first;
    row.kind = entry.name.ends_with('@')                 ? Kind::each
               : in_.group_shares.contains(group->first) ? Kind::tree
                                                         : Kind::collective;
    row.users = row.kind == Kind::tree ? UserList::only({}) : users_of(group->second);
    const NameId id = in_.draft.scenario.config.groups.id(group->first);
    const auto place = std::ranges::lower_bound(row.under_groups, id);
    if (place == row.under_groups.end() || *place != id) row.under_groups.insert(place, id);
    return row;
  }

  static UserList users_of(const NameSet<NameId>& set) {
    return {.all = set.all, .users = set.list};
  }

  /// Takes users who are named alone out of group@, from the row `first` on. Where those of the
  /// group@ count, their own rows are dropped already.
  void drop_named(std::size_t first) {
    std::vector<NameId> users;
    for (std::size_t i = first; i < rows_.size(); ++i)
      if (rows_[i].kind == ShareRowConfig::Kind::user)
        users.push_back(rows_[i].users.users.front());
    const NameSet<NameId> alone = NameSet<NameId>::of(std::move(users));
    for (std::size_t i = first; i < rows_.size() && !alone.empty(); ++i) {
      if (rows_[i].kind != ShareRowConfig::Kind::each) continue;
      UserList& list = rows_[i].users;
      NameSet<NameId> each{.all = list.all, .list = std::move(list.users)};
      each.remove(alone);
      list = users_of(each);
    }
  }

  SettingsDraft& in_;
  const UserGroups& groups_;
  std::vector<ShareRowConfig> rows_;
};

}  // namespace

std::optional<std::vector<ShareRowConfig>> make_share_tree(SettingsDraft& in,
                                                           const ShareList& shares) {
  ShareTreeMaker tree(in);
  tree.add(shares, none<ShareRow>, {.all = true, .list = {}}, {});
  if (tree.is_too_large()) return std::nullopt;
  return tree.take();
}

}  // namespace mcsim::config
