// Answers which receive queue a job goes to, for candidates given as JSON.
#include <algorithm>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/base/policy_mistake.hpp"
#include "mcsim/cluster/forward_setting.hpp"
#include "mcsim/config/values/forward_policy.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/decide_check.hpp"
#include "mcsim/policy/forwarding.hpp"
#include "mcsim/results/decide.hpp"
#include "mcsim/text/complaints.hpp"

namespace mcsim::results {
namespace {

// clang-format off
constexpr VocabularyRow forward_rows[] = {
    {.key = "setting", .type = ValueType::text, .about = "MC_PLUGIN_SCHEDULE_ENHANCE, or a forwarding policy."},
    {.key = "job", .type = ValueType::object, .about = "The job.", .required = true},
    {.key = "candidates", .type = ValueType::list, .about = "In the order of SNDJOBS_TO.", .required = true},
    {.key = "forward_free_test", .type = ValueType::choice, .about = "model.forward_free_test.", .fallback = "net", .allowed = forward_free_tests},
    {.key = "forward_key_order", .type = ValueType::choice, .about = "model.forward_key_order.", .fallback = "prio_low_p", .allowed = forward_key_orders},
    {.key = "cluster", .type = ValueType::text, .about = "The submission cluster, whose draws are meant.", .fallback_rule = "none"},
    {.key = "queue", .type = ValueType::text, .about = "Its send queue, likewise.", .fallback_rule = "none"},
    {.key = "seed", .type = ValueType::whole, .about = "Of the draws.", .highest = 9'007'199'254'740'991, .fallback = "1"},
    {.key = "decision", .type = ValueType::whole, .about = "Its number, for draws.", .highest = 9'007'199'254'740'991, .fallback = "0"},
    {.key = "last", .type = ValueType::text, .about = "The queue that was chosen before.", .fallback_rule = "none"},
};
constexpr VocabularyRow job_rows[] = {
    {.key = "slots", .type = ValueType::whole, .about = "The slots that it wants.", .lowest = 1, .required = true},
};
constexpr VocabularyRow candidate_rows[] = {
    {.key = "queue", .type = ValueType::text, .about = "QUEUE@CLUSTER.", .required = true},
    {.key = "priority", .type = ValueType::whole, .about = "PRIORITY.", .required = true},
    {.key = "total", .type = ValueType::whole, .about = "Slots of the queue's hosts.", .required = true},
    {.key = "available", .type = ValueType::whole, .about = "Slots that no job runs on.", .required = true},
    {.key = "running", .type = ValueType::whole, .about = "Slots of the queue's running jobs.", .required = true},
    {.key = "pending", .type = ValueType::whole, .about = "Slots that its pending jobs want.", .required = true},
    {.key = "preemptable", .type = ValueType::whole, .about = "Preemptable available slots.", .required = true},
    {.key = "lowest_preemptable_priority", .type = ValueType::whole, .about = "PRIORITY of the lowest queue that it could preempt now; null: none.", .highest = ForwardCandidate::nothing - 1},
    {.key = "backlog_room", .type = ValueType::up_to, .about = "Jobs that may still come to pend there.", .required = true},
    {.key = "preference", .type = ValueType::whole, .about = "+pref in SNDJOBS_TO.", .fallback = "0"},
    {.key = "satisfies_requirements", .type = ValueType::flag, .about = "Some host has what the job requires.", .fallback = "true"},
    {.key = "open", .type = ValueType::flag, .about = "It accepts the job.", .fallback = "true"},
    {.key = "cold", .type = ValueType::flag, .about = "No update of its counters has come yet.", .fallback = "false"},
};
// clang-format on
/// Keys of decisions.jsonl that are not part of the question: the answer, and what no policy uses.
constexpr std::string_view of_the_forward_log[] = {"time", "choice", "reason"};
constexpr std::string_view of_the_log_job[] = {"id"};
constexpr std::string_view of_the_log_candidates[] = {"closed_by",   "F",          "P",
                                                      "report_time", "report_age", "really"};
constexpr VocabularySection forward_section{"decide.forward", "A job to forward.", "", "", "",
                                            forward_rows};
constexpr VocabularySection job_section{"decide.forward.job", "The job.", "", "", "", job_rows};
constexpr VocabularySection candidate_section{
    "decide.forward.candidates", "A receive queue.", "", "", "", candidate_rows};

std::vector<std::string_view> names_of(const Registry& registry) {
  std::vector<std::string_view> names;
  for (const Registry::Forward& policy : registry.forward) names.push_back(policy.name);
  return names;
}

/// Fills in counters that are null since the setting does not use them.
void fill_unread(JsonNode& candidate, ForwardKnowledge read) {
  for (JsonNode& member : candidate.children) {
    const bool of_hosts = member.key == "total" || member.key == "available";
    const bool of_queues = member.key == "priority" || member.key == "running" ||
                           member.key == "pending" || member.key == "preemptable";
    const bool is_read =
        read == ForwardKnowledge::counters || (read == ForwardKnowledge::hosts && !of_queues);
    if ((of_hosts || of_queues) && !is_read && member.is(JsonNode::Kind::null)) {
      member.kind = JsonNode::Kind::whole;
      member.text = "0";
    }
  }
}

/// Reads a question and answers it.
class ForwardReader {
 public:
  ForwardReader(JsonTree& question, const Registry& registry)
      : root_(question.root), complaints_(question), registry_(registry) {}

  Expected<JsonNode, Diagnostics> answer() {
    drop(root_, of_the_forward_log);
    if (check_question(root_, root_, forward_section, complaints_)) {
      read_policy();
      read_job();
      read_candidates();
      read_options();
    }
    if (complaints_.any_errors()) return Unexpected(complaints_.take());
    view_.candidates = candidates_;
    const ForwardAnswer chosen = policy_->choose(view_);
    std::vector<std::uint32_t> ranking;
    check_decision(policy_->name, [&] {
      check_forwarded(view_, chosen);
      ranking = forward_ranking(policy_->choose, view_);
    });
    return as_json(chosen, ranking);
  }

 private:
  void read_policy() {
    const JsonNode* given = root_.find("setting");
    if (given == nullptr || given->is(JsonNode::Kind::null))
      complaints_.error(JsonAt(root_), "setting",
                        given == nullptr ? "missing" : "expected text, got null");
    const auto setting = Fields(root_).text("setting");
    if (!setting) return;
    const auto name = read_forward_policy(*setting, names_of(registry_));
    if (name) policy_ = registry_.find_forward(*name);
    if (name) return;
    for (const WrongWord& wrong : name.error())
      complaints_.error(JsonAt(root_), "setting", wrong.message);
  }

  void read_job() {
    JsonNode* job = root_.find("job");
    if (job == nullptr || !job->is(JsonNode::Kind::object)) return;
    drop(*job, of_the_log_job);
    const JsonAt root(root_);
    if (check_question(*job, JsonAt(root, *job, 0), job_section, complaints_))
      view_.slots = Slots(small_number(Fields(*job), "slots"));
  }

  void read_options() {
    read_choice(root_, "forward_free_test", forward_free_tests, view_.free_test);
    read_choice(root_, "forward_key_order", forward_key_orders, view_.key_order);
    const Fields fields(root_);
    const auto seed = static_cast<std::uint64_t>(fields.whole("seed").value_or(1));
    const auto cluster = fields.text("cluster");
    const auto queue = fields.text("queue");
    view_.stream =
        RngStream(seed, cluster && queue ? forward_stream(*cluster, *queue) : "decide/forward");
    view_.decision = static_cast<std::uint64_t>(fields.whole("decision").value_or(0));
    if (const auto last = fields.text("last")) read_last(*last);
  }

  void read_last(const std::string& last) {
    const auto found = std::ranges::find(names_, last);
    if (found == names_.end())
      complaints_.error(JsonAt(root_), "last", "no candidate is named " + in_quotes(last));
    else
      view_.last = static_cast<std::uint32_t>(found - names_.begin());
  }

  void read_candidates() {
    JsonNode* list = root_.find("candidates");
    if (list == nullptr || !list->is(JsonNode::Kind::list)) return;
    const JsonAt root(root_);
    const JsonAt at(root, *list, 0);
    for (std::size_t i = 0; i < list->children.size(); ++i)
      read_candidate(list->children[i], JsonAt(at, list->children[i], i));
  }

  void read_candidate(JsonNode& node, const JsonAt& at) {
    if (node.is(JsonNode::Kind::object)) {
      drop(node, of_the_log_candidates);
      fill_unread(node, policy_ == nullptr ? ForwardKnowledge::counters : asked_by(policy_->name));
    }
    if (!check_question(node, at, candidate_section, complaints_)) return;
    if (node.find("lowest_preemptable_priority") == nullptr)
      complaints_.error(at, "lowest_preemptable_priority", "missing");
    const Fields fields(node);
    read_name(fields.text("queue").value_or(""), at);
    const auto slots = [&](std::string_view key) { return Slots(small_number(fields, key)); };
    const auto lowest = fields.whole("lowest_preemptable_priority");
    candidates_.push_back({
        .priority = small_number(fields, "priority"),
        .total = slots("total"),
        .available = slots("available"),
        .running = slots("running"),
        .pending = slots("pending"),
        .preemptable = slots("preemptable"),
        .lowest_preemptable = static_cast<std::int32_t>(lowest.value_or(ForwardCandidate::nothing)),
        .room = read_up_to(fields.text("backlog_room").value_or("")).value_or(0),
        .preference = small_number(fields, "preference"),
        .accepts = fields.flag("open").value_or(true),
        .satisfies = fields.flag("satisfies_requirements").value_or(true),
        .cold = fields.flag("cold").value_or(false),
    });
  }

  void read_name(std::string name, const JsonAt& at) {
    if (!name.empty() && !known_.insert(name).second)
      complaints_.error(at, "queue", "queue " + in_quotes(name) + " is given twice");
    names_.push_back(std::move(name));
  }

  JsonNode as_json(const ForwardAnswer& chosen, const std::vector<std::uint32_t>& ranking) const {
    std::vector<JsonNode> ranked;
    ranked.reserve(ranking.size());
    for (const std::uint32_t position : ranking) ranked.push_back(json_text(names_[position]));
    return json_object(
        {json_member("choice", chosen ? json_text(names_[chosen.position]) : JsonNode{}),
         json_member("reason", json_text(std::string(to_text(chosen.rule)))),
         json_member("ranking", json_list(std::move(ranked)))});
  }

  JsonNode& root_;
  TreeComplaints complaints_;
  const Registry& registry_;
  const Registry::Forward* policy_ = nullptr;
  ForwardView view_;
  std::vector<ForwardCandidate> candidates_;
  std::vector<std::string> names_;
  std::set<std::string> known_;
};

}  // namespace

Expected<JsonNode, Diagnostics> decide_forward(JsonTree& question, const Registry& registry) {
  return ForwardReader(question, registry).answer();
}

}  // namespace mcsim::results
