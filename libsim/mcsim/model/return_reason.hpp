// Why a forwarded job comes back to its submission cluster.
#pragma once

#include <cstdint>
#include <string_view>

#include "mcsim/rooms.hpp"

namespace mcsim::model {

/// LSF's own codes. Source: lsbatch.h; docs/rules/lsf.md, 2.2.
enum class ReturnReason : std::uint16_t {
  none = 0,
  queue_refuses = 29,    ///< a limit by which the receive queue also refuses submissions
  forgotten = 2901,      ///< the execution cluster does not know the job any more
  import_limit = 2902,   ///< IMPT_JOBBKLG, IMPT_SLOTBKLG
  resched_time = 2903,   ///< MAX_RSCHED_TIME
  preexec_retry = 2904,  ///< REMOTE_MAX_PREEXEC_RETRY
  queue_closed = 2905,
  queue_inactive = 2906,
  cluster_not_accepted = 2909,  ///< RCVJOBS_FROM
  permission = 2911,            ///< USERS of the receive queue
  processors = 2912,            ///< no hosts of the queue can ever hold it
  no_share_account = 2913,      ///< FAIRSHARE of the receive queue
};

constexpr std::string_view words_for(ReturnReason reason) {
  switch (reason) {
    case ReturnReason::none:
      return "";
    case ReturnReason::queue_refuses:
      return "the receive queue refuses the job";
    case ReturnReason::forgotten:
      return "the execution cluster does not know the job";
    case ReturnReason::import_limit:
      return "the receive queue has as many pending jobs of other clusters as it takes";
    case ReturnReason::resched_time:
      return "the job did not start within MAX_RSCHED_TIME";
    case ReturnReason::preexec_retry:
      return "its pre-execution command failed too often";
    case ReturnReason::queue_closed:
      return "the receive queue is closed";
    case ReturnReason::queue_inactive:
      return "the receive queue is inactive";
    case ReturnReason::cluster_not_accepted:
      return "the receive queue does not take jobs from this cluster";
    case ReturnReason::permission:
      return "its user may not use the receive queue";
    case ReturnReason::processors:
      return "no hosts of the receive queue can ever run the job";
    case ReturnReason::no_share_account:
      return "its user has no share account in the receive queue";
  }
  return "";
}

/// Whether a forward that was returned for this reason was hopeless from the start.
constexpr bool is_ineffectual(ReturnReason reason) {
  return reason == ReturnReason::cluster_not_accepted || reason == ReturnReason::processors;
}

}  // namespace mcsim::model
