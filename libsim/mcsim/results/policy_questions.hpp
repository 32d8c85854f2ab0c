// What policies of slot pools and leases look at, as lines of JSON: questions for `mcsim decide`,
// and for programs that are policies. Each writes into `line`, without an end of line.
#pragma once

#include <string>
#include <string_view>

#include "mcsim/policy/lease_dealing.hpp"
#include "mcsim/policy/lease_reclaim.hpp"
#include "mcsim/policy/slot_pool.hpp"
#include "mcsim/rooms.hpp"

namespace mcsim::results {

/// For `mcsim decide slot-pool`: policy `shares` is asked. Queues without a name are called by
/// their position, from 1.
void write_pool_question(const SlotPoolView& view, std::string_view shares, std::string& line);

/// The name of a queue in such a question.
std::string queue_name(const SlotPoolView& view, std::size_t at);

/// For `mcsim decide reclaim`: `policy` is asked.
void write_reclaim_question(const ReclaimView& view, std::string_view policy, std::string& line);

/// For `mcsim decide deal`: policy `dealing` is asked.
void write_deal_question(const DealView& view, std::string_view dealing, std::string& line);

}  // namespace mcsim::results
