// An output file: the buffer, the packing, and the disk.
#include "mcsim/text/output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <span>

#include "mcsim/text/complaints.hpp"
#include "mcsim/text/packer.hpp"

namespace mcsim::text {
namespace {

constexpr std::size_t buffer_size = std::size_t{256} << 10;

Diagnostic cannot_write(const std::string& path, int error_number) {
  return about_file(path, "cannot be written: " + error_text(error_number));
}

}  // namespace

OutputFile::OutputFile(FileHandle file, std::string path)
    : file_(std::move(file)), path_(std::move(path)), buffer_(buffer_size) {}
OutputFile::OutputFile(OutputFile&&) noexcept = default;
OutputFile& OutputFile::operator=(OutputFile&&) noexcept = default;
OutputFile::~OutputFile() = default;

Expected<OutputFile, Diagnostics> OutputFile::create(const std::string& path,
                                                     Compression compression) {
  return open(path, O_TRUNC, compression);
}

Expected<OutputFile, Diagnostics> OutputFile::create_new(const std::string& path,
                                                         Compression compression) {
  return open(path, O_EXCL, compression);
}

Expected<OutputFile, Diagnostics> OutputFile::open(const std::string& path, int flags,
                                                   Compression compression) {
  OutputFile file({}, path);
  if (compression != Compression::none) {  // first: a failure here leaves no file behind
    file.packer_ = make_packer(compression);
    if (!file.packer_) return Unexpected(Diagnostics{{cannot_write(path, ENOMEM)}});
    file.packed_.grow(buffer_size);
  }
  constexpr mode_t readable_by_all = 0666;  // less the user's umask
  int descriptor = -1;
  constexpr int usual =
      O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK;  // waits for no reader of a pipe
  do descriptor = ::open(path.c_str(), usual | flags, readable_by_all);
  while (descriptor < 0 && errno == EINTR);
  if (descriptor < 0 && errno == ENXIO)
    return Unexpected(Diagnostics{{about_file(path, "cannot be written: nobody reads from it")}});
  if (descriptor < 0) return Unexpected(Diagnostics{{cannot_write(path, errno)}});
  file.file_ = FileHandle(descriptor);
  if (const int now = ::fcntl(descriptor, F_GETFL); now >= 0)
    ::fcntl(descriptor, F_SETFL, now & ~O_NONBLOCK);  // but each write waits
  return file;
}

void OutputFile::make_room(std::size_t size) {
  flush();
  buffer_.grow(used_ + size, used_);
}

void OutputFile::write(std::string_view text) {
  while (!text.empty()) {
    const std::string_view part = text.substr(0, buffer_size / 2);
    wrote_to(put(room(part.size()), part));
    text.remove_prefix(part.size());
  }
}

/// Whole blocks of the digest, from the front of the buffer: what is left stays there.
void OutputFile::flush() {
  const std::size_t count = used_ - used_ % TableDigest::block;
  if (digest_) digest_->add(buffer_.data(), count);
  hand_out(count);
  std::memmove(buffer_.data(), buffer_.data() + count, used_ -= count);
}

void OutputFile::hand_out(std::size_t count) {
  if (packer_)
    pack_out(buffer_.data(), count, false);
  else
    write_out(buffer_.data(), count);
}

void OutputFile::write_out(const char* bytes, std::size_t count) {
  while (count > 0 && !failure_) {
    const ssize_t written = ::write(file_.descriptor(), bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return fail(written < 0 ? errno : ENOSPC);
    bytes += written;
    count -= static_cast<std::size_t>(written);
  }
}

void OutputFile::pack_out(const char* bytes, std::size_t count, bool last) {
  std::span<const char> in(bytes, count);
  Packer::Step step = Packer::Step::more;
  while (step == Packer::Step::more && !failure_) {
    std::span<char> out(packed_);
    step = packer_->step(in, out, last);
    write_out(packed_.data(), packed_.size() - out.size());
  }
  if (step == Packer::Step::failed) fail(ENOMEM);
}

void OutputFile::fail(int error_number) {
  if (!failure_) failure_ = cannot_write(path_, error_number);
}

std::optional<Diagnostic> OutputFile::close() {
  flush();
  if (digest_) digest_of_all_ = digest_->with({buffer_.data(), used_});
  hand_out(std::exchange(used_, 0));
  if (packer_) pack_out(nullptr, 0, true);
  if (const int error_number = file_.close(); error_number != 0) fail(error_number);
  return failure_;
}

std::optional<Diagnostic> write_file(const std::string& path, std::string_view text) {
  auto file = OutputFile::create(path);
  if (!file) return file.error().list.front();
  file->write(text);
  return file->close();
}

}  // namespace mcsim::text
