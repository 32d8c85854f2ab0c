// What a page says at its top, in words: when the clusters were full, and which queue waited
// longest.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mcsim/report/backtest_series.hpp"
#include "mcsim/report/run_pictures.hpp"
#include "mcsim/report/run_tables.hpp"
#include "mcsim/views/calendar.hpp"

namespace mcsim::text {
struct JsonNode;
}  // namespace mcsim::text

namespace mcsim::report {

/// `40 s`, `12 min`, `6.7 h`, `2.6 days`: for people who compare.
std::string length_words(double milliseconds);
/// `41 %`; below one in a hundred `0.4 %`.
std::string percent_words(double part);
/// `1,234,567`.
std::string count_words(std::int64_t count);

/// How near the run of a backtest comes to its history.
std::string backtest_words(const BacktestSeries& series);

/// Some sentences, the most important first.
std::vector<std::string> run_words(const RunTables& tables, const RunPictures& pictures,
                                   const JsonNode& summary, const Calendar& calendar);

}  // namespace mcsim::report
