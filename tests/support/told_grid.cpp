// Draws a grid, and writes it down.
#include "support/told_grid.hpp"

#include <algorithm>
#include <utility>

#include "support/random_dice.hpp"

namespace mcsim::testing {
namespace {

using Names = std::vector<std::string>;

std::string quoted(const std::string& text) { return "\"" + text + "\""; }

/// Members of an object, or items of a list.
std::string joined(const Names& parts, const char* between = ", ") {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : between) + part;
  return text;
}

class Object {
 public:
  Object& text(const char* key, const std::string& value) { return raw(key, quoted(value)); }
  Object& number(const char* key, std::int64_t value) { return raw(key, std::to_string(value)); }
  Object& raw(const char* key, const std::string& value) {
    members_.push_back(quoted(key) + ": " + value);
    return *this;
  }
  std::string done() const { return "{" + joined(members_) + "}"; }

 private:
  Names members_;
};

std::string list(const Names& items) { return "[" + joined(items, ",\n   ") + "]"; }

std::string seconds_text(std::int64_t seconds) { return std::to_string(seconds) + "s"; }

/// What the parts of a cluster know of each other while it is drawn.
struct Site {
  std::string name;
  Names hosts;
  Names queues;
  std::vector<std::int32_t> priorities{};  ///< by queue
  Names groups{};                          ///< of hosts
  Names applications{};
  bool pool = false;
  std::size_t pooled = 0;  ///< the first queues
  Names receives{};        ///< by queue: RCVJOBS_FROM
  bool exports = false;
};

class TellingDice {
 public:
  TellingDice(std::uint64_t seed, bool plain) : dice_(seed, "test/told_grid"), plain_(plain) {}

  ToldGrid drawn() {
    const std::int64_t clusters = dice_.between(1, 4);
    name_users();
    for (std::int64_t at = 1; at <= clusters; ++at) name_site("c" + std::to_string(at));
    for (Site& site : sites_) grid_.clusters.push_back(cluster(site));
    shared_members();
    for (const Site& site : sites_) add_jobs(site);
    if (!plain_) happenings();
    for (const Site& site : sites_) {
      grid_.names.push_back(site.name);
      for (const Names* const names : {&site.hosts, &site.queues, &site.groups, &site.applications})
        grid_.names.insert(grid_.names.end(), names->begin(), names->end());
    }
    for (const Names* const names : {&users_, &user_groups_})
      grid_.names.insert(grid_.names.end(), names->begin(), names->end());
    return std::move(grid_);
  }

 private:
  bool often() { return dice_.one_in(2); }
  bool seldom() { return dice_.one_in(5); }
  std::string some_number(std::int64_t least, std::int64_t most) {
    return std::to_string(dice_.between(least, most));
  }
  const std::string& one_of(const Names& names) {
    return names[dice_.id_below<std::size_t>(names.size())];
  }
  /// At least one, in any order.
  Names some_of(Names names) {
    for (std::size_t left = names.size(); left > 1; --left)
      std::swap(names[left - 1], names[dice_.id_below<std::size_t>(left)]);
    names.resize(
        static_cast<std::size_t>(dice_.between(1, static_cast<std::int64_t>(names.size()))));
    return names;
  }

  void name_users() {
    for (std::int64_t at = dice_.between(1, 4); at > 0; --at)
      users_.push_back("u" + std::to_string(at));
    for (std::int64_t at = dice_.between(0, 2); at > 0; --at)
      user_groups_.push_back("ug" + std::to_string(at));
  }

  void name_site(const std::string& name) {
    Site site{.name = name, .hosts = {}, .queues = {}};
    const auto count = [&](Names& names, const char* kind, std::int64_t least, std::int64_t most) {
      for (std::int64_t at = dice_.between(least, most); at > 0; --at)
        names.push_back(name + kind + std::to_string(at));
    };
    count(site.hosts, "h", 1, 5);
    count(site.queues, "q", 1, 4);
    count(site.groups, "g", 0, 2);
    if (!plain_) count(site.applications, "a", 0, 2);
    site.receives.resize(site.queues.size());
    sites_.push_back(std::move(site));
  }

  // A cluster.

  std::string cluster(Site& site) {
    Object object;
    object.text("name", site.name).raw("hosts", hosts(site)).raw("lsb.params", params());
    site.exports = sites_.size() > 1 && often();
    const std::string queues = all_queues(site);
    object.raw("lsb.queues", queues).raw("lsb.hosts", lsb_hosts(site));
    if (often()) object.raw("lsb.users", lsb_users());
    if (!site.applications.empty()) object.raw("lsb.applications", applications(site));
    if (site.exports) object.raw("lsb.resources", exports(site));
    if (!plain_ && !site.exports && seldom()) object.raw("reservations", reservations(site));
    if (often()) object.raw("model", model(site));
    return object.done();
  }

  std::string hosts(const Site& site) {
    Names all;
    for (const std::string& name : site.hosts) {
      Object host;
      host.text("name", name).number("ncpus", dice_.between(2, 5));
      if (often()) host.text("type", dice_.one_of<std::string>({"X64", "ARM"}));
      host.number("maxmem", dice_.between(1, 4) * 1000);
      if (often()) host.raw("resources", R"(["big"])");
      all.push_back(host.done());
    }
    return list(all);
  }

  std::string params() {
    Object object;
    object.raw("JOB_SCHEDULING_INTERVAL", dice_.one_of<std::string>({"0", "1", "2", "5"}));
    object.number("MBD_SLEEP_TIME", dice_.between(2, 10));
    object.number("JOB_ACCEPT_INTERVAL", dice_.between(0, 1));
    if (seldom())
      object.text("PREEMPT_FOR", dice_.one_of<std::string>({"LEAST_RUN_TIME", "MINI_JOB"}));
    if (seldom()) object.number("MAX_USER_PRIORITY", 100);
    if (seldom()) object.raw("RESOURCE_RESERVE_PER_SLOT", "true");
    if (often()) object.number("MC_PLUGIN_UPDATE_INTERVAL", dice_.between(1, 20));
    if (often())
      object.text("MC_PLUGIN_SCHEDULE_ENHANCE",
                  dice_.one_of<std::string>({"RESOURCE_ONLY", "COUNT_PREEMPTABLE",
                                             "COUNT_PREEMPTABLE HIGH_QUEUE_PRIORITY",
                                             "DYN_CLUSTER_WEIGHTING"}));
    if (seldom()) object.number("MC_RECLAIM_DELAY", 1);
    return object.done();
  }

  std::string model(const Site& site) {
    Object object;
    if (seldom() && !site.pool)
      object.text("victim_order", "submitted").text("resume_order", "suspended");
    if (seldom()) object.text("lease_dealing", "turns");
    if (seldom()) object.raw("elide", "false");
    if (dice_.one_in(8)) {
      object.text("forward_policy", "random");
      grid_.draws = true;
    }
    return object.done();
  }

  std::string queue_hosts(const Site& site) {
    Names chosen = some_of(site.hosts);
    if (!site.groups.empty() && often()) chosen = {one_of(site.groups)};
    if (often()) chosen.front() += "+" + some_number(1, 3);
    if (often()) chosen.push_back("others");
    return joined(chosen, " ");
  }

  std::string all_queues(Site& site) {
    site.pool = site.queues.size() > 2 && dice_.one_in(4);
    site.pooled = site.pool ? 2 : 0;
    for (std::size_t at = 0; at < site.queues.size(); ++at)
      site.priorities.push_back(dice_.number(1, 4) * 10);
    Names all;
    for (std::size_t at = 0; at < site.queues.size(); ++at) all.push_back(queue(site, at));
    return list(all);
  }

  std::string queue(const Site& site, std::size_t at) {
    Object object;
    object.text("QUEUE_NAME", site.queues[at]).number("PRIORITY", site.priorities[at]);
    if (at < site.pooled)
      object.text("SLOT_POOL", "pool").number("SLOT_SHARE", dice_.between(1, 4) * 10);
    else
      places(object, site, at);
    if (seldom()) object.text("USERS", joined(some_of(users_), " "));
    if (seldom()) object.number("UJOB_LIMIT", dice_.between(2, 6));
    if (seldom()) object.number("QJOB_LIMIT", dice_.between(4, 9));
    if (seldom()) object.number("HJOB_LIMIT", dice_.between(2, 4));
    if (seldom()) object.text("RUNLIMIT", "1 3");
    if (seldom()) object.number("NEW_JOB_SCHED_DELAY", dice_.between(1, 10));
    if (seldom()) object.text("RES_REQ", requirement(site));
    if (seldom()) object.raw("RERUNNABLE", "true");
    if (seldom()) object.text("REQUEUE_EXIT_VALUES", "1 EXCLUDE(99)");
    if (seldom()) object.text("DISPATCH_WINDOW", "0:01-0:04 0:06-0:40");
    if (often()) object.raw("EXCLUSIVE", "true");
    if (seldom()) object.raw("BACKFILL", "true");
    if (seldom()) object.text("SLOT_RESERVE", "MAX_RESERVE_TIME[" + some_number(1, 9) + "]");
    preemption(object, site, at);
    return object.done();
  }

  /// HOSTS, and the ways to and from other clusters.
  void places(Object& object, const Site& site, std::size_t at) {
    const bool borrows = sites_.size() > 1 && dice_.one_in(4);
    if (borrows)
      object.text("HOSTS", often() ? "all allremote" : "all+1 allremote");
    else if (dice_.one_in(3))
      object.text("HOSTS", queue_hosts(site));
    if (sites_.size() == 1) return;
    if (!borrows && often()) {
      Names targets;
      for (const Site& other : sites_)
        if (other.name != site.name && often())
          targets.push_back(one_of(other.queues) + "@" + other.name);
      if (!targets.empty()) object.text("SNDJOBS_TO", joined(targets, " "));
      if (seldom()) object.number("MAX_RSCHED_TIME", dice_.between(1, 6));
      if (seldom()) object.text("FWD_USERS", joined(some_of(users_), " "));
    }
    if (often() || at == 0) object.text("RCVJOBS_FROM", "allclusters");
    if (seldom()) object.number("IMPT_JOBBKLG", dice_.between(0, 3));
  }

  void preemption(Object& object, const Site& site, std::size_t at) {
    if (!seldom()) return;
    for (std::size_t low = 0; low < site.queues.size(); ++low)
      if (site.priorities[low] < site.priorities[at])
        return void(object.text("PREEMPTION", "PREEMPTIVE[" + site.queues[low] + "]"));
    object.text("PREEMPTION", "PREEMPTABLE");
  }

  std::string requirement(const Site& site) {
    return dice_.one_of<std::string>({"select[big]", "select[mem>500] order[mem]",
                                      "rusage[mem=300]", "span[hosts=1]", "span[ptile=1]",
                                      "select[hname!=" + site.hosts.front() + "]", "same[type]",
                                      "select[type==any]"});
  }

  std::string lsb_hosts(const Site& site) {
    Names rows;
    Object own;
    own.text("HOST_NAME", one_of(site.hosts)).number("MXJ", dice_.between(2, 6));
    if (often()) own.number("JL/U", dice_.between(2, 3));
    rows.push_back(own.done());
    rows.push_back(R"({"HOST_NAME": "default", "MXJ": "!"})");
    Object object;
    object.raw("Host", list(rows));
    Names groups;
    for (const std::string& group : site.groups)
      groups.push_back(Object()
                           .text("GROUP_NAME", group)
                           .text("GROUP_MEMBER", joined(some_of(site.hosts), " "))
                           .done());
    if (!groups.empty()) object.raw("HostGroup", list(groups));
    return object.done();
  }

  std::string lsb_users() {
    Object object;
    Names groups;
    for (const std::string& group : user_groups_)
      groups.push_back(Object()
                           .text("GROUP_NAME", group)
                           .text("GROUP_MEMBER", joined(some_of(users_), " "))
                           .done());
    if (!groups.empty()) object.raw("UserGroup", list(groups));
    Names rows;
    for (const std::string& user : users_)
      if (seldom())
        rows.push_back(
            Object().text("USER_NAME", user).number("MAX_JOBS", dice_.between(2, 6)).done());
    for (const std::string& group : user_groups_)
      if (seldom())
        rows.push_back(
            Object().text("USER_NAME", group).number("MAX_JOBS", dice_.between(2, 9)).done());
    if (seldom())
      rows.push_back(
          Object().text("USER_NAME", "default").number("MAX_JOBS", dice_.between(2, 9)).done());
    if (!rows.empty()) object.raw("User", list(rows));
    return object.done();
  }

  std::string applications(const Site& site) {
    Names all;
    for (const std::string& name : site.applications) {
      Object object;
      object.text("NAME", name);
      if (often()) object.text("RUNLIMIT", "2");
      if (often()) object.text("RES_REQ", requirement(site));
      all.push_back(object.done());
    }
    return list(all);
  }

  std::string exports(const Site& site) {
    Names consumers;
    for (const Site& other : sites_)
      if (other.name != site.name)
        consumers.push_back("[" + other.name + ", " + some_number(1, 3) + "]");
    Object policy;
    policy.text("PER_HOST", joined(some_of(site.hosts), " ")).number("SLOTS", dice_.between(1, 3));
    if (often()) {
      policy.text("TYPE", "shared");
      consumers.resize(1);  // of hosts that PER_HOST names
    }
    policy.text("DISTRIBUTION", "(" + joined(consumers, " ") + ")");
    return Object().raw("HostExport", list({policy.done()})).done();
  }

  std::string reservations(const Site& site) {
    return list({Object()
                     .text("start", "40s")
                     .text("end", "150s")
                     .text("hosts", one_of(site.hosts))
                     .text("users", one_of(users_))
                     .done()});
  }

  // The scenario.

  void shared_members() {
    Object shared;
    shared.raw("Resource", R"([{"RESOURCENAME": "big", "TYPE": "Boolean"}])");
    shared.raw("HostType", R"([{"TYPENAME": "X64"}, {"TYPENAME": "ARM"}])");
    grid_.members.push_back("\"lsf.shared\": " + shared.done());
    Names links;
    for (std::size_t a = 0; a < sites_.size(); ++a)
      for (std::size_t b = a + 1; b < sites_.size(); ++b) {
        if (!dice_.one_in(3)) continue;
        Object link;
        link.raw("between", "[" + quoted(sites_[a].name) + ", " + quoted(sites_[b].name) + "]");
        link.text("latency", dice_.one_of<std::string>({"0s", "200ms", "3s"}));
        if (dice_.one_in(6)) {
          link.text("jitter", "2s");
          grid_.draws = true;
        }
        links.push_back(link.done());
      }
    if (!links.empty()) grid_.members.push_back("\"links\": " + list(links));
    grid_.members.emplace_back(R"("until": "1h")");
    if (often()) grid_.members.emplace_back(R"("seed": 7)");
  }

  void add_jobs(const Site& site) {
    std::int64_t now = 0;
    const std::int64_t count = dice_.between(3, 20);
    for (std::int64_t at = 1; at <= count; ++at) {
      if (!dice_.one_in(3)) now += dice_.between(0, 20);
      ToldJob job{.id = at, .submit = now, .run = dice_.between(0, 120)};
      if (dice_.one_in(3)) job.id = 1000 - at;  // not in the order of submission
      if (often()) job.limit = dice_.between(10, 150);
      job.slots = dice_.number(1, 2);
      job.cluster = site.name;
      job.queue = one_of(site.queues);
      job.user = one_of(users_);
      if (!plain_) job.rest = wishes(site);
      if (!plain_ && seldom()) job.slots = dice_.number(2, 6);
      grid_.jobs.push_back(std::move(job));
    }
  }

  std::string wishes(const Site& site) {
    std::string text;
    if (seldom()) text += ", \"res_req\": " + quoted(requirement(site));
    if (seldom()) text += ", \"hosts\": " + quoted(queue_hosts(site));
    if (seldom() && !site.applications.empty())
      text += ", \"app\": " + quoted(one_of(site.applications));
    if (dice_.one_in(8)) text += R"(, "exclusive": true)";
    if (seldom()) text += R"(, "rerunnable": true)";
    if (seldom()) text += ", \"priority\": " + some_number(0, 100);
    if (seldom()) text += R"(, "exit_codes": "1 0")";
    if (dice_.one_in(8))
      text += ", \"cancel_at\": " + quoted(seconds_text(dice_.between(200, 400)));
    if (dice_.one_in(8)) text += R"(, "preexec_failures": 2)";
    if (dice_.one_in(8)) text += R"(, "min_slots": 1)";
    return text;
  }

  void happenings() {
    Names faults;
    Names actions;
    Names launches;
    Names changes;
    for (const Site& site : sites_) {
      if (dice_.one_in(3))
        faults.push_back(Object()
                             .text("at", seconds_text(dice_.between(10, 200)))
                             .text("host", one_of(site.hosts) + "@" + site.name)
                             .text("down_for", seconds_text(dice_.between(5, 60)))
                             .done());
      if (dice_.one_in(3)) add_action(actions, site);
      if (dice_.one_in(4)) launches.push_back(launch(site));
      if (dice_.one_in(4)) changes.push_back(change(site));
    }
    if (sites_.size() > 1 && seldom())
      faults.push_back(
          Object()
              .text("at", "60s")
              .raw("link", "[" + quoted(sites_[0].name) + ", " + quoted(sites_[1].name) + "]")
              .text("down_for", "50s")
              .done());
    const auto add = [&](const char* key, const Names& items) {
      if (!items.empty()) grid_.members.push_back(quoted(key) + ": " + list(items));
    };
    add("faults", faults);
    add("actions", actions);
    add("pjl", launches);
    add("changes", changes);
  }

  void add_action(Names& actions, const Site& site) {
    Object action;
    action.text("at", seconds_text(dice_.between(5, 200)));
    if (often())
      action.text("do", dice_.one_of<std::string>({"hclose", "hopen"}))
          .text("host", one_of(site.hosts) + "@" + site.name);
    else if (often())
      action.text("do", dice_.one_of<std::string>({"qclose", "qinact", "qact"}))
          .text("queue", one_of(site.queues) + "@" + site.name);
    else
      action.text("do", dice_.one_of<std::string>({"bstop", "btop", "bbot", "bkill"}))
          .text("job", job_of(site));
    actions.push_back(action.done());
  }

  std::string job_of(const Site& site) {
    Names ids;
    for (const ToldJob& job : grid_.jobs)
      if (job.cluster == site.name) ids.push_back(std::to_string(job.id) + "@" + site.name);
    return one_of(ids);
  }

  std::string launch(const Site& site) {
    Object object;
    object.text("name", "mpirun").text("cluster", site.name);
    if (often()) object.text("queues", one_of(site.queues));
    object.text("pjl_start", "2s").text("ts_interval", "500ms").text("task_start", "1s");
    if (often())
      object.raw("slow_hosts",
                 list({Object().text("hosts", one_of(site.hosts)).number("factor", 3).done()}));
    return object.done();
  }

  std::string change(const Site& site) {
    Object queue;
    queue.text("QUEUE_NAME", one_of(site.queues)).number("UJOB_LIMIT", dice_.between(2, 4));
    return Object()
        .text("at", seconds_text(dice_.between(20, 200)))
        .text("cluster", site.name)
        .raw("set", Object().raw("lsb.queues", list({queue.done()})).done())
        .done();
  }

  Dice dice_;
  bool plain_;
  ToldGrid grid_;
  Names users_;
  Names user_groups_;
  std::vector<Site> sites_;
};

std::string job_text(const ToldJob& job) {
  Object object;
  object.number("id", job.id).text("submit", seconds_text(job.submit));
  object.text("cluster", job.cluster).text("queue", job.queue).text("user", job.user);
  object.number("slots", job.slots).text("run", seconds_text(job.run));
  if (job.limit > 0) object.text("limit", seconds_text(job.limit));
  std::string text = object.done();
  return text.insert(text.size() - 1, job.rest);
}

}  // namespace

ToldGrid told_grid(std::uint64_t seed, bool plain) { return TellingDice(seed, plain).drawn(); }

std::string jobs_member(const std::vector<ToldJob>& jobs) {
  Names all;
  for (const ToldJob& job : jobs) all.push_back(job_text(job));
  return "\"jobs\": " + list(all);
}

std::string text_of(const ToldGrid& grid, const std::string& jobs) {
  std::string text = "{\"mcsim\": 1, \"clusters\": " + list(grid.clusters);
  for (const std::string& member : grid.members) text += ",\n " + member;
  return text + ",\n " + jobs + "}\n";
}

std::string text_of(const ToldGrid& grid) { return text_of(grid, jobs_member(grid.jobs)); }

}  // namespace mcsim::testing
