// Jobs on hosts: they start, are suspended, go on and leave.
#pragma once

#include <cstdint>
#include <vector>

#include "mcsim/scheduler/owner.hpp"

namespace mcsim::scheduler {

/// Keeps the stages of started jobs, and what follows from them on hosts and in queues.
class StartedJobs : Owner {
 public:
  using Owner::Owner;

  /// A pending job starts on `hosts`.
  void start(JobSlotId id, const std::vector<HostSlots>& hosts);
  /// A running job is suspended; its stage becomes ssusp or ususp. `stopped_for`: a load index, if
  /// that is why.
  void suspend(JobSlotId id, Stage stage, ResourceId stopped_for = none<ResourceId>);
  /// A job in USUSP becomes one in SSUSP, or the other way round.
  void change_suspension(JobSlotId id, Stage stage);
  /// A suspended job runs again.
  void resume(JobSlotId id);
  /// A started job leaves its hosts. Its stage is psusp until the caller decides what becomes of
  /// it.
  void release(JobSlotId id);
  /// A started job moves to another queue.
  void move(JobSlotId id, QueueId queue);
  /// A running job has ended, and mbatchd does not know: it keeps its slots, and makes no load.
  void goes_unheard(JobSlotId id);
  /// Its run limit is known now, which counts in user fairshare.
  void update_charge(JobSlotId id) {
    if (state_.queues[state_.jobs[id].queue].shared) [[unlikely]]
      charge_anew(id);
  }
  /// A host keeps a suspended job from resuming: it is not tried before something is freed there.
  void note_stuck(JobSlotId id, HostId on);

 private:
  void charge_anew(JobSlotId id);
  void list_suspended(JobSlotId id);
  void unlist_suspended(JobSlotId id);
};

}  // namespace mcsim::scheduler
