// The vocabulary of lsf.conf, lsf.shared and lsf.cluster.
#pragma once

#include "mcsim/config/vocabulary/vocabulary_tables.hpp"

// clang-format off: a table has one row a line.
namespace mcsim::config::lsf_tables {

using enum ValueType;
using Row = VocabularyRow;
using namespace planned;

inline constexpr Row conf_rows[] = {
    {.key = "MC_PLUGIN_REMOTE_RESOURCE", .type = flag, .about = "Forwarding looks at requirements and free slots. MC_PLUGIN_SCHEDULE_ENHANCE implies it.", .fallback = "\"N\""},
    {.key = "LSB_MAX_FORWARD_PER_SESSION", .type = whole, .about = "Jobs forwarded in one session, at most.", .lowest = 1, .fallback = "50"},
    {.key = "LSB_MC_INITFAIL_RETRY", .type = whole, .about = "Starts that may fail where a job was forwarded to; one more and it is suspended.", .fallback = "5"},
    {.key = "LSF_MC_FORWARD_FAIRSHARE_CHARGE_DURATION", .type = whole, .about = "How long the slots of a forwarded job count by FWD_JOB_FACTOR.", .unit = "s", .highest = 1'000'000'000, .fallback_rule = "until the job ends", .source = "IBM Spectrum LSF 10.1.0.4, release notes"},
    {.key = "LSB_MAX_JOB_DISPATCH_PER_SESSION", .type = whole, .about = "Jobs dispatched in one session, at most.", .lowest = 1, .fallback = "15000"},
    {.key = "LSF_HPC_PJL_LOADENV_TIMEOUT", .type = whole, .about = "How long PAM waits for all tasks to register, and for the PJL to exit after the last exit status.", .unit = "s", .fallback = "300"},
    {.key = "LSB_REQUEUE_TO_BOTTOM", .type = choice, .about = "Requeued jobs go behind all others: 1 or Y.", .fallback = "\"0\"", .allowed = "0 1 Y N y n"},
    {.key = "LSB_JOB_CPULIMIT", .type = flag, .about = "CPULIMIT is for a job in all; with n for each of its processes, one on each slot.", .fallback = "\"Y\""},
    {.key = "LSB_NCPU_ENFORCE", .type = choice, .about = "Whether FAIRSHARE of queues counts run time by slot: model.fairshare_run decides that, so 0 and N are warned of.", .fallback = "\"1\"", .allowed = "0 1 Y N y n"},
    {.key = "LSB_TIME_RESERVE_NUMJOBS", .type = whole, .about = "Jobs with a time-based reservation.", .planned = cluster},
    {.key = "LSF_UNIT_FOR_LIMITS", .type = choice, .about = "The unit of MEMLIMIT.", .fallback = "\"KB\"", .allowed = "KB MB GB TB PB EB"},
    {.key = "LSB_HJOB_PER_SESSION", .type = whole, .about = "Jobs dispatched to one host in one session, at most.", .planned = cluster},
    {.key = "LSB_SACCT_ONE_UG", .type = flag, .about = "Fairshare accounts only of the user group that a job names.", .fallback = "\"N\"", .planned = cluster},
    {.key = "LSB_STOP_IGNORE_IT", .type = flag, .about = "Whether load suspends also the only job of a host where nobody has been for a minute.", .fallback = "\"N\""},
    {.key = "LSF_VERSION", .type = version, .about = "The version that the cluster runs, where lsf_version does not say it. 7.0 says nothing: each update of LSF 7 has it.", .fallback_rule = "none"},
    without_effect("LSF_LOCAL_RESOURCES"),
    without_effect("EGO_CONFDIR"), without_effect("EGO_DEFINE_NCPUS"),
    without_effect("EGO_LOCAL_CONFDIR"), without_effect("EGO_LOGDIR"),
    without_effect("EGO_LOG_MASK"), without_effect("EGO_TOP"), without_effect("EGO_WORKDIR"),
    without_effect("LSB_API_CONNTIMEOUT"), without_effect("LSB_API_QUOTE_COMMAND"),
    without_effect("LSB_API_RECVTIMEOUT"), without_effect("LSB_API_VERBOSE"),
    without_effect("LSB_BJOBS_CONSISTENT_EXIT_CODE"), without_effect("LSB_BJOBS_FORMAT"),
    without_effect("LSB_BLOCK_JOBINFO_TIMEOUT"), without_effect("LSB_BPEEK_METHOD"),
    without_effect("LSB_BPEEK_WAIT_TIME"), without_effect("LSB_BSUBI_COMPAT"),
    without_effect("LSB_BSUBK_SHOW_EXEC_HOST"), without_effect("LSB_CHUNK_RUSAGE"),
    without_effect("LSB_CMD_LOGDIR"), without_effect("LSB_CMD_LOG_MASK"),
    without_effect("LSB_CONFDIR"), without_effect("LSB_CPUSET_BESTCPUS"),
    without_effect("LSB_CRDIR"), without_effect("LSB_DEBUG"), without_effect("LSB_DEBUG_CMD"),
    without_effect("LSB_DEBUG_MBD"), without_effect("LSB_DEBUG_NQS"),
    without_effect("LSB_DEBUG_SBD"), without_effect("LSB_DEBUG_SCH"),
    without_effect("LSB_DISABLE_LIMLOCK_EXCL"), without_effect("LSB_ECHKPNT_KEEP_OUTPUT"),
    without_effect("LSB_ECHKPNT_METHOD"), without_effect("LSB_ECHKPNT_METHOD_DIR"),
    without_effect("LSB_ESUB_METHOD"), without_effect("LSB_EVENTS_FILE_KEEP_OPEN"),
    without_effect("LSB_INTERACT_MSG_ENH"),
    without_effect("LSB_INTERACT_MSG_INTVAL"), 
    without_effect("LSB_JOB_MEMLIMIT"), without_effect("LSB_JOB_OUTPUT_LOGGING"),
    without_effect("LSB_JOBID_DISP_LENGTH"), without_effect("LSB_KEEP_SYSDEF_RLIMIT"),
    without_effect("LSB_LOCALDIR"), without_effect("LSB_MAILPROG"),
    without_effect("LSB_MAILSERVER"), without_effect("LSB_MAILSIZE_LIMIT"),
    without_effect("LSB_MAILTO"), without_effect("LSB_MAX_ASKED_HOSTS_NUMBER"),
    without_effect("LSB_MAX_NQS_QUEUES"), without_effect("LSB_MAX_PROBE_SBD"),
    without_effect("LSB_MBD_BUSY_MSG"), without_effect("LSB_MBD_CONNECT_FAIL_MSG"),
    without_effect("LSB_MBD_DOWN_MSG"), without_effect("LSB_MBD_MAX_SIG_COUNT"),
    without_effect("LSB_MBD_PORT"), without_effect("LSB_MEMLIMIT_ENFORCE"),
    without_effect("LSB_MIG2PEND"), without_effect("LSB_MOD_ALL_JOBS"),
    without_effect("LSB_NQS_PORT"),
    without_effect("LSB_NUM_NIOS_CALLBACK_THREADS"), without_effect("LSB_POSTEXEC_SEND_MAIL"),
    without_effect("LSB_PSET_BIND_DEFAULT"), without_effect("LSB_QUERY_PORT"),
    without_effect("LSB_REQUEUE_HOLD"), without_effect("LSB_RESOURCE_ENFORCE"),
    without_effect("LSB_RLA_PORT"), without_effect("LSB_RLA_UPDATE"),
    without_effect("LSB_RLA_WORKDIR"),
    without_effect("LSB_SBD_PORT"), without_effect("LSB_SET_TMPDIR"),
    without_effect("LSB_SHAREDIR"), without_effect("LSB_SHORT_HOSTLIST"),
    without_effect("LSB_SIGSTOP"), without_effect("LSB_STDOUT_DIRECT"),
    without_effect("LSB_SUB_COMMANDNAME"),
    without_effect("LSB_SUBK_SHOW_EXEC_HOST"), without_effect("LSB_TIME_CMD"),
    without_effect("LSB_TIME_MBD"),
    without_effect("LSB_TIME_SBD"), without_effect("LSB_TIME_SCH"),
    without_effect("LSB_TSJOBS_PASSENGER"), without_effect("LSB_UTMP"),
    without_effect("LSF_ACCEPT_NONCANDIDATE"), without_effect("LSF_AC_PNC_URL"),
    without_effect("LSF_AM_OPTIONS"), without_effect("LSB_GPU_AUTOBOOST"),
    without_effect("LSF_API_CONNTIMEOUT"), without_effect("LSF_API_RECVTIMEOUT"),
    without_effect("LSF_ASPLUGIN"), without_effect("LSF_AUTH"), without_effect("LSF_AUTH_DAEMONS"),
    without_effect("LSF_BINDIR"), without_effect("LSF_BIND_JOB"), without_effect("LSF_BMPLUGIN"),
    without_effect("LSF_CMD_LOGDIR"), without_effect("LSF_CMD_LOG_MASK"),
    without_effect("LSF_CONFDIR"), without_effect("LSF_CONF_RETRY_INT"),
    without_effect("LSF_CONF_RETRY_MAX"), without_effect("LSF_CRASH_LOG"),
    without_effect("LSF_DAEMONS_CPUS"), without_effect("LSF_DAEMON_WRAP"),
    without_effect("LSF_DEBUG_CMD"), without_effect("LSF_DEBUG_LIM"),
    without_effect("LSF_DEBUG_RES"), without_effect("LSF_DEFAULT_EXTSCHED"),
    without_effect("LSF_DEFAULT_INSTALL"), without_effect("LSF_DISABLE_LSRUN"),
    without_effect("LSF_DUALSTACK_PREFER_IPV6"), without_effect("LSF_DYNAMIC_HOST_TIMEOUT"),
    without_effect("LSF_DYNAMIC_HOST_WAIT_TIME"), without_effect("LSF_EGO_DAEMON_CONTROL"),
    without_effect("LSF_EGO_ENVDIR"), without_effect("LSF_ENABLE_CSA"),
    without_effect("LSF_ENABLE_DUALCORE"), without_effect("LSF_ENABLE_EGO"),
    without_effect("LSF_ENABLE_EXTSCHEDULER"), without_effect("LSF_ENABLE_SUPPORT_IPV6"),
    without_effect("LSF_ENVDIR"), without_effect("LSF_EVENT_PROGRAM"),
    without_effect("LSF_EVENT_RECEIVER"), without_effect("LSF_GET_CONF"),
    without_effect("LSF_HOST_CACHE_NTTL"), without_effect("LSF_HOST_CACHE_PTTL"),
    without_effect("LSF_HPC_EXTENSIONS"), without_effect("LSF_ID_PORT"),
    without_effect("LSF_INCLUDEDIR"), without_effect("LSF_INDEP"),
    without_effect("LSF_INTELLIGENT_CPU_BIND"), without_effect("LSF_INTERACTIVE_STDERR"),
    without_effect("LSF_LD_SECURITY"), without_effect("LSF_LIBDIR"),
    without_effect("LSF_LICENSE_ACCT_PATH"), without_effect("LSF_LICENSE_FILE"),
    without_effect("LSF_LICENSE_MAINTENANCE_INTERVAL"),
    without_effect("LSF_LICENSE_NOTIFICATION_INTERVAL"), without_effect("LSF_LIC_SCHED_HOSTS"),
    without_effect("LSF_LIM_PLUGINDIR"), without_effect("LSF_LIM_PORT"),
    without_effect("LSF_LIM_SOL27_PLUGINDIR"), without_effect("LSF_LINK_PATH"),
    without_effect("LSF_LINUX_CGROUP_ACCT"), without_effect("LSF_LOAD_PLUGINS"),
    without_effect("LSF_LOGDIR"), without_effect("LSF_LOGFILE_OWNER"),
    without_effect("LSF_LOG_MASK"), without_effect("LSF_LOG_MASK_WIN"),
    without_effect("LSF_LSLOGIN_SSH"), without_effect("LSF_MACHDEP"), without_effect("LSF_MANDIR"),
    without_effect("LSF_MASTER_LIST"), without_effect("LSF_MASTER_NSLOOKUP_TIMEOUT"),
    without_effect("LSF_MAX_TRY_ADD_HOST"), without_effect("LSF_MC_NON_PRIVILEGED_PORTS"),
    without_effect("LSF_MISC"), without_effect("LSF_MONITOR_LICENSE_TOOL"),
    without_effect("LSF_NIOS_DEBUG"),
    without_effect("LSF_NIOS_ERR_LOGDIR"), without_effect("LSF_NIOS_JOBSTATUS_INTERVAL"),
    without_effect("LSF_NIOS_MAX_TASKS"), without_effect("LSF_NIOS_RES_HEARTBEAT"),
    without_effect("LSF_NON_PRIVILEGED_PORTS"), without_effect("LSF_PAM_APPL_CHKPNT"),
    without_effect("LSF_PAM_CLEAN_JOB_DELAY"), without_effect("LSF_PAM_HOSTLIST_USE"),
    without_effect("LSF_PAM_PLUGINDIR"), without_effect("LSF_PAM_USE_ASH"),
    without_effect("LSF_PIM_INFODIR"), without_effect("LSF_PIM_LINUX_ENHANCE"),
    without_effect("LSF_PIM_SLEEPTIME"), without_effect("LSF_PIM_SLEEPTIME_UPDATE"),
    without_effect("LSF_POE_TIMEOUT_BIND"), without_effect("LSF_POE_TIMEOUT_SELECT"),
    without_effect("LSF_PROCESS_TRACKING"), without_effect("LSF_REMOTE_COPY_CMD"),
    without_effect("LSF_RES_ACCT"), without_effect("LSF_RES_ACCTDIR"),
    without_effect("LSF_RES_ACTIVE_TIME"), without_effect("LSF_RES_ALIVE_TIMEOUT"),
    without_effect("LSF_RES_CLIENT_TIMEOUT"), without_effect("LSF_RES_CONNECT_RETRY"),
    without_effect("LSF_RES_DEBUG"), without_effect("LSF_RES_PLUGINDIR"),
    without_effect("LSF_RES_PORT"), without_effect("LSF_RES_RLIMIT_UNLIM"),
    without_effect("LSF_RES_SYNCUP_INTERVAL"), without_effect("LSF_RES_TIMEOUT"),
    without_effect("LSF_ROOT_REX"), without_effect("LSF_RSH"), without_effect("LSF_SECUREDIR"),
    without_effect("LSF_SERVERDIR"), without_effect("LSF_SERVER_HOSTS"),
    without_effect("LSF_SHELL_AT_USERS"), without_effect("LSF_SHIFT_JIS_INPUT"),
    without_effect("LSF_SLURM_BINDIR"), without_effect("LSF_SLURM_TMPDIR"),
    without_effect("LSF_STRICT_CHECKING"), without_effect("LSF_STRICT_RESREQ"),
    without_effect("LSF_STRIP_DOMAIN"), without_effect("LSF_TIME_CMD"),
    without_effect("LSF_TIME_LIM"), without_effect("LSF_TIME_RES"), without_effect("LSF_TMPDIR"),
    without_effect("LSF_TOP"), without_effect("LSF_TOPD_PORT"), without_effect("LSF_TOPD_TIMEOUT"),
    without_effect("LSF_TOPD_WORKDIR"), without_effect("LSF_ULDB_DOMAIN"),
    without_effect("LSF_UNIX_USER_DOMAIN"), without_effect("LSF_USER_DOMAIN"),
    without_effect("LSF_USE_HOSTEQUIV"),
    without_effect("LSF_VPLUGIN"), without_effect("SBD_BIND_CPU"), without_effect("XLSF_APPDIR"),
    without_effect("XLSF_UIDDIR"),
    without_effect("DAEMON_SHUTDOWN_DELAY"),
    without_effect("EBROKERD_HOST_CLEAN_DELAY"), without_effect("EGO_DAEMONS_CPUS"),
    without_effect("EGO_ENABLE_AUTO_DAEMON_RESTART"),
    without_effect("EGO_ENABLE_AUTO_DAEMON_SHUTDOWN"), without_effect("LIM_COMPUTE_ONLY"),
    without_effect("LSB_DEBUG_EBROKERD"), without_effect("LSF_IP_VERSION"),
    without_effect("LSF_LIVE_CONFDIR"), without_effect("LSF_LSLOAD_FORMAT"),
    without_effect("LSF_NIOS_PORT_RANGE"),
    without_effect("EGO_DISABLE_UNRESOLVABLE_HOSTS"), without_effect("EGO_PIM_SWAP_REPORT"),
    without_effect("EGO_PREDEFINED_RESOURCES"), without_effect("EGO_SLAVE_CTRL_REMOTE_HOST"),
    without_effect("LSB_AFS_BIN_DIR"), without_effect("LSB_AFS_JOB_SUPPORT"),
    without_effect("LSB_AFS_LIB_DIR"), without_effect("LSB_BHIST_HOURS"),
    without_effect("LSB_BHOSTS_FORMAT"), without_effect("LSB_BJOBS_DISPLAY_ENH"),
    without_effect("LSB_BJOBS_PENDREASON_LEVEL"), without_effect("LSB_BMGROUP_ALLREMOTE_EXPAND"),
    without_effect("LSB_BPEEK_REMOTE_OUTPUT"), without_effect("LSB_BQUEUES_FORMAT"),
    without_effect("LSB_BSUB_ERR_RETRY"), without_effect("LSB_BSUB_PARSE_SCRIPT"),
    without_effect("LSB_BUSERS_FORMAT"), without_effect("LSB_BWAIT_IN_JOBS"),
    without_effect("LSB_BWAIT_REREG_INTERVAL"), without_effect("LSB_CPUSET_DISPLAY_CPULIST"),
    without_effect("LSB_DISABLE_RERUN_POST_EXEC"), without_effect("LSB_DISPLAY_YEAR"),
    without_effect("LSB_ENABLE_ESTIMATION"), without_effect("LSB_ENABLE_PERF_METRICS_LOG"),
    without_effect("LSB_ESWITCH_METHOD"), without_effect("LSB_FANOUT_TIMEOUT_PER_LAYER"),
    without_effect("LSB_GSLA_DISPLAY_ALLOC_HOSTS"), without_effect("LSB_HMS_TIME_FORMAT"),
    without_effect("LSB_INDEX_BY_JOB"), without_effect("LSB_JOB_REPORT_MAIL"),
    without_effect("LSB_JOB_SWAPLIMIT"), without_effect("LSB_JOB_TMPDIR"),
    without_effect("LSB_JOBINFO_DIR"), without_effect("LSB_JSM_DEFAULT"),
    without_effect("LSB_KRB_CHECK_INTERVAL"), without_effect("LSB_KRB_LIB_PATH"),
    without_effect("LSB_KRB_RENEW_MARGIN"), without_effect("LSB_KRB_TGT_DIR"),
    without_effect("LSB_KRB_TGT_FWD"), without_effect("LSB_KUBE_ENABLE"),
    without_effect("LSB_LOAD_TO_SERVER_HOSTS"), without_effect("LSB_LOG_MASK_MBD"),
    without_effect("LSB_LOG_MASK_SBD"), without_effect("LSB_LOG_MASK_SCH"),
    without_effect("LSB_MAX_PACK_JOBS"), without_effect("LSB_MC_DISABLE_HOST_LOOKUP"),
    without_effect("LSB_MC_INITFAIL_MAIL"), without_effect("LSB_MEMLIMIT_ENF_CONTROL"),
    without_effect("LSB_NTRIES"), without_effect("LSB_PACK_MESUB"),
    without_effect("LSB_PACK_SKIP_ERROR"), without_effect("LSB_PERF_METRICS_LOGDIR"),
    without_effect("LSB_PERF_METRICS_SAMPLE_PERIOD"), without_effect("LSB_PLAN_KEEP_RESERVE"),
    without_effect("LSB_PROFILE_MBD"), without_effect("LSB_PROFILE_SCH"),
    without_effect("LSB_QUERY_ENH"), without_effect("LSB_RC_DEFAULT_HOST_TYPE"),
    without_effect("LSB_RC_EXTERNAL_HOST_FLAG"), without_effect("LSB_RC_EXTERNAL_HOST_IDLE_TIME"),
    without_effect("LSB_RC_EXTERNAL_HOST_MAX_TTL"), without_effect("LSB_RC_MQTT_ERROR_LIMIT"),
    without_effect("LSB_RC_QUERY_INTERVAL"), without_effect("LSB_RC_REQUEUE_BUFFER"),
    without_effect("LSB_RC_TEMPLATE_REQUEST_DELAY"), without_effect("LSB_RC_UPDATE_INTERVAL"),
    without_effect("LSB_RLA_HOST_LIST"), without_effect("LSB_RMSACCT_DELAY"),
    without_effect("LSB_RMS_MAXNUMNODES"), without_effect("LSB_RMS_MAXNUMRAILS"),
    without_effect("LSB_RMS_MAXPTILE"), without_effect("LSB_SKIP_FULL_HOSTS"),
    without_effect("LSB_SLURM_BESTFIT"), without_effect("LSB_SSH_XFORWARD_CMD"),
    without_effect("LSB_STAGE_IN_EXEC"), without_effect("LSB_STAGE_MAX_STAGE_IN"),
    without_effect("LSB_STAGE_OUT_EXEC"), without_effect("LSB_STAGE_STORAGE"),
    without_effect("LSB_STAGE_TRANSFER_RATE"), without_effect("LSB_START_EBROKERD"),
    without_effect("LSB_START_MPS"), without_effect("LSB_STEP_CGROUP_DEFAULT"),
    without_effect("LSB_SUBK_SHOW_JOBID"), without_effect("LSB_SUPPRESS_CUSTOM_REASONS"),
    without_effect("LSB_TIME_DMD"), without_effect("LSB_TSJOBS_HELPER_HOSTS"),
    without_effect("LSF_ACCEPT_NUMCLIENTS"), without_effect("LSF_ADDON_HOSTS"),
    without_effect("LSF_AFS_CELLNAME"), without_effect("LSF_AUTH_QUERY_COMMANDS"),
    without_effect("LSF_CALL_LIM_WITH_TCP"), without_effect("LSF_COLLECT_ENERGY_USAGE"),
    without_effect("LSF_CPUSETLIB"), without_effect("LSF_DATA_HOSTS"),
    without_effect("LSF_DATA_PORT"), without_effect("LSF_DATA_SKIP_GROUP_CHECK"),
    without_effect("LSF_DCGM_PORT"), without_effect("LSF_DEFAULT_FREQUENCY"),
    without_effect("LSF_DHCP_ENV"), without_effect("LSF_DISPATCHER_LOGDIR"),
    without_effect("LSF_DJOB_TASK_REG_WAIT_TIME"), without_effect("LSF_ENV_OVERRIDE"),
    without_effect("LSF_EXT_SERVERDIR"), without_effect("LSF_GPU_HARDWARE_CHANGE"),
    without_effect("LSF_GPU_RESOURCE_IGNORE"), without_effect("LSF_HOST_CACHE_DISABLE"),
    without_effect("LSF_HPC_NCPU_COND"), without_effect("LSF_HPC_NCPU_INCREMENT"),
    without_effect("LSF_HPC_NCPU_INCR_CYCLES"), without_effect("LSF_HPC_NCPU_THRESHOLD"),
    without_effect("LSF_HWLOC_DYNAMIC"), without_effect("LSF_KRB_TGT_FWD"),
    without_effect("LSF_LD_PRELOAD_PRESERVE"), without_effect("LSF_LIM_API_NTRIES"),
    without_effect("LSF_LIM_DEBUG"), without_effect("LSF_LIM_IGNORE_CHECKSUM"),
    without_effect("LSF_LOGDIR_USE_WIN_REG"), without_effect("LSF_MANAGE_FREQUENCY"),
    without_effect("LSF_MANAGE_MIC"), without_effect("LSF_MQ_BROKER_HOSTS"),
    without_effect("LSF_QUERY_ES_FUNCTIONS"), without_effect("LSF_QUERY_ES_SERVERS"),
    without_effect("LSF_REG_FLOAT_HOSTS"), without_effect("LSF_REPLACE_PIM_WITH_LINUX_CGROUP"),
    without_effect("LSF_ROOT_USER"), without_effect("LSF_SLURM_DISABLE_CLEANUP"),
    without_effect("LSF_STAGE_IN_EXEC"), without_effect("LSF_UGROUP_TRANSFER"),
    without_effect("LSF_WINDOWS_HOST_TYPES"), without_effect("MQTT_BROKER_HOST"),
    without_effect("MQTT_BROKER_PORT"),
};

inline constexpr Row shared_rows[] = {
    {.key = "Cluster", .type = list, .about = "The clusters by name. Those that the scenario leaves out may be named all the same.", .fallback_rule = "none", .child = "lsf.shared.Cluster"},
    {.key = "HostType", .type = list, .about = "Host types.", .fallback_rule = "none", .child = "lsf.shared.HostType"},
    {.key = "HostModel", .type = list, .about = "Host models.", .fallback_rule = "none", .child = "lsf.shared.HostModel"},
    {.key = "Resource", .type = list, .about = "Resources and external load indices.", .fallback_rule = "none", .child = "lsf.shared.Resource"},
};
inline constexpr Row shared_cluster_rows[] = {
    {.key = "ClusterName", .about = "The cluster.", .required = true},
    {.key = "Servers", .about = "Its master candidates.", .fallback_rule = "none", .no_effect = true},
};
inline constexpr Row host_type_rows[] = {
    {.key = "TYPENAME", .about = "The type.", .required = true},
};
inline constexpr Row host_model_rows[] = {
    {.key = "MODELNAME", .about = "The model.", .required = true},
    {.key = "CPUFACTOR", .type = decimal, .about = "Its speed: the CPU factor of hosts that have none of their own.", .highest = 1'000'000, .fallback = "1"},
    {.key = "ARCHITECTURE", .about = "What it is detected by.", .fallback_rule = "none", .no_effect = true},
};
inline constexpr Row resource_rows[] = {
    {.key = "RESOURCENAME", .about = "The resource.", .required = true},
    {.key = "TYPE", .type = choice, .about = "What its values are.", .fallback = "\"Boolean\"", .allowed = "Boolean Numeric String"},
    {.key = "INTERVAL", .type = whole, .about = "How often it is sampled; without it the resource is static. A numeric or string one that is sampled is an external load index, which ELIMs report: see `elim` and model.load.", .unit = "s", .fallback_rule = "static"},
    {.key = "INCREASING", .type = flag, .about = "Whether a higher value means more load.", .fallback = "\"N\""},
    {.key = "RELEASE", .type = flag, .about = "Whether a suspended job gives it back.", .fallback = "\"Y\""},
    {.key = "CONSUMABLE", .type = flag, .about = "Whether jobs can reserve it.", .fallback_rule = "yes", .source = "IBM Spectrum LSF 10.1 Configuration Reference, lsf.shared; that external indices can be reserved where nothing is said is inferred"},
    without_effect("DESCRIPTION"),
};

inline constexpr Row lsf_cluster_rows[] = {
    {.key = "Parameters", .type = object, .about = "Parameters of the LIM.", .child = "lsf.cluster.Parameters"},
    {.key = "ClusterAdmins", .type = list, .about = "Administrators.", .fallback_rule = "none", .child = "lsf.cluster.ClusterAdmins", .no_effect = true},
    {.key = "Host", .type = list, .about = "Hosts, as the real file has them. How many processors they have is found out by the LIM; here it is said by `hosts` of the scenario, or else by a number as MXJ in lsb.hosts, or else it is 1.", .fallback_rule = "none", .child = "lsf.cluster.Host"},
    {.key = "ResourceMap", .type = list, .about = "Which hosts share which resources.", .fallback_rule = "none", .child = "lsf.cluster.ResourceMap"},
    {.key = "RemoteClusters", .type = list, .about = "The only clusters that this one knows, if there are any: it sends jobs and lends hosts to no others, and receives and borrows none from them.", .fallback_rule = "all clusters", .child = "lsf.cluster.RemoteClusters"},
};
inline constexpr Row lim_rows[] = {
    {.key = "EXINTERVAL", .type = decimal, .about = "How often load is exchanged.", .unit = "s", .lowest = 1, .highest = 1'000'000, .fallback_rule = "15"},
    {.key = "ELIM_ABORT_VALUE", .type = whole, .about = "An ELIM that exits with this status is not started again.", .lowest = 1, .highest = 255, .fallback_rule = "97", .source = "LSF 7, where LIM gives it to its ELIMs as a variable of their environment; the number, and that it stands here, are mcsim's"},
    {.key = "ELIM_POLL_INTERVAL", .type = decimal, .about = "How often a LIM looks at its ELIM, 0.001 at least.", .unit = "s", .highest = 5, .fallback_rule = "5"},
    {.key = "HOST_INACTIVITY_LIMIT", .type = whole, .about = "Silent exchanges before a host is probed.", .lowest = 2, .highest = 200, .fallback = "5"},
    {.key = "MASTER_INACTIVITY_LIMIT", .type = whole, .about = "Silent exchanges for each place in the line of masters.", .highest = 1'000'000, .fallback = "2"},
    {.key = "RETRY_LIMIT", .type = whole, .about = "Further exchanges before a silent host is unavailable.", .highest = 1'000'000, .fallback = "2"},
    {.key = "LSF_ELIM_BLOCKTIME", .type = whole, .about = "How long a LIM waits for the rest of a report.", .unit = "s", .highest = 1'000'000, .fallback_rule = "4; with model.lava_elim for ever"},
    {.key = "LSF_ELIM_RESTARTS", .type = whole, .about = "Restarts of an ELIM, at most.", .fallback_rule = "unlimited"},
    without_effect("ADJUST_DURATION"), without_effect("ELIMARGS"),
    without_effect("LSF_ELIM_DEBUG"), without_effect("PROBE_TIMEOUT"),
    without_effect("FLOAT_CLIENTS"), without_effect("FLOAT_CLIENTS_ADDR_RANGE"),
    without_effect("LSF_HOST_ADDR_RANGE"), without_effect("PRODUCTS"),
};
inline constexpr Row cluster_admins_rows[] = {
    without_effect("Administrators"),
};
inline constexpr Row cluster_host_rows[] = {
    {.key = "HOSTNAME", .type = host_range, .about = "The host, or a range of hosts; the first ones are master candidates.", .required = true},
    {.key = "model", .about = "Host model; ! is found out by the LIM, which here finds none.", .fallback_rule = "none"},
    {.key = "type", .about = "Host type; ! is found out by the LIM: here it is the one that all other hosts have, or that lsf.shared names alone, or else none.", .fallback_rule = "none"},
    {.key = "server", .type = whole, .about = "1: it runs jobs; 0: a client, which only submits them (from_host).", .highest = 1, .fallback = "\"1\""},
    {.key = "RESOURCES", .about = "Its Boolean resources, and the values of others: name=value.", .fallback_rule = "none"},
    {.key = "RUNWINDOW", .type = windows, .about = "When jobs start here; beside DISPATCH_WINDOW of lsb.hosts.", .fallback_rule = "always"},
    {.key = "r15s", .type = decimal, .about = "Busy threshold of a load index: beyond it lsload shows the host as busy. Jobs do not go by it.", .fallback_rule = "none"},
    {.key = "r1m", .type = decimal, .about = "As r15s.", .fallback_rule = "none"},
    {.key = "r15m", .type = decimal, .about = "As r15s.", .fallback_rule = "none"},
    {.key = "ut", .type = decimal, .about = "As r15s.", .fallback_rule = "none"},
    {.key = "pg", .type = decimal, .about = "As r15s.", .fallback_rule = "none"},
    {.key = "io", .type = decimal, .about = "As r15s.", .fallback_rule = "none"},
    {.key = "ls", .type = decimal, .about = "As r15s.", .fallback_rule = "none"},
    {.key = "it", .type = decimal, .about = "As r15s.", .fallback_rule = "none"},
    {.key = "tmp", .type = decimal, .about = "As r15s.", .fallback_rule = "none"},
    {.key = "swp", .type = decimal, .about = "As r15s.", .fallback_rule = "none"},
    {.key = "mem", .type = decimal, .about = "As r15s.", .fallback_rule = "none"},
    {.key = "nd", .type = whole, .about = "Its local disks: the resource ndisks.", .fallback_rule = "unknown"},
    {.key = "ndisks", .type = whole, .about = "The same.", .fallback_rule = "unknown"},
    without_effect("REXPRI"),
};
inline constexpr Row resource_map_rows[] = {
    {.key = "RESOURCENAME", .about = "The resource.", .required = true},
    {.key = "LOCATION", .about = "Its instances and who shares them: 4@[h1 h2] 2@[h3], 4@[all], 1@[h1] 2@[others], 8@[default] for each host; of Boolean resources, and of external load indices, without value@. Of these the first host that is there runs the ELIM.", .required = true},
};
inline constexpr Row remote_rows[] = {
    {.key = "CLUSTERNAME", .about = "The cluster. Jobs run on slots of both only if each lists the other.", .required = true},
    {.key = "CACHE_INTERVAL", .type = whole, .about = "How old its load and hosts may be, for MC_PLUGIN_REMOTE_RESOURCE.", .unit = "s", .highest = 1'000'000'000, .fallback = "60"},
    {.key = "RECV_FROM", .type = flag, .about = "Whether jobs of more than one slot start on hosts that are borrowed from it.", .fallback = "\"Y\""},
    without_effect("AUTH"), without_effect("EQUIV"),
};

inline constexpr Row lshosts_rows[] = {
    {.key = "HOST_NAME", .about = "The host.", .required = true},
    {.key = "type", .about = "Its type, where lsf.cluster has !.", .fallback_rule = "none"},
    {.key = "model", .about = "Its model, likewise.", .fallback_rule = "none"},
    {.key = "cpuf", .type = decimal, .about = "Its CPU factor, where its model has none.", .highest = 1'000'000, .fallback_rule = "that of its model"},
    {.key = "ncpus", .type = whole, .about = "Its processors.", .lowest = 1, .highest = 1'000'000'000, .fallback_rule = "unknown"},
    {.key = "maxmem", .about = "Its memory: 512M, 7.8G, 1T; a number alone is in MB.", .fallback_rule = "unknown"},
    {.key = "maxswp", .about = "Its swap space, likewise.", .fallback_rule = "unknown"},
    {.key = "server", .about = "No: a client. Dyn: a host that lsf.cluster need not name.", .fallback_rule = "Yes"},
    {.key = "RESOURCES", .about = "Its resources, of a host that lsf.cluster does not name.", .fallback_rule = "none"},
};

}  // namespace mcsim::config::lsf_tables

/// The sections of lsf.conf, lsf.shared and lsf.cluster: conf["LSF_UNIT_FOR_LIMITS"] is a row.
namespace mcsim::config::lsf {

using namespace lsf_tables;

inline constexpr VocabularySection conf{"lsf.conf", "Parameters of lsf.conf.", "IBM Spectrum LSF 10.1 Configuration Reference, lsf.conf", "", "", conf_rows};
inline constexpr VocabularySection shared{"lsf.shared", "Sections of lsf.shared.", "Platform LSF 7.3 Configuration Reference, lsf.shared", "", "", shared_rows};
inline constexpr VocabularySection shared_cluster{"lsf.shared.Cluster", "A line of section Cluster.", "Platform LSF 7.3 Configuration Reference, lsf.shared", "ClusterName", "", shared_cluster_rows};
inline constexpr VocabularySection host_type{"lsf.shared.HostType", "Section HostType.", "Platform LSF 7.3 Configuration Reference, lsf.shared", "TYPENAME", "", host_type_rows};
inline constexpr VocabularySection host_model{"lsf.shared.HostModel", "Section HostModel.", "Platform LSF 7.3 Configuration Reference, lsf.shared", "MODELNAME", "", host_model_rows};
inline constexpr VocabularySection resource{"lsf.shared.Resource", "Section Resource.", "Platform LSF 7.3 Configuration Reference, lsf.shared", "RESOURCENAME", "", resource_rows};
inline constexpr VocabularySection cluster{"lsf.cluster", "Sections of lsf.cluster.NAME.", "Platform LSF 7.3 Configuration Reference, lsf.cluster", "", "", lsf_cluster_rows};
inline constexpr VocabularySection parameters{"lsf.cluster.Parameters", "Section Parameters.", "Platform LSF 7.3 Configuration Reference, lsf.cluster", "", "", lim_rows};
inline constexpr VocabularySection cluster_admins{"lsf.cluster.ClusterAdmins", "Section ClusterAdmins.", "Platform LSF 7.3 Configuration Reference, lsf.cluster", "", "", cluster_admins_rows};
inline constexpr VocabularySection host{"lsf.cluster.Host", "A line of section Host.", "Platform LSF 7.3 Configuration Reference, lsf.cluster", "HOSTNAME", "", cluster_host_rows};
inline constexpr VocabularySection resource_map{"lsf.cluster.ResourceMap", "Section ResourceMap.", "Platform LSF 7.3 Configuration Reference, lsf.cluster", "RESOURCENAME", "", resource_map_rows};
inline constexpr VocabularySection remote_clusters{"lsf.cluster.RemoteClusters", "A line of section RemoteClusters.", "Platform LSF 7.3 Configuration Reference, lsf.cluster", "CLUSTERNAME", "", remote_rows};

inline constexpr VocabularySection lshosts{"lshosts", "A line of what `lshosts -w` prints.", "Platform LSF 7.3 Command Reference, lshosts", "HOST_NAME", "", lshosts_rows};

inline constexpr VocabularySection all[] = {
    conf, shared, shared_cluster, host_type, host_model, resource, cluster, parameters,
    cluster_admins, host, resource_map, remote_clusters, lshosts,
};

// clang-format on
}  // namespace mcsim::config::lsf
