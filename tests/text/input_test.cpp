// Input files as bytes: plain and gzip, files that cannot be opened, and their hash.
// unpack_test.cpp has the other packings, and damaged files of each.
#include "mcsim/text/input.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <string>
#include <thread>

#include "mcsim/base/random.hpp"
#include "support/catch.hpp"
#include "support/packed.hpp"

namespace mcsim::testing::input_test {
using namespace std::string_literals;

namespace {

// `printf '1 2 3\n' | gzip -n`, as Python 3.11 writes it: not written by our own code.
const std::string known_gzip =
    "\x1F\x8B\x08\x00\x00\x00\x00\x00\x02\x03\x33\x54\x30\x52\x30\xE6\x02\x00\x4B\xA0\xF4\xC9\x06"
    "\x00\x00\x00"s;

std::string numbers(std::size_t count, std::uint64_t seed) {
  RngStream stream{seed, "test/input"};
  std::string text;
  while (text.size() < count) text += std::to_string(stream.below(100'000)) + "\n";
  return text;
}

std::string failure_of(const TempFolder& folder, const std::string& bytes) {
  return read_bytes(folder.write("f", bytes)).failure;
}

}  // namespace

TEST_CASE("plain bytes come as they are, in steps of any size") {
  const TempFolder folder;
  const std::string text = numbers(600'000, 1);
  folder.write("f", text);
  for (const std::size_t step : {std::size_t{1}, std::size_t{77}, std::size_t{1} << 20})
    CHECK(read_bytes(folder.path("f"), step).bytes == text);
  CHECK(read_bytes(folder.write("empty", "")).bytes.empty());
  CHECK(read_bytes(folder.path("empty")).failure.empty());
}

TEST_CASE("gzip is told by its first bytes and unpacked, whoever packed it") {
  const TempFolder folder;
  CHECK(read_bytes(folder.write("no-gz-in-its-name", known_gzip)).bytes == "1 2 3\n");
  const std::string text = numbers(2'000'000, 2);
  folder.write("f.gz", packed(text));
  for (const std::size_t step : {std::size_t{1}, std::size_t{4096}, std::size_t{3} << 20})
    CHECK(read_bytes(folder.path("f.gz"), step).bytes == text);
}

TEST_CASE("what may have no end, or no writer, is refused at once, but not standard input") {
  const TempFolder folder;
  REQUIRE(::mkfifo(folder.path("pipe").c_str(), 0600) == 0);
  for (const std::string& path : {folder.path("pipe"), std::string("/dev/zero")})
    CHECK(read_bytes(path).failure == "file: is not a regular file");
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  REQUIRE(::write(ends[1], "1 2", 3) == 3);
  ::close(ends[1]);
  CHECK(read_bytes("/dev/fd/" + std::to_string(ends[0])).bytes == "1 2");
  ::close(ends[0]);
}

TEST_CASE("one reading step fills the room given, across members and blocks") {
  const TempFolder folder;
  auto source = ByteSource::open(folder.write("f", known_gzip + known_gzip + known_gzip), "f");
  REQUIRE(source);
  std::array<char, 14> room{};
  CHECK(*source->read(room) == 14);
  CHECK(*source->read(room) == 4);
  CHECK(*source->read(room) == 0);
}

TEST_CASE("damage to a gzip file is told in words") {
  const TempFolder folder;
  std::string bad_sum = known_gzip;
  bad_sum[18] = '\0';
  CHECK(failure_of(folder, bad_sum) == "file: corrupt gzip: incorrect data check");
  std::string bad_length = known_gzip;
  bad_length[22] = '\7';
  CHECK(failure_of(folder, bad_length) == "file: corrupt gzip: incorrect length check");
  CHECK(failure_of(folder, known_gzip + "garbage") ==
        "file: corrupt gzip: something else follows its end");
  CHECK(failure_of(folder, known_gzip + "\x1Fgarbage") ==
        "file: corrupt gzip: incorrect header check");
  CHECK(read_bytes(folder.path("f")).bytes == "1 2 3\n");
}

TEST_CASE("a failure stays the answer when it is asked again") {
  const TempFolder folder;
  auto source = ByteSource::open(folder.write("f", known_gzip + "garbage"), "f");
  REQUIRE(source);
  std::array<char, 100> room{};
  CHECK(*source->read(room) == 6);
  for (int time = 0; time < 3; ++time) CHECK_FALSE(source->read(room));
}

TEST_CASE("what cannot be opened is refused with the system's words") {
  const TempFolder folder;
  CHECK(read_bytes(folder.path("none")).failure ==
        "file: cannot be opened: No such file or directory");
  CHECK(read_bytes(folder.path()).failure == "file: is a directory; expected a file");
  std::filesystem::create_symlink("nowhere", folder.path("dangling"));
  CHECK(read_bytes(folder.path("dangling")).failure ==
        "file: cannot be opened: No such file or directory");
  std::filesystem::create_symlink("loop", folder.path("loop"));
  CHECK(read_bytes(folder.path("loop")).failure.starts_with("file: cannot be opened: "));
}

TEST_CASE("a pipe that hands out single bytes is read like a file") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  std::jthread writer([end = ends[1]] {
    for (const char byte : known_gzip)
      if (::write(end, &byte, 1) != 1) break;
    ::close(end);
  });
  CHECK(read_bytes("/dev/fd/" + std::to_string(ends[0])).bytes == "1 2 3\n");
  ::close(ends[0]);
}

TEST_CASE("the hash is that of the file on the disk, also of what was not read") {
  const TempFolder folder;
  const auto hash = [&](const std::string& bytes, std::size_t read_first) {
    auto source = ByteSource::open(folder.write("f", bytes), "f");
    REQUIRE(source);
    std::vector<char> room(read_first + 1);
    if (read_first > 0) REQUIRE(source->read(room));
    return *source->hash();
  };
  CHECK(hash("", 0) == 0xEF46DB3751D8E999ULL);  // xxHash's own known answers, seed 0
  CHECK(hash("a", 0) == 0xD24EC4F1A98C6E5BULL);
  CHECK(hash("abc", 0) == 0x44BC2CF5AD770999ULL);
  const std::string text = numbers(1'000'000, 6);
  CHECK(hash(text, 0) == hash(text, 300'000));
  CHECK(hash(packed(text), 0) == hash(packed(text), 300'000));
  CHECK(hash(text, 0) != hash(packed(text), 0));
}

}  // namespace mcsim::testing::input_test
