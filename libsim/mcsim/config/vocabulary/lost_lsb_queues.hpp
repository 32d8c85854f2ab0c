// What of lsb.queues changes who waits, and is not simulated.
#pragma once

#include "mcsim/config/vocabulary/lost_keyword.hpp"

namespace mcsim::config::lost {

inline constexpr LostKeyword lsb_queues[] = {
    {"APS_PRIORITY", "absolute priority (APS)"},
    {"CHUNK_JOB_SIZE", "job chunks"},
    {"CSM_REQ"},
    {"DATA_TRANSFER", "data transfers"},
    {"DEFAULT_EXTSCHED", "external scheduling"},
    {"DOCKER_IMAGE_AFFINITY"},
    {"EXTENDABLE_RUNLIMIT"},
    {"GPU_REQ", "GPUs"},
    {"HOSTLIMIT_PER_JOB"},
    {"IMPT_TASKBKLG"},
    {"INTERRUPTIBLE_BACKFILL", "interruptible backfill"},
    {"JOB_SIZE_LIST"},
    {"LOCAL_MAX_PREEXEC_RETRY_ACTION"},
    {"MANDATORY_EXTSCHED", "external scheduling"},
    {"MAX_PROTOCOL_INSTANCES"},
    {"MAX_TOTAL_TIME_PREEMPT"},
    {"MIG", "migration"},
    {"NETWORK_REQ"},
    {"NO_PREEMPT_FINISH_TIME"},
    {"NO_PREEMPT_INTERVAL"},
    {"NO_PREEMPT_RUN_TIME"},
    {"PLAN", "planned allocations"},
    {"PREEMPT_DELAY"},
    {"PREEXEC_EXCLUDE_HOST_EXIT_VALUES"},
    {"QUEUE_GROUP", "absolute priority (APS)"},
    {"RC_DEMAND_POLICY", "hosts of the resource connector"},
    {"RC_HOSTS", "hosts of the resource connector"},
    {"RELAX_JOB_DISPATCH_ORDER"},
    {"RESRSV_LIMIT"},
    {"RESUME_COND"},
    {"ROUND_ROBIN_POLICY", "the turns of users"},
    {"SLA_GUARANTEES_IGNORE"},
    {"STOP_COND"},
    {"STRIPING_WITH_MINIMUM_NETWORK"},
};

}  // namespace mcsim::config::lost
