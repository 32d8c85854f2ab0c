// What jobs are charged for, by job.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/prefetch.hpp"
#include "mcsim/base/recycled_table.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/base/wide.hpp"
#include "mcsim/model/fairshare_config.hpp"
#include "mcsim/policy/decay.hpp"
#include "mcsim/scheduler/ballot.hpp"
#include "mcsim/scheduler/queue_state.hpp"

namespace mcsim::scheduler {

/// A sum that grows evenly: `rate` times the time, and `offset`. In slot-milliseconds, exactly.
struct EvenSum {
  std::int64_t rate = 0;
  Int128 offset = 0;

  EvenSum& operator+=(const EvenSum& more) {
    rate += more.rate;
    offset += more.offset;
    return *this;
  }
  EvenSum& operator-=(const EvenSum& less) {
    rate -= less.rate;
    offset -= less.offset;
    return *this;
  }
  EvenSum operator-(const EvenSum& less) const { return EvenSum(*this) -= less; }
  bool operator==(const EvenSum&) const = default;
  Int128 at(Time now) const { return offset + Int128{rate} * now.time_since_epoch().count(); }
  double hours(Time now) const {
    const Int128 sum = at(now);
    const auto small = static_cast<std::int64_t>(sum);  // converts in one instruction
    return (small == sum ? static_cast<double>(small) : static_cast<double>(sum)) / 3'600'000;
  }
};

/// What jobs that run use per second.
struct ShareRates {
  std::int32_t cpu = 0;  ///< slots, or thousandths of the CPU factors of their hosts
  std::int32_t run = 0;  ///< slots, or jobs: model.fairshare_run
  bool operator==(const ShareRates&) const = default;
};

/// Where a job is charged, as long as it has slots or reservations.
struct ShareCharge {
  FairshareId tree{};
  AccountId account = none<AccountId>;
  std::int32_t slots = 0;  ///< running, suspended and reserved
  ShareRates rates{};
  SlotCount more{};  ///< of `slots`: what its accounts get with the next update
  EvenSum run{};
  EvenSum committed{};
  AccumulatedUse decayed_run{};  ///< of its own, where RUN_TIME_DECAY has to forget it at its end
};

/// The charges of the jobs that have one. Looked for at each start and end, among a million jobs
/// that wait: a row of numbers by job, and the charges close together.
class ChargeBook {
 public:
  /// Null: the job has none.
  ShareCharge* find(JobSlotId id) {
    const Row row = row_of(id);
    return row == none<Row> ? nullptr : &charges_[row];
  }
  const ShareCharge* find(JobSlotId id) const {
    const Row row = row_of(id);
    return row == none<Row> ? nullptr : &charges_[row];
  }
  /// For a job that has none so far.
  ShareCharge& add(JobSlotId id, ShareCharge charge) {
    if (index_of(id) >= rows_.size()) rows_.resize(index_of(id) + 1, none<Row>);
    rows_[index_of(id)] = charges_.add(charge);
    return charges_[rows_[index_of(id)]];
  }
  void remove(JobSlotId id) { charges_.remove(std::exchange(rows_[index_of(id)], none<Row>)); }
  void clear() { *this = {}; }
  void prefetch_row(JobSlotId id) const {
    if (index_of(id) < rows_.size()) prefetch(rows_[index_of(id)]);
  }
  void prefetch_charge(JobSlotId id) const {
    if (const ShareCharge* const charge = find(id); charge != nullptr) prefetch(*charge);
  }
  std::size_t size() const { return charges_.size(); }

 private:
  enum class Row : std::uint32_t {};

  Row row_of(JobSlotId id) const {
    return index_of(id) < rows_.size() ? rows_[index_of(id)] : none<Row>;
  }

  std::vector<Row> rows_;  ///< by JobSlotId; none: it has no charge
  RecycledTable<Row, ShareCharge> charges_;
};

}  // namespace mcsim::scheduler
