// Runs of scenarios with job arrays, and when their elements start.
#pragma once

#include <string>
#include <vector>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "mcsim/simulation/recorder.hpp"
#include "mcsim/simulation/simulation.hpp"
#include "support/catch.hpp"
#include "support/temp_folder.hpp"
#include "support/texts.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing {

/// What the jobs and more keys of a scenario come to: a cluster with ten slots on h and five on g,
/// which only jobs use that name it, since its queue `normal` has h first and prefers it.
class PlayedArrays {
 public:
  struct Site {
    std::string interval = "0";
    std::string params{};
    std::string of_queue{};
  };

  explicit PlayedArrays(const std::string& jobs, const std::string& more = "")
      : PlayedArrays(jobs, more, Site{}) {}
  PlayedArrays(const std::string& jobs, const std::string& more, const Site& site)
      : PlayedArrays(Text{text_of(jobs, more, site)}) {}

  static PlayedArrays of_text(const std::string& text) { return PlayedArrays(Text{text}); }

  /// `PEND`, `DONE 5..15`, `EXIT -..7`; of an element where `element` is not 0.
  std::string job(std::int64_t id, std::uint32_t element = 0) const {
    const JobOutcome& job = outcome(id, element);
    const auto seconds = [](Time when) {
      return when == never ? std::string("-")
                           : std::to_string(when.time_since_epoch().count() / 1000);
    };
    std::string text(model::name_of(job.status));
    if (job.status == JobStatus::done || job.status == JobStatus::exit)
      text += " " + seconds(job.start) + ".." + seconds(job.finish);
    if (job.status == JobStatus::rejected) text += " " + std::string(name_of(job.end_reason));
    return text;
  }
  /// When the elements of an array start for the last time, in seconds; -: never.
  std::string starts(std::int64_t id) const {
    std::string text;
    const Trace& trace = config_.clusters[0].trace;
    for (std::size_t row = 0; row < trace.size(); ++row) {
      if (static_cast<std::int64_t>(trace[static_cast<JobIndex>(row)].id) != id) continue;
      const Time start = results_.clusters[0].jobs[row].start;
      text += (text.empty() ? "" : " ") +
              (start == never ? "-" : std::to_string(start.time_since_epoch().count() / 1000));
    }
    return text;
  }
  std::string reason(std::int64_t id, std::uint32_t element) const {
    return std::string(model::text_of(outcome(id, element).pend_reason));
  }
  const Texts& warnings() const { return warnings_; }

 private:
  struct Text {
    std::string text;
  };
  explicit PlayedArrays(const Text& text) {
    const TempFolder folder;
    const auto scenario =
        load_scenario(folder.write("s.json", text.text), choices_of(default_registry()));
    if (!scenario)
      for (const std::string& line : texts(scenario.error())) UNSCOPED_INFO(line);
    REQUIRE(scenario);
    warnings_ = texts_behind("s.json", scenario->warnings);
    config_ = scenario->config;
    Simulation simulation(config_);
    Recorder recorder(config_);
    const Time until = config_.until.value_or(never);
    const RunState state = simulation.run_until(until, recorder);
    results_ = std::move(recorder).results(simulation, state, until);
  }
  static std::string text_of(const std::string& jobs, const std::string& more, const Site& site) {
    return R"j({"mcsim": 1, "clusters": [{"name": "C",
      "hosts": [{"name": "h", "ncpus": 10}, {"name": "g", "ncpus": 5}],
      "lsb.params": {"DEFAULT_QUEUE": "normal", "JOB_ACCEPT_INTERVAL": 0,
        "JOB_SCHEDULING_INTERVAL": )j" +
           site.interval + site.params +
           R"j(}, "lsb.queues": [{"QUEUE_NAME": "normal", "HOSTS": "h")j" + site.of_queue +
           R"j(}, {"QUEUE_NAME": "other"}]}], "jobs": [)j" + jobs + "]" + more + "}";
  }
  const JobOutcome& outcome(std::int64_t id, std::uint32_t element) const {
    const ClusterConfig& cluster = config_.clusters[0];
    for (std::size_t row = 0; row < cluster.trace.size(); ++row) {
      const auto job = static_cast<JobIndex>(row);
      if (static_cast<std::int64_t>(cluster.trace[job].id) == id &&
          cluster.arrays.element(job) == element)
        return results_.clusters[0].jobs[row];
    }
    FAIL("there is no such job");
    return results_.clusters[0].jobs[0];
  }

  GridConfig config_;
  RunResults results_;
  Texts warnings_;
};

inline std::string action(const std::string& at, const std::string& what, const std::string& job,
                          const std::string& more = "") {
  return R"j({"at": ")j" + at + R"j(", "do": ")j" + what + R"j(", "job": ")j" + job + "\"" + more +
         "}";
}
inline std::string actions(const std::vector<std::string>& all) {
  std::string text;
  for (const std::string& one : all) text += (text.empty() ? "" : ", ") + one;
  return ", \"actions\": [" + text + "]";
}

}  // namespace mcsim::testing
