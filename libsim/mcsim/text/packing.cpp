// Magic numbers and endings of packed files.
#include "mcsim/text/packing.hpp"

#include <array>

namespace mcsim::text {
namespace {

struct Ending {
  std::string_view text;
  Compression packing;
};

constexpr std::array<Ending, 3> endings = {
    {{".gz", Compression::gzip}, {".zst", Compression::zstd}, {".xz", Compression::xz}}};

}  // namespace

Compression packing_of_bytes(std::string_view head) {
  using namespace std::string_view_literals;
  if (head.starts_with("\x1F\x8B"sv)) return Compression::gzip;
  if (head.starts_with("\x28\xB5\x2F\xFD"sv)) return Compression::zstd;
  if (head.starts_with("\xFD\x37zXZ\0"sv)) return Compression::xz;
  // A skippable frame of zstd: some writers begin with one. Source: RFC 8878, 3.1.2.
  if (head.size() >= 4 && (head[0] & 0xF0) == 0x50 && head.substr(1, 3) == "\x2A\x4D\x18"sv)
    return Compression::zstd;
  return Compression::none;
}

Compression packing_of_name(std::string_view name) {
  for (const Ending& ending : endings)
    if (name.ends_with(ending.text)) return ending.packing;
  return Compression::none;
}

std::string_view without_packing(std::string_view name) {
  for (const Ending& ending : endings)
    if (name.ends_with(ending.text)) return name.substr(0, name.size() - ending.text.size());
  return name;
}

}  // namespace mcsim::text
