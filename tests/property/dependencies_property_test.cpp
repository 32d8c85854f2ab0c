// Jobs that wait for others, against the slow right answer: docs/rules/dependencies.md, round by
// round, where there is a slot for every job.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "mcsim/base/random.hpp"
#include "support/catch.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::dependencies_property_test {

namespace {

using Kind = ConditionStep::Kind;

struct Asked {
  Time submit{};
  Duration run{};
  std::int32_t exit_code = 0;
  Time killed = never;
  std::vector<ConditionStep> steps;  ///< `first` and `count` are of `parents`
  std::vector<std::uint32_t> parents;
};

std::vector<Asked> random_jobs(std::uint64_t seed) {
  RngStream draws{seed, "test/dependencies"};
  std::vector<Asked> jobs(3 + draws.below(15));
  Time submit{};
  for (std::size_t at = 0; at < jobs.size(); ++at) {
    Asked& job = jobs[at];
    submit += Duration(500 * static_cast<std::int64_t>(draws.below(3)));
    job.submit = submit;
    job.run = Duration(500 * static_cast<std::int64_t>(1 + draws.below(12)));
    if (draws.below(3) == 0) job.exit_code = static_cast<std::int32_t>(draws.below(4));
    if (draws.below(5) == 0)
      job.killed = submit + Duration(500 * static_cast<std::int64_t>(1 + draws.below(12)));
    if (at == 0 || draws.below(4) == 0) continue;
    const std::uint64_t leaves = 1 + draws.below(3);
    for (std::uint64_t leaf = 0; leaf < leaves; ++leaf) {
      ConditionStep step{.kind = static_cast<Kind>(draws.below(6))};
      step.first = static_cast<std::uint32_t>(job.parents.size());
      step.count = 1 + static_cast<std::uint32_t>(draws.below(2));
      if (step.kind == Kind::exited && draws.below(2) == 0) {
        step.how = static_cast<CompareSign>(1 + draws.below(6));
        step.code = static_cast<std::int32_t>(draws.below(4));
      }
      for (std::uint32_t one = 0; one < step.count; ++one)
        job.parents.push_back(static_cast<std::uint32_t>(draws.below(at)));
      job.steps.push_back(step);
      if (draws.below(4) == 0) job.steps.push_back({.kind = Kind::negation});
      if (leaf > 0) job.steps.push_back({.kind = draws.below(2) == 0 ? Kind::both : Kind::either});
    }
  }
  return jobs;
}

ClusterConfig cluster_of(const std::vector<Asked>& jobs, std::optional<Duration> grace) {
  std::vector<JobRow> rows;
  for (const Asked& job : jobs)
    rows.push_back({.id = static_cast<std::int64_t>(rows.size() + 1),
                    .submit = job.submit - Time{},
                    .run = job.run});
  ClusterConfig cluster = flat_machine(1'000, "lsf", {});
  cluster.params.orphan_grace = grace;
  TraceBuilder trace;
  ConditionTable& table = cluster.conditions;
  for (std::size_t at = 0; at < jobs.size(); ++at) {
    TraceJob job = trace_of({rows[at]})[JobIndex{0}];
    job.profile = static_cast<ProfileId>(cluster.profiles.size());
    JobProfile profile;
    profile.exit_codes = {jobs[at].exit_code};
    cluster.profiles.push_back(profile);
    trace.add(job);
    if (jobs[at].killed != never)
      cluster.timeline.push_back(bkill(jobs[at].killed - Time{}, rows[at].id));
    if (jobs[at].steps.empty()) continue;
    const auto first = static_cast<std::uint32_t>(table.parents.size());
    table.rows.push_back({.job = static_cast<JobIndex>(at),
                          .first = static_cast<std::uint32_t>(table.steps.size()),
                          .count = static_cast<std::uint32_t>(jobs[at].steps.size())});
    for (ConditionStep step : jobs[at].steps) {
      step.first += first;
      table.steps.push_back(step);
    }
    for (const std::uint32_t parent : jobs[at].parents)
      table.parents.push_back(static_cast<JobIndex>(parent));
  }
  table.submitted = static_cast<std::uint32_t>(table.rows.size());
  cluster.trace = std::move(trace).freeze();
  return cluster;
}

/// The same, as the rules say it: nothing is kept up to date, all is looked at in each round.
class Naive {
 public:
  struct Job {
    Time start = never;
    Time finish = never;
    bool is_done = false;
    std::int32_t code = 0;
    Time orphan_since = never;
    bool has_come = false;
  };

  Naive(const std::vector<Asked>& asked, std::optional<Duration> grace)
      : asked_(asked), grace_(grace), jobs_(asked.size()) {
    for (Time now{}; now < Time{} + 200s; now += 500ms)
      for (int round = 1; plays(now, round); ++round) {
      }
  }
  const std::vector<Job>& jobs() const { return jobs_; }

 private:
  bool plays(Time now, int round) {
    bool any = false;
    for (std::size_t at = 0; at < jobs_.size(); ++at) {
      Job& job = jobs_[at];
      const bool waits_or_runs = job.has_come && job.finish == never;
      if (round == 1 && waits_or_runs && asked_[at].killed == now) any = end(job, now, false, 0);
      if (round == 1 && job.finish == never && job.orphan_since != never && grace_ &&
          job.start == never && job.orphan_since + *grace_ == now && *grace_ > 0ms)
        any = end(job, now, false, 0);
    }
    for (std::size_t at = 0; at < jobs_.size(); ++at) {
      Job& job = jobs_[at];
      if (job.start != never && job.finish == never && job.start + asked_[at].run == now)
        any = end(job, now, asked_[at].exit_code == 0, asked_[at].exit_code);
    }
    for (std::size_t at = 0; at < jobs_.size(); ++at)
      if (round == 1 && asked_[at].submit == now) any = jobs_[at].has_come = true;
    std::vector<std::size_t> starts;
    for (std::size_t at = 0; at < jobs_.size(); ++at) {
      Job& job = jobs_[at];
      if (!job.has_come || job.start != never || job.finish != never) continue;
      const Truth value = asked_[at].steps.empty() ? Truth::yes : value_of(at);
      if (value == Truth::yes) starts.push_back(at);
      if (value != Truth::never)
        job.orphan_since = never;
      else if (job.orphan_since == never)
        job.orphan_since = now;
    }
    for (const std::size_t at : starts) jobs_[at].start = now;
    return any || !starts.empty();
  }
  static bool end(Job& job, Time now, bool is_done, std::int32_t code) {
    job.finish = now;
    job.is_done = is_done;
    job.code = code;
    return true;
  }

  /// Of one job, by the table of section 3.
  Truth of_one(const ConditionStep& step, const Job& job) const {
    const bool over = job.finish != never;
    const bool failed = over && !job.is_done;
    const Truth otherwise = over ? Truth::never : Truth::no;
    switch (step.kind) {
      case Kind::done:
        return over && job.is_done ? Truth::yes : otherwise;
      case Kind::ended:
      case Kind::post_done:
        return over ? Truth::yes : Truth::no;
      case Kind::exited:
        return failed && fits(job.code, step) ? Truth::yes : otherwise;
      case Kind::started:
        return job.start != never ? Truth::yes : otherwise;
      default:
        return otherwise;
    }
  }
  static bool fits(std::int32_t code, const ConditionStep& step) {
    switch (step.how) {
      case CompareSign::eq:
        return code == step.code;
      case CompareSign::ne:
        return code != step.code;
      case CompareSign::lt:
        return code < step.code;
      case CompareSign::le:
        return code <= step.code;
      case CompareSign::gt:
        return code > step.code;
      case CompareSign::ge:
        return code >= step.code;
      default:
        return true;
    }
  }
  Truth value_of(std::size_t at) const {
    std::vector<Truth> stack;
    for (const ConditionStep& step : asked_[at].steps) {
      if (step.kind == Kind::negation) {
        stack.back() = stack.back() == Truth::yes ? Truth::no : Truth::yes;
      } else if (step.kind == Kind::both || step.kind == Kind::either) {
        const Truth b = stack.back();
        stack.pop_back();
        const Truth a = stack.back();
        if (step.kind == Kind::both)
          stack.back() = std::max(a, b) == Truth::never ? Truth::never : std::min(a, b);
        else
          stack.back() = a == Truth::never ? b : b == Truth::never ? a : std::max(a, b);
      } else {
        Truth all = Truth::yes;
        for (std::uint32_t one = 0; one < step.count; ++one) {
          const Truth value = of_one(step, jobs_[asked_[at].parents[step.first + one]]);
          all = std::max(all, value) == Truth::never ? Truth::never : std::min(all, value);
        }
        stack.push_back(all);
      }
    }
    return stack.back();
  }

  const std::vector<Asked>& asked_;
  std::optional<Duration> grace_;
  std::vector<Job> jobs_;
};

}  // namespace

// Property: each job starts and ends when the rules say so.
TEST_CASE("jobs that wait for others start when a look at everything in each round says so",
          "[property]") {
  for (std::uint64_t seed = 1; seed <= 2'000; ++seed) {
    INFO("seed " << seed);
    const std::vector<Asked> asked = random_jobs(seed);
    const auto grace = seed % 3 == 0 ? std::optional<Duration>(2s) : std::nullopt;
    const JobOutcomes found = outcomes(cluster_of(asked, grace));
    const Naive naive(asked, grace);
    for (std::size_t at = 0; at < asked.size(); ++at) {
      INFO("job " << at + 1);
      REQUIRE(found[at].start == naive.jobs()[at].start);
      REQUIRE((found[at].status == JobStatus::pend) == (naive.jobs()[at].finish == never));
      if (naive.jobs()[at].finish != never) REQUIRE(found[at].finish == naive.jobs()[at].finish);
    }
  }
}

}  // namespace mcsim::testing::dependencies_property_test
