// Records with pseudonyms for their names.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "mcsim/app/history/hidden_words.hpp"
#include "mcsim/app/history/pseudonyms.hpp"
#include "mcsim/trace/lsb_event.hpp"
#include "mcsim/trace/lsb_finish.hpp"

namespace mcsim::app {

/// Hides the names in records before anybody else sees them, but for those of queues. Texts of a
/// record then are parts of this value, until the next record is hidden.
class HiddenRecords {
 public:
  explicit HiddenRecords(Pseudonyms& names) : names_(names) {}

  void hide(trace::FinishRecord& record);
  void hide(trace::LsbEvent& event);
  /// Jobs that waited for names by how these begin: they wait for none here.
  std::uint64_t patterns() const { return patterns_; }

 private:
  void hide(NameFamily family, std::string_view& name) {
    if (!name.empty()) name = names_.of(family, name);
  }
  void hide_project(std::string_view& name);
  void hide_words(WordKind kind, std::string_view& text);
  void hide_slots(std::string_view& entry);
  void hide_job_name(std::string_view& name);
  /// False: it cannot be hidden, and is left out.
  bool hide_dependency(std::string_view& text);

  Pseudonyms& names_;
  using Known = std::map<std::string, std::string, std::less<>>;
  std::map<WordKind, Known> texts_;  ///< that came before
  Known slots_;                      ///< entries of lists of slots, likewise
  Known job_names_;                  ///< some of the last ones
  std::string depends_;
  std::uint64_t patterns_ = 0;
};

}  // namespace mcsim::app
