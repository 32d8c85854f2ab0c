// Reads files of records, and keeps those that are not understood.
#include "mcsim/app/history/record_files.hpp"

#include "mcsim/app/base/interrupt.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/lines.hpp"

namespace mcsim::app {

std::optional<Diagnostic> RecordFiles::reject(const std::string& place,
                                              trace::RecordMistake mistake, std::string_view line) {
  ++counts_.mistaken[mistake.what];
  if (!rejected_) {
    auto made = OutputFile::create_new(rejected_path_);
    if (!made) return made.error().list.front();
    rejected_.emplace(std::move(*made));
  }
  rejected_->write(place + ":" + std::to_string(mistake.column) + ": " + mistake.what + "\n");
  rejected_->write(line);
  rejected_->write("\n");
  return std::nullopt;
}

Diagnostics RecordFiles::read(const std::string& file, const Visit& visit) {
  auto source = ByteSource::open(file, file);
  if (!source) return source.error();
  LineReader lines(std::move(*source));
  for (std::string_view line; lines.next(line);) {
    if (lines.number() % 4096 == 0 && InterruptWatch::interrupted()) return {};
    if (line.empty() || line.front() == '#') continue;
    trace::LsbWords words(line);
    RecordAnswer answer = visit(words);
    if (answer.failure) return {{*std::move(answer.failure)}};
    if (answer.mistake) {
      const std::string place = file + ":" + std::to_string(lines.number());
      if (auto failure = reject(place, answer.mistake, line)) return {{*std::move(failure)}};
    } else if (!answer.is_of_use) {
      trace::LsbWords first(line);
      ++counts_.others[std::string(first.word())];
    }
  }
  if (lines.failure()) return {{*lines.failure()}};
  return {};
}

Diagnostics RecordFiles::read(const std::vector<std::string>& files, const Visit& visit) {
  Diagnostics all;
  for (const std::string& file : files) append(all, read(file, visit));
  return all;
}

std::optional<Diagnostic> RecordFiles::close() {
  return rejected_ ? rejected_->close() : std::nullopt;
}

}  // namespace mcsim::app
