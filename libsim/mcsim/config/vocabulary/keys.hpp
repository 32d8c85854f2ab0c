// Keys that code names: "HOSTS"_key is "HOSTS", and one that is in no table does not compile.
#pragma once

#include <cstddef>
#include <string_view>

#include "mcsim/config/vocabulary/vocabulary_lsb.hpp"
#include "mcsim/config/vocabulary/vocabulary_lsf.hpp"
#include "mcsim/config/vocabulary/vocabulary_scenario.hpp"

namespace mcsim::config {

consteval std::string_view operator""_key(const char* text, std::size_t length) {
  const std::string_view key(text, length);
  using Part = std::span<const VocabularySection>;
  for (const Part part : {Part(scenario::all), Part(lsb::all), Part(lsf::all)})
    for (const VocabularySection& section : part)
      for (const VocabularyRow& row : section.rows)
        if (row.key == key) return key;
  throw "no section of the vocabulary has this key";
}

}  // namespace mcsim::config
