// Any bytes as what sacct -P prints, with names kept, or hidden where there is an odd number of
// bytes.
#include "fuzz/history_promise.hpp"
#include "fuzz/targets.hpp"

namespace mcsim::testing {

void try_slurm_history(std::string_view text) {
  const TempFolder folder;
  ImportRequest request;
  request.kind = HistoryKind::slurm;
  request.acct = {folder.write("records", text)};
  request.anonymise = text.size() % 2 == 1;
  keep_history_promise(folder, request);
}

}  // namespace mcsim::testing
