// What of lsb.hosts, lsb.users, lsb.resources and lsb.applications changes who waits, and is not
// simulated. A Limit with a planned keyword is left out as a whole, so those are not here.
#pragma once

#include "mcsim/config/vocabulary/lost_keyword.hpp"

namespace mcsim::config::lost {

inline constexpr LostKeyword lsb_hosts[] = {{"ComputeUnit"}};
inline constexpr LostKeyword host[] = {
    {"EXIT_RATE"},
    {"MIG", "migration"},
};

inline constexpr LostKeyword lsb_users[] = {{"UserMap"}};
inline constexpr LostKeyword user[] = {
    {"PRIORITY"},
};
inline constexpr LostKeyword user_group[] = {
    {"PRIORITY"},
};

inline constexpr LostKeyword lsb_resources[] = {
    {"GuaranteedResourcePool"},
    {"PowerPolicy"},
    {"ResourceReservation"},
};
inline constexpr LostKeyword limit[] = {
    {"CLUSTERS"},     {"ELIGIBLE_PEND_JOBS"}, {"FWD_SLOTS"},       {"JOBS_PER_SCHED_CYCLE"},
    {"LIC_PROJECTS"}, {"PER_CLUSTER"},        {"PER_LIC_PROJECT"},
};

inline constexpr LostKeyword lsb_applications[] = {
    {"CHUNK_JOB_SIZE", "job chunks"},
    {"DOCKER_IMAGE_AFFINITY"},
    {"ESTIMATED_RUNTIME"},
    {"GPU_REQ", "GPUs"},
    {"HOSTLIMIT_PER_JOB"},
    {"JOB_SIZE_LIST"},
    {"KILL_JOBS_OVER_RUNLIMIT"},
    {"LOCAL_MAX_PREEXEC_RETRY_ACTION"},
    {"MAX_TOTAL_TIME_PREEMPT"},
    {"MIG", "migration"},
    {"NETWORK_REQ"},
    {"NO_PREEMPT_FINISH_TIME"},
    {"NO_PREEMPT_INTERVAL"},
    {"NO_PREEMPT_RUN_TIME"},
    {"PLAN", "planned allocations"},
    {"PREEMPT_DELAY"},
    {"PREEXEC_EXCLUDE_HOST_EXIT_VALUES"},
    {"PRIORITY"},
    {"RUNTIME"},
};

}  // namespace mcsim::config::lost
