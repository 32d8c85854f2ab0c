// Puts rows that were left out into words.
#include "mcsim/trace/skipped_rows.hpp"

#include "mcsim/text/words.hpp"

namespace mcsim::trace {

SkipCounts skip_counts(const std::vector<SkippedRow>& rows) {
  SkipCounts counts{};
  for (const SkippedRow& row : rows) ++counts[static_cast<std::size_t>(row.reason)];
  return counts;
}

std::string skip_reasons_text(const SkipCounts& skipped) {
  std::string text;
  for (std::size_t at = 0; at < skipped.size(); ++at)
    if (skipped[at] > 0)
      text += (text.empty() ? "" : ", ") + std::string(name_of(static_cast<SkipReason>(at))) + " " +
              std::to_string(skipped[at]);
  return text;
}

UnknownRows unknown_rows(const SkipCounts& skipped) {
  SkipCounts unknown{};
  std::uint64_t rows = 0;
  for (std::size_t at = 0; at < skipped.size(); ++at)
    if (is_unknown(static_cast<SkipReason>(at))) rows += unknown[at] = skipped[at];
  if (rows == 0) return {};
  return {counted(rows, "row") + (rows == 1 ? " is" : " are") +
              " skipped, without what a job needs: " + skip_reasons_text(unknown) +
              (rows == 1 ? "" : " (first here)"),
          {.who = "row", .what = "is skipped", .count = static_cast<std::size_t>(rows)}};
}

}  // namespace mcsim::trace
