// Answers which receive queue a job goes to, for candidates given as JSON.
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/cluster/forward_setting.hpp"
#include "mcsim/config/values/forward_policy.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/decide_check.hpp"
#include "mcsim/policy/forwarding.hpp"
#include "mcsim/results/decide.hpp"
#include "mcsim/results/decide_policy.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/decimal.hpp"

namespace mcsim::results {
namespace {

// clang-format off
constexpr VocabularyRow forward_rows[] = {
    {.key = "setting", .type = ValueType::text, .about = "MC_PLUGIN_SCHEDULE_ENHANCE, or a forwarding policy.", .is_policy = true},
    {.key = "job", .type = ValueType::object, .about = "The job.", .required = true},
    {.key = "candidates", .type = ValueType::list, .about = "In the order of SNDJOBS_TO.", .required = true},
    {.key = "forward_free_test", .type = ValueType::choice, .about = "model.forward_free_test.", .fallback = "net", .allowed = forward_free_tests},
    {.key = "forward_key_order", .type = ValueType::choice, .about = "model.forward_key_order.", .fallback = "prio_low_p", .allowed = forward_key_orders},
    {.key = "cluster", .type = ValueType::text, .about = "The submission cluster, whose draws are meant.", .fallback_rule = "none"},
    {.key = "queue", .type = ValueType::text, .about = "Its send queue, likewise.", .fallback_rule = "none"},
    {.key = "seed", .type = ValueType::whole, .about = "Of the draws.", .highest = 9'007'199'254'740'991, .fallback = "1"},
    {.key = "decision", .type = ValueType::whole, .about = "Its number, for draws.", .highest = 9'007'199'254'740'991, .fallback = "0"},
    {.key = "last", .type = ValueType::text, .about = "The queue that was chosen before.", .fallback_rule = "none"},
    {.key = "time", .type = ValueType::number, .about = "The time of the decision.", .unit = "s", .fallback = "0"},
};
constexpr VocabularyRow job_rows[] = {
    {.key = "slots", .type = ValueType::whole, .about = "The slots that it wants.", .lowest = 1, .required = true},
    {.key = "id", .type = ValueType::whole, .about = "Its id.", .highest = 9'007'199'254'740'991, .fallback = "0"},
    {.key = "user", .type = ValueType::text, .about = "Its user."},
    {.key = "group", .type = ValueType::text, .about = "bsub -G."},
    {.key = "submitted", .type = ValueType::number, .about = "When it was submitted.", .unit = "s", .fallback = "0"},
    {.key = "run_limit", .type = ValueType::number, .about = "Its run limit; null: none.", .unit = "s"},
    {.key = "memory", .type = ValueType::whole, .about = "Memory that it uses.", .unit = "KB", .highest = 9'007'199'254'740'991, .fallback = "0", .zero = "not known"},
    {.key = "priority", .type = ValueType::whole, .about = "bsub -sp.", .fallback = "0"},
    {.key = "forwards", .type = ValueType::whole, .about = "How often it was forwarded, and has come back.", .fallback = "0"},
    {.key = "came_back", .type = ValueType::whole, .about = "Why it did the last time: LSF's code.", .highest = 65'535, .fallback = "0", .zero = "it has not come back"},
    {.key = "came_from", .type = ValueType::text, .about = "From which queue.", .fallback_rule = "none"},
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
    {.key = "report_time", .type = ValueType::number, .about = "When its counters were made; null: there are none.", .unit = "s"},
    {.key = "latency", .type = ValueType::number, .about = "Of a message there.", .unit = "s", .fallback = "0"},
    {.key = "on_way_jobs", .type = ValueType::whole, .about = "Own jobs sent there, of which nothing has been heard.", .fallback = "0"},
    {.key = "on_way_slots", .type = ValueType::whole, .about = "Their slots.", .fallback = "0"},
    {.key = "waiting_jobs", .type = ValueType::whole, .about = "Own jobs accepted there that have not started.", .fallback = "0"},
    {.key = "waiting_slots", .type = ValueType::whole, .about = "Their slots.", .fallback = "0"},
    {.key = "starts", .type = ValueType::whole, .about = "Starts of own jobs that were heard of.", .fallback = "0"},
    {.key = "ends", .type = ValueType::whole, .about = "Of these jobs, those that have ended.", .fallback = "0"},
    {.key = "mean_wait", .type = ValueType::number, .about = "From sending a job to hearing of its start.", .unit = "s", .fallback = "0"},
    {.key = "mean_run", .type = ValueType::number, .about = "From hearing of a start to hearing of the end.", .unit = "s", .fallback = "0"},
    {.key = "cold", .type = ValueType::flag, .about = "No update of its counters has come yet.", .fallback = "false"},
};
// clang-format on
/// Keys of decisions.jsonl that are not part of the question: the answer, and what no policy uses;
/// and the draws, which a program is given and which follow from the seed.
constexpr std::string_view of_the_forward_log[] = {"choice", "reason", "draws"};
constexpr std::string_view of_the_log_candidates[] = {"closed_by", "F", "P", "report_age",
                                                      "really"};
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
    for (std::size_t at = 0; at < history_.size(); ++at) {
      const std::string_view name = names_[at];
      const std::size_t sign = std::min(name.rfind('@'), name.size());
      history_[at].queue_name = name.substr(0, sign);
      history_[at].cluster_name = name.substr(std::min(sign + 1, name.size()));
    }
    view_.history = history_;
    view_.job = &job_;
    return as_json((*policy_)(view_), forward_ranking(*policy_, view_));
  }

 private:
  void read_policy() {
    const JsonNode* given = root_.find("setting");
    if (given == nullptr || given->is(JsonNode::Kind::null))
      complaints_.error(JsonAt(root_), "setting",
                        given == nullptr ? "missing" : "expected text, got null");
    if (given == nullptr || given->is(JsonNode::Kind::null)) return;
    if (given->is(JsonNode::Kind::broken)) return;
    const auto setting = policy_name(root_, "setting", "", complaints_);
    if (!setting) return;
    const auto name = read_forward_policy(*setting, names_of(registry_));
    if (name) policy_ = make_policy(root_, "setting", *name, registry_.forward, complaints_);
    if (name) return;
    for (const WrongWord& wrong : name.error())
      complaints_.error(JsonAt(root_), "setting", wrong.message);
  }

  void read_job() {
    JsonNode* job = root_.find("job");
    if (job == nullptr || !job->is(JsonNode::Kind::object)) return;
    const JsonAt root(root_);
    const JsonAt at(root, *job, 0);
    if (!check_question(*job, at, job_section, complaints_)) return;
    const Fields fields(*job);
    view_.slots = Slots(small_number(fields, "slots"));
    user_ = fields.text("user").value_or("");
    group_ = fields.text("group").value_or("");
    job_ = {.id = static_cast<JobId>(fields.whole("id").value_or(0)),
            .user = user_,
            .group = group_,
            .submitted = Time{} + length(*job, at, "submitted"),
            .run_limit = fields.text("run_limit") ? length(*job, at, "run_limit") : unlimited,
            .memory = fields.whole("memory").value_or(0),
            .priority = small_number(fields, "priority"),
            .forwards = small_number(fields, "forwards"),
            .came_back = static_cast<ReturnReason>(fields.whole("came_back").value_or(0))};
    came_from_ = fields.text("came_from");
  }

  /// A time in seconds; 0 where there is none to read.
  Duration length(const JsonNode& object, const JsonAt& at, const char* key) {
    return seconds_in(object, at, key, complaints_);
  }

  void read_options() {
    read_choice(root_, "forward_free_test", forward_free_tests, view_.free_test);
    read_choice(root_, "forward_key_order", forward_key_orders, view_.key_order);
    const Fields fields(root_);
    const auto seed = static_cast<std::uint64_t>(fields.whole("seed").value_or(1));
    const bool is_known = fields.text("cluster") && fields.text("queue");
    cluster_ = fields.text("cluster").value_or("");
    queue_ = fields.text("queue").value_or("");
    job_.cluster = cluster_;
    job_.queue = queue_;
    view_.stream = RngStream(seed, is_known ? forward_stream(cluster_, queue_) : "decide/forward");
    view_.decision = static_cast<std::uint64_t>(fields.whole("decision").value_or(0));
    view_.now = Time{} + length(root_, JsonAt(root_), "time");
    if (const auto last = fields.text("last"))
      view_.last = position_of(*last, JsonAt(root_), "last");
    if (came_from_) {
      const JsonAt root(root_);
      job_.came_from = position_of(*came_from_, JsonAt(root, *root_.find("job"), 0), "came_from");
    }
  }

  std::uint32_t position_of(const std::string& queue, const JsonAt& at, std::string_view key) {
    const auto found = std::ranges::find(names_, queue);
    if (found != names_.end()) return static_cast<std::uint32_t>(found - names_.begin());
    complaints_.error(at, key, "no candidate is named " + in_quotes(queue));
    return ForwardView::no_queue;
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
      fill_unread(node, policy_ ? asked_by(policy_->name()) : ForwardKnowledge::counters);
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
    read_history(node, at);
  }

  void read_history(const JsonNode& node, const JsonAt& at) {
    const Fields fields(node);
    const auto many = [&](std::string_view key) { return fields.whole(key).value_or(0); };
    const std::string& name = names_.back();
    const std::string cluster = name.substr(std::min(name.rfind('@'), name.size()));
    const bool is_reported = fields.text("report_time").has_value();
    history_.push_back({
        .cluster = static_cast<ClusterId>(
            clusters_.emplace(cluster, static_cast<std::uint32_t>(clusters_.size())).first->second),
        .queue = static_cast<QueueId>(names_.size() - 1),
        .reported = is_reported ? Time{} + length(node, at, "report_time") : never,
        .latency = length(node, at, "latency"),
        .on_way = small_number(fields, "on_way_jobs"),
        .waiting = small_number(fields, "waiting_jobs"),
        .on_way_slots = many("on_way_slots"),
        .waiting_slots = many("waiting_slots"),
        .starts = many("starts"),
        .ends = many("ends"),
        .mean_wait = length(node, at, "mean_wait"),
        .mean_run = length(node, at, "mean_run"),
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
  std::optional<AnyForward> policy_;
  ForwardView view_;
  std::vector<ForwardCandidate> candidates_;
  std::vector<ForwardHistory> history_;  ///< of these
  std::map<std::string, std::uint32_t> clusters_;
  JobToForward job_;
  std::string user_;
  std::string group_;
  std::string cluster_;
  std::string queue_;
  std::optional<std::string> came_from_;
  std::vector<std::string> names_;
  std::set<std::string> known_;
};

}  // namespace

Expected<JsonNode, Diagnostics> decide_forward(JsonTree& question, const Registry& registry) {
  return ForwardReader(question, registry).answer();
}

}  // namespace mcsim::results
