// Any bytes as lsb.acct and as lsb.events, with names kept, or hidden where there is an odd number
// of bytes.
#include "fuzz/history_promise.hpp"
#include "fuzz/targets.hpp"

namespace mcsim::testing {

void try_lsf_history(std::string_view text) {
  const TempFolder folder;
  ImportRequest request;
  request.acct = {folder.write("lsb.acct", text)};
  request.events = {folder.write("lsb.events", text)};
  request.anonymise = text.size() % 2 == 1;
  keep_history_promise(folder, request);
}

}  // namespace mcsim::testing
