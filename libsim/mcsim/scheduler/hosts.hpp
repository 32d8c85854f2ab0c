// The hosts of a cluster under LSF's scheduler: what is used on them, and the present values of
// their resources.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/base/ids.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/model/load_index.hpp"
#include "mcsim/model/requirement.hpp"

namespace mcsim::scheduler {

class WithoutVictims;

/// What reports sum up over hosts. A host that is not open counts nothing.
struct OpenSlots {
  std::int64_t hosts = 0;
  std::int64_t all = 0;   ///< MXJ
  std::int64_t idle = 0;  ///< on which a session could start jobs: see HostState::idle()

  OpenSlots& operator+=(const OpenSlots& more) {
    hosts += more.hosts;
    all += more.all;
    idle += more.idle;
    return *this;
  }
  OpenSlots& operator-=(const OpenSlots& less) {
    return *this += {-less.hosts, -less.all, -less.idle};
  }
  bool operator==(const OpenSlots&) const = default;
};

/// One host as it is now. All counts are slots, except those of jobs.
struct HostState {
  std::int32_t ncpus = 1;
  std::int32_t mxj = 1;
  std::int32_t running = 0;    ///< of running jobs
  std::int32_t suspended = 0;  ///< of suspended jobs
  std::int32_t reserved = 0;   ///< by SLOT_RESERVE, in this session
  std::int32_t started_jobs = 0;
  std::int32_t ssusp_jobs = 0;
  std::int32_t exclusive_jobs = 0;  ///< those in SSUSP do not count
  bool closed = false;              ///< by hclose
  bool down = false;
  bool in_window = true;      ///< DISPATCH_WINDOW
  bool unheard = false;       ///< its LIM is silent
  bool unreached = false;     ///< its sbatchd is down
  bool cut_off = false;       ///< a borrowed one: its link is down
  bool is_serial = false;     ///< a borrowed one: for jobs of one slot only
  bool is_watched = false;    ///< leases depend on how it is used
  bool was_known = false;     ///< a borrowed one: some lease has it, or had
  std::int32_t known_by = 1;  ///< of a borrowed one: leases that have it
  std::int32_t paused = 0;    ///< inactive leases that it is in
  std::int32_t nans = 0;      ///< external indices that are nan, beyond any threshold
  std::int32_t leased = 0;    ///< of mxj: slots that leases add; negative: take away
  Time down_until{-1ms};
  std::int32_t counted_free = 0;         ///< its part of Places::free_slots
  std::int32_t counted_unreserved = 0;   ///< its part of Places::unreserved
  OpenSlots counted_open;                ///< its part of Places::open_slots
  QueueId suspended_of = none<QueueId>;  ///< the queue of largest PRIORITY with SSUSP jobs there
  std::optional<Time> accepted;          ///< when it last started a job, unless all have left since

  /// Neither down, nor unheard, nor unreached, nor closed by hclose or its windows or for a load
  /// that is no number, nor a borrowed host that is out of reach.
  bool is_open() const {
    return !closed && !down && !unheard && !unreached && in_window && nans == 0 &&
           !is_out_of_reach();
  }
  /// A borrowed host whose link is down, or whose lease is inactive.
  bool is_out_of_reach() const { return cut_off || paused > 0; }
  bool takes_jobs() const { return is_open() && exclusive_jobs == 0; }
  /// Slots on which a session could start a job without preempting one, advance reservations and
  /// suspended jobs of larger PRIORITY apart. `counts_suspended`: suspended jobs keep their slots.
  std::int32_t idle(bool counts_suspended) const {
    if (!takes_jobs()) return 0;
    return std::max(mxj - running - reserved - (counts_suspended ? suspended : 0), 0);
  }
  OpenSlots open_slots(bool counts_suspended) const {
    if (!is_open()) return {};
    return {1, mxj, idle(counts_suspended)};
  }
  /// The slots it offers: MXJ, or what runs if MXJ was reduced below that. While it is down: the
  /// slots there of parallel jobs that go on without their tasks on it.
  std::int32_t capacity() const { return down ? running : std::max(mxj, running); }
};

/// The hosts and their resources. Amounts are kept of all resources that can be reserved.
class ClusterHosts {
 public:
  static constexpr Amount undefined = std::numeric_limits<Amount>::min();
  static constexpr std::uint32_t nowhere = static_cast<std::uint32_t>(-1);

  ClusterHosts() = default;
  explicit ClusterHosts(const ClusterSettings& settings);

  HostState& operator[](HostId id) { return hosts_[id]; }
  const HostState& operator[](HostId id) const { return hosts_[id]; }
  std::size_t size() const { return hosts_.size(); }
  auto begin() const { return hosts_.begin(); }
  auto end() const { return hosts_.end(); }

  /// Takes over MXJ and resources of new settings; nothing is taken of the resources yet.
  void reconfigure(const ClusterSettings& settings);

  /// How much of a resource can still be reserved on a host, its own or that of the instance that
  /// it shares; undefined: it has none of it.
  Amount available(HostId host, ResourceId resource) const;
  void take(HostId host, ResourceId resource, Amount amount) { change(host, resource, -amount); }
  /// How much of it jobs hold there; only of what the host has.
  Amount taken(HostId host, ResourceId resource) const {
    return total(host, resource) - available(host, resource);
  }
  /// Its total there, taken or not; undefined: the host has none of it.
  Amount total(HostId host, ResourceId resource) const;
  /// Leases change the total of a resource on a host.
  void set_total(HostId host, ResourceId resource, Amount total);
  /// Likewise that of an instance that hosts share.
  void set_instance_total(ResourceId resource, std::uint32_t instance, Amount total);

  /// The value of an external index on a host, or of the instance that it shares, as last reported.
  /// None: unknown.
  std::optional<double> told(HostId host, ResourceId resource) const;
  /// The value of a string resource.
  std::optional<std::string_view> told_text(HostId host, ResourceId resource) const {
    const auto number = told(host, resource);
    if (!number) return std::nullopt;
    MCSIM_CHECK(*number < static_cast<double>(texts_.size()), "a word that hosts do not know");
    return texts_[static_cast<std::size_t>(*number)];
  }
  /// What was reported of an instance, what the cluster lends of it included; 0: nothing was.
  Amount reported(ResourceId resource, std::uint32_t instance) const;
  /// What ELIMs have reported of string resources, by number: words keep theirs, and others follow.
  void note_texts(const std::vector<std::string>& texts) {
    if (texts.size() > texts_.size()) texts_ = texts;
  }
  /// Whether the host has the external index, its own or one that it shares, and no value was
  /// reported.
  bool is_unreported(HostId host, ResourceId resource) const;
  /// A new value was reported: of a host's own index, also of mem, swp and tmp, which have their
  /// configured totals again if `value` is none; or of an instance. What jobs have taken of it
  /// stays taken.
  void tell(HostId host, ResourceId resource, std::optional<double> value);
  void tell_instance(ResourceId resource, std::uint32_t instance, std::optional<double> value);
  /// The cluster lends so much of what is reported of an instance.
  void set_lent(ResourceId resource, std::uint32_t instance, Amount lent);
  /// Whether an ELIM reports how much there is.
  bool is_told(HostId host, ResourceId resource) const;

  /// What is known of the load of a host; null: the cluster has no LIMs.
  const LoadVector* load(HostId host) const {
    return loads_.empty() ? nullptr : &loads_[index_of(host)];
  }
  void open_loads() { loads_.resize(hosts_.size()); }
  void set_load(HostId host, const LoadVector& load) { loads_[index_of(host)] = load; }

  /// Whether each host that has the resource has its own.
  bool is_of_hosts(ResourceId resource) const;
  /// The instance of a shared resource that a host belongs to; nowhere: the resource is the host's.
  std::uint32_t instance(HostId host, ResourceId resource) const;

 private:
  struct Stock {
    std::vector<Amount> of_host;  ///< by host: amounts that are not taken
    std::vector<Amount> of_instance;
    std::vector<std::uint32_t> instance;  ///< by host
    std::vector<Amount> all_of_host;      ///< by host: totals
    std::vector<Amount> all_of_instance;
    std::vector<std::optional<double>> told_of_host;  ///< of an external index, by host
    std::vector<std::optional<double>> told_of_instance;

    bool is_unknown(HostId host) const;
  };
  void change(HostId host, ResourceId resource, Amount by);
  void tell_again(ResourceId resource, const Stock& before);
  Amount lent_of(ResourceId resource, std::uint32_t instance) const;
  static Stock stock_of(const ClusterSettings& settings, ResourceId resource);

  Table<HostId, HostState> hosts_;
  std::vector<Stock> stocks_;      ///< by resource; empty: neither reserved nor reported
  std::vector<LoadVector> loads_;  ///< by host, or empty
  std::vector<std::string> texts_;
  // What leases have set, by resource and host, or instance.
  std::map<std::pair<ResourceId, HostId>, Amount> leased_;
  std::map<std::pair<ResourceId, std::uint32_t>, Amount> leased_instances_;
  std::map<std::pair<ResourceId, std::uint32_t>, Amount> lent_;  ///< of what is reported
  /// The totals of mem, swp and tmp that ELIMs report, and those without their reports.
  struct Overridden {
    Amount told = 0;
    Amount without = undefined;
  };
  std::map<std::pair<ResourceId, HostId>, Overridden> overridden_;
};

/// The configured total of a host's own resource; of mem, swp and tmp by maxmem and the like. None:
/// not configured.
std::optional<Amount> configured_amount(const HostConfig& host, ResourceId resource);

/// What would be free on a host in addition: the slots and memory of jobs to be preempted.
struct HostRelief {
  std::int32_t slots = 0;
  Amount mem = 0;
  Amount swp = 0;
  Amount tmp = 0;
  const WithoutVictims* others = nullptr;  ///< what they give back of the site's own resources

  Amount of(ResourceId id) const {
    if (id == resource(builtin::mem)) return mem;
    return id == resource(builtin::swp) ? swp : tmp;
  }
};

/// The resources of one host, for select strings: see HostLookup.
class HostValues {
 public:
  /// `relief`: as if that much more were free there.
  HostValues(const ClusterSettings& settings, const ClusterHosts& hosts, bool counts_suspended,
             HostId host, HostId from_host, const HostRelief& relief = {})
      : settings_(settings),
        hosts_(hosts),
        counts_suspended_(counts_suspended),
        host_(host),
        from_host_(from_host),
        relief_(relief) {}

  /// Of what jobs may reserve, less what they have reserved.
  std::optional<double> number(ResourceId id) const;
  /// Whatever is reserved of it, but for mem, swp and tmp.
  std::optional<double> whole(ResourceId id) const;
  std::optional<std::string_view> text(ResourceId id) const;
  std::string_view local_type() const { return settings_.type_of(from_host_); }
  std::string_view local_model() const { return settings_.model_of(from_host_); }

 private:
  std::optional<double> built_in(ResourceId id) const;
  double told(const LoadVector& load, std::size_t index) const;
  std::optional<double> amount(ResourceId id) const;
  const ResourceValue* configured(ResourceId id) const;

  const ClusterSettings& settings_;
  const ClusterHosts& hosts_;
  bool counts_suspended_;
  HostId host_;
  HostId from_host_;
  HostRelief relief_;
};

}  // namespace mcsim::scheduler
