// Whom a row of section Limit is for: USERS, QUEUES, HOSTS, PROJECTS, APPS, and PER_ of each.
#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/config/settings/name_set.hpp"
#include "mcsim/config/settings/settings.hpp"
#include "mcsim/config/settings/settings_limits.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/values/settings_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::config {
namespace {

class ConsumerReader {
 public:
  ConsumerReader(SettingsDraft& in, const JsonNode& line, const JsonAt& at)
      : in_(in), at_(at), fields_(line) {}

  bool read(LimitSection& limit) {
    column("USERS"_key, "PER_USER"_key, limit.users,
           [&](std::string_view key, std::string_view text) { return users(key, text); });
    column("QUEUES"_key, "PER_QUEUE"_key, limit.queues,
           [&](std::string_view key, std::string_view text) { return queues(key, text); });
    column("HOSTS"_key, "PER_HOST"_key, limit.hosts,
           [&](std::string_view key, std::string_view text) { return hosts(key, text); });
    column("PROJECTS"_key, "PER_PROJECT"_key, limit.projects,
           [&](std::string_view key, std::string_view text) { return projects(key, text); });
    column("APPS"_key, "PER_APP"_key, limit.applications,
           [&](std::string_view key, std::string_view text) { return applications(key, text); });
    return is_good_;
  }

 private:
  /// Reads whichever of the two is there.
  template <class T, class Read>
  void column(std::string_view together, std::string_view each, LimitConsumers<T>& consumers,
              Read&& read) {
    const bool is_each = fields_.has(each);
    if (is_each && fields_.has(together))
      return refuse(each,
                    "a limit has either " + std::string(each) + " or " + std::string(together));
    const std::string_view key = is_each ? each : together;
    if (!fields_.has(key)) return;
    const std::string text = fields_.text(key).value_or("");
    const std::optional<NameSet<T>> names = read(key, std::string_view(text));
    is_good_ = is_good_ && names;
    if (!names) return;
    consumers = {.all = names->all, .listed = names->list, .each = is_each};
    const auto words = list_words(text);
    if (key == "USERS"_key && in_.names.config.model.limit_users_all == LimitUsersAll::each &&
        std::ranges::find(words, "all") != words.end())
      consumers.each = true;
  }

  std::optional<NameSet<NameId>> users(std::string_view key, std::string_view text) {
    auto list = read_users(in_.draft, in_.names, at_, key, text);
    if (!list) return std::nullopt;
    if (list_words(text).empty()) warn_of_none(key, "user");
    return NameSet<NameId>{.all = list->all, .list = std::move(list->users)};
  }

  /// Any name can be a project.
  std::optional<NameSet<NameId>> projects(std::string_view key, std::string_view text) {
    return listed<NameId>(key, text, "project", [&](std::string_view name) {
      return std::vector{in_.draft.scenario.config.projects.id(name)};
    });
  }

  std::optional<NameSet<QueueId>> queues(std::string_view key, std::string_view text) {
    return named<QueueId>(key, text, "queue", in_.names.queues,
                          [&](std::string_view name) { return in_.names.may_be_queue(name); });
  }

  std::optional<NameSet<ApplicationId>> applications(std::string_view key, std::string_view text) {
    return named<ApplicationId>(
        key, text, "application profile", in_.names.applications, [&](std::string_view name) {
          return !in_.names.applications_known || in_.names.lost_applications.may_hold(name);
        });
  }

  /// Borrowed hosts are not known yet, and `all` are those of the cluster itself.
  std::optional<NameSet<HostId>> hosts(std::string_view key, std::string_view text) {
    std::vector<HostId> own(in_.settings.hosts.size());
    for (std::size_t i = 0; i < own.size(); ++i) own[i] = static_cast<HostId>(i);
    bool is_borrowed = false;
    auto names = listed<HostId>(
        key, text, "execution host",
        [&](std::string_view name) -> std::optional<std::vector<HostId>> {
          is_borrowed = is_borrowed || is_borrow_word(name);
          if (!is_borrow_word(name)) return find_alike(in_.draft, in_.names, at_, key, name);
          complain_planned(in_.draft, at_, key, "borrowed hosts, " + std::string(name),
                           {.who = "Limit", .what = "is left out", .count = 1});
          return std::nullopt;
        },
        &own);
    return names;
  }

  /// Words that stand for what `known` has. `is_lost`: whether such a name may stand in a line that
  /// could not be read.
  template <class T, class Known, class IsLost>
  std::optional<NameSet<T>> named(std::string_view key, std::string_view text,
                                  const std::string& what, const Known& known, IsLost&& is_lost) {
    return listed<T>(key, text, what, [&](std::string_view name) -> std::optional<std::vector<T>> {
      const auto found = known.find(name);
      if (found != known.end()) return std::vector<T>{found->second};
      if (is_lost(name)) return std::vector<T>{};
      if (!complain_of_part(in_.draft, at_, key,
                            "unknown " + what + " " + in_quotes(name) + " in " +
                                in_.names.config.name + known_names(name, names_of(known))))
        return std::nullopt;
      return std::vector<T>{};
    });
  }

  /// Words, `all` and `~`. `everybody`: what `all` stands for, where that is known.
  template <class T, class Lookup>
  std::optional<NameSet<T>> listed(std::string_view key, std::string_view text,
                                   const std::string& what, Lookup&& lookup,
                                   const std::vector<T>* everybody = nullptr) {
    NameSet<T> names;
    NameSet<T> out;
    bool is_good = true;
    for (std::string_view word : list_words(text)) {
      const bool leaves_out = word.starts_with('~');
      if (leaves_out) word.remove_prefix(1);
      if (word == "all" && !leaves_out) {
        names.add(everybody == nullptr ? NameSet<T>{.all = true, .list = {}}
                                       : NameSet<T>::of(*everybody));
        continue;
      }
      std::optional<std::vector<T>> found = lookup(word);
      is_good = is_good && found;
      if (found) (leaves_out ? out : names).add(NameSet<T>::of(std::move(*found)));
    }
    if (!is_good) return std::nullopt;
    names.remove(out);
    if (names.empty() && (everybody == nullptr || in_.names.are_host_names_known()))
      warn_of_none(key, what);
    return names;
  }

  void warn_of_none(std::string_view key, const std::string& what) {
    const std::string name = fields_.text("NAME"_key).value_or("");
    in_.complaints().warning(at_, key,
                             "no " + what +
                                 " is left: " + (name.empty() ? "this Limit" : "Limit " + name) +
                                 " is for nobody");
  }

  void refuse(std::string_view key, const std::string& text) {
    in_.complaints().error(at_, key, text);
    is_good_ = false;
  }

  SettingsDraft& in_;
  const JsonAt& at_;
  const Fields fields_;
  bool is_good_ = true;
};

}  // namespace

bool read_limit_consumers(SettingsDraft& in, const JsonNode& line, const JsonAt& at,
                          LimitSection& limit) {
  return ConsumerReader(in, line, at).read(limit);
}

}  // namespace mcsim::config
