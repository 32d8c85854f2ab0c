// The types that LSF's LIM finds out by itself (`!`): here it finds nothing, so they are guessed.
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::config {
namespace {

struct TypeGuess {
  std::string type;
  std::string_view why;
};

/// The types of all hosts that have one, or else of the clients.
std::set<std::string> written_types(const ClusterSettings& settings) {
  std::set<std::string> types;
  for (const HostConfig& host : settings.hosts) types.insert(host.type);
  types.erase("");
  if (!types.empty()) return types;
  for (const ForeignHost& client : settings.foreign_hosts) types.insert(client.type);
  types.erase("");
  return types;
}

/// The one type that hosts can have, as far as anybody says.
std::optional<TypeGuess> guess_type(const SettingsDraft& in, const std::set<std::string>& written) {
  if (written.size() == 1) return TypeGuess{*written.begin(), "as all hosts with a type are"};
  auto known = in.host_types;
  known.erase("DEFAULT");  // the first of LSF's sample file, which no host is of
  if (written.empty() && known.size() == 1 && in.names.are_resources_known())
    return TypeGuess{*known.begin(), "the only one that lsf.shared names"};
  return std::nullopt;
}

}  // namespace

void guess_host_types(SettingsDraft& in) {
  const std::set<std::string> written = written_types(in.settings);
  std::vector<std::string> open;
  for (std::size_t at = 0; at < in.settings.hosts.size(); ++at)
    if (const HostConfig& host = in.settings.hosts[at]; host.type.empty() && in.detects_type[at])
      open.push_back(host.name);
  const auto guess = guess_type(in, written);
  if (guess) {
    for (std::size_t at = 0; at < in.settings.hosts.size(); ++at)
      if (std::string& type = in.settings.hosts[at].type; type.empty() && in.detects_type[at])
        type = guess->type;
    for (ForeignHost& client : in.settings.foreign_hosts)
      if (client.type.empty()) client.type = guess->type;
  }
  if (open.empty() || !in.before.empty() || (!guess && written.empty())) return;
  const JsonNode* const file = in.node.find("lsf.cluster"_key);
  const bool is_one = open.size() == 1;
  std::string text = "the LIM finds out the type of " + first_names(open) + ", and none is here: ";
  text += guess ? "taken as " + guess->type + ", " + std::string(guess->why)
                : std::string("a type of ") + (is_one ? "its" : "their") +
                      " own, so jobs that ask for no type (type==local) run there only if they "
                      "are submitted from there, and then nowhere else; those with type==any run "
                      "anywhere";
  text +=
      "; give \"type\" in `hosts` of the scenario, or put what `lshosts -w` prints beside LSF's "
      "files, as lshosts";
  const auto number = in.draft.complaints.warning(
      file == nullptr ? in.at : JsonAt(in.at, *file, 0), "Host"_key, std::move(text),
      written.empty() ? Loss{}
                      : Loss{.who = "host",
                             .what = guess ? "counts as " + guess->type : "has no type",
                             .count = open.size()});
  // Where all hosts are of one type, it matters only to jobs that name it.
  if (number && written.empty()) in.draft.complaints.at(*number).is_minor = true;
}

}  // namespace mcsim::config
