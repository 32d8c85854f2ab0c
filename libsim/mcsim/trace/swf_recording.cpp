// Records traces.
#include "mcsim/trace/swf_recording.hpp"

namespace mcsim::trace {
namespace {

std::shared_ptr<const SwfRecording> recorded(const std::string& path, const std::string& shown_name,
                                             MemoryField memory) {
  auto reader = SwfReader::open(path, shown_name);
  if (!reader) return nullptr;
  reader->look_at_memory(memory);
  auto recording = std::make_shared<SwfRecording>();
  SwfRow row;
  while (reader->next(row)) {
    if (recording->rows.empty()) recording->before = reader->header();
    recording->rows.push_back({row, reader->line(), row.has_memory ? reader->memory_mb() : 0});
  }
  reader->sum_up();
  const auto hash = reader->hash();
  if (!hash || reader->complaints().any_errors()) return nullptr;
  recording->header = reader->header();
  recording->hash = *hash;
  recording->warnings = reader->complaints().take();
  recording->rows.shrink_to_fit();
  return recording;
}

}  // namespace

SwfPlayback::SwfPlayback(std::shared_ptr<const SwfRecording> recording,
                         const std::string& shown_name)
    : recording_(std::move(recording)), complaints_(shown_name) {
  for (const Diagnostic& warning : recording_->warnings.list) complaints_.add(warning);
}

/// Others wait while a file is read, so that it is read once.
std::shared_ptr<const SwfRecording> SwfCache::recording(const std::string& path,
                                                        const std::string& shown_name,
                                                        MemoryField memory) {
  const std::scoped_lock lock(mutex_);
  const auto [found, is_new] = by_file_.try_emplace({path, memory});
  if (is_new) found->second = recorded(path, shown_name, memory);
  return found->second;
}

}  // namespace mcsim::trace
