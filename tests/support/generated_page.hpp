// Pages in docs/ that the code generates. MCSIM_UPDATE_DOCS=1 writes them.
#pragma once

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "support/catch.hpp"
#include "support/places.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

inline void check_page(const std::string& name, const std::string& text) {
  const std::string path = source_dir() + "/docs/" + name;
  if (std::getenv("MCSIM_UPDATE_DOCS") != nullptr) std::ofstream(path, std::ios::binary) << text;
  std::ifstream file(path, std::ios::binary);
  const std::string there{std::istreambuf_iterator<char>(file), {}};
  INFO(path << " is out of date: run this test with MCSIM_UPDATE_DOCS=1");
  CHECK((there == text));
}

}  // namespace mcsim::testing
