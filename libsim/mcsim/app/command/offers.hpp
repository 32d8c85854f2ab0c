// Values that a user chooses among, for the shell to offer. The parser does not look at them: wrong
// ones are for the commands to refuse, with the nearest that is known.
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

/// `a, b, c`, as the help has them.
inline std::string listed(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  return list;
}

}  // namespace mcsim::app
