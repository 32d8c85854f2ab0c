// Names of borrowed hosts that are none: whose mistake they are.
#pragma once

#include <string>
#include <string_view>

#include "mcsim/config/settings/scenario_draft.hpp"

namespace mcsim::config {

/// Why `host@cluster` is no host that a cluster may ever borrow.
struct NotBorrowed {
  enum class Kind {
    cluster_unknown,
    host_unknown,  ///< in a cluster that is there
    never_lent,    ///< as things are configured: nobody's mistake
    unsaid         ///< nobody can tell: names could not be read
  };
  Kind kind = Kind::unsaid;
  std::string text{};
};

/// Source: docs/rules/leasing.md, section 3.
NotBorrowed why_not_borrowed(const ScenarioDraft& draft, ClusterId consumer, std::string_view name);

}  // namespace mcsim::config
