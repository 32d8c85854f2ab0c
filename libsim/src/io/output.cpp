// An output file: the buffer, the disk, gzip, and the rename at the end.
#include "mcsim/io/output.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "mcsim/io/complaints.hpp"

namespace mcsim {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t buffer_size = std::size_t{256} << 10;

Diagnostic cannot_write(const std::string& path, int error_number) {
  return about_file(path, "cannot be written: " + error_text(error_number));
}

}  // namespace

/// zlib's state for one stream. Its header names no time and no file, so equal input gives equal
/// bytes.
struct OutputFile::Deflater {
  Deflater() {
    constexpr int window_with_gzip_header = 15 + 16;
    constexpr int usual_memory = 8;
    ready = deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, window_with_gzip_header,
                         usual_memory, Z_DEFAULT_STRATEGY) == Z_OK;
  }
  ~Deflater() {
    if (ready) deflateEnd(&stream);
  }
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;
  Deflater(Deflater&&) = delete;
  Deflater& operator=(Deflater&&) = delete;

  z_stream stream{};
  bool ready = false;
  std::vector<char> packed = std::vector<char>(buffer_size);
};

OutputFile::OutputFile(FileHandle file, std::string path)
    : file_(std::move(file)), path_(std::move(path)), buffer_(buffer_size) {}
OutputFile::OutputFile(OutputFile&&) noexcept = default;
OutputFile& OutputFile::operator=(OutputFile&&) noexcept = default;
OutputFile::~OutputFile() = default;

Expected<OutputFile, Diagnostics> OutputFile::create(const std::string& path,
                                                     Compression compression) {
  constexpr mode_t readable_by_all = 0666;  // less the user's umask
  FileHandle handle(
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, readable_by_all));
  if (!handle.is_open()) return Unexpected(Diagnostics{{cannot_write(path, errno)}});
  OutputFile file(std::move(handle), path);
  if (compression == Compression::gzip) {
    file.deflater_ = std::make_unique<Deflater>();
    if (!file.deflater_->ready) return Unexpected(Diagnostics{{cannot_write(path, ENOMEM)}});
  }
  return file;
}

void OutputFile::make_room(std::size_t size) {
  flush();
  if (buffer_.size() < size) buffer_.resize(size);
}

void OutputFile::write(std::string_view text) {
  while (!text.empty()) {
    const std::string_view part = text.substr(0, buffer_size);
    wrote_to(put(room(part.size()), part));
    text.remove_prefix(part.size());
  }
}

void OutputFile::flush() {
  const std::size_t count = std::exchange(used_, 0);
  if (deflater_)
    deflate_out(buffer_.data(), count, false);
  else
    write_out(buffer_.data(), count);
}

void OutputFile::write_out(const char* bytes, std::size_t count) {
  while (count > 0 && !failure_) {
    const ssize_t written = ::write(file_.descriptor(), bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return fail(errno);
    bytes += written;
    count -= static_cast<std::size_t>(written);
  }
}

void OutputFile::deflate_out(const char* bytes, std::size_t count, bool last) {
  z_stream& stream = deflater_->stream;
  // zlib reads from next_in only, but its type has no const.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes));
  stream.avail_in = static_cast<uInt>(count);
  do {
    stream.next_out = reinterpret_cast<Bytef*>(deflater_->packed.data());
    stream.avail_out = static_cast<uInt>(deflater_->packed.size());
    ::deflate(&stream, last ? Z_FINISH : Z_NO_FLUSH);
    write_out(deflater_->packed.data(), deflater_->packed.size() - stream.avail_out);
  } while (stream.avail_out == 0);
}

void OutputFile::fail(int error_number) {
  if (!failure_) failure_ = cannot_write(path_, error_number);
}

std::optional<Diagnostic> OutputFile::close() {
  flush();
  if (deflater_) deflate_out(nullptr, 0, true);
  if (const int error_number = file_.close(); error_number != 0) fail(error_number);
  return failure_;
}

std::optional<Diagnostic> write_file(const std::string& path, std::string_view text) {
  auto file = OutputFile::create(path);
  if (!file) return file.error().list.front();
  file->write(text);
  return file->close();
}

ReplacedFile::ReplacedFile(OutputFile file, std::string shown_name)
    : file_(std::move(file)), shown_name_(std::move(shown_name)) {}

ReplacedFile::ReplacedFile(ReplacedFile&& other) noexcept
    : file_(std::move(other.file_)),
      shown_name_(std::move(other.shown_name_)),
      place_(std::move(other.place_)),
      beside_(std::exchange(other.beside_, {})) {}

ReplacedFile::~ReplacedFile() {
  if (!beside_.empty()) ::unlink(beside_.c_str());
}

Expected<ReplacedFile, Diagnostics> ReplacedFile::create(const std::string& path,
                                                         Compression compression) {
  std::error_code error;
  const fs::file_type type = fs::status(path, error).type();
  const bool exists = type != fs::file_type::not_found && type != fs::file_type::none;
  if (type == fs::file_type::directory)
    return Unexpected(Diagnostics{{cannot_write(path, EISDIR)}});
  // Under /dev even a plain file is somebody's open one, such as a shell's standard output.
  const bool direct = (exists && type != fs::file_type::regular) || path.starts_with("/dev/");
  // Where the name is a link, what it points to is replaced, and not the link.
  const std::string place = exists && !direct ? fs::canonical(path, error).string() : path;
  const std::string beside = place + ".partial-" + std::to_string(::getpid());
  auto file = OutputFile::create(direct ? path : beside, compression);
  if (!file) {
    for (Diagnostic& diagnostic : file.error().list) diagnostic.file = path;
    return Unexpected(std::move(file.error()));
  }
  ReplacedFile result(*std::move(file), path);
  if (!direct) {
    result.place_ = place;
    result.beside_ = beside;
  }
  return result;
}

std::optional<Diagnostic> ReplacedFile::commit() {
  if (auto failure = file_.close()) {
    failure->file = shown_name_;
    return failure;
  }
  if (beside_.empty()) return std::nullopt;
  if (std::rename(beside_.c_str(), place_.c_str()) != 0) return cannot_write(shown_name_, errno);
  beside_.clear();
  return std::nullopt;
}

}  // namespace mcsim
