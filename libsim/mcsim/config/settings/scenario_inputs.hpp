// The files that a scenario is made of, and the hashes of their bytes.
#pragma once

#include <string>

#include "mcsim/config/settings/scenario_draft.hpp"

namespace mcsim::config {

/// Compares `hash` with the one that an earlier run recorded, and records it.
void note_input(ScenarioDraft& draft, const std::string& name, std::uint64_t hash);

/// Writes the hashes of all files that were read into the scenario. Hashes of other files stay
/// there: they tell which LSF configuration is written out in it.
void write_inputs(ScenarioDraft& draft);

/// Whether the scenario was written by a run that read LSF files: it holds all that they said, even
/// what this version does not support.
bool holds_lsf_files(const ScenarioDraft& draft);

}  // namespace mcsim::config
