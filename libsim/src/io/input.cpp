// The bytes of an input file: read in blocks, hashed, and unpacked where they are gzip.
#include "mcsim/io/input.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "mcsim/base/check.hpp"
#include "mcsim/io/complaints.hpp"
#include "mcsim/io/file_handle.hpp"

namespace mcsim {

namespace {

constexpr std::size_t block_size = std::size_t{256} << 10;

enum class Packing : std::uint8_t { plain, gzip, zstd, xz };

Packing packing_of(std::string_view head) {
  using namespace std::string_view_literals;
  if (head.starts_with("\x1F\x8B"sv)) return Packing::gzip;
  if (head.starts_with("\x28\xB5\x2F\xFD"sv)) return Packing::zstd;
  if (head.starts_with("\xFD\x37zXZ\0"sv)) return Packing::xz;
  return Packing::plain;
}

/// zlib's state for one stream, ended when its owner goes.
class Inflater {
 public:
  // 15: the largest window; 16: with gzip's header and trailer, whose checksum zlib verifies.
  Inflater() : ready_(inflateInit2(&stream_, 15 + 16) == Z_OK) {}
  ~Inflater() {
    if (ready_) inflateEnd(&stream_);
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  Inflater(Inflater&&) = delete;
  Inflater& operator=(Inflater&&) = delete;

  z_stream& stream() { return stream_; }
  bool ready() const { return ready_; }

 private:
  z_stream stream_{};
  bool ready_;
};

}  // namespace

struct ByteSource::State {
  FileHandle file;
  std::string shown_name;
  InputLimits limits;
  std::vector<char> block;  // of the file as it lies on the disk
  std::size_t used = 0;     // of the block
  std::size_t filled = 0;
  std::uint64_t bytes_in = 0;
  std::uint64_t bytes_out = 0;
  bool at_end = false;  // of the file
  XXH64_state_t hash{};
  std::unique_ptr<Inflater> inflater;  // none: the file is plain
  bool inside_member = true;
  std::optional<Diagnostic> failure;  // of unpacking; told after the bytes that came before it

  Diagnostic failed(std::string message) const {
    return about_file(shown_name, std::move(message));
  }

  /// Reads the next block from the disk when the last one is used up.
  std::optional<Diagnostic> fill() {
    if (used < filled) return std::nullopt;
    used = filled = 0;
    return read_into(block, filled);
  }

  /// Fills `room` from the disk; only the end of the file leaves some of it. A pipe hands out less
  /// at a time; the first bytes must be there to tell how the file is packed.
  std::optional<Diagnostic> read_into(std::span<char> room, std::size_t& count) {
    count = 0;
    while (count < room.size() && !at_end) {
      const ssize_t got = ::read(file.descriptor(), room.data() + count, room.size() - count);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return failed("cannot be read: " + error_text(errno));
      XXH64_update(&hash, room.data() + count, static_cast<std::size_t>(got));
      count += static_cast<std::size_t>(got);
      at_end = got == 0;
    }
    bytes_in += count;
    return std::nullopt;
  }

  /// Of a plain file: what is left of the first block, then from the disk, without a copy.
  Expected<std::size_t, Diagnostic> read_plain(std::span<char> room) {
    std::size_t count = std::min(room.size(), filled - used);
    if (count > 0)
      std::memcpy(room.data(), block.data() + used, count);
    else if (auto failure_now = read_into(room, count))
      return Unexpected(*std::move(failure_now));
    else
      return count;
    used += count;
    return count;
  }

  /// Between two members of a gzip file: the next one begins, or only zero bytes follow (tapes
  /// padded so), or what follows is not gzip.
  std::optional<Diagnostic> begin_member() {
    if (block[used] == '\0') {
      ++used;
      return std::nullopt;
    }
    if (block[used] != '\x1F') return failed("corrupt gzip: something else follows its end");
    inside_member = true;
    inflateReset(&inflater->stream());
    return std::nullopt;
  }

  std::optional<Diagnostic> check_growth() const {
    if (bytes_out > limits.free_bytes && bytes_out / limits.ratio > bytes_in)
      return failed("gzip that grows more than " + std::to_string(limits.ratio) +
                    " times is not read; unpack it first if it is what it should be");
    return std::nullopt;
  }

  /// One step of unpacking into `room`, which gets smaller by what came out.
  std::optional<Diagnostic> inflate_some(std::span<char>& room) {
    z_stream& stream = inflater->stream();
    stream.next_in = reinterpret_cast<Bytef*>(block.data() + used);
    stream.avail_in = static_cast<uInt>(filled - used);
    stream.next_out = reinterpret_cast<Bytef*>(room.data());
    stream.avail_out = static_cast<uInt>(room.size());
    const int answer = ::inflate(&stream, Z_NO_FLUSH);
    used = filled - stream.avail_in;
    bytes_out += room.size() - stream.avail_out;
    room = room.last(stream.avail_out);
    if (answer == Z_STREAM_END) inside_member = false;
    if (answer == Z_OK || answer == Z_STREAM_END || answer == Z_BUF_ERROR) return check_growth();
    return failed(std::string("corrupt gzip: ") + (stream.msg ? stream.msg : "damaged"));
  }

  /// Fills `room` from the front; less than that: the end, or a failure, which is kept.
  std::size_t unpack(std::span<char> room) {
    const std::size_t size = room.size();
    while (!room.empty() && !failure) {
      failure = fill();
      if (failure) break;
      if (used == filled) {
        if (inside_member) failure = failed("gzip that is cut off: its end is missing");
        break;
      }
      failure = inside_member ? inflate_some(room) : begin_member();
    }
    return size - room.size();
  }
};

ByteSource::ByteSource(std::unique_ptr<State> state) : state_(std::move(state)) {}
ByteSource::ByteSource(ByteSource&&) noexcept = default;
ByteSource& ByteSource::operator=(ByteSource&&) noexcept = default;
ByteSource::~ByteSource() = default;

Expected<ByteSource, Diagnostics> ByteSource::open(const std::string& path,
                                                   const std::string& shown_name,
                                                   InputLimits limits) {
  auto state = std::make_unique<State>();
  state->shown_name = shown_name;
  state->limits = limits;
  const auto refused = [&](const std::string& why) {
    return Unexpected(Diagnostics{{state->failed(why)}});
  };
  state->file = FileHandle(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!state->file.is_open()) return refused("cannot be opened: " + error_text(errno));
  struct stat info{};
  if (::fstat(state->file.descriptor(), &info) == 0 && S_ISDIR(info.st_mode))
    return refused("is a directory; expected a file");
  state->block.resize(block_size);
  XXH64_reset(&state->hash, 0);
  if (auto failure = state->fill()) return refused(failure->message);
  switch (packing_of({state->block.data(), state->filled})) {
    case Packing::plain:
      break;
    case Packing::zstd:
      return refused("is packed with zstd; expected plain text or gzip");
    case Packing::xz:
      return refused("is packed with xz; expected plain text or gzip");
    case Packing::gzip:
      state->inflater = std::make_unique<Inflater>();
      if (!state->inflater->ready()) return refused("cannot be unpacked: out of memory");
  }
  return ByteSource(std::move(state));
}

Expected<std::size_t, Diagnostic> ByteSource::read(std::span<char> room) {
  MCSIM_CHECK(!room.empty(), "no room to read into");
  if (state_->inflater) {
    const std::size_t count = state_->unpack(room);
    if (count == 0 && state_->failure) return Unexpected(*state_->failure);
    return count;
  }
  return state_->read_plain(room);
}

Expected<std::uint64_t, Diagnostic> ByteSource::hash() {
  while (!state_->at_end) {
    state_->used = state_->filled;
    if (auto failure = state_->fill()) return Unexpected(std::move(*failure));
  }
  return XXH64_digest(&state_->hash);
}

const std::string& ByteSource::shown_name() const { return state_->shown_name; }

}  // namespace mcsim
