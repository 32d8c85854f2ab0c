// Output files: all bytes are written, or an error says why not.
#include "mcsim/text/output.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "mcsim/base/random.hpp"
#include "support/catch.hpp"
#include "support/packed.hpp"

namespace mcsim::testing::output_test {
namespace fs = std::filesystem;

namespace {

std::string random_bytes(std::size_t count, std::uint64_t seed) {
  RngStream stream{seed, "test/output"};
  std::string bytes(count, '\0');
  for (char& byte : bytes) byte = static_cast<char>("0123456789 abcdef"[stream.below(17)]);
  return bytes;
}

}  // namespace

TEST_CASE("what is written is what is read, in pieces of any size") {
  const TempFolder folder;
  const std::string text = random_bytes(700'000, 1);
  auto file = OutputFile::create(folder.path("f"));
  REQUIRE(file);
  RngStream stream{1, "test/pieces"};
  for (std::size_t at = 0; at < text.size();) {
    const std::string part = text.substr(at, stream.below(5000) + 1);
    if (part.size() % 2 == 0)
      file->write(part);
    else
      file->wrote_to(put(file->room(part.size()), part));
    at += part.size();
  }
  CHECK_FALSE(file->close().has_value());
  CHECK(folder.read("f") == text);
}

TEST_CASE("text longer than the buffer is written whole") {
  const TempFolder folder;
  const std::string text = random_bytes(3'000'000, 2);
  CHECK_FALSE(write_file(folder.path("f"), text).has_value());
  CHECK(folder.read("f") == text);
  auto file = OutputFile::create(folder.path("g"));
  REQUIRE(file);
  file->wrote_to(put(file->room(text.size()), text));
  CHECK_FALSE(file->close().has_value());
  CHECK(folder.read("g") == text);
}

TEST_CASE("gzip names no time of writing") {
  CHECK(packed("text").substr(4, 4) == std::string(4, '\0'));  // RFC 1952
}

TEST_CASE("a full disk is an answer and not a short file") {
  if (!fs::exists("/dev/full")) {
    WARN("skipped: this machine has no /dev/full");
    return;
  }
  const auto failure = write_file("/dev/full", "text");
  REQUIRE(failure);
  CHECK(to_text(*failure) == "/dev/full: cannot be written: No space left on device");
  CHECK(write_file("/dev/full", random_bytes(2'000'000, 4)).has_value());
  for (const auto packing : {Compression::gzip, Compression::zstd, Compression::xz}) {
    auto file = OutputFile::create("/dev/full", packing);
    REQUIRE(file);
    file->write(random_bytes(2'000'000, 5));
    CHECK(file->close().has_value());
  }
}

TEST_CASE("a file that cannot be made is an answer") {
  const TempFolder folder;
  CHECK(to_text(*write_file(folder.path("no/such"), "x")).ends_with("No such file or directory"));
  CHECK(to_text(*write_file(folder.path(), "x")).ends_with("Is a directory"));
}

TEST_CASE("a replaced file shows its new text only after commit") {
  const TempFolder folder;
  folder.write("f", "old");
  {
    auto file = ReplacedFile::create(folder.path("f"));
    REQUIRE(file);
    file->file().write("new");
    CHECK(folder.read("f") == "old");
    CHECK_FALSE(file->commit().has_value());
    CHECK(folder.read("f") == "new");
  }
  {
    auto dropped = ReplacedFile::create(folder.path("f"));
    REQUIRE(dropped);
    dropped->file().write("never seen");
  }
  CHECK(folder.read("f") == "new");
  CHECK(folder.names() == std::vector<std::string>{"f"});
}

TEST_CASE("who may read a file may read what replaces it, and nobody else") {
  const TempFolder folder;
  const std::string path = folder.write("f", "old");
  for (const fs::perms mode : {fs::perms{0600}, fs::perms{0640}, fs::perms{0666}}) {
    fs::permissions(path, mode);
    auto file = ReplacedFile::create(path);
    REQUIRE(file);
    CHECK_FALSE(file->commit().has_value());
    CHECK(fs::status(path).permissions() == mode);
  }
}

TEST_CASE("no file is called - by mistake") {
  const auto file = ReplacedFile::create("-");
  REQUIRE_FALSE(file);
  CHECK(to_text(file.error().list.front()) ==
        "-: cannot be written: expected the name of a file; one of this name is ./-");
}

TEST_CASE("where the name is a link, the file behind it is replaced and the link stays") {
  const TempFolder folder;
  folder.write("f", "old");
  fs::create_symlink("f", folder.path("link"));
  auto file = ReplacedFile::create(folder.path("link"));
  REQUIRE(file);
  file->file().write("new");
  CHECK_FALSE(file->commit().has_value());
  CHECK(fs::is_symlink(folder.path("link")));
  CHECK(folder.read("f") == "new");
}

TEST_CASE("a link that leads nowhere, or in circles, is not written to and not replaced") {
  const TempFolder folder;
  fs::create_symlink("nowhere", folder.path("dangling"));
  fs::create_symlink("loop", folder.path("loop"));
  const auto refusal = [&](const char* name) {
    const auto file = ReplacedFile::create(folder.path(name));
    REQUIRE_FALSE(file);
    return file.error().list.front().message;
  };
  CHECK(refusal("dangling") ==
        "cannot be written: the link " + folder.path("dangling") + " leads to what is not there");
  CHECK(refusal("loop") == "cannot be written: Too many levels of symbolic links");
  CHECK(refusal("new/") == "cannot be written: Is a directory");
  CHECK(refusal("new/../f") == "cannot be written: \"..\" follows a folder that is not there");
  CHECK(folder.names() == std::vector<std::string>{"dangling", "loop"});
}

TEST_CASE("a link that lies where a file is to be made for now is not followed") {
  const TempFolder folder;
  folder.write("mine", "years of work");
  const std::string beside = folder.path("f") + ".partial-" + std::to_string(::getpid());
  fs::create_symlink(folder.path("mine"), beside);
  {
    auto file = ReplacedFile::create(folder.path("f"));
    REQUIRE(file);
    file->file().write("new");
    CHECK_FALSE(file->commit().has_value());
  }
  CHECK(folder.read("f") == "new");
  CHECK(folder.read("mine") == "years of work");
  CHECK(fs::is_symlink(beside));
  CHECK_FALSE(OutputFile::create_new(beside));
}

TEST_CASE("what is no plain file is written directly, and a folder not at all") {
  const TempFolder folder;
  auto null = ReplacedFile::create("/dev/null");
  REQUIRE(null);
  null->file().write("x");
  CHECK_FALSE(null->commit().has_value());
  CHECK(fs::is_character_file("/dev/null"));

  const auto refused = ReplacedFile::create(folder.path());
  REQUIRE_FALSE(refused);
  CHECK(to_text(refused.error().list.front()) ==
        folder.path() + ": cannot be written: Is a directory");
}

TEST_CASE("a pipe is written to where somebody reads from it, and is else refused at once") {
  const TempFolder folder;
  const std::string path = folder.path("pipe");
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  const auto refused = ReplacedFile::create(path);
  REQUIRE_FALSE(refused);
  CHECK(to_text(refused.error().list.front()) ==
        path + ": cannot be written: nobody reads from it");

  const FileHandle reader(::open(path.c_str(), O_RDONLY | O_NONBLOCK));
  REQUIRE(reader.is_open());
  auto file = ReplacedFile::create(path);
  REQUIRE(file);
  file->file().write("text");
  CHECK_FALSE(file->commit().has_value());
  char found[8] = {};
  CHECK(::read(reader.descriptor(), found, sizeof found) == 4);
  CHECK(std::string(found) == "text");
  CHECK(fs::is_fifo(path));
}

TEST_CASE("an open file under /dev is written to, and not replaced") {
  if (!fs::exists("/dev/fd")) {
    WARN("skipped: this machine has no /dev/fd");
    return;
  }
  const TempFolder folder;
  FileHandle open_file(::creat(folder.path("f").c_str(), 0600));
  REQUIRE(open_file.is_open());
  auto file = ReplacedFile::create("/dev/fd/" + std::to_string(open_file.descriptor()));
  REQUIRE(file);
  file->file().write("text");
  CHECK_FALSE(file->commit().has_value());
  struct stat info{};
  REQUIRE(::fstat(open_file.descriptor(), &info) == 0);
  CHECK(info.st_nlink == 1);
  CHECK(folder.read("f") == "text");
}

TEST_CASE("seconds and millionths are written without a digit too many") {
  CHECK(seconds_text(Duration{0}) == "0");
  CHECK(seconds_text(Duration{12'000}) == "12");
  CHECK(seconds_text(Duration{12'500}) == "12.500");
  CHECK(seconds_text(Duration{7}) == "0.007");
  CHECK(seconds_text(longest_duration) == "31557600000");
  CHECK(millionths_text(1'000'000) == "1");
  CHECK(millionths_text(1'500'000) == "1.5");
  CHECK(millionths_text(1'000'001) == "1.000001");
  CHECK(millionths_text(0) == "0");
}

}  // namespace mcsim::testing::output_test
