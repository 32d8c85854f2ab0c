// A forwarding policy that is a program of the user's own.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "mcsim/app/program/policy_program.hpp"
#include "mcsim/policy/forwarding.hpp"

namespace mcsim::app {

/// Asks the program where to forward a job: results/forward_question.hpp. It answers
/// `{"choice": "QUEUE@CLUSTER"}`, or `{"choice": null}` and perhaps `"again": SECONDS`, the time
/// at which to ask again though nothing has happened. What `mcsim decide` answers beside that,
/// `reason` and `ranking`, is not looked at.
///
/// Copies share the process.
class ForwardProgram {
 public:
  static constexpr std::string_view name = "program";
  static constexpr ForwardSight sight = ForwardSight::all;

  explicit ForwardProgram(PolicyCommand command);
  /// Throws RunFailed: PolicyProgram::ask(), and where the answer is none.
  ForwardAnswer choose(const ForwardView& view) const;

 private:
  struct Asked;

  std::shared_ptr<Asked> asked_;
};

}  // namespace mcsim::app
