// Answers what the queues of a pool given as JSON are entitled to.
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/decide_check.hpp"
#include "mcsim/policy/slot_pool.hpp"
#include "mcsim/results/decide.hpp"
#include "mcsim/results/decide_policy.hpp"
#include "mcsim/text/complaints.hpp"

namespace mcsim::results {
namespace {

// clang-format off
constexpr VocabularyRow pool_rows[] = {
    {.key = "total", .type = ValueType::whole, .about = "The job slots of the pool.", .required = true},
    {.key = "shares", .type = ValueType::text, .about = "model.pool_shares.", .fallback = "lsf", .is_policy = true},
    {.key = "order", .type = ValueType::choice, .about = "model.pool_order.", .fallback = "use_per_share", .allowed = pool_orders},
    {.key = "leftover", .type = ValueType::choice, .about = "model.pool_leftover.", .fallback = "ratio", .allowed = pool_leftovers},
    {.key = "use_priority", .type = ValueType::flag, .about = "USE_PRIORITY_IN_POOL."},
    {.key = "queues", .type = ValueType::list, .about = "In file order.", .required = true},
};
constexpr VocabularyRow queue_rows[] = {
    {.key = "name", .type = ValueType::text, .about = "Of the queue.", .required = true},
    {.key = "share", .type = ValueType::whole, .about = "SLOT_SHARE.", .unit = "percent", .highest = 100, .required = true, .zero = "only what no other queue wants"},
    {.key = "priority", .type = ValueType::whole, .about = "PRIORITY.", .fallback = "1"},
    {.key = "demand", .type = ValueType::whole, .about = "Slots of its running and pending jobs.", .highest = 1'000'000'000'000, .required = true},
    {.key = "limit", .type = ValueType::whole, .about = "The hard limit on its slots.", .fallback_rule = "none"},
    {.key = "accumulated", .type = ValueType::number, .about = "What it has used.", .unit = "slot-seconds", .fallback = "0"},
};
// clang-format on
constexpr VocabularySection pool_section{"decide.slot-pool", "A pool of queues.", "", "", "",
                                         pool_rows};
constexpr VocabularySection queue_section{
    "decide.slot-pool.queues", "A queue of the pool.", "", "", "", queue_rows};

/// Keys of decisions.jsonl that are not part of the question.
constexpr std::string_view of_the_pool_log[] = {"kind", "time",  "cluster",
                                                "pool", "slots", "served"};
constexpr std::string_view of_the_queue_log[] = {"used", "first_pass"};

/// Reads a pool and answers for it.
class PoolReader {
 public:
  PoolReader(JsonTree& question, const Registry& registry)
      : root_(question.root), complaints_(question), registry_(registry) {}

  Expected<JsonNode, Diagnostics> answer() {
    std::optional<AnySlotPool> policy;
    drop(root_, of_the_pool_log);
    if (check_question(root_, root_, pool_section, complaints_)) {
      policy = read_policy(root_, "shares", SlotPoolShares::name, registry_.slot_pool, complaints_);
      read_queues();
    }
    if (complaints_.any_errors()) return Unexpected(complaints_.take());
    const Fields fields(root_);
    const SlotPoolView view{.total = Slots{small_number(fields, "total")},
                            .one_pass = fields.flag("use_priority").value_or(false),
                            .queues = queues_,
                            .order = read_choice_of<PoolOrder>("order"),
                            .leftover = read_choice_of<PoolLeftover>("leftover")};
    SlotPoolAnswer shared_out;
    (*policy)(view, shared_out);
    return as_json(shared_out);
  }

 private:
  template <class Choice>
  Choice read_choice_of(std::string_view key) const {
    Choice choice{};
    read_choice(root_, key, pool_section.find(key)->allowed, choice);
    return choice;
  }

  void read_queues() {
    JsonNode* list = root_.find("queues");
    if (list == nullptr || !list->is(JsonNode::Kind::list)) return;
    const JsonAt root(root_);
    const JsonAt at(root, *list, 0);
    for (std::size_t i = 0; i < list->children.size(); ++i)
      read_queue(list->children[i], JsonAt(at, list->children[i], i));
  }

  void read_queue(JsonNode& node, const JsonAt& at) {
    drop(node, of_the_queue_log);
    if (!check_question(node, at, queue_section, complaints_)) return;
    const Fields fields(node);
    names_.push_back(fields.text("name").value_or(""));
    if (!names_.back().empty() && !known_.insert(names_.back()).second)
      complaints_.error(at, "name", "queue " + in_quotes(names_.back()) + " is given twice");
    PoolQueue queue{.share = small_number(fields, "share"),
                    .priority = small_number(fields, "priority", 1),
                    .demand = fields.whole("demand").value_or(0),
                    .accumulated = read_number(node, at, "accumulated", complaints_)};
    if (fields.text("limit")) queue.limit = Slots{small_number(fields, "limit")};
    queues_.push_back(queue);
  }

  JsonNode as_json(const SlotPoolAnswer& shared_out) const {
    std::vector<JsonNode> slots;
    std::vector<JsonNode> order;
    slots.reserve(names_.size());
    order.reserve(names_.size());
    for (std::size_t at = 0; at < names_.size(); ++at)
      slots.push_back(json_member(names_[at], json_whole(shared_out.slots[at].count())));
    for (const std::uint32_t at : shared_out.order) order.push_back(json_text(names_[at]));
    return json_object({json_member("slots", json_object(std::move(slots))),
                        json_member("order", json_list(std::move(order)))});
  }

  JsonNode& root_;
  TreeComplaints complaints_;
  const Registry& registry_;
  std::vector<PoolQueue> queues_;
  std::vector<std::string> names_;
  std::set<std::string> known_;
};

}  // namespace

Expected<JsonNode, Diagnostics> decide_slot_pool(JsonTree& question, const Registry& registry) {
  return PoolReader(question, registry).answer();
}

}  // namespace mcsim::results
