// The files of page/ and the chart library, which the build has put into the program.
#pragma once

#include <string_view>

#include "mcsim/rooms.hpp"

namespace mcsim::report {

/// The text of a file of page/, by its name; `chart.js` is the library's, and chart_licence.txt its
/// licence.
std::string_view page_source(std::string_view name);

}  // namespace mcsim::report
