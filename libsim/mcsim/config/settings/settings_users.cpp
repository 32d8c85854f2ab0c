// lsb.users: how many slots, and jobs that wait, users and groups of users may have.
#include <algorithm>
#include <cstdint>
#include <set>
#include <string>

#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/values/settings_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::config {
namespace {

/// The users that `name` stands for: `user`, `group` as one, `group@` each of it, or `default`.
bool set_users(SettingsDraft& in, UserLimit& limit, const std::string& name, const JsonAt& at) {
  const auto& groups = in.names.user_groups;
  limit.is_default = name == "default";
  if (limit.is_default) return true;
  const bool each = name.ends_with('@');
  const std::string plain = each ? name.substr(0, name.size() - 1) : name;
  const auto group = groups.find(plain);
  if (group == groups.end() && each && in.names.may_be_user_group(plain)) return false;
  if (group == groups.end() && each) {
    in.complaints().error(
        at, "USER_NAME"_key,
        "unknown user group " + in_quotes(name) + known_names(name, names_of(groups)));
    return false;
  }
  limit.together = group != groups.end() && !each;
  limit.all_but = group != groups.end() && group->second.all;
  if (group != groups.end())
    limit.users = group->second.list;
  else
    limit.users = {in.draft.scenario.config.users.id(name)};
  return true;
}

}  // namespace

void read_pend_limits(UserLimit& limit, const Fields& fields) {
  const auto read = [&](std::string_view key) {
    const std::int64_t most = fields.whole(key).value_or(no_limit);
    return static_cast<std::int32_t>(std::min<std::int64_t>(most, no_limit));
  };
  limit.max_pend_jobs = read("MAX_PEND_JOBS"_key);
  limit.max_pend_slots = read("MAX_PEND_SLOTS"_key);
}

void read_user_limits(SettingsDraft& in) {
  std::set<std::string> seen;
  visit_section(in, "lsb.users"_key, "User"_key, [&](const JsonNode& line, const JsonAt& at) {
    const Fields fields(line);
    const auto name = fields.text("USER_NAME"_key);
    if (!name) return;
    if (!seen.insert(*name).second)
      return void(in.complaints().error(at, "USER_NAME"_key, "user " + *name + " is given twice"));
    UserLimit limit;
    if (!set_users(in, limit, *name, at)) return;
    if (const auto most = fields.whole("MAX_JOBS"_key))
      limit.max_jobs = static_cast<std::int32_t>(*most);
    if (const auto slots = fields.text("JL/P"_key))
      limit.per_processor = read_slots_per_processor(*slots).value_or(SlotsPerProcessor{});
    read_pend_limits(limit, fields);
    in.settings.user_limits.push_back(std::move(limit));
  });
  // Where no line limits what waits, there is nothing to be counted.
  if (std::ranges::none_of(in.settings.user_limits, &UserLimit::limits_pending)) return;
  in.settings.pend_limits = in.settings.user_limits;
  // Lines that limit nothing else would make sessions look at users one by one.
  const bool limits_slots = std::ranges::any_of(in.settings.user_limits, [](const UserLimit& one) {
    return one.max_jobs < no_limit || one.per_processor.thousandths >= 0;
  });
  if (!limits_slots) in.settings.user_limits.clear();
}

}  // namespace mcsim::config
