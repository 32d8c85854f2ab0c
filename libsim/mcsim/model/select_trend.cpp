// How a select expression changes when jobs leave a host.
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/model/select.hpp"

namespace mcsim::model {
namespace {

using Node = SelectExpression::Node;
using Op = SelectExpression::Op;

/// How a number, or a condition (false is less than true), changes as a host gets freer.
enum class Trend : std::uint8_t { steady, rises, falls, unclear };

Trend turned(Trend trend) {
  if (trend == Trend::rises) return Trend::falls;
  return trend == Trend::falls ? Trend::rises : trend;
}

/// The trend of a + b, and of a && b.
Trend together(Trend a, Trend b) {
  if (a == Trend::steady) return b;
  return b == Trend::steady || a == b ? a : Trend::unclear;
}

/// What is known of one node. Only a number can be negative.
struct Course {
  Trend trend = Trend::steady;
  bool is_condition = false;
  bool never_negative = true;
};

Course of_resource(ResourceId id, std::span<const ResourceConfig> resources) {
  MCSIM_CHECK(index_of(id) < resources.size(), "a resource of another table");
  const bool is_boolean = resources[index_of(id)].kind == ResourceKind::boolean;
  Course course{.is_condition = is_boolean, .never_negative = index_of(id) < builtin::count};
  if (!resources[index_of(id)].dynamic) return course;
  switch (index_of(id)) {
    case builtin::mem:
    case builtin::swp:
    case builtin::tmp:
    case builtin::slots:
      course.trend = Trend::rises;
      break;
    case builtin::r15s:
    case builtin::r1m:
    case builtin::r15m:
    case builtin::ut:
      course.trend = Trend::falls;
      break;
    default:
      // Of the site's own resources jobs leave more; it, ls, pg and io are of the load.
      course.trend = index_of(id) < builtin::count || resources[index_of(id)].is_external()
                         ? Trend::unclear
                         : Trend::rises;
  }
  return course;
}

Course condition(Trend trend) { return {.trend = trend, .is_condition = true}; }

/// The trend of a number used as a condition, which is true unless the number is 0.
Trend as_condition(const Course& course) {
  const bool clear = course.is_condition || course.never_negative;
  return clear || course.trend == Trend::steady ? course.trend : Trend::unclear;
}

/// a x b, or a / b where b is steady. A divisor that moves may pass 0.
Course scaled(const Course& a, const Course& b, bool divided) {
  Course course{.never_negative = a.never_negative && b.never_negative};
  const bool both_steady = a.trend == Trend::steady && b.trend == Trend::steady;
  const bool by_b = b.trend == Trend::steady && b.never_negative;
  const bool by_a = a.trend == Trend::steady && a.never_negative && !divided;
  if (!both_steady) course.trend = by_b ? a.trend : by_a ? b.trend : Trend::unclear;
  return course;
}

Course combined(Op op, const Course& a, const Course& b) {
  const bool both_positive = a.never_negative && b.never_negative;
  switch (op) {
    case Op::plus:
      return {.trend = together(a.trend, b.trend), .never_negative = both_positive};
    case Op::minus:
      return {.trend = together(a.trend, turned(b.trend)), .never_negative = false};
    case Op::times:
    case Op::divide:
      return scaled(a, b, op == Op::divide);
    case Op::less:
    case Op::at_most:
      return condition(together(turned(a.trend), b.trend));
    case Op::more:
    case Op::at_least:
      return condition(together(a.trend, turned(b.trend)));
    case Op::and_:
    case Op::or_:
      return condition(together(as_condition(a), as_condition(b)));
    default: {  // == and !=
      const bool steady = a.trend == Trend::steady && b.trend == Trend::steady;
      return condition(steady ? Trend::steady : Trend::unclear);
    }
  }
}

Course course_of(const Node& node, const std::vector<Course>& before,
                 std::span<const ResourceConfig> resources) {
  switch (node.op) {
    case Op::number:
      return {.never_negative = node.value >= 0};
    case Op::resource:
      return of_resource(node.resource, resources);
    case Op::defined:  // an ELIM may report it, or no longer
      return condition(resources[index_of(node.resource)].is_external() ? Trend::unclear
                                                                        : Trend::steady);
    case Op::text:
    case Op::any:
    case Op::local:
      return condition(Trend::steady);
    case Op::negate:
      return {.trend = turned(before[node.left].trend), .never_negative = false};
    case Op::not_:
      return condition(turned(as_condition(before[node.left])));
    default:
      return combined(node.op, before[node.left], before[node.right]);
  }
}

Trend trend_of(const SelectExpression& select, std::span<const ResourceConfig> resources) {
  if (select.empty()) return Trend::steady;
  std::vector<Course> courses;
  courses.reserve(select.nodes.size());
  for (const Node& node : select.nodes) courses.push_back(course_of(node, courses, resources));
  return as_condition(courses.back());
}

}  // namespace

bool only_frees_help(const SelectExpression& select, std::span<const ResourceConfig> resources) {
  const Trend trend = trend_of(select, resources);
  return trend == Trend::steady || trend == Trend::rises;
}

bool only_load_helps(const SelectExpression& select, std::span<const ResourceConfig> resources) {
  return trend_of(select, resources) == Trend::falls;
}

}  // namespace mcsim::model
