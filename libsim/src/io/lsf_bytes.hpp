// Whether the bytes of an LSF file are text at all.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "mcsim/io/complaints.hpp"

namespace mcsim {

/// `text` with `?` for letters that are not UTF-8: an error for each line with some, so that what
/// else is wrong is told as well; a warning for those in comments and descriptions, which nothing
/// depends on. None: it is larger than largest_lsf_file, has a zero byte, or 1,000 such letters.
std::optional<std::string> as_lsf_text(std::string_view text, Complaints& complaints);

}  // namespace mcsim
