// Packs bytes with our own packers and unpacks them, for tests of readers and writers.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/text/input.hpp"
#include "mcsim/text/output.hpp"
#include "support/rooms.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing {

/// `text` as one gzip member, or in another packing.
inline std::string packed(std::string_view text, Compression packing = Compression::gzip) {
  const TempFolder folder;
  auto file = OutputFile::create(folder.path("packed"), packing);
  if (!file) throw std::runtime_error(to_text(file.error().list.front()));
  file->write(text);
  if (const auto failure = file->close()) throw std::runtime_error(to_text(*failure));
  return folder.read("packed");
}

/// Whether the first bytes are those of a packed file.
inline bool is_packed(std::string_view bytes) {
  return bytes.starts_with("\x1F\x8B") || bytes.starts_with("\x28\xB5\x2F\xFD") ||
         bytes.starts_with("\xFD\x37zXZ") ||
         (!bytes.empty() && bytes.substr(1).starts_with("\x2A\x4D\x18"));
}

/// The result of reading a whole file: its bytes, and the failure that ended it early, if any.
struct ReadBytes {
  std::string bytes;
  std::string failure;
};

/// Reads the file `path`, called `file`, `step` bytes at a time.
inline ReadBytes read_bytes(const std::string& path, std::size_t step = 1000,
                            InputLimits limits = {}) {
  auto source = ByteSource::open(path, "file", limits);
  if (!source) return {"", to_text(source.error().list.front())};
  ReadBytes result;
  std::vector<char> room(step);
  while (true) {
    const auto count = source->read(room);
    if (!count) return {result.bytes, to_text(count.error())};
    if (*count == 0) return result;
    result.bytes.append(room.data(), *count);
  }
}

}  // namespace mcsim::testing
