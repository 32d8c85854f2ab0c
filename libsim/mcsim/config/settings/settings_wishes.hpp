// What a job asks of hosts together with its application profile and its queue.
#pragma once

#include <algorithm>

#include "mcsim/model/config.hpp"
#include "mcsim/model/job_profile.hpp"
#include "mcsim/model/requirement_merge.hpp"

namespace mcsim::config {

/// RES_REQ of the application profile of a job; nothing where it has none.
inline ResourceRequirement application_wish(const ClusterSettings& settings,
                                            const JobProfile& job) {
  if (job.application == none<ApplicationId>) return {};
  return settings.applications[index_of(job.application)].rules.res_req;
}

/// bsub -R, RES_REQ of the application profile and of the queue, merged.
inline ResourceRequirement wish_together(const ClusterSettings& settings, const QueueConfig& queue,
                                         const JobProfile& job) {
  return merged(job.res_req, application_wish(settings, job), queue.rules.res_req,
                settings.resources);
}

/// The hosts that both HOSTS of the queue and bsub -m name.
inline HostPreferences hosts_together(const QueueConfig& queue, const JobProfile& job) {
  if (!job.hosts || job.hosts->all) return queue.hosts;
  if (queue.hosts.all) return *job.hosts;
  HostPreferences both{.all = false};
  for (const HostPreferences::Entry& entry : job.hosts->list)
    if (queue.hosts.names(entry.host)) both.list.push_back(entry);
  return both;
}

}  // namespace mcsim::config
