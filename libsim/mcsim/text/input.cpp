// The bytes of an input file: read in blocks, hashed, and unpacked where they are packed.
#include "mcsim/text/input.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "mcsim/base/check.hpp"
#include "mcsim/base/raw_bytes.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/file_handle.hpp"
#include "mcsim/text/packing.hpp"
#include "mcsim/text/unpacker.hpp"

namespace mcsim::text {

namespace {

constexpr std::size_t block_size = std::size_t{256} << 10;

/// The size of the blocks to read. A short file takes one block of one byte more, which shows its
/// end. Only plain files have a size; those of /proc say 0.
std::size_t block_for(const struct stat& info) {
  constexpr std::size_t least = 4096;
  if (!S_ISREG(info.st_mode)) return block_size;
  return std::clamp(static_cast<std::size_t>(info.st_size) + 1, least, block_size);
}

/// Whether a name stands for a file that the process was started with, such as standard input.
bool is_given_open(std::string_view path) {
  return path == "/dev/stdin" || path.starts_with("/dev/fd/") || path.starts_with("/proc/self/fd/");
}

/// A named pipe may have no writer, and a device no end.
bool may_be_read(const struct stat& info, int descriptor, bool is_given) {
  const bool is_pipe = S_ISFIFO(info.st_mode) || S_ISSOCK(info.st_mode);
  return S_ISREG(info.st_mode) || (is_given && (is_pipe || ::isatty(descriptor) == 1));
}

}  // namespace

struct ByteSource::State {
  FileHandle file;
  std::string shown_name;
  InputLimits limits;
  RawBytes block;        // of the file as it lies on the disk
  std::size_t used = 0;  // of the block
  std::size_t filled = 0;
  std::uint64_t bytes_in = 0;
  std::uint64_t bytes_out = 0;
  bool at_end = false;  // of the file
  XXH64_state_t hash{};
  std::unique_ptr<Unpacker> unpacker;  // none: the file is plain
  bool inside_part = true;
  std::size_t zeros = 0;              // behind the last part
  std::optional<Diagnostic> failure;  // of unpacking; reported after the bytes before it

  Diagnostic failed(std::string message) const {
    return about_file(shown_name, std::move(message));
  }

  /// Reads the next block from the disk when the last one is used up.
  std::optional<Diagnostic> fill() {
    if (used < filled) return std::nullopt;
    used = filled = 0;
    return read_into(block, filled);
  }

  /// Fills all of `room` from the disk, unless the file ends. A pipe hands out less at a time, but
  /// the first bytes must be complete: they show how the file is packed.
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

  /// Reads a plain file: first the rest of the first block, then from the disk without a copy.
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

  /// Between two parts of a packed file: begins the next part or skips a byte of padding. Anything
  /// else is an error.
  std::optional<Diagnostic> begin_part() {
    const char first = block[used];
    if (first == '\0' && unpacker->padding() > 0) {
      ++zeros;
      ++used;
      return std::nullopt;
    }
    if (!unpacker->begins_with(first) || !is_padded_well())
      return failed("corrupt " + std::string(unpacker->name()) +
                    ": something else follows its end");
    inside_part = true;
    zeros = 0;
    if (!unpacker->begin()) return failed("cannot be unpacked: out of memory");
    return std::nullopt;
  }

  bool is_padded_well() const { return zeros == 0 || zeros % unpacker->padding() == 0; }

  Diagnostic cut_off() const {
    return failed(std::string(unpacker->name()) + " that is cut off: its end is missing");
  }

  std::optional<Diagnostic> check_growth() const {
    if (bytes_out > limits.free_bytes && bytes_out / limits.ratio > bytes_in)
      return failed(std::string(unpacker->name()) + " that grows more than " +
                    std::to_string(limits.ratio) +
                    " times is not read; unpack it first if it is what it should be");
    return std::nullopt;
  }

  /// One step of unpacking into `room`, which shrinks by what came out.
  std::optional<Diagnostic> unpack_some(std::span<char>& room) {
    const std::size_t room_before = room.size();
    std::span<const char> in(block.data() + used, filled - used);
    const std::size_t in_before = in.size();
    const auto ended = unpacker->step(in, room);
    used = filled - in.size();
    bytes_out += room_before - room.size();
    if (!ended) return failed(ended.error());
    inside_part = !*ended;
    const bool moved = in.size() < in_before || room.size() < room_before;
    if (!moved && inside_part) return cut_off();  // the file ends within the part
    return check_growth();
  }

  /// Fills `room` from the front. Fewer bytes: the end, or a failure, which is kept.
  std::size_t unpack(std::span<char> room) {
    const std::size_t size = room.size();
    while (!room.empty() && !failure) {
      failure = fill();
      if (failure) break;
      if (inside_part) {
        failure = unpack_some(room);
      } else if (used < filled) {
        failure = begin_part();
      } else {
        if (!is_padded_well()) failure = cut_off();
        break;
      }
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
  const bool is_given = is_given_open(path);
  const int flags = O_RDONLY | O_CLOEXEC | (is_given ? 0 : O_NONBLOCK);  // not for a pipe's writer
  state->file = FileHandle(::open(path.c_str(), flags));
  if (!state->file.is_open()) return refused("cannot be opened: " + error_text(errno));
  struct stat info{};
  if (::fstat(state->file.descriptor(), &info) != 0)
    return refused("cannot be read: " + error_text(errno));
  if (S_ISDIR(info.st_mode)) return refused("is a directory; expected a file");
  if (!may_be_read(info, state->file.descriptor(), is_given))
    return refused("is not a regular file");
  state->block.grow(block_for(info));
  XXH64_reset(&state->hash, 0);
  if (auto failure = state->fill()) return refused(failure->message);
  const Compression packing = packing_of_bytes({state->block.data(), state->filled});
  if (packing != Compression::none) {
    state->unpacker = make_unpacker(packing, limits.memory);
    if (!state->unpacker) return refused("cannot be unpacked: out of memory");
  }
  return ByteSource(std::move(state));
}

Expected<std::size_t, Diagnostic> ByteSource::read(std::span<char> room) {
  MCSIM_CHECK(!room.empty(), "no room to read into");
  if (state_->unpacker) {
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

namespace {

/// 64 MiB, 64 KiB, 100 bytes.
std::string words_of_size(std::size_t bytes) {
  constexpr std::size_t kib = 1024;
  if (bytes % (kib * kib) == 0) return std::to_string(bytes / (kib * kib)) + " MiB";
  if (bytes % kib == 0) return std::to_string(bytes / kib) + " KiB";
  return std::to_string(bytes) + " bytes";
}

}  // namespace

Expected<std::string, Diagnostics> read_file(const std::string& path, const std::string& shown_name,
                                             std::size_t most, std::string_view advice) {
  auto source = ByteSource::open(path, shown_name);
  if (!source) return Unexpected(std::move(source).error());
  std::string text;
  RawBytes room(std::size_t{64} << 10);
  for (;;) {
    const auto count = source->read(room);
    if (!count) return Unexpected(Diagnostics{{count.error()}});
    if (*count == 0) return text;
    text.append(room.data(), *count);
    if (text.size() > most)
      return refusal(shown_name, "larger than " + words_of_size(most) + std::string(advice));
  }
}

}  // namespace mcsim::text
