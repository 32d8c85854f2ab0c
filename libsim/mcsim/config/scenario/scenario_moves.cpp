// Reads which jobs actions move, before the actions themselves are read.
#include "mcsim/config/scenario/scenario_moves.hpp"

#include <optional>
#include <string_view>

#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"

namespace mcsim::config {
namespace {

std::string_view without_cluster(std::string_view name) { return name.substr(0, name.rfind('@')); }
std::string_view number_alone(std::string_view job) {
  return without_cluster(job).substr(0, job.find('['));
}

std::optional<std::int64_t> number_of_job(const JsonNode& action) {
  const JsonNode* const job = action.find("job"_key);
  if (job == nullptr) return std::nullopt;
  return job->is(JsonNode::Kind::whole) ? job->whole : read_whole(number_alone(job->text));
}

}  // namespace

MovedJobs moved_jobs(const JsonNode& root) {
  MovedJobs moved;
  const JsonNode* const actions = root.find("actions"_key);
  if (actions == nullptr) return moved;
  for (const JsonNode& action : actions->children) {
    const auto id = number_of_job(action);
    const JsonNode* const what = action.find("do"_key);
    if (!id || what == nullptr || (what->text != "bswitch" && what->text != "bmod")) continue;
    if (what->text == "bmod" && action.find("hosts"_key) == nullptr) continue;
    JobMoves& moves = moved[*id];
    ++moves.count;
    if (const JsonNode* const queue = action.find("queue"_key))
      moves.queues.emplace_back(without_cluster(queue->text));
  }
  return moved;
}

}  // namespace mcsim::config
