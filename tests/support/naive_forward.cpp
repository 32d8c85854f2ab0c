// Filters and sorts by lists of keys, one list for each line of the table.
#include "support/naive_forward.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace mcsim::testing {
namespace {

constexpr std::int64_t infinite = std::int64_t{1} << 40;

/// A queue, with the columns of the table.
struct Row {
  std::uint32_t position;
  bool open, satisfies;
  std::int64_t prio, total, available, pending, preemptable, low, room, pref;
  std::int64_t F() const { return available - pending; }
  std::int64_t P() const { return preemptable - pending; }
};
using Rows = std::vector<Row>;
using Keys = std::vector<std::int64_t>;

Row row_of(const ForwardCandidate& queue, std::uint32_t position) {
  Row row{.position = position,
          .open = queue.accepts,
          .satisfies = queue.satisfies,
          .prio = queue.priority,
          .total = queue.total.count(),
          .available = queue.available.count(),
          .pending = queue.pending.count(),
          .preemptable = queue.preemptable.count(),
          .low = queue.lowest_preemptable,
          .room = queue.room,
          .pref = queue.preference};
  if (queue.lowest_preemptable == ForwardCandidate::nothing) row.low = infinite;
  if (queue.cold) row.total = row.available = row.pending = row.preemptable = 0;
  return row;
}

template <class Keep>
Rows only(const Rows& rows, Keep keep) {
  Rows kept;
  std::ranges::copy_if(rows, std::back_inserter(kept), keep);
  return kept;
}

/// The rows by falling keys; those with equal keys in the order of SNDJOBS_TO.
template <class KeysOf>
Rows sorted(Rows rows, KeysOf keys) {
  std::ranges::sort(rows, [&](const Row& a, const Row& b) {
    return keys(a) != keys(b) ? keys(a) > keys(b) : a.position < b.position;
  });
  return rows;
}

Rows joined(Rows first, const Rows& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

class Table {
 public:
  Table(const std::string& setting, const ForwardView& view) : setting_(setting), view_(view) {
    for (const ForwardCandidate& queue : view.candidates)
      rows_.push_back(row_of(queue, static_cast<std::uint32_t>(rows_.size())));
    rows_ = only(rows_, [](const Row& q) { return q.open; });
  }

  Rows order() const {
    if (setting_.empty())
      return sorted(only(rows_, [](const Row& q) { return q.room > 0; }),
                    [](const Row& q) { return Keys{q.room}; });
    const Rows rows = only(rows_, [](const Row& q) { return q.satisfies; });
    if (setting_ == "REMOTE_RESOURCE")
      return sorted(only(rows, [](const Row& q) { return q.available > 0 || q.room > 0; }),
                    [](const Row& q) { return Keys{q.available, q.room}; });
    if (setting_ == "DYN_CLUSTER_WEIGHTING") return weighted(rows);
    const Rows A = only(rows, [&](const Row& q) { return free(q.available, q.pending); });
    const Rows others = only(rows, [&](const Row& q) { return !free(q.available, q.pending); });
    return joined(sorted(A, [&](const Row& q) { return free_keys(q); }), if_none_free(others));
  }

 private:
  bool has(const char* word) const { return setting_.find(word) != std::string::npos; }

  bool free(std::int64_t slots, std::int64_t pending) const {
    if (view_.free_test == ForwardFreeTest::available) return slots > 0;
    if (view_.free_test == ForwardFreeTest::fits) return slots - pending >= view_.slots.count();
    return slots - pending > 0;
  }

  Keys free_keys(const Row& q) const {
    return has(" HIGH_QUEUE_PRIORITY") ? Keys{q.prio, q.F(), q.room} : Keys{q.F(), q.room};
  }

  Rows if_none_free(const Rows& others) const {
    if (setting_ == "RESOURCE_ONLY")
      return sorted(only(others, [](const Row& q) { return q.room > 0; }),
                    [](const Row& q) { return Keys{q.F(), q.room}; });
    Rows rows = only(others, [](const Row& q) { return q.room > 0 || q.P() > 0; });
    if (has("PENDING_WHEN_NOSLOTS"))
      rows = only(rows, [&](const Row& q) { return free(q.preemptable, q.pending); });
    return sorted(rows, [&](const Row& q) { return preempting_keys(q); });
  }

  Keys preempting_keys(const Row& q) const {
    const bool high = has(" HIGH_QUEUE_PRIORITY");
    const bool low = has("PREEMPTABLE_QUEUE_PRIORITY");
    if (high && low && view_.key_order == ForwardKeyOrder::prio_p_low)
      return {q.prio, q.P(), -q.low, q.room};
    if (high && low) return {q.prio, -q.low, q.P(), q.room};
    if (high) return {q.prio, q.P(), q.room};
    if (low) return {-q.low, q.P(), q.room};
    return {q.P(), q.room};
  }

  /// One level of preference after the other.
  Rows weighted(const Rows& rows) const {
    Rows left =
        only(rows, [&](const Row& q) { return q.room > 0 || free(q.available, q.pending); });
    Rows order;
    while (!left.empty()) {
      const auto most = std::ranges::max(left, {}, &Row::pref).pref;
      order = joined(order,
                     equally_preferred(only(left, [&](const Row& q) { return q.pref == most; })));
      left = only(left, [&](const Row& q) { return q.pref != most; });
    }
    return order;
  }

  Rows equally_preferred(const Rows& rows) const {
    const auto covers = [&](const Row& q) { return q.F() >= view_.slots.count(); };
    const Rows fitting =
        sorted(only(rows, covers), [](const Row& q) { return Keys{-q.F(), q.room}; });
    Rows others = only(rows, [&](const Row& q) { return !covers(q); });
    std::ranges::sort(others, [](const Row& a, const Row& b) {
      if ((a.total == 0) != (b.total == 0)) return b.total == 0;
      const std::int64_t more = a.pending * b.total - b.pending * a.total;
      if (a.total != 0 && more != 0) return more < 0;
      return a.room != b.room ? a.room > b.room : a.position < b.position;
    });
    return joined(fitting, others);
  }

  const std::string& setting_;
  const ForwardView& view_;
  Rows rows_;
};

}  // namespace

const std::vector<std::string>& naive_forward_settings() {
  static const std::vector<std::string> settings = {
      "",
      "REMOTE_RESOURCE",
      "RESOURCE_ONLY",
      "COUNT_PREEMPTABLE",
      "COUNT_PREEMPTABLE HIGH_QUEUE_PRIORITY",
      "COUNT_PREEMPTABLE PREEMPTABLE_QUEUE_PRIORITY",
      "COUNT_PREEMPTABLE PENDING_WHEN_NOSLOTS",
      "COUNT_PREEMPTABLE HIGH_QUEUE_PRIORITY PREEMPTABLE_QUEUE_PRIORITY",
      "COUNT_PREEMPTABLE HIGH_QUEUE_PRIORITY PENDING_WHEN_NOSLOTS",
      "COUNT_PREEMPTABLE PREEMPTABLE_QUEUE_PRIORITY PENDING_WHEN_NOSLOTS",
      "COUNT_PREEMPTABLE HIGH_QUEUE_PRIORITY PREEMPTABLE_QUEUE_PRIORITY PENDING_WHEN_NOSLOTS",
      "DYN_CLUSTER_WEIGHTING"};
  return settings;
}

std::vector<std::uint32_t> naive_forward_order(const std::string& setting,
                                               const ForwardView& view) {
  std::vector<std::uint32_t> order;
  for (const Row& row : Table(setting, view).order()) order.push_back(row.position);
  return order;
}

}  // namespace mcsim::testing
