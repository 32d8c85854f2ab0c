// The ways in which a file can be packed: by their first bytes, and by the ends of names.
#pragma once

#include <string_view>

#include "mcsim/text/output.hpp"

namespace mcsim::text {

/// How a file that begins with `head` (six bytes are enough) is packed.
Compression packing_of_bytes(std::string_view head);

/// How a file called `name` is to be packed: .gz, .zst, .xz, or not at all.
Compression packing_of_name(std::string_view name);

/// `name` without the ending that says how it is packed.
std::string_view without_packing(std::string_view name);

}  // namespace mcsim::text
