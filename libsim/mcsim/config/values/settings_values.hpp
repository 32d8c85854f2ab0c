// Values of LSF's configuration from their text. None: it is something else, or contradicts itself.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "mcsim/model/config.hpp"
#include "mcsim/model/queue_config.hpp"
#include "mcsim/model/time_window.hpp"

namespace mcsim::config {

/// LSF's lists: the words of `text`, without parentheses around them all.
std::vector<std::string_view> list_words(std::string_view text);

/// The most memory of one job. Unit: KB.
inline constexpr std::int64_t most_memory = 1'000'000'000'000;
/// The longest time in units of MBD_SLEEP_TIME.
inline constexpr std::int64_t most_sleep_times = 1'000'000;

/// PROCLIMIT: `[min [default]] max`, from 1, none less than the one before.
std::optional<ProcLimit> read_proc_limit(std::string_view text);
/// MEMLIMIT: `[default] max` in KB, from 1, the default not above the maximum.
struct MemLimit {
  std::optional<std::int64_t> usual{};  ///< of jobs that do not say how much
  std::int64_t most = 0;
};
std::optional<MemLimit> read_mem_limit(std::string_view text);
/// REQUEUE_EXIT_VALUES: `99 EXCLUDE(1 2)`, each from 0 to 255; `all ~9`: all but 0 and 9.
std::optional<std::vector<RequeueExitValue>> read_exit_values(std::string_view text);
/// SLOT_RESERVE: `MAX_RESERVE_TIME[n]`, n from 1. Unit: MBD_SLEEP_TIME.
std::optional<std::int64_t> read_reserve_time(std::string_view text);
/// NO_PREEMPT_RUN_TIME: whole minutes, or per cent from 1 to 100 as `20%`.
std::optional<PreemptShield> read_shield(std::string_view text);
/// The given parts of a LoadThreshold. Unit: thousandths of the index's own.
struct ThresholdText {
  std::optional<std::int64_t> sched{};
  std::optional<std::int64_t> stop{};

  bool operator==(const ThresholdText&) const = default;
};
/// `sched`, `sched/stop`, `/stop` or `sched/`; not both empty.
std::optional<ThresholdText> read_threshold(std::string_view text);
/// PJOB_LIMIT, JL/P: slots for each processor, with up to three decimals.
std::optional<SlotsPerProcessor> read_slots_per_processor(std::string_view text);

/// Windows of the week, separated by blanks: `hour[:minute]-hour[:minute]` of every day, or
/// `day:hour[:minute]-day:hour[:minute]`; the days 0 and 7 are Sunday. A window that opens later
/// than it closes goes on over midnight, or over the end of the week. Source: Platform LSF 7.3
/// Configuration Reference, lsb.queues, DISPATCH_WINDOW.
std::optional<TimeWindows> read_windows(std::string_view text);
/// When both are open; never, where they do not overlap.
TimeWindows both_open(const TimeWindows& one, const TimeWindows& other);
/// What is wrong with numbers or ends of windows that are otherwise well-formed; else empty.
std::string mistake_in_windows(std::string_view text);

}  // namespace mcsim::config
