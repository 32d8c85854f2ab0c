// The words of dependency conditions (bsub -w), in the order of DependencyStep::Word.
#pragma once

#include <string_view>

#include "mcsim/rooms.hpp"

namespace mcsim::config {

inline constexpr std::string_view dependency_words[] = {
    "done",    "ended",    "exit",    "started", "post_done", "post_err", "external",
    "numdone", "numended", "numexit", "numhold", "numpend",   "numrun",   "numstart"};

}  // namespace mcsim::config
