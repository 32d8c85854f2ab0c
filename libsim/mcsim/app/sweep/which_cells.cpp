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
  std::int64_t first;   ///< what it counts from
  bool is_zero_none{};  ///< 0: the process is part of no array
};

/// LSF sets LSB_JOBINDEX to 0 for jobs that are no array.
constexpr IndexVariable index_variables[] = {{"LSB_JOBINDEX", 1, true},
                                             {"SLURM_ARRAY_TASK_ID", 1},
                                             {"OMPI_COMM_WORLD_RANK", 0},
                                             {"JOB_COMPLETION_INDEX", 0}};

/// That a variable holds the number of no cell.
Unexpected<Diagnostics> wrong_index(const IndexVariable& variable, const std::string& text,
                                    std::size_t count) {
  const auto last = static_cast<std::int64_t>(count) - 1 + variable.first;
  return Unexpected(Diagnostics{
      {about_file(std::string(variable.name) + "=" + text,
                  "expected the number of a cell, from " + std::to_string(variable.first) + " to " +
                      std::to_string(last) + "; --cells A-B takes others")}});
}

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
  for (const IndexVariable& variable : index_variables) {
    const auto text = environment(variable.name);
    if (!text || (variable.is_zero_none && *text == "0")) continue;
    const auto index = read_whole(*text);
    if (!index || *index < variable.first ||
        *index - variable.first >= static_cast<std::int64_t>(count))
      return wrong_index(variable, *text, count);
    const auto row = static_cast<std::size_t>(*index - variable.first);
    return RowsOfPlan{row, row + 1};
  }
  return RowsOfPlan{0, count};
}

std::optional<std::string> own_environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

}  // namespace mcsim::app
