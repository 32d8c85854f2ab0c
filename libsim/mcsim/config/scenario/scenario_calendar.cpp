// Where virtual time 0 lies: as the scenario says it, else as its first trace does.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <string>

#include "mcsim/config/scenario/workload_window.hpp"
#include "mcsim/config/settings/scenario_clock.hpp"
#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/instants.hpp"

namespace mcsim::config {
namespace {

constexpr std::string_view usual_start = "2026-01-01T00:00:00Z";
constexpr std::string_view usual_offset = "Z";

std::string two_digits(std::int64_t number) {
  return (number < 10 ? "0" : "") + std::to_string(number);
}

/// -08:00, or Z.
std::string utc_offset(std::int64_t seconds) {
  if (seconds == 0) return std::string(usual_offset);
  const std::int64_t minutes = std::abs(seconds) / 60;
  return (seconds < 0 ? "-" : "+") + two_digits(minutes / 60) + ":" + two_digits(minutes % 60);
}

bool has_windows(const ClusterSettings& settings) {
  return std::ranges::any_of(settings.queues,
                             [](const QueueConfig& queue) {
                               return queue.dispatch_window.is_set() || queue.run_window.is_set();
                             }) ||
         std::ranges::any_of(settings.hosts,
                             [](const HostConfig& host) { return host.dispatch_window.is_set(); });
}

/// Finds the calendar of one scenario, and says what it is made of.
class CalendarReader {
 public:
  explicit CalendarReader(ScenarioDraft& draft) : draft_(draft), at_root_(draft.tree.root) {}

  void read() {
    const bool is_said = draft_.tree.root.find("start"_key) != nullptr;
    if (!is_said) source_ = first_dated();
    if (source_) take_from(draft_.scenario.workloads[*source_]);
    complete("start"_key, usual_start);
    complete("utc_offset"_key, usual_offset);
    read_clock(draft_);
    if (source_) warn_of_others();
    const bool windows = windows_matter();
    if (!is_said && windows) warn_of_windows();
    warn_of_shifted_tables(draft_, windows);
  }

 private:
  static bool is_dated(const SwfHeader& header) { return header.unix_start_time.value_or(0) > 0; }

  /// The first workload whose trace says when it begins: 0 is what made-up traces say.
  std::optional<std::size_t> first_dated() const {
    const auto& workloads = draft_.scenario.workloads;
    const auto found = std::ranges::find_if(
        workloads, [](const WorkloadReport& workload) { return is_dated(workload.header); });
    if (found == workloads.end()) return std::nullopt;
    return static_cast<std::size_t>(found - workloads.begin());
  }

  /// When time 0 of the run is, by the trace's clock.
  static std::int64_t began(const WorkloadReport& workload) {
    return *workload.header.unix_start_time + workload.shift.count() / 1000;
  }

  void take_from(const WorkloadReport& workload) {
    const SwfHeader& header = workload.header;
    const auto start = instant_text(began(workload));
    if (!start) {
      draft_.complaints.warning(
          at_root_, "start"_key,
          "UnixStartTime of " + name_of(*source_) + " is beyond the year 9999, and not used");
      source_.reset();
      return;
    }
    write_text(draft_.tree.root, "start"_key, *start);
    if (draft_.tree.root.find("utc_offset"_key) == nullptr && header.time_zone)
      write_text(draft_.tree.root, "utc_offset"_key, utc_offset(*header.time_zone));
  }

  void complete(std::string_view key, std::string_view usual) {
    if (draft_.tree.root.find(key) == nullptr)
      write_text(draft_.tree.root, key, std::string(usual));
  }

  const std::string& name_of(std::size_t workload) const {
    return draft_.scenario.config.workloads[workload];
  }

  /// Baselines know no windows, and without jobs they hold nobody back.
  bool windows_matter() {
    const bool some_jobs = std::ranges::any_of(
        draft_.clusters, [](const ClusterDraft& cluster) { return !cluster.config.trace.empty(); });
    bool some_windows = false;
    for (ClusterDraft& cluster : draft_.clusters)
      if (!draft_.is_baseline(cluster.config.model.dispatch))
        cluster.for_each_settings([&](const ClusterSettings& settings) {
          some_windows = some_windows || has_windows(settings);
        });
    return some_jobs && some_windows;
  }

  void warn_of_windows() {
    const std::string text =
        source_
            ? "time windows go by what " + name_of(*source_) + " says of its time 0: " + start() +
                  ", and all the year by one clock, without summer time (" + offset() + ")"
            : "not said, though there are time windows: time 0 is taken "
              "as " +
                  start() + ", a Thursday";
    draft_.complaints.warning(at_root_, "start"_key,
                              text + (source_ ? "; for another one: start, utc_offset" : ""));
  }

  /// Jobs of several traces are submitted as if all had begun together.
  void warn_of_others() {
    const WorkloadReport& first = draft_.scenario.workloads[*source_];
    for_each_object(
        draft_.tree.root, draft_.list("workloads"_key), [&](const JsonNode&, const JsonAt& at) {
          const std::size_t workload = at.position + 1;  // 0: the scenario's own jobs
          if (workload >= draft_.scenario.workloads.size()) return;
          const WorkloadReport& other = draft_.scenario.workloads[workload];
          if (!is_dated(other.header) ||
              (began(other) == began(first) && other.header.time_zone == first.header.time_zone))
            return;
          draft_.complaints.warning(
              at, "file"_key,
              "UnixStartTime or TimeZone differ from those of " + name_of(*source_) +
                  ", which the run goes by: its jobs come as if both began together");
        });
  }

  std::string start() const { return draft_.tree.root.find("start"_key)->text; }
  std::string offset() const { return draft_.tree.root.find("utc_offset"_key)->text; }

  ScenarioDraft& draft_;
  JsonAt at_root_;
  std::optional<std::size_t> source_{};  ///< the workload that says it
};

}  // namespace

void read_calendar(ScenarioDraft& draft) { CalendarReader(draft).read(); }

}  // namespace mcsim::config
