// What of lsf.conf changes who waits, and is not simulated.
#pragma once

#include "mcsim/config/vocabulary/lost_keyword.hpp"

namespace mcsim::config::lost {

inline constexpr LostKeyword lsf_conf[] = {
    {"LSB_DISPATCH_CHECK_RESUME_INTVL"},
    {"LSB_ENABLE_HPC_ALLOCATION"},
    {"LSB_EXCLUDE_HOST_PERIOD"},
    {"LSB_GPU_NEW_SYNTAX"},
    {"LSB_GPU_REQ"},
    {"LSB_GSLA_PREFER_ADRSV_HOST"},
    {"LSB_HJOB_PER_SESSION"},
    {"LSB_MC_CHKPNT_RERUN"},
    {"LSB_SACCT_ONE_UG"},
    {"LSB_TIME_RESERVE_NUMJOBS"},
    {"LSF_GPU_AUTOCONFIG"},
    {"LSF_HOST_MAX_GPU"},
    {"LSF_LIC_SCHED_PREEMPT_REQUEUE"},
    {"LSF_LIC_SCHED_PREEMPT_SLOT_RELEASE"},
    {"LSF_LIC_SCHED_PREEMPT_STOP"},
};

}  // namespace mcsim::config::lost
