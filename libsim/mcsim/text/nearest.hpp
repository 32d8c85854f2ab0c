// Names in messages: "did you mean", the known name nearest to an unknown one; and lists of names.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "mcsim/rooms.hpp"

namespace mcsim::text {

/// How many letters to add, drop, replace or swap with a neighbour turn one name into the other
/// (Damerau-Levenshtein, restricted). Capitals count as small letters, and only the first 64
/// letters count.
std::size_t edit_distance(std::string_view left, std::string_view right);

/// The first of the nearest known names, at most one edit away, or one for each three letters;
/// failing that, the first of which one name is the beginning of the other (three letters at
/// least). Empty: none is near enough to be meant.
std::string_view nearest_name(std::string_view name, std::span<const std::string_view> known);

/// `; nearest: easy; known: lsf, fcfs, easy`. Long lists of known names are cut.
std::string known_names(std::string_view name, std::span<const std::string_view> known);

/// `a, b, c and 5 more`: the first three by name.
std::string first_names(std::span<const std::string> names);

}  // namespace mcsim::text
