// What a LIM says about its ELIM, in words.
#pragma once

#include <string>

#include "mcsim/lim/elim_watch.hpp"

namespace mcsim::lim {

inline constexpr const char* end_of_output_text = "it has closed its standard output; LIM ends it";

/// A foreign word in quotes, on one line, shortened to 40 bytes.
std::string shown_word(std::string_view word);

std::string bad_count_text(const LoadUpdateReader& reader);
std::string negative_count_text(const LoadUpdateReader& reader);
std::string waited_text(Duration waited, const LoadUpdateReader& reader);
std::string cut_off_text(const LoadUpdateReader& reader);
std::string skipped_text(const LoadUpdateReader& reader, bool is_fixed);
std::string rejected_text(const LoadUpdateReader& reader, bool out_of_range);
/// `age`: how long ago the report was written.
std::string too_often_text(Duration since_last, const ElimRules& rules, Duration age);
/// `lost`: how many whole reports LIM has not read.
std::string exited_text(const ElimExit& how, bool aborts, std::size_t lost);
std::string slow_text(Duration written_in, Duration block_time);
std::string given_up_text(int restarts);

}  // namespace mcsim::lim
