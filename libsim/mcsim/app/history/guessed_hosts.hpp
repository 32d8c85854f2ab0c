// Where jobs ran whose hosts nobody recorded.
#pragma once

#include <string>

#include "mcsim/trace/lsb_finish.hpp"

namespace mcsim::app {

/// One host for all of them, which is as large as they need together.
inline constexpr const char* pool_host = "pool";

/// Puts a job that ran, without hosts, on the pool; `text` must live as long as the record. True:
/// it was one.
inline bool put_on_pool(trace::FinishRecord& record, std::string& text) {
  if (!record.has_started() || !record.hosts.empty()) return false;
  text = std::to_string(record.processors) + "*" + pool_host;
  record.hosts.push_back(text);
  return true;
}

}  // namespace mcsim::app
