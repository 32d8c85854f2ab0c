// Share trees as text, for tests of the configuration.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/rooms.hpp"
#include "support/settings_support.hpp"

namespace mcsim::testing {

/// "ann bob", or "all but ann bob".
inline std::string names_in(const NameTable& names, const std::vector<NameId>& ids) {
  std::string text;
  for (const NameId id : ids) text.append(text.empty() ? "" : " ").append(names.name(id));
  return text;
}

/// The accounts of a tree: "eng > ann 3 for ann under eng"; a group whose accounts are rows of
/// their own ends with /, one whose users have each an account with @.
inline Texts share_rows(const GridConfig& grid, const FairshareConfig& tree) {
  using Kind = ShareRowConfig::Kind;
  Texts rows;
  for (const ShareRowConfig& row : tree.accounts) {
    std::string text;
    if (row.parent != none<ShareRow>) text = tree.accounts[index_of(row.parent)].name + " > ";
    text += row.name +
            (row.kind == Kind::tree   ? "/"
             : row.kind == Kind::each ? "@"
                                      : "") +
            " " + std::to_string(row.shares);
    const std::string users = names_in(grid.users, row.users.users);
    if (row.users.all)
      text += users.empty() ? " for all" : " for all but " + users;
    else if (!users.empty())
      text += " for " + users;
    if (!row.under_groups.empty()) text += " under " + names_in(grid.groups, row.under_groups);
    rows.push_back(text);
  }
  return rows;
}

/// The first tree of a cluster with one host, these users (lsb.users) and one queue with FAIRSHARE.
inline Texts share_rows_of(const std::string& shares, const std::string& groups = "",
                           const std::string& before = "") {
  const Scenario scenario = scenario_of(
      R"("hosts": [{"name": "h"}], "lsb.users": {"UserGroup": [)" + groups +
          R"(]}, "lsb.queues": [{"QUEUE_NAME": "q", "FAIRSHARE": "USER_SHARES[)" + shares + "]\"}]",
      before);
  return share_rows(scenario.config, scenario.config.clusters[0].fairshares.at(0));
}

/// A line of section UserGroup.
inline std::string user_group(const std::string& name, const std::string& members,
                              const std::string& shares = "") {
  return R"({"GROUP_NAME": ")" + name + R"(", "GROUP_MEMBER": ")" + members + "\"" +
         (shares.empty() ? "" : R"(, "USER_SHARES": ")" + shares + "\"") + "}";
}

}  // namespace mcsim::testing
