// A number that stands for all facts and results of a run: equal on every machine, by every
// compiler. Any struct is taken in field by field, so that no new field is forgotten.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <ranges>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "mcsim/base/slots.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/base/wide.hpp"
#include "mcsim/cluster/observers.hpp"
#include "mcsim/forwarding/queue_counters.hpp"
#include "mcsim/kernel/fingerprint.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// Converts to any type: counts the fields of a struct.
struct AnyField {
  template <class T>
  operator T() const;  // NOLINT: never called
};

template <class T, std::size_t... At>
constexpr bool can_have(std::index_sequence<At...>) {
  return requires { T{((void)At, AnyField{})...}; };
}
template <class T, std::size_t Count = 16>
constexpr std::size_t fields_in() {
  if constexpr (can_have<T>(std::make_index_sequence<Count>{}))
    return Count;
  else
    return fields_in<T, Count - 1>();
}

class Digest {
 public:
  std::uint64_t value() const { return hash_.value() + in_any_order_; }
  void mix_in(std::uint64_t value) { in_any_order_ += value; }

  template <class T>
  void add(const T& value) {
    if constexpr (std::is_same_v<T, double>)
      hash_.add(std::bit_cast<std::uint64_t>(value));
    else if constexpr (std::is_same_v<T, Int128>)
      add_wide(value);
    else if constexpr (std::is_enum_v<T> || std::is_integral_v<T>)
      hash_.add(static_cast<std::uint64_t>(value));
    else if constexpr (std::is_same_v<T, Slots>)
      hash_.add(static_cast<std::uint64_t>(value.count()));
    else if constexpr (requires { value.time_since_epoch(); })
      hash_.add(static_cast<std::uint64_t>(value.time_since_epoch().count()));
    else if constexpr (requires { value.count(); })
      hash_.add(static_cast<std::uint64_t>(value.count()));
    else if constexpr (requires { value.has_value(); })
      add_optional(value);
    else if constexpr (std::ranges::range<T>)
      add_range(value);
    else if constexpr (std::is_pointer_v<T>)
      add_pointed(value);
    else if constexpr (std::is_same_v<T, QueueCounters>)
      add_fields(without_row(value));
    else
      add_fields(value);
  }

 private:
  /// Rows of host kinds are numbered in the order in which they were first counted, which is not a
  /// result.
  static QueueCounters without_row(QueueCounters counters) {
    counters.kinds = 0;
    return counters;
  }
  void add_wide(Int128 value) {
    hash_.add(static_cast<std::uint64_t>(value));
    hash_.add(static_cast<std::uint64_t>(value >> 64));
  }
  /// Nothing where it is null.
  void add_pointed(const auto* value) {
    if (value != nullptr) add(*value);
  }
  void add_optional(const auto& value) {
    hash_.add(value.has_value() ? 1 : 0);
    if (value) add(*value);
  }
  void add_range(const auto& range) {
    hash_.add(static_cast<std::uint64_t>(std::ranges::size(range)));
    for (const auto& value : range) add(value);
  }
  template <class First, class Second>
  void add_fields(const std::pair<First, Second>& both) {
    add(both.first);
    add(both.second);
  }
  template <class T>
  void add_fields(const T& s) {
    constexpr std::size_t count = fields_in<T>();
    static_assert(count >= 1 && count <= 14, "more fields than this can take in");
    const auto all = [this](const auto&... fields) { (this->add(fields), ...); };
    if constexpr (count == 1) {
      const auto& [a] = s;
      all(a);
    } else if constexpr (count == 2) {
      const auto& [a, b] = s;
      all(a, b);
    } else if constexpr (count == 3) {
      const auto& [a, b, c] = s;
      all(a, b, c);
    } else if constexpr (count == 4) {
      const auto& [a, b, c, d] = s;
      all(a, b, c, d);
    } else if constexpr (count == 5) {
      const auto& [a, b, c, d, e] = s;
      all(a, b, c, d, e);
    } else if constexpr (count == 6) {
      const auto& [a, b, c, d, e, f] = s;
      all(a, b, c, d, e, f);
    } else if constexpr (count == 7) {
      const auto& [a, b, c, d, e, f, g] = s;
      all(a, b, c, d, e, f, g);
    } else if constexpr (count == 8) {
      const auto& [a, b, c, d, e, f, g, h] = s;
      all(a, b, c, d, e, f, g, h);
    } else if constexpr (count == 9) {
      const auto& [a, b, c, d, e, f, g, h, i] = s;
      all(a, b, c, d, e, f, g, h, i);
    } else if constexpr (count == 10) {
      const auto& [a, b, c, d, e, f, g, h, i, j] = s;
      all(a, b, c, d, e, f, g, h, i, j);
    } else if constexpr (count == 11) {
      const auto& [a, b, c, d, e, f, g, h, i, j, k] = s;
      all(a, b, c, d, e, f, g, h, i, j, k);
    } else if constexpr (count == 12) {
      const auto& [a, b, c, d, e, f, g, h, i, j, k, l] = s;
      all(a, b, c, d, e, f, g, h, i, j, k, l);
    } else if constexpr (count == 13) {
      const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m] = s;
      all(a, b, c, d, e, f, g, h, i, j, k, l, m);
    } else if constexpr (count == 14) {
      const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n] = s;
      all(a, b, c, d, e, f, g, h, i, j, k, l, m, n);
    }
  }

  Fingerprint hash_;
  std::uint64_t in_any_order_ = 0;
};

/// All kinds of facts, in the order of AllFacts.
template <class... Facts>
std::tuple<Facts...> as_tuple(FactList<Facts...>);  // never called
using FactKinds = decltype(as_tuple(AllFacts{}));

inline constexpr std::string_view fact_names[] = {
    "JobSubmitted",    "JobRejected",   "JobStarted",      "JobEnded",        "JobSuspended",
    "JobResumed",      "JobRequeued",   "CapacityChanged", "ActionIgnored",   "JobForwarded",
    "ForwardRefused",  "GuestAccepted", "GuestReturned",   "JobReturned",     "ForwardHeard",
    "StartFailed",     "LimTurned",     "HostHeard",       "MasterTurned",    "LoadStopped",
    "LaunchBegins",    "LaunchRuns",    "LaunchSignalled", "LaunchLosesHost", "LaunchEnds",
    "ForwardDecided",  "ReportMade",    "QueuesHeld",      "LeaseAsked",      "LeasedSlotsChanged",
    "LeasedSlotsStay", "LeaseGranted",  "LeaseEvaluated",  "LeaseCut",        "JobHeldBack",
    "SlotsChosen",     "PoolShared",    "DecisionBegins",  "DecisionEnds",    "ConditionTurned",
    "JobSwitched"};
static_assert(std::size(fact_names) == AllFacts::size);

template <class Fact, std::size_t At = 0>
constexpr std::size_t kind_of_fact() {
  if constexpr (std::is_same_v<Fact, std::tuple_element_t<At, FactKinds>>)
    return At;
  else
    return kind_of_fact<Fact, At + 1>();
}

/// An observer that takes in every fact, also those that are told on request only, but for
/// PoolShared: that is told in each session, and runs that skip some must look alike. It keeps one
/// digest for each cluster and kind, since facts that are told late, such as reports, may come
/// between other facts.
class FactsDigest final : public HearsEveryFact<FactsDigest> {
 public:
  template <class Fact>
  void hear(ClusterId cluster, const Fact& fact) {
    constexpr std::size_t kind = kind_of_fact<Fact>();
    const std::size_t place = index_of(cluster) * kinds + kind;
    if (place >= digests_.size()) digests_.resize((index_of(cluster) + 1) * kinds, Digest{});
    if constexpr (std::is_same_v<Fact, ReportMade>) {
      Digest one;  // reports to several readers are told in any order
      one.add(fact);
      digests_[place].mix_in(one.value());
    } else {
      digests_[place].add(fact);
    }
  }
  bool wants_decisions() const override { return true; }
  bool wants_reports() const override { return true; }
  bool wants_launches() const override { return true; }
  bool wants_signals() const override { return true; }

  /// By cluster, then by kind.
  std::vector<std::uint64_t> values() const {
    std::vector<std::uint64_t> all;
    for (const Digest& one : digests_) all.push_back(one.value());
    return all;
  }
  std::uint64_t value() const {
    Digest all;
    all.add(values());
    return all.value();
  }

 private:
  static constexpr std::size_t kinds = std::tuple_size_v<FactKinds>;

  std::vector<Digest> digests_;  ///< by cluster and kind
};

}  // namespace mcsim::testing
