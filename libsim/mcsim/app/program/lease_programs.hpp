// Policies of resource leasing that are programs of the user's own. Copies share the process.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "mcsim/app/program/policy_program.hpp"
#include "mcsim/policy/lease_dealing.hpp"
#include "mcsim/policy/lease_reclaim.hpp"

namespace mcsim::app {

/// Asks the program which consumer the next unit of an export goes to: write_deal_question(). It
/// answers `{"choice": POSITION}`, from 0.
class DealProgram {
 public:
  static constexpr std::string_view name = "program";

  explicit DealProgram(PolicyCommand command);
  /// Throws RunFailed: PolicyProgram::ask(), and where the answer is none.
  std::size_t next(const DealView& view) const;

 private:
  std::shared_ptr<PolicyProgram> program_;
};

/// Asks the program who gets the idle slots of a shared lease: write_reclaim_question(). It answers
/// `{"idle_to": "provider"}`, `{"idle_to": "consumer"}` or `{"idle_to": null}`; what `mcsim decide`
/// answers beside that is not looked at.
class ReclaimProgram {
 public:
  static constexpr std::string_view name = "program";

  explicit ReclaimProgram(PolicyCommand command);
  /// Throws RunFailed: PolicyProgram::ask(), and where the answer is none.
  IdleTo idle_to(const ReclaimView& view) const;

 private:
  std::shared_ptr<PolicyProgram> program_;
};

}  // namespace mcsim::app
