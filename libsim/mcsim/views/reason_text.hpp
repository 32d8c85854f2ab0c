// Pending reasons as people read them.
#pragma once

#include <string>
#include <vector>

#include "mcsim/cluster/reasons.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/model/return_reason.hpp"
#include "mcsim/views/calendar.hpp"

namespace mcsim::views {

/// The words of bjobs -p, with the name of a resource that cannot be reserved.
std::string reason_words(const GivenReason& reason, const ClusterSettings& settings);

/// A line of bjobs -p: ` Job slot limit reached: 3 hosts;`; with `names` set, ` ...: a1, a2, a3;`.
std::string pend_line(const GivenReason& reason, const ClusterSettings& settings, bool names);

/// The reason with its numbers: `The queue has reached its job slot limit (QJOB_LIMIT 4, 4 used, 1
/// wanted)`. Hosts are named if they are few: `Job slot limit reached: 2 hosts (a1: MXJ 2, 2 used;
/// a2: MXJ 4, 3 used, 1 reserved; 1 wanted)`; otherwise `...: 9 hosts (MXJ 2 to 4, 1 to 4 used; 1
/// wanted)`.
std::string reason_with_numbers(const GivenReason& reason, const ClusterSettings& settings,
                                const Calendar& calendar);

/// `2903: the job did not start within MAX_RSCHED_TIME`.
std::string return_text(ReturnReason reason);

/// Why a job was refused at submission: `its run limit is over the maximum of its queue`.
std::string refusal_text(EndReason reason);

/// All reasons with their numbers on one line.
std::string reasons_with_numbers(const std::vector<GivenReason>& reasons,
                                 const ClusterSettings& settings, const Calendar& calendar);

}  // namespace mcsim::views
