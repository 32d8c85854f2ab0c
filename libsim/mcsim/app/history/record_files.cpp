// Reads files of records, and keeps those that are not understood.
#include "mcsim/app/history/record_files.hpp"

#include <utility>

#include "mcsim/app/base/interrupt.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/lines.hpp"

namespace mcsim::app {
namespace {

constexpr std::size_t lines_between_looks = 4096;

}  // namespace

std::optional<Diagnostic> RecordFiles::reject(const std::string& place,
                                              trace::RecordMistake mistake, std::string_view line) {
  RecordCounts::Mistakes& mistakes = counts_.mistaken[mistake.what];
  const std::string whole_place = place + ":" + std::to_string(mistake.column);
  if (mistakes.count++ == 0) mistakes.first = whole_place;
  if (!rejected_) {
    auto made = OutputFile::create_new(rejected_path_);
    if (!made) return made.error().list.front();
    rejected_.emplace(std::move(*made));
  }
  rejected_->write(whole_place + ": " + mistake.what + "\n");
  if (hides_lines_) return std::nullopt;
  rejected_->write(line);
  rejected_->write("\n");
  return std::nullopt;
}

Diagnostics RecordFiles::read(const std::string& file, const std::string& shown,
                              const Visit& visit) {
  auto source = ByteSource::open(file, file);
  if (!source) return source.error();
  LineReader lines(std::move(*source));
  std::uint64_t bytes = 0;  // since the last look
  for (std::string_view line; lines.next(line);) {
    bytes += line.size() + 1;
    if (lines.number() % lines_between_looks == 0) {
      if (InterruptWatch::interrupted()) return {};
      if (watch_) watch_(lines_between_looks, std::exchange(bytes, 0));
    }
    if (line.empty() || line.front() == '#') continue;
    RecordAnswer answer = visit({line, lines.number(), file});
    if (answer.failure) return {{*std::move(answer.failure)}};
    if (answer.mistake) {
      const std::string place = shown + ":" + std::to_string(lines.number());
      if (auto failure = reject(place, answer.mistake, line)) return {{*std::move(failure)}};
    } else if (!answer.is_of_use) {
      ++counts_.others[std::string(answer.kind)];
    }
  }
  if (lines.failure()) return {{*lines.failure()}};
  return {};
}

Diagnostics RecordFiles::read(const std::string& list, const std::vector<std::string>& files,
                              const Visit& visit) {
  Diagnostics all;
  for (std::size_t at = 0; at < files.size() && !InterruptWatch::interrupted(); ++at) {
    const std::string number = list + " " + std::to_string(at + 1);
    append(all, read(files[at], hides_lines_ ? number : files[at], visit));
  }
  return all;
}

std::optional<Diagnostic> RecordFiles::close() {
  return rejected_ ? rejected_->close() : std::nullopt;
}

}  // namespace mcsim::app
