// Where virtual time 0 lies in the week of the site: `start` and `utc_offset`.
#pragma once

#include <optional>
#include <string_view>

#include "mcsim/config/settings/scenario_draft.hpp"

namespace mcsim::config {

/// `+01:00`, `-05:30`, `Z`: how far a site's clock is ahead of UTC, less than a day. None: it is
/// something else.
std::optional<Duration> read_utc_offset(std::string_view text);

/// Sets draft.clock.
void read_clock(ScenarioDraft& draft);

}  // namespace mcsim::config
