// Checks what a slot pool policy answers.
#include "mcsim/policy/slot_pool.hpp"

#include <string>

namespace mcsim::policy {

/// A queue's name; its position where it has none.
static std::string called(const SlotPoolView& view, std::size_t at) {
  const std::string_view name = view.queues[at].name;
  return name.empty() ? std::to_string(at) : std::string(name);
}

void check_shared_out(std::string_view policy, const SlotPoolView& view,
                      const SlotPoolAnswer& answer) {
  const auto mistake = [&](const std::string& decision) { throw PolicyMistake(policy, decision); };
  const std::size_t size = view.queues.size();
  const std::string queues = std::to_string(size);
  if (answer.slots.size() != size)
    mistake("gave slots to " + std::to_string(answer.slots.size()) + " queues of a pool of " +
            queues);
  std::int64_t sum = 0;
  for (std::size_t at = 0; at < size; ++at) {
    const std::int64_t useful = view.queues[at].useful();
    if (answer.slots[at].count() > useful)
      mistake("gave queue " + called(view, at) + " of a pool more than it can make use of: " +
              std::to_string(answer.slots[at].count()) + " of " + std::to_string(useful));
    sum += answer.slots[at].count();
  }
  if (sum > view.total.count())
    mistake("gave more than the pool has: " + std::to_string(sum) + " of " +
            std::to_string(view.total.count()));
  std::vector<bool> seen(size);
  for (const std::uint32_t at : answer.order) {
    if (at >= size || seen[at])
      mistake(at >= size
                  ? "served queue " + std::to_string(at) + " of a pool of " + queues +
                        ", counted from 0"
                  : "served queue " + called(view, at) + " of a pool of " + queues + " twice");
    seen[at] = true;
  }
  if (answer.order.size() != size)
    mistake("served " + std::to_string(answer.order.size()) + " queues of a pool of " + queues);
}

}  // namespace mcsim::policy
