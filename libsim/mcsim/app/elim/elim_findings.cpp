// Tells what a check has found, as lines and as JSON.
#include "mcsim/app/elim/elim_findings.hpp"

#include <utility>

#include "mcsim/text/json_tree.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::app {
namespace {

JsonNode whole(std::uint64_t number) { return json_whole(static_cast<std::int64_t>(number)); }

JsonNode list_of(const std::vector<std::string>& texts) {
  std::vector<JsonNode> list;
  for (const std::string& text : texts) list.push_back(json_text(text));
  return json_list(std::move(list));
}

JsonNode node_of(const ElimProblem& problem) {
  return json_object({json_member("time_ms", json_whole(problem.at.time_since_epoch().count())),
                      json_member("rule", json_text(std::string(rule_of(problem.fault)))),
                      json_member("kind", json_text(std::string(name_of(problem.fault)))),
                      json_member("text", json_text(problem.text))});
}

std::string error_lines(const ElimErrors& errors) {
  if (errors.lines() == 0) return {};
  std::string text = "standard error: " + counted(errors.lines(), "line") +
                     (errors.lines() > errors.first().size() ? ", which begin with\n" : "\n");
  for (const std::string& line : errors.first()) text += "  " + line + "\n";
  return text;
}

}  // namespace

bool ElimFindings::add(const ElimProblem& problem) {
  if (is_violation(problem.fault)) ++violations;
  if (problems.size() >= most_problems) {
    ++left_out;
    return false;
  }
  problems.push_back(problem);
  return true;
}

std::string end_of_check(const std::string& program, const ElimFindings& findings) {
  std::string text;
  if (findings.left_out > 0) text += std::to_string(findings.left_out) + " more are not shown\n";
  if (!findings.never_reported.empty()) {
    text += "never reported:";
    for (const std::string& name : findings.never_reported) text += " " + name;
    text += "\n";
  }
  text += error_lines(findings.errors);
  text += program + ": " + counted(findings.violations, "violation") + "; " +
          counted(findings.reports + findings.unread, "report");
  if (findings.unread > 0) text += " (LIM has read " + std::to_string(findings.reports) + ")";
  return text + ", " + counted(findings.values, "value") + "\n";
}

std::string json_of_check(const std::string& program, const ElimFindings& findings) {
  std::vector<JsonNode> list;
  for (const ElimProblem& problem : findings.problems) list.push_back(node_of(problem));
  return to_pretty_json(
      json_object({json_member("program", json_text(program)),
                   json_member("violations", whole(findings.violations)),
                   json_member("reports", whole(findings.reports)),
                   json_member("values", whole(findings.values)),
                   json_member("not_shown", whole(findings.left_out)),
                   json_member("problems", json_list(std::move(list))),
                   json_member("unread_reports", whole(findings.unread)),
                   json_member("never_reported", list_of(findings.never_reported)),
                   json_member("error_lines", whole(findings.errors.lines())),
                   json_member("first_error_lines", list_of(findings.errors.first()))}));
}

}  // namespace mcsim::app
