// The configuration that goes into the folder of an import.
#pragma once

#include <string>

#include "mcsim/app/history/import_request.hpp"
#include "mcsim/app/history/pseudonyms.hpp"
#include "mcsim/app/history/site_scenario.hpp"
#include "mcsim/results/run_folder.hpp"

namespace mcsim::app {

/// All that is wrong with LSF's files and what lshosts has printed, so that no history is read for
/// a scenario that could not run.
Diagnostics check_site(const ImportRequest& request);

/// The cluster whose files are in --conf; empty: none, or several.
std::string site_cluster(const ImportRequest& request);

/// Copies LSF's files of `request` into conf of the folder: as they are, or, with `names`, what is
/// understood of them under other names. Sets the cluster's name in `parts`, and whether it has
/// lshosts; without LSF's files what that says. With errors the copy is not whole; warnings are of
/// the names that were hidden.
Diagnostics copy_site_conf(const ImportRequest& request, Pseudonyms* names, RunFolder& folder,
                           SiteParts& parts);

}  // namespace mcsim::app
