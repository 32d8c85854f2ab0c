// The contract between a LIM and its ELIMs: intervals and limits, the names that a LIM knows, and
// the environment that an ELIM is started with. Sources: Platform LSF 6.2, "External Load Indices
// and ELIM"; docs/rules/lsf.md, 4.4. For users: docs/rules/elim.md.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/base/time.hpp"

namespace mcsim::lim {

/// The rules, with LSF's defaults. Each cluster may have its own values.
struct ElimRules {
  Duration poll_interval = 5s;              ///< ELIM_POLL_INTERVAL: how often a LIM polls
  Duration exchange_interval = 15s;         ///< EXINTERVAL: reports should come at most that often
  Duration between_starts = 90s;            ///< two starts are more than this apart
  std::optional<Duration> block_time = 4s;  ///< LSF_ELIM_BLOCKTIME; none: a LIM waits forever
  std::optional<int> restarts{};            ///< LSF_ELIM_RESTARTS; none: no limit
  int abort_value = 97;                     ///< ELIM_ABORT_VALUE; the number is mcsim's
  bool keep_values_on_exit = false;         ///< model.elim_keep_values_on_exit
  bool lava = false;                        ///< model.lava_elim
  Duration punctuality{};                   ///< by how much a report may come too early

  bool operator==(const ElimRules&) const = default;
};

/// A name's position in an ElimResources.
enum class ElimIndex : std::uint32_t {};

/// What a name means to a LIM.
enum class ElimTarget : std::uint8_t {
  host_index,  ///< an external index of which each host has its own
  shared,      ///< an external resource whose instances are shared by hosts
  built_in,    ///< one of LIM's own eleven; an ELIM overrides it
  fixed,       ///< static, or Boolean: an ELIM's value is ignored
};

/// A name that may occur in a load update string.
struct ElimResource {
  std::string name;
  ElimTarget target = ElimTarget::host_index;
  bool expected = false;  ///< in LSF_RESOURCES
  bool is_text = false;   ///< a string: its values are words

  bool operator==(const ElimResource&) const = default;
};

/// The names that a LIM knows. At first these are what every LIM knows: its own indices, and the
/// static resources. Aliases (login, swap, idle, cpu) are not valid in a load update string.
class ElimResources {
 public:
  static constexpr std::size_t most_taken = 1000;

  ElimResources();

  /// Adds a name, or changes what it stands for.
  ElimIndex add(const ElimResource& resource);
  /// From now on, unknown names count as indices of the host, the first 1,000 of them: for trying
  /// an ELIM whose resources are not configured.
  void take_any() { takes_any_ = true; }
  /// None: the name is unknown.
  std::optional<ElimIndex> find(std::string_view name);

  // Words that are values of string resources have numbers, in the order in which they come.

  void set_texts(std::vector<std::string> texts) { texts_ = std::move(texts); }
  double number_of(std::string_view text);
  const std::string& text(double number) const { return texts_[static_cast<std::size_t>(number)]; }
  const std::vector<std::string>& texts() const { return texts_; }

  const ElimResource& operator[](ElimIndex index) const {
    return list_[static_cast<std::size_t>(index)];
  }
  std::size_t size() const { return list_.size(); }
  const std::vector<ElimResource>& all() const { return list_; }

 private:
  std::vector<ElimResource> list_;
  std::map<std::string, ElimIndex, std::less<>> places_;
  std::vector<std::string> texts_;
  bool takes_any_ = false;
  std::size_t taken_ = 0;
};

/// A variable and its value; none: it must not be set.
struct ElimVariable {
  std::string name;
  std::optional<std::string> value;

  bool operator==(const ElimVariable&) const = default;
};

/// The contract of one LIM with its ELIMs.
struct ElimContract {
  ElimRules rules;
  ElimResources resources;
  bool is_master = false;

  /// The variables of an ELIM that is started now.
  std::vector<ElimVariable> environment() const;
};

}  // namespace mcsim::lim
