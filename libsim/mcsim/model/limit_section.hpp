// Limits that consumers of resources share, or each have: lsb.resources, section Limit.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/model/job_profile.hpp"
#include "mcsim/model/limit.hpp"
#include "mcsim/model/resource.hpp"

namespace mcsim::model {

/// A row of ClusterSettings::limits.
enum class LimitId : std::uint16_t {};

/// One consumer column of a row, and its PER_ twin: some, or all but some. Groups are resolved to
/// their members.
template <Id T>
struct LimitConsumers {
  bool all = true;          ///< all but `listed`; else only these
  std::vector<T> listed{};  ///< ascending
  bool each = false;        ///< PER_: each has a counter; else they have one together

  bool has(T id) const { return std::ranges::binary_search(listed, id) != all; }
  /// Whether the column says anything.
  bool is_given() const { return each || !all || !listed.empty(); }
  /// The part of a key that is for `id`.
  T key_of(T id) const { return each ? id : none<T>; }
  bool operator==(const LimitConsumers&) const = default;
};

/// What rows look at in a job. `project`: JobProfile::project, or else DEFAULT_PROJECT.
struct LimitJob {
  NameId user = none<NameId>;
  QueueId queue{};
  NameId project = none<NameId>;
  ApplicationId application = none<ApplicationId>;

  auto operator<=>(const LimitJob&) const = default;
};

/// Which counter of a row: the values of its PER_ columns; none where it has no such column.
struct LimitKey {
  NameId user = none<NameId>;
  QueueId queue = none<QueueId>;
  HostId host = none<HostId>;
  NameId project = none<NameId>;
  ApplicationId application = none<ApplicationId>;

  auto operator<=>(const LimitKey&) const = default;
};

/// MEM, SWP, TMP, or a name of RESOURCE: what jobs reserve of it by rusage.
struct LimitedResource {
  ResourceId resource{};
  Amount most = 0;
  std::int32_t percent =
      0;  ///< above 0: instead of `most`, of each host's maximum; in rows by host

  /// On a host whose maximum (maxmem and so on) is `maximum`; a percentage gives whole units.
  /// Source: IBM Spectrum LSF 10.1, "View information about resource allocation limits", which has
  /// 25 for 10 % of 249 MB.
  constexpr Amount on(Amount maximum) const {
    if (percent == 0) return most;
    return (maximum * percent + 50 * amount_unit) / (100 * amount_unit) * amount_unit;
  }
  bool operator==(const LimitedResource&) const = default;
};
static_assert(LimitedResource{.percent = 10}.on(249 * amount_unit) == 25 * amount_unit);

/// PREEMPT_FOR: limits of user groups that suspended jobs do not count for, where preemption is on.
struct PreemptForLimits {
  bool group_max = false;  ///< GROUP_MAX
  bool group_jlp = false;  ///< GROUP_JLP
  bool host_jlu = false;   ///< HOST_JLU

  bool operator==(const PreemptForLimits&) const = default;
};

/// One limit. It counts the jobs that all its columns take, on the hosts that it takes; with
/// nothing in HOSTS or PER_HOST, on all hosts. What it says holds beside all other limits.
/// Source: docs/rules/limits.md; Platform LSF 7.3 Configuration Reference, lsb.resources.
struct LimitSection {
  std::string name{};  ///< empty: it has none
  LimitConsumers<NameId> users{};
  LimitConsumers<QueueId> queues{};
  LimitConsumers<HostId> hosts{};
  LimitConsumers<NameId> projects{};
  LimitConsumers<ApplicationId> applications{};  ///< `each`: jobs without one do not count

  std::int32_t slots = no_limit;            ///< SLOTS: of started jobs, and reserved ones
  SlotsPerProcessor slots_per_processor{};  ///< only with hosts.each; also for SLOTS=!
  std::int32_t jobs = no_limit;             ///< JOBS: started ones, suspended or not
  std::vector<LimitedResource> amounts{};   ///< by resource
  /// Its slots are in the MXJ of its hosts already, which then say all that `slots` and
  /// `slots_per_processor` would.
  bool in_mxj = false;

  /// Whether jobs count wherever they run.
  bool is_on_all_hosts() const { return !hosts.is_given(); }
  bool limits_slots() const {
    return !in_mxj && (slots < no_limit || slots_per_processor.thousandths >= 0);
  }
  bool limits_jobs() const { return jobs < no_limit; }

  /// Whether the job counts here, on hosts that the row takes.
  bool takes(const LimitJob& job) const {
    return users.has(job.user) && queues.has(job.queue) && projects.has(job.project) &&
           (job.application != none<ApplicationId> ? applications.has(job.application)
                                                   : applications.all && !applications.each);
  }
  /// Whether what jobs have on the host counts here.
  bool takes(HostId host) const { return hosts.has(host); }
  bool takes(const LimitJob& job, HostId host) const { return takes(job) && takes(host); }

  /// The counter of a job, and of a host, that the row takes. Unless hosts.each it is the same one
  /// on all hosts.
  LimitKey key(const LimitJob& job, HostId host) const {
    return {.user = users.key_of(job.user),
            .queue = queues.key_of(job.queue),
            .host = hosts.key_of(host),
            .project = projects.key_of(job.project),
            .application = applications.key_of(job.application)};
  }

  /// How many slots a counter may have; of a counter by host: of a host with `ncpus` processors.
  std::int32_t slots_on(std::int32_t ncpus) const {
    return std::min(slots, hosts.each ? slots_per_processor.on(ncpus) : no_limit);
  }

  /// Whether the slots of suspended jobs count. Those of JOBS always do. `preemption`: a queue of
  /// the cluster preempts, or can be preempted.
  bool counts_suspended(bool preemption, const PreemptForLimits& preempt_for) const {
    if (!preemption || queues.is_given()) return true;
    if (users.each || is_for_one_user()) return false;
    if (!users.is_given()) return !hosts.is_given();
    if (slots_per_processor.thousandths >= 0) return !preempt_for.group_jlp;
    return hosts.each ? !preempt_for.host_jlu : !preempt_for.group_max;
  }

  bool operator==(const LimitSection&) const = default;

 private:
  bool is_for_one_user() const { return !users.all && users.listed.size() == 1; }
};

/// The rows that take a job, by their number.
inline std::vector<std::uint32_t> rows_for(const std::vector<LimitSection>& rows,
                                           const LimitJob& job) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t at = 0; at < rows.size(); ++at)
    if (rows[at].takes(job)) found.push_back(at);
  return found;
}

}  // namespace mcsim::model
