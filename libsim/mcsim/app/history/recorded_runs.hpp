// How long jobs really ran, as the workloads of a scenario say, whatever ended them in a run.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/model/config.hpp"
#include "mcsim/rooms.hpp"

namespace mcsim::app {

class RecordedRuns {
 public:
  /// None are known.
  RecordedRuns() = default;
  explicit RecordedRuns(const GridConfig& grid);

  /// In s; `index`: of an element of an array, 0 of a job that is none. None: no such job.
  std::optional<double> of(std::string_view cluster, std::int64_t job, std::int64_t index) const;

 private:
  struct Run {
    std::int64_t job = 0;
    std::int64_t index = 0;
    Duration length{};
  };
  std::map<std::string, std::vector<Run>, std::less<>> clusters_{};  ///< by job and index
};

}  // namespace mcsim::app
