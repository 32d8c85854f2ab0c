// What jobs ask for beside slots and time.
#include "scenario_profiles.hpp"

#include "mcsim/io/nearest.hpp"
#include "mcsim/io/vocabulary.hpp"
#include "settings.hpp"

namespace mcsim {
namespace {

constexpr std::int64_t kb_of_mb = 1024;

/// Who is to be blamed for what a job asks for.
std::string_view key_of(const JobProfile& profile) {
  if (!profile.res_req.text.empty()) return "res_req";
  return profile.application != none<ApplicationId> ? "app" : "queue";
}

}  // namespace

JobProfile ProfileReader::of_job(const JsonNode& node, const JsonAt& at, ClusterId cluster,
                                 std::optional<QueueId> queue) {
  JobProfile profile;
  read_common(profile, node, at, cluster, queue);
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

JobProfile ProfileReader::of_workload(const JsonNode& node, const JsonAt& at, ClusterId cluster,
                                      std::optional<QueueId> queue) {
  JobProfile profile;
  read_common(profile, node, at, cluster, queue);
  const ClusterDraft& known = draft_[cluster];
  if (known.are_hosts_whole())
    warn_of_wide_ptile(draft_, known.config, profile.res_req, at, "res_req", {});
  return profile;
}

void ProfileReader::check_queue(const JobProfile& profile, const JsonAt& at, ClusterId cluster,
                                QueueId queue) {
  const ClusterDraft& known = draft_[cluster];
  if (!can_judge(known)) return;
  const Kind kind{cluster, queue, profile.application, profile.from_host, profile.res_req.text, ""};
  if (checked_.insert(kind).second)
    warn_of_impossible_together(draft_, known, queue, profile, at, key_of(profile));
  if (profile.hosts && checked_.insert(kind_of(profile, at, cluster, queue)).second)
    warn_of_impossible_hosts(draft_, known, queue, profile, at);
}

void ProfileReader::check_span(const JobProfile& profile, const JsonAt& at, ClusterId cluster,
                               QueueId queue, Slots slots) {
  const ClusterDraft& known = draft_[cluster];
  if (!can_judge(known)) return;
  const Kind kind = kind_of(profile, at, cluster, queue);
  const auto [room, is_new] = rooms_.try_emplace(kind);
  if (is_new) room->second = span_room(known, queue, profile);
  const std::string text = room->second.shortage(slots.count());
  if (text.empty() || !told_of_room_.emplace(kind, slots).second) return;
  draft_.complaints.warning(at, profile.hosts ? "hosts" : key_of(profile),
                            text + ": the job can never start");
}

/// Baselines know neither hosts nor requirements.
bool ProfileReader::can_judge(const ClusterDraft& known) const {
  return known.are_hosts_whole() && !known.config.hosts.empty() &&
         !draft_.is_baseline(known.config.model.dispatch);
}

ProfileReader::Kind ProfileReader::kind_of(const JobProfile& profile, const JsonAt& at,
                                           ClusterId cluster, QueueId queue) {
  return {cluster,
          queue,
          profile.application,
          profile.from_host,
          profile.res_req.text,
          Fields(*at.node).text("hosts").value_or("")};
}

void ProfileReader::read_common(JobProfile& profile, const JsonNode& node, const JsonAt& at,
                                ClusterId cluster, std::optional<QueueId> queue) {
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
      profile.hosts = hosts(at, member.text, cluster, queue);
  }
}

ApplicationId ProfileReader::application(const JsonAt& at, const std::string& name,
                                         ClusterId cluster) {
  const ClusterDraft& known = draft_[cluster];
  if (const auto found = known.applications.find(name); found != known.applications.end())
    return found->second;
  if (known.applications_known && !known.lost_applications.may_hold(name))
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
  if (auto read = read_requirement(draft_, settings.resources, known.are_resources_known(), at,
                                   "res_req", text)) {
    found->second = std::move(*read);
    if (known.are_hosts_whole())
      warn_of_impossible(draft_, known, settings, found->second, at, "res_req");
  }
  return found->second;
}

const std::optional<HostPreferences>& ProfileReader::hosts(const JsonAt& at,
                                                           const std::string& text,
                                                           ClusterId cluster,
                                                           std::optional<QueueId> queue) {
  const auto [found, is_new] = hosts_.try_emplace({cluster, queue, text});
  if (is_new) found->second = read_host_preferences(draft_, cluster, queue, at, "hosts", text);
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
