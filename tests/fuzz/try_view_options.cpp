// Any words as the options of LSF's views and of explain, on the folder of a run: answered, or
// refused with a reason, and what is to be JSON is JSON.
#include "fuzz/targets.hpp"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "fuzz/run_for_views.hpp"
#include "mcsim/app/explain/explain_command.hpp"
#include "mcsim/app/explain/views_command.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::testing {
namespace {

/// Line after line; behind the last one there are empty ones.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}

  std::string next() {
    const std::size_t end = std::min(text_.find('\n'), text_.size());
    std::string line(text_.substr(0, end));
    text_.remove_prefix(std::min(end + 1, text_.size()));
    return line;
  }
  std::vector<std::string> words() {
    std::istringstream line(next());
    std::vector<std::string> all;
    for (std::string word; line >> word;) all.push_back(word);
    return all;
  }

 private:
  std::string_view text_;
};

const FolderOfRun& folder() {
  static const FolderOfRun the_folder;
  return the_folder;
}

void check(app::ExitCode code, const std::ostringstream& out, const std::ostringstream& err,
           bool json) {
  MCSIM_CHECK(code == app::ExitCode::done || code == app::ExitCode::usage ||
                  code == app::ExitCode::bad_input,  // lsload where no LIM tells of load
              "another exit code: " + err.str());
  if (code != app::ExitCode::done) {
    MCSIM_CHECK(!err.str().empty(), "refused without a reason");
    return;
  }
  MCSIM_CHECK(!json || parse_json(out.str(), "view").has_value(), "no JSON");
}

app::ReplayRequest replay_at(const std::string& time) {
  app::ReplayRequest replay{.folder = folder().path()};
  if (!time.empty()) replay.at = time;
  return replay;
}

/// The first line says which command, and has a letter for each option without a value.
void try_view(const std::string& first, Lines& lines) {
  using Command = app::ViewsRequest::Command;
  constexpr Command commands[] = {Command::bjobs, Command::bhosts, Command::bqueues,
                                  Command::bclusters, Command::lsload};
  const auto has = [&](char letter) { return first.find(letter) != std::string::npos; };
  app::ViewsRequest request;
  request.command = commands[first.empty() ? 0 : static_cast<unsigned char>(first[0]) % 5];
  request.replay = replay_at(lines.next());
  request.cluster = lines.next();
  if (const std::string fields = lines.next(); !fields.empty()) request.fields = fields;
  request.no_header = has('n');
  request.json = has('j');
  request.is_long = has('l') && !request.json;
  request.effective = has('E');
  request.normalized = has('N') && !request.effective;
  request.wide = has('w');
  request.exported = has('e');
  request.shared = has('s') && request.exported;
  request.all = has('a');
  request.pending = has('p');
  if (const std::string user = lines.next(); !user.empty()) request.user = user;
  if (const std::string queue = lines.next(); !queue.empty()) request.queue = queue;
  request.jobs = lines.words();
  request.names = lines.words();
  std::ostringstream out, err;
  const auto code =
      app::views_command(request, registry::default_registry(), app::Console{out, err});
  check(code, out, err, request.json);
}

void try_story(const std::string& first, Lines& lines) {
  app::ExplainRequest request{.replay = replay_at(lines.next())};
  std::string* const asked[] = {&request.job, &request.queue, &request.host, &request.lease};
  *asked[first.size() > 1 ? static_cast<unsigned char>(first[1]) % 4 : 0] = lines.next();
  request.json = first.find('j') != std::string::npos;
  std::ostringstream out, err;
  const auto code =
      app::explain_command(request, registry::default_registry(), app::Console{out, err});
  check(code, out, err, request.json);
}

}  // namespace

void try_view_options(std::string_view text) {
  Lines lines(text);
  const std::string first = lines.next();
  if (first.starts_with('x'))
    try_story(first, lines);
  else
    try_view(first, lines);
}

}  // namespace mcsim::testing
