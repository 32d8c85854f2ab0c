// Writes what policies of slot pools and leases look at.
#include "mcsim/results/policy_questions.hpp"

#include <cstddef>
#include <span>

#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/results/question_line.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::results {
namespace {

template <class Enum>
std::string_view choice_name(std::string_view names, Enum value) {
  return split_words(names)[static_cast<std::size_t>(value)];
}

void write_queue(QuestionLine& to, const SlotPoolView& view, std::size_t at) {
  const PoolQueue& queue = view.queues[at];
  to.begin('{');
  to.word("name", queue_name(view, at));
  to.whole("share", queue.share);
  to.whole("priority", queue.priority);
  to.whole("demand", queue.demand);
  if (queue.limit)
    to.whole("limit", queue.limit->count());
  else
    to.nothing("limit");
  to.key("accumulated");
  to.number(queue.accumulated);
  to.end('}');
}

void write_side(QuestionLine& to, std::string_view name, const LeaseSide& side) {
  to.key(name);
  to.begin('{');
  to.whole("available", side.available);
  to.whole("used", side.used);
  to.end('}');
}

template <class Number>
void write_numbers(QuestionLine& to, std::string_view name, std::span<const Number> numbers) {
  to.key(name);
  to.begin('[');
  for (const Number number : numbers) to.item(number);
  to.end(']');
}

}  // namespace

std::string queue_name(const SlotPoolView& view, std::size_t at) {
  const std::string_view name = view.queues[at].name;
  return name.empty() ? std::to_string(at + 1) : std::string(name);
}

void write_pool_question(const SlotPoolView& view, std::string_view shares, std::string& line) {
  line = '{';
  QuestionLine to(line);
  to.word("kind", "slot_pool");
  to.whole("total", view.total.count());
  to.word("shares", shares);
  to.word("order", choice_name(pool_orders, view.order));
  to.word("leftover", choice_name(pool_leftovers, view.leftover));
  to.flag("use_priority", view.one_pass);
  to.key("queues");
  to.begin('[');
  for (std::size_t at = 0; at < view.queues.size(); ++at) write_queue(to, view, at);
  to.end(']');
  to.end('}');
}

void write_reclaim_question(const ReclaimView& view, std::string_view policy, std::string& line) {
  line = '{';
  QuestionLine to(line);
  to.word("kind", "reclaim");
  to.time("time", view.now.time_since_epoch());
  to.word("policy", policy);
  write_side(to, "provider", view.provider);
  write_side(to, "consumer", view.consumer);
  to.end('}');
}

void write_deal_question(const DealView& view, std::string_view dealing, std::string& line) {
  line = '{';
  QuestionLine to(line);
  to.word("kind", "deal");
  to.word("dealing", dealing);
  write_numbers(to, "shares", view.shares);
  write_numbers(to, "given", view.given);
  to.end('}');
}

}  // namespace mcsim::results
