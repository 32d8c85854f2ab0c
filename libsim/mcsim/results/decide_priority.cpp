// Answers the priorities of accounts that share a group, given as JSON, and who comes first.
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/decide_check.hpp"
#include "mcsim/policy/user_share.hpp"
#include "mcsim/results/decide.hpp"
#include "mcsim/results/decide_policy.hpp"
#include "mcsim/results/decisions_jsonl.hpp"
#include "mcsim/text/complaints.hpp"

namespace mcsim::results {
namespace {

// clang-format off
constexpr VocabularyRow share_group_rows[] = {
    {.key = "policy", .type = ValueType::text, .about = "model.fairshare_priority.", .fallback = "lsf", .is_policy = true},
    {.key = "floor", .type = ValueType::number, .about = "model.fairshare_floor.", .fallback = "0.01"},
    {.key = "CPU_TIME_FACTOR", .type = ValueType::number, .about = "Of lsb.params.", .fallback = "0.7"},
    {.key = "RUN_TIME_FACTOR", .type = ValueType::number, .about = "Of lsb.params.", .fallback = "0.7"},
    {.key = "COMMITTED_RUN_TIME_FACTOR", .type = ValueType::number, .about = "Of lsb.params.", .fallback = "0"},
    {.key = "RUN_JOB_FACTOR", .type = ValueType::number, .about = "Of lsb.params.", .fallback = "3"},
    {.key = "FWD_JOB_FACTOR", .type = ValueType::number, .about = "Of lsb.params.", .fallback_rule = "no such term"},
    {.key = "accounts", .type = ValueType::list, .about = "Users and groups, in the order of the list.", .required = true},
};
constexpr VocabularyRow share_account_rows[] = {
    {.key = "name", .type = ValueType::text, .about = "Of the user or group.", .required = true},
    {.key = "shares", .type = ValueType::whole, .about = "Its shares.", .lowest = 1, .required = true},
    {.key = "cpu_seconds", .type = ValueType::number, .about = "CPU time, decayed.", .unit = "seconds", .fallback = "0"},
    {.key = "run_seconds", .type = ValueType::number, .about = "Run time of jobs on hosts.", .unit = "seconds", .fallback = "0"},
    {.key = "hist_run_seconds", .type = ValueType::number, .about = "Run time of finished jobs, decayed.", .unit = "seconds", .fallback = "0"},
    {.key = "committed_seconds", .type = ValueType::number, .about = "Run limits less run time.", .unit = "seconds", .fallback = "0"},
    {.key = "started", .type = ValueType::whole, .about = "Slots of running and suspended jobs.", .fallback = "0"},
    {.key = "reserved", .type = ValueType::whole, .about = "Slots that pending jobs have reserved.", .fallback = "0"},
    {.key = "forwarded", .type = ValueType::whole, .about = "Slots of forwarded jobs.", .fallback = "0"},
};
// clang-format on
constexpr VocabularySection share_group_section{
    "decide.priority", "Accounts that share what a group has.", "", "", "", share_group_rows};
constexpr VocabularySection share_account_section{
    "decide.priority.accounts", "A user or a group.", "", "", "", share_account_rows};

/// Reads the accounts of a group and answers for them.
class ShareGroupReader {
 public:
  ShareGroupReader(JsonTree& question, const Registry& registry)
      : root_(question.root), complaints_(question), registry_(registry) {}

  Expected<JsonNode, Diagnostics> answer() {
    std::optional<AnyUserShare> policy;
    if (check_question(root_, root_, share_group_section, complaints_)) {
      policy = read_policy(root_, "policy", LsfUserShare::name, registry_.user_share, complaints_);
      read_factors();
      read_accounts();
    }
    if (complaints_.any_errors()) return Unexpected(complaints_.take());
    std::vector<JsonNode> priorities;
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t at = 0; at < accounts_.size(); ++at) {
      accounts_[at].name = names_[at];
      const double priority = (*policy)(accounts_[at]);
      priorities.push_back(json_member(names_[at], number(priority)));
      order.emplace_back(-priority, at);
    }
    std::ranges::sort(order);
    std::vector<JsonNode> names;
    for (const auto& [priority, at] : order) names.push_back(json_text(names_[at]));
    return json_object({json_member("priority", json_object(std::move(priorities))),
                        json_member("order", json_list(std::move(names)))});
  }

 private:
  static JsonNode number(double value) {
    JsonNode node;
    node.kind = JsonNode::Kind::real;
    node.text = exact_number(value);
    return node;
  }

  double read_or(const JsonNode& node, const JsonAt& at, const char* key, double usual) {
    return Fields(node).text(key) ? read_number(node, at, key, complaints_) : usual;
  }

  void read_factors() {
    const JsonAt at(root_);
    const auto read = [&](const char* key, double usual) { return read_or(root_, at, key, usual); };
    common_.floor = read("floor", common_.floor);
    FairshareFactors& factors = common_.factors;
    factors.cpu_time = read("CPU_TIME_FACTOR", factors.cpu_time);
    factors.run_time = read("RUN_TIME_FACTOR", factors.run_time);
    factors.committed_run_time = read("COMMITTED_RUN_TIME_FACTOR", factors.committed_run_time);
    factors.run_job = read("RUN_JOB_FACTOR", factors.run_job);
    if (Fields(root_).text("FWD_JOB_FACTOR")) factors.fwd_job = read("FWD_JOB_FACTOR", 0);
  }

  void read_accounts() {
    JsonNode* list = root_.find("accounts");
    if (list == nullptr || !list->is(JsonNode::Kind::list)) return;
    const JsonAt root(root_);
    const JsonAt at(root, *list, 0);
    for (std::size_t i = 0; i < list->children.size(); ++i)
      read_account(list->children[i], JsonAt(at, list->children[i], i));
  }

  void read_account(JsonNode& node, const JsonAt& at) {
    if (!check_question(node, at, share_account_section, complaints_)) return;
    const Fields fields(node);
    names_.push_back(fields.text("name").value_or(""));
    if (!names_.back().empty() && !known_.insert(names_.back()).second)
      complaints_.error(at, "name", "account " + in_quotes(names_.back()) + " is given twice");
    const auto hours = [&](const char* key) { return read_or(node, at, key, 0) / 3600; };
    UserShareView account = common_;
    account.shares = small_number(fields, "shares", 1);
    account.cpu_hours = hours("cpu_seconds");
    account.run_hours = hours("run_seconds");
    account.hist_run_hours = hours("hist_run_seconds");
    account.committed_hours = hours("committed_seconds");
    account.started_slots = fields.whole("started").value_or(0);
    account.reserved_slots = fields.whole("reserved").value_or(0);
    account.forwarded_slots = fields.whole("forwarded").value_or(0);
    accounts_.push_back(account);
  }

  JsonNode& root_;
  TreeComplaints complaints_;
  const Registry& registry_;
  UserShareView common_;
  std::vector<UserShareView> accounts_;
  std::vector<std::string> names_;
  std::set<std::string> known_;
};

}  // namespace

Expected<JsonNode, Diagnostics> decide_priority(JsonTree& question, const Registry& registry) {
  return ShareGroupReader(question, registry).answer();
}

}  // namespace mcsim::results
