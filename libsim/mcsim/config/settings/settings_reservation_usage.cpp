// Which resources jobs reserve for each of their slots: RESOURCE_RESERVE_PER_TASK, and section
// ReservationUsage of lsb.resources.
#include <algorithm>
#include <string>

#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/values/settings_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/complaints.hpp"

namespace mcsim::config {
namespace {

bool is_shared(const SettingsDraft& in, ResourceId id) {
  return std::ranges::find(in.settings.shared_resources, id, &SharedResource::resource) !=
         in.settings.shared_resources.end();
}

/// Whether it has instances by ResourceMap. One of a single host is that host's own value by now.
bool is_mapped(SettingsDraft& in, const std::string& name) {
  bool any = false;
  visit_section(in, "lsf.cluster"_key, "ResourceMap"_key, [&](const JsonNode& line, const JsonAt&) {
    any = any || Fields(line).text("RESOURCENAME"_key) == name;
  });
  return any;
}

/// What is built in has no other method than its own. Once a job is once from each instance, as
/// where nothing is said.
void read_method(SettingsDraft& in, const JsonNode& line, const JsonAt& at) {
  const Fields fields(line);
  const std::string name = fields.text("RESOURCE"_key).value_or("");
  const std::string method = fields.text("METHOD"_key).value_or("-");
  const ResourceId id = find_resource(in, name);
  if (id == none<ResourceId>) {
    if (!in.names.may_be_resource(name))
      in.complaints().warning(at, "RESOURCE"_key,
                              "unknown resource " + in_quotes(name) + "; ignored");
    return;
  }
  if (method == "-") return;
  if (index_of(id) < builtin::count)
    return in.complaints().warning(at, "METHOD"_key,
                                   "of " + name + " LSF takes no METHOD but -; ignored");
  in.settings.resources[index_of(id)].per_slot = method == "PER_SLOT" || method == "PER_TASK";
  if (method == "PER_JOB" && !is_mapped(in, name))
    in.complaints().warning(at, "METHOD"_key,
                            "PER_JOB of a resource that hosts have of their own is not simulated; "
                            "jobs take it on each of their hosts");
  if (method == "PER_HOST" && is_shared(in, id))
    in.complaints().warning(
        at, "METHOD"_key,
        "PER_HOST of a resource that hosts share is not simulated; jobs take it "
        "once from each instance");
}

}  // namespace

void read_reservation_usage(SettingsDraft& in) {
  bool per_slot = false;
  const JsonNode* params = in.node.find("lsb.params"_key);
  if (params != nullptr && params->is(JsonNode::Kind::object)) {
    const Fields fields(*params);
    const auto of_tasks = fields.flag("RESOURCE_RESERVE_PER_TASK"_key);
    per_slot = of_tasks ? *of_tasks : fields.flag("RESOURCE_RESERVE_PER_SLOT"_key).value_or(false);
  }
  for (ResourceConfig& resource : in.settings.resources) resource.per_slot = per_slot;
  visit_section(in, "lsb.resources"_key, "ReservationUsage"_key,
                [&](const JsonNode& line, const JsonAt& at) { read_method(in, line, at); });
}

}  // namespace mcsim::config
