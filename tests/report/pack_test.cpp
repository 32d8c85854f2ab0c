// Columns, deflate and base64, as a browser will read them.
#include "mcsim/report/pack.hpp"

#include <zlib.h>

#include <cstdint>
#include <limits>
#include <string>

#include "support/catch.hpp"

namespace mcsim::testing::pack_test {

namespace {

std::string column_of(std::initializer_list<std::uint64_t> numbers) {
  Column column;
  for (const std::uint64_t number : numbers) column.add(number);
  return column.bytes();
}

std::string signed_column_of(std::initializer_list<std::int64_t> numbers) {
  Column column;
  for (const std::int64_t number : numbers) column.add_signed(number);
  return column.bytes();
}

std::string inflated(std::string packed, std::size_t size) {
  std::string text(size + 1, '\0');
  z_stream stream{};
  constexpr int raw = -15;
  REQUIRE(inflateInit2(&stream, raw) == Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(text.size());
  CHECK(inflate(&stream, Z_FINISH) == Z_STREAM_END);
  text.resize(stream.total_out);
  inflateEnd(&stream);
  return text;
}

}  // namespace

TEST_CASE("a number of a column takes seven bits a byte, the lowest first") {
  using namespace std::string_literals;
  CHECK(column_of({0, 1, 127}) == "\x00\x01\x7F"s);
  CHECK(column_of({128}) == "\x80\x01"s);
  CHECK(column_of({300}) == "\xAC\x02"s);  // 300 = 2 x 128 + 44
  CHECK(column_of({16'384}) == "\x80\x80\x01"s);
  CHECK(column_of({std::numeric_limits<std::uint64_t>::max()}).size() == 10);
}

TEST_CASE("a column has numbers below 0 beside those above") {
  using namespace std::string_literals;
  CHECK(signed_column_of({0, -1, 1, -2, 2}) == "\x00\x01\x02\x03\x04"s);
  CHECK(signed_column_of({-64}) == "\x7F"s);
  CHECK(signed_column_of({64}) == "\x80\x01"s);
}

// Source: RFC 4648, section 10.
TEST_CASE("base64 of one, two and three bytes has the padding of RFC 4648") {
  CHECK(base64("").empty());
  CHECK(base64("f") == "Zg==");
  CHECK(base64("fo") == "Zm8=");
  CHECK(base64("foo") == "Zm9v");
  CHECK(base64("foobar") == "Zm9vYmFy");
  CHECK(base64("\xFB\xFF\xFE") == "+//+");
}

TEST_CASE("what is deflated is inflated to the same bytes, without a header") {
  CHECK(deflated("") ==
        std::string("\x03\x00", 2));  // RFC 1951: a last block with fixed codes, empty
  std::string long_text;
  for (int line = 0; line < 20'000; ++line) long_text += "job " + std::to_string(line * 7) + "\n";
  const std::string packed = deflated(long_text);
  CHECK(packed.size() < long_text.size() / 3);
  CHECK(inflated(packed, long_text.size()) == long_text);
  CHECK(deflated(long_text) == packed);
}

}  // namespace mcsim::testing::pack_test
