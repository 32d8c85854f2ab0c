// Compares files that begin alike, line by line.
#include "mcsim/app/history/same_files.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "mcsim/app/base/interrupt.hpp"
#include "mcsim/text/lines.hpp"

namespace mcsim::app {
namespace {

constexpr std::size_t lines_between_compares = 4096;

/// Lines of a file that are neither empty nor comments.
class Lines {
 public:
  explicit Lines(const std::string& file) {
    if (auto source = ByteSource::open(file, file)) lines_.emplace(std::move(*source));
  }
  bool next(std::string_view& line) {
    while (lines_ && lines_->next(line))
      if (!line.empty() && line.front() != '#') return true;
    return false;
  }
  bool has_failed() const { return !lines_ || lines_->failure(); }
  /// The file ends within the last line.
  bool is_unended() const { return lines_->is_last_unended(); }
  std::size_t number() const { return lines_->number(); }

 private:
  std::optional<LineReader> lines_;
};

/// The first one may be a header, and all files' alike.
struct FirstLines {
  std::string first;
  std::optional<std::string> second;

  explicit FirstLines(const std::string& file) {
    Lines lines(file);
    std::string_view line;
    if (!lines.next(line)) return;
    first = line;
    if (lines.next(line)) second = line;
  }
  bool may_begin_like(const FirstLines& other) const {
    return !second || !other.second || second->starts_with(*other.second) ||
           other.second->starts_with(*second);
  }
};

/// Whether one file has all lines of the other, and nothing else before these end.
std::optional<SameFile> compared(const std::vector<std::string>& files, std::size_t first,
                                 std::size_t second) {
  Lines a(files[first]);
  Lines b(files[second]);
  while (true) {
    std::string_view of_a;
    std::string_view of_b;
    const bool has_a = a.next(of_a);
    const bool has_b = b.next(of_b);
    if (a.has_failed() || b.has_failed()) return std::nullopt;
    if (!has_b) return SameFile{second, first, !has_a};
    if (!has_a) return SameFile{first, second, false};
    if (a.number() % lines_between_compares == 0 && InterruptWatch::interrupted())
      return std::nullopt;
    if (of_a == of_b) continue;
    // What was copied while a record was being written.
    if (b.is_unended() && of_a.starts_with(of_b)) return SameFile{second, first, false};
    if (a.is_unended() && of_b.starts_with(of_a)) return SameFile{first, second, false};
    return std::nullopt;
  }
}

}  // namespace

std::vector<SameFile> same_files(const std::vector<std::string>& files) {
  std::vector<SameFile> same;
  if (files.size() < 2) return same;
  std::vector<FirstLines> lines;
  std::map<std::string, std::vector<std::size_t>> beginning_alike;
  for (std::size_t at = 0; at < files.size(); ++at) {
    std::error_code failed;
    const bool is_file = std::filesystem::is_regular_file(files[at], failed);
    lines.emplace_back(is_file ? files[at] : std::string());
    if (lines[at].first.empty()) continue;
    std::vector<std::size_t>& alike = beginning_alike[lines[at].first];
    bool stays = true;
    for (std::size_t& other : alike) {
      if (!lines[at].may_begin_like(lines[other])) continue;
      const auto found = compared(files, other, at);
      if (!found) continue;
      same.push_back(*found);
      stays = false;
      if (found->file == other) other = at;  // this one has more
      break;
    }
    if (stays) alike.push_back(at);
  }
  return same;
}

}  // namespace mcsim::app
