// The names and rules of what an ELIM may do wrong.
#include "mcsim/lim/elim_problem.hpp"

#include <array>
#include <cstddef>

namespace mcsim::lim {
namespace {

struct Row {
  ElimFault fault;
  std::string_view name;
  std::string_view rule;
};

constexpr std::array<Row, 19> fault_rows{{
    {ElimFault::bad_count, "bad_count", "R2"},
    {ElimFault::end_of_output, "end_of_output", "R2"},
    {ElimFault::negative_count, "negative_count", "R3"},
    {ElimFault::short_report, "short_report", "R4"},
    {ElimFault::unknown_name, "unknown_name", "R5"},
    {ElimFault::fixed_name, "fixed_name", "R5"},
    {ElimFault::no_number, "no_number", "R6"},
    {ElimFault::out_of_range, "out_of_range", "R6"},
    {ElimFault::too_often, "too_often", "E2"},
    {ElimFault::exited, "exited", "E4"},
    {ElimFault::aborted, "aborted", "E4"},
    {ElimFault::given_up, "given_up", "E4"},
    {ElimFault::not_started, "not_started", "E1"},
    {ElimFault::deaf, "deaf", "E5"},
    {ElimFault::lives_without_reader, "lives_without_reader", "E3"},
    {ElimFault::silent, "silent", "E2"},
    {ElimFault::unseen, "unseen", "E3"},
    {ElimFault::slow_report, "slow_report", "R4"},
    {ElimFault::unreported, "unreported", "E7"},
}};

constexpr bool in_order() {
  for (std::size_t at = 0; at < fault_rows.size(); ++at)
    if (static_cast<std::size_t>(fault_rows.at(at).fault) != at) return false;
  return true;
}
static_assert(in_order());

}  // namespace

std::string_view name_of(ElimFault fault) {
  return fault_rows.at(static_cast<std::size_t>(fault)).name;
}

std::string_view rule_of(ElimFault fault) {
  return fault_rows.at(static_cast<std::size_t>(fault)).rule;
}

bool is_about_end(ElimFault fault) {
  switch (fault) {
    case ElimFault::bad_count:
    case ElimFault::end_of_output:
    case ElimFault::negative_count:
    case ElimFault::short_report:
    case ElimFault::exited:
    case ElimFault::aborted:
    case ElimFault::given_up:
      return true;
    default:
      return false;
  }
}

bool is_violation(ElimFault fault) {
  return fault != ElimFault::aborted && fault != ElimFault::given_up && fault != ElimFault::unseen;
}

}  // namespace mcsim::lim
