// The digest of a table: of what is written, however it comes, and of what is read.
#include "mcsim/text/table_digest.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "mcsim/base/random.hpp"
#include "mcsim/text/output.hpp"
#include "support/catch.hpp"
#include "support/rooms.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing::table_digest_test {

namespace {

std::string some_text(std::size_t size, std::uint64_t seed) {
  RngStream dice(seed, "test/table_digest");
  std::string text(size, ' ');
  for (char& letter : text) letter = static_cast<char>('0' + dice.below(10));
  return text;
}

/// Writes `text` in pieces of `piece` bytes.
std::uint64_t written(const TempFolder& folder, std::string_view text, std::size_t piece) {
  auto file = OutputFile::create(folder.path("table"));
  REQUIRE(file);
  file->keep_digest();
  for (; !text.empty(); text.remove_prefix(std::min(piece, text.size())))
    file->write(text.substr(0, piece));
  REQUIRE_FALSE(file->close());
  return file->digest();
}

std::uint64_t read(const TempFolder& folder) {
  const auto digest = table_digest(folder.path("table"), "table");
  REQUIRE(digest);
  return *digest;
}

std::uint64_t digest_of(const std::string& text) {
  const TempFolder folder;
  folder.write("table", text);
  return read(folder);
}

}  // namespace

TEST_CASE("a table has one digest, in whatever pieces it is written, and when it is read") {
  const TempFolder folder;
  for (const std::size_t size : {0U, 1U, 511U, 512U, 513U, 262'143U, 262'144U, 1'000'003U}) {
    INFO(size << " bytes");
    const std::string text = some_text(size, size);
    const std::uint64_t digest = written(folder, text, 1'000'000);
    REQUIRE(folder.read("table") == text);
    CHECK(read(folder) == digest);
    CHECK(written(folder, text, 97) == digest);
    CHECK(folder.read("table") == text);
  }
}

TEST_CASE("a table with another byte has another digest, wherever that is") {
  const std::string text = some_text(2'000, 1);
  const std::uint64_t digest = digest_of(text);
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string other = text;
    other[at] = other[at] == '9' ? '0' : static_cast<char>(other[at] + 1);
    INFO("byte " << at);
    REQUIRE(digest_of(other) != digest);
  }
}

TEST_CASE("a table whose bytes are in another order, or that is longer, has another digest") {
  const std::string text = some_text(4'096, 2);
  std::set<std::uint64_t> digests{digest_of(text)};
  // Neighbours, halves, and two blocks trade their places.
  for (const auto& [first, second, count] :
       {std::array<std::size_t, 3>{100, 101, 1}, {0, 2'048, 2'048}, {512, 1'024, 512}}) {
    std::string other = text;
    std::swap_ranges(other.begin() + static_cast<std::ptrdiff_t>(first),
                     other.begin() + static_cast<std::ptrdiff_t>(first + count),
                     other.begin() + static_cast<std::ptrdiff_t>(second));
    REQUIRE(other != text);
    CHECK(digests.insert(digest_of(other)).second);
  }
  CHECK(digests.insert(digest_of(text + "\n")).second);
  CHECK(digests.insert(digest_of(text + std::string(1, '\0'))).second);
  CHECK(digests.insert(digest_of(text.substr(1))).second);
}

}  // namespace mcsim::testing::table_digest_test
