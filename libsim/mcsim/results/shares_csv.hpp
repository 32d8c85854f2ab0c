// shares.csv: how accounts of user fairshare have stood, whenever their slots have changed.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/ids.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/text/output.hpp"

namespace mcsim::cluster {
struct ClusterWorld;
}  // namespace mcsim::cluster

namespace mcsim::results {

inline constexpr std::array<std::string_view, 11> shares_csv_columns = {
    "time",    "cluster",  "share_info_for", "account",  "shares",  "priority",
    "started", "reserved", "forwarded",      "cpu_time", "run_time"};

/// Looks at the accounts between instants, since what is charged is known only when an instant is
/// over. A row is made of an account when its shares or slots are other ones than in its last row;
/// of one that nobody has used there is none.
class ShareLog {
 public:
  explicit ShareLog(const GridConfig& grid) : grid_(grid) {}

  /// All that happens up to `at` has happened.
  void look(const std::vector<ClusterWorld>& worlds, Time at);
  /// The run is over: a row for each account that has one.
  void finish(const std::vector<ClusterWorld>& worlds, Time end);

  /// Writes the table, ordered by time and cluster, then as USER_SHARES list the accounts, and
  /// closes the file. Returns the first error.
  std::optional<Diagnostic> write(OutputFile& file);

 private:
  /// What a new row is made for.
  struct Seen {
    std::int64_t shares = 0;
    std::int64_t started = 0;
    std::int64_t reserved = 0;
    std::int64_t forwarded = 0;

    bool operator==(const Seen&) const = default;
    bool is_of_use() const { return started != 0 || reserved != 0 || forwarded != 0; }
  };
  /// An account, by its place in a tree, and what was seen of it there.
  struct Looked {
    ShareRow row = none<ShareRow>;
    NameId user = none<NameId>;
    Seen seen{};

    bool operator==(const Looked&) const = default;
  };
  void look_at(const ClusterWorld& world, Time at, bool is_last);
  void look_at(const ClusterWorld& world, FairshareId tree, std::size_t row, Time at, bool is_last);

  const GridConfig& grid_;
  /// The last rows, and when: by cluster, queue or partition, and account.
  std::map<std::string, std::pair<Seen, Time>> last_;
  /// By cluster, tree and account: what most looks find, and no name has to be made for.
  std::map<std::pair<ClusterId, FairshareId>, std::vector<Looked>> places_;
  std::string rows_;
};

}  // namespace mcsim::results
