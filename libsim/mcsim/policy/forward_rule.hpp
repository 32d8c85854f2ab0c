// Why a receive queue was chosen, or why none was: what decisions tell besides the choice.
#pragma once

#include <cstdint>
#include <string_view>

#include "mcsim/rooms.hpp"

namespace mcsim::policy {

/// The first rule by which the choice went before every other queue; of none, what all lack.
enum class ForwardRule : std::uint8_t {
  // A queue was chosen.
  only_candidate,
  only_free,
  largest_room,
  most_available,
  most_free,
  highest_priority_free,
  most_net,
  most_preemptable,
  highest_priority,
  lowest_preemptable,
  highest_preference,
  only_fitting,
  best_fit,
  lowest_pending_ratio,
  drawn,
  next_in_turn,
  // Those of the policy left more than one.
  tie_room,
  tie_order,
  // None was.
  none_accepts,
  none_satisfies,
  no_backlog_room,
  no_room,
  no_room_or_preemptable,
  none_preemptable,
  forwards_nothing,
  // A program's own policy says no more.
  own,
};

/// In words, for people.
constexpr std::string_view to_text(ForwardRule rule) {
  using enum ForwardRule;
  switch (rule) {
    case only_candidate:
      return "the only queue that can take the job";
    case only_free:
      return "the only queue with free slots";
    case largest_room:
      return "largest backlog room";
    case most_available:
      return "largest available";
    case most_free:
      return "largest available - pending among queues with free slots";
    case highest_priority_free:
      return "highest priority among queues with free slots";
    case most_net:
      return "no queue has free slots: largest available - pending";
    case most_preemptable:
      return "no queue has free slots: largest preemptable available - pending";
    case highest_priority:
      return "no queue has free slots: highest priority";
    case lowest_preemptable:
      return "no queue has free slots: can preempt the lowest queue";
    case highest_preference:
      return "highest preference";
    case only_fitting:
      return "the only queue whose available - pending covers the job";
    case best_fit:
      return "least available - pending that covers the job";
    case lowest_pending_ratio:
      return "no queue's available - pending covers the job: lowest pending / total";
    case drawn:
      return "drawn at random";
    case next_in_turn:
      return "next in turn";
    case tie_room:
      return "equal so far: larger backlog room";
    case tie_order:
      return "equal in all: first in SNDJOBS_TO";
    case none_accepts:
      return "no queue accepts the job";
    case none_satisfies:
      return "no queue that accepts the job has what it requires on hosts that count";
    case no_backlog_room:
      return "no queue has backlog room";
    case no_room:
      return "no queue has free slots or backlog room";
    case no_room_or_preemptable:
      return "no queue has free slots, backlog room or slots to preempt";
    case none_preemptable:
      return "no queue has free slots even after preemption: the job pends";
    case forwards_nothing:
      return "the policy forwards nothing";
    case own:
      return "the policy's own rule";
  }
  return {};
}

}  // namespace mcsim::policy
