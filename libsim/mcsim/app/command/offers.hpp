// Values that the shell offers for an option. The parser does not check them: the commands refuse
// unknown ones and name the nearest known one.
#pragma once

#include <string>
#include <vector>

#include "mcsim/rooms.hpp"

namespace CLI {
class Option;
}

namespace mcsim::app {

struct Offer {
  const CLI::Option* option = nullptr;
  std::vector<std::string> names;
  bool is_list = false;  ///< several of them, separated by commas
};
using Offers = std::vector<Offer>;

/// `a, b, c`, as the help lists names.
inline std::string listed(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  return list;
}

}  // namespace mcsim::app
