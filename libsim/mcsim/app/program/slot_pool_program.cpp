// Reads how a program shares out the slots of a pool.
#include "mcsim/app/program/slot_pool_program.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/results/policy_questions.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::app {
namespace {

/// An answer by the names of a question's queues.
class SharedOut {
 public:
  SharedOut(const PolicyProgram& program, const SlotPoolView& view, std::string_view line)
      : program_(program), line_(line) {
    for (std::size_t at = 0; at < view.queues.size(); ++at) names_.push_back(queue_name(view, at));
  }

  void read(SlotPoolAnswer& answer) const {
    const auto tree = parse_json(line_, "answer");
    const JsonNode* const slots = tree ? tree->root.find("slots") : nullptr;
    const JsonNode* const order = tree ? tree->root.find("order") : nullptr;
    const bool is_answer = slots != nullptr && slots->is(JsonNode::Kind::object) &&
                           order != nullptr && order->is(JsonNode::Kind::list);
    if (!is_answer) nonsense();
    read_slots(*slots, answer.slots);
    answer.order.clear();
    for (const JsonNode& queue : order->children) {
      if (!queue.is(JsonNode::Kind::text)) nonsense();
      answer.order.push_back(position_of(queue.text));
    }
  }

 private:
  void read_slots(const JsonNode& given, std::vector<Slots>& slots) const {
    slots.assign(names_.size(), Slots{});
    if (given.children.size() != names_.size())
      program_.fail("gives slots to " + std::to_string(given.children.size()) +
                    " queues of a pool of " + std::to_string(names_.size()));
    for (const JsonNode& queue : given.children) {
      if (!queue.is(JsonNode::Kind::whole) || queue.whole < 0 || queue.whole > most_slots)
        nonsense();
      slots[position_of(queue.key)] = Slots(static_cast<std::int32_t>(queue.whole));
    }
  }
  std::uint32_t position_of(const std::string& name) const {
    const auto found = std::ranges::find(names_, name);
    if (found == names_.end())
      program_.fail("names queue " + in_quotes(name) + ", which the pool does not have");
    return static_cast<std::uint32_t>(found - names_.begin());
  }
  [[noreturn]] void nonsense() const {
    program_.fail("answers " + in_quotes(line_) +
                  ", expected {\"slots\": {\"QUEUE\": SLOTS, ...}, \"order\": [\"QUEUE\", ...]}");
  }

  const PolicyProgram& program_;
  std::string_view line_;
  std::vector<std::string> names_;
};

}  // namespace

SlotPoolProgram::SlotPoolProgram(PolicyCommand command)
    : program_(std::make_shared<PolicyProgram>(std::move(command))) {}

void SlotPoolProgram::share_out(const SlotPoolView& view, SlotPoolAnswer& answer) const {
  std::string question;
  write_pool_question(view, program_->command().name, question);
  SharedOut(*program_, view, program_->ask(question)).read(answer);
  try {
    check_shared_out(program_->command().name, view, answer);
  } catch (const PolicyMistake& mistake) {
    program_->fail(mistake.decision());
  }
}

}  // namespace mcsim::app
