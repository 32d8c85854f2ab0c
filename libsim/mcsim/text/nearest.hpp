// Names in messages: "did you mean", the known name nearest to one that nobody knows; and lists.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "mcsim/rooms.hpp"

namespace mcsim::text {

/// Letters to add, drop, replace or swap with a neighbour to make the one name of the other
/// (Damerau-Levenshtein, restricted); capitals count as their small letters.
std::size_t edit_distance(std::string_view left, std::string_view right);

/// The first of the nearest known names; empty where none is near enough to be meant: at most one
/// edit for each three letters, or one is the beginning of the other.
std::string_view nearest_name(std::string_view name, std::span<const std::string_view> known);

/// `; nearest: easy; known: lsf, fcfs, easy`. Long lists of known names are cut.
std::string known_names(std::string_view name, std::span<const std::string_view> known);

/// `a, b, c and 5 more`: the first three by name.
std::string first_names(std::span<const std::string> names);

}  // namespace mcsim::text
