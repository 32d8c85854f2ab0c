// Sorts rows in runs that fit into memory, and merges them.
#include "mcsim/app/history/row_sorter.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <memory>

#include "mcsim/text/lines.hpp"
#include "mcsim/text/output.hpp"
#include "mcsim/text/put.hpp"

namespace mcsim::app {
namespace {

constexpr std::size_t large = std::size_t{8} << 20;

}  // namespace

/// A sorted file of rows, each with its key before it.
class RowSorter::Run {
 public:
  explicit Run(ByteSource source) : lines_(std::move(source)) { next(); }

  bool at_end() const { return at_end_; }
  const RowKey& key() const { return key_; }
  std::string_view row() const { return row_; }
  const std::optional<Diagnostic>& failure() const { return lines_.failure(); }

  void next() {
    std::string_view line;
    at_end_ = !lines_.next(line);
    if (at_end_) return;
    const char* at = line.data();
    const char* const end = line.data() + line.size();
    for (std::int64_t* number : {&key_.submitted, &key_.job, &key_.element})
      at = std::from_chars(at, end, *number).ptr + 1;
    row_ = {at, static_cast<std::size_t>(end - at)};
  }

 private:
  LineReader lines_;
  RowKey key_;
  std::string_view row_;
  bool at_end_ = false;
};

RowSorter::~RowSorter() { remove_files(); }

void RowSorter::remove_files() {
  for (; files_ > 0; --files_) std::remove(file(files_ - 1).c_str());
}

void RowSorter::sort() {
  // Places in text_ ascend as rows come.
  std::ranges::sort(entries_, {},
                    [](const Entry& entry) { return std::pair(entry.key, entry.at); });
}

std::optional<Diagnostic> RowSorter::spill() {
  sort();
  auto out = OutputFile::create(file(files_++), Compression::zstd);
  if (!out) return out.error().list.front();
  for (const Entry& entry : entries_) {
    char* place = out->room(3 * widest_number);
    for (const std::int64_t number : {entry.key.submitted, entry.key.job, entry.key.element})
      place = put(put_number(place, number), ' ');
    out->wrote_to(place);
    out->write(row(entry));
    out->write("\n");
  }
  entries_.clear();
  text_.clear();
  return out->close();
}

std::optional<Diagnostic> RowSorter::add(const RowKey& key, std::string_view row) {
  if (!entries_.empty() && text_.size() + row.size() + entries_.size() * sizeof(Entry) > memory_)
    if (auto failure = spill()) return failure;
  // Grown by doubling it would be there twice for a while.
  if (text_.size() > large && text_.capacity() < memory_) text_.reserve(memory_);
  entries_.push_back({key, text_.size(), static_cast<std::uint32_t>(row.size())});
  text_ += row;
  ++rows_;
  return std::nullopt;
}

std::optional<Diagnostic> RowSorter::visit(
    const std::function<void(const RowKey&, std::string_view)>& visit) {
  if (files_ == 0) {
    sort();
    for (const Entry& entry : entries_) visit(entry.key, row(entry));
    return std::nullopt;
  }
  if (!entries_.empty())
    if (auto failure = spill()) return failure;
  std::vector<std::unique_ptr<Run>> runs;
  for (std::uint64_t at = 0; at < files_; ++at) {
    auto source = ByteSource::open(file(at), file(at), {.ratio = 10'000});
    if (!source) return source.error().list.front();
    runs.push_back(std::make_unique<Run>(std::move(*source)));
  }
  while (true) {
    Run* least = nullptr;  // the earliest of equal ones: its rows came first
    for (const auto& run : runs) {
      if (run->at_end() && run->failure()) return run->failure();
      if (!run->at_end() && (least == nullptr || run->key() < least->key())) least = run.get();
    }
    if (least == nullptr) break;
    visit(least->key(), least->row());
    least->next();
  }
  runs.clear();
  remove_files();
  return std::nullopt;
}

}  // namespace mcsim::app
