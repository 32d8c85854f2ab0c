// Output names followed step by step, as the system would follow them.
#include "mcsim/text/output_place.hpp"

#include <system_error>

#include "mcsim/text/file_handle.hpp"

namespace mcsim::text {
namespace {

namespace fs = std::filesystem;

Unexpected<std::string> refused(const std::error_code& error) {
  return Unexpected(error_text(error.value()));
}

/// `found`, which exists, and behind it the steps from `at` to `end`, of which the first does not.
Expected<fs::path, std::string> with_new_names(fs::path found, fs::path::iterator at,
                                               const fs::path::iterator& end) {
  for (; at != end; ++at) {
    if (*at == "..") return Unexpected(std::string("\"..\" follows a folder that is not there"));
    if (*at != "." && !at->empty()) found /= *at;
  }
  return found;
}

}  // namespace

Expected<fs::path, std::string> output_place(const std::string& name) {
  if (name.empty() || name == "-")
    return Unexpected(std::string("expected a name; one that is called - is ./-"));
  std::error_code error;
  const fs::path wanted = fs::absolute(name, error);
  if (error) return refused(error);
  fs::path found = wanted.root_path();
  const fs::path steps = wanted.relative_path();
  for (auto at = steps.begin(); at != steps.end(); ++at) {
    if (at->empty()) continue;  // behind the last slash
    const fs::path next = found / *at;
    const bool is_link = fs::is_symlink(fs::symlink_status(next, error));
    const fs::file_type type = fs::status(next, error).type();
    if (type == fs::file_type::not_found && is_link)
      return Unexpected("the link " + next.string() + " leads to what is not there");
    if (type == fs::file_type::not_found) return with_new_names(found, at, steps.end());
    if (!error) found = fs::canonical(next, error);
    if (error) return refused(error);
  }
  return found;
}

}  // namespace mcsim::text
