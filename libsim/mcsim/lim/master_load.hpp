// What the LIMs of a cluster have reported to their master: load as the scheduler knows it.
#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/random.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/kernel/order.hpp"
#include "mcsim/lim/cluster_elims.hpp"
#include "mcsim/lim/host_load.hpp"
#include "mcsim/lim/load_levels.hpp"
#include "mcsim/lim/load_watch.hpp"
#include "mcsim/model/load_index.hpp"

namespace mcsim::lim {

/// How LIMs exchange load.
struct LoadExchange {
  Duration interval = 15s;  ///< EXINTERVAL
  Duration pull = 0s;       ///< LOAD_UPDATE_INTVL; 0: mbatchd knows at once what is exchanged
  /// `model.lim_send_on_change`: a LIM sends when an index has changed by more than its threshold,
  /// and after `most_unsent` exchanges without a message.
  bool on_change = false;
  std::uint8_t most_unsent = 3;  ///< HOST_INACTIVITY_LIMIT - 2
  double noise = 0;  ///< `model.load_noise`: the most that run queues and utilization change by
  RngStream draws{0, "load"};
};

/// Every LIM reports the load of its host to its master at each multiple of EXINTERVAL since
/// virtual time 0, and mbatchd asks the master at multiples of LOAD_UPDATE_INTVL. Vectors are
/// computed when they are read, or before what runs on the host changes; they are the same as if
/// all were computed when they are due. An exchange at t is in round 1 of t, after what ends at t
/// and before all that starts. If no load matters to the scheduler, what runs is only logged until
/// a load is read. Source: docs/rules/lsf.md, 4.1, 4.2; docs/rules/load.md.
class MasterLoad {
 public:
  MasterLoad(LoadExchange exchange, const std::vector<std::int32_t>& processors);

  /// The cluster plays (`now`, `round`): exchanges before that are over.
  void begin(Time now, Round round) { over_ = round > 1 ? now : now - 1ms; }
  /// The exchanges of `now` are over.
  void pass(Time now) { over_ = now; }

  /// On a host `slots` slots run from now on.
  void run(HostId host, std::int32_t slots) {
    if (is_watched_) return run_watched(host, slots);
    log_.push_back({over_, host, slots});
  }
  /// A reconfiguration may change a host's number of processors.
  void resize(HostId host, std::int32_t processors);
  /// The LIM of a host reports nothing any more; its last report stands. It has ended, or is
  /// blocked by an ELIM.
  void fall_silent(HostId host, bool is_blocked = false);
  /// A LIM that is blocked ends.
  void end_blocked(HostId host) { elims_.turn(host, false, over_); }
  ClusterElims::Wait wait_of(HostId host) const { return elims_.wait_of(host, over_); }
  /// The LIM of a host has been started again, or is not blocked any more.
  void speak_again(HostId host);

  /// There is no master to which LIMs could report; their last reports stand.
  void stop_hearing();
  /// There is a master again.
  void hear_again(HostId master);

  /// The ELIMs that LIMs run.
  void open_elims(ClusterElims elims);
  const ClusterElims& elims() const { return elims_; }
  /// The master considers a LIM available, or not, which decides which hosts report shared
  /// instances.
  void set_available(HostId host, bool is_available);

  Duration exchange_interval() const { return exchange_.interval; }
  /// From now on the loads of `watch` matter; each host is news.
  void watch(LoadWatch watch);
  /// Whether news() may name a host.
  bool may_have_news() const { return is_watched_ || has_elims_ || !noticed_.empty(); }
  /// Hosts of which a load that matters has changed since the last call, and maybe others.
  std::vector<HostId> news();
  /// Whether a host has reached or passed a level since this was last called for it, or may have.
  bool take_passing(HostId host) { return std::exchange(hosts_[host].has_passed, false); }
  /// The values that ELIMs have reported anew: external indices, and mem, swp and tmp. As of the
  /// last news().
  std::vector<ClusterElims::Told> take_amounts() { return std::exchange(amounts_, {}); }
  /// The load that was last reported, with raw run queue lengths; as of the last news(). What an
  /// ELIM reports of a built-in index counts as if its LIM had measured it.
  LoadVector told(HostId host) const;
  /// The load that was last reported by now; what ELIMs report, as of the last news().
  LoadVector known(HostId host) const;
  /// Applies the log to the loads, before those of many hosts are read.
  void read_log();
  /// To be called now and then, so that the log stays short.
  void shorten_log() {
    if (log_.size() >= longest_log_) read_log();
  }
  /// Whether a load of the host may be at a loadStop of some queue or host: as it was told, as of
  /// the last news(), or as its own LIM has it now.
  bool may_stop(HostId host, bool is_own) const;

  // What an sbatchd hears of the LIM of its own host, which need not have told its master.

  /// A LIM has it now, if it runs.
  struct Own {
    LoadVector vector{};                         ///< with raw run queue lengths
    std::vector<ClusterElims::Told> reported{};  ///< by ELIMs: the host's own indices
  };
  Own own(HostId host) const;
  /// Whether a LIM answers.
  bool answers(HostId host) const { return !hosts_[host].is_silent; }
  /// The hosts that may have come to a loadStop by what their own LIMs have, since the last call.
  std::vector<HostId> take_stops();
  /// When a host may next do so, if nothing else happens; not before `now`; never: none does.
  Time next_stop(Time now);
  /// When a level is next reached or passed or, with `by_value`, an index that is watched may
  /// change, if nothing else happens; not before `now`; never: it does not. As of the last news().
  Time next_news(Time now, bool by_value);
  /// The next exchange after `now`.
  Time next_exchange(Time now) const;
  /// When mbatchd knows next of exchanges, after `now`.
  Time next_known(Time now) const;

 private:
  struct Host {
    HostLoad load;
    LoadVector told{};           ///< to mbatchd, as it knows it
    LoadVector sent{};           ///< to the master; the same if mbatchd knows it at once
    std::int64_t exchanges = 0;  ///< that `sent` includes
    std::int32_t processors = 1;
    std::uint32_t levels = 0;  ///< a row of levels_
    std::uint8_t unsent = 0;   ///< exchanges since the LIM sent
    bool is_silent = false;
    bool is_moving = false;       ///< among moving_
    bool has_news = false;        ///< among noticed_
    bool has_passed = false;      ///< a level was reached or passed
    std::int64_t flip = no_flip;  ///< the exchange at which a level is reached or passed
    std::int64_t stop = no_flip;  ///< after so many ticks of its LIM it is first at a loadStop
  };
  using Flip = std::pair<std::int64_t, HostId>;
  static constexpr std::int64_t no_flip = -1;
  /// What an ELIM reports in place of its LIM.
  struct Override {
    LoadVector values{};
    std::uint16_t indices = 0;  ///< a bit for each one that it reports
  };

  /// So many slots run on a host from (the point after) `over` on.
  struct Change {
    Time over{};
    HostId host{};
    std::int32_t slots = 0;
  };
  static constexpr Duration tick = 5s;  ///< of LIM
  /// Entries per host, on average: with more the log would be larger than all else about hosts.
  static constexpr std::size_t most_lines = 256;

  /// Whether future reports follow from a formula.
  bool is_predictable() const {
    return !exchange_.on_change && exchange_.noise <= 0 && !pulls_late();
  }
  bool pulls_late() const { return exchange_.pull > 0s; }
  /// Ticks of LIM that are over.
  static std::int64_t ticks_by(Time over);
  /// Exchanges that are over: those that mbatchd knows of, and all of them.
  std::int64_t exchanges_by(Time over) const;
  std::int64_t all_exchanges_by(Time over) const;
  /// When mbatchd knows of an exchange.
  Time known_from(std::int64_t exchange) const;
  std::int64_t ticks() const { return ticks_by(over_); }
  std::int64_t exchanges() const { return exchanges_by(over_); }
  std::int64_t ticks_at(std::int64_t exchange) const {
    return exchange * exchange_.interval / tick + 1;
  }
  void run_watched(HostId id, std::int32_t slots);
  void read(const Change& change, Host& host, std::int64_t last) const;
  void settle_elims();
  void hear_lims();
  void look_at_moving(std::size_t from);
  void hear_elims();
  LoadVector overridden(HostId id, LoadVector vector) const;
  void change(HostId id, Host& host);
  void notice(HostId id, Host& host, bool passes);
  void expect_flip(HostId id, Host& host);
  void expect_stop(HostId id, Host& host, std::int64_t from, bool reached = true);
  bool is_at_stop(const Host& host, const LoadLevel& level, std::int64_t ticks) const;
  std::int64_t first_stop(const Host& host, const LoadLevel& level, std::int64_t from) const;
  bool flips_by(const Host& host, const LoadLevel& level, std::int64_t exchange) const;
  std::int64_t next_flip(const Host& host, const LoadLevel& level, std::int64_t before) const;
  bool settle(HostId id, Host& host) const;
  void take_part(HostId id, Host& host, std::int64_t over) const;
  bool sends(const Host& host, const LoadVector& vector) const;
  std::int64_t last_sent(HostId id, std::int64_t from, std::int64_t to) const;
  bool has_settled(const Host& host, const LoadVector& vector, std::int64_t ticks) const;
  static LoadVector idle_vector();
  LoadVector vector_at(HostId id, const Host& host, std::int64_t exchange) const;
  LoadVector measured(HostId id, const HostLoad& load, std::int64_t ticks,
                      std::int64_t exchange) const;

  LoadExchange exchange_;
  Time over_{-1ms};  ///< all that has happened by then is over
  Table<HostId, Host> hosts_;
  std::vector<Change> log_;  ///< while nothing is watched
  std::size_t longest_log_ = 0;
  bool has_elims_ = false;
  bool is_watched_ = false;  ///< something matters to the scheduler
  bool is_deaf_ = false;     ///< no master hears the reports of LIMs
  std::int64_t heard_ = -1;  ///< exchanges that were over at the last news()
  LoadWatch watch_;
  LoadLevels levels_;            ///< of watch_
  std::vector<HostId> noticed_;  ///< hosts of the next news()
  std::priority_queue<Flip, std::vector<Flip>, std::greater<>> flips_;  ///< some are stale
  std::priority_queue<Flip, std::vector<Flip>, std::greater<>> stops_;  ///< likewise; by ticks
  std::vector<HostId> moving_;  ///< hosts whose watched values may change
  std::size_t rested_ = 0;      ///< of moving_: those that were seen to move at this exchange
  ClusterElims elims_;
  std::int64_t elim_exchanges_ = 0;  ///< that elims_ has taken part in
  std::vector<Override> overrides_;  ///< by host, where there are ELIMs
  /// By host, where there are ELIMs and LIMs send on change: the exchanges at which ELIMs made them
  /// send, ascending.
  std::vector<std::vector<std::int64_t>> sent_for_elims_;
  std::vector<ClusterElims::Told> amounts_;  ///< not taken yet
};

}  // namespace mcsim::lim
