// Any bytes as an LSF file, of sections or lsf.conf: refused with a place that exists, or the same
// file after printing and parsing again.
#include "fuzz/targets.hpp"

#include <algorithm>
#include <string_view>

#include "mcsim/base/check.hpp"
#include "mcsim/config/lsf/lsf_file.hpp"
#include "support/lsf_content.hpp"

namespace mcsim::testing {
namespace {

template <class Parse>
void check(Parse&& parse, std::string_view text) {
  const auto file = parse(text, "f");
  const auto ends = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  for (const Diagnostic& diagnostic : file.diagnostics.list)
    MCSIM_CHECK(diagnostic.line <= ends + 1 && diagnostic.column <= text.size() + 1,
                "no such place");
  if (!file.is_whole()) return;
  const std::string printed = to_text(file);
  const auto again = parse(printed, "f");
  MCSIM_CHECK(again.is_whole() && content(again) == content(file), "another file");
  MCSIM_CHECK(to_text(again) == printed, "printed in another way");
}

}  // namespace

void try_lsf_conf(std::string_view text) {
  check(parse_lsf_file, text);
  check(parse_lsf_conf, text);
}

}  // namespace mcsim::testing
