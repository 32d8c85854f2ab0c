// What the LIMs of a cluster have told their master: load as the scheduler knows it.
#pragma once

#include <cstdint>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/random.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/kernel/order.hpp"
#include "mcsim/model/load_index.hpp"
#include "mcsim/system/host_load.hpp"

namespace mcsim {

/// How LIMs exchange load.
struct LoadExchange {
  Duration interval = 15s;  ///< EXINTERVAL
  /// `model.lim_send_on_change`: a LIM sends when an index has moved by more than its threshold,
  /// and at every fourth exchange.
  bool on_change = false;
  double noise = 0;  ///< `model.load_noise`: added to run queues and utilization, at most
  RngStream draws{0, "load"};
};

/// Every LIM tells its master the load of its host at each multiple of EXINTERVAL since virtual
/// time 0, and mbatchd has it at once. Vectors are made when somebody looks, or when what runs on
/// the host is going to change; they are the same as if all were made when they are due. An
/// exchange at t is the point (t, round 1) behind what ends at t and before all that starts.
/// Source: spec 4.1, 4.2; docs/load.md.
class LoadBoard {
 public:
  LoadBoard(LoadExchange exchange, const std::vector<std::int32_t>& processors);

  /// The cluster plays (`now`, `round`): exchanges before are over.
  void begin(Time now, Round round);
  /// Those of now are over.
  void pass(Time now);

  /// So many slots run on a host from now on.
  void run(HostId host, std::int32_t slots);
  /// A reconfiguration may give a host other processors.
  void resize(HostId host, std::int32_t processors);
  /// The LIM of a host tells nothing any more; what it told stands.
  void fall_silent(HostId host);
  /// It has been started again.
  void speak_again(HostId host);

  /// Hosts of which another load is known than when this was last asked.
  std::vector<HostId> news();
  /// As was told last, run queues as lengths; as of the last news().
  const LoadVector& told(HostId host) const { return hosts_[host].told; }
  /// As was told last by now.
  LoadVector known(HostId host) const;
  /// Whether other loads will be told though nothing happens, as of the last news().
  bool will_change() const { return !moving_.empty(); }
  /// The next exchange after `now`.
  Time next_exchange(Time now) const;

 private:
  struct Host {
    HostLoad load;
    LoadVector told{};
    std::int64_t exchanges = 0;  ///< that `told` comes after
    std::int32_t processors = 1;
    std::uint8_t unsent = 0;  ///< exchanges since it was sent
    bool is_silent = false;
    bool is_moving = false;  ///< among moving_
    bool has_news = false;

    void tell(const LoadVector& vector);
  };
  void change(HostId id, Host& host);
  void settle(HostId id, Host& host) const;
  bool sends(const Host& host, const LoadVector& vector) const;
  bool has_settled(const Host& host, const LoadVector& vector) const;
  LoadVector vector_at(HostId id, const Host& host, std::int64_t exchange) const;

  LoadExchange exchange_;
  std::int64_t ticks_ = 0;      ///< of LIM, that are over
  std::int64_t exchanges_ = 0;  ///< that are over
  Table<HostId, Host> hosts_;
  std::vector<HostId> moving_;  ///< of which other loads may be told
};

}  // namespace mcsim
