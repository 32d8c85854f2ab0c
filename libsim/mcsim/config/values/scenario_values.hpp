// The values of a scenario as text has them: durations, intervals, run limits, names of hosts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/base/time.hpp"
#include "mcsim/model/launch_config.hpp"
#include "mcsim/text/json_tree.hpp"
#include "mcsim/text/words.hpp"
#include "mcsim/trace/workload.hpp"

namespace mcsim::config {

/// `200ms`, `15s`, `10min`, `1.5h`, `5d`. None: something else, negative, a part of a millisecond,
/// or longer than longest_duration.
std::optional<Duration> read_duration(std::string_view text);
/// `5s`, `exponential(5s)`, `uniform(1s, 5s)`, `1s + exponential(5s)`.
std::optional<DrawnTime> read_drawn_time(std::string_view text);
/// LSF: whole seconds, or milliseconds as `200ms`; a second number, the longest session, may
/// follow.
std::optional<Duration> read_interval(std::string_view text);

/// RUNLIMIT: `[default] max`, each `[hours:]minutes[/host or model]`, above 0.
struct RunLimit {
  std::optional<Duration> usual{};  ///< of jobs that ask for none
  Duration largest = unlimited;
  std::string usual_on{};  ///< the host or host model by whose speed it is measured
  std::string largest_on{};
};
std::optional<RunLimit> read_run_limit(std::string_view text);

/// `run`, `queue`, `none`, or a duration.
std::optional<MissingLimit> read_missing_limit(std::string_view text);

/// infinit, in any capitals: no limit.
bool is_infinit(std::string_view text);
/// A whole number of 32 bits, or infinit: no_limit.
std::optional<std::int32_t> read_up_to(std::string_view text);
/// The parts of a version: 10.1.0.14.
std::optional<std::vector<std::int64_t>> read_version(std::string_view text);

/// All of `text` as a whole number of 64 bits.
std::optional<std::int64_t> read_whole(std::string_view text);
/// Y, N, yes, no, true, false; capitals do not matter.
std::optional<bool> read_flag(std::string_view text);
/// Letters, digits, '_', '-' and '.'; not empty.
bool is_name(std::string_view text);

/// `a[001-100,200]` -> a001 ... a100, a200; a plain name stands for itself. None: neither.
inline constexpr std::size_t most_hosts = 1'000'000;
std::optional<std::vector<std::string>> expand_hosts(std::string_view text);
/// `a[1-2]@C` -> a1@C, a2@C; what is no such range stands for itself.
std::vector<std::string> expand_borrowed(std::string_view text);

/// A number, a boolean or a text as text; empty for all else.
std::string value_text(const JsonNode& node);

/// The checked members of an object. What is missing, or was complained about, reads as none.
class Fields {
 public:
  explicit Fields(const JsonNode& object) : object_(object) {}

  std::optional<std::string> text(std::string_view key) const;
  std::optional<std::int64_t> whole(std::string_view key) const;
  std::optional<bool> flag(std::string_view key) const;
  std::optional<Duration> duration(std::string_view key) const;
  /// Whether the key is there, readable or not.
  bool has(std::string_view key) const { return object_.find(key) != nullptr; }

 private:
  const JsonNode& object_;
};

// The values of options that scenarios and questions share, in the order of their enumerations.

inline constexpr std::string_view forward_free_tests = "net available fits";
inline constexpr std::string_view pool_orders = "use_per_share use shares";
inline constexpr std::string_view pool_leftovers = "ratio passes";
inline constexpr std::string_view forward_key_orders = "prio_low_p prio_p_low";

/// Sets `value` to what the member `key` names, if it is there. `names`: those of the enumeration's
/// values, in its order, separated by blanks.
template <class Enum>
void read_choice(const JsonNode& object, std::string_view key, std::string_view names,
                 Enum& value) {
  const auto text = Fields(object).text(key);
  const auto known = split_words(names);
  const auto found = text ? std::ranges::find(known, *text) : known.end();
  if (found != known.end()) value = static_cast<Enum>(found - known.begin());
}

}  // namespace mcsim::config
