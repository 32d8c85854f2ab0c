// Compares files that begin alike, line by line.
#include "mcsim/app/history/same_files.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "mcsim/text/lines.hpp"

namespace mcsim::app {
namespace {

/// Lines of a file that are neither empty nor comments.
class Lines {
 public:
  explicit Lines(const std::string& file) {
    if (auto source = ByteSource::open(file, file)) lines_.emplace(std::move(*source)).cut_long();
  }
  bool next(std::string_view& line) {
    while (lines_ && lines_->next(line))
      if (!line.empty() && line.front() != '#') return true;
    return false;
  }
  bool has_failed() const { return !lines_ || lines_->failure(); }

 private:
  std::optional<LineReader> lines_;
};

/// The first two lines: the first one may be a header. Empty: there are no two.
std::string beginning_of(const std::string& file) {
  Lines lines(file);
  std::string beginning;
  for (int count = 0; count < 2; ++count) {
    std::string_view line;
    if (!lines.next(line)) return {};
    (beginning += line) += '\n';
  }
  return beginning;
}

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
    if (a.has_failed() || b.has_failed() || (has_a && has_b && of_a != of_b)) return std::nullopt;
    if (!has_b) return SameFile{second, first, !has_a};
    if (!has_a) return SameFile{first, second, false};
  }
}

}  // namespace

std::vector<SameFile> same_files(const std::vector<std::string>& files) {
  std::vector<SameFile> same;
  std::map<std::string, std::vector<std::size_t>> beginning_alike;
  for (std::size_t at = 0; at < files.size(); ++at) {
    const std::string beginning = beginning_of(files[at]);
    if (beginning.empty()) continue;
    std::vector<std::size_t>& alike = beginning_alike[beginning];
    bool stays = true;
    for (std::size_t& other : alike) {
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
