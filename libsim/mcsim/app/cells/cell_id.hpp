// What a cell is called: a digest of all that goes into its run.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "mcsim/app/cells/sweep_request.hpp"

namespace mcsim::app {

/// XXH64 of a text: 16 hexadecimal digits.
std::string text_digest(std::string_view text);

/// What all cells of a request have in common: mcsim's revision, the files that a cell keeps, and
/// the programs that are policies, with a digest of each file that their commands name.
std::string common_of_cells(const SweepRequest& request);

/// 16 hexadecimal digits: of `common`, the text of scenario.json (which holds the digests of its
/// input files) and the seed, which counts instead of that in the text. Its `gates` do not count:
/// they judge results, and do not change them.
std::string cell_id(std::string_view common, std::string_view effective, std::uint64_t seed);

}  // namespace mcsim::app
