// Any bytes as a resource requirement: refused at places that exist, or the same requirement after
// printing and parsing again.
#include "fuzz/targets.hpp"

#include <cstdint>

#include "support/requirements.hpp"

namespace mcsim::testing {

void try_requirement(std::string_view text) {
  const auto resources = sample_resources();
  if (!keeps_promises(text, resources)) return;
  const SelectExpression select = parse_requirement(text, resources)->select;
  SampleHost host;
  for (std::uint16_t at = 0; at < builtin::type; ++at) host.numbers[at] = at;
  const bool selected = select_host(select, host);
  const SelectParts parts = split_select(select, resources);
  MCSIM_CHECK(selected == (select_host(parts.fixed, host) && select_host(parts.dynamic, host)),
              "the parts of an expression say something else");
  if (!only_frees_help(select, resources)) return;
  for (const auto free : {builtin::mem, builtin::swp, builtin::tmp, builtin::slots})
    host.numbers[free] += 5;
  for (const auto load : {builtin::r15s, builtin::r1m, builtin::r15m, builtin::ut})
    host.numbers[load] /= 2;
  MCSIM_CHECK(!selected || select_host(select, host), "a freer host is no longer selected");
}

}  // namespace mcsim::testing
