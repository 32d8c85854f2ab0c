// Writes and reads plan.tsv.
#include "mcsim/app/cells/sweep_plan.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "mcsim/app/cells/cell_id.hpp"
#include "mcsim/app/cells/replicas.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/input.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::app {
namespace {

constexpr std::string_view first_words = "# mcsim plan, format 1, digest ";
constexpr std::string_view plan_heading = "cell\tvariant\treplica\tseed\n";
constexpr std::size_t largest_plan = std::size_t{256} << 20;

JsonNode texts(const std::vector<std::string>& all) {
  std::vector<JsonNode> items;
  items.reserve(all.size());
  for (const std::string& one : all) items.push_back(json_text(one));
  return json_list(std::move(items));
}

JsonNode text_or_null(const std::optional<std::string>& text) {
  return text ? json_text(*text) : JsonNode{};
}

JsonNode request_json(const SweepPlan& plan) {
  const SweepRequest& request = plan.request;
  const RunRequest& run = request.run;
  return json_object(
      {json_member("input", json_text(run.input)),
       json_member("directory", json_text(plan.directory)), json_member("set", texts(run.sets)),
       json_member("vary", texts(request.vary)), json_member("seed", text_or_null(run.seed)),
       json_member("until", text_or_null(run.until)), json_member("slots", text_or_null(run.slots)),
       json_member("dispatch", text_or_null(run.dispatch)),
       json_member("replicas", json_whole(static_cast<std::int64_t>(request.replicas))),
       json_member("resample", text_or_null(request.resample)),
       json_member("outputs", json_text(request.outputs)),
       json_member("gates", json_whole(plan.has_gates ? 1 : 0))});
}

/// Reads the request back; what is not there keeps its default.
class RequestReader {
 public:
  explicit RequestReader(const JsonNode& from) : from_(from) {}

  void text(const char* key, std::string& to) const {
    if (const JsonNode* one = value(key, JsonNode::Kind::text)) to = one->text;
  }
  void text(const char* key, std::optional<std::string>& to) const {
    if (const JsonNode* one = value(key, JsonNode::Kind::text)) to = one->text;
  }
  void texts(const char* key, std::vector<std::string>& to) const {
    if (const JsonNode* all = value(key, JsonNode::Kind::list))
      for (const JsonNode& one : all->children) to.push_back(one.text);
  }
  void count(const char* key, std::size_t& to) const {
    if (const JsonNode* one = value(key, JsonNode::Kind::whole))
      to = static_cast<std::size_t>(one->whole);
  }

 private:
  const JsonNode* value(const char* key, JsonNode::Kind kind) const {
    const JsonNode* one = from_.find(key);
    return one != nullptr && one->is(kind) ? one : nullptr;
  }

  const JsonNode& from_;
};

void read_request(const JsonNode& from, SweepPlan& plan) {
  const RequestReader in(from);
  RunRequest& run = plan.request.run;
  in.text("input", run.input);
  in.text("directory", plan.directory);
  in.texts("set", run.sets);
  in.texts("vary", plan.request.vary);
  in.text("seed", run.seed);
  in.text("until", run.until);
  in.text("slots", run.slots);
  in.text("dispatch", run.dispatch);
  in.count("replicas", plan.request.replicas);
  in.text("resample", plan.request.resample);
  run.by_weeks = by_weeks(plan.request);
  in.text("outputs", plan.request.outputs);
  std::size_t gates = 0;
  in.count("gates", gates);
  plan.has_gates = gates > 0;
}

/// What stands before `end`; it is taken away with the end.
std::string_view taken_to(std::string_view& text, char end) {
  const auto at = std::min(text.find(end), text.size());
  const std::string_view part = text.substr(0, at);
  text.remove_prefix(std::min(at + 1, text.size()));
  return part;
}

PlannedCell cell_in(std::string_view row) {
  PlannedCell cell;
  cell.id = taken_to(row, '\t');
  cell.variant = taken_to(row, '\t');
  cell.replica = static_cast<std::size_t>(read_whole(taken_to(row, '\t')).value_or(0));
  cell.seed = static_cast<std::uint64_t>(read_whole(row).value_or(0));
  return cell;
}

}  // namespace

SweepPlan plan_of(const SweepRequest& request, const std::vector<Variant>& runs, bool has_gates) {
  SweepPlan plan;
  plan.has_gates = has_gates;
  plan.request = request;
  std::error_code ignored;
  plan.directory = std::filesystem::current_path(ignored).string();
  plan.cells.reserve(runs.size());
  for (const Variant& run : runs) plan.cells.push_back({run.cell, run.name, run.replica, run.seed});
  return plan;
}

std::string plan_text(const SweepPlan& plan) {
  std::string rest = "# " + to_compact_json(request_json(plan)) + "\n";
  rest += plan_heading;
  for (const PlannedCell& cell : plan.cells)
    rest += cell.id + "\t" + cell.variant + "\t" + std::to_string(cell.replica) + "\t" +
            std::to_string(cell.seed) + "\n";
  return std::string(first_words) + text_digest(rest) + "\n" + rest;
}

Expected<SweepPlan, Diagnostics> read_plan(const std::string& path) {
  const auto text = read_file(path, path, largest_plan);
  if (!text) return Unexpected(text.error());
  const auto refuse = [&](const std::string& why) {
    return Unexpected(Diagnostics{{about_file(path, why)}});
  };
  std::string_view rest = *text;
  if (!rest.starts_with(first_words)) return refuse("is no plan of this version of mcsim");
  const std::string_view digest = taken_to(rest, '\n').substr(first_words.size());
  if (digest != text_digest(rest))
    return refuse("was edited, or is cut off: make the plan again in a new folder");
  SweepPlan plan;
  const auto request = parse_json(taken_to(rest, '\n').substr(2), path, 2);
  if (!request) return Unexpected(request.error());
  read_request(request->root, plan);
  taken_to(rest, '\n');
  while (!rest.empty()) plan.cells.push_back(cell_in(taken_to(rest, '\n')));
  return plan;
}

}  // namespace mcsim::app
