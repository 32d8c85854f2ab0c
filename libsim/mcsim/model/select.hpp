// Evaluates a select expression for one host, and tells what is known of it without a host.
#pragma once

#include <cmath>
#include <concepts>
#include <optional>
#include <span>
#include <string_view>

#include "mcsim/model/requirement.hpp"

namespace mcsim::model {

/// Answers the present values of a host's resources; none if a resource is not defined there. A
/// Boolean resource is the number 1 where the host has it. `local` is the submission host.
template <class H>
concept HostLookup = requires(const H& host, ResourceId id) {
  { host.number(id) } -> std::convertible_to<std::optional<double>>;
  { host.text(id) } -> std::convertible_to<std::optional<std::string_view>>;
  { host.local_type() } -> std::convertible_to<std::string_view>;
  { host.local_model() } -> std::convertible_to<std::string_view>;
};

/// One expression on one host. An undefined value makes a comparison false, also `!=`.
template <HostLookup Host>
class SelectEvaluation {
 public:
  using Node = SelectExpression::Node;
  using Op = SelectExpression::Op;

  SelectEvaluation(const SelectExpression& select, const Host& host)
      : nodes_(select.nodes), host_(host) {}

  bool holds(const Node& node) const {
    switch (node.op) {
      case Op::not_:
        return !holds(left(node));
      case Op::and_:
        return holds(left(node)) && holds(right(node));
      case Op::or_:
        return holds(left(node)) || holds(right(node));
      case Op::defined:
        return host_.number(node.resource) || host_.text(node.resource);
      case Op::less:
      case Op::at_most:
      case Op::more:
      case Op::at_least:
      case Op::equal:
      case Op::unequal:
        return compares(node);
      default:
        return number(node).value_or(0) != 0;
    }
  }

 private:
  const Node& left(const Node& node) const { return nodes_[node.left]; }
  const Node& right(const Node& node) const { return nodes_[node.right]; }

  bool compares(const Node& node) const {
    const Op kind = right(node).op;
    if (kind == Op::any) return node.op == Op::equal;
    if (kind == Op::text || kind == Op::local) {
      const std::optional<std::string_view> text = host_.text(left(node).resource);
      return text && (*text == word(node)) == (node.op == Op::equal);
    }
    const auto a = number(left(node));
    const auto b = number(right(node));
    return a && b && in_order(node.op, *a, *b);
  }

  std::string_view word(const Node& comparison) const {
    if (right(comparison).op == Op::text) return right(comparison).text;
    const bool is_model = left(comparison).resource == resource(builtin::model);
    return is_model ? host_.local_model() : host_.local_type();
  }

  static bool in_order(Op op, double a, double b) {
    switch (op) {
      case Op::less:
        return a < b;
      case Op::at_most:
        return a <= b;
      case Op::more:
        return a > b;
      case Op::at_least:
        return a >= b;
      case Op::equal:
        return a == b;
      default:
        return a != b;
    }
  }

  std::optional<double> number(const Node& node) const {
    if (node.op == Op::number) return node.value;
    if (node.op == Op::resource) return host_.number(node.resource);
    const auto a = number(left(node));
    if (!a || node.op == Op::negate) return a ? std::optional(-*a) : a;
    const auto b = number(right(node));
    if (!b || (node.op == Op::divide && *b == 0)) return std::nullopt;
    const double result = calculated(node.op, *a, *b);
    return std::isnan(result) ? std::nullopt : std::optional(result);
  }

  static double calculated(Op op, double a, double b) {
    if (op == Op::plus) return a + b;
    if (op == Op::minus) return a - b;
    return op == Op::times ? a * b : a / b;
  }

  const std::vector<Node>& nodes_;
  const Host& host_;
};

/// Whether `select` is true for the host; an empty expression is true for any.
/// Source: Platform LSF 7.3, Administering, "Selection string".
template <HostLookup Host>
bool select_host(const SelectExpression& select, const Host& host) {
  return select.empty() || SelectEvaluation<Host>(select, host).holds(select.nodes.back());
}

/// A resource that the host does not define, which makes one of the terms false that the outermost
/// && join; none: terms are false by their values only.
template <HostLookup Host>
ResourceId undefined_in(const SelectExpression& select, const Host& host) {
  using Op = SelectExpression::Op;
  const SelectEvaluation<Host> evaluation(select, host);
  const auto is_undefined = [&](ResourceId id) { return !host.number(id) && !host.text(id); };
  // The first such resource below a node, in the order of the text.
  const auto find = [&](const auto& self, const SelectExpression::Node& node) -> ResourceId {
    if (node.op == Op::resource || node.op == Op::defined)
      return is_undefined(node.resource) ? node.resource : none<ResourceId>;
    const bool is_term = node.op != Op::and_;
    const bool is_simple = node.op >= Op::negate && node.op <= Op::unequal;
    if (is_term && !is_simple) return none<ResourceId>;
    if (is_term && node.op >= Op::less && evaluation.holds(node)) return none<ResourceId>;
    const ResourceId left = self(self, select.nodes[node.left]);
    if (left != none<ResourceId> || node.op == Op::negate) return left;
    return self(self, select.nodes[node.right]);
  };
  return select.empty() ? none<ResourceId> : find(find, select.nodes.back());
}

/// Whether the expression names a resource that changes with what runs.
bool is_dynamic(const SelectExpression& select, std::span<const ResourceConfig> resources);

/// Whether the expression names a kind of host: type, model or a Boolean resource.
bool names_kind(const SelectExpression& select, std::span<const ResourceConfig> resources);

/// The terms that the outermost && join, split by whether they can change while jobs run. A host is
/// selected if both parts select it.
struct SelectParts {
  SelectExpression fixed;
  SelectExpression dynamic;

  bool operator==(const SelectParts&) const = default;
};
SelectParts split_select(const SelectExpression& select, std::span<const ResourceConfig> resources);

/// The same terms by when they hold, if ever: on an idle host, or on a full one. Those for which
/// neither is sure are in no part.
struct BestCases {
  SelectExpression idle;
  SelectExpression full;
};
BestCases best_cases(const SelectExpression& select, std::span<const ResourceConfig> resources);

/// An expression that is true where all of `selects` are, in their order; empty ones are left out.
SelectExpression all_of(std::span<const SelectExpression* const> selects);

/// Whether a host that is selected stays so when jobs leave it: more mem, swp, tmp and slots, less
/// r15s, r1m, r15m and ut can only help. False also where that cannot be decided.
bool only_frees_help(const SelectExpression& select, std::span<const ResourceConfig> resources);
/// Whether a host that is selected stays so when more jobs come, and not when they leave.
bool only_load_helps(const SelectExpression& select, std::span<const ResourceConfig> resources);

}  // namespace mcsim::model
