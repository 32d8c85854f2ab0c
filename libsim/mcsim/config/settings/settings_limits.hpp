// The columns of section Limit, each read from its text.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/model/limit_section.hpp"

namespace mcsim::config {

/// Reads what a row of Limit is for: each column, or its PER_ twin, into the row. False: complained
/// about, and the row is not to be used.
bool read_limit_consumers(SettingsDraft& in, const JsonNode& line, const JsonAt& at,
                          LimitSection& limit);
/// Reads MEM, SWP, TMP, RESOURCE and LICENSE. The consumers are there.
bool read_limit_amounts(SettingsDraft& in, const JsonNode& line, const JsonAt& at,
                        LimitSection& limit);

/// `n`, or per cent as `n%`. In the resource's own unit; none: something else.
struct LimitNumber {
  Amount most = 0;
  std::int32_t percent = 0;

  bool operator==(const LimitNumber&) const = default;
};
/// `mb`: how many MB a unit has. Up to 10^12 MB.
std::optional<LimitNumber> read_limit_number(std::string_view text, std::int64_t mb);

/// `[name, n] [name, n] ...`, parentheses around them or not. None: something else.
struct NamedLimit {
  std::string_view name;
  Amount most = 0;

  bool operator==(const NamedLimit&) const = default;
};
std::optional<std::vector<NamedLimit>> read_named_limits(std::string_view text);

}  // namespace mcsim::config
