// Whether the bytes of an LSF file are text at all.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "mcsim/io/complaints.hpp"

namespace mcsim {

/// `text`, where it is one; none: it is larger than largest_lsf_file, or has a zero byte or letters
/// that are not UTF-8, the first of which is complained about. In comments and descriptions, which
/// nothing depends on, such letters become `?`, with a warning.
std::optional<std::string> as_lsf_text(std::string_view text, Complaints& complaints);

}  // namespace mcsim
