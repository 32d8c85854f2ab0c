// Sorts the rows of a table that may be larger than memory.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/base/diagnostics.hpp"

namespace mcsim::app {

/// By what rows are sorted: when a job was submitted, its number, and its index in its array.
struct RowKey {
  std::int64_t submitted = 0;
  std::int64_t job = 0;
  std::int64_t element = 0;

  auto operator<=>(const RowKey&) const = default;
};

/// Takes rows in any order and gives them back sorted; equal keys in the order they came. What does
/// not fit into `memory` bytes waits in packed files, PATH.0, PATH.1 ..., which are removed.
class RowSorter {
 public:
  explicit RowSorter(std::string path, std::size_t memory = std::size_t{256} << 20)
      : path_(std::move(path)), memory_(memory) {}
  RowSorter(const RowSorter&) = delete;
  RowSorter& operator=(const RowSorter&) = delete;
  ~RowSorter();

  /// A row, without a line feed. Returns why it could not be kept: the disk.
  std::optional<Diagnostic> add(const RowKey& key, std::string_view row);
  std::uint64_t rows() const { return rows_; }
  std::uint64_t files() const { return files_; }
  /// Calls visit(row) for each row; once. Returns what went wrong with the disk.
  std::optional<Diagnostic> visit(
      const std::function<void(const RowKey&, std::string_view)>& visit);

 private:
  struct Entry {
    RowKey key;
    std::uint64_t at = 0;  ///< in text_
    std::uint32_t length = 0;
  };
  class Run;

  void sort();
  void remove_files();
  std::optional<Diagnostic> spill();
  std::string file(std::uint64_t number) const { return path_ + "." + std::to_string(number); }
  std::string_view row(const Entry& entry) const {
    return std::string_view(text_).substr(entry.at, entry.length);
  }

  std::string path_;
  std::size_t memory_;
  std::string text_;
  std::vector<Entry> entries_;
  std::uint64_t rows_ = 0;
  std::uint64_t files_ = 0;
};

}  // namespace mcsim::app
