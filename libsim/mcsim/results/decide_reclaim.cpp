// Answers which side gets the idle slots of a shared lease given as JSON.
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/decide_check.hpp"
#include "mcsim/policy/lease_reclaim.hpp"
#include "mcsim/results/decide.hpp"
#include "mcsim/results/decide_policy.hpp"
#include "mcsim/text/complaints.hpp"

namespace mcsim::results {
namespace {

// clang-format off
constexpr VocabularyRow lease_rows[] = {
    {.key = "policy", .type = ValueType::text, .about = "model.lease_reclaim.", .fallback = "lsf", .is_policy = true},
    {.key = "time", .type = ValueType::number, .about = "When the lease is evaluated.", .unit = "s", .fallback = "0"},
    {.key = "keep_one_slot", .type = ValueType::flag, .about = "model.lease_keep_one_slot.", .fallback = "false"},
    {.key = "provider", .type = ValueType::object, .about = "The side that lends.", .required = true},
    {.key = "consumer", .type = ValueType::object, .about = "The side that borrows.", .required = true},
};
constexpr VocabularyRow side_rows[] = {
    {.key = "available", .type = ValueType::whole, .about = "Slots of the lease that this side has.", .required = true},
    {.key = "used", .type = ValueType::whole, .about = "Of these, slots that jobs run on.", .required = true},
};
// clang-format on
constexpr VocabularySection lease_section{"decide.reclaim", "A shared lease.", "", "", "",
                                          lease_rows};
constexpr VocabularySection side_section{
    "decide.reclaim.side", "One side of the lease.", "", "", "", side_rows};

/// Keys of decisions.jsonl that are not part of the question.
constexpr std::string_view of_the_lease_log[] = {"kind", "lease", "idle_to"};

class LeaseReader {
 public:
  LeaseReader(JsonTree& question, const Registry& registry)
      : root_(question.root), complaints_(question), registry_(registry) {}

  Expected<JsonNode, Diagnostics> answer() {
    std::optional<AnyReclaim> policy;
    ReclaimView view;
    drop(root_, of_the_lease_log);
    if (check_question(root_, root_, lease_section, complaints_)) {
      policy = read_policy(root_, "policy", FewerIdle::name, registry_.reclaim, complaints_);
      view.provider = read_side("provider");
      view.consumer = read_side("consumer");
      view.now = Time{} + seconds_in(root_, JsonAt(root_), "time", complaints_);
    }
    if (complaints_.any_errors()) return Unexpected(complaints_.take());
    const IdleTo to = (*policy)(view);
    const bool keeps_one = Fields(root_).flag("keep_one_slot").value_or(false);
    const ReclaimView after = after_reclaim(view, to, keeps_one);
    JsonNode idle_to;
    if (to != IdleTo::nobody) idle_to = json_text(to == IdleTo::provider ? "provider" : "consumer");
    return json_object({json_member("idle_to", std::move(idle_to)),
                        side("provider", after.provider), side("consumer", after.consumer)});
  }

 private:
  LeaseSide read_side(std::string_view key) {
    JsonNode* node = root_.find(key);
    if (node == nullptr || !node->is(JsonNode::Kind::object)) return {};
    const JsonAt root(root_);
    const JsonAt at(root, *node, 0);
    if (!check_question(*node, at, side_section, complaints_)) return {};
    const Fields fields(*node);
    const LeaseSide side{.available = fields.whole("available").value_or(0),
                         .used = fields.whole("used").value_or(0)};
    if (side.used > side.available && fields.text("available") && fields.text("used"))
      complaints_.error(at, "used",
                        "expected at most what is available, " + std::to_string(side.available) +
                            ", got " + std::to_string(side.used));
    return side;
  }

  static JsonNode side(const char* key, const LeaseSide& side) {
    return json_member(key, json_object({json_member("available", json_whole(side.available))}));
  }

  JsonNode& root_;
  TreeComplaints complaints_;
  const Registry& registry_;
};

}  // namespace

Expected<JsonNode, Diagnostics> decide_reclaim(JsonTree& question, const Registry& registry) {
  return LeaseReader(question, registry).answer();
}

}  // namespace mcsim::results
