// What holds between a LIM and its ELIMs: intervals and limits, the names that a LIM knows, and the
// environment that an ELIM is started with. Sources: Platform LSF 6.2, "External Load
// Indices and ELIM"; docs/rules/lsf.md, 4.4. In the words of users: docs/rules/elim.md.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/base/time.hpp"

namespace mcsim::lim {

/// The rules with LSF's own values. Each cluster may have others.
struct ElimRules {
  Duration poll_interval = 5s;              ///< ELIM_POLL_INTERVAL: how often a LIM looks
  Duration exchange_interval = 15s;         ///< EXINTERVAL: reports come at most that often
  Duration between_starts = 90s;            ///< from one start to the next: more than that
  std::optional<Duration> block_time = 4s;  ///< LSF_ELIM_BLOCKTIME; none: a LIM waits for ever
  std::optional<int> restarts{};            ///< LSF_ELIM_RESTARTS; none: no limit
  int abort_value = 97;                     ///< ELIM_ABORT_VALUE; the number is ours
  bool keep_values_on_exit = false;         ///< model.elim_keep_values_on_exit
  bool lava = false;                        ///< model.lava_elim
  Duration punctuality{};  ///< a report that comes so much too early is not too early

  bool operator==(const ElimRules&) const = default;
};

/// A name's place in an ElimResources.
enum class ElimIndex : std::uint32_t {};

/// What a name stands for, to a LIM.
enum class ElimTarget : std::uint8_t {
  host_index,  ///< an external index that each host has for itself
  shared,      ///< an external resource whose instances are shared by hosts
  built_in,    ///< one of LIM's own eleven; an ELIM overrides it
  fixed,       ///< static, Boolean or a string: an ELIM's value is ignored
};

/// A name that may come in a load update string.
struct ElimResource {
  std::string name;
  ElimTarget target = ElimTarget::host_index;
  bool expected = false;  ///< in LSF_RESOURCES

  bool operator==(const ElimResource&) const = default;
};

/// The names that a LIM knows. It begins with what every LIM has: its own indices, and the static
/// resources. Aliases (login, swap, idle, cpu) are no names of a load update string.
class ElimResources {
 public:
  static constexpr std::size_t most_taken = 1000;

  ElimResources();

  /// Adds a name, or changes what it stands for.
  ElimIndex add(const ElimResource& resource);
  /// From now on, names that are not known are taken as a host's indices, the first 1,000 of them:
  /// for trying an ELIM whose resources nobody has named.
  void take_any() { takes_any_ = true; }
  /// None: unknown.
  std::optional<ElimIndex> find(std::string_view name);

  const ElimResource& operator[](ElimIndex index) const {
    return list_[static_cast<std::size_t>(index)];
  }
  std::size_t size() const { return list_.size(); }
  const std::vector<ElimResource>& all() const { return list_; }

 private:
  std::vector<ElimResource> list_;
  std::map<std::string, ElimIndex, std::less<>> places_;
  bool takes_any_ = false;
  std::size_t taken_ = 0;
};

/// One value a variable; none: it must not be set.
struct ElimVariable {
  std::string name;
  std::optional<std::string> value;

  bool operator==(const ElimVariable&) const = default;
};

/// What one LIM and its ELIMs have agreed upon.
struct ElimContract {
  ElimRules rules;
  ElimResources resources;
  bool is_master = false;

  /// The variables of an ELIM that is started now.
  std::vector<ElimVariable> environment() const;
};

}  // namespace mcsim::lim
