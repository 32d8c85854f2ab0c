// What a cluster knows of its neighbours: messages on their way, jobs sent, jobs accepted.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/names.hpp"
#include "mcsim/base/random.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/base/work.hpp"
#include "mcsim/forwarding/forward_ledger.hpp"
#include "mcsim/forwarding/guests.hpp"
#include "mcsim/forwarding/link.hpp"
#include "mcsim/forwarding/mail.hpp"
#include "mcsim/forwarding/publisher.hpp"
#include "mcsim/forwarding/queue_counters.hpp"
#include "mcsim/forwarding/received_forwards.hpp"
#include "mcsim/forwarding/report_times.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/policy/forwarding.hpp"
#include "mcsim/registry/registry.hpp"

namespace mcsim::forwarding {

/// Whether hosts of another cluster may satisfy what jobs of a profile ask for: the last answer.
struct KnownRequirement {
  std::uint32_t settings = static_cast<std::uint32_t>(-1);  ///< number of its settings then
  std::uint32_t kinds = 0;                                  ///< row of Publisher::kinds() then
  bool is_satisfied = false;
};
/// What a submission cluster holds of the reports of one neighbour; the counters stay with the
/// publisher. Each decision reads these rows, and there may be hundreds: a Neighbour is read only
/// where may_go_down or may_lack_some is set.
struct HeldReport {
  ClusterId from{};
  bool is_target = false;     ///< some queue sends jobs there
  bool may_go_down = false;   ///< the link to it
  bool may_lack_some = true;  ///< the ledger has forwards that no report has counted
  std::uint32_t clock = 0;    ///< of its reports: a row of ForwardingState::clocks
  Time since = never;         ///< reports have said the same since then; never: none is held
  ProfileId asked = none<ProfileId>;  ///< the profile that `wish` is of
  KnownRequirement wish{};
};
/// The times of reports that are made and seen at the same instants.
struct ReportClock {
  ReportTimes times;
  ReportTimes::Look last{};  ///< the last look
  bool is_new = false;       ///< the last look found a newer one
};

/// Another cluster that jobs are sent to, or come from.
struct Neighbour {
  ClusterId id{};
  std::uint64_t name_key = 0;  ///< hash_name() of its name
  NeighbourId me{};            ///< which of its neighbours this cluster is
  Link out;                    ///< of messages to it
  Mailbox inbox;               ///< of messages from it
  ForwardLedger ledger;        ///< of jobs that were forwarded to it
  std::vector<bool> rejects;   ///< by its QueueId: has sent a job back, since RCVJOBS_FROM does not
                               ///< name this cluster
  ReceivedForwards received;   ///< of its forwards to this cluster
  SentReturns sent_back;       ///< of these, the accepted ones that went back
  std::vector<KnownRequirement> wishes;  ///< by ProfileId of this cluster
};

/// Names of a grid's users and groups.
struct UserNames {
  NameTable users;
  NameTable groups;
};

/// Of a send queue.
struct SendQueue {
  RngStream stream{0, ""};
  std::uint32_t last = ForwardView::no_queue;  ///< the choice before this one
};

/// A forward, or an action on one, that arrived in this round.
struct ReceivedForward {
  Time sent{};
  NeighbourId neighbour{};
  Message message;
  std::uint32_t order = 0;  ///< of arrival
};

/// All this is empty in a cluster without links.
struct ForwardingState {
  Table<NeighbourId, Neighbour> neighbours;  ///< in the order of their ids
  Table<NeighbourId, HeldReport> held;
  Table<ClusterId, NeighbourId> neighbour_of;  ///< none: there is no link
  std::vector<OutgoingMessage> outbox;         ///< of this round
  std::vector<ReceivedForward> received_now;   ///< likewise
  Publisher publisher;

  // As a submission cluster.
  std::vector<std::pair<std::string, AnyForward>> policies;  ///< that its settings ever name
  std::vector<SendQueue> send_queues;                        ///< by QueueId
  Time ask_again = never;                                    ///< a policy has asked for that
  /// Names of users and groups, for policies that look at jobs; null: none does.
  std::shared_ptr<const UserNames> names{};
  Work work;                        ///< of its decisions
  bool view_is_new = true;          ///< something has changed that policies look at
  bool hears_of_others = false;     ///< in this round: a reason for a session, while jobs wait
  Time next_report{};               ///< when a newer report becomes visible; in the past: not known
  Time expected = never;            ///< when the next ReportComes is due
  std::vector<ReportClock> clocks;  ///< of the neighbours that jobs are sent to
  /// Under `model.counters: instant`: what is held.
  Table<NeighbourId, PublishedCounters> looked_at;

  // As an execution cluster.
  Guests guests;
  std::vector<GuestId> on_trial;
  std::uint32_t next_index = 0;                          ///< of guests, after those of all own jobs
  JobId last_id{};                                       ///< of guests, after those of all own jobs
  std::vector<std::vector<std::int32_t>> most_slots_of;  ///< by queue and profile; see translated()

  Time last_moved{};  ///< when something last happened that keeps a run going

  bool is_linked() const { return !neighbours.empty(); }
  /// Something that policies look at has changed in another cluster, or on a link.
  void hear_of_others() { view_is_new = hears_of_others = true; }
  Neighbour& neighbour(ClusterId id) { return neighbours[neighbour_of[id]]; }
  const Neighbour& neighbour(ClusterId id) const { return neighbours[neighbour_of[id]]; }
  HeldReport& held_of(ClusterId id) { return held[neighbour_of[id]]; }
  const HeldReport& held_of(ClusterId id) const { return held[neighbour_of[id]]; }

  /// When the held report was made; never: none is held.
  Time made(const HeldReport& row) const {
    return looked_at.empty() || row.since == never ? clocks[row.clock].last.seen : row.since;
  }
  /// The counters of the held report, by QueueId; null: none is held.
  const PublishedCounters* counters(const HeldReport& row, const Publisher& from) const {
    if (row.since == never) return nullptr;
    if (!looked_at.empty()) return &looked_at[neighbour_of[row.from]];
    const Publisher::Version* const version = from.find(row.since);
    return version == nullptr ? nullptr : &version->counters;
  }
};

}  // namespace mcsim::forwarding
