// What the schedulers that come from Platform Lava do otherwise than LSF.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "mcsim/rooms.hpp"

namespace mcsim::app {

/// How often they have a session, in s: each MBD_SLEEP_TIME of lsb.params, JOB_SCHEDULING_INTERVAL
/// being unknown to them. None: the file is not there, or does not say; or it is one of LSF.
/// Source: recorded runs of volclava 2.2 and OpenLava 4.0, of which nearly all jobs started within
/// a second of such sessions.
std::optional<std::int64_t> lava_interval(const std::string& lsb_params);

}  // namespace mcsim::app
