// Reads a trace that gets estimates, and writes them into its field 9.
#include "mcsim/trace/estimated_trace.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "mcsim/text/input.hpp"
#include "mcsim/text/memory_file.hpp"
#include "mcsim/text/output.hpp"
#include "mcsim/trace/swf.hpp"

namespace mcsim::trace {
namespace {

constexpr std::size_t requested_time_field = 9;
constexpr std::string_view blanks = " \t";

/// All bytes, unpacked; they are read once, since the file may be a pipe.
Expected<std::string, Diagnostics> read_all(ByteSource& source) {
  std::string text;
  constexpr std::size_t chunk = std::size_t{1} << 20;
  for (;;) {
    const std::size_t before = text.size();
    text.resize(before + chunk);
    const auto got = source.read(std::span(text).subspan(before));
    if (!got) return Unexpected(Diagnostics{{got.error()}});
    text.resize(before + *got);
    if (*got == 0) return text;
  }
}

/// `line` with another field 9; fields that it lacks before that are not known.
std::string with_estimate(std::string_view line, std::int64_t estimate) {
  const std::string value = std::to_string(estimate);
  const bool has_return = line.ends_with('\r');
  if (has_return) line.remove_suffix(1);
  std::size_t at = 0;
  std::size_t begin = 0;
  std::size_t fields = 0;
  while (fields < requested_time_field) {
    begin = line.find_first_not_of(blanks, at);
    if (begin == std::string_view::npos) break;
    at = std::min(line.find_first_of(blanks, begin), line.size());
    ++fields;
  }
  std::string all;
  if (fields == requested_time_field) {
    all = std::string(line.substr(0, begin)) + value + std::string(line.substr(at));
  } else {
    all = line.substr(0, at);
    for (std::size_t field = fields + 1; field < requested_time_field; ++field) all += " -1";
    all += " " + value;
  }
  return has_return ? all + '\r' : all;
}

}  // namespace

Expected<EstimatedTrace, Diagnostics> EstimatedTrace::read(const std::string& path,
                                                           const std::string& shown_name) {
  auto source = ByteSource::open(path, shown_name);
  if (!source) return Unexpected(std::move(source.error()));
  auto text = read_all(*source);
  if (!text) return Unexpected(std::move(text.error()));
  const auto hash = source->hash();
  if (!hash) return Unexpected(Diagnostics{{hash.error()}});
  const auto copy = MemoryFile::create();
  if (!copy) return Unexpected(copy.error());
  if (const auto failure = write_file(copy->path(), *text))
    return Unexpected(Diagnostics{{*failure}});
  auto reader = SwfReader::open(copy->path(), shown_name);
  if (!reader) return Unexpected(std::move(reader.error()));

  EstimatedTrace trace;
  trace.text_ = *std::move(text);
  trace.hash_ = *hash;
  for (SwfRow row; reader->next(row);) {
    if (row.run.count() < 0 || row.is_partial()) continue;
    trace.jobs_.run_times.push_back(row.run);
    trace.jobs_.longest_request = std::max(trace.jobs_.longest_request, row.requested_time);
    trace.lines_.push_back(reader->line());
  }
  reader->sum_up();
  Complaints& complaints = reader->complaints();
  if (!complaints.any_errors() && trace.lines_.empty())
    complaints.error(0, 0, "none of its rows has a run time");
  const bool failed = complaints.any_errors();
  trace.warnings_ = complaints.take();
  if (failed) return Unexpected(std::move(trace.warnings_));
  return trace;
}

void EstimatedTrace::write(const std::vector<std::int64_t>& estimates,
                           const TraceSink& sink) const {
  std::string_view rest = text_;
  std::size_t job = 0;
  for (std::size_t number = 1; !rest.empty(); ++number) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    if (job < lines_.size() && lines_[job] == number)
      sink(with_estimate(line, estimates[job++]));
    else
      sink(line);
    const bool is_ended = end < rest.size();
    if (is_ended) sink("\n");
    rest.remove_prefix(is_ended ? end + 1 : end);
  }
}

}  // namespace mcsim::trace
