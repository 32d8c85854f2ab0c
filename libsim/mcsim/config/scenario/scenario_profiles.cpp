// What jobs ask for beside slots and time.
#include "mcsim/config/scenario/scenario_profiles.hpp"

#include <algorithm>

#include "mcsim/config/scenario/scenario_foreign.hpp"
#include "mcsim/config/scenario/scenario_room.hpp"
#include "mcsim/config/settings/settings.hpp"
#include "mcsim/config/settings/settings_wishes.hpp"
#include "mcsim/config/vocabulary/field_defaults.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/config/vocabulary/vocabulary.hpp"
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
      profile.from_host =
          draft_.find_submission_host(at, key, member.text, cluster).value_or(HostId{});
    else if (key == "rerunnable"_key)
      profile.rerunnable = Fields(node).flag(key).value_or(false);
    else if (key == "priority"_key)
      profile.priority = priority(node, at, cluster);
    else if (key == "mem"_key)
      profile.memory = whole_of(Fields(node), scenario::job["mem"]) * kb_of_mb;
    else if (key == "mem_limit"_key && member.is(JsonNode::Kind::whole))
      profile.mem_limit = member.whole * kb_of_mb;
    else if (key == "cpu_limit"_key)
      profile.cpu_limit = Fields(node).duration(key).value_or(Duration{-1});
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
  if (!is_enabled && draft_.told_unsaid.try_emplace("priority " + name).second)
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
  return profile;
}

JobProfile ProfileReader::with_hosts(JobProfile profile, const JsonNode& node, const JsonAt& at,
                                     ClusterId cluster, const TraceJob& job) {
  const std::string text = Fields(node).text("hosts"_key).value_or("");
  profile.hosts = text.empty() ? std::nullopt : hosts(at, text, cluster, job.queue);
  return profile;
}

MaybeCause ProfileReader::cause(const JobProfile& profile, const JsonAt& at, ClusterId cluster,
                                const TraceJob& job) {
  const MaybeCause of_all = cause(profile, at, cluster, job.queue);
  return of_all ? of_all : check_span(profile, at, cluster, job);
}

MaybeCause ProfileReader::cause(const JobProfile& profile, const JsonAt& at, ClusterId cluster,
                                QueueId queue) {
  if (!can_judge(draft_[cluster]) || is_refused(profile)) return std::nullopt;
  const auto [known, is_new] = checked_.try_emplace(kind_of(profile, cluster, queue));
  if (is_new) known->second = find_cause(profile, at, cluster, queue);
  return known->second;
}

MaybeCause ProfileReader::find_cause(const JobProfile& profile, const JsonAt& at, ClusterId cluster,
                                     QueueId queue) {
  if (!stays(profile, cluster, queue)) return check_targets(profile, cluster, queue);
  if (const MaybeCause of_rule = check_rules(profile, cluster, queue, false)) return of_rule;
  if (const MaybeCause own = cause_of_wish(profile, cluster)) return own;
  const ClusterDraft& known = draft_[cluster];
  if (const std::string text = impossible_together(known, queue, profile); !text.empty())
    return note(cluster, key_of(profile), text);
  if (!profile.hosts) return std::nullopt;
  const std::string text = impossible_hosts(known, queue, profile);
  if (text.empty()) return std::nullopt;
  return note(cluster, "hosts"_key, text, Fields(*at.node).text("hosts"_key).value_or(""));
}

/// `of`: whom a text is about that does not say so.
MaybeCause ProfileReader::note(ClusterId cluster, std::string_view key, const std::string& text,
                               const std::string& of) {
  const std::string& name = draft_[cluster].config.name;
  return draft_.impossible.cause(name + " " + text + " " + of, key, text);
}

/// What the queue and the application profile say alone, of `span` or of all else, where those that
/// go before do not say otherwise: a job decides itself what it reserves, and how it is spread.
MaybeCause ProfileReader::check_rules(const JobProfile& profile, ClusterId cluster, QueueId queue,
                                      bool of_span) {
  const ClusterDraft& known = draft_[cluster];
  const ResourceRequirement of_application = application_wish(known.config, profile);
  const auto is_meant = [&](const ImpossibleRule& rule) {
    const auto decides = [&](const ResourceRequirement& asked) {
      if (of_span) return asked.one_host || asked.ptile > 0;
      return rule.use != none<ResourceId> &&
             std::ranges::find(asked.rusage, rule.use, &ResourceUse::resource) !=
                 asked.rusage.end();
    };
    if ((rule.kind == ImpossibleRule::Kind::ptile) != of_span || decides(profile.res_req))
      return false;
    if (rule.application) return rule.application == profile.application;
    return rule.queue == queue && !decides(of_application);
  };
  const auto rule = std::ranges::find_if(known.impossible, is_meant);
  if (rule == known.impossible.end()) return std::nullopt;
  return draft_.impossible.told(rule->complaint);
}

MaybeCause ProfileReader::cause_of_wish(const JobProfile& profile, ClusterId cluster) {
  const ClusterDraft& known = draft_[cluster];
  const ResourceRequirement& asked = profile.res_req;
  if (asked.text.empty() || !can_judge(known)) return std::nullopt;
  const auto [cause, is_new] = of_wishes_.try_emplace({cluster, asked.text});
  if (!is_new) return cause->second;
  const auto found = impossibilities(known, known.config, asked);
  const auto helps = [&](const TimelineEntry& change) {
    return impossibilities(known, *change.settings, asked).empty();
  };
  if (found.empty() || std::ranges::any_of(known.changes, helps)) return std::nullopt;
  const Impossibility& first = found.front();
  const auto told = draft_.told_unsaid.find(first.unsaid);
  const std::string name = known.config.name + " " + first.cause;
  cause->second = told != draft_.told_unsaid.end() && told->second
                      ? draft_.impossible.told(told->second)
                      : draft_.impossible.cause(name, "res_req"_key, first.text);
  return cause->second;
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

/// Whether none of the queues that jobs are forwarded to can run such jobs.
MaybeCause ProfileReader::check_targets(const JobProfile& profile, ClusterId cluster, QueueId id) {
  const ClusterDraft& home = draft_[cluster];
  const QueueConfig& queue = home.config.queues[index_of(id)];
  const HostOrigin from = origin_of(home.config, profile.from_host);
  if (!queue.forwarding.remote_only || !home.later.empty()) return {};  // a change may help
  bool is_understood = false;
  for (const SendTarget& target : queue.forwarding.targets) {
    const ClusterDraft& other = draft_[target.cluster];
    if (!other.are_hosts_whole() || !other.later.empty() ||
        draft_.is_baseline(other.config.model.dispatch))
      return {};
    const auto there = translated(profile, home, other);
    is_understood = is_understood || there;
    if (there && is_ever_possible(other, target.queue, *there, from)) return {};
  }
  if (profile.hosts)
    return note(cluster, "hosts"_key,
                "a job that names hosts stays in its own cluster, where none serves queue " +
                    queue.name + ": it goes nowhere");
  if (!is_understood)
    return note(cluster, key_of(profile),
                "no cluster that queue " + queue.name +
                    " forwards jobs to knows what the job asks for: it goes nowhere");
  return note(cluster, key_of(profile),
              "no host of a queue that queue " + queue.name +
                  " forwards jobs to can ever satisfy what the job asks for (without a type, that "
                  "of " +
                  home.name_of(profile.from_host) + ")");
}

static LimitJob limit_job(const ClusterSettings& settings, const JobProfile& profile,
                          const TraceJob& job) {
  return {.user = job.user,
          .queue = job.queue,
          .project =
              profile.project != none<NameId> ? profile.project : settings.params.default_project,
          .application = profile.application};
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

/// Where the job wants more slots, together or on one host, than its hosts have, or its user may
/// have.
MaybeCause ProfileReader::check_span(const JobProfile& profile, const JsonAt& at, ClusterId cluster,
                                     const TraceJob& job) {
  const ClusterDraft& known = draft_[cluster];
  if (!can_judge(known) || is_refused(profile)) return {};
  const bool is_at_home = stays(profile, cluster, job.queue);
  const auto asker = [&](const ClusterSettings& settings, const LimitRows& rows) {
    return SpanAsker{.job = profile,
                     .from = origin_of(known.config, profile.from_host),
                     .wanted = job.slots,
                     .limit_rows = rows.of(settings.user_limits, job.user),
                     .sections = rows_for(settings.limits, limit_job(settings, profile, job))};
  };
  const auto [rows, are_new] = limit_rows_.try_emplace(cluster);
  if (are_new) rows->second = LimitRows(known.config.user_limits);
  const SpanAsker first = asker(known.config, rows->second);
  const auto [matter, is_unknown] = do_slots_matter_.try_emplace(cluster);
  if (is_unknown) matter->second = do_slots_matter(known.config);
  const RoomKind kind{kind_of(profile, cluster, job.queue), first.limit_rows, first.sections,
                      matter->second ? job.slots : Slots{}};
  std::string text;
  if (is_at_home) {
    const auto [room, is_new] = rooms_.try_emplace(kind);
    if (is_new) room->second = span_room(known, known.config, job.queue, first);
    text = room->second.shortage(job.slots.count());
    if (text.empty()) return {};
  }
  const auto [cause, is_first] = short_of_room_.try_emplace({kind, job.slots});
  if (!is_first) return cause->second;
  if (!is_at_home) text = shortage_everywhere(draft_, cluster, job.queue, profile, job.slots);
  if (text.empty()) return {};
  const auto is_widened = [&](const TimelineEntry& change) {
    const ClusterSettings& then = *change.settings;
    return span_room(known, then, job.queue, asker(then, LimitRows(then.user_limits)))
        .shortage(job.slots.count())
        .empty();
  };
  if (is_at_home) {
    if (std::ranges::any_of(known.changes, is_widened)) return {};
    cause->second = check_rules(profile, cluster, job.queue, true);
    if (cause->second) return cause->second;
  }
  // Where jobs differ only in how many slots they want, one cause keeps them all.
  const std::string why = text.substr(std::min(text.find("wanted"), text.size()));
  const std::string of = known.config.name + " " + std::to_string(index_of(job.queue)) + " " +
                         Fields(*at.node).text("hosts"_key).value_or("");
  cause->second = draft_.impossible.too_wide(of + " " + why,
                                             profile.hosts ? "hosts"_key : key_of(profile), text);
  return cause->second;
}

/// Baselines know neither hosts nor requirements.
bool ProfileReader::can_judge(const ClusterDraft& known) const {
  return known.are_hosts_whole() && !known.config.hosts.empty() &&
         !draft_.is_baseline(known.config.model.dispatch);
}

ProfileReader::Kind ProfileReader::kind_of(const JobProfile& profile, ClusterId cluster,
                                           QueueId queue) {
  return {cluster,      queue, profile.application, profile.from_host, profile.res_req.text,
          profile.hosts};
}

void ProfileReader::read_common(JobProfile& profile, const JsonNode& node, const JsonAt& at,
                                ClusterId cluster, std::optional<QueueId> queue) {
  for (const JsonNode& member : node.children) {
    if (member.key == "exclusive"_key) {
      profile.exclusive = flag_of(Fields(node), scenario::job["exclusive"]);
      continue;
    }
    if (!member.is(JsonNode::Kind::text) || member.text.empty()) continue;
    if (member.key == "project"_key)
      profile.project = draft_.scenario.config.projects.id(member.text);
    else if (member.key == "app"_key)
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
