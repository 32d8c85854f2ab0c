// What is lost with the keywords that LSF knows and this version does not simulate.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "mcsim/config/vocabulary/lost_keyword.hpp"

namespace mcsim::config {

/// All of a section of the vocabulary: "lsb.queues", "lsb.users.User". Names: IBM Spectrum LSF 10.1
/// Configuration Reference.
std::span<const LostKeyword> lost_keywords(std::string_view section);

/// The row of `key`, in any capitals; null: whoever waits loses nothing with it, or LSF does not
/// know it.
const LostKeyword* find_lost(std::string_view section, std::string_view key);

/// What an object of the section is to a user: "queue", "user"; "parameter": each of its keywords
/// is one by itself.
std::string_view thing_of(std::string_view section);

/// LSF knows it: complaints about what nothing here will ever do.
inline constexpr std::string_view not_simulated_text = "known, not simulated";

}  // namespace mcsim::config
