// The reference page: every key of a scenario, generated from the vocabulary, and every column and
// key of the results.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "mcsim/rooms.hpp"

namespace mcsim::config {

/// The text of docs/reference/reference.md.
std::string reference_page();

/// A column or a key of the results.
struct ResultEntry {
  std::string_view name;
  std::string_view unit;
  std::string_view about;
};

/// The columns of tables and the keys of summary.json, each in its order; of decisions.jsonl the
/// keys of decisions that forward.
std::span<const ResultEntry> jobs_csv_entries();
std::span<const ResultEntry> executions_csv_entries();
std::span<const ResultEntry> counters_csv_entries();
std::span<const ResultEntry> segments_csv_entries();
std::span<const ResultEntry> series_csv_entries();
std::span<const ResultEntry> shares_csv_entries();
std::span<const ResultEntry> launches_csv_entries();
std::span<const ResultEntry> decisions_entries();
std::span<const ResultEntry> summary_entries();

}  // namespace mcsim::config
