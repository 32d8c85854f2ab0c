// What the LIMs of a cluster have told their master: load as the scheduler knows it.
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
  Duration pull = 0s;       ///< LOAD_UPDATE_INTVL; 0: mbatchd has at once what is exchanged
  /// `model.lim_send_on_change`: a LIM sends when an index has moved by more than its threshold,
  /// and after `most_unsent` exchanges without a message.
  bool on_change = false;
  std::uint8_t most_unsent = 3;  ///< exchanges, of HOST_INACTIVITY_LIMIT less 2: then it sends
  double noise = 0;  ///< `model.load_noise`: added to run queues and utilization, at most
  RngStream draws{0, "load"};
};

/// Every LIM tells its master the load of its host at each multiple of EXINTERVAL since virtual
/// time 0, and mbatchd asks the master at multiples of LOAD_UPDATE_INTVL. Vectors are made when
/// somebody looks, or when what runs on the host is going to change; they are the same as if all
/// were made when they are due. An exchange at t is the point (t, round 1) behind what ends at t
/// and before all that starts. Where nothing matters to the scheduler, what runs is written down
/// only, until somebody asks. Source: docs/rules/lsf.md, 4.1, 4.2; docs/rules/load.md.
class MasterLoad {
 public:
  MasterLoad(LoadExchange exchange, const std::vector<std::int32_t>& processors);

  /// The cluster plays (`now`, `round`): exchanges before are over.
  void begin(Time now, Round round) { over_ = round > 1 ? now : now - 1ms; }
  /// Those of now are over.
  void pass(Time now) { over_ = now; }

  /// So many slots run on a host from now on.
  void run(HostId host, std::int32_t slots) {
    if (is_watched_) return run_watched(host, slots);
    log_.push_back({over_, host, slots});
  }
  /// A reconfiguration may give a host other processors.
  void resize(HostId host, std::int32_t processors);
  /// The LIM of a host tells nothing any more; what it told stands.
  void fall_silent(HostId host);
  /// It has been started again.
  void speak_again(HostId host);

  /// There is no master whom LIMs could tell anything; what they have told stands.
  void stop_hearing();
  /// There is one.
  void hear_again(HostId master);

  /// The ELIMs that LIMs run.
  void open_elims(ClusterElims elims);
  const ClusterElims& elims() const { return elims_; }
  /// The master says that a LIM is there, or not, which decides who reports what hosts share.
  void set_available(HostId host, bool is_available);

  Duration exchange_interval() const { return exchange_.interval; }
  /// From now on these matter; each host is news.
  void watch(LoadWatch watch);
  /// Whether news() may have to say anything.
  bool may_have_news() const { return is_watched_ || has_elims_ || !noticed_.empty(); }
  /// Hosts of which a load that matters is another one than when this was last asked, and maybe
  /// more.
  std::vector<HostId> news();
  /// Whether one of them has reached or passed a level since this was last asked, or may have.
  bool take_passing(HostId host) { return std::exchange(hosts_[host].has_passed, false); }
  /// Of what ELIMs report the values that are others: external indices, and mem, swp and tmp. As of
  /// the last news().
  std::vector<ClusterElims::Told> take_amounts() { return std::exchange(amounts_, {}); }
  /// As was told last, run queues as lengths; as of the last news(). What an ELIM says of a
  /// built-in index counts as if its LIM had measured it.
  LoadVector told(HostId host) const;
  /// As was told last by now; by ELIMs, as of the last news().
  LoadVector known(HostId host) const;
  /// What is written down becomes load: who asks for that of many hosts has it at once.
  void read_log();
  /// To be called now and then.
  void shorten_log() {
    if (log_.size() >= longest_log_) read_log();
  }
  /// Whether a load of the host may be at a loadStop of some queue or host; as of the last news().
  bool may_stop(HostId host) const;
  /// When a level is reached or passed next, or with `by_value` an index that is watched may be
  /// another one, if nothing happens; not before `now`; never. As of the last news().
  Time next_news(Time now, bool by_value);
  /// The next exchange after `now`.
  Time next_exchange(Time now) const;

 private:
  struct Host {
    HostLoad load;
    LoadVector told{};           ///< to mbatchd
    LoadVector sent{};           ///< to the master; the same where mbatchd has it at once
    std::int64_t exchanges = 0;  ///< that `sent` comes after
    std::int32_t processors = 1;
    std::uint32_t levels = 0;  ///< a row of levels_
    std::uint8_t unsent = 0;   ///< exchanges since it was sent
    bool is_silent = false;
    bool is_moving = false;       ///< among moving_
    bool has_news = false;        ///< among noticed_
    bool has_passed = false;      ///< a level was reached or passed
    std::int64_t flip = no_flip;  ///< the exchange at which a level is reached or passed
  };
  using Flip = std::pair<std::int64_t, HostId>;
  static constexpr std::int64_t no_flip = -1;
  /// What an ELIM says in place of a LIM.
  struct Override {
    LoadVector values{};
    std::uint16_t indices = 0;  ///< a bit for each one that it says
  };

  /// So many slots run on a host from (the point after) `over` on.
  struct Change {
    Time over{};
    HostId host{};
    std::int32_t slots = 0;
  };
  static constexpr Duration tick = 5s;  ///< of LIM
  /// By host, on average: with more the log would be larger than all else about hosts.
  static constexpr std::size_t most_lines = 256;

  /// Whether what will be told is a formula.
  bool is_predictable() const {
    return !exchange_.on_change && exchange_.noise <= 0 && !pulls_late();
  }
  bool pulls_late() const { return exchange_.pull > 0s; }
  /// Ticks of LIM that are over.
  static std::int64_t ticks_by(Time over);
  /// Exchanges that are over and that mbatchd knows of; all of them.
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
  void hear_elims();
  LoadVector overridden(HostId id, LoadVector vector) const;
  void change(HostId id, Host& host);
  void notice(HostId id, Host& host, bool passes);
  void expect_flip(HostId id, Host& host);
  bool flips_by(const Host& host, const LoadLevel& level, std::int64_t exchange) const;
  std::int64_t next_flip(const Host& host, const LoadLevel& level, std::int64_t before) const;
  bool settle(HostId id, Host& host) const;
  void take_part(HostId id, Host& host, std::int64_t over) const;
  bool sends(const Host& host, const LoadVector& vector) const;
  std::int64_t last_sent(HostId id, std::int64_t from, std::int64_t to) const;
  bool has_settled(const Host& host, const LoadVector& vector, std::int64_t ticks) const;
  static LoadVector idle_vector();
  LoadVector vector_at(HostId id, const Host& host, std::int64_t exchange) const;

  LoadExchange exchange_;
  Time over_{-1ms};  ///< all that has happened by then is over
  Table<HostId, Host> hosts_;
  std::vector<Change> log_;  ///< while nothing is watched
  std::size_t longest_log_ = 0;
  bool has_elims_ = false;
  bool is_watched_ = false;  ///< something matters to the scheduler
  bool is_deaf_ = false;     ///< nobody hears what LIMs tell
  std::int64_t heard_ = -1;  ///< exchanges that were over at the last news()
  LoadWatch watch_;
  LoadLevels levels_;                                                   ///< of watch_
  std::vector<HostId> noticed_;                                         ///< since then
  std::priority_queue<Flip, std::vector<Flip>, std::greater<>> flips_;  ///< stale ones among them
  std::vector<HostId> moving_;  ///< of which values that are watched may change
  ClusterElims elims_;
  std::int64_t elim_exchanges_ = 0;  ///< that they have taken part in
  std::vector<Override> overrides_;  ///< by host, where there are ELIMs
  /// By host, where there are ELIMs and LIMs send on change: exchanges, ascending.
  std::vector<std::vector<std::int64_t>> sent_for_elims_;
  std::vector<ClusterElims::Told> amounts_;  ///< that nobody has taken
};

}  // namespace mcsim::lim
