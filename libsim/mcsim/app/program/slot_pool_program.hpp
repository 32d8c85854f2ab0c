// A slot pool policy that is a program of the user's own.
#pragma once

#include <memory>
#include <string_view>

#include "mcsim/app/program/policy_program.hpp"
#include "mcsim/policy/slot_pool.hpp"

namespace mcsim::app {

/// Asks the program to share out the slots of a pool: write_pool_question(). It answers
/// `{"slots": {"NAME": SLOTS, ...}, "order": ["NAME", ...]}`, each queue once in both.
///
/// Copies share the process.
class SlotPoolProgram {
 public:
  static constexpr std::string_view name = "program";

  explicit SlotPoolProgram(PolicyCommand command);
  /// Throws RunFailed: PolicyProgram::ask(), and where the answer is none, or breaks the promise of
  /// a SlotPoolPolicy.
  void share_out(const SlotPoolView& view, SlotPoolAnswer& answer) const;

 private:
  std::shared_ptr<PolicyProgram> program_;
};

}  // namespace mcsim::app
