// What jobs ask for beside slots and time.
#include "mcsim/config/scenario/scenario_profiles.hpp"

#include <algorithm>

#include "mcsim/config/scenario/scenario_foreign.hpp"
#include "mcsim/config/scenario/scenario_room.hpp"
#include "mcsim/config/settings/settings.hpp"
#include "mcsim/config/vocabulary/field_defaults.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/config/vocabulary/vocabulary.hpp"
#include "mcsim/model/limit_rows.hpp"
#include "mcsim/text/nearest.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {
namespace {

constexpr std::int64_t kb_of_mb = 1024;

/// Whether the job is refused at its submission: it names a host that is never borrowed.
bool is_refused(const JobProfile& profile) {
  return profile.hosts && !profile.hosts->list.empty() &&
         profile.hosts->list.back().host == none<HostId>;
}

/// The key to blame for what a job asks for.
std::string_view key_of(const JobProfile& profile) {
  if (!profile.res_req.text.empty()) return "res_req"_key;
  return profile.application != none<ApplicationId> ? "app"_key : "queue"_key;
}

}  // namespace

JobProfile ProfileReader::of_job(const JsonNode& node, const JsonAt& at, ClusterId cluster,
                                 std::optional<QueueId> queue) {
  JobProfile profile;
  read_common(profile, node, at, cluster, queue);
  for (const JsonNode& member : node.children) {
    const std::string_view key = member.key;
    if (key == "from_host"_key && member.is(JsonNode::Kind::text))
      profile.from_host = draft_.find_host(at, key, member.text, cluster).value_or(HostId{});
    else if (key == "rerunnable"_key)
      profile.rerunnable = Fields(node).flag(key).value_or(false);
    else if (key == "priority"_key)
      profile.priority = priority(node, at, cluster);
    else if (key == "mem"_key)
      profile.memory = whole_of(Fields(node), scenario::job["mem"]) * kb_of_mb;
    else if (key == "mem_limit"_key && member.is(JsonNode::Kind::whole))
      profile.mem_limit = member.whole * kb_of_mb;
    else if (key == "init_failures"_key)
      profile.init_failures = count_of(Fields(node), scenario::job["init_failures"]);
    else if (key == "preexec_failures"_key)
      profile.preexec_failures = count_of(Fields(node), scenario::job["preexec_failures"]);
    else if (key == "exit_codes"_key && member.is(JsonNode::Kind::text))
      profile.exit_codes = exit_codes(at, member.text);
  }
  return profile;
}

std::int32_t ProfileReader::priority(const JsonNode& node, const JsonAt& at, ClusterId cluster) {
  const auto asked = static_cast<std::int32_t>(Fields(node).whole("priority"_key).value_or(0));
  // A baseline does not look at it, which is said elsewhere.
  bool is_enabled = asked == 0 || draft_.is_baseline(draft_[cluster].config.model.dispatch);
  draft_[cluster].for_each_settings([&](const ClusterSettings& settings) {
    is_enabled = is_enabled || settings.params.max_user_priority > 0;
  });
  const std::string& name = draft_[cluster].config.name;
  if (!is_enabled && draft_.told_unsaid.insert("priority " + name).second)
    draft_.complaints.warning(at, "priority"_key,
                              "LSF takes no priorities of users without MAX_USER_PRIORITY; here "
                              "they hold, and jobs of " +
                                  name + " without one have 0 (said once)");
  return asked;
}

JobProfile ProfileReader::of_workload(const JsonNode& node, const JsonAt& at, ClusterId cluster,
                                      std::optional<QueueId> queue) {
  JobProfile profile;
  read_common(profile, node, at, cluster, queue);
  const ClusterDraft& known = draft_[cluster];
  if (known.are_hosts_whole() && stay(cluster, queue))
    warn_of_wide_ptile(draft_, known.config, profile.res_req, at, "res_req"_key, {});
  return profile;
}

JobProfile ProfileReader::with_hosts(JobProfile profile, const JsonNode& node, const JsonAt& at,
                                     ClusterId cluster, const TraceJob& job) {
  const std::string text = Fields(node).text("hosts"_key).value_or("");
  profile.hosts = text.empty() ? std::nullopt : hosts(at, text, cluster, job.queue);
  const ClusterDraft& known = draft_[cluster];
  if (!profile.hosts || is_refused(profile) || !can_judge(known)) return profile;
  warn_of_impossible_hosts(draft_, known, job.queue, profile, at);
  check_span(profile, at, cluster, job);
  return profile;
}

void ProfileReader::check(const JobProfile& profile, const JsonAt& at, ClusterId cluster,
                          QueueId queue, const TraceJob* job) {
  const std::size_t before = draft_.complaints.size();
  if (job != nullptr)
    check_span(profile, at, cluster, *job);
  else
    check_queue(profile, at, cluster, queue);
  if (draft_.complaints.size() == before) return;
  const ClusterSettings& settings = draft_[cluster].config;
  std::vector<bool> queues(settings.queues.size());
  queues[index_of(queue)] = true;
  // Whoever names other hosts may start there; but what is said of all hosts holds for him, too.
  const bool names_hosts =
      job != nullptr || draft_.complaints.at(before).pointer.ends_with("/hosts");
  JobsLike jobs{.cluster = cluster,
                .queues = std::move(queues),
                .is_like = [like = profile, names_hosts](const JobProfile& one) {
                  return one.application == like.application && one.from_host == like.from_host &&
                         one.res_req.text == like.res_req.text &&
                         (!names_hosts || one.hosts == like.hosts);
                }};
  if (job != nullptr) jobs.slots = job->slots;
  if (job != nullptr) jobs.limit_rows = limit_rows(settings.user_limits, job->user);
  have_counted(before, std::move(jobs));
}

/// Has the jobs counted that the complaints since `before` are about.
void ProfileReader::have_counted(std::size_t before, JobsLike jobs) {
  jobs.workload = workload_;
  for (std::size_t number = before; number < draft_.complaints.size(); ++number) {
    jobs.complaint = number;
    draft_.impossible.push_back(jobs);
  }
}

void ProfileReader::check_queue(const JobProfile& profile, const JsonAt& at, ClusterId cluster,
                                QueueId queue) {
  const ClusterDraft& known = draft_[cluster];
  if (!can_judge(known) || is_refused(profile)) return;
  const Kind kind{cluster, queue, profile.application, profile.from_host, profile.res_req.text, ""};
  const bool is_new = checked_.insert(kind).second;
  if (!stays(profile, cluster, queue)) {
    if (is_new) check_targets(profile, at, cluster, queue);
    return;
  }
  if (is_new) warn_of_impossible_together(draft_, known, queue, profile, at, key_of(profile));
  if (profile.hosts && checked_.insert(kind_of(profile, at, cluster, queue)).second)
    warn_of_impossible_hosts(draft_, known, queue, profile, at);
}

/// A job that names hosts (bsub -m) is not forwarded.
bool ProfileReader::stays(const JobProfile& profile, ClusterId cluster, QueueId queue) const {
  const auto& forwarding = draft_[cluster].config.queues[index_of(queue)].forwarding;
  return stay(cluster, queue) || (profile.hosts && !forwarding.remote_only);
}

bool ProfileReader::stay(ClusterId cluster, std::optional<QueueId> queue) const {
  if (!queue) return true;
  bool stays = true;
  draft_[cluster].for_each_settings([&](const ClusterSettings& settings) {
    stays = stays && !settings.queues[index_of(*queue)].forwarding.sends();
  });
  return stays;
}

/// By QueueId: whether its jobs run only in its own cluster.
std::vector<bool> ProfileReader::queues_that_stay(ClusterId cluster) const {
  std::vector<bool> queues(draft_[cluster].config.queues.size());
  for (std::size_t id = 0; id < queues.size(); ++id)
    queues[id] = stay(cluster, static_cast<QueueId>(id));
  return queues;
}

void ProfileReader::check_targets(const JobProfile& profile, const JsonAt& at, ClusterId cluster,
                                  QueueId id) {
  const ClusterDraft& home = draft_[cluster];
  const QueueConfig& queue = home.config.queues[index_of(id)];
  const HostConfig& from = home.config.hosts[index_of(profile.from_host)];
  if (!queue.forwarding.remote_only || !home.later.empty()) return;  // a change may help
  bool is_understood = false;
  for (const SendTarget& target : queue.forwarding.targets) {
    const ClusterDraft& other = draft_[target.cluster];
    if (!other.are_hosts_whole() || !other.later.empty()) return;
    const auto there = translated(profile, home, other);
    is_understood = is_understood || there;
    if (there && is_ever_possible(other, target.queue, *there, from)) return;
  }
  if (profile.hosts)
    draft_.complaints.warning(at, "hosts"_key,
                              "a job that names hosts stays in its own cluster, where none serves "
                              "queue " +
                                  queue.name + ": it goes nowhere",
                              never_starts());
  else if (!is_understood)
    draft_.complaints.warning(at, key_of(profile),
                              "no cluster that queue " + queue.name +
                                  " forwards jobs to knows what the job asks for: it goes nowhere",
                              never_starts());
  else
    draft_.complaints.warning(at, key_of(profile),
                              "no host of a queue that queue " + queue.name +
                                  " forwards jobs to can ever satisfy what the job asks for "
                                  "(without a type, that of " +
                                  from.name + ")",
                              never_starts());
}

void ProfileReader::check_span(const JobProfile& profile, const JsonAt& at, ClusterId cluster,
                               const TraceJob& job) {
  const ClusterDraft& known = draft_[cluster];
  if (!can_judge(known) || is_refused(profile)) return;
  const std::string text = stays(profile, cluster, job.queue)
                               ? shortage_at_home(profile, at, cluster, job)
                               : shortage_if_sent(profile, at, cluster, job);
  if (!text.empty())
    draft_.complaints.warning(at, profile.hosts ? "hosts"_key : key_of(profile),
                              text + ": the job can never start", never_starts());
}

std::string ProfileReader::shortage_if_sent(const JobProfile& profile, const JsonAt& at,
                                            ClusterId cluster, const TraceJob& job) {
  const RoomKind kind{kind_of(profile, at, cluster, job.queue), {}, Slots{}};
  if (!told_of_room_.emplace(kind, job.slots).second) return {};
  return shortage_everywhere(draft_, cluster, job.queue, profile, job.slots);
}

/// Whether what is left for a job depends on how many slots it wants.
static bool do_slots_matter(const ClusterSettings& settings) {
  const auto is_per_slot = [&](const SharedResource& shared) {
    return settings.resources[index_of(shared.resource)].per_slot;
  };
  const auto is_serial = [](const HostConfig& host) {
    return host.home && !host.home->takes_parallel;
  };
  return std::ranges::any_of(settings.shared_resources, is_per_slot) ||
         std::ranges::any_of(settings.hosts, is_serial);
}

std::string ProfileReader::shortage_at_home(const JobProfile& profile, const JsonAt& at,
                                            ClusterId cluster, const TraceJob& job) {
  const ClusterDraft& known = draft_[cluster];
  const auto asker = [&](const ClusterSettings& settings) {
    return SpanAsker{.job = profile,
                     .from = origin_of(known.config.hosts[index_of(profile.from_host)]),
                     .wanted = job.slots,
                     .limit_rows = limit_rows(settings.user_limits, job.user)};
  };
  const SpanAsker first = asker(known.config);
  const RoomKind kind{kind_of(profile, at, cluster, job.queue), first.limit_rows,
                      do_slots_matter(known.config) ? job.slots : Slots{}};
  const auto [room, is_new] = rooms_.try_emplace(kind);
  if (is_new) room->second = span_room(known, known.config, job.queue, first);
  std::string text = room->second.shortage(job.slots.count());
  if (text.empty() || !told_of_room_.emplace(kind, job.slots).second) return {};
  const auto is_widened = [&](const TimelineEntry& change) {
    const ClusterSettings& then = *change.settings;
    return span_room(known, then, job.queue, asker(then)).shortage(job.slots.count()).empty();
  };
  return std::ranges::any_of(known.changes, is_widened) ? "" : text;
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
          Fields(*at.node).text("hosts"_key).value_or("")};
}

void ProfileReader::read_common(JobProfile& profile, const JsonNode& node, const JsonAt& at,
                                ClusterId cluster, std::optional<QueueId> queue) {
  for (const JsonNode& member : node.children) {
    if (member.key == "exclusive"_key) {
      profile.exclusive = flag_of(Fields(node), scenario::job["exclusive"]);
      continue;
    }
    if (!member.is(JsonNode::Kind::text) || member.text.empty()) continue;
    if (member.key == "app"_key)
      profile.application = application(at, member.text, cluster);
    else if (member.key == "res_req"_key)
      profile.res_req = requirement(at, member.text, cluster, stay(cluster, queue));
    else if (member.key == "hosts"_key)
      profile.hosts = hosts(at, member.text, cluster, queue);
  }
}

ApplicationId ProfileReader::application(const JsonAt& at, const std::string& name,
                                         ClusterId cluster) {
  const ClusterDraft& known = draft_[cluster];
  if (const auto found = known.applications.find(name); found != known.applications.end())
    return found->second;
  if (known.applications_known && !known.lost_applications.may_hold(name))
    draft_.complaints.error(at, "app"_key,
                            "unknown application profile " + in_quotes(name) + " in " +
                                known.config.name +
                                known_names(name, names_of(known.applications)));
  return none<ApplicationId>;
}

const ResourceRequirement& ProfileReader::requirement(const JsonAt& at, const std::string& text,
                                                      ClusterId cluster, bool stays) {
  const auto [found, is_new] = requirements_.try_emplace({cluster, text});
  const ClusterSettings& settings = draft_[cluster].config;
  const ClusterDraft& known = draft_[cluster];
  if (is_new)
    if (auto read = read_requirement(draft_, settings.resources, known.are_resources_known(), at,
                                     "res_req"_key, text))
      found->second = std::move(*read);
  if (stays) note_indices(draft_, cluster, settings.resources, found->second, at, "res_req"_key);
  if (stays && known.are_hosts_whole() && warned_.emplace(cluster, text).second) {
    const std::size_t before = draft_.complaints.size();
    warn_of_impossible(draft_, known, settings, found->second, at, "res_req"_key);
    if (draft_.complaints.size() > before)
      have_counted(before, {.cluster = cluster,
                            .queues = queues_that_stay(cluster),
                            .is_like = [text = found->second.text](const JobProfile& job) {
                              return job.res_req.text == text;
                            }});
  }
  return found->second;
}

const std::optional<HostPreferences>& ProfileReader::hosts(const JsonAt& at,
                                                           const std::string& text,
                                                           ClusterId cluster,
                                                           std::optional<QueueId> queue) {
  const auto [found, is_new] = hosts_.try_emplace({cluster, queue, text});
  if (is_new) found->second = read_host_preferences(draft_, cluster, queue, at, "hosts"_key, text);
  return found->second;
}

std::vector<std::int32_t> ProfileReader::exit_codes(const JsonAt& at, const std::string& text) {
  std::vector<std::int32_t> codes;
  for (const std::string_view word : split_words(text)) {
    const auto code = read_whole(word);
    if (!code || *code < 0 || *code > 255) {
      draft_.complaints.error(
          at, "exit_codes"_key,
          "expected exit codes from 0 to 255, separated by blanks, got " + in_quotes(word));
      return {};
    }
    codes.push_back(static_cast<std::int32_t>(*code));
  }
  return codes;
}

}  // namespace mcsim::config
