// What jobs ask for beside slots and time.
#include "scenario_profiles.hpp"

#include "mcsim/io/nearest.hpp"
#include "mcsim/io/vocabulary.hpp"
#include "settings.hpp"

namespace mcsim {
namespace {

constexpr std::int64_t kb_of_mb = 1024;

}  // namespace

JobProfile ProfileReader::of_job(const JsonNode& node, const JsonAt& at, ClusterId cluster) {
  JobProfile profile;
  read_common(profile, node, at, cluster);
  for (const JsonNode& member : node.children) {
    const std::string_view key = member.key;
    if (key == "from_host" && member.is(JsonNode::Kind::text))
      profile.from_host = draft_.find_host(at, key, member.text, cluster).value_or(HostId{});
    else if (key == "rerunnable")
      profile.rerunnable = Fields(node).flag(key).value_or(false);
    else if (key == "priority")
      profile.priority = static_cast<std::int32_t>(Fields(node).whole(key).value_or(0));
    else if (key == "mem")
      profile.memory = Fields(node).whole(key).value_or(0) * kb_of_mb;
    else if (key == "mem_limit" && member.is(JsonNode::Kind::whole))
      profile.mem_limit = member.whole * kb_of_mb;
    else if (key == "exit_codes" && member.is(JsonNode::Kind::text))
      profile.exit_codes = exit_codes(at, member.text);
  }
  return profile;
}

JobProfile ProfileReader::of_workload(const JsonNode& node, const JsonAt& at, ClusterId cluster) {
  JobProfile profile;
  read_common(profile, node, at, cluster);
  return profile;
}

void ProfileReader::check_queue(const JobProfile& profile, const JsonAt& at, ClusterId cluster,
                                QueueId queue) {
  const std::string& text = profile.res_req.text;
  const ClusterDraft& known = draft_[cluster];
  if (!known.are_hosts_whole() || known.config.hosts.empty()) return;
  if (!checked_.emplace(cluster, queue, profile.application, profile.from_host, text).second)
    return;
  const bool has_application = profile.application != none<ApplicationId>;
  const std::string_view key = !text.empty() ? "res_req" : has_application ? "app" : "queue";
  warn_of_impossible_together(draft_, known.config, queue, profile, at, key);
}

void ProfileReader::read_common(JobProfile& profile, const JsonNode& node, const JsonAt& at,
                                ClusterId cluster) {
  for (const JsonNode& member : node.children) {
    if (member.key == "exclusive") {
      profile.exclusive = Fields(node).flag(member.key).value_or(false);
      continue;
    }
    if (!member.is(JsonNode::Kind::text) || member.text.empty()) continue;
    if (member.key == "app")
      profile.application = application(at, member.text, cluster);
    else if (member.key == "res_req")
      profile.res_req = requirement(at, member.text, cluster);
    else if (member.key == "hosts")
      profile.hosts = hosts(at, member.text, cluster);
  }
}

ApplicationId ProfileReader::application(const JsonAt& at, const std::string& name,
                                         ClusterId cluster) {
  const ClusterDraft& known = draft_[cluster];
  if (const auto found = known.applications.find(name); found != known.applications.end())
    return found->second;
  if (known.applications_known)
    draft_.complaints.error(at, "app",
                            "unknown application profile " + quoted(name) + " in " +
                                known.config.name +
                                known_names(name, names_of(known.applications)));
  return none<ApplicationId>;
}

const ResourceRequirement& ProfileReader::requirement(const JsonAt& at, const std::string& text,
                                                      ClusterId cluster) {
  const auto [found, is_new] = requirements_.try_emplace({cluster, text});
  if (!is_new) return found->second;
  const ClusterSettings& settings = draft_[cluster].config;
  const ClusterDraft& known = draft_[cluster];
  if (auto read = read_requirement(draft_, settings.resources, known.resources_known, at, "res_req",
                                   text)) {
    found->second = std::move(*read);
    if (known.are_hosts_whole()) warn_of_impossible(draft_, settings, found->second, at, "res_req");
  }
  return found->second;
}

const std::optional<HostPreferences>& ProfileReader::hosts(const JsonAt& at,
                                                           const std::string& text,
                                                           ClusterId cluster) {
  const auto [found, is_new] = hosts_.try_emplace({cluster, text});
  if (is_new) found->second = read_host_preferences(draft_, cluster, at, "hosts", text);
  return found->second;
}

std::vector<std::int32_t> ProfileReader::exit_codes(const JsonAt& at, const std::string& text) {
  std::vector<std::int32_t> codes;
  for (const std::string_view word : split_words(text)) {
    const auto code = read_whole(word);
    if (!code || *code < 0 || *code > 255) {
      draft_.complaints.error(
          at, "exit_codes",
          "expected exit codes from 0 to 255, separated by blanks, got " + quoted(word));
      return {};
    }
    codes.push_back(static_cast<std::int32_t>(*code));
  }
  return codes;
}

}  // namespace mcsim
