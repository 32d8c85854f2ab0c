// Reads --outputs.
#include "mcsim/app/run/run_outputs.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/vocabulary.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/nearest.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::app {

Expected<Outputs, Diagnostics> read_outputs(const std::string& list,
                                            const std::optional<std::string>& series_step) {
  static constexpr std::string_view planned[] = {"timeline", "facts"};
  Outputs outputs;
  bool* const wanted[] = {&outputs.jobs,     &outputs.executions, &outputs.decisions,
                          &outputs.counters, &outputs.launches,   &outputs.shares,
                          &outputs.segments, &outputs.series,     &outputs.usage,
                          &outputs.acct};
  Diagnostics complaints;
  std::string blanks = list;
  std::replace(blanks.begin(), blanks.end(), ',', ' ');
  for (const std::string_view word : split_words(blanks)) {
    const auto at = std::ranges::find(output_names, word) - std::begin(output_names);
    if (at < std::ssize(output_names))
      *wanted[at] = true;
    else if (std::find(std::begin(planned), std::end(planned), word) != std::end(planned))
      complaints.add(
          about_file("--outputs", in_quotes(word) + " is planned, not supported by this version"));
    else
      complaints.add(
          about_file("--outputs", "unknown " + in_quotes(word) + known_names(word, output_names)));
  }
  if (series_step) {
    outputs.series_step = read_duration(*series_step);
    if (!outputs.series_step || *outputs.series_step <= 0ms)
      complaints.add(about_file("--series-step", "expected a time above 0 (1h, 30min, 15s), got " +
                                                     in_quotes(*series_step)));
    else if (!outputs.series)
      complaints.add(about_file("--series-step", "has no effect without `--outputs series`"));
  }
  if (!complaints.list.empty()) return Unexpected(std::move(complaints));
  return outputs;
}

}  // namespace mcsim::app
