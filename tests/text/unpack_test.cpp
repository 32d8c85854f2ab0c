// Packed input, intact and damaged: gzip, zstd and xz.
#include <string>

#include "mcsim/base/random.hpp"
#include "support/catch.hpp"
#include "support/packed.hpp"

namespace mcsim::testing::unpack_test {
using namespace std::string_literals;

namespace {

struct Known {
  Compression packing;
  std::string name;
  std::string bytes;  ///< "1 2 3\n", as the packing's own program writes it
};

const std::vector<Known> all_known = {
    {Compression::gzip, "gzip",
     "\x1F\x8B\x08\x00\x00\x00\x00\x00\x02\x03\x33\x54\x30\x52\x30\xE6\x02\x00\x4B\xA0\xF4\xC9\x06"
     "\x00\x00\x00"s},
    {Compression::zstd, "zstd",  // zstd 1.5.4
     "\x28\xB5\x2F\xFD\x04\x58\x31\x00\x00\x31\x20\x32\x20\x33\x0A\x2A\x71\x24\x71"s},
    {Compression::xz, "xz",  // xz 5.4.1
     "\xFD\x37\x7A\x58\x5A\x00\x00\x04\xE6\xD6\xB4\x46\x02\x00\x21\x01\x16\x00\x00\x00\x74\x2F\xE5"
     "\xA3\x01\x00\x05\x31\x20\x32\x20\x33\x0A\x00\x00\x00\xE3\x4D\x3A\x5D\x05\xC7\x88\x46\x00\x01"
     "\x1E\x06\xC1\x2F\xA4\x1D\x1F\xB6\xF3\x7D\x01\x00\x00\x00\x00\x04\x59\x5A"s}};

/// The same with --check=sha256.
const std::string xz_with_sha256 =
    "\xFD\x37\x7A\x58\x5A\x00\x00\x0A\xE1\xFB\x0C\xA1\x02\x00\x21\x01\x16\x00\x00\x00\x74\x2F\xE5"
    "\xA3"
    "\x01\x00\x05\x31\x20\x32\x20\x33\x0A\x00\x00\x00\x1D\xEF\x07\xDB\xE0\x6E\xEB\x09\x7A\xAF\xEC"
    "\x8A"
    "\x40\x32\x99\x37\xCD\x20\xC9\x3A\x83\x63\x4B\x82\x21\xEA\x2B\x41\xA8\x94\x31\x0C\x00\x01\x36"
    "\x06"
    "\x6B\x81\xF9\x40\x18\x9B\x4B\x9A\x01\x00\x00\x00\x00\x0A\x59\x5A"s;

std::string numbers(std::size_t count, std::uint64_t seed) {
  RngStream stream{seed, "test/unpack"};
  std::string text;
  while (text.size() < count) text += std::to_string(stream.below(100'000)) + "\n";
  return text;
}

ReadBytes read(const std::string& bytes, std::size_t step = 1000, InputLimits limits = {}) {
  const TempFolder folder;
  return read_bytes(folder.write("f", bytes), step, limits);
}

std::string text_of(const std::string& bytes) {
  const ReadBytes found = read(bytes);
  CHECK(found.failure.empty());
  return found.bytes;
}

Known any_packing() { return GENERATE(from_range(all_known)); }

}  // namespace

TEST_CASE("packed input is told by its first bytes, whoever packed it") {
  const Known known = any_packing();
  INFO(known.name);
  CHECK(text_of(known.bytes) == "1 2 3\n");
  CHECK(text_of(xz_with_sha256) == "1 2 3\n");
  const std::string text = numbers(700'000, 2);
  const std::string bytes = packed(text, known.packing);
  CHECK(bytes.size() < text.size() * 2 / 3);
  for (const std::size_t step : {std::size_t{977}, std::size_t{3} << 20})
    CHECK((read(bytes, step).bytes == text));
}

TEST_CASE("the parts of a packed file are one text, however small") {
  const Known known = any_packing();
  INFO(known.name);
  std::string bytes, text;
  for (int part = 0; part < 300; ++part) {
    text += "1 2 3\n";
    bytes += known.bytes;
  }
  CHECK(text_of(bytes) == text);
  const std::string with_an_empty_part = known.bytes + packed("", known.packing) + known.bytes;
  CHECK(text_of(with_an_empty_part) == "1 2 3\n1 2 3\n");
  CHECK(text_of(packed("", known.packing)).empty());
}

TEST_CASE("frames of zstd that are to be skipped are skipped, also at the front") {
  const std::string skipped = "\x5A\x2A\x4D\x18\x03\x00\x00\x00***"s;
  const std::string& frame = all_known[1].bytes;
  CHECK(text_of(skipped + frame + skipped + frame + skipped) == "1 2 3\n1 2 3\n");
  CHECK(read(frame + skipped.substr(0, 9)).failure ==
        "file: zstd that is cut off: its end is missing");
}

TEST_CASE("zero bytes behind gzip and xz are padding, and damage behind zstd") {
  CHECK(text_of(all_known[0].bytes + std::string(4999, '\0')) == "1 2 3\n");
  const std::string& xz = all_known[2].bytes;
  CHECK(text_of(xz + std::string(5000, '\0') + xz + std::string(4, '\0')) == "1 2 3\n1 2 3\n");
  CHECK(read(xz + std::string(5, '\0')).failure == "file: xz that is cut off: its end is missing");
  CHECK(read(xz + std::string(2, '\0') + xz).failure ==
        "file: corrupt xz: something else follows its end");
  CHECK(read(all_known[1].bytes + std::string(4, '\0')).failure ==
        "file: corrupt zstd: something else follows its end");
}

TEST_CASE("packed input that is cut off anywhere is refused after the bytes before the cut") {
  const Known known = any_packing();
  const std::string text = numbers(300, 3);
  const std::string whole = packed(text, known.packing);
  const std::size_t magic = known.packing == Compression::gzip   ? 2
                            : known.packing == Compression::zstd ? 4
                                                                 : 6;
  const std::string cut_off = "file: " + known.name + " that is cut off: its end is missing";
  for (std::size_t length = magic; length < whole.size(); ++length) {
    INFO(known.name << " cut to " << length << " of " << whole.size() << " bytes");
    const ReadBytes found = read(whole.substr(0, length));
    REQUIRE(found.failure == cut_off);
    REQUIRE(text.starts_with(found.bytes));
  }
  CHECK(read(whole + whole.substr(0, 30)).failure == cut_off);
}

TEST_CASE("packed input with any one byte changed never reads as another text") {
  const Known known = any_packing();
  const std::string text = numbers(300, 4);
  const std::string whole = packed(text, known.packing);
  for (std::size_t place = 0; place < whole.size(); ++place)
    for (const int change : {0x41, 0x01, 0x80}) {
      INFO(known.name << ", byte " << place << " of " << whole.size() << " ^ " << change);
      std::string damaged = whole;
      damaged[place] = static_cast<char>(damaged[place] ^ change);
      const ReadBytes found = read(damaged);
      const bool plain = found.bytes == damaged;  // the damaged byte was part of the magic number
      if (found.failure.empty() && !plain) REQUIRE(found.bytes == text);
    }
}

TEST_CASE("what follows the end of packed input is never left out in silence") {
  const Known known = any_packing();
  INFO(known.name);
  const ReadBytes found = read(known.bytes + "garbage");
  CHECK(found.bytes == "1 2 3\n");
  CHECK(found.failure == "file: corrupt " + known.name + ": something else follows its end");
  // A first byte that could begin another part, but does not.
  CHECK_FALSE(read(known.bytes + known.bytes.substr(0, 1) + "garbage and more").failure.empty());
}

TEST_CASE("a bomb is refused before it fills the memory, however it is packed") {
  const Known known = any_packing();
  const std::string bomb = packed(std::string(4'000'000, '0'), known.packing);
  const InputLimits tight{.free_bytes = 1'000'000, .ratio = 250};
  const ReadBytes found = read(bomb, 1 << 16, tight);
  CHECK(found.failure == "file: " + known.name +
                             " that grows more than 250 times is not read; unpack it first if it "
                             "is what it should be");
  CHECK(found.bytes.size() <= 1'100'000);
  CHECK(read(bomb, 1 << 16).bytes.size() == 4'000'000);  // with a larger limit it is allowed
  // Many small bombs, one after the other, are a bomb too.
  std::string many;
  const std::string small = packed(std::string(100'000, '0'), known.packing);
  while (many.size() < 300'000) many += small;
  if (small.size() < 400) CHECK_FALSE(read(many, 1 << 16, tight).failure.empty());
  CHECK((read(packed(numbers(1'200'000, 5), known.packing), 1 << 16, tight).failure.empty()));
}

TEST_CASE("a file that asks for gigabytes of memory is refused before it gets them") {
  // `head -c 1000 /dev/zero | zstd --ultra --long=28` from a pipe, and xz --lzma2=dict=1536MiB.
  const std::string wide_zstd =
      "\x28\xB5\x2F\xFD\x04\x90\x5D\x00\x00\x10\x00\x00\x02\x00\xD1\x6F\x56\xC0\x03\x58\x5A\x07\x44"
      "\x79"s;
  const std::string wide_xz =
      "\xFD\x37\x7A\x58\x5A\x00\x00\x04\xE6\xD6\xB4\x46\x02\x00\x21\x01\x25\x00\x00\x00\x3B\x78\x7B"
      "\x41\xE0\x03\xE7\x00\x0B\x5D\x00\x00\x6F\xFD\xFF\xFF\xA3\xB7\x5A\x0D\x5E\x00\x00\x00\x4F\x25"
      "\x8A\xEC\x2B\xE2\x2A\x37\x00\x01\x27\xE8\x07\x00\x00\x00\xF4\x55\x8F\x5C\xB1\xC4\x67\xFB\x02"
      "\x00\x00\x00\x00\x04\x59\x5A"s;
  const std::string refusal =
      " that asks for more than 128 MiB of memory is not read; unpack it first if it is what it "
      "should be";
  CHECK(read(wide_zstd).failure == "file: zstd" + refusal);
  CHECK(read(wide_xz).failure == "file: xz" + refusal);
  const InputLimits more{.free_bytes = 1'000'000, .ratio = 250, .memory = std::uint64_t{1} << 28};
  CHECK(read(wide_zstd, 1000, more).bytes == std::string(1000, '\0'));
}

TEST_CASE("equal text gives equal bytes, in pieces of any size, however it is packed") {
  const Known known = any_packing();
  INFO(known.name);
  const std::string text = numbers(400'000, 6);
  const std::string bytes = packed(text, known.packing);
  CHECK((bytes == packed(text, known.packing)));
  const TempFolder folder;
  auto file = OutputFile::create(folder.path("f"), known.packing);
  REQUIRE(file);
  RngStream stream{1, "test/pieces"};
  for (std::size_t at = 0; at < text.size();) {
    const std::string part = text.substr(at, stream.below(20'000) + 1);
    file->write(part);
    at += part.size();
  }
  CHECK_FALSE(file->close().has_value());
  CHECK((folder.read("f") == bytes));
  CHECK((text_of(bytes) == text));
}

}  // namespace mcsim::testing::unpack_test
