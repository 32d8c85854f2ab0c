// Any bytes, written in pieces of any size in each packing, are read back as they were.
#include "fuzz/targets.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "fuzz/memory_file.hpp"
#include "mcsim/base/check.hpp"
#include "mcsim/text/input.hpp"
#include "mcsim/text/output.hpp"

namespace mcsim::testing {
namespace {

/// The first byte says how large the pieces are: the size of a piece is the byte before it.
void write_in_pieces(OutputFile& out, std::string_view text) {
  while (!text.empty()) {
    const auto step = static_cast<std::size_t>(static_cast<unsigned char>(text.front()));
    const std::string_view piece = text.substr(0, std::max<std::size_t>(step * step, 1));
    if (step % 2 == 0) {
      out.write(piece);
    } else {
      char* const room = out.room(piece.size());
      std::ranges::copy(piece, room);
      out.wrote_to(room + piece.size());
    }
    text.remove_prefix(piece.size());
  }
}

std::string all_of(const std::string& path) {
  // What shrinks to a thousandth is refused by the usual limits, and rightly.
  const InputLimits any{.free_bytes = std::uint64_t{1} << 30};
  auto source = ByteSource::open(path, "f", any);
  MCSIM_CHECK(source.has_value(), "what was written cannot be opened");
  std::string text;
  std::vector<char> room(977);
  while (true) {
    const auto count = source->read(room);
    MCSIM_CHECK(count.has_value(), "what was written cannot be read");
    if (*count == 0) return text;
    text.append(room.data(), *count);
  }
}

}  // namespace

void try_packed_output(std::string_view text) {
  if (text.size() > (1 << 20)) return;
  for (const Compression packing : {Compression::gzip, Compression::zstd, Compression::xz}) {
    const MemoryFile file = file_of("");
    auto out = OutputFile::create(file.path(), packing);
    MCSIM_CHECK(out.has_value(), "no file in memory");
    write_in_pieces(*out, text);
    MCSIM_CHECK(!out->close(), "a file in memory that cannot be written");
    MCSIM_CHECK(all_of(file.path()) == text, "another text");
  }
}

}  // namespace mcsim::testing
