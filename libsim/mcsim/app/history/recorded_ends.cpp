// Looks jobs up in tables.
#include "mcsim/app/history/recorded_ends.hpp"

#include <array>
#include <filesystem>
#include <optional>
#include <string_view>

#include "mcsim/rooms.hpp"
#include "mcsim/text/csv.hpp"
#include "mcsim/text/decimal.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::app {
namespace {

enum EndColumn : std::size_t { end_id, end_index, start, finish, run, status, hosts, end_columns };
constexpr std::array<std::string_view, end_columns> end_names = {
    "job_id", "index", "start_time", "finish_time", "run_time", "status", "exec_hosts"};

double seconds_of(std::string_view cell) {
  const auto number = read_decimal(cell);
  const auto thousandths = number ? in_units(*number, 3) : std::nullopt;
  return thousandths ? static_cast<double>(*thousandths) / 1000 : 0;
}

void look_up(const std::string& table, const std::set<std::string>& jobs,
             std::map<std::string, RecordedEnd>& to) {
  auto reader = CsvReader::open(table, table);
  if (!reader) return;
  std::array<std::optional<std::size_t>, end_columns> at;
  for (std::size_t column = 0; column < end_columns; ++column)
    at[column] = reader->find(end_names[column]);
  if (!at[end_id]) return;
  const auto cell = [&](EndColumn column) {
    return at[column] ? (*reader)[*at[column]] : std::string_view{};
  };
  while (reader->next() && to.size() < jobs.size()) {
    std::string name(cell(end_id));
    if (const auto index = cell(end_index); !index.empty() && index != "0")
      name += "[" + std::string(index) + "]";
    if (!jobs.contains(name) || cell(start).empty()) continue;
    to[name] = {.start = seconds_of(cell(start)),
                .finish = seconds_of(cell(finish)),
                .run = seconds_of(cell(run)),
                .status = std::string(cell(status)),
                .hosts = std::string(cell(hosts))};
  }
}

}  // namespace

std::map<std::string, RecordedEnd> recorded_ends(const std::string& scenario,
                                                 const std::set<std::string>& jobs) {
  std::map<std::string, RecordedEnd> found;
  const auto tree = read_json_file(scenario, scenario);
  const JsonNode* const workloads = tree ? tree->root.find("workloads") : nullptr;
  if (workloads == nullptr) return found;
  for (const JsonNode& workload : workloads->children) {
    const JsonNode* const file = workload.find("file");
    if (file == nullptr || file->text.find(".csv") == std::string::npos) continue;
    const auto folder = std::filesystem::path(scenario).parent_path();
    look_up((folder / file->text).string(), jobs, found);
  }
  return found;
}

}  // namespace mcsim::app
