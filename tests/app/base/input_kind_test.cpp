// Whether a file that the user names is read as a scenario or as a trace.
#include "mcsim/app/base/input_kind.hpp"

#include "support/catch.hpp"
#include "support/temp_folder.hpp"
#include "support/texts.hpp"

namespace mcsim::testing::input_kind_test {

TEST_CASE("a file is a scenario or a trace by its name, or else by its first letter") {
  const TempFolder room;
  const auto kind = [&](const char* name, const char* text) {
    return *kind_of_input(room.write(name, text));
  };
  CHECK(kind("a.json", "1 2 3") == InputKind::scenario);
  CHECK(kind("a.swf", "{") == InputKind::trace);
  CHECK(kind("a.swf.gz", "") == InputKind::trace);
  CHECK(kind("scenario", " \n\t{\"mcsim\": 1}") == InputKind::scenario);
  CHECK(kind("commented", "// what\n{}") == InputKind::scenario);
  CHECK(kind("trace", "; MaxProcs: 4\n1 2") == InputKind::trace);
  CHECK(kind("empty", "") == InputKind::trace);
}

TEST_CASE("a directory and a missing file are refused in words") {
  const TempFolder room;
  CHECK(texts(kind_of_input(room.path()).error())[0].find(
            ": is a directory; expected a scenario") != std::string::npos);
  CHECK(texts(kind_of_input(room.write("ol.lsb.queues.in", "Begin Queue\n")).error())[0].find(
            ": is a template") != std::string::npos);
  CHECK(texts(kind_of_input(room.path("none")).error())[0].find("No such file or directory") !=
        std::string::npos);
}

}  // namespace mcsim::testing::input_kind_test
