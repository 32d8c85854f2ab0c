// What a job has asked for at its submission.
#include <algorithm>

#include "mcsim/app/explain/job_story.hpp"
#include "mcsim/model/job_number.hpp"
#include "mcsim/model/slot_memory.hpp"
#include "mcsim/scheduler/rules.hpp"
#include "mcsim/text/text_table.hpp"

namespace mcsim::app {

std::string JobStory::host_list(const HostPreferences& hosts) const {
  std::string text;
  for (const auto& entry : hosts.list) {
    if (!text.empty()) text += ' ';
    text += entry.host == none<HostId> ? "(one that is never exported)"
                                       : config_.hosts[index_of(entry.host)].name;
    if (entry.level != 0) text += "+" + std::to_string(entry.level);
  }
  return text;
}

/// The job's resource requirement, and those of its application profile and queue, which are merged
/// with it.
std::string JobStory::requirement_text() const {
  const JobProfile& profile = config_.profiles[index_of(profile_)];
  std::string text;
  const auto add = [&](const ResourceRequirement& asked, const std::string& whose) {
    if (asked.text.empty()) return;
    text += (text.empty() ? ", requires \"" : ", \"") + asked.text + "\"" + whose;
  };
  add(profile.res_req, "");
  if (!world().lsf) return text;
  const ClusterSettings& settings = world().lsf->settings;
  if (profile.application != none<ApplicationId>) {
    const ApplicationConfig& application = settings.applications[index_of(profile.application)];
    add(application.rules.res_req, " (application " + application.name + ")");
  }
  const QueueConfig& queue = settings.queues[index_of(queue_)];
  add(queue.rules.res_req, " (queue " + queue.name + ")");
  return text;
}

/// What the job asks for.
std::string JobStory::request_text() const {
  const TraceJob& job = described();
  const JobProfile& profile = config_.profiles[index_of(profile_)];
  const bool may_have_more = profile.most_slots > job.slots.count();
  std::string text = may_have_more ? std::to_string(job.slots.count()) + " to " +
                                         counted(profile.most_slots, "slot")
                                   : counted(job.slots.count(), "slot");
  Duration limit = job.limit;
  if (world().lsf) limit = MergedRules(config_, world().lsf->settings).limit_in(job, job.queue);
  text += limit >= unlimited || limit < 0ms ? ", no run limit" : ", run limit " + readable(limit);
  text += requirement_text();
  if (const Amount memory = slot_memory(profile.res_req); memory > 0)
    text += ", reserves " + std::to_string(memory / amount_unit) + " MB for each slot";
  if (profile.hosts && !profile.hosts->all) text += ", hosts " + host_list(*profile.hosts);
  if (profile.cpu_limit >= 0ms) text += ", CPU limit " + readable(profile.cpu_limit);
  if (profile.application != none<ApplicationId>)
    text += ", application " + config_.applications[index_of(profile.application)].name;
  if (profile.exclusive) text += ", exclusive";
  if (profile.rerunnable) text += ", rerunnable";
  if (profile.overuse) text += ", may run longer than it asks for";
  const std::int32_t priority =
      world().lsf ? MergedRules(config_, world().lsf->settings).priority_of(profile_)
                  : profile.priority;
  if (priority > 0) text += ", priority " + std::to_string(priority);
  return text + tie_text();
}

/// Whose it is besides its user's, what it is called, and what it waits for: bsub -G, -P, -J and
/// -w.
std::string JobStory::tie_text() const {
  const JobProfile& profile = config_.profiles[index_of(profile_)];
  std::string text;
  const auto add = [&](const char* words, std::string_view what) {
    if (!what.empty()) text.append(", ").append(words).append(" ").append(what);
  };
  if (profile.group != none<NameId>) add("user group", grid_.groups.name(profile.group));
  if (profile.project != none<NameId>) add("project", grid_.projects.name(profile.project));
  add("called", name_of_job(config_, job_));
  const ArrayId array = config_.arrays.of(job_);
  add("waits for",
      config_.condition_texts.of(array == none<ArrayId> ? job_ : config_.arrays[array].first));
  return text;
}

/// Whom it comes after, if that is another job.
std::string JobStory::dependency_text() const {
  const auto& all = config_.dependencies;
  const auto found = std::ranges::lower_bound(all, job_, {}, &JobDependency::job);
  if (found == all.end() || found->job != job_) return {};
  return ", behind its preceding job " + names_.name(cluster_, found->preceding) +
         " and a think time of " + readable(found->think);
}

}  // namespace mcsim::app
