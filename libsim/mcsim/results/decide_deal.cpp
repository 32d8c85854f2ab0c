// Answers which consumer the next unit of an export goes to.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/decide_check.hpp"
#include "mcsim/policy/lease_dealing.hpp"
#include "mcsim/results/decide.hpp"
#include "mcsim/results/decide_policy.hpp"
#include "mcsim/text/complaints.hpp"

namespace mcsim::results {
namespace {

// clang-format off
constexpr VocabularyRow deal_rows[] = {
    {.key = "dealing", .type = ValueType::text, .about = "model.lease_dealing.", .fallback = "deficit", .is_policy = true},
    {.key = "shares", .type = ValueType::list, .about = "Of DISTRIBUTION, in its order; each at least 1.", .required = true},
    {.key = "given", .type = ValueType::list, .about = "Units that each consumer has got so far.", .required = true},
};
// clang-format on
constexpr VocabularySection deal_section{
    "decide.deal", "Consumers of an export policy.", "", "", "", deal_rows};

/// What a program that is a policy is told beside the question.
constexpr std::string_view of_programs[] = {"kind"};

class DealQuestion {
 public:
  DealQuestion(JsonTree& question, const Registry& registry)
      : root_(question.root), complaints_(question), registry_(registry) {}

  Expected<JsonNode, Diagnostics> answer() {
    std::optional<AnyDeal> dealing;
    std::vector<std::int32_t> shares;
    std::vector<std::int64_t> given;
    drop(root_, of_programs);
    if (check_question(root_, root_, deal_section, complaints_)) {
      dealing = read_policy(root_, "dealing", DealByDeficit::name, registry_.deal, complaints_);
      shares = numbers<std::int32_t>("shares", 1, 1'000'000);
      given = numbers<std::int64_t>("given", 0, 1'000'000'000'000);
    }
    if (!complaints_.any_errors() && (shares.empty() || shares.size() != given.size()))
      complaints_.error(JsonAt(root_), "given", "expected a number for each of \"shares\"");
    if (complaints_.any_errors()) return Unexpected(complaints_.take());
    return json_object({json_member(
        "choice", json_whole(static_cast<std::int64_t>((*dealing)({shares, given}))))});
  }

 private:
  template <class Number>
  std::vector<Number> numbers(std::string_view key, std::int64_t least, std::int64_t most) {
    std::vector<Number> all;
    JsonNode* const list = root_.find(key);
    if (list == nullptr || !list->is(JsonNode::Kind::list)) return all;
    const JsonAt root(root_);
    const JsonAt at(root, *list, 0);
    for (std::size_t i = 0; i < list->children.size(); ++i) {
      const JsonNode& one = list->children[i];
      if (!one.is(JsonNode::Kind::whole) || one.whole < least || one.whole > most)
        complaints_.error(JsonAt(at, one, i), "expected a whole number from " +
                                                  std::to_string(least) + " to " +
                                                  std::to_string(most) + ", got " + shown(one));
      else
        all.push_back(static_cast<Number>(one.whole));
    }
    return all;
  }

  JsonNode& root_;
  TreeComplaints complaints_;
  const Registry& registry_;
};

}  // namespace

Expected<JsonNode, Diagnostics> decide_deal(JsonTree& question, const Registry& registry) {
  return DealQuestion(question, registry).answer();
}

}  // namespace mcsim::results
