// How wide a terminal is, asked of a real one.
#include "mcsim/app/base/terminal.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>
#include <sstream>
#include <string>

#include "mcsim/app/base/console.hpp"
#include "mcsim/text/file_handle.hpp"
#include "mcsim/text/picture.hpp"
#include "support/catch.hpp"

namespace mcsim::testing::terminal_test {

namespace {

/// A terminal of a number of columns.
class Terminal {
 public:
  explicit Terminal(unsigned short columns) : owner_(::posix_openpt(O_RDWR | O_NOCTTY)) {
    REQUIRE((owner_.descriptor() >= 0 && ::grantpt(owner_.descriptor()) == 0 &&
             ::unlockpt(owner_.descriptor()) == 0));
    file_.emplace(::open(::ptsname(owner_.descriptor()), O_RDWR | O_NOCTTY));
    resize(columns);
  }
  int file() const { return file_->descriptor(); }
  void resize(unsigned short columns) {
    winsize size{};
    size.ws_col = columns;
    REQUIRE(::ioctl(file(), TIOCSWINSZ, &size) == 0);
  }

 private:
  FileHandle owner_;
  std::optional<FileHandle> file_;
};

/// COLUMNS as a value for a while; empty: not set.
class Columns {
 public:
  explicit Columns(const std::string& value) {
    if (const char* const before = std::getenv("COLUMNS")) before_ = before;
    set(value);
  }
  ~Columns() { set(before_); }
  Columns(const Columns&) = delete;
  Columns& operator=(const Columns&) = delete;

 private:
  static void set(const std::string& value) {
    if (value.empty())
      ::unsetenv("COLUMNS");
    else
      ::setenv("COLUMNS", value.c_str(), 1);
  }
  std::string before_;
};

}  // namespace

TEST_CASE("a terminal says how wide it is, also when that changes") {
  const Columns columns("100");
  Terminal terminal(60);
  CHECK(terminal_width(terminal.file()) == 60);
  terminal.resize(132);
  CHECK(terminal_width(terminal.file()) == 132);
}

TEST_CASE("where no terminal says it COLUMNS does, and 80 holds without a good one") {
  const Terminal silent(0);
  {
    const Columns columns("100");
    CHECK(terminal_width(silent.file()) == 100);
    CHECK(terminal_width(-1) == 100);
  }
  for (const char* const bad : {"", "0", "-5", "wide", "99999999999"}) {
    const Columns columns(bad);
    CHECK(terminal_width(-1) == 80);
  }
}

TEST_CASE("tables that go into files are as wide as they like, whatever COLUMNS says") {
  const Columns columns("60");
  std::ostringstream out;
  const Terminal terminal(72);
  Console console{out, out};
  CHECK(console.out_width() == any_width);
  console.out_is_terminal = true;
  console.out_file = terminal.file();
  CHECK(console.out_width() == 72);
}

TEST_CASE("the picture of a mistake is printed where it fits, since a broken line has no below") {
  const Diagnostics wrong{{{.severity = Severity::error,
                            .file = "s.json",
                            .pointer = {},
                            .message = "expected a number" + picture(std::string(50, 'x'), 49)}}};
  std::ostringstream err;
  const Terminal terminal(54);
  Console console{err, err};
  print(console, wrong);
  const std::string whole = err.str();
  CHECK(whole == "s.json: expected a number\n    " + std::string(50, 'x') + "\n" +
                     std::string(53, ' ') + "^\n");
  console.err_is_terminal = true;
  console.err_file = terminal.file();
  print(console, wrong);
  CHECK(err.str() == whole + whole);
  Terminal narrow(53);
  console.err_file = narrow.file();
  print(console, wrong);
  CHECK(err.str() == whole + whole + "s.json: expected a number\n");
}

}  // namespace mcsim::testing::terminal_test
