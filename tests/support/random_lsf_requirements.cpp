// Random resource requirements.
#include <utility>

#include "support/random_lsf_draft.hpp"

namespace mcsim::testing {
namespace {

using enum LsfFeature;
using Op = SelectExpression::Op;
using Node = SelectExpression::Node;

std::uint32_t add(SelectExpression& select, Op op, std::uint32_t left = 0,
                  std::uint32_t right = 0) {
  Node node;
  node.op = op;
  node.left = left;
  node.right = right;
  select.nodes.push_back(std::move(node));
  return static_cast<std::uint32_t>(select.nodes.size() - 1);
}

std::uint32_t add_name(SelectExpression& select, ResourceId id, Op op = Op::resource) {
  const std::uint32_t at = add(select, op);
  select.nodes[at].resource = id;
  return at;
}

void compare(SelectExpression& select, ResourceId id, Op op, double value) {
  const std::uint32_t left = add_name(select, id);
  const std::uint32_t right = add(select, Op::number);
  select.nodes[right].value = value;
  add(select, op, left, right);
}

void compare(SelectExpression& select, ResourceId id, Op op, const std::string& text) {
  const std::uint32_t left = add_name(select, id);
  const std::uint32_t right = add(select, Op::text);
  select.nodes[right].text = text;
  add(select, op, left, right);
}

void any_type(SelectExpression& select) {
  const std::uint32_t left = add_name(select, resource(builtin::type));
  const std::uint32_t right = add(select, Op::any);
  add(select, Op::equal, left, right);
}

void draw_static_term(LsfDraft& draft, SelectExpression& select) {
  switch (draft.between(0, 8)) {
    case 0:
      add_name(select, own::big);
      break;
    case 1:
      compare(select, resource(builtin::ncpus), Op::at_least, 2);
      break;
    case 2:
      compare(select, resource(builtin::cpuf), Op::more, 0.5);
      break;
    case 3:
      compare(select, resource(builtin::model), Op::equal, std::string("A"));
      break;
    case 4:
      compare(select, own::rack, Op::unequal, std::string("r1"));
      break;
    case 5:
      add(select, Op::not_, add_name(select, own::big));
      break;
    case 6:
      add_name(select, own::scratch, Op::defined);
      break;
    case 7:
      compare(select, resource(builtin::hname), Op::unequal, std::string("h1"));
      break;
    default:
      compare(select, resource(builtin::maxmem), Op::more, 1'500);
  }
}

void draw_load_term(LsfDraft& draft, SelectExpression& select) {
  switch (draft.between(0, 4)) {
    case 0:
      compare(select, resource(builtin::r1m), Op::less, 0.8);
      break;
    case 1:
      compare(select, resource(builtin::ut), Op::at_most, 0.5);
      break;
    case 2:
      compare(select, resource(builtin::mem), Op::more, 1'500);
      break;
    case 3:
      compare(select, resource(builtin::slots), Op::at_least, 2);
      break;
    default:
      compare(select, resource(builtin::r15s), Op::more, 0.2);
  }
}

/// Of what other jobs may have reserved.
void draw_reserved_term(Dice& dice, SelectExpression& select) {
  const ResourceId id = dice.one_of<ResourceId>({own::licence, own::licence, own::scratch});
  const Op op = dice.one_of<Op>({Op::more, Op::at_least, Op::less, Op::at_most});
  compare(select, id, op, static_cast<double>(dice.between(0, 4)));
}

/// Joins the last expression with the one before it, which ends at `before`.
void join(Dice& draft, SelectExpression& select, std::size_t before) {
  if (before == 0) return;
  const auto last = static_cast<std::uint32_t>(select.nodes.size() - 1);
  add(select, draft.one_in(4) ? Op::or_ : Op::and_, static_cast<std::uint32_t>(before - 1), last);
}

SelectExpression draw_select(LsfDraft& draft) {
  SelectExpression select;
  if (draft.uses(many_types, 2)) any_type(select);
  if (draft.uses(select_static, 2)) {
    const std::size_t before = select.nodes.size();
    draw_static_term(draft, select);
    join(draft, select, before);
  }
  if (draft.uses(select_load, 2)) {
    const std::size_t before = select.nodes.size();
    draw_load_term(draft, select);
    join(draft, select, before);
  }
  if (draft.wants(rusage) && draft.reserved.one_in(4)) {
    const std::size_t before = select.nodes.size();
    draw_reserved_term(draft.reserved, select);
    join(draft.reserved, select, before);
  }
  return select;
}

std::vector<OrderKey> draw_order(LsfDraft& draft) {
  std::vector<OrderKey> keys;
  const std::int64_t size = draft.between(1, 2);
  while (static_cast<std::int64_t>(keys.size()) < size) {
    const auto name = draft.one_of<std::uint16_t>(
        {builtin::r15s, builtin::ut, builtin::mem, builtin::slots, builtin::ncpus, builtin::cpuf,
         builtin::maxmem, builtin::pg, builtin::count + 1});
    keys.push_back({resource(name), draft.one_in(3)});
  }
  if (draft.reserved.one_in(4)) keys.insert(keys.begin(), {own::licence, draft.reserved.one_in(3)});
  return keys;
}

ResourceUse draw_use(LsfDraft& draft, ResourceId id, std::int64_t most) {
  ResourceUse use;
  use.resource = id;
  use.amount = draft.between(1, most) * amount_unit;
  if (draft.one_in(8)) use.amount += draft.between(0, 999);
  if (draft.wants(rusage_duration) && !draft.one_in(3)) {
    draft.has_used(rusage_duration);
    use.duration = draft.between(1, 90) * 1s;
    use.decay = draft.wants(rusage_decay) && !draft.one_in(3);
    if (use.decay) draft.has_used(rusage_decay);
  }
  return use;
}

std::vector<ResourceUse> draw_rusage(LsfDraft& draft) {
  std::vector<ResourceUse> uses;
  if (draft.one_in(2)) uses.push_back(draw_use(draft, resource(builtin::mem), 2'000));
  if (draft.one_in(4)) uses.push_back(draw_use(draft, resource(builtin::tmp), 600));
  if (draft.uses(kept_resource, 2) || draft.one_in(3))
    uses.push_back(draw_use(draft, own::scratch, 6));
  if (draft.uses(shared_resource, 2)) uses.push_back(draw_use(draft, own::licence, 3));
  if (!uses.empty()) draft.has_used(rusage);
  return uses;
}

}  // namespace

ResourceRequirement draw_requirement(LsfDraft& draft) {
  ResourceRequirement requirement;
  requirement.select = draw_select(draft);
  if (draft.uses(order, 2)) requirement.order = draw_order(draft);
  if (draft.wants(rusage) && !draft.one_in(3)) requirement.rusage = draw_rusage(draft);
  if (draft.uses(span_hosts, 3))
    requirement.one_host = true;
  else if (draft.uses(ptile, 2))
    requirement.ptile = draft.number(1, 3);
  if (draft.uses(same, 3))
    requirement.same = draft.one_of<std::vector<ResourceId>>(
        {{resource(builtin::type)},
         {resource(builtin::model)},
         {own::rack},
         {resource(builtin::model), resource(builtin::ncpus)}});
  return requirement;
}

}  // namespace mcsim::testing
