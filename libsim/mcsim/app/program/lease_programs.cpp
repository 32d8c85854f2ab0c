// Reads what programs decide on leases.
#include "mcsim/app/program/lease_programs.hpp"

#include <string>
#include <utility>

#include "mcsim/results/policy_questions.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::app {
namespace {

[[noreturn]] void nonsense(const PolicyProgram& program, std::string_view line,
                           const char* expected) {
  program.fail("answers " + in_quotes(line) + ", expected " + expected);
}

}  // namespace

DealProgram::DealProgram(PolicyCommand command)
    : program_(std::make_shared<PolicyProgram>(std::move(command))) {}

std::size_t DealProgram::next(const DealView& view) const {
  std::string question;
  write_deal_question(view, program_->command().name, question);
  const std::string_view line = program_->ask(question);
  const auto tree = parse_json(line, "answer");
  const JsonNode* const choice = tree ? tree->root.find("choice") : nullptr;
  const auto consumers = static_cast<std::int64_t>(view.shares.size());
  if (choice == nullptr || !choice->is(JsonNode::Kind::whole) || choice->whole < 0 ||
      choice->whole >= consumers)
    nonsense(*program_, line, "{\"choice\": POSITION}, from 0, of a consumer");
  return static_cast<std::size_t>(choice->whole);
}

ReclaimProgram::ReclaimProgram(PolicyCommand command)
    : program_(std::make_shared<PolicyProgram>(std::move(command))) {}

IdleTo ReclaimProgram::idle_to(const ReclaimView& view) const {
  std::string question;
  write_reclaim_question(view, program_->command().name, question);
  const std::string_view line = program_->ask(question);
  const auto tree = parse_json(line, "answer");
  const JsonNode* const to = tree ? tree->root.find("idle_to") : nullptr;
  if (to != nullptr && to->is(JsonNode::Kind::null)) return IdleTo::nobody;
  if (to != nullptr && to->is(JsonNode::Kind::text) && to->text == "provider")
    return IdleTo::provider;
  if (to != nullptr && to->is(JsonNode::Kind::text) && to->text == "consumer")
    return IdleTo::consumer;
  nonsense(*program_, line, "{\"idle_to\": \"provider\"}, \"consumer\" or null");
}

}  // namespace mcsim::app
