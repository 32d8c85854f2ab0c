// What became of ELIMs, as lines of a story: how they ended, and when they were started again.
#pragma once

#include <functional>

#include "mcsim/app/explain/story.hpp"
#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/model/config.hpp"

namespace mcsim::app {

/// Adds those of the programs for which `concerns(host, elim)` is true, each before what else
/// happened in its instant. With `with_host` a line names the host, too.
void add_elim_lines(Story& story, const ClusterWorld& world, const ClusterConfig& config, Time end,
                    bool with_host,
                    const std::function<bool(HostId, std::uint32_t elim)>& concerns);

}  // namespace mcsim::app
