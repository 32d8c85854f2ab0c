// Any bytes as a packed file: refused, or unpacked to the same text in steps of any size, and never
// to much more than the limit.
#include "fuzz/targets.hpp"

#include <string>
#include <vector>

#include "fuzz/memory_file.hpp"
#include "mcsim/base/check.hpp"
#include "mcsim/text/input.hpp"

namespace mcsim::testing {
namespace {

constexpr InputLimits small_inputs{
    .free_bytes = std::uint64_t{1} << 20, .ratio = 250, .memory = std::uint64_t{8} << 20};

struct Unpacked {
  std::string text;
  std::string failure;
  bool operator==(const Unpacked&) const = default;
};

Unpacked unpack(const std::string& path, std::size_t step) {
  auto source = ByteSource::open(path, "f", small_inputs);
  if (!source) return {"", source.error().list.front().message};
  Unpacked result;
  std::vector<char> room(step);
  while (true) {
    const auto count = source->read(room);
    if (!count) result.failure = count.error().message;
    if (!count || *count == 0) break;
    result.text.append(room.data(), *count);
    MCSIM_CHECK(
        result.text.size() <= small_inputs.free_bytes + step + small_inputs.ratio * (1 << 20),
        "more than there is room for");
  }
  MCSIM_CHECK(source->hash().has_value(), "a file in memory that cannot be read");
  return result;
}

}  // namespace

void try_packed(std::string_view text) {
  if (text.size() > (1 << 20)) return;
  const MemoryFile file = file_of(text);
  const Unpacked at_once = unpack(file.path(), std::size_t{64} << 10);
  const Unpacked in_steps = unpack(file.path(), 977);
  MCSIM_CHECK(at_once.failure.empty() == in_steps.failure.empty(), "good and bad");
  MCSIM_CHECK(!at_once.failure.empty() || at_once == in_steps, "another text");
}

}  // namespace mcsim::testing
