// What people did to jobs, queues and hosts.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

#include "mcsim/rooms.hpp"

namespace mcsim::app {

/// A job of lsb.events, or with an index an element of its array.
struct RecordedJob {
  std::int64_t job = 0;
  std::int64_t element = 0;
  /// How many jobs of lsb.events had this number before it: LSF counts from 1 again behind
  /// MAX_JOBID.
  std::uint32_t life = 0;

  bool operator==(const RecordedJob&) const = default;
  /// An array comes before its elements, which are together.
  auto operator<=>(const RecordedJob& other) const {
    return std::tie(job, life, element) <=> std::tie(other.job, other.life, other.element);
  }
};

/// Something that somebody did.
struct RecordedAction {
  enum class Kind : std::uint8_t {
    bswitch,
    btop,
    bbot,
    bstop,
    bresume,
    bmod,
    qopen,
    qclose,
    qact,
    qinact,
    hopen,
    hclose
  };

  std::int64_t at = 0;
  Kind kind{};
  RecordedJob job;
  std::string name{};                    ///< a queue or a host
  std::int64_t position = 0;             ///< of btop and bbot, from 1
  bool by_admin = false;                 ///< of btop and bbot: not by the user of the job
  std::string elements{};                ///< of bmod and bswitch, of an array: [2-5,8]; empty: all
  std::optional<std::string> hosts{};    ///< of bmod: those that the job asks for from now on
  std::optional<std::string> depends{};  ///< of bmod: what it waits for
  std::optional<std::int64_t> begin{};   ///< of bmod: s since 1970; 0: none any more
  std::string array{};                   ///< of bmod: %3; empty: as before

  bool is_about_job() const { return kind < Kind::qopen; }
  bool is_about_host() const { return kind >= Kind::hopen; }
  bool names_queue() const {
    return kind == Kind::bswitch || (!is_about_job() && !is_about_host());
  }
};

}  // namespace mcsim::app
