// Renames, shuffles, and writes traces.
#include "support/retold_grid.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "mcsim/text/json_tree.hpp"
#include "support/random_dice.hpp"

namespace mcsim::testing {
namespace {

template <class T>
void shuffle(std::vector<T>& items, Dice& dice) {
  for (std::size_t left = items.size(); left > 1; --left)
    std::swap(items[left - 1], items[dice.id_below<std::size_t>(left)]);
}

constexpr std::string_view lists_without_order[] = {
    "jobs", "links", "User", "UserGroup", "pjl", "Host", "HostGroup", "lsb.applications"};

void shuffle_tree(JsonNode& node, Dice& dice) {
  for (JsonNode& child : node.children) shuffle_tree(child, dice);
  if (node.is(JsonNode::Kind::object) ||
      (node.is(JsonNode::Kind::list) &&
       std::ranges::find(lists_without_order, node.key) != std::ranges::end(lists_without_order)))
    shuffle(node.children, dice);
}

bool is_letter(char sign) {
  return std::isalnum(static_cast<unsigned char>(sign)) != 0 || sign == '_';
}

/// Whether it is the name of a cluster or of a queue: c1, c1q2.
bool names_a_stream(std::string_view name) {
  return name.starts_with('c') && (name.size() == 2 || name[2] == 'q');
}

std::size_t place_in(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
}

}  // namespace

Renaming other_names(const ToldGrid& grid, std::uint64_t seed) {
  Dice dice(seed, "test/other_names");
  Renaming names;
  std::vector<std::size_t> numbers(grid.names.size());
  for (std::size_t at = 0; at < numbers.size(); ++at) numbers[at] = at;
  shuffle(numbers, dice);
  for (std::size_t at = 0; at < grid.names.size(); ++at) {
    if (grid.draws && names_a_stream(grid.names[at])) continue;
    const std::string longer(static_cast<std::size_t>(dice.between(0, 12)), 'z');
    names[grid.names[at]] =
        dice.one_of<std::string>({"N", "x", "_y"}) + std::to_string(numbers[at]) + longer;
  }
  return names;
}

std::string renamed(const std::string& text, const Renaming& names) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_letter(text[end])) ++end;
    const std::string word = text.substr(at, end - at);
    const auto found = names.find(word);
    result += found == names.end() ? word : found->second;
    if (end < text.size()) result += text[end];
    at = end + 1;
  }
  return result;
}

std::string with_shuffled_keys(const std::string& scenario, std::uint64_t seed) {
  auto tree = parse_json(scenario, "scenario");
  if (!tree) throw std::runtime_error(to_text(tree.error().list.front()));
  Dice dice(seed, "test/shuffled_keys");
  shuffle_tree(tree->root, dice);
  return to_pretty_json(tree->root);
}

ToldGrid with_unrelated_cluster(ToldGrid grid) {
  grid.clusters.insert(grid.clusters.begin(), R"({"name": ")" + unrelated_cluster + R"(",
   "hosts": [{"name": "apart", "ncpus": 3}], "lsb.params": {"JOB_SCHEDULING_INTERVAL": 0},
   "lsb.queues": [{"QUEUE_NAME": "alone", "HOSTS": "all"}]})");
  for (std::int64_t id = 1; id <= 12; ++id)
    grid.jobs.insert(grid.jobs.begin(), {.id = id,
                                         .submit = 7 * id,
                                         .run = 50,
                                         .slots = 2,
                                         .cluster = unrelated_cluster,
                                         .queue = "alone",
                                         .user = id % 2 == 0 ? "u1" : "stranger"});
  return grid;
}

std::string trace_of(const ToldGrid& grid, const std::string& cluster,
                     const std::vector<std::string>& users,
                     const std::vector<std::string>& queues) {
  std::string text = "; Version: 2.2\n";
  for (const ToldJob& job : grid.jobs) {
    if (job.cluster != cluster) continue;
    const std::int64_t limit = job.limit > 0 ? job.limit : -1;
    text += std::to_string(job.id) + " " + std::to_string(job.submit) + " -1 " +
            std::to_string(job.run) + " -1 -1 -1 " + std::to_string(job.slots) + " " +
            std::to_string(limit) + " -1 1 " + std::to_string(place_in(users, job.user) + 1) +
            " -1 -1 " + std::to_string(place_in(queues, job.queue) + 1) + " -1 -1 -1\n";
  }
  return text;
}

}  // namespace mcsim::testing
