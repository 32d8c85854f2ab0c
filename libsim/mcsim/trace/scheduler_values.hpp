// Values as Slurm and PBS write them into their accounting.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/rooms.hpp"

namespace mcsim::trace {

/// LSF counts elements of job arrays from 1. One of index 0 is a job by itself, whose number has so
/// much added.
inline constexpr std::int64_t apart_of_index_0 = 5'000'000'000;

/// A whole number of at most 15 digits, and nothing else.
std::optional<std::int64_t> read_count(std::string_view text);
/// [days-][[hours:]minutes:]seconds, perhaps with fractions, which are cut off: whole seconds. A
/// number alone is of seconds.
std::optional<std::int64_t> read_clock(std::string_view text);
/// 4G, 4000M, 512mb, 100kb, 4Gn, 4000Mc: in KB; a number alone is of `unit` bytes. Slurm's n (a
/// node) and c (a CPU) behind it are not looked at.
std::optional<std::int64_t> read_memory(std::string_view text, std::int64_t unit);
/// Appends the hosts of node[001-003,007],login1 one by one; at most a million. False: it is no
/// such list.
bool read_host_list(std::string_view text, std::vector<std::string>& to);

}  // namespace mcsim::trace
