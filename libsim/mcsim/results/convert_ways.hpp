// The two directions of `convert`; each writes into a file that its caller closes or discards.
#pragma once

#include <cstdint>
#include <string>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/results/convert.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/output.hpp"

namespace mcsim::results {

Expected<ConvertReport, Diagnostics> swf_to_csv(const std::string& in,
                                                const std::string& shown_name, OutputFile& out);
Expected<ConvertReport, Diagnostics> csv_to_swf(const std::string& in,
                                                const std::string& shown_name, OutputFile& out);

/// The value -1 of SWF.
inline constexpr Duration unknown_duration{-1};

/// Counts rows that deserve a warning, and makes the warning: `3 rows ...`.
class Tally {
 public:
  explicit Tally(std::string what) : what_(std::move(what)) {}

  void add() { ++count_; }
  void warn(Complaints& complaints) const {
    if (count_ > 0)
      complaints.warning(0, 0, std::to_string(count_) + (count_ == 1 ? " row " : " rows ") + what_);
  }

 private:
  std::string what_;
  std::uint64_t count_ = 0;
};

}  // namespace mcsim::results
