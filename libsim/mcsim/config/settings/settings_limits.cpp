// lsb.resources, section Limit: slot limits of hosts. MXJ holds too: the smaller one counts.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/values/settings_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"

namespace mcsim::config {
namespace {

/// The hosts that `text` names, by HostId; none: complained about.
std::optional<std::vector<bool>> hosts_in(SettingsDraft& in, const JsonAt& at, std::string_view key,
                                          std::string_view text) {
  std::vector<bool> named(in.settings.hosts.size(), false);
  std::vector<bool> out = named;
  for (std::string_view word : list_words(text)) {
    const bool leaves_out = word.starts_with('~');
    if (leaves_out) word.remove_prefix(1);
    if (word == "allremote" || word.find('@') != std::string_view::npos) {
      complain_planned(in.draft, at, key, "borrowed hosts, " + std::string(word));
      return std::nullopt;
    }
    if (word == "all" && !leaves_out && !in.names.hosts.contains(word)) {
      named.assign(named.size(), true);
      continue;
    }
    const auto hosts = find_alike(in.draft, in.names, at, key, word);
    if (!hosts) return std::nullopt;
    for (const HostId host : *hosts) (leaves_out ? out : named)[index_of(host)] = true;
  }
  for (std::size_t at_host = 0; at_host < named.size(); ++at_host)
    named[at_host] = named[at_host] && !out[at_host];
  return named;
}

void read_limit(SettingsDraft& in, const JsonNode& line, const JsonAt& at) {
  const Loss left_out{.who = "Limit", .what = "is left out", .count = 1};
  const Fields fields(line);
  const auto slots = fields.whole("SLOTS"_key);
  if (fields.has("PER_HOST"_key) && fields.has("HOSTS"_key))
    return void(in.complaints().error(at, "HOSTS"_key, "a limit has either PER_HOST or HOSTS"));
  const std::string_view key = fields.has("HOSTS"_key) ? "HOSTS"_key : "PER_HOST"_key;
  if (!fields.has(key))
    return complain_planned(in.draft, at, "SLOTS"_key, "a limit without PER_HOST or HOSTS",
                            left_out);
  const auto hosts = hosts_in(in, at, key, fields.text(key).value_or(""));
  if (!hosts || !slots) return;
  const auto count = std::ranges::count(*hosts, true);
  if (key == "HOSTS"_key && count > 1)
    return complain_planned(in.draft, at, key, "a limit that several hosts share", left_out);
  if (count == 0 && in.names.are_host_names_known())
    in.complaints().warning(at, key, "no execution host is left");
  for (std::size_t host = 0; host < hosts->size(); ++host) {
    Slots& mxj = in.settings.hosts[host].mxj;
    if ((*hosts)[host]) mxj = std::min(mxj, Slots(static_cast<std::int32_t>(*slots)));
  }
}

}  // namespace

void read_limits(SettingsDraft& in) {
  visit_section(in, "lsb.resources"_key, "Limit"_key,
                [&](const JsonNode& line, const JsonAt& at) { read_limit(in, line, at); });
}

}  // namespace mcsim::config
