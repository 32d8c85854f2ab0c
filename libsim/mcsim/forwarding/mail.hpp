// What clusters say to each other about forwarded jobs, and what is on its way.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <variant>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/leasing/lease_mail.hpp"
#include "mcsim/model/job.hpp"
#include "mcsim/model/results.hpp"
#include "mcsim/model/return_reason.hpp"
#include "mcsim/model/trace.hpp"

namespace mcsim::forwarding {

/// The number of a forward from one submission cluster to one execution cluster, from 1.
enum class ForwardId : std::uint32_t {};
/// The number of a job that had been accepted and returns, on its way back, from 1.
enum class ReturnId : std::uint32_t {};

// From the submission cluster.

/// A job for a receive queue.
struct ForwardJob {
  ForwardId forward{};
  JobIndex job{};  ///< of the submission cluster
  QueueId queue{};
  TraceJob asked;                  ///< in the words of the submission cluster
  Duration max_resched_time{};     ///< MAX_RSCHED_TIME of the send queue
  std::int32_t priority = 0;       ///< bsub -sp
  std::int32_t most_priority = 0;  ///< MAX_USER_PRIORITY of the submission cluster; 0: none
  std::optional<JobHistory> history{};
};
/// bkill, bstop and bresume of a forwarded job.
enum class RemoteAction : std::uint8_t { kill, stop, resume };
struct ActOnForward {
  ForwardId forward{};
  RemoteAction action{};
};

// From the execution cluster.

/// A job comes back: it was refused, or did not start in time.
struct ForwardReturned {
  ForwardId forward{};
  ReturnReason reason{};
  ReturnId number{};  ///< 0: the job was never accepted, and no report has counted it
  std::optional<JobHistory> history{};
};
/// The state of a job changed; PEND: it was accepted, or requeued.
struct ForwardStatus {
  ForwardId forward{};
  JobStatus status{};
};
/// A job has ended.
struct ForwardEnded {
  ForwardId forward{};
  JobStatus status{};
  std::int32_t exit_code = 0;  ///< its own one; 0: a signal ended it
};

using Message = std::variant<ForwardJob, ActOnForward, ForwardReturned, ForwardStatus, ForwardEnded,
                             LeaseRequest, LeaseAnswers, LeaseReturn, LeaseGrant, LeaseOffers,
                             LeasesChange, LeaseTerms, LentHostTurns, LentInstances, InstancesHeld>;

/// What a message is about: a forward, or leases, which come after all forwards. Messages of one
/// round are sent in this order, those of one subject in the order of writing.
struct Subject {
  bool is_lease = false;
  ForwardId forward{};

  auto operator<=>(const Subject&) const = default;
};
inline Subject subject_of(const Message& message) {
  return std::visit(
      []<class About>(const About& about) -> Subject {
        if constexpr (requires { about.forward; })
          return {false, about.forward};
        else
          return {true, {}};
      },
      message);
}

/// A message that a cluster has written in this round.
struct OutgoingMessage {
  NeighbourId to{};
  Message message;
  std::uint32_t order = 0;  ///< of writing; set when messages are sent
};

/// The messages on their way from one cluster to another: those sent first arrive first.
class Mailbox {
 public:
  struct Letter {
    Time sent{};
    Time arrives{};
    Message message;
  };

  /// The number that the next message gets, from 0.
  std::uint64_t next_number() const { return written_; }
  /// Adds a message, which arrives at `arrives`, or with the one before it if that is later.
  /// Returns when it arrives.
  Time add(Time sent, Time arrives, Message message) {
    last_arrival_ = std::max(arrives, last_arrival_);
    letters_.push_back({sent, last_arrival_, std::move(message)});
    ++written_;
    return last_arrival_;
  }
  Letter take() {
    Letter letter = std::move(letters_.front());
    letters_.pop_front();
    return letter;
  }
  const std::deque<Letter>& letters() const { return letters_; }

 private:
  std::deque<Letter> letters_;
  std::uint64_t written_ = 0;
  Time last_arrival_{};
};

}  // namespace mcsim::forwarding
