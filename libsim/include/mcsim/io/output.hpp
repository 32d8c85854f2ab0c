// An output file: written through a buffer, and every write and the close are checked, so that a
// full disk is an answer and not a short file.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/io/file_handle.hpp"
#include "mcsim/io/put.hpp"

namespace mcsim {

enum class Compression : std::uint8_t { none, gzip };

/// A file that is being written. The first failure is kept; what is written after it goes nowhere.
class OutputFile {
 public:
  /// Makes or empties the file. Errors: the operating system's.
  static Expected<OutputFile, Diagnostics> create(const std::string& path,
                                                  Compression compression = Compression::none);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  OutputFile(OutputFile&&) noexcept;
  OutputFile& operator=(OutputFile&&) noexcept;
  ~OutputFile();

  /// Room for `size` more bytes; written up to where wrote_to() says.
  char* room(std::size_t size) {
    if (buffer_.size() - used_ < size) [[unlikely]]
      make_room(size);
    return buffer_.data() + used_;
  }
  void wrote_to(const char* end) { used_ = static_cast<std::size_t>(end - buffer_.data()); }

  /// Writes `text`, however long.
  void write(std::string_view text);

  /// Everything is on its way to the disk, or why it is not. Nothing can be written afterwards.
  std::optional<Diagnostic> close();

 private:
  struct Deflater;

  OutputFile(FileHandle file, std::string path);
  void make_room(std::size_t size);
  void flush();
  void write_out(const char* bytes, std::size_t count);
  void deflate_out(const char* bytes, std::size_t count, bool last);
  void fail(int error_number);

  FileHandle file_;
  std::string path_;
  std::vector<char> buffer_;
  std::size_t used_ = 0;
  std::unique_ptr<Deflater> deflater_;  ///< none: plain
  std::optional<Diagnostic> failure_;
};

/// Writes all of `text` to the file `path`.
std::optional<Diagnostic> write_file(const std::string& path, std::string_view text);

/// A file that appears under its name when it is whole: written beside it, then renamed. Without
/// commit() nothing is left. What is no plain file, or lies in /dev, is written directly.
class ReplacedFile {
 public:
  static Expected<ReplacedFile, Diagnostics> create(const std::string& path,
                                                    Compression compression = Compression::none);
  ReplacedFile(const ReplacedFile&) = delete;
  ReplacedFile& operator=(const ReplacedFile&) = delete;
  ReplacedFile(ReplacedFile&& other) noexcept;
  ReplacedFile& operator=(ReplacedFile&&) = delete;
  ~ReplacedFile();

  OutputFile& file() { return file_; }
  std::optional<Diagnostic> commit();

 private:
  ReplacedFile(OutputFile file, std::string shown_name);

  OutputFile file_;
  std::string shown_name_;
  std::string place_;   ///< what will be replaced
  std::string beside_;  ///< empty: nothing to rename, nothing to remove
};

}  // namespace mcsim
