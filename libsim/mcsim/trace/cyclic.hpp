// A workload model with the rhythm of the week: Poisson arrivals whose rate goes by the hour of the
// week, and sizes, run times, memory and users from tables of quantiles, each drawn for itself.
// Source: arrivals by inversion of the rate's integral, Cinlar, "Introduction to stochastic
// processes", Prentice-Hall 1975.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/trace/made_trace.hpp"
#include "mcsim/trace/model_parameters.hpp"
#include "mcsim/trace/quantile_table.hpp"
#include "mcsim/trace/swf.hpp"

namespace mcsim::trace {

inline constexpr std::int64_t hours_in_week = 168;

/// What the model draws from.
struct CyclicTables {
  std::vector<double> rates{};  ///< jobs an hour, by the hour of the week from time 0 on
  std::optional<QuantileTable> run_times{};  ///< seconds
  std::optional<QuantileTable> widths{};     ///< processors
  std::optional<QuantileTable> memory_mb{};  ///< of a processor; none: not known
  std::optional<QuantileTable> users{};      ///< their numbers; none: not known
  std::int64_t days = 28;
  std::int64_t procs = 0;  ///< of the machine; 0: not known
};

struct Cyclic {
  CyclicTables tables;
  std::int64_t procs = 0;  ///< of the machine
};

/// The tables of a recorded trace.
struct RecordedTables {
  CyclicTables tables;  ///< users are numbered 1, 2, ... by how many jobs they have
  SwfHeader header;
  std::uint64_t hash = 0;  ///< XXH64 of the file's bytes
  Diagnostics warnings;
};

/// Reads them of all jobs that can be replayed. Hours of the week are counted from the trace's time
/// 0; `days` is the whole weeks of the trace. Errors: those of the file, and a trace of less than a
/// week.
Expected<RecordedTables, Diagnostics> read_recorded_tables(const std::string& path,
                                                           const std::string& shown_name);

/// `recorded`: what is not given is taken from it; null: rates, run times and widths have to be
/// given.
Expected<Cyclic, std::vector<WrongParameter>> read_cyclic(const ParameterTexts& given,
                                                          const CyclicTables* recorded);

/// All jobs in order of submission.
std::vector<MadeJob> make_cyclic(const Cyclic& model, std::uint64_t seed);

/// `model.tables` as parameters, which read_cyclic() reads again as the same.
ParameterTexts cyclic_texts(const Cyclic& model);

}  // namespace mcsim::trace
