// lsb.acct of a run, as LSF 10 writes it: what reads a site's accounting reads a simulation's, too.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "mcsim/model/config.hpp"
#include "mcsim/model/results.hpp"
#include "mcsim/text/output.hpp"

namespace mcsim::results {

/// What the file of a cluster is called: lsb.acct, with the cluster's name behind it where there
/// are several.
std::string lsb_acct_name(const GridConfig& config, std::size_t cluster);

/// Writes a record for each job of the cluster that has ended, in the order of ends, and closes the
/// file. Times are whole seconds since 1970, rounded down; `start` is virtual time 0. Refused jobs
/// have none, as in LSF.
std::optional<Diagnostic> write_lsb_acct(OutputFile& file, const GridConfig& config,
                                         const RunResults& results, std::size_t cluster,
                                         std::int64_t start);

}  // namespace mcsim::results
