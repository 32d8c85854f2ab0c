// The files of an LSF configuration directory: which there are, their shapes, and where they lie.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::config {

/// One kind of file, named as a cluster of a scenario names it.
struct ConfFile {
  enum class Shape {
    keywords,  ///< the keywords of one section, as an object
    list,      ///< many sections of one name, as a list of objects
    sections,  ///< an object with the sections by name
  };

  std::string_view key;  ///< also the section of the vocabulary, and the name of the file
  Shape shape;
  std::string_view section;  ///< the only section that it holds; empty in lsf.conf
  bool required;
  std::string_view without = {};  ///< what LSF does without it, in words; empty: nothing to say
};

std::span<const ConfFile> conf_files();

/// The clusters whose lsf.cluster.NAME lies in `directory`, sorted: those that lsf.shared lists, or
/// all, if it lists none of them. One that is called as another with an ending, lsf.cluster.c1.old,
/// is a copy, unless lsf.shared lists it.
std::vector<std::string> clusters_in(const std::string& directory);

/// A file that exists.
struct FoundConfFile {
  const ConfFile* kind;  ///< null: it is not read
  std::string path;
  std::string shown_name;
};

/// The clusters in section Cluster of lsf.shared.
struct ListedClusters {
  std::vector<std::string> names;
  std::string file;   ///< as it is called in diagnostics
  JsonPlace place{};  ///< of the section, where there is one
};

struct FoundConfFiles {
  std::optional<std::string> cluster;
  std::vector<FoundConfFile> files;  ///< in the order of conf_files()
  std::vector<FoundConfFile> unread;
  std::vector<std::string> copies;    ///< names of copies of lsf.cluster.NAME
  std::vector<std::string> unlisted;  ///< clusters with files that lsf.shared does not list
  ListedClusters listed;
  Diagnostics errors;  ///< what is missing; and warnings of files that nobody reads
};

/// Looks for the files of `cluster`, by default of the only cluster that has files there.
FoundConfFiles find_conf_files(const std::string& directory, const std::string& shown_name,
                               const std::optional<std::string>& cluster);

}  // namespace mcsim::config
