// Job arrays with a slot limit (bsub -J "name[1-100]%10"): how many elements are started, and which
// of those that wait may be in line.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/recycled_table.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/model/array_spec.hpp"
#include "mcsim/scheduler/jobs.hpp"

namespace mcsim::cluster {

/// What elements of an array have in common that are alike to the scheduler: what the first of them
/// cannot have, the others cannot either.
struct ElementKind {
  QueueId queue{};
  ProfileId profile{};
  ExclusionId excluded{};
  std::int32_t slots = 0;
  Duration estimate{};
  std::int32_t forwards = 0;
  Time hosts_from{};
  Time forward_from{};

  auto operator<=>(const ElementKind&) const = default;
};
ElementKind kind_of(const JobState& element);

/// A value. As long as fewer elements are started than the limit says, as many of each kind are in
/// line as may still start, the first ones in their order: elements of another kind may start where
/// they cannot. So a session never meets an element that the limit keeps from starting.
class ArrayBoard {
 public:
  ArrayBoard() = default;
  explicit ArrayBoard(const ArrayTable& table);

  bool any() const { return !arrays_.empty(); }

  // Which job in flight an element is.

  void come(ArrayId array, std::uint32_t place, JobSlotId slot);
  /// Whether an element has come: they come together, and are refused together.
  bool has_come(ArrayId array) const { return !arrays_[index_of(array)].elements.empty(); }
  /// None: it has not come, or has ended.
  JobSlotId slot(ArrayId array, std::uint32_t place) const {
    const auto& elements = arrays_[index_of(array)].elements;
    return place < elements.size() ? elements[place].slot : none<JobSlotId>;
  }

  // The limit.

  /// 0: none.
  std::int32_t limit(ArrayId array) const { return arrays_[index_of(array)].limit; }
  /// The elements must be followed anew by wait() and start().
  void set_limit(ArrayId array, std::int32_t limit);
  /// RUN, SSUSP, USUSP, and forwarded to other clusters. Known where there is a limit.
  std::int32_t started(ArrayId array) const { return arrays_[index_of(array)].started; }
  bool is_full(ArrayId array) const { return limit(array) > 0 && started(array) >= limit(array); }

  // What elements of an array with a limit do.

  /// It waits, and nothing but the limit keeps it out of line.
  void wait(ArrayId array, std::uint32_t place, const ElementKind& kind, std::int64_t key);
  void start(ArrayId array, std::uint32_t place);
  /// It is in none of these states any more.
  void stop(ArrayId array, std::uint32_t place);
  void end(ArrayId array, std::uint32_t place);
  bool is_in_line(ArrayId array, std::uint32_t place) const;
  struct Move {
    JobSlotId job{};
    bool to_line = false;
  };
  /// The elements that come into line, or must leave it, since the last time.
  std::vector<Move> take_moves(ArrayId array);
  /// The first element in line of the same kind as one that is not; none: there is none.
  JobSlotId first_alike(ArrayId array, std::uint32_t place) const;

  /// Bytes that it holds, about; for tests.
  std::size_t bytes() const;

 private:
  enum class KindId : std::uint32_t {};
  /// Where an element stands among those of its kind: order_key(), place.
  using Rank = std::pair<std::int64_t, std::uint32_t>;

  struct Element {
    JobSlotId slot = none<JobSlotId>;
    KindId kind = none<KindId>;  ///< none: it does not wait
    std::int64_t key = 0;
    bool is_started = false;
  };
  struct Alike {
    ElementKind kind;
    std::set<Rank> in_line;  ///< before all of `held`
    std::set<Rank> held;
  };
  struct Array {
    std::int32_t limit = 0;
    std::int32_t started = 0;
    std::vector<Element> elements;  ///< by place; empty before the first one has come
    RecycledTable<KindId, Alike> alike;
    std::map<ElementKind, KindId> kinds;

    std::size_t room() const {
      return limit > started ? static_cast<std::size_t>(limit - started) : 0;
    }
  };

  std::vector<Array> arrays_;  ///< by ArrayId
  std::vector<std::uint32_t> sizes_;
};

}  // namespace mcsim::cluster
