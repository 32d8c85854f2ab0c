// A resource requirement string as a value: select, order, rusage, span and same.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "mcsim/base/time.hpp"
#include "mcsim/model/resource.hpp"

namespace mcsim::model {

/// A select expression as a tree in a table: operands stand before their operators, the root last.
/// Empty: always true. Source: Platform LSF 7.3, Administering, "Resource requirement strings".
struct SelectExpression {
  enum class Op : std::uint8_t {
    number,    ///< `value`
    text,      ///< `text`; right of == or != only
    resource,  ///< the value of `resource`; alone: whether it is set (Boolean) or not 0
    defined,   ///< defined(resource)
    any,       ///< right of type== or model==: every value
    local,     ///< right of type== or model==: that of the submission host
    negate,
    plus,
    minus,
    times,
    divide,  // NOLINT: numbers
    less,
    at_most,
    more,
    at_least,
    equal,
    unequal,
    not_,
    and_,
    or_
  };
  struct Node {
    Op op{};
    double value = 0;
    ResourceId resource{};
    std::string text;
    std::uint32_t left = 0;   ///< position of the first or only operand
    std::uint32_t right = 0;  ///< position of the second one

    auto operator<=>(const Node&) const = default;
  };

  std::vector<Node> nodes{};

  bool empty() const { return nodes.empty(); }
  auto operator<=>(const SelectExpression&) const = default;
};

/// order[[-]name:...]: the first key decides; `reversed` turns LSF's own order of the index around.
struct OrderKey {
  ResourceId resource{};
  bool reversed = false;

  bool operator==(const OrderKey&) const = default;
};

/// rusage[name=amount:duration=...:decay=...]: what a started job takes from each of its hosts, or
/// once from a shared resource; or from these for each of its slots.
struct ResourceUse {
  ResourceId resource{};
  Amount amount = 0;
  Duration duration = unlimited;  ///< how long it is reserved; unlimited: until the job ends
  bool decay = false;             ///< it decreases to 0 over the duration
  /// Of a merged requirement: as the cluster has it, too. Of a job's own: see slot_memory().
  bool per_slot = false;

  auto operator<=>(const ResourceUse&) const = default;
};

/// What a job, an application profile or a queue asks of hosts.
struct ResourceRequirement {
  SelectExpression select{};
  std::vector<OrderKey> order{};  ///< empty: r15s:pg
  std::vector<ResourceUse> rusage{};
  bool one_host = false;           ///< span[hosts=1]
  std::int32_t ptile = 0;          ///< span[ptile=n]; 0: not given
  std::vector<ResourceId> same{};  ///< same[...]
  std::string text{};              ///< as it was written

  bool has_span() const { return one_host || ptile > 0; }
  bool operator==(const ResourceRequirement&) const = default;
};

}  // namespace mcsim::model
