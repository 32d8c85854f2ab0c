// The slow right answer for a grid of clusters that forward jobs: every instant, every session and
// every report of docs/rules/forwarding.md. Each cluster runs by the naive reference of one
// cluster.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "mcsim/forwarding/link.hpp"
#include "support/naive_grid_site.hpp"
#include "support/naive_lsf_session.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::naive {

/// One job of a grid, and where it has been.
struct GridJob {
  Job job;  ///< in the cluster where it is now, or has ended
  Travels travels;
};

class Grid {
 public:
  explicit Grid(const GridConfig& config);

  /// Plays up to and including `until`, or until all jobs have ended.
  void run(Time until);

  std::vector<GridJob> jobs_of(ClusterId cluster) const;
  const Site& site(ClusterId cluster) const { return sites_[index_of(cluster)]; }
  /// All letters that were ever sent, and all reports that were ever made.
  const std::vector<Letter>& letters() const { return letters_; }
  const std::vector<Report>& reports() const { return reports_; }
  /// How many sessions there were.
  std::uint64_t sessions() const { return sessions_; }

 private:
  using Pair = std::pair<ClusterId, ClusterId>;
  struct Way {
    Link link;
    std::uint64_t letters = 0;
    Time last_arrival{};
  };

  // Time.
  bool is_over() const;
  Time next_instant() const;
  void consider_site(const Site& site, std::vector<Time>& times) const;
  void consider_ways(std::vector<Time>& times) const;
  void begin_round();
  bool has_round() const;
  bool has_round(const Site& site) const;
  bool is_due(const Letter& letter) const;
  bool is_grid_point(const Site& site) const;
  bool session_is_due(const Site& site) const;

  // A round, part by part.
  void play_round();
  void change(Site& site);
  void apply(Site& site, const TimelineEntry& entry);
  void reconfigure(Site& site, const TimelineEntry& entry);
  void end_jobs(Site& site);
  void notice_times(Site& site);
  std::vector<Letter> due_letters(const Site& site) const;
  void read_letters(Site& site);
  void read(Site& site, const Letter& letter);
  void meet(Site& site, const Letter& letter);
  void learn(Site& site, const Letter& letter);
  void take_back(Site& site, const Letter& letter);
  static bool waits_for_its_time(const Site& site, std::size_t at);
  bool comes_now(const Site& site, std::size_t at) const;
  void submit_jobs(Site& site);
  void import_jobs(Site& site);
  void publish(const Site& from);
  void publish(const Site& from, const Site& to);
  void hold_session(Site& site);
  void forward_jobs(Site& site, std::vector<LeftTurn> left);
  void forward(Site& site, std::size_t at, std::uint32_t target);
  void write_news(Site& site);
  void send_letters(Site& site);

  // Links and reports.
  const Way* way(ClusterId from, ClusterId to) const;
  Time connected_since(ClusterId from, ClusterId to) const;
  Time next_report(const Site& from, const Site& to, Time after) const;
  Time next_reading(const Site& from, const Site& to, Time after) const;
  bool comes_now(const Site& site, const Report& report) const;
  bool has_come(const Report& report) const;
  bool is_looked_at(const Site& site, const Report& report) const;
  const Report* newest_report(const Site& site, const SendTarget& target) const;

  // Decisions.
  bool wants_to_forward(const Site& site) const;
  bool may_be_forwarded(const Site& site, std::size_t at) const;
  std::uint32_t choose(const Site& site, std::size_t at) const;
  ForwardCandidate candidate(const Site& site, const Job& job, const SendTarget& target) const;
  std::vector<Watched> watch(const Site& site) const;
  void watch_others(Site& site) const;
  bool must_look_again(const Site& site) const;

  const GridConfig& config_;
  std::deque<Site> sites_;
  std::map<Pair, Way> ways_;
  std::vector<Letter> letters_;
  std::vector<Report> reports_;
  std::map<std::pair<ClusterId, QueueId>, Report> truth_;  ///< of this round, before its sessions
  Time now_{-1ms};
  std::int64_t round_ = 1;
  std::uint64_t sessions_ = 0;
};

}  // namespace mcsim::testing::naive
