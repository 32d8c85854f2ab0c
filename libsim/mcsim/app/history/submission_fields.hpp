// What bsub said of a job, in records and in what is kept of them.
#pragma once

#include "mcsim/rooms.hpp"

namespace mcsim::app {

/// Copies it from one to another: LsbEvent, JobEvents, FinishRecord. `name`: makes a name as `to`
/// has it of one that `from` has.
template <class From, class To, class Name>
void copy_submission(const From& from, To& to, Name&& name) {
  to.user = name(from.user);
  to.group = name(from.group);
  to.queue = name(from.queue);
  to.name = name(from.name);
  to.project = name(from.project);
  to.app = name(from.app);
  to.res_req = name(from.res_req);
  to.depends = name(from.depends);
  to.is_lava = from.is_lava;
  to.submitted = from.submitted;
  to.begin = from.begin;
  to.options = from.options;
  to.processors = from.processors;
  to.run_limit = from.run_limit;
  to.user_priority = from.user_priority;
}

}  // namespace mcsim::app
