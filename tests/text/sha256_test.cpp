// SHA-256 and HMAC by the examples of their standards.
#include "mcsim/text/sha256.hpp"

#include <string>

#include "support/catch.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::sha256_test {

namespace {

std::string hexadecimal(const Sha256& digest) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t byte : digest) {
    text += digits[byte / 16];
    text += digits[byte % 16];
  }
  return text;
}

}  // namespace

// Source: NIST, Cryptographic Standards and Guidelines, SHA256.pdf; the last one by sha256sum.
TEST_CASE("a digest is that of the standard's examples") {
  CHECK(hexadecimal(sha256("abc")) ==
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(hexadecimal(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")) ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(hexadecimal(sha256("")) ==
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(hexadecimal(sha256(std::string(1000, 'a'))) ==
        "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3");
}

// Source: RFC 4231, test cases 2 and 6.
TEST_CASE("a keyed hash is that of the standard's examples, with a short and a long key") {
  CHECK(hexadecimal(KeyedHash("Jefe")("what do ya want for nothing?")) ==
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  CHECK(hexadecimal(KeyedHash(std::string(131, '\xaa'))(
            "Test Using Larger Than Block-Size Key - Hash Key First")) ==
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

}  // namespace mcsim::testing::sha256_test
