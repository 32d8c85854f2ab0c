// Reads a directory with the real configuration files of an LSF cluster as the tree of a cluster in
// a scenario: the same keys, the same shapes, each value with its file and line.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/config/lsf/conf_files.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::config {

/// The words of the lines that could not be read in a section of a file.
struct LostLines {
  std::string file;     ///< its key
  std::string section;  ///< as written
  std::vector<std::string> words;
};

struct ConfDirectory {
  std::string cluster;  ///< of lsf.cluster.NAME
  /// An object with the keys "lsf.conf", "lsf.shared", ... "lsb.applications" of a cluster in a
  /// scenario, for the files that exist. Values are texts as LSF writes them; values that ask for a
  /// default are left out, and so are keywords without effect in a simulation. Sources: the
  /// directory, then its files.
  JsonTree tree;
  Diagnostics diagnostics;  ///< with errors: `tree` has what could be read all the same
  /// The keys of files that are missing or could not be read in full.
  std::vector<std::string> incomplete;
  std::vector<const ConfFile*> absent;  ///< that are not there, and that LSF has defaults for
  std::vector<std::string> bare;        ///< lsb.params, if it has no section Parameters
  std::vector<std::string> unlisted;    ///< clusters with files that lsf.shared does not list
  ListedClusters listed;                ///< those that it lists
  std::vector<LostLines> lost;          ///< lines that could not be read, of all files
};

/// Reads `directory`, called `shown_name` in diagnostics. Batch files (lsb.*) lie in it, or where
/// LSF has them: lsbatch/CLUSTER/configdir. `cluster` chooses among several lsf.cluster.NAME.
///
/// Warnings, once for each file and keyword: keywords, columns and sections that are unknown,
/// planned or not simulated, which are left out; those of parse_lsf_file; and of files that LSF
/// reads and this version does not. Errors, all of them: no lsf.shared, none or
/// several lsf.cluster.NAME, and those of parse_lsf_file and parse_lsf_conf. All other files may be
/// missing.
/// Source: Platform LSF 7.3 Configuration Reference.
ConfDirectory read_conf_directory(const std::string& directory, const std::string& shown_name,
                                  const std::optional<std::string>& cluster = std::nullopt);

}  // namespace mcsim::config
