// Any bytes as questions to `mcsim decide`: each is refused with a reason, or answered with one
// line of JSON; the same question gets the same answer.
#include "fuzz/targets.hpp"

#include <algorithm>
#include <sstream>
#include <string>

#include "mcsim/app/command/decide_command.hpp"
#include "mcsim/base/check.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::testing {
namespace {

constexpr std::array<const char*, 4> families = {"distribute", "forward", "reclaim", "slot-pool"};

struct Answers {
  ExitCode code;
  std::string out;
  std::string err;
  bool operator==(const Answers&) const = default;
};

Answers ask(const char* family, std::string_view questions) {
  static const Registry registry = default_registry();
  std::istringstream in{std::string(questions)};
  std::ostringstream out;
  std::ostringstream err;
  const ExitCode code = decide_command({family, "-"}, in, registry, {out, err});
  return {code, out.str(), err.str()};
}

void check(const Answers& answers) {
  std::string_view rest = answers.out;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    MCSIM_CHECK(end != std::string_view::npos, "an answer that is cut off");
    MCSIM_CHECK(parse_json(rest.substr(0, end), "answer").has_value(), "an answer that is no JSON");
    rest.remove_prefix(end + 1);
  }
  MCSIM_CHECK(answers.code == (answers.err.empty() ? ExitCode::done : ExitCode::bad_input),
              "an exit code that does not fit");
}

}  // namespace

/// The first letter chooses the family.
void try_decide(std::string_view text) {
  if (text.empty()) return;
  const char* const family = families[static_cast<unsigned char>(text.front()) % families.size()];
  const Answers answers = ask(family, text.substr(1));
  check(answers);
  MCSIM_CHECK(ask(family, text.substr(1)) == answers, "another answer to the same question");
}

}  // namespace mcsim::testing
