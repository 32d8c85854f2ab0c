// What ends a run that is nobody's mistake in this program.
#pragma once

#include <stdexcept>

namespace mcsim::base {

/// A run of valid input cannot come to its end. Says why, in words for the user.
class RunFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace mcsim::base
