// The content of LSF files without places, so that two files can be compared; and the sample files,
// where a folder with them is named.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "mcsim/config/lsf/lsf_file.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

inline std::string content(const std::vector<LsfWord>& words) {
  std::string text;
  for (const LsfWord& word : words) text += "<" + word.text + ">";
  return text + "\n";
}

inline std::string content(const LsfFile& file) {
  std::string text;
  for (const LsfSection& section : file.sections) {
    text += "[" + section.name.text + "]" + (section.horizontal ? " =\n" : "\n");
    text += content(section.keywords);
    for (const auto& row : section.rows) text += "  " + content(row);
  }
  return text;
}

inline std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// `text` with every @name@ replaced by `name`.
inline std::string filled_in(std::string text) {
  std::erase(text, '@');
  return text;
}

/// The sample files in the folder that MCSIM_SAMPLES names, by the name that LSF gives them
/// ("lsb.queues"), filled in; none where it is unset.
inline std::map<std::string, std::string> lsf_samples() {
  namespace fs = std::filesystem;
  std::map<std::string, std::string> samples;
  const char* folder = std::getenv("MCSIM_SAMPLES");
  if (folder == nullptr || !fs::is_directory(folder)) return samples;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    const auto start = name.find(".ls");
    if (name.ends_with(".in") && start != std::string::npos)
      samples[name.substr(start + 1, name.size() - start - 4)] = filled_in(bytes_of(entry.path()));
  }
  return samples;
}

}  // namespace mcsim::testing
