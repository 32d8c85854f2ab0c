// Splits and joins select expressions.
#include "mcsim/model/select.hpp"

#include <algorithm>
#include <vector>

#include "mcsim/base/check.hpp"

namespace mcsim::model {
namespace {

using Node = SelectExpression::Node;
using Op = SelectExpression::Op;

bool names_resource(const Node& node) { return node.op == Op::resource || node.op == Op::defined; }

const ResourceConfig& named(const Node& node, std::span<const ResourceConfig> resources) {
  MCSIM_CHECK(index_of(node.resource) < resources.size(), "a resource of another table");
  return resources[index_of(node.resource)];
}

bool is_leaf(Op op) { return op <= Op::local; }
bool has_one_operand(Op op) { return op == Op::negate || op == Op::not_; }

/// Copies the term that ends at `node`, operands first. The answer is its position.
std::uint32_t append(const SelectExpression& from, const Node& node, SelectExpression& to) {
  Node copy = node;
  if (!is_leaf(node.op)) {
    copy.left = append(from, from.nodes[node.left], to);
    if (!has_one_operand(node.op)) copy.right = append(from, from.nodes[node.right], to);
  }
  to.nodes.push_back(std::move(copy));
  return static_cast<std::uint32_t>(to.nodes.size() - 1);
}

/// Makes `to` require this term, too.
void add_term(const SelectExpression& from, const Node& term, SelectExpression& to) {
  const bool is_first = to.empty();
  const auto before = static_cast<std::uint32_t>(to.nodes.size() - (is_first ? 0 : 1));
  const std::uint32_t last = append(from, term, to);
  if (!is_first) to.nodes.push_back({.op = Op::and_, .text = {}, .left = before, .right = last});
}

/// The terms that the outermost && join, from left to right.
std::vector<const Node*> terms(const SelectExpression& select) {
  std::vector<const Node*> found;
  std::vector<const Node*> open;
  if (!select.empty()) open.push_back(&select.nodes.back());
  while (!open.empty()) {
    const Node* const node = open.back();
    open.pop_back();
    if (node->op != Op::and_) {
      found.push_back(node);
      continue;
    }
    open.push_back(&select.nodes[node->right]);
    open.push_back(&select.nodes[node->left]);
  }
  return found;
}

}  // namespace

bool is_dynamic(const SelectExpression& select, std::span<const ResourceConfig> resources) {
  return std::ranges::any_of(select.nodes, [&](const Node& node) {
    return names_resource(node) && named(node, resources).dynamic;
  });
}

bool names_kind(const SelectExpression& select, std::span<const ResourceConfig> resources) {
  return std::ranges::any_of(select.nodes, [&](const Node& node) {
    if (!names_resource(node)) return false;
    return node.resource == resource(builtin::type) || node.resource == resource(builtin::model) ||
           named(node, resources).kind == ResourceKind::boolean;
  });
}

SelectParts split_select(const SelectExpression& select,
                         std::span<const ResourceConfig> resources) {
  SelectParts parts;
  for (const Node* const term : terms(select)) {
    SelectExpression alone;
    append(select, *term, alone);
    SelectExpression& part = is_dynamic(alone, resources) ? parts.dynamic : parts.fixed;
    add_term(alone, alone.nodes.back(), part);
  }
  return parts;
}

BestCases best_cases(const SelectExpression& select, std::span<const ResourceConfig> resources) {
  BestCases parts;
  for (const Node* const term : terms(select)) {
    SelectExpression alone;
    append(select, *term, alone);
    if (only_frees_help(alone, resources)) add_term(alone, alone.nodes.back(), parts.idle);
    if (only_load_helps(alone, resources)) add_term(alone, alone.nodes.back(), parts.full);
  }
  return parts;
}

SelectExpression all_of(std::span<const SelectExpression* const> selects) {
  SelectExpression all;
  for (const SelectExpression* const select : selects)
    if (!select->empty()) add_term(*select, select->nodes.back(), all);
  return all;
}

}  // namespace mcsim::model
