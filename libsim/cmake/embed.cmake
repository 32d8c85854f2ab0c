# Writes a source with the bytes of files: cmake -DOUT=FILE -DNAMES=a;b -DFILES=PATH;PATH -P embed.cmake
set(text "// Made by libsim/cmake/embed.cmake of the files of page/.
#include \"mcsim/report/page_sources.hpp\"

#include <algorithm>
#include <array>
#include <utility>

#include \"mcsim/base/check.hpp\"

namespace mcsim::report {
namespace {

")
set(table "")
set(number 0)
foreach(name file IN ZIP_LISTS NAMES FILES)
  file(READ ${file} bytes HEX)
  # Bytes, since a string of this length would break a promise of C++: compilers warn of it.
  string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(APPEND text "constexpr unsigned char file_${number}[] = {\n${bytes}0};\n")
  string(APPEND table "    {\"${name}\", {reinterpret_cast<const char*>(file_${number}), sizeof(file_${number}) - 1}},\n")
  math(EXPR number "${number} + 1")
endforeach()
string(APPEND text "
}  // namespace

std::string_view page_source(std::string_view name) {
  static const std::array<std::pair<std::string_view, std::string_view>, ${number}> sources{{
${table}  }};
  const auto found = std::ranges::find(sources, name, &std::pair<std::string_view, std::string_view>::first);
  MCSIM_CHECK(found != sources.end(), \"a file of page/ that is not there\");
  return found->second;
}

}  // namespace mcsim::report
")
file(WRITE ${OUT} "${text}")
