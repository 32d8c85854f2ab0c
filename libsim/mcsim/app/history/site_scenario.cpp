// Writes the scenario of an import.
#include "mcsim/app/history/site_scenario.hpp"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "mcsim/text/instants.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::app {
namespace {

using Did = RecordedAction::Kind;

constexpr std::string_view action_words[] = {"bswitch", "btop",   "bbot",  "bstop",
                                             "bresume", "bmod",   "qopen", "qclose",
                                             "qact",    "qinact", "hopen", "hclose"};

JsonNode text_member(std::string key, std::string text) {
  return json_member(std::move(key), json_text(std::move(text)));
}

/// What bmod changes.
void add_change(const RecordedAction& action, std::int64_t start, std::vector<JsonNode>& to) {
  if (action.hosts) to.push_back(text_member("hosts", *action.hosts));
  if (action.depends) to.push_back(text_member("depends", *action.depends));
  if (action.begin)
    to.push_back(text_member(
        "begin", std::to_string(std::max<std::int64_t>(0, *action.begin - start)) + "s"));
  if (!action.array.empty()) to.push_back(text_member("array", action.array));
}

/// `number`: of the job, if it is about one, in the table.
JsonNode action_of(const RecordedAction& action, std::int64_t number, std::int64_t start) {
  std::vector<JsonNode> members{
      text_member("at", std::to_string(action.at - start) + "s"),
      text_member("do", std::string(action_words[static_cast<int>(action.kind)]))};
  if (action.is_about_job()) {
    std::string job = std::to_string(number) + action.elements;
    if (action.job.element != 0) job += "[" + std::to_string(action.job.element) + "]";
    members.push_back(text_member("job", std::move(job)));
  }
  if (action.names_queue()) members.push_back(text_member("queue", action.name));
  if (action.is_about_host()) members.push_back(text_member("host", action.name));
  if (action.kind == Did::btop || action.kind == Did::bbot) {
    members.push_back(json_member("position", json_whole(action.position)));
    members.push_back(text_member("by", action.by_admin ? "admin" : "user"));
  }
  add_change(action, start, members);
  return json_object(std::move(members));
}

std::string words_of(const std::set<std::string, std::less<>>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

/// What lshosts says of a host beside its processors.
void add_told(const SiteHost& host, std::vector<JsonNode>& to) {
  if (!host.type.empty()) to.push_back(text_member("type", host.type));
  if (!host.model.empty()) to.push_back(text_member("model", host.model));
  if (!host.cpuf.empty()) {
    JsonNode factor = json_text(host.cpuf);
    factor.kind = JsonNode::Kind::real;
    to.push_back(json_member("cpuf", std::move(factor)));
  }
  if (host.maxmem > 0) to.push_back(json_member("maxmem", json_whole(host.maxmem)));
  if (host.maxswp > 0) to.push_back(json_member("maxswp", json_whole(host.maxswp)));
}

JsonNode hosts_of(const SiteParts& parts, const SiteFacts& facts) {
  std::vector<JsonNode> hosts;
  for (const auto& [name, slots] : facts.hosts) {
    std::vector<JsonNode> members{text_member("name", name)};
    const bool has_file = parts.has_conf && parts.has_lshosts;
    if (!has_file && slots > 0) members.push_back(json_member("ncpus", json_whole(slots)));
    if (const auto told = parts.told_hosts.find(name); told != parts.told_hosts.end())
      add_told(told->second, members);
    hosts.push_back(json_object(std::move(members)));
  }
  return json_list(std::move(hosts));
}

/// Queues and application profiles that jobs name and the configuration lacks, with LSF's defaults.
void add_missing(const SiteFacts& facts, const SiteNames& names, std::vector<JsonNode>& to) {
  std::vector<JsonNode> queues;
  for (const std::string& queue : facts.queues) {
    if (names.has(names.queues, queue)) continue;
    std::vector<JsonNode> keys{text_member("QUEUE_NAME", queue)};
    if (facts.exclusive.contains(queue)) keys.push_back(text_member("EXCLUSIVE", "Y"));
    if (const auto codes = facts.requeued.find(queue); codes != facts.requeued.end())
      keys.push_back(text_member("REQUEUE_EXIT_VALUES", words_of(codes->second)));
    queues.push_back(json_object(std::move(keys)));
  }
  std::vector<JsonNode> apps;
  for (const std::string& app : facts.apps)
    if (!names.has(names.apps, app)) apps.push_back(json_object({text_member("NAME", app)}));
  if (!apps.empty()) to.push_back(json_member("lsb.applications", json_list(std::move(apps))));
  if (!queues.empty()) to.push_back(json_member("lsb.queues", json_list(std::move(queues))));
}

JsonNode cluster_of(const SiteParts& parts, const SiteFacts& facts, const SiteNames& names) {
  std::vector<JsonNode> members{text_member("name", parts.cluster)};
  if (parts.has_conf) members.push_back(text_member("conf", "conf"));
  if ((!parts.has_conf || !parts.has_lshosts) && !facts.hosts.empty())
    members.push_back(json_member("hosts", hosts_of(parts, facts)));
  add_missing(facts, names, members);
  return json_object(std::move(members));
}

}  // namespace

std::string site_scenario(const SiteParts& parts, const std::string& jobs, const SiteFacts& facts,
                          const EventBook& events, const JobRows& rows) {
  std::vector<JsonNode> actions;
  for (const RecordedAction& action : events.actions()) {
    const auto number = rows.number_of(action.job);
    if (action.at < parts.start || (action.is_about_job() && !number)) continue;
    if (action.is_about_host() && !parts.has_conf && !facts.hosts.contains(action.name)) continue;
    RecordedAction judged = action;
    if (action.depends) judged.depends = rows.judged(action);
    if (action.hosts) judged.hosts = rows.names().known_hosts(*action.hosts);
    actions.push_back(action_of(judged, number.value_or(0), parts.start));
  }
  std::vector<JsonNode> members{
      json_member("mcsim", json_whole(1)), text_member("name", parts.cluster),
      text_member("about", parts.about),
      text_member("start", instant_text(parts.start).value_or("1970-01-01T00:00:00Z"))};
  if (parts.is_lava)
    members.push_back(json_member("model", json_object({text_member("preset", "lava")})));
  members.push_back(json_member("clusters", json_list({cluster_of(parts, facts, rows.names())})));
  if (!jobs.empty())
    members.push_back(
        json_member("workloads", json_list({json_object({text_member("file", jobs)})})));
  if (!actions.empty()) members.push_back(json_member("actions", json_list(std::move(actions))));
  return to_pretty_json(json_object(std::move(members)));
}

}  // namespace mcsim::app
