// The families: in each, twice n is twice the work that there is to do.
#include "growth/families.hpp"

#include "growth/array_families.hpp"
#include "growth/limit_families.hpp"
#include "growth/scenarios.hpp"

namespace mcsim::testing::growth {
namespace {

std::string jobs(std::int32_t n) {
  Json one = scenario({cluster("C", 16, 4)});
  return add_jobs(one, n, 10).dump();
}
std::string pending(std::int32_t n) {
  Json one = scenario({cluster("C", 16, 4)});
  add_jobs(one, n, 0);
  for (Json& job : one["jobs"]) job["slots"] = 1 + job["id"].get<int>() * 7 % 16;
  return one.dump();
}
std::string pending_under(std::int32_t n, const Json& model) {
  Json one = Json::parse(pending(n));
  one["model"] = model;
  for (Json& job : one["jobs"]) job["limit"] = seconds(1000 + job["id"].get<int>() * 1009 % 4001);
  return one.dump();
}
std::string fcfs(std::int32_t n) { return pending_under(n, {{"dispatch", "fcfs"}}); }
std::string easy(std::int32_t n) { return pending_under(n, {{"dispatch", "easy"}}); }
/// As many wait at each time.
std::string conservative(std::int32_t n) {
  Json one = Json::parse(pending_under(n, {{"dispatch", "conservative"}}));
  for (Json& job : one["jobs"]) job["submit"] = seconds(job["id"].get<std::int64_t>() * 50);
  return one.dump();
}
std::string run_limits(std::int32_t n) { return pending_under(n, Json::object()); }
std::string slot_reserve(std::int32_t n) {
  Json one = Json::parse(pending(n));
  first(one)["lsb.queues"][0]["SLOT_RESERVE"] = "MAX_RESERVE_TIME[1000]";
  return one.dump();
}
std::string backfill(std::int32_t n) {
  Json one = Json::parse(run_limits(n));
  first(one)["lsb.queues"][0]["SLOT_RESERVE"] = "MAX_RESERVE_TIME[1000]";
  first(one)["lsb.queues"][0]["BACKFILL"] = "Y";
  return one.dump();
}
std::string hosts(std::int32_t n) {
  Json one = scenario({cluster("C", n, 2)});
  return add_jobs(one, n, 1).dump();
}
std::string host_names(std::int32_t n) {
  Json one = scenario({cluster("C", 1, 2)});
  for (std::int32_t at = 1; at < n; ++at) first(one)["hosts"].push_back(host(numbered("x", at), 2));
  return add_jobs(one, 100, 1).dump();
}
std::string host_groups(std::int32_t n) {
  Json one = scenario({cluster("C", 20, 2)});
  for (std::int32_t at = 1; at <= n; ++at)
    first(one)["lsb.hosts"]["HostGroup"].push_back(
        {{"GROUP_NAME", numbered("g", at)}, {"GROUP_MEMBER", numbered("h", 1 + at % 20)}});
  add_jobs(one, n, 10);
  for (Json& job : one["jobs"]) job["hosts"] = numbered("g", job["id"].get<int>());
  return one.dump();
}
std::string queues(std::int32_t n, const Json& like, std::int32_t jobs, std::int32_t apart) {
  Json one = scenario({cluster("C", 20, 4)});
  for (std::int32_t at = 0; at < n; ++at) {
    Json queue = {{"QUEUE_NAME", numbered("q", at)}, {"PRIORITY", 1 + at}};
    queue.update(like);
    first(one)["lsb.queues"].push_back(std::move(queue));
  }
  add_jobs(one, jobs, apart);
  for (Json& job : one["jobs"]) job["queue"] = numbered("q", job["id"].get<int>() * 7 % n);
  return one.dump();
}
std::string many_queues(std::int32_t n) { return queues(n, Json::object(), 2 * n, 5); }
std::string preempting_queues(std::int32_t n) {
  return queues(n, {{"PREEMPTION", "PREEMPTIVE"}}, 300, 1);
}
Json in_pool(std::int32_t share) {
  return {{"SLOT_POOL", "p"}, {"SLOT_SHARE", share}, {"HOSTS", range("h", 20)}};
}
std::string pool_queues(std::int32_t n) { return queues(n, in_pool(1), 100, 5); }
std::string window_queues(std::int32_t n) {
  return queues(n, {{"DISPATCH_WINDOW", "8:00-20:00"}}, 2 * n, 5);
}
std::string pool_jobs(std::int32_t n) { return queues(4, in_pool(25), n, 1); }
std::string requirements(std::int32_t n) {
  Json one = scenario({cluster("C", 16, 4)});
  first(one)["hosts"][0]["maxmem"] = 10'000'000;
  add_jobs(one, n, 2);
  for (Json& job : one["jobs"]) job["res_req"] = "select[mem>" + job["id"].dump() + "]";
  return one.dump();
}
std::string rusage(std::int32_t n) {
  Json one = scenario({cluster("C", 16, 4)});
  first(one)["hosts"][0]["maxmem"] = 4000;
  add_jobs(one, n, 2);
  for (Json& job : one["jobs"])
    job["res_req"] = "rusage[mem=" + std::to_string(500 + job["id"].get<int>() % 100 * 20) + "]";
  return one.dump();
}
std::string preemption(std::int32_t n) {
  Json one = scenario({cluster("C", 16, 4)});
  first(one)["lsb.queues"] = {
      {{"QUEUE_NAME", "low"}, {"PRIORITY", 1}},
      {{"QUEUE_NAME", "high"}, {"PRIORITY", 9}, {"PREEMPTION", "PREEMPTIVE"}}};
  add_jobs(one, n, 5);
  for (Json& job : one["jobs"]) job["queue"] = job["id"].get<int>() % 3 == 0 ? "high" : "low";
  return one.dump();
}
std::string advance_reservations(std::int32_t n) {
  Json one = scenario({cluster("C", 16, 4)});
  for (std::int32_t at = 0; at < n; ++at)
    first(one)["reservations"].push_back({{"start", seconds(at * 100)},
                                          {"end", seconds(at * 100 + 90)},
                                          {"hosts", "h1"},
                                          {"users", "ann"}});
  add_jobs(one, n, 100);
  for (Json& job : one["jobs"]) job["limit"] = "1000s";
  return one.dump();
}
std::string changes(std::int32_t n) {
  Json one = scenario({cluster("C", 4, 4)});
  for (std::int32_t at = 0; at < n; ++at)
    one["changes"].push_back(
        {{"at", seconds(at * 60)},
         {"set", {{"lsb.queues", {{{"QUEUE_NAME", "normal"}, {"PRIORITY", 1 + at % 50}}}}}}});
  return add_jobs(one, n, 60).dump();
}
std::string actions(std::int32_t n) {
  Json one = scenario({cluster("C", 16, 4)});
  add_jobs(one, n, 10);
  for (std::int32_t at = 0; at < n; ++at) {
    one["actions"].push_back({{"at", seconds(at * 10 + 20)}, {"do", "bstop"}, {"job", at + 1}});
    one["actions"].push_back({{"at", seconds(at * 10 + 50)}, {"do", "bresume"}, {"job", at + 1}});
  }
  return one.dump();
}
std::string faults(std::int32_t n) {
  Json one = scenario({cluster("C", 16, 4)});
  for (std::int32_t at = 0; at < n; ++at)
    one["faults"].push_back(
        {{"at", seconds(at * 50)}, {"host", numbered("h", 1 + at % 16)}, {"down_for", "40s"}});
  add_jobs(one, n, 50);
  for (Json& job : one["jobs"]) job["rerunnable"] = true;
  return one.dump();
}
std::string days(std::int32_t n) {
  Json one = scenario({cluster("C", 2, 1)});
  return add_jobs(one, n, 86'400, {{"run", "20h"}}).dump();
}

// Several clusters.

Json sender(const std::string& to, std::int32_t hosts) {
  Json one = cluster("A", hosts, 4);
  one["lsb.params"]["MC_PLUGIN_SCHEDULE_ENHANCE"] = "RESOURCE_ONLY";
  one["lsb.queues"] = {{{"QUEUE_NAME", "send"}, {"SNDJOBS_TO", to}}};
  return one;
}
Json receiver(const std::string& name, std::int32_t hosts) {
  Json one = cluster(name, hosts, 4);
  one["lsb.params"]["MC_PLUGIN_UPDATE_INTERVAL"] = 10;
  one["lsb.queues"] = {{{"QUEUE_NAME", "here"}, {"RCVJOBS_FROM", "allclusters"}}};
  return one;
}
std::string forwarding(std::int32_t n) {
  Json one = scenario({sender("here@B here@C", 1), receiver("B", 4), receiver("C", 4)});
  one["links_default"] = {{"latency", "100ms"}};
  return add_jobs(one, n, 5, {{"cluster", "A"}}).dump();
}
std::string forwarding_pending(std::int32_t n) {
  Json one = Json::parse(forwarding(0));
  return add_jobs(one, n, 0, {{"cluster", "A"}}).dump();
}
std::string clusters(std::int32_t n) {
  std::string to;
  for (std::int32_t at = 1; at <= n; ++at) to += (at == 1 ? "here@" : " here@") + numbered("R", at);
  Json all = {sender(to, 1)};
  for (std::int32_t at = 1; at <= n; ++at) all.push_back(receiver(numbered("R", at), 1));
  Json one = scenario(std::move(all));
  one["links_default"] = {{"latency", "100ms"}};
  return add_jobs(one, 50, 5, {{"cluster", "A"}}).dump();
}
std::string pairs(std::int32_t n) {
  Json all = Json::array();
  for (std::int32_t at = 1; at <= n; ++at) {
    Json from = sender("here@" + numbered("R", at), 1);
    from["name"] = numbered("S", at);
    all.push_back(std::move(from));
    all.push_back(receiver(numbered("R", at), 1));
  }
  Json one = scenario(std::move(all));
  for (std::int32_t at = 1; at <= n; ++at) add_jobs(one, 10, 20, {{"cluster", numbered("S", at)}});
  return one.dump();
}
std::string outages(std::int32_t n) {
  Json one = Json::parse(forwarding(n));
  for (std::int32_t at = 0; at < n; ++at)
    one["faults"].push_back(
        {{"at", seconds(at * 5 + 1)}, {"link", {"A", "B"}}, {"down_for", "2s"}});
  return one.dump();
}
/// Jobs go to and fro, so that reports differ, and none is ever seen.
std::string loss(std::int32_t n) {
  Json one = scenario({sender("here@B", 1), receiver("B", 1)});
  one["links_default"] = {{"loss", 1}};
  one["until"] = seconds(std::int64_t{n} * 60);
  first(one)["lsb.queues"][0]["HOSTS"] = "none";
  Json& full = one["clusters"][1];
  full["lsb.params"]["MC_PLUGIN_UPDATE_INTERVAL"] = 1;
  full["lsb.queues"][0]["IMPT_JOBBKLG"] = 1;
  add_jobs(one, 1, 0, {{"cluster", "B"}, {"slots", 4}, {"run", "300d"}});
  return add_jobs(one, 3, 60, {{"cluster", "A"}}).dump();
}
std::string leased_hosts(std::int32_t n) {
  Json provider = cluster("P", n, 4);
  provider["lsb.resources"]["HostExport"] = {{{"PER_HOST", range("h", n)},
                                              {"SLOTS", 2},
                                              {"TYPE", "shared"},
                                              {"DISTRIBUTION", "([C, 1])"}}};
  Json consumer = cluster("C", 1, 1);
  consumer["lsb.queues"][0]["HOSTS"] = "all allremote";
  Json one = scenario({std::move(provider), std::move(consumer)});
  add_jobs(one, n, 5, {{"cluster", "C"}});
  return add_jobs(one, n, 5, {{"cluster", "P"}}).dump();
}
std::string lease_consumers(std::int32_t n) {
  Json provider = cluster("P", 16, 4);
  std::string shares;
  Json all = Json::array();
  for (std::int32_t at = 1; at <= n; ++at) {
    shares += (at == 1 ? "[" : " [") + numbered("C", at) + ", 1]";
    Json consumer = cluster(numbered("C", at), 1, 1);
    consumer["lsb.queues"][0]["HOSTS"] = "all allremote";
    all.push_back(std::move(consumer));
  }
  provider["lsb.resources"]["HostExport"] = {
      {{"PER_HOST", range("h", 16)}, {"SLOTS", 2}, {"DISTRIBUTION", "(" + shares + ")"}}};
  all.push_back(std::move(provider));
  Json one = scenario(std::move(all));
  for (std::int32_t at = 1; at <= n; ++at) add_jobs(one, 10, 20, {{"cluster", numbered("C", at)}});
  return one.dump();
}

// Load and launches.

/// Within five minutes, however many: all hosts report as long as any job is there.
Json& add_jobs_of_minutes(Json& into, std::int32_t n) {
  add_jobs(into, n, 0);
  for (Json& job : into["jobs"]) job["submit"] = seconds(job["id"].get<std::int64_t>() * 300 / n);
  return into;
}

std::string lims(std::int32_t n) {
  Json one = scenario({cluster("C", n, 2)});
  one["model"]["load"] = "lim";
  first(one)["lsb.queues"][0]["r1m"] = "1.0/1.5";
  return add_jobs_of_minutes(one, n).dump();
}
std::string elims(std::int32_t n) {
  Json one = scenario({cluster("C", n, 2)});
  one["model"]["load"] = "lim";
  one["lsf.shared"]["Resource"] = {
      {{"RESOURCENAME", "nio"}, {"TYPE", "Numeric"}, {"INTERVAL", 15}, {"INCREASING", "Y"}}};
  first(one)["lsf.cluster"]["ResourceMap"] = {{{"RESOURCENAME", "nio"}, {"LOCATION", "[default]"}}};
  one["elim"] = {
      {{"name", "elim.nio"},
       {"values",
        {{{"resource", "nio"}, {"walk", {{"start", 5}, {"step", 1}, {"highest", 10}}}}}}}};
  add_jobs_of_minutes(one, n);
  for (Json& job : one["jobs"]) job["res_req"] = "select[nio<8]";
  return one.dump();
}
std::string launches(std::int32_t n) {
  Json one = scenario({cluster("C", 16, 4)});
  one["pjl"] = {{{"name", "mpirun"}, {"pjl_start", "1s"}, {"ts_start", "uniform(100ms, 300ms)"}}};
  return add_jobs(one, n, 20, {{"slots", 8}}).dump();
}
std::string requeues(std::int32_t n) {
  Json one = scenario({cluster("C", 16, 4)});
  first(one)["lsb.queues"][0]["REQUEUE_EXIT_VALUES"] = "7";
  return add_jobs(one, n, 10, {{"exit_codes", "7 7 0"}}).dump();
}
/// Lists of two hosts, most of which no other job names.
std::string host_lists(std::int32_t n) {
  Json one = scenario({cluster("C", 64, 4)});
  add_jobs(one, n, 2);
  for (Json& job : one["jobs"]) {
    const int id = job["id"].get<int>();
    job["hosts"] = numbered("h", 1 + id % 64) + " " + numbered("h", 1 + (id * 7 + id / 64) % 64);
  }
  return one.dump();
}
/// Jobs of so many users, all in turn.
Json shared_jobs(const Json& queue, std::int32_t users, std::int32_t n, std::int32_t apart) {
  Json one = scenario({cluster("C", 16, 4)});
  first(one)["lsb.queues"][0].update(queue);
  add_jobs(one, n, apart);
  for (Json& job : one["jobs"]) {
    const int id = job["id"].get<int>();
    job["user"] = numbered("u", id % users);
    job["slots"] = 1 + id * 7 % 4;
  }
  return one;
}
std::string shares(std::int32_t n) {
  Json one = shared_jobs({{"FAIRSHARE", "USER_SHARES[[staff, 2] [default, 1]]"}}, 40, n, 1);
  first(one)["lsb.users"]["UserGroup"] = {{{"GROUP_NAME", "staff"},
                                           {"GROUP_MEMBER", "u1 u2 u3 u4 u5 u6 u7 u8"},
                                           {"USER_SHARES", "([u1, 3] [default, 1])"}}};
  return one.dump();
}
std::string sharing_users(std::int32_t n) {
  return shared_jobs({{"FAIRSHARE", "USER_SHARES[[default, 1]]"}}, n, 4 * n, 5).dump();
}
std::string collective_users(std::int32_t n) {
  return shared_jobs({{"FAIRSHARE", "USER_SHARES[[others, 1]]"}}, n, 4 * n, 5).dump();
}
std::string wide_jobs(std::int32_t n) {
  Json one = scenario({cluster("C", n, 1)});
  return add_jobs(one, 40, 10, {{"slots", n / 2}}).dump();
}

// Comparisons: the scenario is always the same one.

std::string drawn_world(std::int32_t) {
  Json one = Json::parse(forwarding(0));
  one["model"]["forward_policy"] = "random";
  return add_jobs(one, 30, 5, {{"cluster", "A"}}).dump();
}
std::string with_replicas(std::int32_t n) {
  return "compare -j 1 --vary clusters.A.lsb.params.MBD_SLEEP_TIME=[10,20] --replicas " +
         std::to_string(n);
}
std::string with_variants(std::int32_t n) {
  std::string seeds;
  for (std::int32_t seed = 1; seed <= n; ++seed)
    seeds += (seed == 1 ? "" : ",") + std::to_string(seed);
  return "compare --vary seed=[" + seeds + "] -j 1";
}

constexpr Family all[] = {
    {"jobs", "jobs, one after the other", 300, jobs},
    {"pending", "jobs of all sizes that wait together", 300, pending},
    {"fcfs", "such jobs under dispatch fcfs", 500, fcfs},
    {"easy", "such jobs under dispatch easy", 500, easy},
    {"conservative", "jobs under dispatch conservative, of which some wait", 200, conservative},
    {"run_limits", "such jobs with a run limit each", 300, run_limits},
    {"slot_reserve", "such jobs in a queue with SLOT_RESERVE", 150, slot_reserve},
    {"backfill", "such jobs in a queue with SLOT_RESERVE and BACKFILL", 150, backfill},
    {"hosts", "hosts, and jobs", 300, hosts},
    {"host_names", "hosts with an entry each", 500, host_names},
    {"host_groups", "groups of hosts that jobs ask for", 150, host_groups},
    {"queues", "queues", 80, many_queues},
    {"preempting_queues", "queues that may preempt one another", 60, preempting_queues},
    {"pool_queues", "queues of one slot pool", 40, pool_queues},
    {"window_queues", "queues with a dispatch window", 80, window_queues},
    {"pool_jobs", "jobs of a slot pool", 250, pool_jobs},
    {"qjob_limit", "jobs that QJOB_LIMIT holds back", 300, qjob_limit},
    {"users", "users with a job limit", 80, users},
    {"user_limits", "rows of lsb.users", 80, user_limits},
    {"limits", "sections Limit, each of a project, and jobs", 100, limits},
    {"limited_users", "users that a section Limit has a counter for each, and jobs", 60,
     limited_users},
    {"limited_hosts", "jobs on several of 16 hosts that share limits", 60, limited_hosts},
    {"requirements", "select strings", 150, requirements},
    {"rusage", "jobs that reserve memory", 300, rusage},
    {"preemption", "jobs of which a third preempts", 200, preemption},
    {"advance_reservations", "advance reservations", 100, advance_reservations},
    {"changes", "reconfigurations", 80, changes},
    {"actions", "jobs that are stopped and resumed", 150, actions},
    {"faults", "hosts that go down", 150, faults},
    {"days", "days", 60, days},
    {"forwarding", "jobs to be forwarded", 200, forwarding},
    {"forwarding_pending", "jobs that wait to be forwarded", 200, forwarding_pending},
    {"clusters", "clusters that one sends jobs to", 15, clusters},
    {"pairs", "pairs of clusters", 8, pairs},
    {"outages", "outages of a link", 120, outages},
    {"loss", "minutes in which each report is lost", 1000, loss},
    {"leased_hosts", "hosts of which a cluster leases a part", 60, leased_hosts},
    {"lease_consumers", "clusters that lease from one", 8, lease_consumers},
    {"lims", "hosts whose LIMs report load", 60, lims},
    {"elims", "hosts whose ELIMs report an index", 40, elims},
    {"launches", "parallel launches", 100, launches},
    {"requeues", "jobs that are requeued twice", 150, requeues},
    {"host_lists", "lists of hosts that jobs name", 300, host_lists},
    {"wide_jobs", "hosts that each job spreads over", 150, wide_jobs},
    {"shares", "jobs of users with shares", 300, shares},
    {"sharing_users", "users with shares, and jobs", 60, sharing_users},
    {"collective_users", "users of one account, and jobs", 60, collective_users},
    {"replicas", "replicas of a comparison, each a cell", 30, drawn_world, with_replicas},
    {"variants", "variants of a comparison, each a cell", 30, drawn_world, with_variants},
    {"array_elements", "elements of a job array with a limit", 300, array_elements},
    {"waiting_elements", "elements that wait for those of another array", 150, waiting_elements},
    {"modified_elements", "elements that ask for different hosts", 150, modified_elements},
    {"moved_elements", "elements that btop and bbot move together", 300, moved_elements},
};

}  // namespace

std::span<const Family> families() { return all; }

}  // namespace mcsim::testing::growth
