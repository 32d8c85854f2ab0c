// The consumers that DISTRIBUTION names: clusters that exist, where provider and consumer know each
// other.
#include <string>
#include <vector>

#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::config {
namespace {

constexpr std::string_view distribution_key = "DISTRIBUTION"_key;

std::string in_vain(const std::string& consumer) { return ": nothing is exported to " + consumer; }

Loss loses_consumer() { return {.who = "export policy", .what = "loses a consumer", .count = 1}; }

void complain_unknown(SettingsDraft& in, const JsonAt& at, const ShareAssignment& entry) {
  const std::string& name = entry.name;
  if (in.draft.is_left_out(in.id, name))
    in.complaints().warning(
        at, distribution_key,
        "cluster " + name + " of lsf.shared is not in the scenario" + in_vain(name),
        loses_consumer());
  else if (in.draft.names_known)
    complain_of_part(
        in.draft, place_within(in.draft, at, distribution_key, entry.position),
        at.pointer_to(distribution_key),
        "unknown cluster " + in_quotes(name) + known_names(name, names_of(in.draft.cluster_ids)));
}

}  // namespace

std::vector<ExportShare> find_consumers(SettingsDraft& in, const JsonAt& at,
                                        const std::vector<ShareAssignment>& entries) {
  std::vector<ExportShare> shares;
  const std::string& provider = in.names.config.name;
  const auto warn = [&](const std::string& stranger, const std::string& of,
                        const std::string& consumer) {
    in.complaints().warning(
        at, distribution_key,
        "cluster " + stranger + " is none of the RemoteClusters of " + of + in_vain(consumer),
        loses_consumer());
  };
  for (const ShareAssignment& entry : entries) {
    if (entry.name == provider) continue;
    const auto found = in.draft.cluster_ids.find(entry.name);
    if (found == in.draft.cluster_ids.end())
      complain_unknown(in, at, entry);
    else if (!in.draft.remotes[index_of(in.id)].knows(found->second))
      warn(entry.name, provider, entry.name);
    else if (!in.draft.remotes[index_of(found->second)].knows(in.id))
      warn(provider, entry.name, entry.name);
    else
      shares.push_back({found->second, entry.shares});
  }
  return shares;
}

}  // namespace mcsim::config
