// What a forwarding policy looks at, as a line of JSON: a question for `mcsim decide forward`, and
// for a program that is a policy.
#pragma once

#include <string>
#include <string_view>

#include "mcsim/policy/forwarding.hpp"
#include "mcsim/rooms.hpp"

namespace mcsim::results {

/// Writes the question into `line`, without an end of line: policy `setting` is asked. The view
/// has history and the job. `draws` are the first numbers of the decision, as many as candidates,
/// ForwardView::luck().
void write_forward_question(const ForwardView& view, std::string_view setting, std::string& line);

}  // namespace mcsim::results
