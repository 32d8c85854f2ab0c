// The targets of the fuzzers: functions of any bytes, which throw where a promise is broken. The
// tests call them too, with inputs that fuzzers have found (corpora_test.cpp).
#pragma once

#include <array>
#include <string_view>

#include "support/rooms.hpp"

namespace mcsim::testing {

void try_assignments(std::string_view text);
void try_decide(std::string_view text);
void try_elim_record(std::string_view text);
void try_jobs_csv(std::string_view text);
void try_job_table(std::string_view text);
void try_json(std::string_view text);
void try_load_update(std::string_view text);
void try_lsf_conf(std::string_view text);
void try_lsf_history(std::string_view text);
void try_packed(std::string_view text);
void try_packed_output(std::string_view text);
void try_pbs_history(std::string_view text);
void try_requirement(std::string_view text);
void try_run_folder(std::string_view text);
void try_scenario(std::string_view text);
void try_slurm_history(std::string_view text);
void try_swf(std::string_view text);
void try_view_options(std::string_view text);

struct FuzzTarget {
  std::string_view name;  ///< and the name of its folder here
  void (*run)(std::string_view text);
};

inline constexpr std::array<FuzzTarget, 18> fuzz_targets = {{{"assignments", try_assignments},
                                                             {"decide", try_decide},
                                                             {"elim_record", try_elim_record},
                                                             {"jobs_csv", try_jobs_csv},
                                                             {"job_table", try_job_table},
                                                             {"json", try_json},
                                                             {"load_update", try_load_update},
                                                             {"lsf_conf", try_lsf_conf},
                                                             {"lsf_history", try_lsf_history},
                                                             {"packed", try_packed},
                                                             {"packed_output", try_packed_output},
                                                             {"pbs_history", try_pbs_history},
                                                             {"requirement", try_requirement},
                                                             {"run_folder", try_run_folder},
                                                             {"scenario", try_scenario},
                                                             {"slurm_history", try_slurm_history},
                                                             {"swf", try_swf},
                                                             {"view_options", try_view_options}}};

}  // namespace mcsim::testing
