// Adds the reasons that no job had.
#include "mcsim/app/run/reasons_of_none.hpp"

#include <string>
#include <string_view>

#include "mcsim/lim/elim_counts.hpp"
#include "mcsim/model/job.hpp"
#include "mcsim/model/pend_reason.hpp"

namespace mcsim::app {
namespace {

void add_name(JsonNode& counts, std::string_view name) {
  if (name.empty() || counts.find(name) != nullptr) return;
  counts.children.push_back(json_member(std::string(name), json_whole(0)));
}

}  // namespace

void add_reasons_of_none(JsonNode& summary) {
  JsonNode& jobs = summary.member("jobs");
  for (const std::string_view name : end_reason_names)
    for (const char* key : {"exit_reasons", "reject_reasons"}) add_name(jobs.member(key), name);
  for (std::size_t at = 0; at <= static_cast<std::size_t>(last_pend_reason); ++at)
    add_name(jobs.member("pend_reasons"), text_of(static_cast<PendReason>(at)));
  for (JsonNode& cluster : summary.member("elim").children)
    for (std::size_t at = 0; at < lim::ElimCounts::kinds; ++at)
      add_name(cluster.member("problems"), name_of(static_cast<lim::ElimFault>(at)));
}

JsonNode with_reasons_of_none(JsonNode summary) {
  add_reasons_of_none(summary);
  return summary;
}

}  // namespace mcsim::app
