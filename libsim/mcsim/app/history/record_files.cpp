// Reads files of records, and keeps those that are not understood.
#include "mcsim/app/history/record_files.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "mcsim/app/base/interrupt.hpp"
#include "mcsim/app/history/same_files.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/lines.hpp"

namespace mcsim::app {
namespace {

constexpr std::size_t lines_between_looks = 4096;

std::vector<std::size_t> as_given(std::size_t files) {
  std::vector<std::size_t> order(files);
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

/// FILE, and N of FILE.N, 0 where it is FILE itself.
struct RotatedName {
  std::string file;
  std::int64_t number = 0;

  explicit RotatedName(std::string name) : file(std::move(name)) {
    for (const std::string_view ending : {".gz", ".zst", ".xz"})
      if (file.ends_with(ending)) file.resize(file.size() - ending.size());
    const std::size_t point = file.rfind('.');
    if (point == std::string::npos) return;
    const auto count = config::read_whole(std::string_view(file).substr(point + 1));
    if (!count || *count < 1) return;
    number = *count;
    file.resize(point);
  }
};

/// Of one name from the oldest file to the newest one; names as they are given.
std::vector<std::size_t> by_age(const std::vector<std::string>& files) {
  std::map<std::string, std::size_t> first_of;  // of a name
  std::vector<std::tuple<std::size_t, std::int64_t, std::size_t>> keys;
  for (std::size_t at = 0; at < files.size(); ++at) {
    const RotatedName name(files[at]);
    keys.emplace_back(first_of.try_emplace(name.file, at).first->second, -name.number, at);
  }
  std::ranges::sort(keys);
  std::vector<std::size_t> order;
  for (const auto& [first, number, at] : keys) order.push_back(at);
  return order;
}

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
  shown_ = shown;
  for (std::string_view line; lines.next(line);) {
    lines.cut_long();  // but not the first line: a file without any is no text
    bytes += line.size() + 1;
    if (lines.number() % lines_between_looks == 0) {
      if (InterruptWatch::interrupted()) return {};
      if (watch_) watch_(lines_between_looks, std::exchange(bytes, 0));
    }
    if (line.empty() || line.front() == '#') continue;
    RecordAnswer answer;
    if (lines.is_cut() || line.size() > LineReader::longest_line)
      answer.mistake = {"more than 1 MiB in a line", LineReader::longest_line + 1};
    else
      answer = visit({line, line_ = lines.number(), file});
    line_ = 0;
    if (answer.failure) return {{*std::move(answer.failure)}};
    if (answer.mistake) {
      const std::string place = shown + ":" + std::to_string(lines.number());
      if (auto failure = reject(place, answer.mistake, line)) return {{*std::move(failure)}};
    } else if (!answer.is_of_use) {
      ++counts_.others[std::string(answer.kind)];
    }
  }
  if (lines.failure()) return {{*lines.failure()}};
  if (lines.is_last_unended())
    counts_.unended.push_back(shown + ":" + std::to_string(lines.number()));
  return {};
}

Diagnostics RecordFiles::read(const std::string& list, const std::vector<std::string>& files,
                              const std::vector<std::size_t>& order, const Visit& visit) {
  const auto shown = [&](std::size_t at) {
    return hides_lines_ ? list + " " + std::to_string(at + 1) : files[at];
  };
  Diagnostics all;
  const std::vector<SameFile> same = same_files(files);
  for (const SameFile& one : same)
    counts_.left_out.push_back(shown(one.file) +
                               (one.is_whole
                                    ? ", since it has the records of " + shown(one.other)
                                    : ", since " + shown(one.other) + " begins with all of it"));
  for (const std::size_t at : order) {
    if (InterruptWatch::interrupted()) break;
    if (std::ranges::find(same, at, &SameFile::file) != same.end()) continue;
    append(all, read(files[at], shown(at), visit));
  }
  return all;
}

Diagnostics RecordFiles::read(const std::string& list, const std::vector<std::string>& files,
                              const Visit& visit) {
  return read(list, files, as_given(files.size()), visit);
}

Diagnostics RecordFiles::read_by_age(const std::string& list, const std::vector<std::string>& files,
                                     const Visit& visit) {
  return read(list, files, by_age(files), visit);
}

std::optional<Diagnostic> RecordFiles::close() {
  return rejected_ ? rejected_->close() : std::nullopt;
}

}  // namespace mcsim::app
