// The worked numbers of user fairshare, by the naive reference alone: they prove the reference that
// random worlds hold the simulator against. docs/rules/fairshare.md
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "support/naive_fairshare.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::fairshare_numbers_test {

namespace {

using naive::ShareAccount;
using naive::ShareJob;
using naive::ShareJobs;
using naive::ShareTree;
using Kind = ShareRowConfig::Kind;

constexpr ShareRow top = none<ShareRow>;

ShareRowConfig share_row(std::string name, Kind kind, std::int32_t shares,
                         std::vector<std::uint32_t> users, ShareRow parent = top) {
  ShareRowConfig row{.name = std::move(name), .kind = kind, .parent = parent, .shares = shares};
  row.users = UserList::only({});
  for (const std::uint32_t user : users) row.users.users.push_back(NameId{user});
  return row;
}

ShareRowConfig own_account(std::string name, std::int32_t shares, std::uint32_t user,
                           ShareRow parent = top) {
  return share_row(std::move(name), Kind::user, shares, {user}, parent);
}

/// Jobs that wait in the order of the queue, and those that have slots.
class Queue {
 public:
  explicit Queue(std::vector<ShareRowConfig> rows, const FairshareFactors& factors = {},
                 const FairshareOptions& options = {})
      : tree(FairshareConfig{.accounts = std::move(rows), .factors = factors}, options) {}

  /// A job of one slot for each letter: `a` is of user 0.
  void submit(const std::string& letters) {
    for (const char letter : letters) {
      waiting.push_back(jobs.size());
      jobs.push_back({.user = NameId{static_cast<std::uint32_t>(letter - 'a')}});
    }
  }

  /// Starts the next job on `slots` slots, on hosts of this CPU factor.
  std::size_t start_next(std::int64_t slots = 1, double factor = 1) {
    const auto next = tree.elect(jobs, waiting, now);
    REQUIRE(next);
    std::erase(waiting, next->job);
    ShareJob started = jobs[next->job];
    started.account = next->account;
    started.by_factor = {{factor, slots}};
    tree.settle(jobs, started, now);
    started.started = slots;
    started.runs = true;
    started.ran_decayed.until = now;
    jobs[next->job] = started;
    return next->job;
  }

  /// The users of the jobs that start one after the other at once.
  std::string start(std::int64_t count) {
    std::string letters;
    for (; count > 0; --count)
      letters += static_cast<char>('a' + index_of(jobs[start_next()].user));
    return letters;
  }

  void go_on_to(Time time) {
    for (ShareJob& job : jobs)
      if (job.runs) job.ran += time - now;
    now = time;
  }

  void end(std::size_t job) {
    tree.settle(jobs, jobs[job], now);
    tree.settle_run(jobs[job].ran_decayed, jobs[job].started, true, now);
    tree.leave(jobs[job], now);
    jobs[job].account.reset();
    jobs[job].runs = false;
  }

  UserShareView view(std::uint32_t row, NameId user = none<NameId>) const {
    return tree.view(jobs, {ShareRow{row}, user}, now);
  }
  double priority(std::uint32_t row) const { return tree.priority(jobs, {ShareRow{row}}, now); }

  ShareTree tree;
  ShareJobs jobs;
  std::vector<std::size_t> waiting;
  Time now{};
};

bool is_near(double a, double b, double margin = 5e-5) { return std::abs(a - b) < margin; }

/// Each account has the CPU time and one job with these slots and, times its slots, this run time.
struct Use {
  std::uint32_t row = 0;
  double cpu_s = 0;
  std::int64_t slots = 0;
  Duration run{};
};
void give(Queue& queue, const Use& use) {
  queue.tree.sums({ShareRow{use.row}}).cpu[1] = {.until = queue.now, .decayed = use.cpu_s};
  if (use.slots == 0) return;
  queue.jobs.push_back({.account = ShareAccount{ShareRow{use.row}},
                        .started = use.slots,
                        .ran = use.run / use.slots});
}

const std::vector<ShareRowConfig> three_and_one{own_account("u1", 3, 0), own_account("u2", 1, 1)};

std::vector<ShareRowConfig> two_levels() {
  return {share_row("eng", Kind::tree, 2, {}), share_row("ops", Kind::collective, 1, {2, 3}),
          own_account("a", 3, 0, ShareRow{0}), own_account("b", 1, 1, ShareRow{0})};
}

}  // namespace

// Source: Administering Platform LSF 7.3, page 308. The divisors of its table are printed there;
// its priorities agree but for the clock of the display.
TEST_CASE("accounts have the divisors of LSF's documented table, and a group the sums below it") {
  Queue queue({share_row("group1", Kind::collective, 40, {9}),
               share_row("group2", Kind::tree, 20, {}), own_account("user1", 8, 1, ShareRow{1}),
               own_account("user2", 2, 2, ShareRow{1}),
               share_row("others", Kind::collective, 1, {3, 4}, ShareRow{1})});
  give(queue, {0, 48.4, 5, 17'618s});
  give(queue, {1, 607.7, 0, 0s});
  give(queue, {2, 9.6, 1, 5'108s});
  give(queue, {3, 0, 0, 0s});
  give(queue, {4, 598.1, 5, 19'556s});
  const std::vector<double> divisors{21.4351, 25.9139, 6.9951, 3.0, 21.9189};
  const std::vector<double> priorities{1.866, 0.772, 1.144, 0.667, 0.046};
  for (std::uint32_t row = 0; row < 5; ++row) {
    INFO("row " << row);
    CHECK(is_near(LsfUserShare::divisor(queue.view(row)), divisors[row]));
    CHECK(is_near(queue.priority(row), priorities[row], 5e-4));
  }
  CHECK(queue.view(1).started_slots == 6);
  // `others` waits longest, then user1, then group1.
  queue.submit("dbj");
  CHECK(queue.jobs[queue.start_next()].user == NameId{9});
  CHECK(queue.jobs[queue.start_next()].user == NameId{1});
}

// u1 has 3/3, 3/6 and then 3/9, as u2 has 1/3.
TEST_CASE("shares of 3 and 1 start jobs 6 to 2, and a tie falls to the job that stands earlier") {
  const auto started = [](const std::string& jobs) {
    Queue queue(three_and_one);
    queue.submit(jobs);
    return queue.start(8);
  };
  CHECK(started("abababababababababab") == "aabaaaba");
  CHECK(started("bbbbbbbbbbaaaaaaaaaa") == "aabaaaba");
  CHECK(started("aaaaaaaaaabbbbbbbbbb") == "aaabaaab");
}

TEST_CASE("by default each user who is not named has an account of his own") {
  Queue queue({own_account("A", 10, 0),
               own_account("B", 6, 1),
               {.name = "default",
                .kind = Kind::each,
                .shares = 4,
                .users = {.all = true, .users = {NameId{0}, NameId{1}}}}});
  queue.submit("aaaaaaaaaaaabbbbbbbbbbbbccccccccccccdddddddddddd");
  CHECK(queue.start(12) == "abacdabaabcd");
}

TEST_CASE("a group with shares of its own divides what it gets, one without serves in order") {
  Queue mixed(two_levels());
  mixed.submit("cdabcdabcdabcdabcdab");
  CHECK(mixed.start(9) == "acabdaaca");
  Queue in_a_row(two_levels());
  in_a_row.submit("aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd");
  CHECK(in_a_row.start(9) == "aacabcaac");
}

// CPU hours 10 and 1; the second user has one job that has run for an hour, a CPU second a second.
TEST_CASE("what has been used fades while what runs adds up, and the order turns after 2471 s") {
  Queue queue({own_account("u1", 1, 0), own_account("u2", 1, 1)});
  queue.submit("b");
  const std::size_t job = queue.start_next();
  queue.jobs[job].ran = 1h;
  queue.tree.sums({ShareRow{0}}).cpu[1] = {.decayed = 36'000};
  queue.tree.sums({ShareRow{1}}).cpu[1] = {.decayed = 3'600};
  const auto check = [&](Duration since_start, double first, double second) {
    INFO(since_start.count() << " ms");
    queue.go_on_to(at(since_start));
    CHECK(is_near(queue.priority(0), first));
    CHECK(is_near(queue.priority(1), second));
  };
  check(0s, 0.1, 0.1351);
  queue.go_on_to(at(2'470s));
  CHECK(queue.priority(1) > queue.priority(0));
  queue.go_on_to(at(2'472s));
  CHECK(queue.priority(0) > queue.priority(1));
  check(1h, 0.1348, 0.1190);
  check(5h, 0.2703, 0.0859);
}

TEST_CASE("a job counts with all its slots, and its run time by slot or once") {
  Queue queue({own_account("u1", 1, 0)});
  queue.submit("aa");
  queue.start_next();
  CHECK(is_near(queue.priority(0), 0.1667));
  queue.end(0);
  queue.start_next(4);
  CHECK(is_near(queue.priority(0), 0.0667));
  queue.go_on_to(at(1h));
  CHECK(is_near(queue.view(0).run_hours, 4));

  Queue once({own_account("u1", 1, 0)}, {}, {.run = FairshareOptions::Run::jobs});
  once.submit("a");
  once.start_next(4);
  once.go_on_to(at(1h));
  CHECK(is_near(once.view(0).run_hours, 1));
  CHECK(once.view(0).started_slots == 4);
}

TEST_CASE("with equal factors committed and elapsed run time keep a priority as it is") {
  const auto priority_after = [](Duration ran, double committed) {
    Queue queue({own_account("u1", 1, 0)},
                {.cpu_time = 0, .run_time = 1, .committed_run_time = committed, .run_job = 0});
    queue.submit("a");
    queue.jobs[queue.start_next()].limit = 10h;
    queue.go_on_to(at(ran));
    return queue.priority(0);
  };
  for (const Duration ran : {0h, 5h, 10h}) CHECK(is_near(priority_after(ran, 1), 0.1));
  CHECK(is_near(priority_after(0h, 0), 100));
  CHECK(is_near(priority_after(5h, 0), 0.2));
  CHECK(is_near(priority_after(10h, 0), 0.1));
}

// Two slots on hosts of CPU factor 2.5 for 10 h, one slot on a host of factor 1 for another 10 h.
TEST_CASE("CPU time is that of slots in use, by the CPU factors of their hosts if so wanted") {
  const auto hours = [](FairshareOptions::Cpu cpu) {
    const bool is_normalised = cpu == FairshareOptions::Cpu::normalised;
    Queue queue({own_account("u1", 1, 0)}, {.hist_hours = 0}, {.cpu = cpu, .cpu_per_slot = 0.5});
    queue.submit("aa");
    queue.start_next(2, is_normalised ? 2.5 : 1);
    queue.go_on_to(at(10h));
    queue.end(0);
    queue.start_next(1);
    queue.go_on_to(at(20h));
    return queue.view(0).cpu_hours;
  };
  CHECK(is_near(hours(FairshareOptions::Cpu::actual), 15));
  CHECK(is_near(hours(FairshareOptions::Cpu::normalised), 30));
}

TEST_CASE("run time is forgotten at the end of a job, or fades from then on, or all the time") {
  const auto run_after = [](bool hist, bool decays, Duration more) {
    Queue queue({own_account("u1", 1, 0)},
                {.hist_hours = 10, .enable_hist_run_time = hist, .run_time_decay = decays});
    queue.submit("a");
    queue.start_next();
    queue.go_on_to(at(10h));
    const double before = queue.view(0).run_hours;
    queue.end(0);
    queue.go_on_to(at(10h + more));
    return std::pair(before, queue.view(0).hist_run_hours + queue.view(0).run_hours);
  };
  const double faded = 10 * 0.9 / std::log(10);  // the integral of 0.1^(t/10 h) over 10 h
  CHECK(run_after(false, false, 0h).second <= 0);
  CHECK(is_near(run_after(true, false, 0h).first, 10));
  CHECK(is_near(run_after(true, false, 10h).second, 1));
  CHECK(is_near(run_after(true, true, 0h).first, faded));
  CHECK(is_near(run_after(true, true, 10h).second, faded / 10));
}

TEST_CASE("jobs of bsub -G are next only in accounts under their group") {
  constexpr NameId group{7};
  Queue queue({own_account("u1", 100, 0), share_row("g", Kind::tree, 1, {}),
               own_account("u1", 1, 0, ShareRow{1})});
  FairshareConfig config = queue.tree.config();
  config.accounts[1].under_groups = {group};
  config.accounts[2].under_groups = {group};
  config.index();
  queue.tree = ShareTree(config, {});
  queue.submit("a");
  CHECK(queue.tree.elect(queue.jobs, queue.waiting, queue.now)->account.row == ShareRow{0});
  queue.jobs[0].group = group;
  CHECK(queue.tree.elect(queue.jobs, queue.waiting, queue.now)->account.row == ShareRow{2});
  queue.jobs[0].group = NameId{8};  // which the tree does not know
  CHECK(queue.tree.elect(queue.jobs, queue.waiting, queue.now)->account.row == ShareRow{0});
}

TEST_CASE("after a reconfiguration accounts of the same names have what they had used") {
  Queue queue(two_levels());
  queue.submit("ab");
  queue.start(2);
  queue.go_on_to(at(2h));
  queue.end(0);
  queue.end(1);
  std::vector<ShareRowConfig> rows = two_levels();
  std::swap(rows[2], rows[3]);
  rows[2].name = "new";
  Queue then(rows);
  then.now = queue.now;
  then.tree.adopt(queue.tree, queue.now);
  CHECK(is_near(then.view(0).cpu_hours, queue.view(0).cpu_hours));
  CHECK(then.view(0).cpu_hours > 2);
  CHECK(then.view(2).cpu_hours <= 0);
  CHECK(is_near(then.view(3).cpu_hours, queue.view(2).cpu_hours));
}

}  // namespace mcsim::testing::fairshare_numbers_test
