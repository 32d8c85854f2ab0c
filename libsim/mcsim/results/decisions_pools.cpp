// Writes how slot pools are shared out as lines of JSON.
#include <algorithm>

#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/results/decisions_jsonl.hpp"
#include "mcsim/text/json_tree.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::results {
namespace {

template <class Enum>
std::string choice_text(std::string_view names, Enum value) {
  return quoted_json(std::string(split_words(names)[static_cast<std::size_t>(value)]));
}

/// Whether some queue could use more than it has: only then anything hangs on the answer.
bool anybody_waits(const PoolShared& fact) {
  for (std::size_t at = 0; at < fact.queues.size(); ++at)
    if (fact.queues[at].demand > fact.used[at]) return true;
  return false;
}

std::vector<std::int64_t> numbers_of(const PoolShared& fact) {
  std::vector<std::int64_t> all{fact.total.count(), fact.use_priority ? 1 : 0};
  for (std::size_t at = 0; at < fact.queues.size(); ++at) {
    const PoolQueue& queue = fact.queues[at];
    const std::int64_t limit = queue.limit ? queue.limit->count() : -1;
    all.insert(all.end(), {static_cast<std::int64_t>(index_of(fact.ids[at])), queue.share,
                           queue.priority, queue.demand, limit, fact.used[at],
                           fact.shares[at].count(), fact.entitlements[at].count()});
  }
  all.insert(all.end(), fact.order.begin(), fact.order.end());
  return all;
}

}  // namespace

void DecisionLog::on(ClusterId id, const PoolShared& fact) {
  if (!anybody_waits(fact)) return;
  std::vector<std::int64_t> numbers = numbers_of(fact);
  std::vector<std::int64_t>& last = pools_[{id, std::string(fact.pool)}];
  if (numbers == last) return;
  last = std::move(numbers);
  const ClusterConfig& cluster = grid_.clusters[index_of(id)];
  const auto name = [&](std::size_t at) {
    return quoted_json(cluster.queues[index_of(fact.ids[at])].name);
  };
  begin("slot_pool", fact.at);
  text("cluster", quoted_json(cluster.name));
  text("pool", quoted_json(fact.pool));
  number("total", fact.total.count());
  policy("shares", cluster.model.pool_shares, values_of(cluster.model, "pool_shares"));
  text("order", choice_text(pool_orders, cluster.model.pool_order));
  text("leftover", choice_text(pool_leftovers, cluster.model.pool_leftover));
  flag("use_priority", fact.use_priority);
  line_ += "\"queues\": [";
  for (std::size_t at = 0; at < fact.queues.size(); ++at) {
    const PoolQueue& queue = fact.queues[at];
    line_ += '{';
    text("name", name(at));
    number("share", queue.share);
    number("priority", queue.priority);
    number("demand", queue.demand);
    text("limit", queue.limit ? std::to_string(queue.limit->count()) : "null");
    text("accumulated", exact_number(queue.accumulated));
    number("used", fact.used[at]);
    number("first_pass", fact.shares[at].count());
    end_list('}');
    line_ += ", ";
  }
  end_list(']');
  line_ += ", \"slots\": {";
  for (std::size_t at = 0; at < fact.queues.size(); ++at)
    line_ +=
        (at == 0 ? "" : ", ") + name(at) + ": " + std::to_string(fact.entitlements[at].count());
  line_ += "}, \"served\": [";
  for (std::size_t at = 0; at < fact.order.size(); ++at)
    line_ += (at == 0 ? "" : ", ") + name(fact.order[at]);
  line_ += "], ";
  end_line();
}

}  // namespace mcsim::results
