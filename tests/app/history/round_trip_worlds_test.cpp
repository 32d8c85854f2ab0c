// Random worlds whose accounting is imported and run again.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/csv_rows.hpp"
#include "support/environment.hpp"
#include "support/imported.hpp"
#include "support/random_dice.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::round_trip_worlds_test {

namespace {

constexpr const char* start_of_all = "2026-01-01T00:00:00Z";

std::string quoted(const std::string& text) { return "\"" + text + "\""; }
std::string in_seconds(std::int64_t seconds) { return quoted(std::to_string(seconds) + "s"); }

/// A cluster with what lsb.acct can tell of its jobs: all times are whole seconds, and no job is
/// requeued, which lsb.events alone tells.
class World {
 public:
  explicit World(std::uint64_t seed) : dice_(seed, "round trip") {
    for (int host = dice_.number(1, 4); host > 0; --host) {
      const int slots = dice_.one_of<int>({1, 2, 4, 8});
      hosts_ += (hosts_.empty() ? "" : ", ") + std::string("{\"name\": \"h") +
                std::to_string(host) + "\", \"ncpus\": " + std::to_string(slots) + "}";
      slots_ += slots;
      ++host_count_;
    }
    for (int queue = dice_.number(1, 3); queue > 0; --queue) add_queue();
    std::int64_t at = 0;
    for (int job = dice_.number(3, 25), id = 1; id <= job; ++id) {
      at += dice_.one_of<std::int64_t>({0, 0, 1, 2, 5, 13});
      add_job(id, at);
    }
    interval_ = dice_.one_of<int>({0, 1, 1, 3, 5});
    accept_ = dice_.one_of<int>({0, 0, 1});
  }

  std::string with(const std::string& work) const {
    return R"({"mcsim": 1, "start": ")" + std::string(start_of_all) +
           R"(", "clusters": [{"name": "c", "hosts": [)" + hosts_ +
           R"(], "lsb.params": {"JOB_SCHEDULING_INTERVAL": )" + std::to_string(interval_) +
           R"(, "JOB_ACCEPT_INTERVAL": )" + std::to_string(accept_) + R"(}, "lsb.queues": [)" +
           queues_ + "]}], " + work + "}";
  }
  std::string original() const { return with("\"jobs\": [" + jobs_ + "]"); }

 private:
  void add_queue() {
    const std::string number = std::to_string(++queue_count_);
    const bool preempts = queue_count_ > 1 && dice_.one_in(3);
    const int priority = preempts ? 40 + queue_count_ : dice_.one_of<int>({10, 20, 30});
    std::string text = R"({"QUEUE_NAME": "q)" + number + R"(", "PRIORITY": )" +
                       std::to_string(priority) + R"(, "NEW_JOB_SCHED_DELAY": )" +
                       std::to_string(dice_.one_of<int>({0, 0, 2}));
    const auto some = [&](const char* key, std::uint64_t chances, const std::string& value) {
      if (dice_.one_in(chances)) text += ", \"" + std::string(key) + "\": " + value;
    };
    some("UJOB_LIMIT", 3, std::to_string(dice_.number(1, slots_)));
    some("QJOB_LIMIT", 5, std::to_string(dice_.number(1, slots_)));
    some("FAIRSHARE", 3, quoted("USER_SHARES[[ann, 3] [bob, 1] [default, 1]]"));
    some("SLOT_RESERVE", 5, quoted("MAX_RESERVE_TIME[4]"));
    some("RUNLIMIT", 5, "1");
    text += R"(, "EXCLUSIVE": "Y")";
    if (preempts) text += R"(, "PREEMPTION": "PREEMPTIVE[q1]")";
    queues_ += (queues_.empty() ? "" : ", ") + text + "}";
  }
  void add_job(int id, std::int64_t at) {
    std::string text =
        "{\"id\": " + std::to_string(id) + ", \"submit\": " + in_seconds(at) +
        ", \"user\": " + quoted(dice_.one_of<std::string>({"ann", "bob", "cat"})) +
        ", \"queue\": \"q" + std::to_string(dice_.number(1, queue_count_)) +
        "\", \"run\": " + in_seconds(dice_.one_of<std::int64_t>({0, 1, 3, 10, 30, 90}));
    const auto some = [&](const char* key, std::uint64_t chances, const std::string& value) {
      const bool has = dice_.one_in(chances);
      if (has) text += ", \"" + std::string(key) + "\": " + value;
      return has;
    };
    int slots = dice_.one_of<int>({1, 1, 1, 2, std::min(slots_, 4), slots_});
    if (some("hosts", 5,
             quoted("h" + std::to_string(dice_.number(1, host_count_)) +
                    (dice_.one_in(3) ? "+1" : ""))))
      slots = 1;
    else
      some("res_req", 7,
           quoted(dice_.one_of<std::string>(
               {"span[ptile=1]", "span[hosts=1]", "order[slots]", "select[ncpus>1]"})));
    text += ", \"slots\": " + std::to_string(slots);
    if (slots > 1) some("min_slots", 10, "1");
    some("limit", 3, in_seconds(dice_.one_of<std::int64_t>({5, 20, 60, 120})));
    some("exclusive", 6, "true");
    some("begin", 10, in_seconds(at + dice_.number(1, 40)));
    some("mem", 10, "100");
    some("exit_codes", 7, quoted(dice_.one_of<std::string>({"1", "7"})));
    const bool is_array = some("name", 10,
                               quoted("arr[1-" + std::to_string(dice_.number(2, 5)) + "]" +
                                      dice_.one_of<std::string>({"", "%1", "%2"})));
    if (id > 1 && !is_array)
      some("depends", 8,
           quoted(dice_.one_of<std::string>({"done(", "ended(", "exit(", "started("}) +
                  std::to_string(dice_.number(1, id - 1)) + ")"));
    some("cancel_at", 10, in_seconds(at + dice_.number(1, 60)));
    jobs_ += (jobs_.empty() ? "" : ", ") + text + "}";
  }

  Dice dice_;
  std::string hosts_;
  std::string queues_;
  std::string jobs_;
  int slots_ = 0;
  int host_count_ = 0;
  int queue_count_ = 0;
  int interval_ = 0;
  int accept_ = 0;
};

/// What is the same of a job, by its name.
std::map<std::string, std::string> schedule_of(const std::string& folder) {
  std::map<std::string, std::string> schedule;
  for (const Row& row : rows_of(folder + "/jobs.csv")) {
    const auto index = row.find("index");
    std::string name = row.at("job_id");
    if (index != row.end() && !index->second.empty() && index->second != "0")
      name += "[" + index->second + "]";
    std::string& text = schedule[name];
    for (const char* column :
         {"submit_time", "start_time", "finish_time", "status", "exec_hosts", "exit_code"})
      text += row.at(column) + " ";
  }
  return schedule;
}

bool has_ended(const std::string& job) {
  return job.find(" DONE ") != std::string::npos || job.find(" EXIT ") != std::string::npos;
}

}  // namespace

// A job that never ends has no record in lsb.acct: worlds with such jobs are left out.
TEST_CASE("the accounting of any world, imported and run again, is the same schedule",
          "[property]") {
  const std::uint64_t seeds =
      number_from_environment("MCSIM_ROUND_TRIPS", fewer_by_environment(600));
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    INFO("seed " << seed);
    const World world(seed);
    const TempFolder room;
    const std::string before =
        run_folder(room, room.write("a.json", world.original()), "before", {}, "jobs,acct");
    const auto wanted = schedule_of(before);
    if (!std::ranges::all_of(wanted, [](const auto& job) {
          return has_ended(job.second) || job.second.find(" REJECTED ") != std::string::npos;
        }))
      continue;
    const Imported site =
        imported(room, {.acct = {before + "/lsb.acct"}, .from = start_of_all}, "site");
    if (site.says("has no job that could be simulated")) continue;
    INFO(world.original() << site.answer.err << site.table);
    REQUIRE(site.answer.code == ExitCode::done);
    const std::string again =
        room.write("b.json", world.with(R"("workloads": [{"file": "site/jobs.csv.zst"}])"));
    const auto found = schedule_of(run_folder(room, again, "after"));
    for (const auto& [job, text] : wanted)
      if (has_ended(text)) REQUIRE(job + ": " + found.at(job) == job + ": " + text);
    ++compared;
  }
  CHECK(compared >= seeds / 3);
}

}  // namespace mcsim::testing::round_trip_worlds_test
