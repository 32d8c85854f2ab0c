// The keywords that LSF knows and this version does not simulate.
#include "mcsim/config/vocabulary/lost_keywords.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/config/vocabulary/vocabulary.hpp"
#include "mcsim/text/words.hpp"
#include "support/catch.hpp"

namespace mcsim::testing::lost_keywords_test {

namespace {

/// Whether it is supported, planned, without effect, or known and not simulated.
bool is_known(std::string_view section, std::string_view key) {
  return find_section(section)->find(key) != nullptr || find_lost(section, key) != nullptr;
}

std::vector<std::string_view> unknown_of(std::string_view section, std::string_view keys) {
  std::vector<std::string_view> unknown;
  for (const std::string_view key : split_words(keys))
    if (!is_known(section, key)) unknown.push_back(key);
  return unknown;
}

// The names of IBM Platform LSF 9.1.2, lsb.params.
constexpr std::string_view params_of_9_1_2 =
    "ABS_RUNLIMIT ACCT_ARCHIVE_AGE ACCT_ARCHIVE_SIZE ACCT_ARCHIVE_TIME ADVRSV_USER_LIMIT "
    "BJOBS_RES_REQ_DISPLAY BSWITCH_MODIFY_RUSAGE CHUNK_JOB_DURATION CLEAN_PERIOD "
    "CLEAN_PERIOD_DONE COMMITTED_RUN_TIME_FACTOR COMPUTE_UNIT_TYPES CONDENSE_PENDING_REASONS "
    "CPU_TIME_FACTOR DEFAULT_APPLICATION DEFAULT_HOST_SPEC DEFAULT_JOB_CWD DEFAULT_JOB_OUTDIR "
    "DEFAULT_JOBGROUP DEFAULT_PROJECT DEFAULT_QUEUE DEFAULT_RESREQ_ORDER DEFAULT_SLA_VELOCITY "
    "DEFAULT_USER_GROUP DETECT_IDLE_JOB_AFTER DIAGNOSE_LOGDIR DISABLE_UACCT_MAP "
    "EADMIN_TRIGGER_DURATION EGO_SLOTBASED_VELOCITY_SLA ENABLE_DEFAULT_EGO_SLA ENABLE_DIAGNOSE "
    "ENABLE_EVENT_STREAM ENABLE_EXIT_RATE_PER_SLOT ENABLE_HIST_RUN_TIME ENABLE_HOST_INTERSECTION "
    "ENABLE_JOB_INFO_BY_ADMIN_ROLE ENABLE_USER_RESUME ENFORCE_ONE_UG_LIMITS ENFORCE_UG_TREE "
    "EVALUATE_JOB_DEPENDENCY EVENT_STREAM_FILE EVENT_UPDATE_INTERVAL EXIT_RATE_TYPE "
    "EXTEND_JOB_EXCEPTION_NOTIFY FAIRSHARE_ADJUSTMENT_FACTOR GLOBAL_EXIT_RATE HIST_HOURS "
    "JOB_ACCEPT_INTERVAL JOB_ATTA_DIR JOB_CONTROLS_FAIL_DEFAULT_ACTION JOB_CWD_TTL "
    "JOB_DEP_LAST_SUB JOB_DISTRIBUTE_ON_HOST JOB_EXIT_RATE_DURATION JOB_GROUP_CLEAN "
    "JOB_INCLUDE_POSTPROC JOB_POSITION_CONTROL_BY_ADMIN JOB_POSTPROC_TIMEOUT JOB_PREPROC_TIMEOUT "
    "JOB_PRIORITY_OVER_TIME JOB_RUNLIMIT_RATIO JOB_SCHEDULING_INTERVAL JOB_SPOOL_DIR "
    "JOB_SWITCH2_EVENT JOB_TERMINATE_INTERVAL LOCAL_MAX_PREEXEC_RETRY EGROUP_UPDATE_INTERVAL "
    "LSB_SYNC_HOST_STAT_LIM MAX_ACCT_ARCHIVE_FILE MAX_CONCURRENT_QUERY "
    "MAX_EVENT_STREAM_FILE_NUMBER MAX_EVENT_STREAM_SIZE MAX_INFO_DIRS MAX_JOB_ARRAY_SIZE "
    "MAX_JOB_ATTA_SIZE MAX_JOB_NUM MAX_JOB_PREEMPT MAX_JOB_PREEMPT_RESET MAX_JOB_REQUEUE "
    "MAX_JOBID MAX_JOBINFO_QUERY_PERIOD MAX_PEND_JOBS MAX_PREEXEC_RETRY MAX_PROTOCOL_INSTANCES "
    "MAX_SBD_CONNS MAX_SBD_FAIL MAX_TOTAL_TIME_PREEMPT MAX_USER_PRIORITY MBD_EGO_CONNECT_TIMEOUT "
    "MBD_EGO_READ_TIMEOUT MBD_EGO_TIME2LIVE MBD_QUERY_CPUS MBD_REFRESH_TIME MBD_SLEEP_TIME "
    "MBD_USE_EGO_MXJ MC_PENDING_REASON_PKG_SIZE MC_PENDING_REASON_UPDATE_INTERVAL "
    "MC_PLUGIN_SCHEDULE_ENHANCE MC_PLUGIN_UPDATE_INTERVAL MC_RECLAIM_DELAY "
    "MC_RESOURCE_MATCHING_CRITERIA MC_RUSAGE_UPDATE_INTERVAL MIN_SWITCH_PERIOD NEWJOB_REFRESH "
    "NO_PREEMPT_FINISH_TIME NO_PREEMPT_INTERVAL NO_PREEMPT_RUN_TIME MAX_JOB_MSG_NUM "
    "ORPHAN_JOB_TERM_GRACE_PERIOD PARALLEL_SCHED_BY_SLOT PEND_REASON_MAX_JOBS "
    "PEND_REASON_UPDATE_INTERVAL PERFORMANCE_THRESHOLD_FILE PG_SUSP_IT POWER_ON_WAIT "
    "POWER_RESET_CMD POWER_RESUME_CMD POWER_STATUS_LOG_MAX POWER_SUSPEND_CMD "
    "POWER_SUSPEND_TIMEOUT PREEMPT_DELAY PREEMPT_FOR PREEMPT_JOBTYPE PREEMPTABLE_RESOURCES "
    "PREEMPTION_WAIT_TIME PREEXEC_EXCLUDE_HOST_EXIT_VALUES PRIVILEGED_USER_FORCE_BKILL "
    "REMOVE_HUNG_JOBS_FOR REMOTE_MAX_PREEXEC_RETRY RUN_JOB_FACTOR RUN_TIME_DECAY "
    "RUN_TIME_FACTOR SBD_SLEEP_TIME SCHED_METRIC_ENABLE SCHED_METRIC_SAMPLE_PERIOD "
    "SCHED_PER_JOB_SORT SCHEDULER_THREADS SECURE_INFODIR_USER_ACCESS SECURE_JOB_INFO_LEVEL "
    "SLA_TIMER SSCHED_ACCT_DIR SSCHED_MAX_RUNLIMIT SSCHED_MAX_TASKS SSCHED_REQUEUE_LIMIT "
    "SSCHED_RETRY_LIMIT SSCHED_UPDATE_SUMMARY_BY_TASK SSCHED_UPDATE_SUMMARY_INTERVAL "
    "STRICT_UG_CONTROL STRIPING_WITH_MINIMUM_NETWORK SUB_TRY_INTERVAL SYSTEM_MAPPING_ACCOUNT "
    "USE_SUSP_SLOTS";

}  // namespace

TEST_CASE("the keywords of real files are known, whether they are simulated or not") {
  CHECK(split_words(params_of_9_1_2).size() == 152);
  CHECK(unknown_of("lsb.params", params_of_9_1_2).empty());
  CHECK(unknown_of("lsb.params",
                   "ALLOCATION_PLANNER SIMPLIFIED_GUARANTEE GLOBAL_LIMITS FAIRSHARE_JOB_COUNT")
            .empty());
  CHECK(unknown_of("lsb.queues",
                   "RC_HOSTS RC_DEMAND_POLICY GPU_REQ JOB_SIZE_LIST PLAN "
                   "EXTENDABLE_RUNLIMIT SLA_GUARANTEES_IGNORE HOSTLIMIT_PER_JOB")
            .empty());
  CHECK(unknown_of("lsb.applications", "GPU_REQ JOB_SIZE_LIST RC_ACCOUNT WATCHDOG").empty());
  CHECK(unknown_of("lsb.resources.Limit", "APPS PER_APP JOBS_PER_SCHED_CYCLE FWD_SLOTS").empty());
  CHECK(unknown_of("lsf.conf",
                   "LSB_GPU_NEW_SYNTAX LSF_GPU_AUTOCONFIG LSB_BJOBS_PENDREASON_LEVEL "
                   "LSB_RC_EXTERNAL_HOST_IDLE_TIME LSF_DCGM_PORT LSB_GPU_AUTOBOOST LSF_AC_PNC_URL")
            .empty());
}

TEST_CASE("what is lost is planned or not simulated, never supported or without effect") {
  for (const VocabularySection& section : vocabulary())
    for (const LostKeyword& row : lost_keywords(section.name)) {
      INFO(section.name << " " << row.key);
      const VocabularyRow* const known = section.find(row.key);
      CHECK((known == nullptr || known->planned != 0));
      CHECK_FALSE(row.words().empty());
    }
}

TEST_CASE("each keyword stands once in its table, and each table is of a section") {
  for (const char* const name :
       {"lsf.conf", "lsb.params", "lsb.queues", "lsb.hosts", "lsb.hosts.Host", "lsb.users",
        "lsb.users.User", "lsb.users.UserGroup", "lsb.resources", "lsb.resources.Limit",
        "lsb.applications"}) {
    INFO(name);
    CHECK(find_section(name) != nullptr);
    CHECK_FALSE(lost_keywords(name).empty());
    std::set<std::string> keys;
    for (const LostKeyword& row : lost_keywords(name))
      CHECK(keys.insert(small_letters(row.key)).second);
  }
  CHECK(lost_keywords("lsf.shared").empty());
}

TEST_CASE("keywords are found in any capitals, and with what a queue loses") {
  CHECK(find_lost("lsb.queues", "queue_group")->words() == "absolute priority (APS)");
  CHECK(find_lost("lsb.queues", "JOB_SIZE_LIST")->words() == "JOB_SIZE_LIST");
  CHECK(find_lost("lsb.queues", "PRIORITY") == nullptr);
  CHECK(find_lost("model", "GPU_REQ") == nullptr);
}

}  // namespace mcsim::testing::lost_keywords_test
