// Whether the bytes of an LSF file are text at all.
#pragma once

#include <string_view>

#include "mcsim/io/complaints.hpp"

namespace mcsim {

/// Complains about the first thing that is no text: a zero byte, or bytes that are not UTF-8; also
/// about a text larger than largest_lsf_file. True: nothing to complain about.
bool is_lsf_text(std::string_view text, Complaints& complaints);

}  // namespace mcsim
