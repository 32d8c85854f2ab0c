// A page of HTML: its frame, its own scripts, and the data that they draw.
#pragma once

#include <string>
#include <vector>

#include "mcsim/text/json_tree.hpp"

namespace mcsim::report {

/// What a page shows. The scripts of page/ say which keys `data` has.
struct PageParts {
  std::string title;
  JsonNode data;
  std::string columns{};    ///< bytes; empty: there are none
  std::string stories{};    ///< JSON: a list of stories by job; empty: there are none
  bool has_lines = true;    ///< Chart.js comes with it
  std::string generator{};  ///< the program and its version
};

/// The whole file. Its content security policy lets only these scripts and this style work, by
/// their hashes, and no request at all. Equal parts give equal bytes.
std::string page_text(const PageParts& parts);

}  // namespace mcsim::report
