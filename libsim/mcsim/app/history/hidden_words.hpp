// Pseudonyms for the names in a text that has more than names: lists of hosts, shares of users,
// resource requirements, dependencies.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "mcsim/app/history/pseudonyms.hpp"

namespace mcsim::app {

/// What the words of a text are. All that is neither a number nor a word of LSF's own is a name.
enum class WordKind : std::uint8_t {
  persons,      ///< users and groups: `ann ~bob group@ group/`
  shares,       ///< USER_SHARES[[ann, 5] [others, 1]]
  hosts,        ///< `node[001-128] ~group +2 all@cluster`
  requirement,  ///< select[...] rusage[...], and lists of resources
  queues,       ///< kept; behind an @ stands a cluster
  send_queues,  ///< the same, where a word without an @ is a cluster
  clusters,     ///< `c1 c2`, ([c1, 1] [c2, 1])
  projects,     ///< bsub -P
  apps,         ///< application profiles
  others,       ///< names that jobs do not name
  settings,     ///< numbers and words of LSF's own; behind a / a host
  dependency    ///< bsub -w
};

/// `text` with pseudonyms for names. `own_words`: words that are no names here, with blanks between
/// them, beside those that the kind has. Quotes, blanks and signs stay where they are.
std::string hidden_words(Pseudonyms& names, WordKind kind, std::string_view text,
                         std::string_view own_words = {});

/// A name of a job: an array's elements stay behind it, as name[3] or name[1-10]%2.
std::string hidden_job_name(Pseudonyms& names, std::string_view name);

/// Whether a dependency names jobs by how their names begin, as no pseudonym can.
bool has_pattern(std::string_view dependency);

}  // namespace mcsim::app
