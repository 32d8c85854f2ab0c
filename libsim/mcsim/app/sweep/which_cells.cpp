// Reads --cells, and the indexes that engines give.
#include "mcsim/app/sweep/which_cells.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/text/complaints.hpp"

namespace mcsim::app {
namespace {

struct IndexVariable {
  const char* name;
  std::int64_t first;  ///< what it counts from
};

/// LSF sets LSB_JOBINDEX to 0 for jobs that are no array.
constexpr IndexVariable index_variables[] = {{"LSB_JOBINDEX", 1},
                                             {"SLURM_ARRAY_TASK_ID", 1},
                                             {"OMPI_COMM_WORLD_RANK", 0},
                                             {"JOB_COMPLETION_INDEX", 0}};

Unexpected<Diagnostics> refusal(const std::string& what, std::size_t count) {
  return Unexpected(Diagnostics{
      {about_file(what, "expected A-B, numbers of cells from 1 to " + std::to_string(count))}});
}

}  // namespace

Expected<RowsOfPlan, Diagnostics> which_cells(const std::optional<std::string>& cells,
                                              const Environment& environment, std::size_t count) {
  const auto rows = [&](const std::string& what, std::optional<std::int64_t> first,
                        std::optional<std::int64_t> last) -> Expected<RowsOfPlan, Diagnostics> {
    if (!first || !last || *first < 1 || *last < *first || static_cast<std::size_t>(*first) > count)
      return refusal(what, count);
    return RowsOfPlan{static_cast<std::size_t>(*first) - 1,
                      std::min(count, static_cast<std::size_t>(*last))};
  };
  if (cells) {
    const std::string_view text = *cells;
    const auto dash = text.find('-');
    const auto first = read_whole(text.substr(0, dash));
    return rows("--cells " + in_quotes(text), first,
                dash == text.npos ? first : read_whole(text.substr(dash + 1)));
  }
  for (const auto [name, counts_from] : index_variables) {
    const auto text = environment(name);
    if (!text || (counts_from == 1 && *text == "0")) continue;
    auto index = read_whole(*text);
    if (index) *index += 1 - counts_from;
    return rows(std::string(name) + "=" + *text, index, index);
  }
  return RowsOfPlan{0, count};
}

std::optional<std::string> own_environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

}  // namespace mcsim::app
