// How names that contain control sequences are shown on a terminal.
#include "mcsim/app/base/visible_stream.hpp"

#include <fcntl.h>

#include <array>

#include "mcsim/app/base/console.hpp"
#include "mcsim/base/random.hpp"
#include "mcsim/text/file_handle.hpp"
#include "mcsim/text/json_tree.hpp"
#include "support/catch.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing::visible_stream_test {
using namespace std::string_literals;

namespace {

/// The content of a file after `write(stream)`.
template <class Write>
std::string written(Write&& write) {
  const TempFolder folder;
  FileHandle file(::creat(folder.path("f").c_str(), 0600));
  {
    VisibleStream stream(file.descriptor());
    write(stream);
  }
  return folder.read("f");
}

/// Whether the text neither controls a terminal nor changes the direction of writing.
bool is_harmless(const std::string& text) {
  std::size_t bad = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto byte = [&](std::size_t on) {
      return at + on < text.size() ? static_cast<unsigned char>(text[at + on]) : 0U;
    };
    const bool control = byte(0) < ' ' && byte(0) != '\n' && byte(0) != '\t';
    const bool c1 = byte(0) == 0xC2 && byte(1) >= 0x80 && byte(1) < 0xA0;
    const bool turns =
        byte(0) == 0xE2 && ((byte(1) == 0x80 && byte(2) >= 0xA8 && byte(2) <= 0xAE) ||
                            (byte(1) == 0x81 && byte(2) >= 0xA6 && byte(2) <= 0xA9));
    if (control || byte(0) == 0x7F || c1 || turns) ++bad;
  }
  return bad == 0;
}

}  // namespace

TEST_CASE("letters of all languages, tabs and line feeds stay as they are") {
  const std::string text = "ann\tбоб\n字 \xF0\x9F\x90\xA2 \xC3\xA4 \xE2\x80\xA6";
  CHECK(visible(text) == text);
  CHECK(visible("").empty());
}

TEST_CASE("controls of a terminal and of the direction of writing are written out") {
  CHECK(visible("\x1B[31mred\x07\r\0\x7F"s) == "\\u001b[31mred\\u0007\\u000d\\u0000\\u007f");
  CHECK(visible("\xC2\x9B"
                "31m\xC2\x80\xC2\x9F\xC2\xA0") == "\\u009b31m\\u0080\\u009f\xC2\xA0");
  CHECK(visible("a\xE2\x80\xAE"
                "b\xE2\x80\xAA\xE2\x81\xA6\xE2\x81\xA9") == "a\\u202eb\\u202a\\u2066\\u2069");
  CHECK(visible("\xE2\x80\xA8\xE2\x80\xA9\xE2\x80\x8E\xD8\x9C") == "\\u2028\\u2029\\u200e\\u061c");
}

TEST_CASE("bytes that are not UTF-8 are written out one by one") {
  CHECK(visible("\x9B"
                "31m") == "\\x9b31m");
  CHECK(visible("\xC0\x9B|\xE0\x80\x9B|\xED\xA0\x80|\xF5|\xE2\x80") ==
        "\\xc0\\x9b|\\xe0\\x80\\x9b|\\xed\\xa0\\x80|\\xf5|\\xe2\\x80");
}

TEST_CASE("a letter may come in pieces, and is none where its rest does not come") {
  CHECK(written([](std::ostream& out) {
          out << "\xE2\x80" << std::flush << "\xAE|" << '\xC3' << '\xA4';
        }) == "\\u202e|\xC3\xA4");
  CHECK(written([](std::ostream& out) { out << "\xE2\x80"; }) == "\\xe2\\x80");
  CHECK(written([](std::ostream& out) { out << "\xF0\x9F" << "x"; }) == "\\xf0\\x9fx");
}

TEST_CASE("commands reach the terminal, and a console that is no terminal's, as they are") {
  CHECK(written([](std::ostream& out) {
          put_command(out, "\x1B[31m");
          out << "\x1B";
          put_command(out, "\x1B[0m");
        }) == "\x1B[31m\\u001b\x1B[0m");
  std::ostringstream plain;
  put_command(plain, "\x1B[0m");
  CHECK(plain.str() == "\x1B[0m");
}

TEST_CASE("JSON that is written out is the same JSON") {
  const std::string text = "\xC2\x9B \xE2\x80\xAE \x1B \n";
  const std::string shown = visible(quoted_json(text));
  CHECK(is_harmless(shown));
  CHECK(parse_json(shown, "f")->root.text == text);
}

TEST_CASE("no bytes in any pieces speak to a terminal", "[property]") {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    INFO("seed " << seed);
    RngStream stream{seed, "test/visible"};
    constexpr std::array<const char*, 9> parts = {
        "a", "\x1B", "\xC2", "\x9B", "\xE2\x80", "\xAE", "\xF0", "\xE2\x81\xA6", "\r"};
    std::string text;
    for (std::uint64_t part = stream.below(12); part > 0; --part) text += parts[stream.below(9)];
    CHECK(is_harmless(visible(text)));
    const std::string in_pieces = written([&](std::ostream& out) {
      for (const char letter : text) {
        out << letter;
        if (stream.below(3) == 0) out.flush();
      }
    });
    CHECK(in_pieces == visible(text));
  }
}

TEST_CASE("a write that fails is kept, and what comes later goes nowhere") {
  if (!std::filesystem::exists("/dev/full")) {
    WARN("skipped: this machine has no /dev/full");
    return;
  }
  FileHandle full(::open("/dev/full", O_WRONLY));
  VisibleStream stream(full.descriptor());
  stream << "text" << std::flush;
  CHECK_FALSE(stream.good());
  CHECK(stream.error_number() == ENOSPC);
  stream << "more" << std::flush;
  CHECK(stream.error_number() == ENOSPC);
}

}  // namespace mcsim::testing::visible_stream_test
