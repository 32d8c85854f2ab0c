// One way between two clusters: when it is up, and when what is sent over it arrives.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "mcsim/base/random.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/model/forwarding_config.hpp"

namespace mcsim::forwarding {

/// A function of time, which does not change while the simulation runs. The link is up except in
/// its outages; at the end of each a new connection begins. Source: docs/rules/forwarding.md,
/// "Links".
class Link {
 public:
  Link() = default;
  /// `name` of the way, "from>to": each way has random streams of its own.
  Link(const LinkConfig& config, std::uint64_t seed, const std::string& name)
      : latency_(config.latency),
        jitter_(config.jitter),
        publication_delay_(config.publication_delay),
        loss_word_(config.loss >= 1 ? ~std::uint64_t{0}
                                    : static_cast<std::uint64_t>(config.loss * 0x1p64)),
        outages_(config.outages),
        jitters_(seed, "link/jitter/" + name),
        losses_(seed, "link/loss/" + name) {}

  /// Whether reports are seen at the same instants over both links: only if neither draws anything.
  bool is_like(const Link& other) const {
    const bool draws =
        jitter_ != 0ms || loss_word_ != 0 || other.jitter_ != 0ms || other.loss_word_ != 0;
    return !draws && publication_delay_ == other.publication_delay_ && outages_ == other.outages_;
  }

  Duration latency() const { return latency_; }
  bool is_up(Time at) const {
    const auto next = next_outage(at);
    return next == outages_.end() || at < next->from;
  }
  /// The first instant at or after `from` at which it is up; never: there is none.
  Time next_up(Time from) const {
    const auto next = next_outage(from);
    return next == outages_.end() || from < next->from ? from : next->until;
  }
  /// The first instant after `from` at which it goes down; never: there is none.
  Time next_down(Time from) const {
    const auto next = std::ranges::upper_bound(outages_, from, {}, &LinkConfig::Outage::from);
    return next == outages_.end() ? never : next->from;
  }
  /// When connections begin, the one at virtual time 0 left out.
  std::vector<Time> reconnections() const {
    std::vector<Time> times;
    for (const LinkConfig::Outage& outage : outages_)
      if (outage.until != never) times.push_back(outage.until);
    return times;
  }

  /// When message `number` of this way, sent at `sent`, arrives. A message that an outage cuts off
  /// is sent anew when the link is up again. never: the link does not come up again.
  Time message_arrival(Time sent, std::uint64_t number) const {
    const Duration takes = latency_ + drawn(jitters_, 0, number);
    for (Time leaves = next_up(sent); leaves != never;) {
      const Time down = next_down(leaves);
      if (leaves + takes < down || down == never) return leaves + takes;
      leaves = next_up(down);
    }
    return never;
  }

  /// When a report published at `published` arrives; never: it is lost, or cut off.
  Time report_arrival(Time published) const {
    const auto number = static_cast<std::uint64_t>(published.time_since_epoch().count());
    if (loss_word_ != 0 && losses_.at(0, number) < loss_word_) return never;
    const Time arrives = published + publication_delay_ + drawn(jitters_, 1, number);
    const Time down = next_down(published);
    return is_up(published) && (down == never || arrives < down) ? arrives : never;
  }
  /// The least time that a report takes, and the most.
  Duration least_report_delay() const { return publication_delay_; }
  Duration most_report_delay() const { return publication_delay_ + jitter_; }

 private:
  /// The first outage that is not over at `at`.
  std::vector<LinkConfig::Outage>::const_iterator next_outage(Time at) const {
    return std::ranges::upper_bound(outages_, at, {}, &LinkConfig::Outage::until);
  }
  /// From 0 to the jitter, each millisecond equally likely.
  Duration drawn(const RngStream& stream, std::uint64_t entity, std::uint64_t number) const {
    if (jitter_ == 0ms) return 0ms;
    const auto bound = static_cast<std::uint64_t>(jitter_.count()) + 1;
    return Duration(static_cast<std::int64_t>(multiply_wide(stream.at(entity, number), bound)[0]));
  }

  Duration latency_{};
  Duration jitter_{};
  Duration publication_delay_{};
  std::uint64_t loss_word_ = 0;              ///< a report with a smaller random word is lost
  std::vector<LinkConfig::Outage> outages_;  ///< ascending, apart
  RngStream jitters_{0, ""};
  RngStream losses_{0, ""};
};

}  // namespace mcsim::forwarding
