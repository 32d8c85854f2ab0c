// What clusters may borrow of each other.
#pragma once

#include <optional>

#include "mcsim/config/settings/scenario_draft.hpp"

namespace mcsim::config {

/// Gives consumers the shared resources that providers export, on the borrowed hosts that have
/// them.
void add_borrowed_resources(ScenarioDraft& draft);

/// Whether a host may be in a shared lease, at first or by some change: of any consumer, or of
/// `consumer`.
bool may_be_shared(ClusterDraft& provider, HostId host,
                   std::optional<ClusterId> consumer = std::nullopt);
/// Whether RES_SELECT of an exclusive policy may select the host, at first or by some change.
bool may_be_lent_whole(ClusterDraft& provider, HostId host);

}  // namespace mcsim::config
