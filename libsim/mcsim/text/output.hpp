// An output file: written through a buffer, and every write and the close are checked, so that a
// full disk is an error and not a short file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "mcsim/base/check.hpp"
#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/base/raw_bytes.hpp"
#include "mcsim/text/file_handle.hpp"
#include "mcsim/text/put.hpp"
#include "mcsim/text/table_digest.hpp"

namespace mcsim::text {

class Packer;

enum class Compression : std::uint8_t { none, gzip, zstd, xz };

/// A file that is being written. The first failure is kept; later writes are dropped.
class OutputFile {
 public:
  /// Makes or empties the file. Errors: the operating system's.
  static Expected<OutputFile, Diagnostics> create(const std::string& path,
                                                  Compression compression = Compression::none);
  /// The same, but it is an error if something has this name already, even a link.
  static Expected<OutputFile, Diagnostics> create_new(const std::string& path,
                                                      Compression compression = Compression::none);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  OutputFile(OutputFile&&) noexcept;
  OutputFile& operator=(OutputFile&&) noexcept;
  ~OutputFile();

  /// Room for `size` more bytes; wrote_to() says how far they were written.
  char* room(std::size_t size) {
    if (buffer_.size() - used_ < size) [[unlikely]]
      make_room(size);
    return buffer_.data() + used_;
  }
  void wrote_to(const char* end) { used_ = static_cast<std::size_t>(end - buffer_.data()); }

  /// Writes `text`, however long.
  void write(std::string_view text);

  /// From now on, before anything is written, digest() of what is written is kept.
  void keep_digest() { digest_.emplace(); }
  /// After close(), if it is kept.
  std::uint64_t digest() const { return digest_of_all_; }

  /// Whether a write has failed; close() says why.
  bool has_failed() const { return failure_.has_value(); }

  /// Hands everything to the operating system, and closes the file. Returns why that failed, if it
  /// did. Nothing can be written afterwards.
  std::optional<Diagnostic> close();

 private:
  OutputFile(FileHandle file, std::string path);
  static Expected<OutputFile, Diagnostics> open(const std::string& path, int flags,
                                                Compression compression);
  void make_room(std::size_t size);
  void flush();
  void hand_out(std::size_t count);
  void write_out(const char* bytes, std::size_t count);
  void pack_out(const char* bytes, std::size_t count, bool last);
  void fail(int error_number);

  FileHandle file_;
  std::string path_;
  RawBytes buffer_;
  std::size_t used_ = 0;
  std::unique_ptr<Packer> packer_;  ///< none: plain
  RawBytes packed_;
  std::optional<TableDigest> digest_;
  std::uint64_t digest_of_all_ = 0;
  std::optional<Diagnostic> failure_;
};

/// Writes all of `text` to the file `path`.
std::optional<Diagnostic> write_file(const std::string& path, std::string_view text);

/// A file that appears under its name when it is whole: written beside it, then renamed. Without
/// commit() nothing is left. Where the name is a link, the file that it leads to is replaced. What
/// is no plain file, or lies in /dev or /proc, is written directly.
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
  std::string place_;   ///< the file that will be replaced
  std::string beside_;  ///< empty: nothing to rename, nothing to remove
  FileHandle held_;     ///< `beside_`
};

}  // namespace mcsim::text
