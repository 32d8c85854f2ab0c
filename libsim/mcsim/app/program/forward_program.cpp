// Reads what a program says where a job goes.
#include "mcsim/app/program/forward_program.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "mcsim/results/forward_question.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/decimal.hpp"
#include "mcsim/text/json_tree.hpp"
#include "mcsim/text/put.hpp"

namespace mcsim::app {

struct ForwardProgram::Asked {
  explicit Asked(PolicyCommand command) : program(std::move(command)) {}

  ForwardAnswer read(std::string_view line, const ForwardView& view) {
    now = view.now;
    job = view.job->id;
    const auto tree = parse_json(line, "answer");
    if (!tree) nonsense(line);
    const JsonNode& root = tree->root;
    const JsonNode* const choice = root.find("choice");
    if (choice == nullptr) nonsense(line);
    for (const JsonNode& member : root.children)
      if (member.key != "choice" && member.key != "again" && member.key != "reason" &&
          member.key != "ranking")
        fail("answers with " + in_quotes(member.key) +
             ", and an answer has choice and perhaps again");
    const JsonNode* const again = root.find("again");
    const bool has_time = again != nullptr && !again->is(JsonNode::Kind::null);
    if (choice->is(JsonNode::Kind::null))
      return {.again = has_time ? later(*again, line, view) : never};
    if (!choice->is(JsonNode::Kind::text) || has_time) nonsense(line);
    return {.position = position_of(choice->text, view)};
  }

  PolicyProgram program;
  std::string question{};
  Time now{};   ///< of the question
  JobId job{};  ///< likewise

 private:
  [[noreturn]] void nonsense(std::string_view line) const {
    fail("answers " + in_quotes(line) +
         ", expected {\"choice\": \"QUEUE@CLUSTER\"}, or {\"choice\": null} and perhaps \"again\" "
         "with a number of seconds");
  }
  [[noreturn]] void fail(const std::string& what_it_does) const {
    program.fail(what_it_does + " (asked for job " +
                 std::to_string(static_cast<std::int64_t>(job)) + " at " +
                 seconds_text(now.time_since_epoch()) + " s)");
  }

  Time later(const JsonNode& again, std::string_view line, const ForwardView& view) const {
    const bool is_number = again.is(JsonNode::Kind::whole) || again.is(JsonNode::Kind::real);
    const auto number = is_number ? read_decimal(again.text) : std::nullopt;
    const auto milliseconds = number ? in_units(*number, 3) : std::nullopt;
    if (!milliseconds) nonsense(line);
    if (*milliseconds <= view.now.time_since_epoch().count())
      fail("asks to be asked again at " + again.text + " s, which has passed");
    return Time{} + std::min(Duration(*milliseconds), latest_time - Time{});
  }

  std::uint32_t position_of(std::string_view choice, const ForwardView& view) const {
    const std::size_t sign = std::min(choice.rfind('@'), choice.size());
    const std::string_view queue = choice.substr(0, sign);
    const std::string_view cluster = choice.substr(std::min(sign + 1, choice.size()));
    const auto found = std::ranges::find_if(view.history, [&](const ForwardHistory& seen) {
      return seen.queue_name == queue && seen.cluster_name == cluster;
    });
    const auto at = static_cast<std::size_t>(found - view.history.begin());
    if (at == view.history.size()) fail("chooses " + in_quotes(choice) + ", which is no candidate");
    if (!view.candidates.uncounted()[at].accepts)
      fail("chooses " + in_quotes(choice) + ", which does not accept the job");
    return static_cast<std::uint32_t>(at);
  }
};

ForwardProgram::ForwardProgram(PolicyCommand command)
    : asked_(std::make_shared<Asked>(std::move(command))) {}

ForwardAnswer ForwardProgram::choose(const ForwardView& view) const {
  write_forward_question(view, asked_->program.command().name, asked_->question);
  return asked_->read(asked_->program.ask(asked_->question), view);
}

}  // namespace mcsim::app
